"""How a camera sees the plane of a lattice: a homography behind a lens that bends straight lines a little."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.homography import through
from vision.lattice.patches import Matrix

ROUNDS = 3
"""Rounds in which the bend of a lens is undone."""
STEP_PX = 1.0
"""Px over which directions are taken through a view."""


class View(msgspec.Struct, frozen=True):
    """`to_plane` takes px of a picture of `size` (width, height) without its bend to the lattice's plane (pitch 1).

    `bend` is k1 for a focal length of the picture's width, the axis in the middle of the picture.
    """

    to_plane: Matrix
    size: tuple[int, int]
    bend: float = 0.0

    def plane(self, points: Matrix) -> Matrix:
        """Places in the plane of points of the picture (n×2 px); nan beyond the horizon."""
        return self._through(points)[0]

    def plane_along(self, points: Matrix, along: Matrix) -> tuple[Matrix, Matrix]:
        """Places in the plane of points (n×2 px), and the unit directions there of lines that run `along` (n×2).

        What the lens turns a line by is left out: a few degrees at most.
        """
        places, depth = self._through(points)
        m = self.to_plane
        dx, dy = along[:, 0], along[:, 1]
        falls = m[2, 0] * dx + m[2, 1] * dy
        ahead_x = (m[0, 0] * dx + m[0, 1] * dy - places[:, 0] * falls) / depth
        ahead_y = (m[1, 0] * dx + m[1, 1] * dy - places[:, 1] * falls) / depth
        length = np.sqrt(ahead_x * ahead_x + ahead_y * ahead_y) + 1e-12
        return places, np.column_stack([ahead_x / length, ahead_y / length])

    def _through(self, points: Matrix) -> tuple[Matrix, Matrix]:
        straight = straightened(points, self.bend, self.size) if self.bend else points
        m = self.to_plane
        x, y = straight[:, 0], straight[:, 1]
        depth = m[2, 0] * x + m[2, 1] * y + m[2, 2]
        depth = np.where(depth * self._sign > 1e-9, depth, math.nan)
        places = np.empty((len(x), 2))
        np.divide(m[0, 0] * x + m[0, 1] * y + m[0, 2], depth, out=places[:, 0])
        np.divide(m[1, 0] * x + m[1, 1] * y + m[1, 2], depth, out=places[:, 1])
        return places, depth

    @property
    def _sign(self) -> float:
        """Sign of the depth in the middle of the picture's part before the horizon."""
        return 1.0 if self.to_plane[2, 2] >= 0 else -1.0

    def picture(self, places: Matrix) -> Matrix:
        """Px of places in the plane (n×2)."""
        straight = through(np.asarray(np.linalg.inv(self.to_plane)), places)
        return bent(straight, self.bend, self.size) if self.bend else straight

    def enlarged(self, times: Matrix, size: tuple[int, int]) -> View:
        """The same in a picture of `size` that is `times` (x, y) as large."""
        shift = (times - 1) / 2
        onto = np.array([[times[0], 0, shift[0]], [0, times[1], shift[1]], [0, 0, 1]])
        matrix = self.to_plane @ np.linalg.inv(onto)
        return View(np.asarray(matrix / matrix[2, 2]), size, self.bend)

    def pitch_px(self, points: Matrix) -> NDArray[np.float64]:
        """Px from cell to cell about points of the picture (n×2 px): the root of the area of a unit square."""
        here, right, down = (self.plane(points + np.array(step)) for step in ((0, 0), (STEP_PX, 0), (0, STEP_PX)))
        (ax, ay), (bx, by) = (right - here).T, (down - here).T
        return np.asarray(STEP_PX / np.sqrt(np.abs(ax * by - ay * bx) + 1e-18))


def straightened(points: Matrix, coefficient: float, size: tuple[int, int]) -> Matrix:
    """Px without the bend of points (n×2 px) with it: inverts r·(1 + k1·r²)."""
    middle = np.array([size[0] - 1, size[1] - 1]) / 2
    x, y = points[:, 0] - middle[0], points[:, 1] - middle[1]
    square = (x * x + y * y) * (coefficient / size[0] ** 2)
    factor = 1 - square
    for _ in range(ROUNDS - 1):
        factor = 1 / np.maximum(1 + square * factor * factor, 0.3)
    return np.column_stack([middle[0] + x * factor, middle[1] + y * factor])


def bent(points: Matrix, coefficient: float, size: tuple[int, int]) -> Matrix:
    """Px with the bend of points (n×2 px) without it."""
    middle = np.array([size[0] - 1, size[1] - 1]) / 2
    off = points - middle
    return np.asarray(middle + off * (1 + coefficient * ((off / size[0]) ** 2).sum(axis=1))[:, None])
