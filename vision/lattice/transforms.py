"""How much of every frequency is in windows of a picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.lines import Values


def powers(picture: Values, corners: NDArray[np.intp], faded: Values, kept: int) -> Values:
    """The power of windows of a picture at frequencies of −n/2…n/2 and 0…`kept` cycles: windows × y × x.

    They are n px wide and high, as is what they fade by (`faded`, n×n, n even), from `corners` (n×2 px: x, y) on.
    Frequencies are in the order of ``numpy.fft``. OpenCV transforms one window at a time in a seventh of the time that
    NumPy takes for all: half of a real window's spectrum is known by the other, and is not worked out.
    """
    side = len(faded)
    packed = np.empty((len(corners), side, side), np.float32)
    for out, (x, y) in zip(packed, corners.tolist(), strict=True):
        cv2.dft(picture[y : y + side, x : x + side] * faded, dst=out)
    return _unpacked(packed, kept)


def _unpacked(packed: Values, kept: int) -> Values:
    """The power at frequencies of transforms (windows × n × n) as ``cv2.dft`` packs their real and imaginary parts.

    Columns are pairs of these but for the first and the last, that of frequency 0 and n/2 across, whose rows are.
    """
    count, side, _ = packed.shape
    half = side // 2
    found = np.empty((count, side, kept + 1), np.float32)
    inner = min(kept, half - 1)
    real, imaginary = packed[:, :, 1 : 2 * inner : 2], packed[:, :, 2 : 2 * inner + 1 : 2]
    found[:, :, 1 : inner + 1] = real * real + imaginary * imaginary
    for across, column in ((0, 0), (half, side - 1)):
        if across <= kept:
            parts = packed[:, :, column]
            down = found[:, :, across]
            down[:, 0], down[:, half] = parts[:, 0] ** 2, parts[:, -1] ** 2
            down[:, 1:half] = parts[:, 1:-1:2] ** 2 + parts[:, 2:-1:2] ** 2
            down[:, half + 1 :] = down[:, half - 1 : 0 : -1]
    return found
