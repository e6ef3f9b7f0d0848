"""Finds where tiles may lie: wherever the board's coarse raster looks like one of their prints. Knows no floor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import FACE_PX, BoardModel
from vision.correlation import normalised
from vision.designs.prints import Grey, Prints, grid, prints_of
from vision.polynomials import matrix_product

TURNS_DEG = (-32.0, -24.0, -16.0, -8.0, 0.0, 8.0, 16.0, 24.0, 32.0)
"""How much a hand may lay a tile askew; beyond, it is taken as pointing the next way."""
STEP_PX = 2
"""Places that are tried are so far apart, px of the coarse raster: less than the width of an arrow."""
REACH = 0.38
"""How far from the middle of its place a tile's middle is looked for, in pitches: beyond, the next place finds it."""
USED = 0.94
"""Part of a tile's inner circle that is compared: at any turn it shows the tile and nothing beside it."""
KEPT = 40
"""Patterns whose mixtures stand for all prints at all turns; more of them find nothing more."""
SPARE, ITERATIONS = 16, 6
"""Further patterns that are carried along until those are found, and the steps in which they are."""
TINY = 1e-6
"""Size of a pattern (variance over all prints) below which it is none."""
LIKE = 0.42
"""Correlation with a print from which a tile may lie there: a ship hides a quarter of it."""
LEAST_OPEN = 0.3
"""Part of a tile that must be open for it to be looked for."""
FLAT = 0.05
"""Contrast (length of a row) below which there is none."""
LEAST_CONTRAST = 0.1
"""Part of a print's contrast that must be open for it to be recognised by."""
TRIED = 3
"""Places of one cell that are looked at closely at most."""
BESIDE = 0.35
"""Two such places are so far apart at least, in sizes of a tile."""


class Spot(msgspec.Struct, frozen=True):
    """A place where a tile may lie: its middle as seen on the board's plane, its turn, and how alike it is."""

    middle_mm: tuple[float, float]
    turn_deg: float
    likeness: float


class Search:
    """Looks for the prints of `looks`, all of one size, on a raster of `px_mm`."""

    def __init__(self, model: BoardModel, looks: Sequence[Look], px_mm: float) -> None:
        self.model, self._looks, self._px_mm = model, tuple(looks), px_mm
        self.size_mm = model.bodies[looks[0]].size_mm
        self._offsets = grid(USED * self.size_mm / 2 * px_mm, 1.0, is_round=True)

    def around(
        self, channels: Sequence[Grey], open_: Grey, corner_px: tuple[int, int], middle_mm: tuple[float, float]
    ) -> list[Spot]:
        """Where tiles may lie around a place, likeliest first. `channels` show the raster from `corner_px` on.

        `open_`: 0 where something else than a tile or the board is seen, which may lie on a tile.
        """
        across, down = np.round(np.array(middle_mm) * self._px_mm - 0.5).astype(int) - corner_px
        reach = int(REACH * self.model.pitch_mm * self._px_mm)
        height, width = open_.shape
        room = int(np.ceil(self._offsets.max()))
        xs = np.arange(max(room, across - reach), min(width - room, across + reach + 1), STEP_PX)
        ys = np.arange(max(room, down - reach), min(height - room, down + reach + 1), STEP_PX)
        if not len(xs) or not len(ys):
            return []
        middles = np.stack([each.ravel() for each in np.meshgrid(xs, ys)], axis=1)
        offsets = self._offsets.astype(np.intp)
        at = (middles[:, 1:] + offsets[:, 1]) * width + (middles[:, :1] + offsets[:, 0])
        weights = open_.take(at)
        enough = weights.mean(axis=1) > LEAST_OPEN
        if not enough.any():
            return []
        at = at[enough]
        seen = [channel.take(at) for channel in channels]
        alike, rows = self._likeness(seen, weights[enough])
        says = -np.log(1 - np.square(np.clip(alike, 0, 0.99))) * weights[enough].mean(axis=1)
        return self._best(middles[enough] + np.array(corner_px), alike, says, rows)

    def _likeness(self, seen: Sequence[Grey], weights: Grey) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
        """The best correlation of each row of `seen` (one for each channel), weighted, and the row of the print."""
        whole = bool(weights.min() > 0)
        total = weights.sum(axis=1, keepdims=True)
        each = []
        for values, patterns in zip(seen, self._patterns):
            off = (values - (values * weights).sum(axis=1, keepdims=True) / total) * weights
            off /= np.linalg.norm(off, axis=1, keepdims=True) + np.float32(FLAT)
            alike = matrix_product(matrix_product(off, patterns.basis), patterns.mixture)
            if not whole:
                # a print of which a part is hidden has another mean, and another contrast
                mean = matrix_product(matrix_product(weights, patterns.basis), patterns.mixture)
                square = matrix_product(matrix_product(weights, patterns.square_basis), patterns.square_mixture)
                alike = alike / np.sqrt(np.maximum(square - mean * mean / total, LEAST_CONTRAST))
            each.append(alike)
        alike = np.asarray(np.mean(each, axis=0), np.float32)
        rows = alike.argmax(axis=1)
        return alike[np.arange(len(alike)), rows], rows

    def _best(
        self,
        middles: NDArray[np.intp],
        alike: NDArray[np.float32],
        says: NDArray[np.float32],
        rows: NDArray[np.intp],
    ) -> list[Spot]:
        found: list[Spot] = []
        for number in np.argsort(-says).tolist():
            if alike[number] < LIKE:
                continue
            x, y = ((middles[number] + 0.5) / self._px_mm).tolist()
            if all(np.hypot(x - one.middle_mm[0], y - one.middle_mm[1]) > BESIDE * self.size_mm for one in found):
                found.append(Spot((x, y), self._prints.at(int(rows[number]))[1], float(alike[number])))
            if len(found) == TRIED:
                break
        return found

    @cached_property
    def _prints(self) -> Prints:
        return prints_of(self.model, self._looks, TURNS_DEG, self._offsets * (FACE_PX / self.size_mm / self._px_mm))

    @cached_property
    def _patterns(self) -> tuple[_Patterns, ...]:
        """For each channel what its prints are mixed of."""
        found = []
        for values in self._prints.values:
            normal = normalised(values, FLAT)
            found.append(_Patterns(*_mixed(normal), *_mixed(np.square(normal))))
        return tuple(found)


class _Patterns(msgspec.Struct, frozen=True):
    """Patterns (points × KEPT) and how each print is mixed of them (KEPT × prints), and the same of its squares."""

    basis: Grey
    mixture: Grey
    square_basis: Grey
    square_mixture: Grey


def _mixed(rows: Grey) -> tuple[Grey, Grey]:
    """The `KEPT` patterns of which all `rows` are mixed best, and the mixtures: subspace iteration, for a whole
    decomposition starts threads and takes longer than all that is looked for."""
    count = min(len(rows), KEPT + SPARE)
    alike = matrix_product(rows, np.ascontiguousarray(rows.T))
    ways = np.ascontiguousarray(alike[:, np.linspace(0, len(rows) - 1, count).astype(np.intp)])
    for _ in range(ITERATIONS):
        ways = _orthonormal(matrix_product(alike, ways))
    sizes, turn = _axes(matrix_product(np.ascontiguousarray(ways.T), matrix_product(alike, ways)))
    chosen = (turn[:, :KEPT] / np.sqrt(np.maximum(sizes[:KEPT], TINY))).astype(np.float32)
    basis = matrix_product(np.ascontiguousarray(rows.T), matrix_product(ways, chosen))
    return basis, np.ascontiguousarray(matrix_product(rows, basis).T)


def _orthonormal(ways: Grey) -> Grey:
    """As many orthonormal columns that span the same; where some hardly add anything, nearly."""
    sizes, turn = _axes(matrix_product(np.ascontiguousarray(ways.T), ways))
    return matrix_product(ways, (turn / np.sqrt(np.maximum(sizes, TINY * sizes[0]))).astype(np.float32))


def _axes(symmetric: Grey) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The eigenvalues of a symmetric matrix, largest first, and its eigenvectors as columns.

    OpenCV's: LAPACK wakes threads for so small a matrix, and beside other work they wait for each other.
    """
    _, sizes, rows = cv2.eigen(symmetric.astype(np.float64))
    return np.asarray(sizes.ravel(), np.float64), np.asarray(rows.T, np.float64)
