"""Tells pieces that lie close together from an arm: between pieces there are edges, skin and cloth go on."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Tone
from vision.rects import wider
from vision.tone_edges import SMOOTHED_PX, tone_edges

WIDER = 1.25
"""Widths of the largest piece from which what has no edge in it is no piece: less may be two of a colour that touch."""


def crowds(islands: NDArray[np.bool_], tones: Tone, largest_px: float) -> NDArray[np.bool_]:
    """Those of `islands`, which cover a board and reach in from nowhere, that may be pieces lying close together.

    `tones` of what is seen there; `largest_px`: width of the game's largest piece as seen.
    """
    x, y, width, height = cv2.boundingRect(islands.astype(np.uint8))
    around = wider((x, y, x + width, y + height), SMOOTHED_PX)
    part = slice(max(0, around[1]), around[3]), slice(max(0, around[0]), around[2])
    plain = (islands[part] & ~tone_edges(tones[part])).astype(np.uint8)
    deep = cv2.distanceTransform(plain, cv2.DIST_L2, 3) > WIDER * largest_px / 2
    if not deep.any():
        return islands
    count, labels = cv2.connectedComponents(islands.astype(np.uint8), connectivity=8)
    whole = np.bincount(labels[part][deep], minlength=count) > 0
    return np.asarray(islands & ~whole[labels], np.bool_)
