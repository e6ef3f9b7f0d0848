"""Follows what repeats over a whole picture, lens and all: what is printed in every cell holds a lattice everywhere.

Numbers that stand in every cell repeat more clearly than the lines between them, and as far as the board goes.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.fitting import Pull, nearer
from vision.lattice.lines import Level
from vision.lattice.lock_in import (
    BESIDE,
    COARSEST,
    COHERENT,
    FINEST,
    LEAST_PATCHES,
    LEAST_POWER,
    ORDERS,
    offsets_of,
    weights_of,
)
from vision.lattice.patches import Matrix, Patches, Shares
from vision.lattice.view import View

STARTING, GROWTH = 3.0, 1.4
"""Sides of a patch within which following begins, and how the radius grows."""
ROUNDS = (4, 2, 4)
"""Rounds of moving the view at the start, while the radius grows, and over the whole picture."""
REACH = 0.2
"""Cells by which a patch may be off to pull in full."""
FINER_ORDERS = (
    *ORDERS,
    *((2.0, 0.0), (0.0, 2.0), (2.0, 1.0), (1.0, 2.0), (2.0, -1.0), (1.0, -2.0), (2.0, 2.0), (2.0, -2.0)),
)
"""Frequencies by which it is said in the end where it lies: higher ones say so more exactly once it is nearly known."""
FINER_ROUNDS = 3
"""Rounds of moving it to what smaller patches say."""
NEAR_PX = 16.0
"""Px of a square about a place, in the mask that says which points lie in one."""
BEND_FROM = 60
"""Patches that must agree for the lens to be asked about."""


class Followed(msgspec.Struct, frozen=True):
    """What repeats, as far as it goes: `view` takes px to (i, j), whatever lies at (0, 0).

    It is seen in squares of `side` px about the `places` (n×2 px). Where it `is_whole` the lens
    was asked, and the lowest frequencies were followed.
    """

    view: View
    places: Matrix
    side: float
    is_whole: bool = True

    def pixels(self, size: tuple[int, int], scale: float, most: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Columns and rows where it is seen in the picture reduced `scale` times, then of `size` (width, height).

        So many at `most`, row by row.
        """
        mask, (left, top) = self._mask(size, scale)
        where = np.flatnonzero(mask)
        if len(where) > most:
            where = where[np.linspace(0, len(where) - 1, most).astype(np.intp)]
        rows, columns = np.divmod(where, max(mask.shape[1], 1))
        return columns + left, rows + top

    def _mask(self, size: tuple[int, int], scale: float) -> tuple[NDArray[np.bool_], tuple[int, int]]:
        """The part of that picture in which it is seen, as a mask, and where its left and upper end lie."""
        at, half = (self.places + 0.5) / scale - 0.5, self.side / 2 / scale
        first, last = (np.clip(one, 0, size).astype(np.intp) for one in (np.rint(at - half), np.rint(at + half) + 1))
        if not len(at):
            return np.zeros((0, 0), np.bool_), (0, 0)
        left, top = first.min(axis=0).tolist()
        right, bottom = last.max(axis=0).tolist()
        mask = np.zeros((bottom - top, right - left), np.bool_)
        for x, y, end_x, end_y in np.concatenate([first - (left, top), last - (left, top)], axis=1).tolist():
            mask[y:end_y, x:end_x] = True
        return mask, (left, top)

    def near(self, points: Matrix) -> NDArray[np.bool_]:
        """Which points (n×2 px) lie where it is seen."""
        scale = max(1.0, self.side / NEAR_PX)
        width, height = (math.ceil(one / scale) for one in self.view.size)
        mask, low = self._mask((width, height), scale)
        x, y = np.round((points + 0.5) / scale - 0.5).astype(np.intp).T - np.array(low)[:, None]
        inside = np.asarray((x >= 0) & (x < mask.shape[1]) & (y >= 0) & (y < mask.shape[0]), np.bool_)
        inside[inside] = mask[y[inside], x[inside]]
        return inside


def in_coordinates(found: Followed, change: Matrix) -> Followed:
    """What was followed in the coordinates to which `change` (2×2) takes its own (i, j)."""
    whole = np.eye(3)
    whole[:2, :2] = change
    matrix = whole @ found.view.to_plane
    return msgspec.structs.replace(found, view=msgspec.structs.replace(found.view, to_plane=matrix / matrix[2, 2]))


class Near(msgspec.Struct, frozen=True):
    """A view's lattice at some patches, as `Patches.harmonics` takes it."""

    at: Matrix
    steps: Matrix


def followed(
    level: Level, side: int, to_cells: Matrix, start: Matrix, size: tuple[int, int], step: int | None = None
) -> Followed | None:
    """What repeats as `to_cells` (px of a picture of `size` → (i, j)) says at `start`, in patches of `side` px.

    They are `step` px apart. None where it is lost.
    """
    patches = Patches(level.lines, side, step)
    places = places_of(level, patches)
    away = np.hypot(*(places - start).T)
    radius, last = side * level.scale * STARTING, float(away.max())
    view = _phased(level, patches, View(to_cells / to_cells[2, 2], size), places, away)
    rounds, noise, shares = ROUNDS[0], 0.0, Shares(patches, ORDERS)
    while view is not None:
        for _ in range(rounds):
            chosen, seen = shown_in(level, patches, view, places, np.flatnonzero(away <= radius))
            if len(chosen) < LEAST_PATCHES:
                return None
            noise = noise or noise_in(patches, chosen, seen)
            off, power = offsets_of(shares.at(chosen, seen), noise)
            weight = weights_of(off, power)
            moved = _nearer(view, places[chosen], seen.at, off, weight)
            if moved is None:
                return None
            view = moved
        if radius >= last:
            agree = (weight > LEAST_POWER) & (np.hypot(*off.T) < COHERENT)
            return Followed(
                view, places[chosen[agree]], (step or side / 2) * level.scale, bool(agree.sum() > BEND_FROM)
            )
        radius *= GROWTH
        rounds = ROUNDS[2] if radius >= last else ROUNDS[1]
    return None


def finer(level: Level, side: int, found: Followed, step: int | None = None) -> Followed:
    """What was followed, as smaller patches, of `side` px of a level, say where it lies: there are more of them.

    They are `step` px apart.
    """
    patches = Patches(level.lines, side, step)
    places = places_of(level, patches)
    near, view, noise = np.flatnonzero(found.near(places)), found.view, 0.0
    shares = Shares(patches, FINER_ORDERS)
    for _ in range(FINER_ROUNDS):
        chosen, seen = shown_in(level, patches, view, places, near)
        if len(chosen) < LEAST_PATCHES:
            return found
        noise = noise or noise_in(patches, chosen, seen)
        off, power = offsets_of(shares.at(chosen, seen), noise, FINER_ORDERS)
        moved = _nearer(view, places[chosen], seen.at, off, weights_of(off, power))
        if moved is None:
            return found
        view = moved
    return msgspec.structs.replace(found, view=view)


def places_of(level: Level, patches: Patches) -> Matrix:
    """The middles (n×2 px of the picture) of the patches of a level."""
    return patches.centres * level.scale + (level.scale - 1) / 2


def noise_in(patches: Patches, chosen: NDArray[np.intp], seen: Near) -> float:
    """What patches show of orders that no lattice has."""
    return max(0.6, float((np.abs(patches.harmonics(chosen, seen, BESIDE)) ** 2).mean()))


def _nearer(view: View, places: Matrix, at: Matrix, off: Matrix, weight: NDArray[np.float64]) -> View | None:
    """A view moved by what patches in their `places` (n×2 px), `at` (n×2 cells) there, are `off` (n×2 cells)."""
    use = weight > 0
    pull = Pull(
        np.tile(places[use], (2, 1)),
        np.tile(at[use], (2, 1)),
        np.repeat(np.eye(2), int(use.sum()), axis=0),
        -off[use].T.ravel(),
        np.tile(weight[use], 2),
    )
    return nearer(view, pull, REACH, bool(use.sum() > BEND_FROM), 2 * LEAST_PATCHES)


def shown_in(
    level: Level, patches: Patches, view: View, places: Matrix, chosen: NDArray[np.intp]
) -> tuple[NDArray[np.intp], Near]:
    """Those of the `chosen` patches that can show the lattice, and how a view has it there."""
    seen = local(view, places[chosen])
    steps = seen.steps * level.scale
    known = np.asarray(np.isfinite(seen.at).all(axis=1) & np.isfinite(steps).all(axis=(1, 2)), np.bool_)
    cells_per_px = np.abs(steps[:, 0, 0] * steps[:, 1, 1] - steps[:, 0, 1] * steps[:, 1, 0])
    finest = np.linalg.norm(steps, axis=2).max(axis=1)
    known &= (finest < FINEST) & (np.sqrt(cells_per_px) * patches.side > 4 * COARSEST)
    return chosen[known], Near(seen.at[known], steps[known])


def local(view: View, points: Matrix) -> Near:
    """The coordinates at points (n×2 px), and their steps there (n×2×2: d(i, j)/dpx), lens and all."""
    here, right, down = (view.plane(points + np.array(step)) for step in ((0, 0), (1, 0), (0, 1)))
    return Near(here, np.stack([right - here, down - here], axis=2))


def _phased(level: Level, patches: Patches, view: View, places: Matrix, away: NDArray[np.float64]) -> View | None:
    """A view moved by a part of a cell so that the first two orders are in phase near the start."""
    radius = patches.side * level.scale * STARTING
    chosen, seen = shown_in(level, patches, view, places, np.flatnonzero(away <= radius))
    if len(chosen) < LEAST_PATCHES:
        return None
    near = np.exp(-((away[chosen] / radius) ** 2))
    sums = (patches.harmonics(chosen, seen, ORDERS[:2]) * near[:, None]).sum(axis=0)
    x, y = np.angle(sums) / (2 * math.pi)
    matrix = np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) @ view.to_plane
    return View(matrix / matrix[2, 2], view.size, view.bend)
