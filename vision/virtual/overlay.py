"""Something laid over the picture of the table, with its shadow; knows not what it is."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


class Overlay(msgspec.Struct, frozen=True):
    """Laid over at (`x`, `y`) px: `colour` in the light there, opacity `cover` 0…1, light left around it `dark` 0…1."""

    x: int
    y: int
    colour: Picture
    cover: NDArray[np.float32]
    dark: NDArray[np.float32]

    def lay_over(self, picture: Picture) -> None:
        """Draws itself into `picture`."""
        rows, columns = self.cover.shape
        part = picture[self.y : self.y + rows, self.x : self.x + columns]
        under = part * self.dark[:, :, None]
        np.copyto(part, under + (self.colour - under) * self.cover[:, :, None], casting="unsafe")

    def hides(self, size: tuple[int, int]) -> NDArray[np.bool_]:
        """Which pixels of a picture of that size nothing can be seen through."""
        hidden = np.zeros((size[1], size[0]), np.bool_)
        rows, columns = self.cover.shape
        hidden[self.y : self.y + rows, self.x : self.x + columns] = self.cover > 0.5
        return hidden
