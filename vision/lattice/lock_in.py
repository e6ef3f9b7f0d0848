"""Follows a lattice from where it was seen over the whole picture, by the phases of its frequencies in every patch."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.patches import LocalLattice, Matrix, Patches

ORDERS = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, -1.0))
"""Frequencies that are followed; the first two say where cells begin, the phases of the others are learnt."""
BESIDE = ((0.62, 0.71), (-0.71, 0.62), (0.66, -0.68), (1.07, 0.4), (0.4, -1.07))
"""Orders where no lattice has power, at like frequencies: what noise and art have there."""
GROWTH = 1.4
"""Factor by which the radius that is looked at grows."""
OFF = 0.24
"""Cells by which a patch is off that is believed for 1/e of what one exactly in its place is."""
LEAST_POWER = 1.5
"""Power over noise below which a patch says nothing."""
MOST_POWER = 25.0
FINEST = 0.42
"""Cycles per px beyond which a patch cannot show the lattice."""
COARSEST = 0.35
"""Cells per side of a patch below which the lattice is too coarse for it."""
STIFF = 0.2
"""How strongly the tilt is held back where patches say little about it."""
LEAST_PATCHES = 5
WEEDED, LEAST_SUM = 2.5, 35.0
"""Radius, in patches, at which what has less power than this in all is given up."""
COHERENT = 0.10
"""Cells by which a patch that agrees is off at most."""


class Lock(msgspec.Struct, frozen=True):
    """A lattice followed as far as it goes: `matrix` takes px to (i, j); patches say how far they agree.

    `centres` n×2 px, `weight` (power over noise, 0 where it does not agree), `off` n×2 cells.
    """

    matrix: Matrix
    side: int
    centres: Matrix
    weight: NDArray[np.float64]
    off: Matrix

    @property
    def agreeing(self) -> NDArray[np.bool_]:
        """Patches that show the lattice where it is said to be."""
        return np.asarray((self.weight > LEAST_POWER) & (np.hypot(*self.off.T) < COHERENT))


def lock_in(patches: Patches, matrix: Matrix, centre: tuple[float, float], farthest: float = math.inf) -> Lock | None:
    """The lattice to which `matrix` takes px from `centre`, about there, followed outwards; None if lost.

    It is followed as far as `farthest`, in sides of patches.
    """
    matrix = matrix.copy()
    moved = patches.centres - np.array(centre)
    away = np.hypot(*moved.T)
    radius, last = patches.side * 1.3, min(float(away.max()), farthest * patches.side)
    noise: float | None = None
    lock, first = None, True
    while True:
        whole = radius >= last
        for _ in range(3 if first or whole else 2):
            chosen = np.flatnonzero(away <= radius)
            local = LocalLattice(matrix, moved[chosen])
            per_side = np.sqrt(local.cells_per_px) * patches.side
            usable = (local.depth > 0.15) & (local.finest < FINEST) & (per_side > COARSEST * 4)
            if usable.sum() < LEAST_PATCHES:
                return None
            chosen = chosen[usable]
            local = LocalLattice(matrix, moved[chosen])
            sums = patches.harmonics(chosen, local, ORDERS + (BESIDE if noise is None else ()))
            if noise is None:
                noise = max(0.6, float((np.abs(sums[:, len(ORDERS) :]) ** 2).mean()))
                sums = sums[:, : len(ORDERS)]
            if first:
                near = np.exp(-((away[chosen] / radius) ** 2))
                for k in (0, 1):
                    matrix[k] += np.angle((sums[:, k] * near).sum()) / (2 * np.pi) * matrix[2]
                first = False
                continue
            off, power = offsets_of(sums, noise)
            weight = weights_of(off, power)
            if (weight > 0).sum() < LEAST_PATCHES or (radius > WEEDED * patches.side and weight.sum() < LEAST_SUM):
                return None
            lock = (chosen, off, weight, matrix.copy())
            matrix = fitted(matrix, moved[chosen], local.at + off, weight, max(radius, 1.0))
        if whole:
            break
        radius *= GROWTH
    assert lock is not None
    return _finished(patches, lock, centre)


def offsets_of(
    sums: NDArray[np.complex128], noise: float, orders: tuple[tuple[float, float], ...] = ORDERS
) -> tuple[Matrix, NDArray[np.float64]]:
    """How far every patch is off (n×2 cells), and the power over noise that says so (n), by the share of `orders`."""
    power = np.abs(sums) ** 2 / noise
    off = np.angle(sums[:, :2]) / (2 * np.pi)
    trust = np.minimum(np.sqrt(power[:, 0] * power[:, 1]), MOST_POWER) * np.exp(-((np.hypot(*off.T) / OFF) ** 2))
    expected = off @ np.array(orders).T
    a11, a22, a12 = power[:, 0].copy(), power[:, 1].copy(), np.zeros(len(sums))
    b1, b2 = power[:, 0] * off[:, 0], power[:, 1] * off[:, 1]
    total = np.sqrt(power[:, 0] * power[:, 1])
    for k in range(2, len(orders)):
        turned = sums[:, k] * np.exp(-2j * np.pi * expected[:, k])
        unit = turned / (np.abs(turned) + 1e-9)
        mean = (unit * trust * np.minimum(power[:, k], 10)).sum() / ((trust * np.minimum(power[:, k], 10)).sum() + 1e-9)
        if abs(mean) < 0.5:
            continue
        rest = np.angle(turned * np.conj(mean)) / (2 * np.pi)
        seen, (a, b) = expected[:, k] + rest, orders[k]
        strength = power[:, k] * abs(mean)
        a11, a22, a12 = a11 + strength * a * a, a22 + strength * b * b, a12 + strength * a * b
        b1, b2 = b1 + strength * a * seen, b2 + strength * b * seen
        total = np.maximum(total, np.sqrt(strength * np.maximum(power[:, 0], power[:, 1])) * np.cos(2 * np.pi * rest))
    area = a11 * a22 - a12**2 + 1e-9
    return np.column_stack([(a22 * b1 - a12 * b2) / area, (a11 * b2 - a12 * b1) / area]), total


def weights_of(off: Matrix, power: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much each of n places says of where lines are, 0 for next to nothing: by their `power` there, and less the
    farther they are seen beside where they are expected (`off`: n×2 cells)."""
    weight = np.where(power > LEAST_POWER, np.minimum(power, MOST_POWER), 0)
    weight = weight * np.exp(-((np.hypot(*off.T) / OFF) ** 2))
    return np.where(weight > 0.3, weight, 0)


def fitted(matrix: Matrix, points: Matrix, seen: Matrix, weight: NDArray[np.float64], reach: float) -> Matrix:
    """The homography that takes `points` (n×2 px) to `seen` (n×2 cells), near `matrix` in tilt where that is unsure."""
    use = weight > 0
    x, y = (points[use] / reach).T
    u, v = seen[use].T
    scale = np.sqrt(weight[use]) / (points[use] @ matrix[2, :2] + 1)
    one, zero = np.ones_like(x), np.zeros_like(x)
    upper = np.column_stack([x, y, one, zero, zero, zero, -u * x, -u * y]) * scale[:, None]
    lower = np.column_stack([zero, zero, zero, x, y, one, -v * x, -v * y]) * scale[:, None]
    hold = np.zeros((2, 8))
    hold[0, 6] = hold[1, 7] = STIFF * max(1.0, float(np.abs(seen[use]).max()))
    left = np.concatenate([upper, lower, hold])
    right = np.concatenate([u * scale, v * scale, hold[[0, 1], [6, 7]] * matrix[2, :2] * reach])
    a, b, c, d, e, f, g, h = np.linalg.lstsq(left, right, rcond=None)[0]
    return np.array([[a / reach, b / reach, c], [d / reach, e / reach, f], [g / reach, h / reach, 1]])


def _finished(
    patches: Patches, last: tuple[NDArray[np.intp], Matrix, NDArray[np.float64], Matrix], centre: tuple[float, float]
) -> Lock:
    chosen, off, weight, matrix = last
    shift = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1]])
    every = np.zeros(len(patches))
    every[chosen] = weight
    offs = np.ones((len(patches), 2))
    offs[chosen] = off
    return Lock(matrix @ shift, patches.side, patches.centres, every, offs)
