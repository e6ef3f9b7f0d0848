"""Pieces that a hand hides but for a part, which looks as it did before the hand came: they stand where they stood.

What sticks out hangs together with the hand and is taken for a part of it, but it has the piece's hue, in the hand's
shade too, which neither floor nor skin has there; and ends where the piece ended.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.floor import NOISE, SHADOW_HUE
from vision.found import Found
from vision.leftover import largest_part
from vision.light import Tone, brightness, energy
from vision.rects import cut, meet, wider, within
from vision.spots import coarse, grown, painted
from vision.view import View

POOLED = 3
"""Side of the square of pixels whose mean is compared: one by one they are noise."""
HUE = 0.05
"""Standard deviation of the hue of what looks as it did, beside noise and what a shadow changes (tone)."""
ALIKE, UNLIKE = 6.0, 9.0
"""Squared deviation of a hue, for each of its two dimensions, up to which it is the same, and from which another."""
SHADED, LIT = 1.6, 0.3
"""How much darker and how much lighter (tone) than before it may be."""
AS_LIGHT, OTHER_LIGHT = 0.2, 0.4
"""How little its light may have changed, and how far from the floor's it must be, where the floor has its hue."""
PART = 0.15
"""Part of a piece that must be seen so, in one patch: of 25 that a hand had taken or hid wholly 0.05 at most."""
CONTRAST = 0.5
"""How far from its floor's a piece's tones must be (length over the channels)."""
HAND_MM, HAND_PX, OTHER_HUE = (3.0, 12.0), 20, 0.4
"""How far around a piece its hand is looked for, so many px of it at least, and how far from the piece's hue it must
have its own."""
BESIDE_PX, BEYOND_PX, FLOOR_PART = 4, 1, 0.9
"""How far around that patch, and beyond the piece, what is seen must be floor; and what part of it."""


def sticks_out(thing: Found, view: View, then: Tone, floor: Tone, px_mm: float) -> bool:
    """Whether a part of `thing` is seen beside what covers the board in `view` as it was seen `then`; `floor`: tones of
    the empty board. All of the coarse raster (`px_mm`), in the reference's light."""
    if not meet(coarse(thing.rect), view.rect):
        return False
    area = within(wider(coarse(thing.rect), round(HAND_MM[1] * px_mm) + POOLED), view.rect)
    spot, cover = painted([thing], area), cut(view.cover.mask, view.rect, area)
    now, then, floor, gain = (cut(each, view.rect, area) for each in (view.plain, then, floor, view.gain))
    inner = cv2.erode(spot.astype(np.uint8), np.ones((POOLED, POOLED), np.uint8)) > 0
    if not inner.any():
        return False
    now, then, floor = (_pooled(each) for each in (now, then, floor))
    if float(np.median(np.sqrt(energy(then - floor)[inner]))) < CONTRAST:
        return False
    if not _is_other(now, then, inner, spot, cover, px_mm):
        return False
    noise = brightness(np.exp(-2 * (np.minimum(now, then) + gain))) * np.float32((NOISE / POOLED) ** 2)
    light, hue = _changed(now, then, noise)
    floor_light, floor_hue = _changed(now, floor, noise)
    same = (hue < ALIKE) & (light > -SHADED) & (light < LIT)
    same &= (floor_hue > UNLIKE) | ((np.abs(light) < AS_LIGHT) & (np.abs(floor_light - light) > OTHER_LIGHT))
    patch = largest_part(same & inner)
    if np.count_nonzero(patch) < PART * np.count_nonzero(inner):
        return False
    beside = grown(patch, BESIDE_PX) & ~grown(spot, BEYOND_PX)
    bare = (floor_hue < UNLIKE) & (floor_light < LIT)
    return bool(beside.any() and bare[beside].mean() > FLOOR_PART)


def _pooled(tones: Tone) -> Tone:
    return cv2.blur(tones, (POOLED, POOLED)).astype(np.float32, copy=False)


def _changed(now: Tone, then: Tone, noise: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """By how much it is brighter `now` than `then`, and the squared deviation of the hue, for each dimension."""
    off = now - then
    light = brightness(off)
    variance = noise + np.float32(HUE**2) + np.square(np.float32(SHADOW_HUE) * np.minimum(light, 0))
    return light, np.maximum(energy(off) - 3 * np.square(light), 0) / (2 * variance)


def _is_other(
    now: Tone,
    then: Tone,
    inner: NDArray[np.bool_],
    spot: NDArray[np.bool_],
    cover: NDArray[np.bool_],
    px_mm: float,
) -> bool:
    """Whether what covers the board around a piece has another hue than the piece."""
    near, far = (max(1, round(each * px_mm)) for each in HAND_MM)
    hand = cover & grown(spot, far) & ~grown(spot, near)
    if np.count_nonzero(hand) < HAND_PX:
        return False
    off = np.median(now[hand], axis=0) - np.median(then[inner], axis=0)
    return float(np.linalg.norm(off - off.mean())) > OTHER_HUE
