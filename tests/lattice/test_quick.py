"""A plain map is found in a small picture of it, and small cells only where the whole picture shows them too."""

from __future__ import annotations

import math
from typing import Literal

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.measures.no_lattice import without_lattice
from companion.measures.photographs import photograph
from companion.measures.printed_maps import corners
from vision.lattice.candidates import Candidate
from vision.lattice.lines import Values
from vision.lattice.quick import plain
from vision.lattice.sights import Sights
from vision.lattice.view import bent, straightened

SIZE = (1920, 1080)
PAPER, LINE, NOISE = 200, 90, 3.0
TICK = 0.2
"""Part of an edge that ticks at either end of it are long."""
CLOSE = 0.03
BENT = -0.08
"""Bend of a lens that one picture in ten has."""
SEEN = np.array([[0.93, -0.31, 260.0], [0.28, 0.88, -230.0], [6e-5, 9e-5, 1.0]])
"""The sheet, seen turned and a little from the side."""


def printed(pitch: float, marks: Literal["lines", "ticks", "dots"] = "lines") -> Values:
    """A sheet of hexes `pitch` px across, with lines, ticks about their corners or dots in them, and some noise."""
    i, j = np.meshgrid(np.arange(math.ceil(SIZE[0] / pitch)), np.arange(math.ceil(SIZE[1] / pitch)))
    centres = np.column_stack([((i + (j % 2) / 2) * pitch).ravel(), (j * pitch * math.sqrt(3) / 2).ravel()]) + pitch
    sheet = np.full(SIZE[::-1], PAPER, np.uint8)
    for outline, centre in zip(corners("hex", centres, pitch), centres, strict=True):
        if marks == "ticks":
            after, before = (outline + (np.roll(outline, k, axis=0) - outline) * TICK for k in (-1, 1))
            ticks = np.stack([after, outline, before], axis=1)
            cv2.polylines(sheet, list(np.round(ticks * 16).astype(np.int32)), False, LINE, 2, cv2.LINE_AA, 4)
        elif marks == "dots":
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
    return plain(Sights(np.asarray(small, np.float32), 2.0), part)


def seen_through_a_lens(picture: Values, bend: float) -> Values:
    """A picture as a lens bends it."""
    y, x = np.mgrid[: SIZE[1], : SIZE[0]]
    straight = straightened(np.column_stack([x.ravel(), y.ravel()]).astype(np.float64), bend, SIZE)
    at = straight.reshape(SIZE[1], SIZE[0], 2).astype(np.float32)
    return np.asarray(cv2.remap(picture, at, None, cv2.INTER_LINEAR, borderValue=PAPER), np.float32)


def off(found: Candidate, pitch: float, bend: float = 0.0) -> float:
    """How far cells about the middle of the sheet are from where they were printed, in pitches."""
    j = round(SIZE[1] / 2 / (pitch * math.sqrt(3) / 2)) + np.arange(3)
    i = round(SIZE[0] / 2 / pitch) + np.arange(3)
    printed_at = np.column_stack([(i + j % 2 / 2) * pitch, j * pitch * math.sqrt(3) / 2]) + pitch
    seen_at = bent(cv2.perspectiveTransform(printed_at[None], SEEN)[0], bend, SIZE)
    places = found.fit.view.plane((seen_at + 0.5) / 2 - 0.5)
    rows = places[:, 1] / (math.sqrt(3) / 2)
    cells = np.column_stack([places[:, 0] - rows / 2, rows])
    return float(np.abs(cells - np.round(cells)).max())


@pytest.mark.parametrize(
    ("pitch", "marks"), [(20.0, "lines"), (36.0, "lines"), (90.0, "lines"), (36.0, "dots"), (34.0, "ticks")]
)
def test_a_plain_map_is_found_in_a_small_picture_of_it(pitch: float, marks: Literal["lines", "ticks", "dots"]) -> None:
    sheet = printed(pitch, marks)
    found = looked_at(sheet, sheet)
    assert found is not None
    assert found.fit.kind == "hex"
    assert off(found, pitch) < CLOSE


@pytest.mark.parametrize("pitch", [20.0, 36.0, 90.0])
def test_a_plain_map_is_found_in_a_small_picture_of_it_through_a_lens_that_bends(pitch: float) -> None:
    sheet = seen_through_a_lens(printed(pitch), BENT)
    found = looked_at(sheet, sheet)
    assert found is not None
    assert off(found, pitch, BENT) < CLOSE
    assert found.fit.view.bend == pytest.approx(BENT, rel=0.2)


def test_no_tilt_passes_for_a_lens_that_bends() -> None:
    """These dashes repeat as if they were seen through a lens: by that the far cells would be half a cell off."""
    seen = photograph(241023, "hex")
    grey = np.asarray(cv2.cvtColor(seen.image, cv2.COLOR_BGR2GRAY), np.float32)
    found = looked_at(grey, grey)
    assert found is not None
    assert abs(found.fit.view.bend) < -BENT / 2


def test_squares_of_which_every_fifth_frequency_is_seen_are_found() -> None:
    seen = photograph(280020, "square")
    grey = np.asarray(cv2.cvtColor(seen.image, cv2.COLOR_BGR2GRAY), np.float32)
    found = looked_at(grey, grey)
    assert found is not None
    middle = seen.centres.mean(axis=0, keepdims=True)
    apart = np.sort(np.hypot(*(seen.centres - seen.centres[np.hypot(*(seen.centres - middle).T).argmin()]).T))[1]
    assert found.fit.kind == "square"
    assert found.fit.view.pitch_px(middle / 2)[0] == pytest.approx(apart / 2, rel=0.2)


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
