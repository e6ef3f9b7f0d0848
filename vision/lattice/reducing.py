"""Pictures made smaller, or grey, and where what they show lies in what they were made of."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.lines import Values
from vision.lattice.patches import Matrix


def smaller(image: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """A picture reduced `scale` times."""
    if scale <= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA), np.uint8)


def times_of(image: Values | NDArray[np.uint8], reduced: Values | NDArray[np.uint8]) -> Matrix:
    """How many times as wide and high a picture is as one that was made of it."""
    return np.array([image.shape[1] / reduced.shape[1], image.shape[0] / reduced.shape[0]])


def enlarging(times: Matrix) -> Matrix:
    """3×3: px of a picture → px of the one that is so many times as wide and high."""
    x, y = (times - 1) / 2
    return np.array([[times[0], 0, x], [0, times[1], y], [0, 0, 1]])


def grey8(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture (H×W×3 BGR or H×W) in grey."""
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def grey(image: Values) -> Values:
    """The same of one whose light was evened."""
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
