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
    middles: NDArray[np.float32], each: NDArray[np.float32], common: NDArray[np.float32], peaks: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Polynomials (… × 10) that say ``peak − ½ (Σ each_i d_i² − common (Σ each_i d_i)²)`` of `features`, d being
    ``tone − middle``: channels err each by itself, and together."""
    middles = middles - np.float32(MIDDLE)
    found = np.empty((*middles.shape[:-1], 10), np.float32)
    weighed = each * middles
    along = weighed[..., 0] + weighed[..., 1] + weighed[..., 2]
    np.subtract(weighed, (common * along)[..., None] * each, out=found[..., :3])
    shared = common[..., None] * each
    for column, (one, other) in enumerate(_SQUARES, start=3):
        both = shared[..., one] * each[..., other]
        found[..., column] = np.float32(0.5) * (both - each[..., one]) if one == other else both
    squared = (found[..., :3] * middles).sum(axis=-1)
    np.subtract(peaks, np.float32(0.5) * squared, out=found[..., 9])
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
