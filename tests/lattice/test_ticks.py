"""Hexes of which only ticks about the corners are printed are found by these, and not by what their tints seem."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.measures.finding import CLOSE, offsets
from companion.measures.photographs import photograph
from companion.measures.printed_maps import corners, whole
from vision.lattice import find_lattice
from vision.lattice.averaged import placed
from vision.lattice.averaging import BINS, by_edges
from vision.lattice.candidates import candidate
from vision.lattice.contrast import contrasted
from vision.lattice.edges import Fit
from vision.lattice.grids import in_picture
from vision.lattice.lines import Values
from vision.lattice.result import plane_of
from vision.lattice.sights import Seams, Sights
from vision.lattice.view import View

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


def test_ticks_that_were_taken_for_parts_of_edges_elsewhere_are_moved_to_the_corners() -> None:
    size, pitch = (800, 600), 40.0
    to_plane = np.diag([1 / pitch, 1 / pitch, 1.0])
    cells = in_picture("hex", View(to_plane, size), 1.0)
    drawn = np.full((*size[::-1], 3), 190, np.float32)
    for outline in corners("hex", cells @ plane_of("hex")[:2, :2].T * pitch, pitch):
        for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            tick = [start, start + (end - start) * 0.25, end, end + (start - end) * 0.25]
            cv2.polylines(drawn, whole(np.round(np.reshape(tick, (2, 2, 2)) * 16)), False, (70,) * 3, 1, cv2.LINE_AA, 4)
    sights = Sights(np.ascontiguousarray(drawn[:, :, 0]), 1.0)
    aside = View(np.array([[1, 0, 0.3], [0, 1, 0.1], [0, 0, 1]]) @ to_plane, size)
    there = in_picture("hex", aside, 1.0)
    found = candidate(Fit("hex", aside, True, contrasted(sights.detail(pitch), "hex", aside, there, True), there, 1.0))
    moved = placed(sights, Seams(drawn, sights), found)
    off = moved.fit.view.plane(cells @ plane_of("hex")[:2, :2].T * pitch) @ np.linalg.inv(plane_of("hex")[:2, :2]).T
    assert moved.confidence > found.confidence
    assert np.abs(off - np.round(off)).max() < CLOSE
