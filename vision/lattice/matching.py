"""Follows what repeats by all that is printed in every cell at once: a cell learnt near the start is matched elsewhere.

Art under thin lines drowns any few frequencies of a lattice of small cells, but not all of them together.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from itertools import product

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
from vision.lattice.fitting import Pull, nearer
from vision.lattice.following import BEND_FROM, REACH, Followed, noise_in, places_of, shown_in
from vision.lattice.lines import Level
from vision.lattice.panels import Panel, larger_panel
from vision.lattice.patches import Matrix, Patches, Shares, turned
from vision.lattice.view import View

FINEST = 3.7
"""Cycles per pitch up to which frequencies say where a patch lies."""
STARTING, ROUNDS = 1.4, 3
"""Sides of a patch within which the cell is learnt, and rounds of learning it."""
MOST_ROUNDS, LAST_ROUNDS = 16, 2
"""Rounds of asking the patches beside those that match, at most, and of asking all of them again in the end."""
AGAIN, STILL = 5, 0.005
"""Rounds of learning and asking the patches of a lattice that is nearly known, at most, and pitches by which all of it
moves less in the last: in the next it does by half as much."""
FARTHEST, STEP = 0.3, 0.05
"""Cells by which a patch may be off, and between the places that are tried."""
USUAL = 0.15
"""Cells by which patches are usually off at most: farther ones must match the better."""
MATCHES, MOST = 3.0, 6.0
"""Deviations by which a patch must match to be believed, and beyond which it counts no more."""
COHERENT = 0.12
"""Cells by which a patch that agrees is off at most."""
LEAST_PATCHES = 6
"""Patches that must match for following to go on."""
PANELS = 3
"""Panels of a map of which each may be left out once, at most."""
AT_ONCE = 24
"""Patches that are matched at once: for larger products NumPy would start threads, which cost more than they save."""

Orders = tuple[tuple[float, float], ...]


class Patchwork:
    """A level cut into patches of `side` px; `places` (n×2 px of the picture) are their middles."""

    def __init__(self, level: Level, side: int) -> None:
        self.level, self.side = level, side
        self.patches = Patches(level.lines, side)
        self.places = places_of(level, self.patches)

    def beside(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The chosen patches (n) and those beside them."""
        mask = cv2.dilate(chosen.reshape(self.patches.shape).astype(np.uint8), np.ones((3, 3), np.uint8))
        return np.asarray(mask.ravel() > 0, np.bool_)


def matched(
    work: Patchwork,
    kind: Kind,
    to_cells: Matrix,
    start: Matrix,
    size: tuple[int, int],
    is_likely: Callable[[Followed], bool],
) -> Followed | None:
    """What repeats as `to_cells` (px of a picture of `size` → (i, j) of a `kind`) says at `start`, as far as it goes.

    None where it is lost, or is not `is_likely` where it was learnt.
    """
    away = np.hypot(*(work.places - start).T)
    radius = work.side * work.level.scale * STARTING
    asked = away <= radius
    seen = _Matching(work, kind, View(to_cells / to_cells[2, 2], size), np.exp(-4 * (away / radius) ** 2) * asked)
    for _ in range(ROUNDS):
        if not seen.asked(asked):
            return None
    if not is_likely(seen.found()):
        return None
    for _ in range(MOST_ROUNDS):
        new = work.beside(seen.weight > 0) & ~asked
        if not new.any():
            break
        asked |= new
        if not seen.asked(new):
            return None
    for _ in range(LAST_ROUNDS):
        if not seen.asked(work.beside(seen.weight > 0)):
            return None
    return seen.found()


def matched_again(work: Patchwork, kind: Kind, view: View, some: NDArray[np.bool_]) -> tuple[Followed | None, bool]:
    """What repeats as a `view` (px → (i, j)) of a `kind` has it nearly, moved to where `some` patches (n) match it.

    The cell is learnt from all of them, and again as they come to lie on each other. None where too few match. Of a map
    of several panels only the largest is asked, and it is told that there are others.
    """
    for number in range(PANELS):
        seen = _Matching(work, kind, view, some.astype(np.float64))
        if not seen.settled(some):
            return None, number > 0
        panel = seen.panel()
        if panel is None:
            return seen.found(), number > 0
        view, some = seen.view, some & panel.holds(seen.view.plane(work.places))
    return None, True


class _Matching:
    """What was matched so far: a `view` (px → (i, j)), and how much every patch says of it (`weight`, n)."""

    def __init__(self, work: Patchwork, kind: Kind, view: View, weight: NDArray[np.float64]) -> None:
        count = len(work.places)
        self.work, self.view, self.weight = work, view, weight
        self.orders, self.waves = _orders(kind), _waves(kind)
        self.shares, self.noise = Shares(work.patches, self.orders), 0.0
        self.at = np.zeros((count, 2))
        self.sums = np.zeros((count, len(self.orders)), np.complex128)

    def asked(self, some: NDArray[np.bool_]) -> bool:
        """Whether some patches match what is known of the cell, and all that do still make a view, which is moved."""
        patches = self.work.patches
        chosen, near = shown_in(self.work.level, patches, self.view, self.work.places, np.flatnonzero(some))
        if not len(chosen):
            return False
        sums = self.shares.at(chosen, near)
        is_first = not self.noise
        if is_first:
            self.noise = noise_in(patches, chosen, near)
            self.sums[chosen] = sums
        found = _match(sums, self.waves, *self._cell())
        self.weight[some] = 0.0
        self.weight[chosen] = found.weight
        self.at[chosen] = near.at + found.off
        self.sums[chosen] = sums * turned(found.off, self.orders)
        return self._moved()

    def settled(self, some: NDArray[np.bool_]) -> bool:
        """Whether some patches still match as the view is moved to where they do until it lies still."""
        places = self.work.places[some]
        for _ in range(AGAIN):
            before = self.view.plane(places)
            if not self.asked(some):
                return False
            if np.abs(self.view.plane(places) - before).max() < STILL:
                break
        return True

    def found(self) -> Followed:
        """What matches now, where it lies as the view has it."""
        use = np.flatnonzero(self.weight > 0)
        off = np.hypot(*(self.at[use] - self.view.plane(self.work.places[use])).T)
        places = self.work.places[use[off < COHERENT]]
        return Followed(self.view, places, self.work.side / 2 * self.work.level.scale, len(places) > BEND_FROM)

    def panel(self) -> Panel | None:
        """The larger one of two panels on which what matches lies apart."""
        use = np.flatnonzero(self.weight > 0)
        there = self.view.plane(self.work.places[use])
        return larger_panel(there, self.at[use] - there, self.weight[use])

    def _cell(self) -> tuple[NDArray[np.complex128], float]:
        """What is printed in every cell, by the orders; and what noise makes of it in one patch."""
        use = np.flatnonzero(self.weight)
        weight = self.weight[use] / max(float(self.weight[use].sum()), 1e-9)
        mean = np.einsum("n,nk->k", weight, self.sums[use])
        # what noise leaves in the mean of so many patches is no part of a cell
        left = self.noise * float((weight**2).sum())
        cell = mean * np.sqrt(np.maximum(1 - left / np.maximum(np.abs(mean) ** 2, 1e-12), 0.0))
        return cell, math.sqrt(max(float((np.abs(cell) ** 2).sum()) * self.noise / 2, 1e-12))

    def _moved(self) -> bool:
        use = self.weight > 0
        if use.sum() < LEAST_PATCHES:
            return False
        points, weight = self.work.places[use], self.weight[use]
        there = self.view.plane(points)
        pull = Pull(
            np.tile(points, (2, 1)),
            np.tile(there, (2, 1)),
            np.repeat(np.eye(2), len(points), axis=0),
            (there - self.at[use]).T.ravel(),
            np.tile(weight, 2),
        )
        moved = nearer(self.view, pull, REACH, bool(use.sum() > BEND_FROM), 2 * LEAST_PATCHES)
        self.view = moved or self.view
        return moved is not None


class _Match(msgspec.Struct, frozen=True):
    """How far patches are `off` (n×2 cells), and how much each says so (`weight`, n)."""

    off: Matrix
    weight: NDArray[np.float64]


@cache
def _orders(kind: Kind) -> Orders:
    """One of each two orders (a, b), (−a, −b) of a lattice up to the `FINEST`."""
    most, between = math.ceil(FINEST), 1 if kind == "hex" else 0
    return tuple(
        (float(a), float(b))
        for a, b in product(range(-2 * most, 2 * most + 1), repeat=2)
        if (a > 0 or (a == 0 and b > 0)) and a * a + b * b - between * a * b < FINEST**2
    )


def _tried() -> Matrix:
    """Places (n×2 cells) that patches may be off, row by row."""
    along = np.arange(-FARTHEST, FARTHEST + STEP / 2, STEP)
    return np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)


@cache
def _waves(kind: Kind) -> Matrix:
    """What the orders show of a cell at the places that are tried: real parts, and the imaginary ones below."""
    turns = -2 * np.pi * (np.array(_orders(kind)) @ _tried().T)
    return np.concatenate([np.cos(turns), -np.sin(turns)])


def _match(sums: NDArray[np.complex128], waves: Matrix, cell: NDArray[np.complex128], spread: float) -> _Match:
    """Where patches, with their share of all orders (n×orders), match a `cell` best; chance makes a `spread`."""
    both, tried = sums * np.conj(cell), _tried()
    parts = np.concatenate([both.real, both.imag], axis=1)
    rows = range(0, len(parts), AT_ONCE)
    shown = np.concatenate([parts[first : first + AT_ONCE] @ waves for first in rows]) / spread
    best = (shown - (tried**2).sum(axis=1) / USUAL**2).argmax(axis=1)
    deviations, side = shown[np.arange(len(shown)), best], math.isqrt(len(tried))
    off = _between(shown.reshape(len(shown), side, side), best) * STEP - FARTHEST
    strong = np.minimum(deviations, MOST) ** 2 * np.exp(-((np.hypot(*off.T) / USUAL) ** 2) / 2)
    return _Match(off, np.where(deviations > MATCHES, strong, 0.0))


def _between(shown: NDArray[np.float64], best: NDArray[np.intp]) -> Matrix:
    """Columns and rows (n×2) of the places tried (n×rows×columns) that match best, to a part of a step."""
    each, side = np.arange(len(best)), shown.shape[1]
    rows, columns = np.divmod(best, side)
    inner_rows, inner_columns = np.clip(rows, 1, side - 2), np.clip(columns, 1, side - 2)
    found = []
    for down, across, at in ((0, 1, columns), (1, 0, rows)):
        before, here, after = (shown[each, inner_rows + down * k, inner_columns + across * k] for k in (-1, 0, 1))
        curve = np.minimum(before - 2 * here + after, -1e-9)
        found.append(at + np.clip(0.5 * (before - after) / curve, -0.5, 0.5))
    return np.column_stack(found)
