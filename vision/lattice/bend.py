"""How a lens bends a lattice: its first radial coefficient, and the straight lattice behind the bent one."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.patches import Matrix

LEAST_CELLS = 120
"""Cells that must be seen for the lens to be asked about."""
WIDE = 0.5
"""Part of the picture's diagonal that they must span."""
CLEAR = 0.75
"""The bend is believed where it leaves less than this part of the error that a straight lens leaves."""
COEFFICIENTS = np.linspace(-0.30, 0.20, 51)
"""First radial coefficients that are tried, for a focal length of the picture's width."""


class Bend(msgspec.Struct, frozen=True):
    """A lens: `coefficient` is k1 for a focal length of the picture's width, its axis in the middle of the picture.

    `homography` takes the lattice to px of a picture without the bend; errors are in cells.
    """

    coefficient: float
    homography: Matrix
    error: float
    straight_error: float


def straightened(points: Matrix, coefficient: float, size: tuple[int, int]) -> Matrix:
    """Px without the bend of points (n×2 px) with it: inverts r·(1 + k1·r²)."""
    middle = np.array([size[0] - 1, size[1] - 1]) / 2
    bent = (points - middle) / size[0]
    radius = np.hypot(*bent.T)
    straight = radius.copy()
    for _ in range(6):
        straight = radius / (1 + coefficient * straight**2)
    return np.asarray(bent * (straight / np.maximum(radius, 1e-12))[:, None] * size[0] + middle)


def lens_bend(cells: Matrix, points: Matrix, weight: NDArray[np.float64], size: tuple[int, int]) -> Bend | None:
    """The lens that takes lattice points `cells` (n×2) to `points` (n×2 px); None where there is too little to tell."""
    span = float(np.hypot(*(points.max(axis=0) - points.min(axis=0))))
    if len(points) < 30 or span < WIDE * math.hypot(*size):
        return None
    fits = [_fit(cells, points, weight, float(k), size) for k in COEFFICIENTS]
    errors = np.array([error for error, _ in fits])
    straight = errors[int(np.abs(COEFFICIENTS).argmin())]
    at = int(errors.argmin())
    if at in (0, len(errors) - 1) or errors[at] > CLEAR * straight:
        return None
    before, here, after = errors[at - 1 : at + 2] ** 2
    curve = before - 2 * here + after
    fine = float(COEFFICIENTS[at] + (0.5 * (before - after) / curve if curve > 0 else 0) * np.diff(COEFFICIENTS)[0])
    error, homography = _fit(cells, points, weight, fine, size)
    return Bend(fine, homography, error, float(straight))


def _fit(
    cells: Matrix, points: Matrix, weight: NDArray[np.float64], coefficient: float, size: tuple[int, int]
) -> tuple[float, Matrix]:
    """Error in cells, and the homography cells → px, for one bend."""
    straight = straightened(points, coefficient, size)
    inverse = homography_of(straight, cells, weight)
    flat = np.column_stack([straight, np.ones(len(straight))]) @ inverse.T
    off = np.hypot(*(flat[:, :2] / flat[:, 2:] - cells).T)
    return float(np.sqrt((weight * off**2).sum() / weight.sum())), np.asarray(np.linalg.inv(inverse), np.float64)


def homography_of(first: Matrix, second: Matrix, weight: NDArray[np.float64]) -> Matrix:
    """The homography that takes `first` to `second` (n×2 each) with least weighted squares, by one reweighting."""
    middle, spread = first.mean(axis=0), first.std() + 1e-9
    x, y = ((first - middle) / spread).T
    u, v = second.T
    one, zero = np.ones_like(x), np.zeros_like(x)
    depth = one
    for _ in range(2):
        scale = np.sqrt(weight) / depth
        upper = np.column_stack([x, y, one, zero, zero, zero, -u * x, -u * y]) * scale[:, None]
        lower = np.column_stack([zero, zero, zero, x, y, one, -v * x, -v * y]) * scale[:, None]
        solved = np.linalg.lstsq(np.concatenate([upper, lower]), np.concatenate([u * scale, v * scale]), rcond=None)[0]
        depth = solved[6] * x + solved[7] * y + 1
    matrix = np.append(solved, 1.0).reshape(3, 3)
    shift = np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]])
    return np.asarray(matrix @ shift)
