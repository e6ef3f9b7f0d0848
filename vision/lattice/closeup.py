"""Small cells of a large picture, looked at in parts of it at their full size, and gone on with over all of it.

Reduced to the size at which pictures are looked at, the lines between cells of 30 px blur away in one of twelve
megapixels. In a part that is no larger than a small picture they are as plain as ever.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.candidates import Candidate, candidate, seen_px
from vision.lattice.contrast import contrasted
from vision.lattice.exposure import well_lit
from vision.lattice.grown import grown
from vision.lattice.homography import even_homography_of
from vision.lattice.lines import Values
from vision.lattice.patches import Matrix
from vision.lattice.quick import plain
from vision.lattice.result import plane_of
from vision.lattice.sights import Sights
from vision.lattice.view import View

PART_PX = np.array([1440, 1080])
"""Width and height of a part."""
PARTS, GRID = 3, 3
"""Parts that are looked at, of so many per side: that in the middle, and those with most detail."""
PITCH_PX = 20.0
"""Px from cell to cell to which the whole picture is reduced for the lattice to be gone on with."""


def close_up(grey: NDArray[np.uint8], is_time_up: Callable[[], bool]) -> tuple[Sights, Candidate] | None:
    """The lattice that a part of a grey picture (H×W) shows plainly by its lines, and as far as it goes on beyond.

    With what it was seen in: the whole picture, reduced. None where no part shows one.
    """
    for low in _parts(grey):
        if is_time_up():
            return None
        high = np.minimum(low + PART_PX, grey.shape[::-1])
        part = grey[low[1] : high[1], low[0] : high[0]]
        found = plain(Sights(well_lit(part), 1.0, is_time_up), _larger(part))
        if found is not None and not found.fit.is_of_dots:
            return _gone_on(grey, low, found, is_time_up)
    return None


def _parts(grey: NDArray[np.uint8]) -> Iterator[NDArray[np.intp]]:
    """Upper left corners (x, y) of the parts that are looked at, in order."""
    free = np.maximum(np.array(grey.shape[::-1]) - PART_PX, 0)
    corners = [
        np.round(free * (x, y)).astype(np.intp) for y in np.linspace(0, 1, GRID) for x in np.linspace(0, 1, GRID)
    ]
    middle = corners.pop(len(corners) // 2)
    yield middle
    change = cv2.absdiff(grey, cv2.blur(grey, (5, 5)))
    detail = [float(change[y : y + PART_PX[1] : 4, x : x + PART_PX[0] : 4].mean()) for x, y in corners]
    for number in np.argsort(detail)[::-1][: PARTS - 1]:
        yield corners[number]


def _larger(part: NDArray[np.uint8]) -> Callable[[NDArray[np.intp], NDArray[np.intp]], Values]:
    """What shows a part of that part twice as large: there is no more detail in it."""

    def closer(low: NDArray[np.intp], high: NDArray[np.intp]) -> Values:
        some = part[low[1] : high[1], low[0] : high[0]]
        size = [int(one) for one in 2 * (high - low)]
        return well_lit(np.asarray(cv2.resize(some, size, interpolation=cv2.INTER_CUBIC), np.uint8))

    return closer


def _gone_on(
    grey: NDArray[np.uint8], low: NDArray[np.intp], found: Candidate, is_time_up: Callable[[], bool]
) -> tuple[Sights, Candidate]:
    """What was found in the part from `low` (x, y) on, gone on with over the whole picture, in px of it reduced."""
    fit, points = found.fit, seen_px(found.fit)
    times = max(1.0, float(np.median(fit.view.pitch_px(points))) / PITCH_PX)
    size = [math.ceil(one / times) for one in grey.shape[::-1]]
    reduced = grey if times == 1 else np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    sights = Sights(well_lit(reduced), times, is_time_up)
    scale: Matrix = np.array(reduced.shape[::-1]) / grey.shape[::-1]
    there = (points + low + 0.5) * scale - 0.5
    to_plane = even_homography_of(there, fit.seen @ plane_of(fit.kind)[:2, :2].T)
    view = View(to_plane / to_plane[2, 2], sights.size)
    detail = sights.detail(float(np.median(view.pitch_px(there))))
    edges = contrasted(detail, fit.kind, view, fit.seen, sights.dark_in_detail(fit.dark))
    here = msgspec.structs.replace(fit, view=view, edges=edges, scale=detail.scale)
    return sights, grown(sights, candidate(here))
