"""What the places of a board looked like when nothing covered them, and whether they look so now."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.floor import deviation
from vision.light import Packed, Tone, bright_of, packed, strips, unpacked
from vision.occlusion import STRANGE
from vision.pose import Rect
from vision.rects import part_of
from vision.view import View

SHADED_MEMORY = 3.0
"""Variance, against that of a floor in constant light, within which a place looks as it did: a hand shades what is
beside it."""


class Remembered:
    """Of every pixel of the coarse raster, of such a shape, its tone in the reference's light when it was last seen
    uncovered, and whether it was floor then."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self._tones: Packed = np.zeros((*shape, 3), np.uint16)
        self._odd = np.zeros(shape, np.bool_)

    def tones(self, rect: Rect) -> Tone:
        """What was seen in `rect`."""
        return unpacked(self._tones[part_of(rect)])

    def was_floor(self, rect: Rect) -> NDArray[np.bool_]:
        """Pixels of `rect` that were floor, or were never seen."""
        return ~self._odd[part_of(rect)]

    def keep(self, view: View) -> None:
        """Remembers what nothing covers in `view`."""
        part, open_ = part_of(view.rect), ~view.cover.mask
        tones = self._tones[part]
        for strip in strips(open_.shape):
            cv2.copyTo(packed(view.plain[strip]), open_[strip].astype(np.uint8), tones[strip])
        self._odd[part] = np.where(open_, view.odd, self._odd[part])

    def take(self, plain: Tone, foreign: NDArray[np.bool_], rect: Rect) -> None:
        """Remembers how what is `foreign` in `rect`, of which `plain` are the tones, looks: that is no floor."""
        cv2.copyTo(packed(plain), foreign.astype(np.uint8), self._tones[part_of(rect)])
        self._odd[part_of(rect)] |= foreign

    def unchanged(self, plain: Tone, rect: Rect, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Pixels among `where` in `rect` that were no floor either, and look now, by their tones `plain`, as they
        did."""
        part = part_of(rect)
        where = where & self._odd[part]
        if not where.any():
            return where
        tones = self._tones[part]
        around = cv2.morphologyEx(bright_of(tones), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))[where]
        slack = np.square(around * np.float32(0.5))[:, None]
        known = unpacked(tones[where][:, None])
        same = np.zeros_like(where)
        same[where] = deviation(plain[where][:, None], known, slack, SHADED_MEMORY)[:, 0] < STRANGE
        return same
