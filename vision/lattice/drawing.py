"""Draws a found lattice over its picture, for people to judge."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.result import Lattice

SHIFT = 4
"""Bits of a pixel's fraction that OpenCV's polygons take."""
LINE_BGR, CENTRE_BGR = (60, 20, 230), (0, 220, 255)


def drawn_over(picture: NDArray[np.uint8], lattice: Lattice) -> NDArray[np.uint8]:
    """A copy of a BGR picture with the outlines and centres of cells that are seen, or lie between some that are."""
    drawn = picture.copy()
    height, width = picture.shape[:2]
    thick = max(1, round(max(width, height) / 1400))
    for cell in lattice.cells_within((width, height)):
        outline = np.round(lattice.outline(cell) * 2**SHIFT)
        if np.isfinite(outline).all() and np.abs(outline).max() < 2**27:
            cv2.polylines(drawn, [outline.astype(np.int32)], True, LINE_BGR, thick, cv2.LINE_AA, SHIFT)
    for x, y in lattice.centres(lattice.cells_within((width, height))):
        radius = max(2, math.ceil(lattice.pitch_px / 20))
        cv2.circle(drawn, (round(x), round(y)), radius, CENTRE_BGR, -1, cv2.LINE_AA)
    return drawn
