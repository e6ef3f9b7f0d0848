"""Fits the outlines of cells to the thin lines of a picture, growing over it, and tells which edges are there."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
from vision.lattice.edges import Edges, Fit
from vision.lattice.fitting import Pull, nearer
from vision.lattice.grids import (
    FARTHEST,
    Grid,
    both,
    in_picture,
    large_enough,
    nearest_cells,
    own_steps,
    rows_of,
    steps_of,
)
from vision.lattice.patches import Matrix
from vision.lattice.result import plane_of
from vision.lattice.ridges import Ridges
from vision.lattice.view import View

NEAR = 0.06
"""Pitches beside an edge within which a point lies on it."""
BESIDE = (0.09, 0.21)
"""Pitches beside it where chance is measured: twice as wide as the edge, half on either side."""
SLANT = math.cos(math.radians(15))
"""Cosine of the angle to an edge up to which a line runs along it."""
PARTS = 5
"""Parts of an edge, each of which is there or not."""
SHORTER = 0.90
"""Part of an edge that is looked at: lines of neighbours meet at its ends."""
WIDE, WIDER, FINE = 0.16, 0.11, (0.09, 0.07, 0.06)
"""Pitches within which a line draws an edge to it: at first, while what is seen grows, and at the end."""
MOST_ROUNDS = 20
MORE = 1.08
"""Growth of what is seen, from round to round, below which it has ended."""
FASTER = 0.15
"""Part of the width of what is seen by which it grows as well."""
GROWTH = 2
"""Cells by which what was seen grows in a round."""
BEND_FROM = 40
"""Cells that must be seen for the lens to be asked about."""
LEAST_POINTS, LEAST_CELLS = 30, 6
CELL_SEEN = 0.18
"""Part of a cell's edges, beyond chance, from which it counts as seen."""
ARC_SLANT, ARC_WIDTH, ARC_PIECES = math.cos(math.radians(35)), 0.12, 10
"""Cosine of the angle to an edge up to which a line may be an arc of it, pitches beside it within which that lies, and
pieces of an edge of which it is asked how they slope."""
LEAST_IN_PIECE = 20
"""Points on lines in a piece of all edges of one direction for it to be asked."""


class Lying(msgspec.Struct, frozen=True):
    """Points of lines in the plane: `which` step their nearest edge has, how far `past` it they lie, `aside` along it.

    `cells` are those that own the edge; `slant` is the cosine between the line and the edge, `slope` the tangent.
    """

    places: Matrix
    cells: NDArray[np.intp]
    which: NDArray[np.intp]
    past: NDArray[np.float64]
    aside: NDArray[np.float64]
    slant: NDArray[np.float64]
    slope: NDArray[np.float64]


def lying(kind: Kind, view: View, lines: Ridges) -> Lying:
    """Where the points of lines lie beside the edges of cells."""
    places, ahead = view.plane_along(lines.points, lines.along)
    known = both(np.abs(places) < FARTHEST)
    cells = nearest_cells(kind, np.where(known[:, None], places, 0.0))
    off = np.where(known[:, None], places, 0.0) - cells @ plane_of(kind)[:2, :2].T
    x, y = off.T
    steps, own = steps_of(kind), own_steps(kind)
    which, far = np.zeros(len(off), np.intp), x * steps[0, 0] + y * steps[0, 1]
    for number, (a, b) in enumerate(steps[1:], start=1):
        other = x * a + y * b
        farther = np.abs(other) > np.abs(far)
        which, far = np.where(farther, number, which), np.where(farther, other, far)
    back = far < 0
    step_x, step_y = steps[which].T
    along = np.where(known, ahead[:, 1] * step_x - ahead[:, 0] * step_y, 0.0)
    across = ahead[:, 0] * step_x + ahead[:, 1] * step_y
    return Lying(
        places,
        cells - own[which] * back[:, None],
        which,
        far - np.where(back, -0.5, 0.5),
        y * step_x - x * step_y,
        np.abs(along),
        across / np.where(along == 0, np.inf, along),
    )


def edge_length(kind: Kind) -> float:
    """Length of an edge, in pitches."""
    return 1 / math.sqrt(3) if kind == "hex" else 1.0


def edges_in(kind: Kind, lines: Ridges, at: Lying, cells: NDArray[np.intp]) -> Edges:
    """How much of every edge of `cells` (n×2) is there, and what chance shows beside it."""
    length = edge_length(kind) * SHORTER
    part = np.floor(np.clip(at.aside / length + 0.5, -1, 2) * PARTS).astype(np.intp)
    use = (at.slant > SLANT) & (part >= 0) & (part < PARTS) & (np.abs(at.past) < BESIDE[1])
    count = len(steps_of(kind))
    if not len(cells):
        none = np.zeros((0, PARTS))
        return Edges(np.zeros((0, 2), np.intp), np.zeros(0, np.intp), none, none)
    index = rows_of(cells, at.cells)
    use &= index >= 0
    slot = (index * count + at.which) * PARTS + part
    total = len(cells) * count * PARTS

    def there(chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
        hits = np.zeros(total)
        np.maximum.at(hits, slot[chosen], lines.weight[chosen])
        return hits

    gap = np.abs(at.past)
    on = there(use & (gap < NEAR))
    low = BESIDE[0]
    left, right = there(use & (at.past < -low)), there(use & (at.past > low))
    # either side is as wide as the edge
    beside = (left + right) / 2
    shape = (len(cells) * count, PARTS)
    return Edges(
        np.repeat(cells, count, axis=0),
        np.tile(np.arange(count), len(cells)),
        on.reshape(shape),
        beside.reshape(shape),
    )


def bow(kind: Kind, at: Lying, cells: NDArray[np.intp]) -> float:
    """How much the slope of edges of `cells` (n×2) differs along them, in the two directions in which it does least.

    `at` are points of lines about them. Root of the mean square, 1 for 45°. 0 where edges are seen too little to tell.
    """
    use = Grid(cells).has(at.cells) & (at.slant > ARC_SLANT) & (np.abs(at.past) < ARC_WIDTH)
    piece = np.floor((at.aside / (edge_length(kind) * SHORTER) + 0.5) * ARC_PIECES)
    found = []
    for which in range(len(steps_of(kind))):
        own = use & (at.which == which)
        slopes = [at.slope[own & (piece == number)] for number in range(ARC_PIECES)]
        least = max(LEAST_IN_PIECE, float(np.median([len(some) for some in slopes])) / 2)
        medians = [float(np.median(some)) for some in slopes if len(some) >= least]
        found.append(float(np.std(medians)) if medians else 0.0)
    return float(np.mean(sorted(found)[:2]))


def fitted(
    kind: Kind,
    view: View,
    lines: Ridges,
    about: Matrix,
    dark: bool = True,
    lens: bool = True,
) -> Fit | None:
    """The outlines fitted to `lines`, first about some points (n×2 px), from there on as far as edges are there.

    None where nothing is seen any more.
    """
    places = view.plane(about)
    places = places[np.isfinite(places).all(axis=1)]
    cells = np.unique(nearest_cells(kind, places), axis=0)
    region, reaches = Grid(cells).grown(1) if len(cells) else None, list(FINE)
    edges, before, growing, bowed = None, 0, True, 0.0
    for number in range(MOST_ROUNDS):
        if region is None:
            return None
        near = lines.only(_within(view, region, lines, kind))
        at = lying(kind, view, near)
        if number:
            if reaches and number < MOST_ROUNDS - 1:
                asked = large_enough(kind, view, region.cells(region.mask), lines.scale)
            else:
                asked = in_picture(kind, view, lines.scale)
            edges = edges_in(kind, near, at, asked)
            before, cells = len(cells), _seen(edges, region)
            if len(cells) < LEAST_CELLS:
                return None
            growing = growing and (number < 3 or len(cells) > MORE * before)
            grid = Grid(cells)
            region = grid.grown(GROWTH + int(FASTER * min(grid.mask.shape)) if growing else 1)
            if not (growing or reaches):
                bowed = bow(kind, at, cells)
                break
        reach = (WIDE if number < 2 else WIDER) if growing else reaches.pop(0)
        use = region.has(at.cells) & (at.slant > SLANT) & (np.abs(at.past) < 2 * reach)
        pull = Pull(near.points[use], at.places[use], steps_of(kind)[at.which[use]], at.past[use], near.weight[use])
        moved = nearer(view, pull, reach, lens and before > BEND_FROM, LEAST_POINTS)
        if moved is None:
            return None
        view = moved
    return Fit(kind, view, dark, edges, cells, lines.scale, bowed) if edges is not None else None


def _within(view: View, region: Grid, lines: Ridges, kind: Kind) -> NDArray[np.bool_]:
    """Which points lie about where the cells of a region are in the picture."""
    cells = region.cells(region.mask)
    centres = view.picture(cells @ plane_of(kind)[:2, :2].T)
    return both((lines.points > centres.min(axis=0)) & (lines.points < centres.max(axis=0)))


def _seen(edges: Edges, region: Grid) -> NDArray[np.intp]:
    """Cells of a region about which edges are there."""
    inside = region.has(edges.cells)
    cells, support = edges.cells[inside], (edges.on - edges.beside)[inside].mean(axis=1)
    if not len(cells):
        return cells
    return Grid(cells).about(cells, support, CELL_SEEN)
