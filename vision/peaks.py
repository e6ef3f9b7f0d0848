"""Where what was scored at places side by side is highest, by whole px and between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def highest(totals: NDArray[np.float32], allowed: NDArray[np.bool_]) -> tuple[int, int]:
    """The allowed place (row and column beside the middle) at which some outline fits best; the middle if there is
    none."""
    if not allowed.any():
        return 0, 0
    side = allowed.shape[1]
    row, column = divmod(int(np.where(allowed.ravel(), totals.max(axis=1), -np.inf).argmax()), side)
    return row - side // 2, column - side // 2


def peak(scores: NDArray[np.float32]) -> tuple[float, float]:
    """Where a surface through 3 × 3 scores is highest, beside their middle, by parabolas through the best one."""
    row, column = divmod(int(scores.argmax()), 3)
    along_rows = vertex(*scores[:, column].tolist()) if row == 1 else float(row - 1)
    along_columns = vertex(*scores[row].tolist()) if column == 1 else float(column - 1)
    return along_rows, along_columns


def vertex(before: float, middle: float, after: float) -> float:
    """Where a parabola through three values is highest, in steps beside the middle one, the highest of them."""
    bend = before - 2 * middle + after
    return 0.0 if bend > -1e-9 else min(max(0.5 * (before - after) / bend, -0.5), 0.5)
