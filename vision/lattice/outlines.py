"""Fits the outlines of cells to the thin lines of a picture, growing over it, and tells which edges are there."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
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
FARTHEST = 1e4
"""Pitches from the first cell beyond which nothing is looked at."""
MOST_ROUNDS = 20
MORE = 1.08
"""Growth of what is seen, from round to round, below which it has ended."""
FASTER = 0.15
"""Part of the width of what is seen by which it grows as well."""
GROWTH = 2
"""Cells by which what was seen grows in a round."""
STIFF_TILT, STIFF_BEND = 0.1, 2.0
"""What holds the tilt and the bend where little speaks: points at one pitch from the middle of all, off by a pitch."""
MOST_BEND = 0.35
SLIGHTLY = 1e-3
BEND_FROM = 40
"""Cells that must be seen for the lens to be asked about."""
LEAST_POINTS, LEAST_CELLS = 30, 6
FAINT = 5
"""One of so many parts of edges counts as faint: of brick walls taken for squares one of four is missing."""
CELL_SEEN = 0.18
"""Part of a cell's edges, beyond chance, from which it counts as seen."""


def _faintest(shown: Matrix) -> float:
    """What the faintest one in `FAINT` of all show, taken together."""
    return float(np.sort(shown.ravel())[: max(1, shown.size // FAINT)].mean())


class Edges(msgspec.Struct, frozen=True):
    """Edges of cells in a picture: `cells` n×2 (i, j), `which` of the cell's own (n).

    `on` and `beside` (n×`PARTS`, 0…1) are how much of each part of the edge is there, and what chance shows beside it.
    """

    cells: NDArray[np.intp]
    which: NDArray[np.intp]
    on: NDArray[np.float64]
    beside: NDArray[np.float64]


class Fit(msgspec.Struct, frozen=True):
    """Outlines fitted to a picture: the `view`, its `edges`, and the cells (n×2) that are `seen`.

    `dark` edges or bright ones, in a picture that was reduced `scale` times.
    """

    kind: Kind
    view: View
    dark: bool
    edges: Edges
    seen: NDArray[np.intp]
    scale: float

    @property
    def support(self) -> float:
        """Part of the edges of the cells that are seen that is there, less what chance would show."""
        near = Grid(self.seen).has(self.edges.cells)
        return float((self.edges.on - self.edges.beside)[near].mean()) if near.any() else 0.0

    @property
    def solid(self) -> float:
        """How evenly edges are there along their length: of the usual part of an edge, what the faint ones show."""
        near = Grid(self.seen).has(self.edges.cells)
        parts = np.array([self._clear[near & (self.edges.which == k)].mean(axis=0) for k in self._own]).ravel()
        # two courses of bricks are a square whose upright edges are there along a half
        faint = np.sort(parts)[:2].mean() if self.kind == "square" else np.quantile(parts, 0.2)
        return float(faint / max(float(parts.mean()), 1e-6))

    @property
    def even(self) -> float:
        """What the faintest of the edges that every second cell has shows, of the usual edge: little in brick walls."""
        parts, usual = self._alternating(2)
        return float(parts.mean(axis=1).min() / usual) if len(parts) else 0.0

    @property
    def whole(self) -> float:
        """What the faintest parts of edges show, of the usual: of those that every second cell has, or every third.

        Nothing where courses of bricks pass as squares: two courses as one square, whose edges are there along other
        halves by turns, or bricks laid by thirds, of whose edges two of three are missing.
        """
        halves, usual = self._alternating(2)
        thirds, _ = self._alternating(3)
        if not (len(halves) and len(thirds)):
            return 0.0
        return min(_faintest(halves), _faintest(thirds.mean(axis=1))) / usual

    def _alternating(self, period: int) -> tuple[Matrix, float]:
        """How much of each part (columns) of edges is there in every `period`-th cell and direction; the usual part."""
        near = Grid(self.seen).has(self.edges.cells)
        clear, cells, which = self._clear[near], self.edges.cells[near] % period, self.edges.which[near]
        group = (cells[:, 0] * period + cells[:, 1]) * len(self._own) + which
        groups = [clear[group == number] for number in range(period**2 * len(self._own))]
        means = [one.mean(axis=0) for one in groups if len(one) > 2]
        return np.array(means), max(float(clear.mean()), 1e-6) if len(clear) else 1.0

    @property
    def _clear(self) -> Matrix:
        return self.edges.on - self.edges.beside

    @property
    def _own(self) -> range:
        return range(len(steps_of(self.kind)))


def steps_of(kind: Kind) -> Matrix:
    """Unit steps (n×2) to the neighbours whose edges are a cell's own: each edge belongs to one cell."""
    turns = np.arange(3) * math.pi / 3 if kind == "hex" else np.arange(2) * math.pi / 2
    return np.column_stack([np.cos(turns), np.sin(turns)])


def nearest_cells(kind: Kind, places: Matrix) -> NDArray[np.intp]:
    """The cells (n×2: i, j) in which places of the plane lie."""
    if kind == "square":
        return np.asarray(np.round(np.where(np.abs(places) < FARTHEST, places, 0.0)), np.intp)
    places = np.where(np.abs(places) < FARTHEST, places, 0.0)
    j = places[:, 1] / (math.sqrt(3) / 2)
    i = places[:, 0] - j / 2
    third = -i - j
    whole = np.round(np.column_stack([i, j, third]))
    off = np.abs(whole - np.column_stack([i, j, third]))
    worst = off.argmax(axis=1)
    ri = np.where(worst == 0, -whole[:, 1] - whole[:, 2], whole[:, 0])
    rj = np.where(worst == 1, -whole[:, 0] - whole[:, 2], whole[:, 1])
    return np.column_stack([ri, rj]).astype(np.intp)


class Lying(msgspec.Struct, frozen=True):
    """Points of lines in the plane: `which` step their nearest edge has, how far `past` it they lie, `aside` along it.

    `cells` are those that own the edge; `slant` is the cosine between the line and the edge.
    """

    places: Matrix
    cells: NDArray[np.intp]
    which: NDArray[np.intp]
    past: NDArray[np.float64]
    aside: NDArray[np.float64]
    slant: NDArray[np.float64]


def lying(kind: Kind, view: View, lines: Ridges) -> Lying:
    """Where the points of lines lie beside the edges of cells."""
    places, ahead = view.plane_along(lines.points, lines.along)
    known = np.asarray((np.abs(places) < FARTHEST).all(axis=1), np.bool_)
    cells = nearest_cells(kind, np.where(known[:, None], places, 0.0))
    off = np.where(known[:, None], places, 0.0) - cells @ plane_of(kind)[:2, :2].T
    x, y = off.T
    steps, own = steps_of(kind), _lattice_steps(kind)
    which, far = np.zeros(len(off), np.intp), x * steps[0, 0] + y * steps[0, 1]
    for number, (a, b) in enumerate(steps[1:], start=1):
        other = x * a + y * b
        farther = np.abs(other) > np.abs(far)
        which, far = np.where(farther, number, which), np.where(farther, other, far)
    back = far < 0
    step_x, step_y = steps[which].T
    return Lying(
        places,
        cells - own[which] * back[:, None],
        which,
        far - np.where(back, -0.5, 0.5),
        y * step_x - x * step_y,
        np.where(known, np.abs(ahead[:, 1] * step_x - ahead[:, 0] * step_y), 0.0),
    )


def _lattice_steps(kind: Kind) -> NDArray[np.intp]:
    """`steps_of` in (i, j)."""
    return np.array([(1, 0), (0, 1), (-1, 1)] if kind == "hex" else [(1, 0), (0, 1)], np.intp)


def edge_length(kind: Kind) -> float:
    """Length of an edge, in pitches."""
    return 1 / math.sqrt(3) if kind == "hex" else 1.0


def edges_in(kind: Kind, view: View, lines: Ridges, at: Lying) -> Edges:
    """How much of every edge in the picture is there, and what chance shows beside it."""
    length = edge_length(kind) * SHORTER
    part = np.floor(np.clip(at.aside / length + 0.5, -1, 2) * PARTS).astype(np.intp)
    use = (at.slant > SLANT) & (part >= 0) & (part < PARTS) & (np.abs(at.past) < BESIDE[1])
    cells = in_picture(kind, view, lines.scale)
    count = len(steps_of(kind))
    if not len(cells):
        none = np.zeros((0, PARTS))
        return Edges(np.zeros((0, 2), np.intp), np.zeros(0, np.intp), none, none)
    table = _Table(cells)
    index = table.of(at.cells)
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


class _Table:
    """Finds the row of a cell in a list of cells."""

    def __init__(self, cells: NDArray[np.intp]) -> None:
        self._low = cells.min(axis=0)
        shape = cells.max(axis=0) - self._low + 1
        self._rows = np.full(shape, -1, np.intp)
        self._rows[tuple((cells - self._low).T)] = np.arange(len(cells))

    def of(self, cells: NDArray[np.intp]) -> NDArray[np.intp]:
        """Rows of cells (n×2), −1 where they are not in the list."""
        at = cells - self._low
        inside = ((at >= 0) & (at < self._rows.shape)).all(axis=1)
        at = np.where(inside[:, None], at, 0)
        return np.asarray(np.where(inside, self._rows[at[:, 0], at[:, 1]], -1), np.intp)


MOST_CELLS = 40_000
SMALLEST_PX = 7.0
"""Px of the reduced picture per cell below which edges cannot be told apart."""


def in_picture(kind: Kind, view: View, scale: float, stride: int = 24) -> NDArray[np.intp]:
    """Cells (n×2) whose centres are in the picture, where they are large enough to be told apart."""
    width, height = view.size
    y, x = np.mgrid[0 : height + stride : stride, 0 : width + stride : stride]
    points = np.column_stack([x.ravel(), y.ravel()]).astype(np.float64)
    places, pitch = view.plane(points), view.pitch_px(points)
    fine = np.isfinite(places).all(axis=1) & (pitch > SMALLEST_PX * scale)
    if not fine.any():
        return np.zeros((0, 2), np.intp)
    cells = nearest_cells(kind, places[fine])
    low, high = cells.min(axis=0) - 1, cells.max(axis=0) + 2
    if np.prod((high - low).astype(float)) > MOST_CELLS:
        return np.zeros((0, 2), np.intp)
    i, j = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    every = np.column_stack([i.ravel(), j.ravel()])
    centres = view.picture(every @ plane_of(kind)[:2, :2].T)
    inside = ((centres >= 0) & (centres < view.size)).all(axis=1)
    every, centres = every[inside], centres[inside]
    return np.asarray(every[view.pitch_px(centres) > SMALLEST_PX * scale] if len(every) else every, np.intp)


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
    edges, before, growing = None, 0, True
    for number in range(MOST_ROUNDS):
        if region is None:
            return None
        near = lines.only(_within(view, region, lines, kind))
        at = lying(kind, view, near)
        if number:
            edges = edges_in(kind, view, near, at)
            before, cells = len(cells), _seen(edges, region)
            if len(cells) < LEAST_CELLS:
                return None
            growing = growing and (number < 3 or len(cells) > MORE * before)
            grid = Grid(cells)
            region = grid.grown(GROWTH + int(FASTER * min(grid.mask.shape)) if growing else 1)
            if not (growing or reaches):
                break
        reach = (WIDE if number < 2 else WIDER) if growing else reaches.pop(0)
        use = region.has(at.cells) & (at.slant > SLANT) & (np.abs(at.past) < 2 * reach)
        moved = _nearer(kind, view, near, at, use, reach, lens and before > BEND_FROM)
        if moved is None:
            return None
        view = moved
    return Fit(kind, view, dark, edges, cells, lines.scale) if edges is not None else None


def _within(view: View, region: Grid, lines: Ridges, kind: Kind) -> NDArray[np.bool_]:
    """Which points lie about where the cells of a region are in the picture."""
    cells = region.cells(region.mask)
    centres = view.picture(cells @ plane_of(kind)[:2, :2].T)
    low, high = np.quantile(centres, 0.0, axis=0), np.quantile(centres, 1.0, axis=0)
    return np.asarray(((lines.points > low) & (lines.points < high)).all(axis=1))


def _nearer(
    kind: Kind, view: View, lines: Ridges, at: Lying, use: NDArray[np.bool_], reach: float, lens: bool
) -> View | None:
    """The view with which edges lie nearer to the lines that run along them, by least squares of near points."""
    if use.sum() < LEAST_POINTS:
        return None
    steps = steps_of(kind)[at.which[use]]
    past, places = at.past[use], at.places[use]
    weight = lines.weight[use] / (1 + (past / reach) ** 2) ** 2
    middle = np.average(places, axis=0, weights=weight)
    spread = float(np.sqrt(np.average(((places - middle) ** 2).sum(axis=1), weights=weight))) + 1e-6
    x, y = ((places - middle) / spread).T
    ahead = (steps * (places - middle)).sum(axis=1) / spread
    columns = [steps[:, 0] * x, steps[:, 0] * y, steps[:, 0], steps[:, 1] * x, steps[:, 1] * y, steps[:, 1]]
    columns += [-ahead * x, -ahead * y]
    if lens:
        slightly = msgspec.structs.replace(view, bend=view.bend + SLIGHTLY)
        columns.append((steps * (slightly.plane(lines.points[use]) - places)).sum(axis=1) / SLIGHTLY / spread)
    matrix = np.column_stack(columns)
    normal = (matrix * weight[:, None]).T @ matrix
    hold = np.array([0.0] * 6 + [STIFF_TILT] * 2 + ([STIFF_BEND] if lens else [])) / spread**2
    aim = (matrix * weight[:, None]).T @ (-past / spread)
    if lens:
        aim[8] -= hold[8] * view.bend
    try:
        found = np.linalg.solve(normal + np.diag(hold + 1e-9 * weight.sum()), aim)
    except np.linalg.LinAlgError:
        return None
    a, b, c, d, e, f, g, h = found[:8]
    change = np.array([[1 + a, b, c], [d, 1 + e, f], [g, h, 1.0]])
    whole = np.array([[spread, 0, middle[0]], [0, spread, middle[1]], [0, 0, 1]])
    matrix = whole @ change @ np.linalg.inv(whole) @ view.to_plane
    bend = float(np.clip(view.bend + found[8], -MOST_BEND, MOST_BEND)) if lens else view.bend
    if not np.isfinite(matrix).all() or abs(matrix[2, 2]) < 1e-9:
        return None
    return View(matrix / matrix[2, 2], view.size, bend)


def _seen(edges: Edges, region: Grid) -> NDArray[np.intp]:
    """Cells of a region about which edges are there."""
    inside = region.has(edges.cells)
    cells, support = edges.cells[inside], (edges.on - edges.beside)[inside].mean(axis=1)
    if not len(cells):
        return cells
    grid = Grid(cells)
    total, count = grid.filled(cells, support), grid.filled(cells, np.ones(len(cells)))
    box = (3, 3)
    mean = cv2.boxFilter(total, -1, box, normalize=False, borderType=cv2.BORDER_CONSTANT) / np.maximum(
        cv2.boxFilter(count, -1, box, normalize=False, borderType=cv2.BORDER_CONSTANT), 1
    )
    return grid.cells((mean > CELL_SEEN) & (count > 0))


class Grid:
    """A set of cells as a mask over (i, j)."""

    def __init__(
        self, cells: NDArray[np.intp], mask: NDArray[np.bool_] | None = None, low: NDArray[np.intp] | None = None
    ) -> None:
        self.low = cells.min(axis=0) if low is None else low
        if mask is None:
            mask = np.zeros(cells.max(axis=0) - self.low + 1, np.bool_)
            mask[tuple((cells - self.low).T)] = True
        self.mask = mask

    def has(self, cells: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which of `cells` (n×2) are in the set."""
        at = cells - self.low
        inside = np.asarray(((at >= 0) & (at < self.mask.shape)).all(axis=1), np.bool_)
        at = np.where(inside[:, None], at, 0)
        return np.asarray(inside & self.mask[at[:, 0], at[:, 1]])

    def grown(self, by: int) -> Grid:
        """The set and all cells up to `by` steps away."""
        padded = np.pad(self.mask, by).astype(np.uint8)
        mask = cv2.dilate(padded, np.ones((2 * by + 1, 2 * by + 1), np.uint8)).astype(np.bool_)
        return Grid(np.zeros((0, 2), np.intp), mask, self.low - by)

    def filled(self, cells: NDArray[np.intp], values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sums of `values` of cells, over (i, j)."""
        out = np.zeros(self.mask.shape)
        np.add.at(out, tuple((cells - self.low).T), values)
        return out

    def cells(self, mask: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The cells (n×2) of a mask over this set's (i, j)."""
        return np.argwhere(mask) + self.low
