"""Overlapping patches of the lines, and how strongly and in what phase a lattice's frequencies are in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.lattice.lines import Values

Matrix = NDArray[np.float64]

AT_ONCE = 1 << 16
"""Values of waves along one axis that are worked out at once: a processor's cache holds about so many."""
OUT_OF_PHASE = 0.1
"""Cycles by which the finest order may be out of phase at the edges of a patch for what is known of it to be kept."""


class Local(Protocol):
    """A plane lattice seen from near: its coordinates `at` (n×2) and `steps` (n×2×2: d(i, j)/dpx) at n points."""

    @property
    def at(self) -> Matrix: ...

    @property
    def steps(self) -> Matrix: ...


class Patches:
    """Square patches of `side` px, `step` px apart, in `shape` rows and columns: `centres` (n×2 px).

    They overlap by half where no step is said.
    """

    def __init__(self, lines: Values, side: int, step: int | None = None) -> None:
        step = max(4, side // 2) if step is None else step
        self.side = side
        tiles = sliding_window_view(lines, (side, side))[::step, ::step]
        rows, columns = self.shape = (tiles.shape[0], tiles.shape[1])
        self._hann = np.outer(np.hanning(side + 2)[1:-1], np.hanning(side + 2)[1:-1]).astype(np.float32)
        y, x = np.mgrid[:rows, :columns] * step + (side - 1) / 2
        self.centres: Matrix = np.column_stack([x.ravel(), y.ravel()])
        # most are never asked: they are faded towards their edges when they are
        self._tiles, self._known = tiles, np.zeros(rows * columns, np.bool_)
        self._values: Values = np.empty((rows * columns, side, side), np.float32)
        self._energy: Matrix = np.empty(rows * columns)

    def __len__(self) -> int:
        return len(self.centres)

    def _faded(self, chosen: NDArray[np.intp]) -> tuple[Values, Matrix]:
        """The chosen patches (n×side×side), faded towards their edges, and the energy (n) of each."""
        new = chosen[~self._known[chosen]]
        if len(new):
            values = self._tiles[np.divmod(new, self.shape[1])] * self._hann
            self._values[new], self._known[new] = values, True
            self._energy[new] = np.einsum("nyx,nyx->n", values, values).astype(np.float64) + 1e-6
        every = len(chosen) == len(self)
        return (self._values, self._energy) if every else (self._values[chosen], self._energy[chosen])

    def harmonics(
        self, chosen: NDArray[np.intp], local: Local, orders: Sequence[tuple[float, float]]
    ) -> NDArray[np.complex128]:
        """The share of each order (a, b) of the lattice in the chosen patches: |·|² is 1 on average for white noise."""
        return self.shares(chosen, local.steps, orders) * turned(local.at, orders)

    def shares(
        self, chosen: NDArray[np.intp], steps: NDArray[np.float64], orders: Sequence[tuple[float, float]]
    ) -> NDArray[np.complex128]:
        """The same for `steps` (n×2×2: d(i, j)/dpx), as if (0, 0) lay in the middle of every patch."""
        at_once = max(1, AT_ONCE // (self.side * len(orders)))
        parts = [slice(first, first + at_once) for first in range(0, len(chosen), at_once)]
        none = np.zeros((0, len(orders)), np.complex128)
        return np.concatenate([none, *(self._shares(chosen[part], steps[part], orders) for part in parts)])

    def _shares(
        self, chosen: NDArray[np.intp], steps_px: NDArray[np.float64], orders: Sequence[tuple[float, float]]
    ) -> NDArray[np.complex128]:
        count = len(orders)
        along = (np.arange(self.side) - (self.side - 1) / 2).astype(np.float32)
        steps = (-2 * np.pi * np.einsum("ka,nad->dnk", np.array(orders), steps_px)).astype(np.float32)
        angle = steps[..., None] * along
        waves = np.empty((2, len(chosen), 2 * count, self.side), np.float32)
        np.cos(angle, out=waves[:, :, :count])
        np.sin(angle, out=waves[:, :, count:])
        values, energy = self._faded(chosen)
        down = waves[1] @ values
        (cosine, sine), (real, imaginary) = ((one[:, :count], one[:, count:]) for one in (waves[0], down))
        sums = np.empty((len(chosen), count), np.complex128)
        sums.real = _along(real, cosine) - _along(imaginary, sine)
        sums.imag = _along(real, sine) + _along(imaginary, cosine)
        return np.asarray(sums / np.sqrt(energy)[:, None], np.complex128)


class Shares:
    """The share of each of some orders of a lattice in patches, asked again and again while the lattice moves a little.

    Where it moves without being turned or stretched by much, what is known of a patch is turned in phase alone.
    """

    def __init__(self, patches: Patches, orders: Sequence[tuple[float, float]]) -> None:
        self._patches, self._orders = patches, orders
        self._farthest = patches.side / 2 * float(np.hypot(*np.array(orders).T).max())
        self._steps = np.full((len(patches), 2, 2), np.inf)
        self._known = np.zeros((len(patches), len(orders)), np.complex128)

    def at(self, chosen: NDArray[np.intp], local: Local) -> NDArray[np.complex128]:
        """The shares in the chosen patches, as `Patches.harmonics` has them."""
        away = np.abs(local.steps - self._steps[chosen]).max(axis=(1, 2)) * self._farthest
        anew = away > OUT_OF_PHASE
        self._known[chosen[anew]] = self._patches.shares(chosen[anew], local.steps[anew], self._orders)
        self._steps[chosen[anew]] = local.steps[anew]
        return self._known[chosen] * turned(local.at, self._orders)


def turned(at: Matrix, orders: Sequence[tuple[float, float]]) -> NDArray[np.complex128]:
    """By what the share of each order is turned where (i, j) is `at` (n×2) instead of (0, 0)."""
    return np.asarray(np.exp(-2j * np.pi * (at @ np.array(orders).T)), np.complex128)


def _along(one: Values, other: Values) -> Values:
    """Sums over the last axis of products."""
    return np.asarray(np.einsum("nkx,nkx->nk", one, other), np.float32)


class LocalLattice:
    """A plane lattice seen from near: at points (n×2 px) its coordinates `at` (n×2) and `steps` (n×2×2: d(i, j)/dpx).

    `depth` is positive where the point lies before the camera's horizon.
    """

    def __init__(self, matrix: Matrix, points: Matrix) -> None:
        flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
        self.depth = flat[:, 2]
        safe = np.where(np.abs(self.depth) < 0.05, 0.05, self.depth)
        self.at = flat[:, :2] / safe[:, None]
        self.steps = (matrix[None, :2, :2] - self.at[:, :, None] * matrix[None, 2:, :2]) / safe[:, None, None]
        self.finest = np.linalg.norm(self.steps, axis=2).max(axis=1)
        self.cells_per_px = np.abs(
            self.steps[:, 0, 0] * self.steps[:, 1, 1] - self.steps[:, 0, 1] * self.steps[:, 1, 0]
        )
