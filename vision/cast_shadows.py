"""Tells what may be no more than a shadow that a piece casts: dark, of its floor's hue, and close beside a piece."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.claims import Claims
from vision.fading import Spot
from vision.light import median, tone_of_rgb
from vision.rects import wider, within

DARKER, DEEPEST = 0.1, 1.0
"""Darkening, tone, from which something is dark, and up to which a lamp's shadow in a room makes its floor dark."""
SAME_HUE = 0.16
"""How far in hue (tone) what lies in a shadow may be from the floor beside it, which the lamp still lights."""
REACHED = 0.9
"""Part of what is seen that must lie within reach of a piece; the rest are the mixed pixels of its rim."""
GREY, DARK = 0.4, 4.85
"""Hue (tone) below which a colour is a grey, and the tone of middle grey: black has 0.04 and 3.7, red a hue of 1.2."""
FEW_PX = 4
"""Pixels below which nothing can be told."""


def may_be_cast(spot: Spot, claims: Claims, reach_px: int) -> bool:
    """Whether what is seen of `spot` may be a shadow of the things in `claims`, none of which reaches further.

    `reach_px`: length of the longest shadow, on the raster of the patch.
    """
    patch = claims.patch
    area = within(wider(spot.rect, reach_px), patch.rect)
    x0, y0, x1, y1 = within(spot.rect, patch.rect)
    if x1 <= x0 or y1 <= y0:
        return False
    left, top = spot.rect[:2]
    own = np.zeros((area[3] - area[1], area[2] - area[0]), np.bool_)
    own[y0 - area[1] : y1 - area[1], x0 - area[0] : x1 - area[0]] = (
        spot.silhouette[y0 - top : y1 - top, x0 - left : x1 - left] > 0.5
    )
    part = (
        slice(area[1] - patch.rect[1], area[3] - patch.rect[1]),
        slice(area[0] - patch.rect[0], area[2] - patch.rect[0]),
    )
    taken = claims.taken[part]
    bare = own & ~taken & (patch.open[part] > 0.5)
    if np.count_nonzero(bare) < FEW_PX or not taken.any():
        return False
    near = cv2.dilate(taken.astype(np.uint8), np.ones((2 * reach_px + 1,) * 2, np.uint8)) > 0
    off = cv2.subtract(patch.seen[part], patch.floor[part]).astype(np.float32, copy=False)
    return bool(near[bare].mean() >= REACHED) and _is_dark_floor(off[bare])


def is_dark_grey(rgb: tuple[int, int, int]) -> bool:
    """Whether a piece of that colour can be taken for a shadow at all."""
    tone = tone_of_rgb(rgb)
    return _hue(tone) < GREY and float(tone.mean()) < DARK


def _hue(tone: NDArray[np.float64]) -> float:
    """How far (tone) a colour, or a change of it, is from grey."""
    return float(np.sqrt(max(0.0, float((tone**2).sum()) - 3 * float(tone.mean()) ** 2)))


def _is_dark_floor(off: NDArray[np.float32]) -> bool:
    """Whether pixels that are `off` (N × 3, tone) their floor are in brightness what a shadow makes of it."""
    middle = median(off).astype(np.float64)
    return DARKER <= -float(middle.mean()) <= DEEPEST and _hue(middle) <= SAME_HUE
