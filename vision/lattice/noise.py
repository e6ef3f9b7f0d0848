"""Whether a picture shows anything at all but a camera's noise: in the dark, with the lens covered, nothing repeats."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.lines import Values
from vision.lattice.transforms import powers

WINDOW = 192
"""Side of a window, px."""
LOW, HIGH = 3, WINDOW // 2 - 1
"""Cycles per window that are looked at: a lens darkens the corners more slowly."""
LEAST_PEAK = 20.0
"""Power of a peak over the mean of all directions, from which it is no noise. Of a million frequencies of noise the
highest is at 14 to 16; of 680 photographs of maps, in dusk and by lamplight too, none is without one, and the least of
450 is at 32."""
SMALLEST_PX = 2 * WINDOW
"""Shorter side of the smallest picture that is looked at, each half as large as the one before."""

_ROWS = np.fft.fftfreq(WINDOW, 1 / WINDOW)
_RADIUS = np.hypot(_ROWS[:, None], np.arange(HIGH + 1)[None])
_RING = np.rint(_RADIUS).astype(np.intp)
_RING_SIZE = np.maximum(np.bincount(_RING.ravel()), 1)
_ASKED = (_RADIUS >= LOW) & (_RADIUS <= HIGH)
_ASKED[:, 0] = False  # these frequencies come twice, so their mean is that of fewer
_HANN: Values = np.outer(np.hanning(WINDOW), np.hanning(WINDOW)).astype(np.float32)


def is_noise(image: NDArray[np.uint8]) -> bool:
    """Whether no frequency of any window of a grey picture (H×W) stands out of all that are as high.

    What noise adds to a frequency is as likely in all directions; lines, fields, dots and all else that is printed add
    to some. Pictures too small to say are none.
    """
    if min(image.shape) < WINDOW:
        return False
    values = image.astype(np.float32)
    while not _stands_out(values):
        if min(values.shape) < SMALLEST_PX:
            return True
        values = np.asarray(cv2.resize(values, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
    return False


def _stands_out(values: Values) -> bool:
    for y in _starts(values.shape[0]):
        for x in _starts(values.shape[1]):
            part = values[y : y + WINDOW, x : x + WINDOW]
            power = powers(part - part.mean(), np.zeros((1, 2), np.intp), _HANN, HIGH)[0]
            mean = np.bincount(_RING.ravel(), power.ravel()) / _RING_SIZE
            if bool((power > LEAST_PEAK * (mean[_RING] + 1.0))[_ASKED].any()):
                return True
    return False


def _starts(length: int) -> list[int]:
    """Where windows begin that cover so many px."""
    return [round(at) for at in np.linspace(0, length - WINDOW, math.ceil(length / WINDOW)).tolist()]
