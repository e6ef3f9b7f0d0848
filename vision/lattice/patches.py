"""Overlapping patches of the lines, and how strongly and in what phase a lattice's frequencies are in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.lattice.lines import Values

Matrix = NDArray[np.float64]


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
        along = (np.arange(self.side) - (self.side - 1) / 2).astype(np.float32)
        start = np.exp(-2j * np.pi * (local.at @ np.array(orders).T))
        steps = np.einsum("ka,nad->dnk", np.array(orders), local.steps).astype(np.float32)
        angle = np.float32(-2 * np.pi) * steps[..., None] * along
        cosine, sine = np.cos(angle), np.sin(angle)
        across = cosine[0] + 1j * sine[0]
        values, energy = self._faded(chosen)
        parts = np.concatenate([cosine[1], sine[1]], axis=1) @ values
        count = len(orders)
        rows = parts[:, :count] + 1j * parts[:, count:]
        sums = (rows * across).sum(axis=2) * start
        return np.asarray(sums / np.sqrt(energy)[:, None], np.complex128)


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
