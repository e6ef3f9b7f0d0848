"""A game with tiles that are drawn face down, tokens beside the board and a log book for every player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.paper.kit import Order, Printed, print_kit
from companion.paper.pieces_sheets import pieces_of
from engines import registry
from engines.options import chosen
from engines.texts import LANGUAGES
from tests.paper.looking import blobs_mm, inside, opened, page_colours, page_picture, words_on

HORN = registry.find("cape_horn")
OPTIONS = chosen(HORN.options, {})
PX_MM = 6
CORE_MM = 2.0

Kit = tuple[Path, Mapping[str, Printed]]


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    folder = tmp_path_factory.mktemp("horn")
    order = Order(HORN, OPTIONS, HORN.seats, "A4", "it", CORE_MM)
    return folder, {file.part: file for file in print_kit(order, ("counters", "standups", "mats"), folder)}


@pytest.fixture(scope="module")
def tiles(kit: Kit) -> list[NDArray[Any]]:
    """Every strip with a tile's two faces, in BGR."""
    side = HORN.pieces(OPTIONS)["tile:a:north"].size_mm
    found = []
    with opened(kit[0] / kit[1]["counters"].file) as pdf:
        for page in pdf:
            picture = page_colours(page, PX_MM)
            for left, top, width, height in blobs_mm(page_picture(page, PX_MM), PX_MM, side * side):
                assert (width, height) == pytest.approx((2 * side + CORE_MM, side), abs=0.7), "not at its true size"
                x, y = round(left * PX_MM), round(top * PX_MM)
                long, wide = round((2 * side + CORE_MM) * PX_MM), round(side * PX_MM)
                found.append(picture[y : y + wide, x : x + long].astype(int))
    return found


def test_all_ninety_tiles_are_printed_at_true_size(tiles: list[NDArray[Any]]) -> None:
    assert len(tiles) == 90


def test_face_down_no_tile_differs_from_another(tiles: list[NDArray[Any]]) -> None:
    size = tiles[0].shape[0] - 4
    backs = [tile[2 : 2 + size, -size - 2 : -2] for tile in tiles]
    fronts = [tile[2 : 2 + size, 2 : 2 + size] for tile in tiles]
    first, _, *_, last = backs
    assert _ink_apart(fronts[0], fronts[-1]) > 8, "a gale and a headwind look different"
    assert _ink_apart(first, fronts[0]) > 8
    assert max(_ink_apart(first, back) for back in (*backs[::9], last)) < 3, "only where a pixel falls"


def _ink_apart(one: NDArray[Any], other: NDArray[Any]) -> float:
    """How much two pictures differ over all, 0 to 255."""
    return float(np.abs(one - other).mean())


def test_there_is_a_compass_rose_of_each_colour_and_a_marker_for_every_captain() -> None:
    for seats in (HORN.seats, HORN.seats[:3]):
        count = Counter(piece.front.split(":")[0] for piece in pieces_of(HORN, OPTIONS, seats))
        assert count == {
            "tile": 90, "station": 9, "ship": len(seats), "rose": 3 * len(seats), "marker": len(seats)
        }  # fmt: skip
    roses = Counter(look for look, _ in HORN.extras(OPTIONS, HORN.seats) if look.startswith("rose:"))
    assert sorted(roses.values()) == [5, 5, 5]


def test_no_eye_looks_for_what_lies_beside_the_board() -> None:
    beside = {look for look, _ in HORN.extras(OPTIONS, HORN.seats)}
    assert not beside & set(HORN.pieces(OPTIONS))


def test_every_ship_stands(kit: Kit) -> None:
    words = words_on(kit[0] / kit[1]["standups"].file)
    for seat in HORN.seats:
        assert f"veliero {HORN.texts.say('it', f'seat.{seat}')}" in words


def test_every_captain_gets_a_log_book_with_the_track_and_the_three_zones(kit: Kit) -> None:
    file = kit[0] / kit[1]["mats"].file
    _, missing, pixels = inside(file.read_bytes())
    assert (missing, pixels) == (set(), 0)
    with opened(file) as pdf:
        words = "\n".join(page.get_textpage().get_text_range() for page in pdf)
        picture = page_picture(pdf[0], 4)
    for seat in HORN.seats:
        assert words.count(f"Diario di bordo · {HORN.texts.say('it', f'seat.{seat}')}") == 1
    assert words.count("0 1 2 3 4 5 6 7 8") == len(HORN.seats)
    lines = [line.strip() for line in words.splitlines()]
    assert {zone: lines.count(f"Zona {zone}") for zone in ("I", "II", "III")} == dict.fromkeys(("I", "II", "III"), 5)
    books = blobs_mm(picture, 4, 184 * 116 * 0.9)
    assert [(round(width), round(height)) for _, _, width, height in books] == [(184, 116)] * 2


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("sheet", ["A2", "A1"])
def test_nothing_in_a_log_book_is_left_to_fill_in(lang: str, sheet: str, tmp_path: Path) -> None:
    order = Order(HORN, chosen(HORN.options, {"board": sheet}), HORN.seats[:3], "Letter", lang)
    (file,) = print_kit(order, ["mats"], tmp_path)
    with opened(tmp_path / file.file) as pdf:
        words = pdf[0].get_textpage().get_text_range()
        picture = page_picture(pdf[0], 4)
    assert not set("{}") & set(words)
    last = HORN.texts.say(lang, "log.win", {"least": 2, "all": 3}).split()[-1]
    assert words.count(last) >= 2, "both books are there to their last word"
    assert len(blobs_mm(picture, 4, 184 * 116 * 0.9)) == 2, "nothing runs over a book's edge"
