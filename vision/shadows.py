"""The shadows that pieces cast this evening: how deep they are, and which way they fall from a lamp."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lamp import falling
from vision.light import hue

DEEPER = 0.3
"""How much darker (tone) than nine in ten of the known ones a shadow may be."""
ASIDE, STEP_PX = (-0.45, 0.0, 0.45), 2
"""Angles (radians) beside the way in which shadows fall at which one still may, for it is as wide as its piece; and
pixels from one place that is asked to the next."""


class Shadows(msgspec.Struct, frozen=True):
    """Shadows of one evening: how dark they make their floor (tone), but for a tenth; which way they fall: in the
    middle of the board that way `towards`, and by `apart` (for each mm) farther from there the farther a place is from
    it, for they fall away from a lamp; and how they change its `hue` (B, G and R, whose mean is 0), per tone of
    darkening: what a warm lamp does not reach is blue."""

    deepest: float
    middle_mm: tuple[float, float]
    towards: tuple[float, float]
    apart: float
    hue: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def hue_off(self, off: NDArray[np.float64]) -> float:
        """How far in hue (tone) what is so far `off` its floor (B, G, R) is from a shadow as dark, of these or a grey
        one."""
        return min(hue(off), hue(off + float(off.mean()) * np.array(self.hue)))

    def way(self, place_mm: tuple[float, float]) -> tuple[float, float]:
        """The direction (a unit vector, x and y on the board) in which shadows fall at a place."""
        x, y = falling(self.towards, self.apart, self.middle_mm, place_mm)
        length = max(math.hypot(x, y), 1e-6)
        return x / length, y / length

    def may_reach(
        self, where: NDArray[np.bool_], pieces: NDArray[np.bool_], place_mm: tuple[float, float], reach_px: int
    ) -> NDArray[np.bool_]:
        """Which of the pixels `where` (of their number, row by row) one of `pieces` may cast a shadow on, that reaches
        so far; `place_mm`: where on the board these few mm are."""
        rows, columns = np.nonzero(where)
        height, width = pieces.shape
        x, y = self.way(place_mm)
        reached = np.zeros(len(rows), np.bool_)
        steps = np.arange(1, reach_px + 1, STEP_PX)
        for angle in ASIDE:
            across, down = (
                x * math.cos(angle) - y * math.sin(angle),
                x * math.sin(angle) + y * math.cos(angle),
            )
            from_column = np.round(columns[:, None] - steps * across).astype(np.intp)
            from_row = np.round(rows[:, None] - steps * down).astype(np.intp)
            inside = (from_row >= 0) & (from_row < height) & (from_column >= 0) & (from_column < width)
            hit = pieces[np.clip(from_row, 0, height - 1), np.clip(from_column, 0, width - 1)] & inside
            reached |= hit.any(axis=1)
        return reached
