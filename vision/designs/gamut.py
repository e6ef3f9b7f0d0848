"""Which colours tiles show at all: a ship or a chip that lies on one has another, and is not read as print."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.designs.prints import Grey
from vision.light import Tone

LIGHT_STEP, HUE_STEP = 0.12, 0.06
"""Steps of the table, tone: of brightness, and of blue and red beside green."""
LOW, LIGHTS, HUES = 2.2, 32, 56
"""Darkest brightness, and how many steps there are; hues are as many to both sides of grey."""
LIGHT_REACH = 3
"""Steps of brightness by which a tone may be off: shade, gloss."""
SHADOW_REACH = 5
"""The same downwards."""


class Gamut:
    """The tones of some prints, and those within `hue` of them (tone), in even light."""

    def __init__(self, prints: Iterable[Tone], hue: float) -> None:
        table = np.zeros((LIGHTS, HUES, HUES), np.uint8)
        for print_ in prints:
            table[_steps(print_.reshape(-1, 3))] = 1
        reach = 2 * max(1, round(hue / HUE_STEP)) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
        wide = np.stack([cv2.dilate(one, kernel).astype(np.uint8) for one in table])
        whole = wide.copy()
        for step in range(1, SHADOW_REACH + 1):
            whole[:-step] = np.maximum(whole[:-step], wide[step:])
        for step in range(1, LIGHT_REACH + 1):
            whole[step:] = np.maximum(whole[step:], wide[:-step])
        self._table: NDArray[np.uint8] = whole

    def holds(self, tones: Tone) -> Grey:
        """1 where a tone (… × 3, as in even light) may be that of a print, 0 where it is another thing's."""
        return self._table[_steps(tones)].astype(np.float32)


def _steps(tones: Tone) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    blue, green, red = (np.ascontiguousarray(tones[..., channel]) for channel in range(3))
    bright = (blue + green + red) / np.float32(3)  # a mean over so short an axis is slow in NumPy
    return (
        _step((bright - LOW) / LIGHT_STEP, LIGHTS),
        _step((blue - green) / HUE_STEP + HUES / 2, HUES),
        _step((red - green) / HUE_STEP + HUES / 2, HUES),
    )


def _step(value: NDArray[np.float32], count: int) -> NDArray[np.intp]:
    return np.clip(value, 0, count - 1, out=value).astype(np.intp)
