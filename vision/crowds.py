"""Tells pieces that lie close together from an arm: between pieces there are edges, skin and cloth go on."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Tone
from vision.rects import wider

WIDER = 1.25
"""Widths of the largest piece from which what has no edge in it is no piece: less may be two of a colour that touch."""
EDGE_TONE = 0.07
"""Range of a smoothed channel's tone over three pixels from which there is an edge: of a camera's noise it is 0.01 to
0.04, between pieces of one colour, their sides and shadows, 0.15 and more."""
SMOOTHED_PX = 3
"""Width over which noise is smoothed."""


def crowds(islands: NDArray[np.bool_], tones: Tone, largest_px: float) -> NDArray[np.bool_]:
    """Those of `islands`, which cover a board and reach in from nowhere, that may be pieces lying close together.

    `tones` of what is seen there; `largest_px`: width of the game's largest piece as seen.
    """
    x, y, width, height = cv2.boundingRect(islands.astype(np.uint8))
    around = wider((x, y, x + width, y + height), SMOOTHED_PX)
    part = slice(max(0, around[1]), around[3]), slice(max(0, around[0]), around[2])
    smooth = cv2.blur(tones[part], (SMOOTHED_PX, SMOOTHED_PX))
    steps = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    plain = (islands[part] & (steps < EDGE_TONE)).astype(np.uint8)
    deep = cv2.distanceTransform(plain, cv2.DIST_L2, 3) > WIDER * largest_px / 2
    if not deep.any():
        return islands
    count, labels = cv2.connectedComponents(islands.astype(np.uint8), connectivity=8)
    whole = np.bincount(labels[part][deep], minlength=count) > 0
    return np.asarray(islands & ~whole[labels], np.bool_)
