"""Pointing at a board says which one is meant, and never makes what is found worse."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.measures.finding import CLOSE, offsets
from companion.measures.printed_maps import Kind, Picture, Points, corners, whole
from vision.lattice import find_lattice

SIZE = (1280, 720)
PITCH = {"hex": 46.0, "square": 52.0}
LEFT: dict[Kind, float] = {"hex": 60.0, "square": 740.0}


def centres_of(kind: Kind) -> Points:
    i, j = np.meshgrid(np.arange(8), np.arange(12))
    shift, row = ((j % 2) / 2, math.sqrt(3) / 2) if kind == "hex" else (0 * j, 1.0)
    first = np.array([LEFT[kind], 70.0])
    return first + PITCH[kind] * np.column_stack([(i + shift).ravel(), (j * row).ravel()])


def printed(*kinds: Kind) -> Picture:
    """Boards of some kinds beside each other."""
    sheet = np.full((SIZE[1], SIZE[0], 3), (190, 215, 205), np.uint8)
    for kind in kinds:
        for outline in corners(kind, centres_of(kind), PITCH[kind]):
            cv2.polylines(sheet, [whole(np.round(outline))], True, (60, 60, 70), 1, cv2.LINE_AA)
    noise = np.random.default_rng(4).standard_normal(sheet.shape) * 3
    return np.asarray(np.clip(sheet + noise, 0, 255), np.uint8)


@pytest.fixture(scope="module")
def two_boards() -> Picture:
    return printed("hex", "square")


def taps(kind: Kind) -> Points:
    low, high = centres_of(kind).min(axis=0), centres_of(kind).max(axis=0)
    return np.array([low, (high[0], low[1]), high, (low[0], high[1])])


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_of_two_boards_that_is_found_at_which_somebody_pointed(two_boards: Picture, kind: Kind) -> None:
    lattice = find_lattice(two_boards, taps(kind))
    assert lattice is not None
    assert offsets(lattice, kind, centres_of(kind)).max() < CLOSE


def test_pointing_beside_all_boards_finds_none(two_boards: Picture) -> None:
    assert find_lattice(two_boards, [(480, 100), (630, 100), (630, 690), (480, 690)]) is None


def test_pointing_at_a_narrow_strip_of_a_board_finds_all_of_it() -> None:
    middle = centres_of("hex").mean(axis=0)
    strip = [middle + one for one in ((-150, -20), (150, -20), (150, 20), (-150, 20))]
    lattice = find_lattice(printed("hex"), strip)
    assert lattice is not None
    assert offsets(lattice, "hex", centres_of("hex")).max() < CLOSE
