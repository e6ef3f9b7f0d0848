"""Tells what may be no more than a shadow that a piece casts: dark, of its floor's hue, and close beside a piece."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.claims import Claims, Patch, Spot
from vision.light import brightness, energy, hue, median, tone_of_rgb
from vision.rects import wider
from vision.shadows import DEEPER, Shadows

DARKER, DEEPEST = 0.1, 1.0
"""Darkening, tone, from which something is dark, and up to which a lamp's shadow in a room makes its floor dark."""
FAINTLY_DARKER = 0.06
"""Darkening, tone, from which a pixel beside a thing may lie in its shadow."""
SAME_HUE, BOUNCED = 0.16, 0.25
"""How far in hue (tone) what lies in a shadow may be from the floor beside it, which the lamp still lights; and beside
a coloured piece, whose light falls on it."""
LAY = 0.85
"""Part of what is seen of a thing that must lie where another or a shadow lay for it to be those: beside 20 pieces that
came it was 0.1 at most, beside such a shadow 0.9."""
REACHED = 0.9
"""Part of what is seen that must lie within reach of a piece; the rest are the mixed pixels of its rim."""
GREY, DARK = 0.4, 4.85
"""Hue (tone) below which a colour is a grey, and the tone of middle grey: black has 0.04 and 3.7, red a hue of 1.2."""
FEW_PX = 4
"""Pixels below which nothing can be told."""


def cast_upon(
    spot: Spot, claims: Claims, reach_px: int, shadows: Shadows | None = None, scale: float = 1.0
) -> NDArray[np.float64] | None:
    """How far (tone) what is seen of `spot` is off its floor if it may be a shadow of the things in `claims`, none of
    which reaches further; None if it is none.

    `reach_px`: length of the longest shadow, on the raster of the patch, which has `scale` px/mm; `shadows`: what is
    known of this evening's, which may be deeper than most.
    """
    bare, taken, part = _bare(spot, claims, reach_px)
    if np.count_nonzero(bare) < FEW_PX or not taken.any():
        return None
    middle = _off_floor(claims.patch, part, bare)
    if not _is_dark_floor(
        middle, DEEPEST, hue(middle)
    ):  # most pieces have a colour of their own, and what is near takes long to tell
        if shadows is None or not _is_dark_floor(middle, shadows.deepest + DEEPER, shadows.hue_off(middle)):
            return None
        return middle if _is_reached(spot, bare, taken, reach_px, shadows, scale) else None
    near = cv2.dilate(taken.astype(np.uint8), np.ones((2 * reach_px + 1,) * 2, np.uint8)) > 0
    return middle if near[bare].mean() >= REACHED else None


def is_where_one_falls(spot: Spot, claims: Claims, reach_px: int, shadows: Shadows, scale: float) -> bool:
    """Whether what is seen of `spot` lies where the things in `claims` cast their `shadows` this evening; else as for
    `cast_upon`."""
    bare, taken, _ = _bare(spot, claims, reach_px)
    return bool(bare.any()) and _is_reached(spot, bare, taken, reach_px, shadows, scale)


def lay_before(spot: Spot, claims: Claims, reach_px: int) -> bool:
    """Whether what is seen of `spot` lies where a thing or a shadow was seen while no hand was over the board, and all
    that stood near it stands there still: an arm makes dark sides and shadows darker. `reach_px` as for `cast_upon`."""
    bare, _, part = _bare(spot, claims, reach_px)
    if np.count_nonzero(bare) < FEW_PX or claims.patch.lay_in(part)[bare].mean() < LAY:
        return False
    return claims.all_stand(wider(spot.rect, reach_px))


def cast_by_hand(spot: Spot, patch: Patch) -> bool:
    """Whether what is seen of `spot` may be the shadow of a hand that is over the board, wherever it falls: floor that
    is dark and has kept its hue."""
    own, part = patch.around(spot, 0)
    bare = own & (patch.open[part] > 0.5)
    if np.count_nonzero(bare) < FEW_PX:
        return False
    middle = _off_floor(patch, part, bare)
    return -float(middle.mean()) >= DARKER and hue(middle) <= SAME_HUE


def is_grey(rgb: tuple[int, int, int], crescent: bool) -> bool:
    """Whether a piece of that colour can be taken for a shadow at all: a dark grey one, or any of which no more than a
    `crescent` is seen, for the light there is anybody's guess."""
    tone = tone_of_rgb(rgb)
    return hue(tone) < GREY and (crescent or float(tone.mean()) < DARK)


def in_shadow(off: NDArray[Any]) -> NDArray[np.bool_]:
    """Pixels that are `off` (tones) their floor as a shadow makes it: darker, and of its hue."""
    darker = -brightness(off)
    hues = energy(off) - 3 * np.square(darker)
    return np.asarray((darker > FAINTLY_DARKER) & (darker < DEEPEST) & (hues < SAME_HUE**2), np.bool_)


def _bare(
    spot: Spot, claims: Claims, reach_px: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], tuple[slice, slice]]:
    """Which pixels around `spot` are its own, open and no other thing's, which are others', and where these are."""
    own, part = claims.patch.around(spot, reach_px)
    taken = claims.taken[part]
    return own & ~taken & (claims.patch.open[part] > 0.5), taken, part


def _is_reached(
    spot: Spot, bare: NDArray[np.bool_], taken: NDArray[np.bool_], reach_px: int, shadows: Shadows, scale: float
) -> bool:
    """Whether nearly all `bare` pixels of `spot` lie where what is `taken` by things may cast its shadow."""
    x0, y0, x1, y1 = spot.rect
    place = (float((x0 + x1) / (2 * scale)), float((y0 + y1) / (2 * scale)))
    return bool(shadows.may_reach(bare, taken, place, reach_px).mean() >= REACHED)


def _off_floor(patch: Patch, part: tuple[slice, slice], bare: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How far (tone) the `bare` pixels of a `part` of the patch are off their floor, in the median."""
    off = cv2.subtract(patch.seen[part], patch.floor[part]).astype(np.float32, copy=False)
    return np.asarray(median(off[bare]), np.float64)


def _is_dark_floor(middle: NDArray[np.float64], deepest: float, hue_off: float) -> bool:
    """Whether what is so far (tone) off its floor is in brightness what a shadow makes of it, `deepest` ones included,
    and so far off one in hue."""
    return DARKER <= -float(middle.mean()) <= deepest and hue_off <= BOUNCED
