"""Whether what seems to be printed in every cell repeats only after several: a dot in every third or seventh of them.

Dots and numbers on flat art hold a lattice several times as fine as theirs: the mean of its cells shows whatever is
printed in some of them, and marks that lie on edges by chance pass for these.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.lattice.averaging import lying_in
from vision.lattice.following import Followed, in_coordinates
from vision.lattice.lines import Level, Values
from vision.lattice.patches import Matrix

HEXES_AMONG: tuple[NDArray[np.intp], ...] = tuple(
    np.array(steps).T for steps in (((1, 1), (-1, 2)), ((2, 0), (0, 2)), ((2, 1), (-1, 3)), ((1, 2), (-2, 3)))
)
"""Steps (columns: i, j) of the hexes that every third, fourth and seventh hex are, these in two ways."""
BINS = 24
"""Bins per cell and side of the means that are compared."""
BLOCK = 6
"""Cells per side of the blocks of which every second one is counted apart: art is not the same in both halves."""
MOST_UNLIKE = 0.7
"""By how much cells may differ in what is printed in them, of what is printed in all (powers): where the right lattice
was found on maps of painted terrain it was up to 0.23; a dot in one of n of them makes n − 1: 1.6 and 5.8 were seen."""


def widened(level: Level, found: Followed) -> Followed:
    """What was followed as hexes, in (i, j) of the hexes that really repeat: its own where each shows the same."""
    at, detail = lying_in(level, found)
    unlike = [_unlike(at, detail, among) for among in HEXES_AMONG]
    most = int(np.argmax(unlike))
    return found if unlike[most] < MOST_UNLIKE else in_coordinates(found, np.linalg.inv(HEXES_AMONG[most]))


def _unlike(at: Matrix, detail: Values, among: NDArray[np.intp]) -> float:
    """How much of what is printed differs between the cells that `among` tells apart, of what all of them have.

    Power of the former over that of the latter, both as two halves of the board have it in common: noise and art do
    not.
    """
    cells = np.floor(at).astype(np.intp)
    whole = round(float(np.linalg.det(among)))
    # cells are of one kind where they differ by whole steps
    number = cells @ np.round(np.linalg.inv(among) * whole).astype(np.intp).T % whole
    _, kind = np.unique(number, axis=0, return_inverse=True)
    half = (cells // BLOCK).sum(axis=1) % 2
    i, j = np.floor((at - cells) * BINS).astype(np.intp).clip(0, BINS - 1).T
    group = ((half * whole + kind.ravel()) * BINS + j) * BINS + i
    size = 2 * whole * BINS * BINS
    count, total = np.bincount(group, minlength=size), np.bincount(group, detail, size)
    means = (total / np.maximum(count, 1)).reshape(2, whole, BINS * BINS)
    means -= means.mean(axis=2, keepdims=True)
    usual = means.mean(axis=1)
    differing = means - usual[:, None]
    common = float((usual[0] * usual[1]).mean())
    return float((differing[0] * differing[1]).mean()) / common if common > 0 else 0.0
