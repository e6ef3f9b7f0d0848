"""Of what colour shadows are in a picture: under a warm lamp they are lit by the room alone, and look blue."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.light import Tone, brightness

SHADED = 0.25, 1.2
"""Darkening, tone, of what lies in a shadow: less says little of its colour, and what is darker is hardly one."""
RECOGNISED = 0.3
"""Part of the floor's drawing that must be recognised where a shadow's colour is asked: an arm shows none."""
LEAST_MM2 = 1500.0
"""Area of such shadow that tells its colour: pieces cast less, and of what is beside them much is no floor."""
LEAST_HUE, MOST_HUE = 0.08, 0.7
"""Hue per tone of darkening (a length over the three channels) below which a shadow is grey, and above which it is
none: under warm lamps 0.2 to 0.55."""


def shade_hue(
    off: Tone, drawn: NDArray[np.float32], known: NDArray[np.bool_], px_mm: float
) -> NDArray[np.float32] | None:
    """How the hue of shadows differs from their floor's, per tone of darkening (B, G and R, whose mean is 0); None
    where too little is shaded, or greyly.

    `off` (h×w×3): how far what is seen is from the floor, tones; `drawn` (0…1): how much of the floor's drawing is
    recognised; `known`: where the floor was seen empty.
    """
    bright = brightness(off)
    shaded = known & (drawn > RECOGNISED) & (bright < -SHADED[0]) & (bright > -SHADED[1])
    if np.count_nonzero(shaded) < LEAST_MM2 * px_mm**2:
        return None
    hue = per_tone(off[shaded], -bright[shaded][:, None])
    return hue.astype(np.float32) if LEAST_HUE < float(np.linalg.norm(hue)) < MOST_HUE else None


def per_tone(off: NDArray[np.float32], darker: NDArray[np.float32]) -> NDArray[np.float32]:
    """How the hue of shaded places differs from their floor's, per tone of darkening (B, G and R, whose mean is 0).

    `off` (N×3): how far what is seen is from the floor, tones; `darker` (N×1): how much darker it is.
    """
    hue = np.median((off + darker) / darker, axis=0)
    return np.asarray(hue - hue.mean(), np.float32)
