"""A lattice found in a picture."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.lattice.bases import Kind
from vision.lattice.patches import Matrix
from vision.lattice.view import View

HEX_CELLS = np.array([[1.0, 0.5, 0.0], [0.0, math.sqrt(3) / 2, 0.0], [0.0, 0.0, 1.0]])
"""Hex coordinates (i, j) → the plane of the homography."""


NEAR = 1.6
"""Cells between a centre and the nearest place where the lattice is seen, for it to be of the board."""
MOST_CELLS = 300
"""Cells per side that are listed at most."""
LEAST_BEND = 0.004
"""Coefficient of a lens below which it does not bend."""


class Lattice(msgspec.Struct, frozen=True):
    """A printed lattice: `homography` (3×3, last entry 1) takes its plane to px of the picture.

    Centres of cells lie where it takes (i + j/2, j·√3/2) for hexes, (i, j) for squares, for whole i and j. Where the
    lens bends the picture that is the nearest a homography comes; `view` knows the bend, and every place asked here is
    taken through it. `seen` are px (n×2) around which the picture bears the lattice out, `confidence` is between 0 and
    1.
    """

    kind: Kind
    homography: Matrix
    confidence: float
    seen: Matrix
    pitch_px: float
    view: View

    @property
    def bend(self) -> float | None:
        """The lens's first radial coefficient, for a focal length of the picture's width; None for a slight bend."""
        return self.view.bend if abs(self.view.bend) > LEAST_BEND else None

    @property
    def straight(self) -> Matrix:
        """The plane → px of the picture without its lens's bend (3×3, last entry 1)."""
        matrix = np.asarray(np.linalg.inv(self.view.to_plane), np.float64)
        return np.asarray(matrix / matrix[2, 2])

    def centres(self, cells: ArrayLike) -> Matrix:
        """Where the centres of `cells` (n×2 whole i, j) are, px."""
        return self.view.picture(np.asarray(cells, np.float64).reshape(-1, 2) @ plane_of(self.kind)[:2, :2].T)

    def outline(self, cell: ArrayLike) -> Matrix:
        """The corners of one cell (i, j), px."""
        middle = plane_of(self.kind)[:2, :2] @ np.asarray(cell, np.float64)
        if self.kind == "hex":
            turns = np.arange(6) * math.pi / 3
            around = np.column_stack([np.sin(turns), np.cos(turns)]) / math.sqrt(3)
        else:
            around = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        return self.view.picture(middle + around)

    def cells_within(self, size: tuple[int, int]) -> NDArray[np.intp]:
        """Cells (n×2) whose centres lie in a picture of `size` (width, height), near where the lattice is seen."""
        at = self.cells_at(self.seen)
        low, high = np.floor(at.min(axis=0)).astype(int) - 1, np.ceil(at.max(axis=0)).astype(int) + 2
        high = np.minimum(high, low + MOST_CELLS)
        i, j = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
        cells = np.column_stack([i.ravel(), j.ravel()])
        centres = self.centres(cells)
        cells = cells[((centres > 0) & (centres < size)).all(axis=1)]
        near = [np.hypot(*(at - cell).T).min() < NEAR for cell in cells]
        return np.asarray(cells[np.array(near, np.bool_)] if len(cells) else cells, np.intp)

    def cells_at(self, points_px: ArrayLike) -> NDArray[np.float64]:
        """Lattice coordinates (n×2, not whole) of points in the picture."""
        places = self.view.plane(np.asarray(points_px, np.float64).reshape(-1, 2))
        return np.asarray(places @ np.linalg.inv(plane_of(self.kind)[:2, :2]).T)


def plane_of(kind: Kind) -> Matrix:
    """3×3: (i, j) → the plane of the homography."""
    return HEX_CELLS if kind == "hex" else np.eye(3)


def through(matrix: Matrix, points: Matrix) -> Matrix:
    """N points through a homography."""
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:])
