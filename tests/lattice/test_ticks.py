"""Hexes of which only ticks about the corners are printed are found by these, and not by what their tints seem."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.measures.finding import CLOSE, offsets
from companion.measures.photographs import photograph
from vision.lattice import find_lattice
from vision.lattice.averaging import BINS, by_edges
from vision.lattice.lines import Values
from vision.lattice.result import plane_of

LARGER = 8


@pytest.mark.parametrize("seed", [270005, 270009])
def test_small_hexes_with_ticks_about_their_corners_are_found(seed: int) -> None:
    ticked = photograph(seed, "hex")
    lattice = find_lattice(ticked.image)
    assert lattice is not None
    assert offsets(lattice, "hex", ticked.centres).max() < CLOSE


def stars(turned_deg: float) -> Values:
    """A mean cell of hexes with dark stars of three rays at its corners, turned from where edges meet there."""
    side = BINS * LARGER
    drawn = np.zeros((side, side), np.float32)
    to_cells = np.linalg.inv(plane_of("hex")[:2, :2])
    for number in range(6):
        corner = number * math.pi / 3 + math.pi / 6
        at = np.array([math.cos(corner), math.sin(corner)]) / math.sqrt(3)
        for ray in range(3):
            along = corner + math.radians(turned_deg) + ray * 2 * math.pi / 3
            end = at + 0.14 * np.array([math.cos(along), math.sin(along)])
            for i in (-1, 0, 1):
                for j in (-1, 0, 1):
                    one, other = ((to_cells @ place + (i, j)) * side for place in (at, end))
                    cv2.line(drawn, np.round(one).astype(int), np.round(other).astype(int), -1.0, 2 * LARGER)
    return np.asarray(cv2.resize(drawn, (BINS, BINS), interpolation=cv2.INTER_AREA), np.float32)


def test_rays_along_the_edges_are_ticks_and_others_are_less() -> None:
    ticks, turned = (by_edges(stars(by), "hex", np.eye(2), 40.0, (True,), ticks=True) for by in (0.0, 60.0))
    assert np.abs((np.array(ticks.at) + 0.5) % 1 - 0.5).max() < 0.03
    assert ticks.stands_out(0.15, 0.6)
    assert turned.shows < ticks.shows / 2
