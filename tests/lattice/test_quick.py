"""A plain map is found in a small picture of it, and small cells only where the whole picture shows them too."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.measures.no_lattice import without_lattice
from companion.measures.printed_maps import corners
from vision.lattice.lines import Values
from vision.lattice.quick import plain
from vision.lattice.search import Candidate
from vision.lattice.sights import Sights

SIZE = (1920, 1080)
PAPER, LINE, NOISE = 200, 90, 3.0
CLOSE = 0.03
SEEN = np.array([[0.93, -0.31, 260.0], [0.28, 0.88, -230.0], [6e-5, 9e-5, 1.0]])
"""The sheet, seen turned and a little from the side."""


def printed(pitch: float, dots: bool = False) -> Values:
    """A sheet of hexes `pitch` px across, with thin lines about them or a dot in each, and some noise."""
    i, j = np.meshgrid(np.arange(math.ceil(SIZE[0] / pitch)), np.arange(math.ceil(SIZE[1] / pitch)))
    centres = np.column_stack([((i + (j % 2) / 2) * pitch).ravel(), (j * pitch * math.sqrt(3) / 2).ravel()]) + pitch
    sheet = np.full(SIZE[::-1], PAPER, np.uint8)
    for outline, centre in zip(corners("hex", centres, pitch), centres, strict=True):
        if dots:
            cv2.circle(sheet, np.round(centre * 16).astype(int), 40, LINE, -1, cv2.LINE_AA, 4)
        else:
            cv2.polylines(sheet, [np.round(outline * 16).astype(np.int32)], True, LINE, 1, cv2.LINE_AA, 4)
    sheet = cv2.warpPerspective(sheet, SEEN, SIZE, borderValue=PAPER)
    seen = sheet + np.random.default_rng(5).standard_normal(sheet.shape) * NOISE
    return np.asarray(np.clip(np.round(seen), 0, 255), np.float32)


def looked_at(sheet: Values, closer: Values) -> Candidate | None:
    """What the small picture of a sheet shows plainly, where `closer` is seen of it at its full size."""

    def part(low: NDArray[np.intp], high: NDArray[np.intp]) -> Values:
        return closer[2 * low[1] : 2 * high[1], 2 * low[0] : 2 * high[0]]

    small = cv2.resize(sheet, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return plain(Sights(np.asarray(small, np.float32), 2.0, None), part)


def off(found: Candidate, pitch: float) -> float:
    """How far cells about the middle of the sheet are from where they were printed, in pitches."""
    j = round(SIZE[1] / 2 / (pitch * math.sqrt(3) / 2)) + np.arange(3)
    i = round(SIZE[0] / 2 / pitch) + np.arange(3)
    printed_at = np.column_stack([(i + j % 2 / 2) * pitch, j * pitch * math.sqrt(3) / 2]) + pitch
    seen_at = cv2.perspectiveTransform(printed_at[None], SEEN)[0]
    places = found.fit.view.plane((seen_at + 0.5) / 2 - 0.5)
    rows = places[:, 1] / (math.sqrt(3) / 2)
    cells = np.column_stack([places[:, 0] - rows / 2, rows])
    return float(np.abs(cells - np.round(cells)).max())


@pytest.mark.parametrize(("pitch", "dots"), [(20.0, False), (36.0, False), (90.0, False), (36.0, True)])
def test_a_plain_map_is_found_in_a_small_picture_of_it(pitch: float, dots: bool) -> None:
    sheet = printed(pitch, dots)
    found = looked_at(sheet, sheet)
    assert found is not None
    assert found.fit.kind == "hex"
    assert off(found, pitch) < CLOSE


def test_small_cells_that_the_whole_picture_does_not_show_are_not_believed() -> None:
    sheet = printed(24.0)
    assert looked_at(sheet, np.full_like(sheet, PAPER)) is None


def test_small_cells_that_the_whole_picture_shows_elsewhere_are_not_believed() -> None:
    sheet = printed(24.0)
    assert looked_at(sheet, np.roll(sheet, 8, axis=1)) is None


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_plain_where_there_is_no_lattice(seed: int) -> None:
    grey = np.asarray(cv2.cvtColor(without_lattice(seed)[1], cv2.COLOR_BGR2GRAY), np.float32)
    assert looked_at(grey, grey) is None
