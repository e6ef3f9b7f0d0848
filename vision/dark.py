"""Tells dark things from shadows: a shadow is wide, long or soft, and a dark piece on a grey floor is none of these."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

DARKER = 0.3
"""Tone by which a thing is darker than what is around it."""
STEPS_A_TONE = 100.0
"""Grey levels a tone takes while surroundings are looked for: finer than a camera's noise."""
WIDER, LONGER = 1.4, 2.4
"""Widths of the largest piece from which what is dark is a shadow, if so wide each way, or so long: the side of a piece
as seen makes it up to 1.3 times as wide as its face."""
THICK = 0.55
"""Part of the smallest piece that a dark thing is thick; the rim of shadow that a piece casts is thinner."""
WHOLE = 0.75
"""Part of the largest piece that is thick where it touches no other, as the shadow of a finger is not."""
THROUGH = 0.75
"""Part of what is printed on the floor of a dark spot that is recognised in it if it is a shadow: of some 690 black
pieces on which it was asked 0.37 at most, of shadows of fingers mostly 0.6 and more, or nothing is printed there."""


def dark_things(
    shade: NDArray[np.float32], smallest_px: float, largest_px: float, upon: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """Pixels that are darker than their floor (`shade`, tone) as pieces are: in spots of a piece's size.

    `smallest_px`, `largest_px`: widths of the game's pieces on this raster. `upon`: where the floor is not seen, below
    an arm, a tile: a shadow beside that goes on below it.
    """
    grey = cv2.addWeighted(shade, STEPS_A_TONE, shade, 0, 0, dtype=cv2.CV_8U)  # what is lighter is 0
    side = max(3, round(WIDER * largest_px)) | 1
    shadows = grey if upon is None else np.where(upon, np.uint8(255), grey)
    around = cv2.morphologyEx(shadows, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    spots = np.asarray(cv2.subtract(grey, around) > DARKER * STEPS_A_TONE, np.uint8)
    if not spots.any():
        return spots > 0
    filled = _filled(spots, side)
    thick_ones = _opened(filled, THICK * smallest_px)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(thick_ones, ltype=cv2.CV_16U)
    for number in range(1, len(stats)):
        x, y, width, height = stats[number, : cv2.CC_STAT_AREA].tolist()
        if max(width, height) > LONGER * largest_px:
            part = slice(y, y + height), slice(x, x + width)
            own = labels[part] == number
            thick_ones[part][own] = _apart(own.astype(np.uint8), largest_px)[own]
    return (thick_ones > 0) & (spots > 0)


def opaque(dark: NDArray[np.bool_], drawn: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Those spots of what is `dark` that hide what is printed on their floor: a shadow lets it through. `drawn` tells
    how well each pixel's print is recognised, 0…1."""
    count, labels = cv2.connectedComponents(dark.astype(np.uint8), connectivity=4)
    area, shown = (np.bincount(labels.ravel(), weights=each, minlength=count) for each in (None, drawn.ravel()))
    return np.asarray(dark & (shown <= THROUGH * area)[labels], np.bool_)


def _apart(long: NDArray[np.uint8], largest_px: float) -> NDArray[np.uint8]:
    """Of what is too long for a piece the pieces of which it is made, where they touch at their corners."""
    rim, disc = round(largest_px), _disc(WHOLE * largest_px)
    wide = cv2.copyMakeBorder(long, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=0)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(cv2.erode(wide, disc), ltype=cv2.CV_16U)
    sides = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) + len(disc) - 1
    middles = ((labels > 0) & (sides <= LONGER * largest_px)[labels]).astype(np.uint8)
    return np.asarray(cv2.dilate(middles, disc)[rim:-rim, rim:-rim], np.uint8)


def _opened(mask: NDArray[np.uint8], width_px: float) -> NDArray[np.uint8]:
    """What of `mask` is so thick."""
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(width_px)), np.uint8)


def _disc(width_px: float) -> NDArray[np.uint8]:
    side = max(1, round(width_px)) | 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)).astype(np.uint8, copy=False)


def _filled(spots: NDArray[np.uint8], side_px: int) -> NDArray[np.uint8]:
    """`spots`, those of a piece's size without holes: what is drawn on a dark face may be light."""
    filled = spots.copy()
    outlines, nesting = cv2.findContours(spots, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    for outline, (_, _, hole, around) in zip(outlines, nesting[0].tolist()):
        if around < 0 <= hole and max(cv2.boundingRect(outline)[2:]) <= side_px:
            cv2.drawContours(filled, [outline], 0, 1, cv2.FILLED)
    return filled
