"""Tells where hardly the floor is seen, as where a white piece lies on cream paper: together many such pixels are no
accident, though each by itself might be.

How much of a pixel's deviation is no accident is known only beside what others have that are surely floor.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

FAINT = 6.0
"""Squared deviation above which a pixel is hardly floor; many together are not: a white piece on cream paper."""
AROUND_MM, FAINTLY, LEAST_FAINT = 40.0, 6.0, 1.5
"""Window in which it is told how much floor differs from what is expected; times that above which something lighter is
hardly floor either, and the least squared deviation of that."""


def faint(squared: NDArray[np.float32], shade: NDArray[np.float32], px_mm: float) -> NDArray[np.bool_]:
    """Where hardly the floor is seen, by the `squared` deviation from it; `shade`: how much darker than that it is."""
    side = int(AROUND_MM * px_mm) | 1
    usual = cv2.blur(np.minimum(squared, np.float32(FAINT)), (side, side))
    limit = np.clip(FAINTLY * usual, LEAST_FAINT, FAINT)
    return np.asarray(squared > np.where(shade < 0, limit, np.float32(FAINT)), np.bool_)
