"""Recognises the floor in a shadow so deep that noise drowns its lines: seas, woods and roads are seen there still."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.light import Tone, brightness, energy
from vision.texture import disc

DEEP = 0.5
"""Darkening, tone, from which a floor is asked for what is printed on it at large; lines are found up to there."""
WIDE = 1.4
"""Widths of the largest piece from which what is so dark is a shadow: less is pieces, and shadows of theirs."""
NEAR = 1.0
"""Widths of the largest piece from such a shadow up to which what is as dark is a part of it: fingers cast narrow ones.
"""
SMOOTH_MM = 1.5
"""Standard deviation of what is smoothed away: a camera's noise in the dark, and lines with it."""
WINDOW_MM = 30.0
"""Window beside whose mean tones are compared, in which a shadow is as deep everywhere: one and a half places."""
AROUND_MM = 150.0
"""Window in which what is printed at large must be recognised: the sea has few lines, and a shore in the end."""
EVEN = 0.1
"""Spread of tones, over the three channels, of what is printed in a window that tells as much as all around it."""
ALIKE = 0.25, 0.4
"""Correlation with the floor, all around, from which what is dark may be that, and from which it surely is."""
STEEP = 0.3, 0.5
"""Contrast beside the floor's from which that may be seen in a window, and from which it surely is: what is printed is
less contrasty in the dark, and a sleeve has nothing of it."""
BESIDE_MM = 5.0
"""Window in which what is seen is compared with the floor in that shadow: a third of a piece."""
OFF = 0.1, 0.2
"""How far smoothed tones may be off the floor's in that shadow (a length over the three channels) where it surely is
seen, and where it may be."""
HUE = 0.15
"""How far (a length over the three channels, per tone of darkening) hues in one shadow lie apart at most."""


def seen_through(seen: Tone, floor: Tone, px_mm: float, largest_mm: float) -> NDArray[np.float32] | None:
    """How surely (0…1) each pixel shows the `floor` in a deep shadow, None where nothing is so dark that is wider than
    a game's largest piece.

    `seen`, `floor`: tones (h×w×3), the floor's in the light beside shadows. A sleeve is as dark and has no map on it.
    """
    darker = brightness(cv2.subtract(floor, seen))
    spots = (cv2.GaussianBlur(darker, (0, 0), SMOOTH_MM * px_mm) > DEEP).astype(np.uint8)
    wide = cv2.morphologyEx(spots, cv2.MORPH_OPEN, disc(WIDE / 2 * largest_mm * px_mm))
    near = cv2.dilate(wide, disc(NEAR * largest_mm * px_mm))
    dark = cv2.bitwise_and(spots, near).astype(np.float32)
    if not dark.any():
        return None
    one, other = (_smooth(each, dark, px_mm) for each in (seen, floor))
    first = _alike(one, other, dark, px_mm)
    # pieces in the shadow, its rim and what casts it are none of it: once more without them
    of_one_hue = _hue_off(one, other, dark * first.sure) < HUE
    again = _alike(one, other, dark * (first.off < OFF[1]) * of_one_hue, px_mm)
    return np.asarray(dark * again.sure * (1 - _rising(again.off, OFF)), np.float32)


def _hue_off(seen: Tone, floor: Tone, sure: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far the hue of smoothed tones is off the floor's, per tone of darkening, beside the mean of
    that where the floor is `sure` to be seen."""
    off = cv2.subtract(seen, floor)
    hue = off / np.maximum(-brightness(off), np.float32(DEEP))[..., None]
    hue -= hue.mean(axis=2, keepdims=True)
    usual = (hue * sure[..., None]).sum(axis=(0, 1)) / max(float(sure.sum()), 1e-6)
    return np.asarray(np.sqrt(energy(hue - usual)), np.float32)


class _Likeness(msgspec.Struct, frozen=True):
    """How surely (0…1) what is around each pixel is floor in a shadow, and how far it is `off` that itself, tone."""

    sure: NDArray[np.float32]
    off: NDArray[np.float32]


def _alike(seen: Tone, floor: Tone, where: NDArray[np.float32], px_mm: float) -> _Likeness:
    """How alike smoothed tones are to the floor's among the pixels `where` that is 1."""
    window, around, beside = (int(side * px_mm) | 1 for side in (WINDOW_MM, AROUND_MM, BESIDE_MM))
    one, other = (each - _mean(each, where, window) for each in (seen, floor))
    both = _mean((one * other).sum(axis=2), where, window)
    own, printed = (_mean(energy(each), where, window) for each in (one, other))
    large_both, large_own, large_printed = (_mean(each, where, around) for each in (both, own, printed))
    alike = large_both / np.sqrt(large_own * large_printed + np.float32(1e-9))
    usual = large_both / (large_printed + np.float32(1e-6))
    steep = (both + np.float32(EVEN**2) * usual) / (printed + np.float32(EVEN**2))
    off = cv2.blur(one - steep[..., None] * other, (beside, beside))
    return _Likeness(_rising(alike, ALIKE) * _rising(steep, STEEP), np.sqrt(energy(off)))


def _mean(values: NDArray[np.float32], where: NDArray[np.float32], side: int) -> NDArray[np.float32]:
    """The mean of `values` around each pixel among those `where` that is 1."""
    amount = np.maximum(cv2.blur(where, (side, side)), np.float32(1e-3))
    among, part = (where, amount) if values.ndim == 2 else (where[..., None], amount[..., None])
    return np.asarray(cv2.blur(values * among, (side, side)) / part, np.float32)


def _rising(values: NDArray[np.float32], limits: tuple[float, float]) -> NDArray[np.float32]:
    """0 up to the lower limit, 1 from the upper one on."""
    low, high = limits
    return np.asarray(np.clip((values - low) / (high - low), 0, 1), np.float32)


def _smooth(tones: Tone, where: NDArray[np.float32], px_mm: float) -> NDArray[np.float32]:
    """`tones` smoothed among the pixels `where` that is 1."""
    spread = SMOOTH_MM * px_mm
    amount = np.maximum(cv2.GaussianBlur(where, (0, 0), spread), np.float32(1e-3))
    return np.asarray(cv2.GaussianBlur(tones * where[..., None], (0, 0), spread) / amount[..., None], np.float32)
