"""Finds ArUco squares in a picture: the board's four corner markers and the tags on pieces."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

SMALLEST_PERIMETER_PX = 44.0
"""A marker of 14 px seen a little from the side; smaller ones have less than 2 px a module and read by luck."""

QUICK_WINDOWS_PX = (7, 13)
"""Windows of the only threshold of a quick search, on small pictures and on large ones: three find no more of the
markers of evenly lit boards and take three times as long."""
LARGE_PX = 1000
"""Longer side from which a picture is large."""

Quad = NDArray[np.float64]
"""Four corners in ArUco's order, 4 × 2."""


def find_squares(
    grey: NDArray[np.uint8], dictionary: int = cv2.aruco.DICT_4X4_50, quick: bool = False, whole_px: int = 0
) -> list[tuple[int, Quad]]:
    """Every ArUco square in a grey picture: id and corners (px, sub-pixel); an id may come twice.

    A `quick` search, a third of the work, misses some in uneven light. `whole_px`: longer side of the picture of which
    `grey` is a part.
    """
    corners, ids, _ = _detector(dictionary, max(*grey.shape, whole_px), quick).detectMarkers(grey)
    if ids is None:
        return []
    return [(int(number), quad[0].astype(np.float64)) for number, quad in zip(np.ravel(ids), corners)]


def sharpened(grey: NDArray[np.uint8], quad: Quad) -> Quad:
    """Corners that were found in a smaller picture, exact to a part of a pixel of this one."""
    side = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).min())
    reach = max(1, min(4, int(side * 0.1)))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02)
    corners = quad.astype(np.float32).reshape(-1, 1, 2).copy()
    return cv2.cornerSubPix(grey, corners, (reach, reach), (-1, -1), stop).reshape(4, 2).astype(np.float64)


@lru_cache(maxsize=32)
def _detector(dictionary: int, longer_side_px: int, quick: bool) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    if quick:
        window = QUICK_WINDOWS_PX[longer_side_px > LARGE_PX]
        parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = window
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 3
    parameters.relativeCornerRefinmentWinSize = 0.2
    parameters.minMarkerPerimeterRate = min(0.3, SMALLEST_PERIMETER_PX / longer_side_px)
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary), parameters)
