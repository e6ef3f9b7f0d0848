"""The thin lines of a picture, signed and of even strength, at several sizes: what a printed lattice is made of."""

from __future__ import annotations

import math
from typing import TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

LINE_PX = 2.0
"""Deviation of the blur that a line stands out from: lines of up to about four px are thin."""
AROUND_PX = 24.0
"""Deviation of the neighbourhood within which lines are made equally strong."""
STRONG = 30.0
"""Grey values beyond which a detail counts no more to the strength of its neighbourhood: text and borders do not
drown thin lines."""
CLIP = 2.0
FAINT = 0.6
"""Strength below which a detail is no line: beside a thin line its shade would cancel it in a coarser picture."""
QUIET = 2.5
"""Grey values added to the strength, so that noise on plain paper stays small."""
LEVELS = 4
"""Sizes looked at, each half the one before: lattices of 10 to 20 px on the first, of 80 to 260 px on the last."""
LEAST_SIDE = 128

Values: TypeAlias = NDArray[np.float32]


class Level(msgspec.Struct, frozen=True):
    """Lines of the picture reduced `scale` times: `lines` about 0, dark lines below."""

    lines: Values
    scale: float

    @property
    def to_picture(self) -> NDArray[np.float64]:
        """3×3: px of this level → px of the picture."""
        shift = (self.scale - 1) / 2
        return np.array([[self.scale, 0, shift], [0, self.scale, shift], [0, 0, 1]])


def halved(values: Values) -> Values:
    """Half as wide and high (H×W or H×W×n), averaged."""
    height, width = values.shape[:2]
    small = cv2.resize(values[: height // 2 * 2, : width // 2 * 2], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def line_map(grey: Values) -> Values:
    """Thin detail of `grey` (0…255) over the local strength of thin detail, within ±`CLIP`."""
    detail = grey - cv2.GaussianBlur(grey, (0, 0), LINE_PX)
    strength = np.minimum(np.abs(detail), STRONG)
    height, width = grey.shape
    small = cv2.resize(strength, (max(1, width // 8), max(1, height // 8)), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), AROUND_PX / 8)
    around = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(detail / (1.5 * around + QUIET), -CLIP, CLIP), np.float32)


def plain_lines(lines: Values) -> Values:
    """A map of lines (H×W) without what is too faint to be one."""
    return np.asarray(np.sign(lines) * np.maximum(np.abs(lines) - FAINT, 0), np.float32)


def sizes_of(size: tuple[int, int]) -> int:
    """In how many sizes, each half the one before, a picture of `size` is looked at: up to `LEVELS`."""
    halvings = int(math.log2(max(min(size), LEAST_SIDE) / LEAST_SIDE))
    return min(halvings + 1, LEVELS)


def values_at(values: Values, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values (H×W) at points (n×2 px), 0 beyond them."""
    if not len(points):
        return np.zeros(0)
    rows = -(-len(points) // 1024)
    padded = np.full((rows * 1024, 2), -9, np.float32)
    padded[: len(points)] = points
    x, y = padded.reshape(rows, 1024, 2).transpose(2, 0, 1)
    seen = cv2.remap(values, np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.INTER_LINEAR)
    return np.asarray(seen.ravel()[: len(points)], np.float64)
