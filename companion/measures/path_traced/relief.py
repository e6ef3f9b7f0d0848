"""How a board lies on the table: folded where it was folded, and bowed a little."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from companion.measures.path_traced.luck import Luck

FOLDED_ACROSS, FOLDED_ALONG, BOWED = 0.5, 0.25, 0.5
"""How often a board has an upright fold, a level one, and is bowed."""
ACROSS_MM, ALONG_MM, BOW_MM = (0.4, 1.8), (0.3, 1.2), (0.0, 0.9)
"""How far folds stand up, and a bowed board's corners."""
FLAT_MM = 22.0
"""Distance from a fold at which the board has come down to a third of its height there."""


class Fold(msgspec.Struct, frozen=True):
    """A fold through the board's middle, `high_mm` above the table, across the way that `axis` says."""

    axis: Literal["x", "y"]
    at_mm: float
    high_mm: float


class Relief(msgspec.Struct, frozen=True):
    """Heights of a board of `size_mm`, whose corners are `bow_mm` above its middle."""

    size_mm: tuple[float, float]
    folds: tuple[Fold, ...] = ()
    bow_mm: float = 0.0

    def height_at(self, x: float, y: float) -> float:
        """Height of the print at (x, y) mm, mm."""
        folded = sum(
            fold.high_mm * math.exp(-abs((x if fold.axis == "x" else y) - fold.at_mm) / FLAT_MM) for fold in self.folds
        )
        width, height = self.size_mm
        return folded + self.bow_mm * (0.7 * (2 * x / width - 1) ** 2 + 0.3 * (2 * y / height - 1) ** 2)


def some_relief(size_mm: tuple[float, float], luck: Luck) -> Relief:
    """A board that was folded or not, bowed or not."""
    folds = []
    if luck.random() < FOLDED_ACROSS:
        folds.append(Fold("x", size_mm[0] / 2, luck.uniform(*ACROSS_MM)))
    if luck.random() < FOLDED_ALONG:
        folds.append(Fold("y", size_mm[1] / 2, luck.uniform(*ALONG_MM)))
    return Relief(size_mm, tuple(folds), luck.uniform(*BOW_MM) if luck.random() < BOWED else 0.0)
