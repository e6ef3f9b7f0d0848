"""Something laid over the picture of the table, with its shadow; knows not what it is."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

Picture = NDArray[np.uint8]


STRIP_ROWS = 32
"""Rows laid over at a time: small enough to stay in the processor's cache."""


def dimmed(shadow: ArrayLike, depth: float) -> NDArray[np.uint8]:
    """The light that a shadow (0…255) leaves which takes `depth` (0…1) of it where it is full; 255 is all."""
    return cv2.convertScaleAbs(np.asarray(shadow), alpha=-depth, beta=255).astype(np.uint8, copy=False)


class Overlay(msgspec.Struct, frozen=True):
    """Laid over at (`x`, `y`) px: `colour` in the light there, opacity `cover`, light left `dark` (255 is all)."""

    x: int
    y: int
    colour: Picture
    cover: NDArray[np.uint8]
    dark: NDArray[np.uint8]

    def lay_over(self, picture: Picture) -> None:
        """Draws itself into `picture`."""
        rows, columns = self.cover.shape
        for row in range(0, rows, STRIP_ROWS):
            strip = slice(row, min(row + STRIP_ROWS, rows))
            part = picture[self.y + strip.start : self.y + strip.stop, self.x : self.x + columns]
            cover = self.cover[strip] * np.float32(1 / 255)
            cv2.multiply(part, cv2.merge([self.dark[strip]] * 3), dst=part, scale=1 / 255)
            part[:] = cv2.blendLinear(self.colour[strip], part, cover, 1 - cover)

    def hides(self, size: tuple[int, int]) -> NDArray[np.bool_]:
        """Which pixels of a picture of that size nothing can be seen through."""
        hidden = np.zeros((size[1], size[0]), np.bool_)
        rows, columns = self.cover.shape
        hidden[self.y : self.y + rows, self.x : self.x + columns] = self.cover > 127
        return hidden
