"""Figures that stand up: folded, their feet show the piece as a camera sees it from above."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.paper.kit import Order, print_kit
from companion.paper.papers import FRAME_MM
from companion.paper.pieces_sheets import HEAD_MM
from engines import registry
from engines.options import chosen
from tests.paper.looking import MM_PER_POINT, inside, opened, page_colours

AGENTS = registry.find("casablanca_agents")
OPTIONS = chosen(AGENTS.options, {})
PX_PER_MM = 6


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    folder = tmp_path_factory.mktemp("standups")
    (printed,) = print_kit(Order(AGENTS, OPTIONS, AGENTS.seats, "A4", "de"), ["standups"], folder)
    return folder / printed.file, printed.sheets


def test_all_eight_agents_and_the_case_stand_on_one_sheet(sheet: tuple[Path, int]) -> None:
    file, sheets = sheet
    assert sheets == 1
    fonts, missing, pixels = inside(file.read_bytes())
    assert fonts
    assert (missing, pixels) == (set(), 0)
    with opened(file) as pdf:
        words = pdf[0].get_textpage().get_text_range()
    assert all(name in words.split() for name in ("Gordon", "Bleu", "Blanco", "Brauninger", "Koffer"))


@pytest.mark.parametrize("game", ["casablanca_agents", "cape_horn"])
def test_the_names_on_all_figures_are_written_in_letters_of_one_size(game: str, tmp_path: Path) -> None:
    figures = registry.find(game)
    order = Order(figures, chosen(figures.options, {}), figures.seats, "A4", "de")
    (printed,) = print_kit(order, ["standups"], tmp_path)
    with opened(tmp_path / printed.file) as pdf:
        page, said = pdf[0], pdf[0].get_textpage()
        letters = [(said.get_text_range(i, 1), said.get_charbox(i)) for i in range(said.count_chars())]
        below_heading = page.get_height() - (FRAME_MM + HEAD_MM) / MM_PER_POINT
        capitals = [box for letter, box in letters if letter.isupper() and letter != "J"]  # a J goes below the line
        heights = [top - bottom for _, bottom, _, top in capitals if top < below_heading]
    assert len(heights) >= 2 * len([body for body in figures.pieces(order.options).values() if body.stands])
    assert min(heights) * MM_PER_POINT > 1.4, "read at arm's length"
    assert max(heights) < 1.08 * min(heights), "round letters are a little taller than straight ones"


def test_folded_the_two_feet_are_the_piece_seen_from_above(sheet: tuple[Path, int]) -> None:
    with opened(sheet[0]) as pdf:
        picture = page_colours(pdf[0], PX_PER_MM)
    for agent, body in AGENTS.pieces(OPTIONS).items():
        if not agent.startswith("agent:"):
            continue
        colour = np.array(body.rgb[::-1])
        near = np.abs(picture.astype(int) - colour).max(axis=2) < 12
        count, _, stats, _ = cv2.connectedComponentsWithStats(near.astype(np.uint8), connectivity=8)
        wide = [stats[i] for i in range(1, count) if stats[i][2] > 0.6 * body.size_mm * PX_PER_MM]
        halves = [one for one in wide if 0.3 < one[3] / one[2] < 0.62]
        assert len(halves) == 2, f"{agent}: two half faces"
        upper, lower = sorted(halves, key=lambda one: one[1])
        strip = 2 * 1.5 * body.size_mm * PX_PER_MM
        assert lower[1] - (upper[1] + upper[3]) == pytest.approx(strip, abs=1.5 * PX_PER_MM)


def test_a_game_without_figures_prints_none(tmp_path: Path) -> None:
    escape = registry.find("casablanca_escape")
    order = Order(escape, chosen(escape.options, {}), escape.seats[:2], "A4", "en")
    assert list(print_kit(order, ["standups"], tmp_path)) == []
