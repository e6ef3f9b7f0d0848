"""A lattice found in a picture."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.lattice.bases import Kind
from vision.lattice.patches import Matrix
from vision.lattice.view import View

HEX_CELLS = np.array([[1.0, 0.5, 0.0], [0.0, math.sqrt(3) / 2, 0.0], [0.0, 0.0, 1.0]])
"""Hex coordinates (i, j) → the plane of the homography."""


GAP = np.ones((3, 3), np.uint8)
"""Cells that are not seen, for pieces hide them, between some that are: so many belong to the board nevertheless."""
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
        """Cells (n×2) that are seen or lie in small gaps between those, with their centres in a picture of `size`.

        `size` is (width, height); what the lattice would go on to beyond the outermost cells is not the board's.
        """
        at = np.round(self.cells_at(self.seen)).astype(np.intp)
        low = at.min(axis=0) - GAP.shape
        at = at[(at < low + MOST_CELLS).all(axis=1)] - low
        seen = np.zeros(at.max(axis=0) + 1 + GAP.shape, np.uint8)
        seen[at[:, 0], at[:, 1]] = 1
        cells = np.argwhere(cv2.morphologyEx(seen, cv2.MORPH_CLOSE, GAP)) + low
        centres = self.centres(cells)
        return np.asarray(cells[((centres > 0) & (centres < size)).all(axis=1)], np.intp)

    def cells_at(self, points_px: ArrayLike) -> NDArray[np.float64]:
        """Lattice coordinates (n×2, not whole) of points in the picture."""
        places = self.view.plane(np.asarray(points_px, np.float64).reshape(-1, 2))
        return np.asarray(places @ np.linalg.inv(plane_of(self.kind)[:2, :2]).T)


def plane_of(kind: Kind) -> Matrix:
    """3×3: (i, j) → the plane of the homography."""
    return HEX_CELLS if kind == "hex" else np.eye(3)
