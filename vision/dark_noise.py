"""What a picture tells of a dark floor, and how noisy it is there: it looks another in every picture, no lines show."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.deep_shade import seen_through
from vision.floor import NOISE, Floor
from vision.light import OFFSET, Tone, brightness, smooth_part, spread
from vision.pose import Rect
from vision.texture import Texture

DARK = math.log(55 + OFFSET), math.log(35 + OFFSET)
"""Tones from which a floor is dark, and below which it surely is."""
SMOOTH_PX, INNER_PX, LEAST_PX = 9, 5, 1500
"""Window in whose mean a picture must be dark for its noise to be asked, which black print and tags are not; pixels
that such a place must be wide; and how many of the coarse raster tell how noisy it is."""
NOISY = 5.0
"""Noise, 0…255, that is more than is allowed for: of sixteen evenings it was 4.2 to 4.9, of two 6.4."""
TWICE = 2.0
"""The floor was seen with noise of its own."""
CHECKED = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6
"""Answers noise alone, of which it keeps the spread: edges and even slopes give nothing (Immerkær, "Fast Noise Variance
Estimation", 1996)."""
SPREAD_OF_MAD = 1.4826
"""Standard deviation of normal noise over its median absolute deviation."""


class InTheDark(msgspec.Struct, frozen=True):
    """What a picture tells of the floor where it is dark: its `texture`, the `factor` on squared deviations from it,
    and where it is recognised at large in a deep shadow (`shaded`, 0…1), None if nowhere."""

    texture: Texture
    factor: NDArray[np.float32] | float = 1.0
    shaded: NDArray[np.float32] | None = None

    def unexplained(self, shade: NDArray[np.float32]) -> NDArray[np.float32]:
        """How much darker than the floor what is seen is (`shade`, tone), but for what is recognised in a shadow."""
        return shade if self.shaded is None else np.asarray(shade * (1 - self.shaded), np.float32)


class _OpenLight(msgspec.Struct, frozen=True):
    """The `smooth` part of a light, kept while that holds: of its `gain` upon what there was `first`."""

    gain: Tone
    first: Tone | None
    smooth: Tone


class DarkNoise:
    """The noise of one camera in the dark, as far as pictures told it, and what they therefore tell of a `floor`.

    `largest_mm`: the size of the game's largest piece.
    """

    def __init__(self, floor: Floor, px_mm: float, largest_mm: float) -> None:
        self._floor = floor
        self._px_mm = px_mm
        self._largest_mm = largest_mm
        self._more = 1.0
        self._open_light: _OpenLight | None = None

    def told(self, texture: Texture, seen: Tone, bright: NDArray[np.float32], gain: Tone, rect: Rect) -> InTheDark:
        """What tones `seen` of `rect` (coarse) tell, the floor being so `bright`; `gain`: the light on tiles."""
        self._more = more_misfit(brightness(seen), self._more)
        rows, columns = self._floor.seen.shape
        light = spread(self._unshaded(gain), (columns, rows), rect)
        lit = self._floor.expected(light, rect, coarse=True)
        shaded = seen_through(seen, lit, self._px_mm, self._largest_mm)
        found, missing = texture.found, texture.missing
        if shaded is not None:
            found, missing = np.maximum(found, shaded), missing * (1 - shaded)
        if self._more == 1:
            return InTheDark(Texture(found, missing), 1.0, shaded)
        dark = _darkness(bright)
        factor = np.asarray(1 / (1 + dark * np.float32(self._more - 1)), np.float32)
        return InTheDark(Texture(found, missing * (1 - dark)), factor, shaded)

    def _unshaded(self, gain: Tone) -> Tone:
        """`gain` without shadows that were taken for light, now or while only the art tells of the floor."""
        first = None if self._floor.print is None or self._floor.seen.any() else self._floor.print.light
        known = self._open_light
        if known is None or known.gain is not gain or known.first is not first:
            smooth = smooth_part(gain) if first is None else np.asarray(smooth_part(gain + first) - first, np.float32)
            known = self._open_light = _OpenLight(gain, first, smooth)
        return known.smooth


def more_misfit(bright: NDArray[np.float32], before: float) -> float:
    """How much larger than usual, as a factor, noise makes squared deviations of dark floor in a picture so `bright`
    (tones). 1 where noise is no more than is allowed for; where little is dark, what it was `before`."""
    smooth = (cv2.blur(bright, (SMOOTH_PX, SMOOTH_PX)) < DARK[1]).astype(np.uint8)
    inner = cv2.erode(smooth, np.ones((INNER_PX, INNER_PX), np.uint8)) > 0
    if np.count_nonzero(inner) < LEAST_PX:
        return before
    rest = np.abs(cv2.filter2D(bright, -1, CHECKED)[inner]) * np.exp(bright[inner])
    noise = SPREAD_OF_MAD * float(np.median(rest))
    return TWICE * (noise / NOISE) ** 2 if noise > NOISY else 1.0


def _darkness(floor: NDArray[np.float32]) -> NDArray[np.float32]:
    """How surely (0…1) a `floor` so bright (tones) is dark."""
    return np.asarray(np.clip((DARK[0] - floor) / np.float32(DARK[0] - DARK[1]), 0, 1), np.float32)
