"""Rows of which the product is their correlation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def normalised(rows: NDArray[np.float32], flat: float) -> NDArray[np.float32]:
    """Rows with mean 0 and length 1; those whose contrast (length of a row) is below `flat` stay next to nothing."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    rows /= np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None] + np.float32(flat)
    return rows
