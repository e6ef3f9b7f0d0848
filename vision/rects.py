"""Rectangles of whole pixels on a raster: what they share, and what holds them both."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.pose import Rect

Value = TypeVar("Value", bound=np.generic)


def wider(rect: Rect, by: int) -> Rect:
    """A rectangle with `by` px more on every side."""
    return rect[0] - by, rect[1] - by, rect[2] + by, rect[3] + by


def meet(one: Rect, other: Rect) -> bool:
    """Whether two rectangles, none of them empty, share a pixel: asked so often that four comparisons must do."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def within(rect: Rect, limits: Rect) -> Rect:
    """The part of a rectangle within another; empty ones have an end before their start."""
    return max(rect[0], limits[0]), max(rect[1], limits[1]), min(rect[2], limits[2]), min(rect[3], limits[3])


def part_of(rect: Rect) -> tuple[slice, slice]:
    """Rows and columns of a rectangle in an array of the whole raster."""
    return slice(rect[1], rect[3]), slice(rect[0], rect[2])


def joined(one: Rect, other: Rect) -> Rect:
    """The smallest rectangle that holds both."""
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def cut(values: NDArray[Value], rect: Rect, part: Rect) -> NDArray[Value]:
    """The `part` of `values`, which are those of `rect`."""
    return values[part[1] - rect[1] : part[3] - rect[1], part[0] - rect[0] : part[2] - rect[0]]
