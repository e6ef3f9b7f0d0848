"""One look at a part of the board in the light that is expected there: where its colours may be those of a tile."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.designs.gamut import Gamut
from vision.designs.prints import Grey
from vision.designs.reader import without_specks
from vision.light import BRIGHTEST, Tone, brightness
from vision.spots import COARSE
from vision.view import View


class Glance:
    """One look at a part of the board, `light` being how much brighter than printed paper is there (N cells × 3)."""

    def __init__(self, view: View, light: NDArray[np.float64], gamut: Gamut, model: BoardModel) -> None:
        self.view, self.light, self.gamut, self.model = view, light, gamut, model
        x0, y0, x1, y1 = view.rect
        self.channels = brightness(view.plain), np.subtract(view.plain[..., 2], view.plain[..., 0])
        by_label = np.concatenate([light.mean(axis=0, keepdims=True), light]).astype(np.float32)
        own = gamut.holds(cv2.GaussianBlur(view.plain, (3, 3), 0) - by_label[model.labels[y0:y1, x0:x1]])
        own[~view.odd] = 1.0
        self.open_ = without_specks(own, model.scale / COARSE)

    def light_at(self, middle_mm: tuple[float, float]) -> NDArray[np.float64]:
        """How much brighter than printed paper is seen at a place."""
        nearest = int(np.hypot(*(self.model.centres - middle_mm).T).argmin())
        gain = self.view.gain_at(middle_mm, self.model.scale / COARSE)
        return np.asarray(self.light[nearest] + gain, np.float64)

    def paper(self, middle_mm: tuple[float, float], printed: NDArray[np.float64]) -> NDArray[np.float64]:
        """The tone that paper of the tone `printed` is expected to have at a place."""
        return np.minimum(printed + self.light_at(middle_mm), BRIGHTEST)

    def own_at(self, middle_mm: tuple[float, float]) -> Callable[[Tone], Grey]:
        """Says of tones seen at a place where they may be a tile's."""
        light = self.light_at(middle_mm).astype(np.float32)
        return lambda tones: self.gamut.holds(tones - light)
