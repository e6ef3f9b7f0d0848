"""A picture as if it were lit brightly everywhere: what counts as faint is measured on paper in good light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.lines import Values

USUAL = 140.0
"""Grey value to which dark places are brought, that of a map in a lit room."""
MOST = 5.0
"""Times by which a place is brightened at most: beyond it there is noise."""
AROUND_PX = 96.0
"""Deviation of the neighbourhood that is brightened alike: far wider than a line, so that none is made or lost."""
COARSE = 16
"""Times that the picture is reduced to find out how bright it is where."""


def well_lit(image: NDArray[np.uint8]) -> Values:
    """`image` (H×W or H×W×3, 0…255) with its dark places brightened, smoothly, to what is usual; bright ones stay."""
    height, width = image.shape[:2]
    few = (max(1, width // COARSE), max(1, height // COARSE))
    small = np.asarray(cv2.resize(image, few, interpolation=cv2.INTER_AREA), np.float32)
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    around = cv2.GaussianBlur(grey, (0, 0), AROUND_PX / COARSE)
    gain = cv2.resize(np.clip(USUAL / np.maximum(around, 1.0), 1.0, MOST), (width, height))
    values = image.astype(np.float32)
    return np.asarray(values * (gain if values.ndim == 2 else gain[:, :, None]), np.float32)
