"""Tells pieces from light on the floor: a piece ends somewhere, and light fades."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.claims import Patch, Spot
from vision.light import brightness, hue, median

SAME_HUE, LIGHT_TONE = 0.12, 0.25
"""How far in hue and in brightness (tone) a thing may be from its floor to be light or shadow on it: a deeper shadow is
told by others, and dark pieces beside a hand have soft edges too."""
RING_MM = 1.6
"""Width of what is compared on each side of an edge."""
STEP = 0.3
"""Part of its difference from the floor that a thing must take on at its edge: of pieces it is 0.6 and more, white ones
on white among them, of the rims of shadows 0.15 at most, which take 20 mm to become a third darker."""
EDGED = 0.5
"""Part of its outline along which a piece must end."""


def is_light(spot: Spot, patch: Patch, scale: float) -> bool:
    """Whether `spot` differs from its floor in brightness alone, and nowhere suddenly. `scale`: px/mm of the patch."""
    ring = max(1, round(RING_MM * scale))
    inside, part = patch.around(spot, 2 * ring)
    if not inside.any():
        return False
    off = cv2.subtract(patch.seen[part], patch.floor[part]).astype(np.float32, copy=False)
    grey = brightness(off)
    middle = median(off[inside]).astype(np.float32)
    if hue(middle) > SAME_HUE or abs(float(middle.mean())) > LIGHT_TONE:
        return False
    return _edged(grey, inside.astype(np.uint8), ring, STEP * abs(float(middle.mean()))) < EDGED


def _edged(grey: NDArray[np.float32], own: NDArray[np.uint8], ring: int, step: float) -> float:
    """Part of the outline of `own` across which `grey` changes by more than `step`."""
    kernel, inside = np.ones((2 * ring + 1, 2 * ring + 1), np.uint8), own > 0
    here = _mean_near(grey, inside & ~(cv2.erode(own, kernel) > 0), ring)
    there = _mean_near(grey, (cv2.dilate(own, kernel) > 0) & ~inside, ring)
    outline = (cv2.dilate(own, np.ones((3, 3), np.uint8)) > 0) & ~inside
    steps = np.abs(here - there)[outline]
    return float((steps > step).mean()) if steps.size else 1.0


def _mean_near(grey: NDArray[np.float32], where: NDArray[np.bool_], ring: int) -> NDArray[np.float32]:
    """Around each pixel, the mean of `grey` over those `where` is set."""
    side, weight = (2 * ring + 1, 2 * ring + 1), where.astype(np.float32)
    return np.asarray(cv2.blur(grey * weight, side) / np.maximum(cv2.blur(weight, side), 1e-6), np.float32)
