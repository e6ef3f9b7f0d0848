"""Which lattice a repetition is: where in what repeats the edges of hexes or squares lie, by the lines along them."""

from __future__ import annotations

import math
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import KINDS, Kind, nearby_lattices, reduced, roundness
from vision.lattice.grids import steps_of
from vision.lattice.outlines import edge_length
from vision.lattice.patches import LocalLattice, Matrix
from vision.lattice.plausible import squash
from vision.lattice.result import plane_of
from vision.lattice.ridges import Ridges
from vision.lattice.view import View

BINS = 24
"""Bins per cell and side in which lines are counted."""
SLANT = math.radians(16)
"""Angle to an edge up to which a line runs along it."""
ROUNDEST = 2.4
"""Ratio of axes beyond which a cell is not one that lies on a table before a camera."""
WIDTH, BESIDE = 0.05, 0.22
"""Half width of an edge, and of the zone about it that is compared, in pitches."""
PLACES = 3
"""Places in the cell that are proposed for one lattice."""
APART = 0.12
"""Pitches by which they differ."""
SQUASH = 0.12
"""Logarithm of a stretch that cuts trust in a lattice to a third."""
LEAST_POINTS, MOST_POINTS = 12, 6_000
"""Points on lines without which nothing is named, and that are looked at at most."""


class Named(msgspec.Struct, frozen=True):
    """A lattice that a repetition may be: its cells' centres lie at whole (i, j) of the plane of `view`."""

    kind: Kind
    dark: bool
    view: View
    score: float


def named(to_cells: Matrix, size: tuple[int, int], lines: Ridges, most: int = 6) -> list[Named]:
    """Up to `most` lattices that explain the `lines` of a part of a picture of `size`, best first.

    `to_cells` takes px to (i, j) of something that repeats in every cell there, whatever lies at (0, 0).
    """
    if len(lines) < LEAST_POINTS:
        return []
    if len(lines) > MOST_POINTS:
        lines = lines.only(np.linspace(0, len(lines) - 1, MOST_POINTS).astype(np.intp))
    flat = LocalLattice(to_cells, lines.points)
    ahead = np.einsum("nab,nb->na", flat.steps, lines.along)
    middle = np.median(lines.points, axis=0)[None]
    steps = LocalLattice(to_cells, middle).steps[0]
    found: list[Named] = []
    for basis in nearby_lattices():
        here = basis @ steps
        change = reduced(here)
        for kind in KINDS:
            if roundness(change @ here, kind) > ROUNDEST:
                continue
            whole = change @ basis
            onto = np.eye(3)
            onto[:2, :2] = whole
            camera = _trust(kind, onto @ to_cells, size)
            if camera < 0.05:
                continue
            at, run = flat.at @ whole.T, ahead @ (plane_of(kind)[:2, :2] @ whole).T
            for dark in (True, False):
                use = lines.dark == dark
                for score, shift in shifts(kind, at[use], run[use], lines.weight[use]):
                    moved = onto.copy()
                    moved[:2, 2] = -np.array(shift)
                    to_plane = plane_of(kind) @ moved @ to_cells
                    found.append(Named(kind, dark, View(to_plane / to_plane[2, 2], size), score * camera))
    return sorted(found, key=lambda one: -one.score)[:most]


def moved_views(kind: Kind, view: View, lines: Ridges) -> list[View]:
    """A view moved by the parts of a cell at which `lines` lie along edges best, best first."""
    places, ahead = view.plane_along(lines.points, lines.along)
    known = np.isfinite(places).all(axis=1)
    if known.sum() < LEAST_POINTS:
        return []
    plane = plane_of(kind)[:2, :2]
    found = []
    for _, shift in shifts(kind, places[known] @ np.linalg.inv(plane).T, ahead[known], lines.weight[known]):
        x, y = plane @ (np.array(shift) - np.round(shift))
        matrix = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]]) @ view.to_plane
        found.append(View(matrix / matrix[2, 2], view.size, view.bend))
    return found


def _trust(kind: Kind, to_cells: Matrix, size: tuple[int, int]) -> float:
    """How well a camera explains a lattice seen so, 0…1."""
    stretch = squash(np.asarray(np.linalg.inv(plane_of(kind) @ to_cells), np.float64), size)
    return math.exp(-((math.log(stretch) / SQUASH) ** 2))


def shifts(kind: Kind, at: Matrix, run: Matrix, weight: NDArray[np.float64]) -> list[tuple[float, tuple[float, float]]]:
    """Where in the cell its centre may lie, and how much speaks for it: the lines along each of its edges."""
    i, j = (np.floor(at * BINS).astype(np.intp) % BINS).T
    turn = np.arctan2(run[:, 1], run[:, 0])
    steps = steps_of(kind)
    where, counts = j * BINS + i, np.zeros((len(steps), BINS, BINS))
    for k, step in enumerate(steps):
        edge = math.atan2(step[0], -step[1])
        use = np.abs((turn - edge + math.pi / 2) % math.pi - math.pi / 2) < SLANT
        counts[k] = np.bincount(where[use], weight[use], BINS * BINS).reshape(BINS, BINS)
    match = np.fft.irfft2(np.fft.rfft2(counts) * np.conj(_edges(kind)), s=(BINS, BINS))
    # an edge counts as much as the weakest, and a little for its own
    total = match.min(axis=0) * len(steps) * 0.7 + 0.3 * match.sum(axis=0)
    found: list[tuple[float, tuple[float, float]]] = []
    away = round(APART * BINS)
    left = total.copy()
    for _ in range(PLACES):
        row, column = (int(one) for one in np.unravel_index(int(left.argmax()), left.shape))
        if left[row, column] <= 0:
            break
        found.append((float(left[row, column]) / (weight.sum() + 50.0), (column / BINS, row / BINS)))
        rows, columns = (np.arange(-away, away + 1) + row) % BINS, (np.arange(-away, away + 1) + column) % BINS
        left[np.ix_(rows, columns)] = 0
    return found


@cache
def _edges(kind: Kind) -> NDArray[np.complex128]:
    """Transforms of one edge each (rows j), of a cell whose centre is at bin 0: 1 along it, as much less beside it."""
    j, i = (np.mgrid[:BINS, :BINS] + 0.5) / BINS
    plane = plane_of(kind)[:2, :2]
    found = []
    for step in steps_of(kind):
        along = np.array([-step[1], step[0]])
        on, beside = np.zeros((BINS, BINS), np.bool_), np.zeros((BINS, BINS), np.bool_)
        for a in range(-2, 4):
            for b in range(-2, 4):
                x = np.stack([i - a, j - b], axis=-1) @ plane.T - step / 2
                past, aside = np.abs(x @ step), np.abs(x @ along)
                inside = aside < edge_length(kind) / 2
                on |= inside & (past < WIDTH)
                beside |= inside & (past >= WIDTH) & (past < BESIDE)
        mark = on.astype(np.float64) - beside * (on.sum() / max(int((beside & ~on).sum()), 1)) * ~on
        found.append(np.fft.rfft2(mark))
    return np.stack(found)
