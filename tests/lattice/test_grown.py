"""A lattice that is seen rightly in a part of a board only is gone on with over all of it."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.measures.printed_maps import Picture, Points, corners, whole
from vision.lattice.candidates import Candidate, candidate
from vision.lattice.contrast import contrasted, spotted
from vision.lattice.edges import Fit
from vision.lattice.exposure import well_lit
from vision.lattice.grids import in_picture
from vision.lattice.grown import grown
from vision.lattice.result import plane_of
from vision.lattice.sights import Sights
from vision.lattice.view import View

SIZE = (960, 540)
PITCH = 22.0
CLOSE = 0.1


def slanted_map(dots: bool = False) -> tuple[Picture, View]:
    """A map of hexes that lies slanted in all of a picture but its rim, and where its cells lie.

    Thin lines are printed, or, of `dots`, one in the middle of each hex.
    """
    width, height = SIZE
    sheet = np.full((height, width), 200, np.uint8)
    i, j = np.meshgrid(np.arange(-16, 46), np.arange(30))
    i, j = i.ravel(), j.ravel()
    centres: Points = np.column_stack([(i + j / 2) * PITCH, j * math.sqrt(3) / 2 * PITCH])
    for outline in [] if dots else corners("hex", centres, PITCH):
        cv2.polylines(sheet, [whole(np.round(outline * 16))], True, 120, 1, cv2.LINE_AA, 4)
    for place in centres if dots else []:
        cv2.circle(sheet, whole(np.round(place * 16)).tolist(), 24, 90, -1, cv2.LINE_AA, 4)
    sides = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * SIZE
    aim = np.array([(0.04, 0.1), (0.9, 0.02), (0.98, 0.92), (0.02, 0.98)]) * SIZE
    onto = np.asarray(cv2.getPerspectiveTransform(sides.astype(np.float32), aim.astype(np.float32)), np.float64)
    seen = cv2.warpPerspective(sheet, onto, SIZE, flags=cv2.INTER_LINEAR, borderValue=90)
    noisy = seen + np.random.default_rng(7).standard_normal(seen.shape) * 4
    to_plane = np.diag([1 / PITCH, 1 / PITCH, 1.0]) @ np.linalg.inv(onto)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8), View(to_plane / to_plane[2, 2], SIZE)


def askew_beyond(truth: View, by: float) -> View:
    """A view that is right in the left third of the picture, and `by` pitches aside at its right end."""
    width, height = truth.size
    there = np.array([(0, 0), (0, height), (width / 3, height / 2), (width, 0), (width, height)])
    moved = truth.plane(there) + np.array([(0, 0), (0, 0), (0, 0), (by, by), (by, -by)])
    matrix, _ = cv2.findHomography(there, moved)
    return View(matrix / matrix[2, 2], truth.size)


def seen_left(sights: Sights, view: View, dots: bool = False) -> Candidate:
    """A lattice of dark lines, or dots, found where a view has it, and seen in the left third of the picture."""
    cells = in_picture("hex", view, 1.0)
    x = view.picture(cells @ plane_of("hex")[:2, :2].T)[:, 0]
    cells = cells[x < view.size[0] / 3]
    detail = sights.detail(PITCH)
    edges = (spotted if dots else contrasted)(detail, "hex", view, cells, True)
    return candidate(Fit("hex", view, True, edges, cells, detail.scale))


def farthest(view: View, truth: View) -> float:
    """How far the worst cell in the picture is from where it truly lies, in pitches."""
    cells = in_picture("hex", truth, 1.0) @ plane_of("hex")[:2, :2].T
    return float(np.hypot(*(view.plane(truth.picture(cells)) - cells).T).max())


@pytest.mark.parametrize("dots", [False, True])
def test_the_far_side_of_a_board_is_right_where_only_the_near_one_was_seen(dots: bool) -> None:
    picture, truth = slanted_map(dots)
    sights = Sights(well_lit(picture), 1.0)
    before = seen_left(sights, askew_beyond(truth, 0.4), dots)
    assert farthest(before.fit.view, truth) > 3 * CLOSE
    after = grown(sights, before)
    assert farthest(after.fit.view, truth) < CLOSE
    assert len(after.fit.seen) > 2 * len(before.fit.seen)


@pytest.mark.parametrize("dots", [False, True])
def test_a_lattice_goes_nowhere_beyond_its_board(dots: bool) -> None:
    picture, truth = slanted_map(dots)
    picture[:, SIZE[0] // 3 :] = 90
    sights = Sights(well_lit(picture), 1.0)
    before = seen_left(sights, truth, dots)
    assert grown(sights, before) is before
