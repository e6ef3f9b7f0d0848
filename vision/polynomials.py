"""Log densities of many tones at many pixels at once: as polynomials, so that one matrix product gives them all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MIDDLE = 4.6
"""A usual tone. Features are taken beside it, so that single precision is enough (errors stay below 0.01)."""
ONE_THREAD = 200_000
"""Multiplications up to which BLAS works in one thread; beside other threads that wait for a core more are slower."""

_SQUARES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def features(tones: NDArray[np.float32]) -> NDArray[np.float32]:
    """Tones (N × 3), their products and 1: 10 × N."""
    found = np.empty((10, len(tones)), np.float32)
    np.subtract(tones.T, np.float32(MIDDLE), out=found[:3])
    for row, (one, other) in enumerate(_SQUARES, start=3):
        np.multiply(found[one], found[other], out=found[row])
    found[9] = 1
    return found


def log_normals(
    middles: NDArray[np.float64], inverse: NDArray[np.float64], peaks: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Polynomials (T × 10) that say ``peak − ½ (tone − middle)ᵀ inverse (tone − middle)`` of `features`."""
    middles = middles - MIDDLE
    slopes = np.einsum("tij,tj->ti", inverse, middles)
    found = np.empty((len(middles), 10), np.float32)
    found[:, :3] = slopes
    for column, (one, other) in enumerate(_SQUARES, start=3):
        found[:, column] = -inverse[:, one, other] * (0.5 if one == other else 1.0)
    found[:, 9] = peaks - 0.5 * (slopes * middles).sum(axis=1)
    return found


def matrix_product(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """The matrix product, in parts so small that no threads are started for them."""
    rows, inner = one.shape
    columns = other.shape[1]
    if rows * inner * columns <= ONE_THREAD:
        return one @ other
    if inner * columns <= ONE_THREAD:
        found = np.empty((rows, columns), np.float32)
        step = ONE_THREAD // (inner * columns)
        for top in range(0, rows, step):
            np.matmul(one[top : top + step], other, out=found[top : top + step])
        return found
    if columns >= inner:
        step = max(1, ONE_THREAD // (rows * inner))
        return np.concatenate([one @ other[:, left : left + step] for left in range(0, columns, step)], axis=1)
    step = max(1, ONE_THREAD // (rows * columns))
    total = np.zeros((rows, columns), np.float32)
    for left in range(0, inner, step):
        total += one[:, left : left + step] @ other[left : left + step]
    return total
