"""A fine raster a few rows at a time, beside the coarse one, of half its size, that goes with it."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.spots import COARSE

PATCH_PX = 65_536
"""Pixels of the fine raster that are worked on at a time: of fewer, what is done anew for each part takes longer."""


def finely(shape: tuple[int, int]) -> Iterator[tuple[slice, slice]]:
    """The rows of a fine raster, some at a time, and which these are on the coarse one."""
    rows = max(1, PATCH_PX // (COARSE * max(1, shape[1])))
    for top in range(0, shape[0] // COARSE, rows):
        coarse = slice(top, min(top + rows, shape[0] // COARSE))
        yield slice(coarse.start * COARSE, coarse.stop * COARSE), coarse


def doubled(values: NDArray[np.float32], rows: slice) -> NDArray[np.float32]:
    """Some `rows` of a coarse raster on the fine one: as all of it would be there, but for the others."""
    first, last = max(0, rows.start - 1), min(len(values), rows.stop + 1)
    size = values.shape[1] * COARSE, (last - first) * COARSE
    fine = cv2.resize(values[first:last], size, interpolation=cv2.INTER_LINEAR).astype(np.float32, copy=False)
    return fine[(rows.start - first) * COARSE : (rows.stop - first) * COARSE]
