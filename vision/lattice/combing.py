"""Lattices that a part of a picture may show: all frequencies of one are asked for at once in spectra about a place.

Where art drowns the lowest frequencies of a lattice of small cells no two of them stand out, but all together do. Few
cells are enough, so that the tilt hardly tells: it draws cells out in one direction.
"""

from __future__ import annotations

import math
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import KINDS, Kind
from vision.lattice.lines import Level, Values
from vision.lattice.overhead import FOLDS, frequencies, orders, sharper
from vision.lattice.patches import Matrix
from vision.lattice.seeds import is_again
from vision.lattice.spectra import HALF, HANN, WINDOW
from vision.lattice.transforms import powers

STRIDE, STEP, MANY = 64, 2, 200
"""Px from window to window, and windows from one place that is asked about to the next where there are many: three by
three of them are added up there."""
CYCLES, SIZES = (3.9, 10.5), 45
"""Cycles per window of the lowest frequencies that are looked for (pitches of 14 to 38 px), and sizes between."""
TURN_DEG = 2.0
TILTS_DEG, TURNS = (0.0, 22.0, 34.0, 43.0, 50.0), (1, 5, 8, 10, 12)
"""Tilts that are undone, and directions of each: those between leave a cell drawn out by less than a tenth."""
CLEAR = 4.5
"""Deviations by which a lattice must stand out among all of its kind about a place."""
PARTS: dict[Kind, tuple[Matrix, ...]] = {
    "hex": (np.array([[1.0, -1.0], [1.0, 2.0]]), np.array([[2.0, 0.0], [0.0, 2.0]])),
    "square": (np.array([[1.0, -1.0], [1.0, 1.0]]), np.array([[2.0, 0.0], [0.0, 2.0]])),
}
"""Frequencies of a lattice that are themselves those of one of its kind, and may hide it: rows are whole orders."""
LEAST_POWER = 1e-3
AT_ONCE = 512
"""Lattices that are asked about at once: a processor's cache holds what is known of so many."""


class Combed(msgspec.Struct, frozen=True):
    """A lattice of a `kind` about a `place` (2 px of the picture): `steps` d(i, j)/dpx, so `clear` among others."""

    kind: Kind
    place: Matrix
    steps: Matrix
    clear: float

    @property
    def to_cells(self) -> Matrix:
        """3×3: px of the picture → (i, j), as if it were not tilted, (0, 0) at the place."""
        matrix = np.eye(3)
        matrix[:2, :2], matrix[:2, 2] = self.steps, -self.steps @ self.place
        return matrix


def combed(level: Level, most: int) -> list[Combed]:
    """Up to `most` lattices that parts of a level may show, the clearest first."""
    height, width = level.lines.shape
    if min(height, width) < WINDOW + 2 * STRIDE:
        return []
    spectra, middles = _spectra(level.lines)
    found: list[tuple[float, int, Kind, Matrix]] = []
    for kind in KINDS:
        where, every = _comb(kind)
        total = _total(kind, spectra, where)
        usual, spread, best = total.mean(axis=0), total.std(axis=0) + 1e-9, total.argmax(axis=0)
        for n in np.flatnonzero(total.max(axis=0) > usual + CLEAR * spread).tolist():
            found.append((float((total[best[n], n] - usual[n]) / spread[n]), n, kind, every[best[n]]))
            coarser = np.array([np.linalg.inv(part) @ every[best[n]] for part in PARTS[kind]])
            shows = _total(kind, spectra[:, n : n + 1], _where(kind, coarser))[:, 0]
            clear = (shows - usual[n]) / spread[n]
            found += [(float(clear[k]), n, kind, coarser[k]) for k in np.flatnonzero(clear > CLEAR).tolist()]
    chosen: list[Combed] = []
    for clear_by, number, kind, steps in sorted(found, key=lambda one: -one[0]):
        near = [one for one in chosen if one.kind == kind and np.hypot(*(one.place - middles[number])) < 2 * WINDOW]
        if any(is_again(steps / WINDOW, one.steps) for one in near):
            continue
        finer = sharper(_whole(spectra[:, number]), kind, steps) / WINDOW
        chosen.append(Combed(kind, middles[number], finer, clear_by))
        if len(chosen) == most:
            break
    return [_in_picture(one, level) for one in chosen]


def _total(kind: Kind, spectra: Values, where: NDArray[np.intp]) -> Values:
    """How strong lattices, whose frequencies lie `where` (orders × lattices), are about each place."""
    total = np.zeros((where.shape[1], spectra.shape[1]), np.float32)
    weights = orders(kind)[1].astype(np.float32)
    for begin in range(0, len(total), AT_ONCE):
        some = total[begin : begin + AT_ONCE]
        for weight, at in zip(weights, where[:, begin : begin + AT_ONCE], strict=True):
            some += weight * spectra[at]
    return total


def _in_picture(one: Combed, level: Level) -> Combed:
    place = one.place * level.scale + (level.scale - 1) / 2
    return Combed(one.kind, np.asarray(place), np.asarray(one.steps / level.scale), one.clear)


def _spectra(lines: Values) -> tuple[Values, Matrix]:
    """Logarithms of power over the usual, frequencies × places, each of three by three windows; the places (n×2 px)."""
    height, width = lines.shape
    xs, ys = (np.arange(0, side - WINDOW + 1, STRIDE) for side in (width, height))
    corners = np.array([(x, y) for y in ys for x in xs], np.intp)
    power = np.log(powers(lines, corners, HANN, HALF) + np.float32(LEAST_POWER)).reshape(len(ys), len(xs), -1)
    step = STEP if len(ys) * len(xs) > MANY else 1
    rows, columns = np.arange(1, len(ys) - 1, step), np.arange(1, len(xs) - 1, step)
    about = [power[rows[:, None] + a, columns + b] for a in (-1, 0, 1) for b in (-1, 0, 1)]
    mean = np.mean(about, axis=0).reshape(len(rows) * len(columns), -1)
    ring, count = _rings()
    usual = np.stack([np.bincount(ring, one) for one in mean]) / count
    y, x = np.meshgrid(ys[rows], xs[columns], indexing="ij")
    places = np.column_stack([x.ravel(), y.ravel()]) + (WINDOW - 1) / 2
    return np.ascontiguousarray((mean - usual[:, ring]).T, np.float32), places


def _whole(half: Values) -> Values:
    """A spectrum of which the half is known as a whole one (`WINDOW`²), no frequency in the middle."""
    known = half.reshape(WINDOW, HALF + 1)
    mirrored = np.roll(known[::-1], 1, axis=0)[:, HALF - 1 : 0 : -1]
    return np.asarray(np.fft.fftshift(np.concatenate([known, mirrored], axis=1)), np.float32)


@cache
def _rings() -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    whole = np.fft.fftfreq(WINDOW, 1 / WINDOW)
    ring = np.round(np.hypot(whole[:, None], np.arange(HALF + 1)[None])).astype(np.intp).ravel()
    return ring, np.bincount(ring).astype(np.float64)


@cache
def _comb(kind: Kind) -> tuple[NDArray[np.intp], Matrix]:
    """Where in half a spectrum the frequencies of lattices lie (orders × lattices), and their steps (n×2×2)."""
    turns = np.radians(np.arange(0, FOLDS[kind], TURN_DEG))
    seen = np.array([frequencies(kind, 1.0, float(turn)) for turn in turns])
    drawn = np.concatenate([seen @ out for out in _drawn()])
    every = (np.geomspace(*CYCLES, SIZES)[:, None, None, None] * drawn).reshape(-1, 2, 2)
    return _where(kind, every), every


def _where(kind: Kind, steps: Matrix) -> NDArray[np.intp]:
    """Where in half a spectrum the frequencies of lattices with such `steps` (n×2×2) lie: orders × lattices."""
    at = np.rint(np.einsum("na,tad->dnt", orders(kind)[0], steps)).astype(np.int32)
    at = np.where(at[0] < 0, -at, at)
    return np.asarray(at[1] % WINDOW * (HALF + 1) + at[0], np.intp)


def _drawn() -> list[Matrix]:
    """How tilts draw out the frequencies of what lies on a table (2×2 each), sizes apart."""
    found = []
    for tilt, count in zip(TILTS_DEG, TURNS, strict=True):
        short = math.cos(math.radians(tilt))
        for turn in np.arange(count) * math.pi / count:
            along = np.array([math.cos(turn), math.sin(turn)])
            found.append((np.eye(2) + (1 / short - 1) * np.outer(along, along)) * math.sqrt(short))
    return found
