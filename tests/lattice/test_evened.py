"""Lines across the view that have blurred away are no missing ones: the mean of the cells tells them from a wall."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.measures.printed_maps import Picture, Points, corners, whole
from vision.lattice.candidates import Candidate, candidate
from vision.lattice.evened import evened
from vision.lattice.lines import Values
from vision.lattice.outlines import fitted
from vision.lattice.sights import Sights
from vision.lattice.view import View

SIZE = (960, 540)
PITCH = 36.0
PAPER, LINE, NOISE = 200, 40, 3.0
BELIEVED, REFUSED = 0.9, 0.1


def middles() -> Points:
    """The middles of the cells of a board, px."""
    i, j = np.meshgrid(np.arange(25), np.arange(17))
    return np.column_stack([((i + (j % 2) / 2) * PITCH).ravel(), (j * PITCH * math.sqrt(3) / 2).ravel()]) + PITCH


def photographed(sheet: Picture) -> Values:
    """A sheet with the noise of a camera."""
    seen = sheet + np.random.default_rng(5).standard_normal(sheet.shape) * NOISE
    return np.asarray(np.clip(np.round(seen), 0, 255), np.float32)


def printed(upright: int) -> Values:
    """A board of hexes whose upright lines are so many grey values darker than the paper, the others by `LINE`."""
    sheet = np.full(SIZE[::-1], PAPER, np.uint8)
    for outline in corners("hex", middles(), PITCH):
        for one, other in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            darker = upright if abs(one[0] - other[0]) < 1 else LINE
            cv2.line(sheet, np.round(one).astype(int), np.round(other).astype(int), PAPER - darker, 1, cv2.LINE_AA)
    return photographed(sheet)


def ticked() -> Values:
    """A board of hexes with short ticks about the corners, and a number of four figures in the middle of each."""
    sheet = np.full(SIZE[::-1], PAPER, np.uint8)
    for number, (middle, outline) in enumerate(zip(middles(), corners("hex", middles(), PITCH), strict=True)):
        cv2.putText(
            sheet,
            f"{number:04d}",
            (int(middle[0]) - 12, int(middle[1]) + 4),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.35,
            90,
            1,
            cv2.LINE_AA,
        )
        for one, other in (*zip(outline, np.roll(outline, -1, axis=0)), *zip(outline, np.roll(outline, 1, axis=0))):
            end = one + 0.15 * (other - one)
            cv2.polylines(sheet, [whole(np.round(np.array([one, end]) * 16))], False, PAPER - 80, 1, cv2.LINE_AA, 4)
    return photographed(sheet)


def by_lines(sights: Sights) -> Candidate:
    """The lattice where it was printed, as its lines alone show it."""
    view = View(np.array([[1 / PITCH, 0, -1], [0, 1 / PITCH, -1], [0, 0, 1.0]]), SIZE)
    lines = sights.lines(PITCH)
    about = np.array([[SIZE[0] / 2, SIZE[1] / 2]])
    fit = fitted("hex", view, lines.only(lines.dark), about)
    assert fit is not None
    return candidate(fit)


@pytest.mark.parametrize(("upright", "is_found"), [(4, True), (0, False)])
def test_faint_lines_in_one_direction_are_told_from_missing_ones(upright: int, is_found: bool) -> None:
    sights = Sights(printed(upright), 1.0)
    found = by_lines(sights)
    assert found.confidence < REFUSED
    better = evened(sights, found)
    assert better.confidence > BELIEVED if is_found else better.confidence < REFUSED


def test_short_ticks_about_the_corners_of_numbered_hexes_are_as_good_as_edges() -> None:
    sights = Sights(ticked(), 1.0)
    found = by_lines(sights)
    assert found.confidence < REFUSED
    assert evened(sights, found).confidence > BELIEVED
