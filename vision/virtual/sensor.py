"""What a camera's sensor adds to a picture: noise in each pixel, more of it in the dark; seeded, so it repeats."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

TILE_PX = 512
BLOCK_PX = 400
"""The tile is laid at a random offset per block, so that no pattern stands still or repeats."""
QUIET_SIGMA = 2.1
"""Noise of a good webcam in lamp light, in grey values of 255 (standard deviation)."""
DARK_SIGMA = 8.5
"""The same when the camera turns its gain all the way up."""
COLOUR_SHARE = 0.55
"""Part of the noise that differs between colours (after the camera's own smoothing)."""


class Noise:
    """Adds noise from a tile made beforehand. No picture's noise is like another's, whatever the light between them:
    noise that repeats looks like something printed on the board.
    """

    def __init__(self, seed: int) -> None:
        self._rng, self._seed = np.random.default_rng(seed), seed
        self.darken(0.0)

    def darken(self, darkness: float) -> None:
        """From now on noise is as strong as in that `darkness` (0 lamp light … 1 dusk)."""
        self._above, self._below = _tiles(np.random.default_rng(self._seed + 1), darkness)

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Adds fresh noise to `picture` in place."""
        height, width = picture.shape[:2]
        for top in range(0, height, BLOCK_PX):
            for left in range(0, width, BLOCK_PX):
                block = picture[top : top + BLOCK_PX, left : left + BLOCK_PX]
                rows, columns = block.shape[:2]
                y, x = self._rng.integers(0, TILE_PX - BLOCK_PX, 2)
                part = np.s_[y : y + rows, x : x + columns]
                cv2.add(block, self._above[part], dst=block)
                cv2.subtract(block, self._below[part], dst=block)


def _tiles(rng: np.random.Generator, darkness: float) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    sigma = QUIET_SIGMA + (DARK_SIGMA - QUIET_SIGMA) * darkness
    shape = (TILE_PX, TILE_PX)
    bright = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (3, 3), 0.55)
    colour = cv2.GaussianBlur(rng.normal(0, 1, (*shape, 3)).astype(np.float32), (0, 0), 1.1)
    bright, colour = bright / bright.std(), colour / colour.std()
    grain = sigma * (np.sqrt(1 - COLOUR_SHARE**2) * bright[:, :, None] + COLOUR_SHARE * colour)
    steps = np.round(grain)
    return np.clip(steps, 0, 255).astype(np.uint8), np.clip(-steps, 0, 255).astype(np.uint8)
