"""Tells a lamp's mirror image on the board from what covers the board: the print shows through light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.texture import Detail

LEAST_MM2 = 100.0
"""Area below which what seems to cover the board is too little for its drawing to be compared."""
SHOWS_THROUGH = 0.4
"""Correlation, over all of what seems to cover the board, of its drawing with the floor's from which it is floor that a
lamp is mirrored in: 0.7 to 0.8 under a lamp's image, a quarter of the contrast being left; of paper 0.09 at most."""


def in_gloss(cover: NDArray[np.bool_], seen: Detail, floor: Detail, px_mm: float) -> NDArray[np.bool_]:
    """Those parts of `cover` (coarse) that are brighter than the `floor` and show its drawing, however faintly.

    Single windows of evenly printed ground show nothing of it; a whole mirror image does.
    """
    glossy = np.zeros_like(cover)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(cover.astype(np.uint8), connectivity=8)
    for number in np.flatnonzero(stats[:, cv2.CC_STAT_AREA] >= LEAST_MM2 * px_mm**2).tolist():
        x, y, width, height = stats[number, : cv2.CC_STAT_AREA].tolist()
        part = slice(y, y + height), slice(x, x + width)
        own = labels[part] == number
        if number > 0 and _is_floor(*((each.bright[part][own], each.grey[part][own]) for each in (seen, floor))):
            glossy[part] |= own
    return glossy


def _is_floor(
    seen: tuple[NDArray[np.float32], NDArray[np.float32]], floor: tuple[NDArray[np.float32], NDArray[np.float32]]
) -> bool:
    """Whether pixels of which brightness and drawing are `seen` are the `floor` in more light."""
    (bright, grey), (usual, drawn) = seen, floor
    if np.median(bright - usual) <= 0:
        return False
    size = float(np.sqrt(np.square(grey).mean() * np.square(drawn).mean()))
    return float((grey * drawn).mean()) > SHOWS_THROUGH * size
