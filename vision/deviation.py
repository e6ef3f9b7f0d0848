"""How far what is seen of a place is off what was, or off the bare floor, whatever soft light is on either."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fit import GRAIN_MM2
from vision.floor import NOISE
from vision.light import Tone, brightness, energy

LIGHT_MM = 12.0
"""Window whose mean difference is light; what differs within it is not."""
SPREAD, MISFIT = 0.02, 0.25
"""Standard deviation of a tone, and part of the tone's range among a pixel's neighbours that registration may be off
by, between two pictures."""
POOLED_PX, OFF_FLOOR = 3, 0.25
"""Side of the square of pixels whose mean is compared with the floor, and how far that is off it where something lies
(a length over the channels)."""


def unlike(now: Tone, then: Tone, gain: Tone, weight: NDArray[np.float32], px_mm: float) -> NDArray[np.float32]:
    """Squared deviation of `now` from `then`, whatever soft light is on either; 0 where a pixel has no `weight`."""
    side = (int(LIGHT_MM * px_mm) | 1,) * 2
    off = (now - then) * weight[..., None]
    off -= cv2.blur(off, side) / np.maximum(cv2.blur(weight, side), np.float32(1e-3))[..., None]
    edges = cv2.morphologyEx(brightness(then), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    level = np.minimum(now, then) + gain  # of each channel: of yellow and red noise is seen in blue
    variance = brightness(np.exp(-2 * level)) * np.float32(NOISE**2)
    variance += np.square(edges * np.float32(MISFIT)) + np.float32(SPREAD**2)
    squared = np.square(brightness(off))
    squared += np.maximum(energy(off) - 3 * squared, 0)
    return np.asarray(squared / variance * weight, np.float32)


def against_gone(amiss: float, if_gone: float, px_mm: float) -> float:
    """Log likelihood of a thing's standing where it stood against bare floor there, by the sums of squared deviations
    from either on pixels of 1/`px_mm` mm."""
    return (if_gone - amiss) / (2 * max(1.0, GRAIN_MM2 * px_mm**2))


def differing(then: Tone, floor: Tone) -> NDArray[np.bool_]:
    """Where what was seen `then` differs from bare `floor`, but for specks and thin lines."""
    off = energy(cv2.blur(then - floor, (POOLED_PX, POOLED_PX))) > OFF_FLOOR**2
    return cv2.morphologyEx(off.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0
