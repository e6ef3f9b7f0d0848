"""Places where something repeats as a lattice does: pairs of peaks that neighbouring windows bear out."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.spectra import HALF, HIGH, LOW, PEAKS, WINDOW, Spectra

FLATTEST = 0.5
"""Ratio of the axes into which a round cell may be drawn in one window: about a tilt of 60°."""
REACH = 1.6
"""Neighbours are windows whose corners lie within this many window sides."""
CHANCE = 3.2
"""Evened power that the greatest of nine frequencies without a peak has on average."""
MUCH = 12.0
"""Evened power beyond which a neighbour counts no more."""
PER_WINDOW = 3
LEAST_SCORE = 3.5
"""Mean of the evened powers of a pair (and its sum) below which it is not looked at."""
LEAST_SUPPORT = 1.0
HEX_FREQUENCIES = np.array([[1, 0], [-1 / math.sqrt(3), 2 / math.sqrt(3)]])
"""Columns are the frequencies dual to the steps (1, 0) and (1/2, √3/2) of a hex lattice."""


class Seed(msgspec.Struct, frozen=True):
    """A lattice as one window shows it: two frequencies (rows; cycles per px of the level) about `centre` (x, y px)."""

    level: int
    centre: tuple[float, float]
    frequencies: NDArray[np.float64]
    support: float

    @property
    def pitch(self) -> float:
        """About the distance between cells, px of the level."""
        return 1 / math.sqrt(abs(float(np.linalg.det(self.frequencies))))

    @property
    def matrix(self) -> NDArray[np.float64]:
        """3×3: px of the level from `centre` → (i, j), as if it were not tilted."""
        return np.array([[*self.frequencies[0], 0.0], [*self.frequencies[1], 0.0], [0.0, 0.0, 1.0]])


def seeds(spectra: Spectra, level: int, most: int) -> list[Seed]:
    """Up to `most` different lattices that windows show, those with the most support first."""
    peaks, power = spectra.peaks()
    both = np.concatenate([peaks, -peaks], axis=1)
    strength = np.concatenate([power, power], axis=1)
    first, second = peaks[:, :, None], both[:, None]
    weight = power[:, :, None] * strength[:, None]
    area = np.abs(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])
    third = first + second
    windows = np.broadcast_to(np.arange(len(spectra))[:, None, None], area.shape)
    with_third = spectra.at(spectra.strongest, windows, third[..., 0], third[..., 1])
    far = np.hypot(third[..., 0], third[..., 1])
    product = (first * second).sum(axis=-1)
    as_hex = _is_round(first, second, HEX_FREQUENCIES) & (product <= 0) & (far > LOW * 0.9) & (far < HIGH * 1.3)
    as_square = _is_round(first, second, np.eye(2)) & (product <= 0)
    usable = (area >= 8) & (weight > 0)
    score = np.where(usable & as_square, np.sqrt(weight) * 0.8, 0)
    score = np.maximum(score, np.where(usable & as_hex, np.cbrt(weight * with_third), 0)).reshape(len(spectra), -1)
    best = np.argpartition(-score, PER_WINDOW, axis=1)[:, :PER_WINDOW]
    rows, picks = np.nonzero(np.take_along_axis(score, best, axis=1) > LEAST_SCORE)
    chosen = best[rows, picks]
    pairs = np.stack([peaks[rows, chosen // (2 * PEAKS)], both[rows, chosen % (2 * PEAKS)]], axis=1)
    support = _support(spectra, rows, pairs)
    found: list[Seed] = []
    for which in np.argsort(-support):
        seed = _seed(spectra, level, int(rows[which]), pairs[which], float(support[which]))
        if seed.support >= LEAST_SUPPORT and not any(is_again(seed.frequencies, other.frequencies) for other in found):
            found.append(seed)
            if len(found) == most:
                break
    return found


def is_again(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    """Whether two pairs of frequencies (rows) are about the same lattice."""
    change = one @ np.linalg.inv(other)
    whole = np.round(change)
    return bool(np.abs(change - whole).max() < 0.12 and abs(abs(np.linalg.det(whole)) - 1) < 0.1)


def _is_round(first: NDArray[np.intp], second: NDArray[np.intp], frequencies: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether pairs of frequencies are those of a regular lattice seen not flatter than `FLATTEST`."""
    undone = np.linalg.inv(frequencies)
    first, second = np.broadcast_arrays(first, second)
    drawn = np.stack([first, second], axis=-1).astype(np.float64) @ undone
    size = (drawn**2).sum(axis=(-1, -2))
    area = np.abs(drawn[..., 0, 0] * drawn[..., 1, 1] - drawn[..., 0, 1] * drawn[..., 1, 0])
    return np.asarray(2 * area / np.maximum(size, 1e-9) > 2 * FLATTEST / (1 + FLATTEST**2))


def _support(spectra: Spectra, rows: NDArray[np.intp], pairs: NDArray[np.intp]) -> NDArray[np.float64]:
    """How strongly the windows around show the same pairs of peaks, beyond what chance would."""
    if not len(rows):
        return np.zeros(0)
    away = np.abs(spectra.corners[rows][:, None] - spectra.corners[None]).max(axis=2)
    window = np.broadcast_to(np.arange(len(spectra))[None], away.shape)
    seen = [
        spectra.at(
            spectra.strongest, window, *np.broadcast_arrays(pairs[:, k, 0, None], pairs[:, k, 1, None] + 0 * window)
        )
        for k in (0, 1)
    ]
    both = np.minimum(np.minimum(seen[0], seen[1]), MUCH) - CHANCE
    return np.asarray(np.where(away <= REACH * WINDOW, np.maximum(both, 0), 0).sum(axis=1))


def _seed(spectra: Spectra, level: int, window: int, pair: NDArray[np.intp], support: float) -> Seed:
    finer = np.array([spectra.finer(window, int(x), int(y)) for x, y in pair])
    x, y = spectra.corners[window]
    return Seed(level, (float(x + HALF), float(y + HALF)), finer, float(support))
