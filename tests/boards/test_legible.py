"""The map can be read and played on: words keep clear of one another, and pieces stand out on every ground."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

import engines.casablanca_escape
from engines.boards.drawing import palette as ink
from engines.boards.drawing.lettering import MEAN_GLYPH, NAME_DROP, name_size
from engines.boards.drawing.margins import TRACK_TINTS
from engines.boards.drawing.signs import LABEL_RISE
from engines.boards.hex import HexBoard
from engines.boards.loader import load_board

from .test_pieces import COLOURS

FILE = Path(engines.casablanca_escape.__file__).with_name("data") / "board.toml"
Rect = tuple[float, float, float, float]

GROUNDS = {
    "country": ink.COUNTRY,
    "town": ink.TOWN,
    "city": ink.CITY,
    "yellow sand": ink.YELLOW,
    "ochre": ink.OCHRE,
    "sea": ink.SEA,
    "holding box": ink.FRAME_FLOOR,
} | {f"track {level}": tint for level, tint in enumerate(TRACK_TINTS)}


@pytest.fixture(params=["A0", "A1"], scope="module")
def board(request: pytest.FixtureRequest) -> HexBoard:
    return load_board(FILE, request.param)


def printed_words(board: HexBoard, lang: str) -> dict[str, Rect]:
    """What is lettered in hexes → left, top, right, low in mm."""
    unit = board.pitch_mm / 24
    words: dict[str, Rect] = {}
    for cell in board.chart.names:
        name = board.name(cell, lang)
        size = name_size(name, board.terrain(cell)) * unit
        words[name] = box(board, cell, NAME_DROP * unit, MEAN_GLYPH * len(name) * size, size)
    for feature in ("friend", "price", "landing"):
        for cell, label in board.features[feature].items():
            wide = 5.2 if feature == "landing" else 14.8
            words[f"{feature} {label} {cell}"] = box(board, cell, -LABEL_RISE * unit, wide * unit, 4.8 * unit)
    for cell, label in board.features["start"].items():
        words[f"start {label}"] = box(board, cell, 0, 12.2 * unit, 12.2 * unit)
    return words


def box(board: HexBoard, cell: str, down: float, wide: float, tall: float) -> Rect:
    x, y = board.places[cell].centre
    return (x - wide / 2, y + down - tall / 2, x + wide / 2, y + down + tall / 2)


def overlap(one: Rect, other: Rect) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_no_word_in_a_hex_covers_another(board: HexBoard, lang: str) -> None:
    words = printed_words(board, lang)
    assert [(one, other) for one, other in combinations(words, 2) if overlap(words[one], words[other])] == []


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_a_piece_in_the_middle_of_its_hex_leaves_most_of_every_name_free(board: HexBoard, lang: str) -> None:
    radius = board.pieces.disc_mm / 2
    for name, (_, top, _, low) in printed_words(board, lang).items():
        if name.split()[0] in ("friend", "price", "landing", "start"):
            continue
        y = board.places[board.named(name)].centre[1]
        assert low - (y + radius) > 0.6 * (low - top)


def lab(rgb: tuple[int, int, int]) -> np.ndarray:
    """CIE L*a*b* of a colour."""
    return cv2.cvtColor(np.array([[rgb]], np.float32) / 255, cv2.COLOR_RGB2LAB)[0, 0]


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("colour", COLOURS)
def test_a_piece_stands_out_on_every_ground(colour: str, ground: str) -> None:
    code = GROUNDS[ground]
    below = (int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16))
    assert np.linalg.norm(lab(COLOURS[colour]) - lab(below)) > 18, "ΔE of 2 is just seen, of 10 at a glance"
