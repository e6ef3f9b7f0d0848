"""A lattice is told from dense art by laying a tilted picture's lines flat and adding up what repeats."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.measures.printed_maps import Points, corners
from vision.lattice.bases import Kind
from vision.lattice.homography import through
from vision.lattice.overhead import Overhead, laid_flat, overheads
from vision.lattice.result import plane_of
from vision.lattice.ridges import Ridges

SIZE = (960, 540)
PITCH = 30.0
PER_LINE = 12
"""Points on each edge and on each stroke of the art."""


def strokes(ends: Points) -> tuple[Points, Points]:
    """Points on straight strokes (n×2×2 px) and the directions in which they run."""
    along = (ends[:, 1] - ends[:, 0]) / np.hypot(*(ends[:, 1] - ends[:, 0]).T)[:, None]
    t = (np.arange(PER_LINE) / PER_LINE)[None, :, None]
    points = ends[:, None, 0] * (1 - t) + ends[:, None, 1] * t
    return points.reshape(-1, 2), np.repeat(along, PER_LINE, axis=0)


def lines_of(kind: Kind, tilt_deg: float, art: int) -> Ridges:
    """Lines of a map of hexes or squares seen tilted, of which two of three edges are missing, under strokes of art."""
    rng = np.random.default_rng(4)
    i, j = np.meshgrid(np.arange(-40, 41), np.arange(-30, 31))
    plane = plane_of(kind)[:2, :2]
    centres = np.column_stack([i.ravel(), j.ravel()]) @ plane.T * PITCH + np.array(SIZE) / 2
    outlines = corners(kind, centres, PITCH)
    edges = np.stack([outlines, np.roll(outlines, -1, axis=1)], axis=2).reshape(-1, 2, 2)
    edges = edges[rng.random(len(edges)) < 1 / 3]
    middle = np.array([[1, 0, -SIZE[0] / 2], [0, 1, -SIZE[1] / 2], [0, 0, 1]])
    pose = np.linalg.inv(laid_flat(math.radians(tilt_deg), 0.7, SIZE)) @ middle
    seen = through(pose, edges.reshape(-1, 2)).reshape(-1, 2, 2)
    seen = seen[((seen > 0) & (seen < SIZE)).all(axis=(1, 2))]
    begin, turn = rng.random((art, 2)) * SIZE, rng.uniform(0, 2 * math.pi, art)
    end = begin + 18 * np.column_stack([np.cos(turn), np.sin(turn)])
    points, along = strokes(np.concatenate([seen, np.stack([begin, end], axis=1)]))
    return Ridges(points, along, np.ones(len(points), np.bool_), np.ones(len(points)), 1.0)


def pitch_in_the_middle(found: Overhead) -> float:
    middle = np.array(SIZE) / 2
    around = through(found.to_cells, middle + np.array([(0, 0), (1, 0), (0, 1)]))
    (ax, ay), (bx, by) = around[1:] - around[0]
    area = {"hex": math.sqrt(3) / 2, "square": 1.0}[found.kind]
    return math.sqrt(1 / abs(ax * by - ay * bx) / area)


@pytest.mark.parametrize(("kind", "tilt_deg"), [("hex", 0.0), ("hex", 40.0), ("square", 30.0)])
def test_tilted_cells_with_few_edges_are_the_first_that_is_seen_among_as_much_art(kind: Kind, tilt_deg: float) -> None:
    found = overheads(lines_of(kind, tilt_deg, 2000), SIZE)
    assert found[0].kind == kind
    assert pitch_in_the_middle(found[0]) == pytest.approx(PITCH, rel=0.12)


def test_art_alone_repeats_nowhere_clearly() -> None:
    lines = lines_of("hex", 20.0, 3000)
    art = lines.only(np.arange(len(lines)) >= len(lines) - 3000 * PER_LINE)
    assert max((one.clear for one in overheads(art, SIZE)), default=0.0) < 6.5


def test_a_picture_with_hardly_a_line_has_nothing_to_lay_flat() -> None:
    few = lines_of("hex", 0.0, 2).only(np.arange(20))
    assert overheads(few, SIZE) == []
