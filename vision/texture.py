"""Whether the drawing of the floor is seen at a place, whatever the light: fully, through a shadow, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.light import BRIGHTEST

BESIDE_MM = 1.0
"""A drawing that is found this near is not missing."""
DRAWN_TONE = 0.012
"""Spread of tones above which a place has a drawing that would be seen; twice a camera's noise after smoothing."""
BURNT_TONE = BRIGHTEST - 0.05
"""Brightness from which no drawing can be seen."""
TEXTURE_MM = 13.0
"""Window in which the drawing of the floor is looked for under a shadow: half a cell, some lines in most places."""
LINE_MM = 9.0
"""Window whose mean is taken off: a drawing is what is finer."""
SHADOW_TONE, LIT_SAYS = 0.25, 0.04
"""Darkening from which a place is in shadow, and the weight that places in full light have when a shadow is judged."""
BAND_PX = 32_768
"""Pixels that are compared at a time."""

Values = NDArray[np.float32]


class Texture(msgspec.Struct, frozen=True):
    """Around each coarse pixel, whatever the light: `found` (0…1) how much of the floor's drawing is recognised;
    `missing` (0…1) how surely the floor has a drawing that is not there."""

    found: Values
    missing: Values


class Detail(msgspec.Struct, frozen=True):
    """How `bright` a surface is, and what is drawn on it apart from that (`grey`)."""

    bright: Values
    grey: Values


def detail_of(bright: Values, px_mm: float) -> Detail:
    """The drawing of a coarse raster that is so `bright` (tones)."""
    size = (int(LINE_MM * px_mm) | 1,) * 2
    return Detail(bright, cv2.subtract(bright, _mean(bright, size)).astype(np.float32, copy=False))


class Comparison:
    """What is seen (`one`) beside its floor (`other`), whatever light is on either."""

    def __init__(self, one: Detail, other: Detail, px_mm: float) -> None:
        self._one, self._other = one.grey, other.grey
        self._window = (int(TEXTURE_MM * px_mm) | 1,) * 2
        self._beside = disc(BESIDE_MM * px_mm)

    def texture(self, seen: Values, floor: Values) -> Texture:
        """What is recognised and what is missing; `seen`, `floor`: how bright they are."""
        found, missing = np.empty_like(self._one), np.empty_like(self._one)
        for part, rows, around, inner in self._parts():
            found[rows] = part.found(_darker(seen[around], floor[around]))[inner]
            # beside a thing some window still shows the drawing; on a large thing none does
            missing[rows] = cv2.erode(part.missing(seen[around]), self._beside)[inner]
        return Texture(found, missing)

    def found_on(self, seen: Values, floor: Values, tiles: tuple[int, int]) -> Values:
        """How much is recognised as means over `tiles` (columns, rows)."""
        found = np.empty_like(self._one)
        for part, rows, around, inner in self._parts():
            found[rows] = part.found(_darker(seen[around], floor[around]))[inner]
        return cv2.resize(found, tiles, interpolation=cv2.INTER_AREA).astype(np.float32, copy=False)

    def _parts(self) -> Iterator[tuple[_Part, slice, slice, slice]]:
        """Some rows at a time: which, those with what their windows show, and where in these the rows are.

        All that is worked out of so few stays in a core's cache; whole rasters take twice as long.
        """
        height, width = self._one.shape
        margin = self._window[0] // 2 + len(self._beside) // 2
        step = max(2 * margin, BAND_PX // width)
        for top in range(0, height, step):
            bottom = min(height, top + step)
            first = max(0, top - margin)
            around = slice(first, min(height, bottom + margin))
            part = _Part(self._one[around], self._other[around], self._window)
            yield part, slice(top, bottom), around, slice(top - first, bottom - first)


class _Part:
    """The same of a few rows: what does not depend on how bright either is, made once."""

    def __init__(self, one: Values, other: Values, window: tuple[int, int]) -> None:
        self._window = window
        pairs = (one, other), (one, one), (other, other)
        self._products = tuple(cv2.multiply(*pair).astype(np.float32, copy=False) for pair in pairs)
        self._means = tuple(_mean(each, window) for each in self._products)
        self._alike = _alike(*self._means)

    def found(self, darker: Values) -> Values:
        """How much of the floor's drawing is recognised (0…1); `darker`: than the floor, tone."""
        # beside a black piece the drawing is found: what is dark must itself show it to be floor in a shadow
        dark = np.multiply(darker, np.float32(1 / SHADOW_TONE))
        np.clip(dark, LIT_SAYS, 1, out=dark)
        in_shadow = _alike(*(_mean(cv2.multiply(each, dark), self._window) for each in self._products))
        found = np.minimum(self._alike, in_shadow, out=in_shadow)
        found -= np.float32(0.3)
        found *= np.float32(2.5)
        return np.clip(found, 0, 1, out=found)

    def missing(self, seen: Values) -> Values:
        """How surely the floor has a drawing that is not there (0…1); what is burnt out says nothing."""
        both, _, power = self._means
        drawn = np.maximum(power, 0)
        share = np.divide(both, drawn + np.float32(1e-5))
        missing = np.sqrt(drawn, out=drawn)
        missing *= np.float32(1 / DRAWN_TONE)
        missing -= 1
        np.clip(missing, 0, 1, out=missing)
        missing *= seen < BURNT_TONE
        missing *= _below(self._alike)
        missing *= _below(share)
        return missing


def _darker(seen: Values, floor: Values) -> Values:
    """By how much what is `seen` is darker than the floor."""
    return np.asarray(cv2.subtract(floor, seen), np.float32)


def _mean(values: Any, window: tuple[int, int]) -> Values:
    """The mean around each pixel, over the window in which a drawing is looked for: as `cv2.blur`, whose sums in double
    precision take half as long again."""
    across, down = (np.full(side, 1 / side, np.float32) for side in window)
    return np.asarray(cv2.sepFilter2D(values, -1, across, down), np.float32)


def _below(likeness: Values) -> Values:
    """How surely (0…1) a drawing is not that of the floor."""
    below = np.subtract(np.float32(0.4), likeness)
    below *= np.float32(1 / 0.3)
    return np.clip(below, 0, 1, out=below)


def _alike(both: Values, power: Values, drawn: Values) -> Values:
    """Correlation of two drawings, of which the mean product and the mean squares are given."""
    size = cv2.multiply(power, drawn).astype(np.float32, copy=False)
    np.sqrt(np.maximum(size, 0, out=size), out=size)
    size += np.float32(2e-4)
    np.divide(both, size, out=size)
    return size


def disc(radius_px: float) -> NDArray[np.uint8]:
    """A round structuring element."""
    side = 2 * max(1, round(radius_px)) + 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)).astype(np.uint8)
