"""Points taken through a homography, and the homography between points of two planes, by least squares."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.patches import Matrix

HELD = 1e-13
"""Part of all squares that holds what points do not say, where they are too few or lie on a line."""
EVEN_ROUNDS, EVEN_POINTS = 12, 150
"""Rounds of weighing the farthest points more, and points besides the outermost ones that are weighed so."""


def through(matrix: Matrix, points: Matrix) -> Matrix:
    """N points through a homography."""
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:])


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
        left, right = np.concatenate([upper, lower]), np.concatenate([u * scale, v * scale])
        normal = left.T @ left
        solved = np.linalg.solve(normal + np.eye(8) * (HELD * np.trace(normal)), left.T @ right)
        depth = solved[6] * x + solved[7] * y + 1
    matrix = np.append(solved, 1.0).reshape(3, 3)
    shift = np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]])
    return np.asarray(matrix @ shift)


def even_homography_of(first: Matrix, second: Matrix) -> Matrix:
    """The homography that takes `first` to `second` (n×2 each) so that the farthest of all is as near as can be.

    By Lawson's weights, which grow with how far a point is: few rounds tell it to a hundredth.
    """
    outermost = cv2.convexHull(first.astype(np.float32), returnPoints=False).ravel()
    some = np.concatenate([outermost, np.arange(0, len(first), -(-len(first) // EVEN_POINTS))])
    first, second, weight = first[some], second[some], np.ones(len(some))
    matrix = homography_of(first, second, weight)
    for _ in range(EVEN_ROUNDS):
        off = np.hypot(*(through(matrix, first) - second).T)
        weight = weight * (0.5 + off / (off.max() + 1e-9))
        matrix = homography_of(first, second, weight / weight.mean())
    return matrix
