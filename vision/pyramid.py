"""One picture at several sizes, each made when it is first asked for: what needs no detail is done on a small one."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

DETAIL = 1.3
"""Pixels of a picture that a sample of a raster needs: with fewer its drawing blurs, with many more it is aliased."""

_ONE_MAP: Any = None
"""Tells `cv2.remap` that its first map has both coordinates."""


class Pyramid:
    """A BGR picture, its halves, and their greys.

    >>> Pyramid(image).level(1).shape  # of a picture of 1920 × 1080
    (540, 960, 3)
    """

    def __init__(self, image: Picture) -> None:
        height, width = image.shape[:2]
        self.image = image
        # so that halving twice keeps every pixel's place exactly
        self._even = image[: height - height % 4, : width - width % 4]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, px."""
        return self.image.shape[1], self.image.shape[0]

    @cached_property
    def half(self) -> Picture:
        """The picture at half its size."""
        return _halved(self._even)

    @cached_property
    def quarter(self) -> Picture:
        """The picture at a quarter of its size."""
        return _halved(self.half)

    @cached_property
    def grey(self) -> Picture:
        """The picture without colour."""
        return _grey(self.image)

    @cached_property
    def grey_half(self) -> Picture:
        """The half picture without colour."""
        return _grey(self.half)

    @cached_property
    def grey_quarter(self) -> Picture:
        """The quarter picture without colour."""
        return _grey(self.quarter)

    def grey_around(self, low: NDArray[np.float64], high: NDArray[np.float64]) -> tuple[Picture, NDArray[np.intp]]:
        """The part of the picture, without colour, that holds the points from `low` to `high` (x, y, px), as far as
        there is any; and its upper left corner."""
        left, top = np.clip(low, 0, self.size).astype(int)
        right, bottom = np.clip(high.astype(int) + 1, (left, top), self.size)
        part = self.image[top:bottom, left:right]
        return _grey(part) if part.size else np.zeros((0, 0), np.uint8), np.array([left, top], np.intp)

    def level(self, number: int, grey: bool = False) -> Picture:
        """The picture halved `number` times (0, 1 or 2)."""
        names = ("grey", "grey_half", "grey_quarter") if grey else ("image", "half", "quarter")
        picture: Picture = getattr(self, names[number])
        return picture

    @staticmethod
    def level_for(px_each: float) -> int:
        """The smallest picture that has detail enough for samples that are `px_each` px of the whole one apart."""
        return 2 if px_each >= 4 * DETAIL else 1 if px_each >= 2 * DETAIL else 0


def at_level(points_px: NDArray[np.float32], level: int) -> NDArray[np.float32]:
    """Points of the whole picture as px of the one halved `level` times."""
    if level == 0:
        return points_px
    part = np.float32(0.5**level)
    return np.asarray(points_px * part + (0.5 * part - np.float32(0.5)), np.float32)


def sampled_at(picture: Picture, places_px: NDArray[np.float32 | np.int16], how: int = cv2.INTER_LINEAR) -> Picture:
    """The picture at `places_px` (rows × columns × 2, px), black beyond its border."""
    if picture.ndim == 2 or how != cv2.INTER_LINEAR:
        return cv2.remap(picture, places_px, _ONE_MAP, how).astype(np.uint8, copy=False)
    # of colours, 32nds of a pixel take half as long as exact places
    whole, parts = cv2.convertMaps(places_px, _ONE_MAP, cv2.CV_16SC2)
    return cv2.remap(picture, whole, parts, how).astype(np.uint8, copy=False)


def _halved(picture: Picture) -> Picture:
    size = max(1, picture.shape[1] // 2), max(1, picture.shape[0] // 2)
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _grey(picture: Picture) -> Picture:
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
