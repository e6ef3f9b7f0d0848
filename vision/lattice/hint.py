"""What a person who points at the board's corners tells the search: where to look, and how the board is tilted."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.lines import Level, Values
from vision.lattice.patches import Matrix

OUTSIDE = 0.04
"""Part of the board by which its corners may be pointed at too far inside."""
SOFT = 0.01
"""Part of the picture over which the edge of what was pointed at fades: a hard edge would itself be a line."""


class BadHint(ValueError):
    """The four points are no corners of a board; the message says why."""


def corners_of(points: Matrix, size: tuple[int, int]) -> NDArray[np.float64]:
    """Four points (4×2 px) in any order as the corners of a convex board, in order around it.

    Raises `BadHint` where they enclose too little of a picture of `size`, or one lies within the other three.
    """
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise BadHint("a hint is four points, x and y px each")
    around = cv2.convexHull(points.astype(np.float32))[:, 0]
    if len(around) != 4:
        raise BadHint("a hint is the board's four corners, but one of these points lies between the others")
    if cv2.contourArea(around) < 0.002 * size[0] * size[1]:
        raise BadHint("these four points enclose less than a five hundredth of the picture")
    return around.astype(np.float64)


def only_within(level: Level, corners: Matrix) -> Level:
    """The lines of a level within the corners (4×2 px of the picture), 0 elsewhere."""
    height, width = level.lines.shape
    here = (_grown(corners) - (level.scale - 1) / 2) / level.scale
    mask = np.zeros((height, width), np.float32)
    cv2.fillConvexPoly(mask, np.round(here).astype(np.int32), 1.0)
    soft: Values = cv2.GaussianBlur(mask, (0, 0), max(1.0, SOFT * width)) * mask
    return Level(level.lines * soft, level.scale)


def within(points: Matrix, corners: Matrix) -> NDArray[np.bool_]:
    """Which points (n×2 px) lie within the corners (4×2 px, in order around the board)."""
    around = _grown(corners)
    inside = np.ones(len(points), np.bool_)
    for a, b in zip(around, np.roll(around, -1, axis=0), strict=True):
        side = (b[0] - a[0]) * (points[:, 1] - a[1]) - (b[1] - a[1]) * (points[:, 0] - a[0])
        inside &= side >= 0 if _turns_right(around) else side <= 0
    return inside


def _turns_right(around: Matrix) -> bool:
    x, y = around.T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) > 0


def _grown(corners: Matrix) -> Matrix:
    middle = corners.mean(axis=0)
    return np.asarray(middle + (corners - middle) * (1 + OUTSIDE))
