"""Cells of a lattice of hexes or squares: which one a place lies in, which are in a picture, and sets of them."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
from vision.lattice.patches import Matrix
from vision.lattice.result import plane_of
from vision.lattice.view import View

FARTHEST = 1e4
"""Pitches from the first cell beyond which nothing is looked at."""
MOST_CELLS = 40_000
SMALLEST_PX = 7.0
"""Px of the reduced picture per cell below which edges cannot be told apart."""


def both(there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows (of n×2) hold in both columns, several times as fast as NumPy's `all` along so short an axis."""
    return np.asarray(there[:, 0] & there[:, 1], np.bool_)


def steps_of(kind: Kind) -> Matrix:
    """Unit steps (n×2) to the neighbours whose edges are a cell's own: each edge belongs to one cell."""
    turns = np.arange(3) * math.pi / 3 if kind == "hex" else np.arange(2) * math.pi / 2
    return np.column_stack([np.cos(turns), np.sin(turns)])


def own_steps(kind: Kind) -> NDArray[np.intp]:
    """`steps_of` in (i, j)."""
    return np.array([(1, 0), (0, 1), (-1, 1)] if kind == "hex" else [(1, 0), (0, 1)], np.intp)


def nearest_cells(kind: Kind, places: Matrix) -> NDArray[np.intp]:
    """The cells (n×2: i, j) in which places of the plane lie."""
    if kind == "square":
        return np.asarray(np.round(np.where(np.abs(places) < FARTHEST, places, 0.0)), np.intp)
    places = np.where(np.abs(places) < FARTHEST, places, 0.0)
    j = places[:, 1] / (math.sqrt(3) / 2)
    i = places[:, 0] - j / 2
    third = -i - j
    whole = np.round(np.column_stack([i, j, third]))
    off = np.abs(whole - np.column_stack([i, j, third]))
    worst = off.argmax(axis=1)
    ri = np.where(worst == 0, -whole[:, 1] - whole[:, 2], whole[:, 0])
    rj = np.where(worst == 1, -whole[:, 0] - whole[:, 2], whole[:, 1])
    return np.column_stack([ri, rj]).astype(np.intp)


def in_picture(kind: Kind, view: View, scale: float, stride: int = 24) -> NDArray[np.intp]:
    """Cells (n×2) whose centres are in the picture, where they are large enough to be told apart."""
    width, height = view.size
    y, x = np.mgrid[0 : height + stride : stride, 0 : width + stride : stride]
    points = np.column_stack([x.ravel(), y.ravel()]).astype(np.float64)
    places, pitch = view.plane(points), view.pitch_px(points)
    fine = np.isfinite(places).all(axis=1) & (pitch > SMALLEST_PX * scale)
    if not fine.any():
        return np.zeros((0, 2), np.intp)
    cells = nearest_cells(kind, places[fine])
    low, high = cells.min(axis=0) - 1, cells.max(axis=0) + 2
    if np.prod((high - low).astype(float)) > MOST_CELLS:
        return np.zeros((0, 2), np.intp)
    i, j = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    every = np.column_stack([i.ravel(), j.ravel()])
    return large_enough(kind, view, every, scale)


def large_enough(kind: Kind, view: View, cells: NDArray[np.intp], scale: float) -> NDArray[np.intp]:
    """Those of `cells` (n×2) whose centres are in the picture, where they are large enough to be told apart."""
    centres = view.picture(cells @ plane_of(kind)[:2, :2].T)
    inside = both((centres >= 0) & (centres < view.size))
    cells, centres = cells[inside], centres[inside]
    return np.asarray(cells[view.pitch_px(centres) > SMALLEST_PX * scale] if len(cells) else cells, np.intp)


def rows_of(listed: NDArray[np.intp], cells: NDArray[np.intp]) -> NDArray[np.intp]:
    """Rows of `cells` (n×2) in those that are `listed` (m×2), −1 where they are not."""
    low = listed.min(axis=0)
    rows = np.full(listed.max(axis=0) - low + 1, -1, np.intp)
    rows[tuple((listed - low).T)] = np.arange(len(listed))
    at = cells - low
    inside = both((at >= 0) & (at < rows.shape))
    at = np.where(inside[:, None], at, 0)
    return np.asarray(np.where(inside, rows[at[:, 0], at[:, 1]], -1), np.intp)


class Grid:
    """A set of cells as a mask over (i, j)."""

    def __init__(
        self, cells: NDArray[np.intp], mask: NDArray[np.bool_] | None = None, low: NDArray[np.intp] | None = None
    ) -> None:
        self.low = cells.min(axis=0) if low is None else low
        if mask is None:
            mask = np.zeros(cells.max(axis=0) - self.low + 1, np.bool_)
            mask[tuple((cells - self.low).T)] = True
        self.mask = mask

    def has(self, cells: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which of `cells` (n×2) are in the set."""
        at = cells - self.low
        inside = both((at >= 0) & (at < self.mask.shape))
        at = np.where(inside[:, None], at, 0)
        return np.asarray(inside & self.mask[at[:, 0], at[:, 1]])

    def grown(self, by: int) -> Grid:
        """The set and all cells up to `by` steps away."""
        padded = np.pad(self.mask, by).astype(np.uint8)
        mask = cv2.dilate(padded, np.ones((2 * by + 1, 2 * by + 1), np.uint8)).astype(np.bool_)
        return Grid(np.zeros((0, 2), np.intp), mask, self.low - by)

    def filled(self, cells: NDArray[np.intp], values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sums of `values` of cells, over (i, j)."""
        out = np.zeros(self.mask.shape)
        np.add.at(out, tuple((cells - self.low).T), values)
        return out

    def cells(self, mask: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The cells (n×2) of a mask over this set's (i, j)."""
        return np.argwhere(mask) + self.low

    def about(self, cells: NDArray[np.intp], shown: NDArray[np.float64], least: float) -> NDArray[np.intp]:
        """The cells (n×2) of the set that show, with those beside them, more than `least` on average.

        `cells` (n×2, a cell may come more than once) show so much.
        """
        total, count = (
            cv2.boxFilter(one, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
            for one in (self.filled(cells, shown), self.filled(cells, np.ones(len(cells))))
        )
        return self.cells(np.asarray((total > least * np.maximum(count, 1)) & self.mask, np.bool_))
