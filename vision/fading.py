"""Tells pieces from light on the floor and patches of a hand or a sleeve: a piece ends, light fades, cloth goes on."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.claims import Patch, Spot
from vision.light import Tone, hue, median

SAME_HUE, LIGHT_TONE = 0.12, 0.25
"""How far in hue and in brightness (tone) a thing may be from its floor to be light or shadow on it: a deeper shadow is
told by others, and dark pieces beside a hand have soft edges too."""
RING_MM, LEAST_RING_PX = 1.6, 3
"""Width of what is compared on each side of an edge, and the least: a blurred edge takes two pixels."""
STEP = 0.3
"""Part of its difference from the floor that a thing must take on at its edge: of pieces it is 0.6 and more, white ones
on white among them, of the rims of shadows 0.15 at most, which take 20 mm to become a third darker."""
OTHER_HUE = 0.3
"""How far in hue a thing must be from the floor beside it for that to be asked of its difference from that, shaded as
it may be, instead: in deep shade most of what is darker than floor in full light is the shade."""
DEEP, MUCH_DARKER = 0.6, 0.35
"""The same of what is so much darker (tone) than the floor beside it, that being in so deep a shade: a black piece in
the black shade of a single lamp."""
EDGED, CLOTH_EDGED = 0.5, 0.4
"""Part of its outline along which a piece must end that may be light, and any other: of what was found on boards
with an arm over them 98 in 100 pieces that were seen for the most part have 0.61 and more, 99 in 100 patches of arms
0.37 and less."""


def edged_part(spot: Spot, patch: Patch, scale: float) -> float:
    """Part of the outline of `spot` along which it ends, 0 if that is too little for a piece. `scale`: px/mm of the
    patch."""
    ring = max(LEAST_RING_PX, round(RING_MM * scale))
    inside, part = patch.around(spot, 2 * ring)
    if not inside.any():
        return 1.0
    off = cv2.subtract(patch.seen[part], patch.floor[part]).astype(np.float32, copy=False)
    middle, own = median(off[inside]).astype(np.float32), inside.astype(np.uint8)
    shade = patch.shade_in(part, but=inside)
    beside = middle - shade
    darker = float(shade.mean()) < -DEEP and float(beside.mean()) < -MUCH_DARKER
    step = STEP * float(np.linalg.norm(beside if darker or hue(beside) > OTHER_HUE else middle))
    edged = _edged(patch.seen[part], own, ring, step)
    if edged < CLOTH_EDGED:
        return 0.0
    if hue(middle) <= SAME_HUE and abs(float(middle.mean())) <= LIGHT_TONE:  # through light the floor's edges show
        edged = min(edged, _edged(off, own, ring, step))
        return edged if edged >= EDGED else 0.0
    return edged


def _edged(tones: Tone, own: NDArray[np.uint8], ring: int, step: float) -> float:
    """Part of the outline of `own` across which `tones` change by more than `step`."""
    kernel, inside = np.ones((2 * ring + 1, 2 * ring + 1), np.uint8), own > 0
    here = _mean_near(tones, inside & ~(cv2.erode(own, kernel) > 0), ring)
    there = _mean_near(tones, (cv2.dilate(own, kernel) > 0) & ~inside, ring)
    outline = (cv2.dilate(own, np.ones((3, 3), np.uint8)) > 0) & ~inside
    steps = np.linalg.norm((here - there)[outline], axis=1)
    return float((steps > step).mean()) if steps.size else 1.0


def _mean_near(tones: Tone, where: NDArray[np.bool_], ring: int) -> Tone:
    """Around each pixel, the mean of `tones` over those `where` is set."""
    side, weight = (2 * ring + 1, 2 * ring + 1), where.astype(np.float32)
    amount = np.maximum(cv2.blur(weight, side), np.float32(1e-6))
    return np.asarray(cv2.blur(tones * weight[..., None], side) / amount[..., None], np.float32)
