"""Spectra of square windows of the lines, evened out over frequency, so that what repeats stands out as peaks."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.lines import Values

WINDOW = 128
"""Side of a window, px."""
HALF = WINDOW // 2
LOW, HIGH = 3.6, 17.0
"""Cycles per window between which peaks are looked for: pitches of 8 to 40 px."""
PEAKS = 10
"""Peaks kept per window."""
LEAST_PEAK = 4.0
"""Power of a peak over the mean of its frequency."""

KEPT = 26
"""Cycles per window up to which a spectrum is kept: sums of two peaks that may be a hex's third lie within."""

_SIDE = 2 * KEPT + 1
_ROWS = np.fft.fftfreq(_SIDE, 1 / _SIDE).astype(np.intp)
_COLUMNS = np.arange(KEPT + 1)
_RADIUS = np.hypot(_ROWS[:, None], _COLUMNS[None])
_RING = _RADIUS.astype(np.intp)
_RING_SIZE = np.bincount(_RING.ravel())
HANN: Values = np.outer(np.hanning(WINDOW), np.hanning(WINDOW)).astype(np.float32)
"""What a window of points fades by towards its edges."""
_NEARBY = (np.array([0.1, 0.2, 0.4, 0.2, 0.1])).astype(np.float32)


class Spectra:
    """The spectra of windows of one picture of lines; `corners` (n×2) are their top left px (x, y)."""

    def __init__(self, lines: Values, stride: int) -> None:
        height, width = lines.shape
        xs, ys = _starts(width, stride), _starts(height, stride)
        self.corners = np.array([(x, y) for y in ys for x in xs], np.intp).reshape(-1, 2)
        stack = np.stack([lines[y : y + WINDOW, x : x + WINDOW] for x, y in self.corners]) * HANN
        # of pairs of peaks that stand out as much rounding leaves out some: transforms by OpenCV leave out others
        values = np.fft.fft(np.fft.rfft(stack, axis=2)[:, :, : KEPT + 1], axis=1)
        values = np.concatenate([values[:, : KEPT + 1], values[:, -KEPT:]], axis=1)
        self.power: Values = (values.real**2 + values.imag**2).astype(np.float32)
        self.even: Values = self._evened()

    def __len__(self) -> int:
        return len(self.corners)

    def _evened(self) -> Values:
        """Power over the mean power of the same frequency in the same window."""
        count, rings = len(self.power), len(_RING_SIZE)
        where = (np.arange(count)[:, None] * rings + _RING.ravel()[None]).ravel()
        sums = np.bincount(where, self.power.ravel(), count * rings).reshape(count, rings)
        mean = (sums / np.maximum(_RING_SIZE, 1)).astype(np.float32)
        smooth = cv2.sepFilter2D(mean, -1, _NEARBY, np.ones(1, np.float32), borderType=cv2.BORDER_REPLICATE)
        return np.asarray(self.power / (smooth[:, _RING.ravel()].reshape(self.power.shape) + 1e-9), np.float32)

    @cached_property
    def strongest(self) -> Values:
        """The greatest evened power within one step of each frequency, columns as in `even`."""
        mirrored = np.roll(self.even[:, ::-1], 1, axis=1)
        left = mirrored[:, :, 1:2]
        wide = np.concatenate([left, self.even], axis=2)
        across = np.maximum(np.maximum(wide[:, :, :-2], wide[:, :, 1:-1]), wide[:, :, 2:])
        across = np.concatenate([across, self.even[:, :, -1:]], axis=2)
        greatest = np.maximum(np.maximum(across, np.roll(across, 1, axis=1)), np.roll(across, -1, axis=1))
        return np.asarray(greatest, np.float32)

    def peaks(self) -> tuple[NDArray[np.intp], Values]:
        """Frequencies (n×`PEAKS`×2: x ≥ 0, y) of the strongest peaks in each window, their evened power (0: none)."""
        band = (_RADIUS >= LOW) & (_RADIUS <= HIGH)
        top = (self.even >= self.strongest) & (self.even > LEAST_PEAK) & band
        flat = np.where(top, self.even, 0).reshape(len(self), -1)
        order = np.argpartition(-flat, PEAKS, axis=1)[:, :PEAKS]
        power = np.take_along_axis(flat, order, axis=1)
        rows, columns = np.divmod(order, KEPT + 1)
        return np.stack([columns, _ROWS[rows]], axis=2), power.astype(np.float32)

    def at(self, values: Values, window: NDArray[np.intp], x: NDArray[np.intp], y: NDArray[np.intp]) -> Values:
        """`values` (as `even`) of windows at whole frequencies of any sign, 0 beyond the spectrum."""
        turned = x < 0
        x, y = np.where(turned, -x, x), np.where(turned, -y, y)
        inside = (x <= KEPT) & (np.abs(y) <= KEPT)
        return np.asarray(np.where(inside, values[window, np.where(inside, y, 0) % _SIDE, np.where(inside, x, 0)], 0))

    def finer(self, window: int, x: int, y: int) -> NDArray[np.float64]:
        """The frequency (cycles per px: x, y) of the peak at a whole frequency, to a part of a step."""
        steps = np.array([-1, 0, 1])
        q = np.full(3, window)
        along = [
            np.log(self.at(self.power, q, x + steps, np.full(3, y)) + 1e-9),
            np.log(self.at(self.power, q, np.full(3, x), y + steps) + 1e-9),
        ]
        shift = []
        for before, here, after in along:
            curve = before - 2 * here + after
            shift.append(0.0 if abs(curve) < 1e-9 else float(np.clip(0.5 * (before - after) / curve, -0.5, 0.5)))
        return (np.array([x, y]) + shift) / WINDOW


def _starts(length: int, stride: int) -> list[int]:
    last = length - WINDOW
    count = max(1, round(last / stride) + 1) if last > 0 else 1
    return [int(one) for one in np.linspace(0, max(last, 0), count)]
