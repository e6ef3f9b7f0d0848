"""What shows of a lattice's edges or dots in a picture, and how evenly: what a fit is believed for."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
from vision.lattice.grids import Grid, own_steps
from vision.lattice.patches import Matrix
from vision.lattice.view import View

FAINT = 5
"""One of so many parts of edges counts as faint: of brick walls taken for squares one of four is missing."""
HERRINGBONES, SLANTING = (6, 8, 10), 6
"""Slanting rows after which planks three, four and five times as long as wide repeat, and edges that must be seen of
a row for it to be asked."""
SOME_OF_A_LINE, LINES_MISSING = 2, 2
"""Edges that must be seen of a line across squares for it to be asked, and lines that are looked at together at least:
one alone may lie in a fold of the paper, or under a ruler."""

CHANCE = 2.0
"""Deviations of the mean of parts of edges that chance may make."""
FEW = 80
"""Cells of which a piece hides too many to tell: of so few only edges are asked whose cells show others, and of hexes
every second row, not every fourth cell."""
OTHERS = 0.8
"""Part of the usual edge that the others of two cells must show for that between them to be asked if it is missing."""

BETWEEN_TICKS = 0.3
"""What may show in the middle of edges, of the faintest other part, where they are ticks."""


def _faintest(shown: Matrix, least: int = 1) -> float:
    """What the faintest one in `FAINT` of all, and no fewer than the `least`, show, taken together."""
    return float(np.sort(shown.ravel())[: max(least, shown.size // FAINT)].mean())


class Edges(msgspec.Struct, frozen=True):
    """Edges of cells in a picture: `cells` n×2 (i, j), `which` of the cell's own (n).

    `on` and `beside` (n×`PARTS`, 0…1) are how much of each part of the edge is there, and what chance shows beside it.
    """

    cells: NDArray[np.intp]
    which: NDArray[np.intp]
    on: NDArray[np.float64]
    beside: NDArray[np.float64]

    @property
    def ends(self) -> Edges:
        """Their outermost parts alone: of short ticks about the corners of cells no other is there."""
        return Edges(self.cells, self.which, self.on[:, [0, -1]], self.beside[:, [0, -1]])


class Fit(msgspec.Struct, frozen=True):
    """Outlines fitted to a picture: the `view`, its `edges`, and the cells (n×2) that are `seen`.

    `dark` edges or bright ones, in a picture that was reduced `scale` times. Along them their slope
    differs by `bow`, in the two straightest directions. Of what they show in the mean of all cells others do a part
    `elsewhere` in these, None where it was not asked.
    """

    kind: Kind
    view: View
    dark: bool
    edges: Edges
    seen: NDArray[np.intp]
    scale: float
    bow: float = 0.0
    elsewhere: float | None = None

    @property
    def is_of_dots(self) -> bool:
        """Whether it has one place in every cell instead of edges."""
        return bool(self.edges.on.shape[1] == 1)

    @property
    def is_of_ends(self) -> bool:
        """Whether only the ends of its edges are asked."""
        return bool(self.edges.on.shape[1] == 2)

    @property
    def support(self) -> float:
        """Part of the edges of the cells that are seen that is there, less what chance would show."""
        near = Grid(self.seen).has(self.edges.cells)
        return float((self.edges.on - self.edges.beside)[near].mean()) if near.any() else 0.0

    @property
    def shown(self) -> float:
        """How much of it is seen, however evenly: many cells count more than few, but less than as many times more."""
        return self.support**2 * math.sqrt(len(self.seen))

    @property
    def filled(self) -> float:
        """Part of the cells between those that are seen that are seen too: arms and pieces hide some, chance most."""
        return len(self.seen) / max(len(self.between), 1) if len(self.seen) >= 3 else 0.0

    @property
    def between(self) -> NDArray[np.intp]:
        """Cells (n×2) whose edges were asked for, of those that are seen and those that lie between them."""
        low = self.seen.min(axis=0)
        around = cv2.convexHull((self.seen - low).astype(np.int32))
        mask = np.zeros(self.seen.max(axis=0) - low + 1, np.uint8)
        cv2.fillConvexPoly(mask, np.ascontiguousarray(around[:, :, ::-1]), 1)
        hull = Grid(np.zeros((0, 2), np.intp), mask.astype(np.bool_), low)
        asked = np.zeros(mask.shape, np.bool_)
        asked[tuple((self.edges.cells[hull.has(self.edges.cells)] - low).T)] = True
        return hull.cells(asked)

    @property
    def ticks(self) -> Fit | None:
        """The same without the middles of edges, where nothing is printed but ticks about the corners; None elsewhere.

        Of bricks that are taken for squares it is not the middle of every edge that is missing.
        """
        middle = self.edges.on.shape[1] // 2
        parts = self._clear[Grid(self.seen).has(self.edges.cells)].mean(axis=0)
        rest = np.arange(len(parts)) != middle
        if not middle or parts[middle] > BETWEEN_TICKS * parts[rest].min():
            return None
        edges = Edges(self.edges.cells, self.edges.which, self.edges.on[:, rest], self.edges.beside[:, rest])
        return msgspec.structs.replace(self, edges=edges)

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
        parts, usual = self._alternating(2) if self.kind == "square" or len(self.seen) > FEW else self._in_rows()
        if self.kind == "hex" and self.is_of_dots:
            parts = np.concatenate([parts, self._by_thirds()])
        return float(parts.mean(axis=1).min() / usual) if len(parts) else 0.0

    @property
    def likewise(self) -> float:
        """What the faintest of the dots of every second cell, and of hexes of each third, shows, of the usual dot.

        What is missing may be so by chance, by a deviation of their mean: some have few cells. Dots at the corners of
        hexes leave a third of them empty, and dashes, which lie in the middle of edges too, a quarter faint.
        """
        near = self._asked
        clear, (i, j) = self._clear[near].mean(axis=1), self.edges.cells[near].T
        some = [2 * (i % 2) + j % 2 == number for number in range(4)]
        some += [(i - j) % 3 == number for number in range(3)] if self.kind == "hex" else []
        most = [float(clear[one].mean() + clear[one].std() / math.sqrt(one.sum())) for one in some if one.sum() > 2]
        return min(most) / max(float(clear.mean()), 1e-6) if most else 0.0

    @property
    def whole(self) -> float:
        """What the faintest parts of edges show, of the usual: of those that every second cell has, or every third.

        Nothing where courses of bricks pass as squares: two courses as one square, whose edges are there along other
        halves by turns, or bricks laid by thirds, of whose edges two of three are missing. Nor where planks do that
        are laid at right angles by turns, whose edges are missing along slanting rows.
        """
        halves, usual = self._alternating(2)
        thirds, _ = self._alternating(3)
        if not (len(halves) and len(thirds)):
            return 0.0
        slanting = [_faintest(rows) for rows in self._slanting() if len(rows)]
        return min(_faintest(halves), _faintest(thirds.mean(axis=1)), *slanting) / usual

    @property
    def thirds(self) -> float:
        """What the faintest edges of hexes that every third cell has in both directions show, of the usual edge.

        Little where dots and numbers in cells three times as large pass for edges. As all show where few cells are
        seen, or where they are dots.
        """
        if self.is_of_dots or len(self.seen) <= FEW:
            return 1.0
        parts, usual = self._alternating(3)
        return _faintest(parts.mean(axis=1)) / usual if len(parts) else 0.0

    @property
    def contrary(self) -> float:
        """How much, of the usual part, a part of the edges of every second cell is of the other tone than in the rest.

        Beyond what chance makes, by two deviations of their mean. Print lies alike in all cells, numbers beside edges
        too; stitches of a knitting lean to one side in one row and to the other in the next.
        """
        groups, usual = self._every(2)
        each = [groups[number :: len(self._own)] for number in self._own]
        found = [0.0]
        for some in each:
            if all(len(one) > 2 for one in some):
                chance = np.array([CHANCE / math.sqrt(len(one)) for one in some])[:, None]
                parts = np.array([one.mean(axis=0) for one in some])
                there = (parts - chance).max(axis=0) > 0
                found.append(float(np.where(there, (-parts - chance).max(axis=0), 0.0).max()) / usual)
        return max(found)

    @property
    def ruled(self) -> float:
        """What the faintest of the lines across squares show, of the usual line of the same direction.

        Nothing in a table whose columns are unevenly wide: where one is as wide as two squares, all of the line between
        these is missing. Beyond the outermost line that shows the board may have ended: nothing is asked there.
        """
        found = [1.0]
        for lines in self._lines_across():
            shows = np.flatnonzero(lines > lines.mean() / 2)
            if len(shows):
                between = lines[shows[0] : shows[-1] + 1]
                found.append(_faintest(between, LINES_MISSING) / max(float(between.mean()), 1e-6))
        return min(found)

    def _lines_across(self) -> list[Matrix]:
        """How much of every line is there, in order, on which edges of squares lie, for both directions."""
        seen, found = Grid(self.seen), []
        for which in self._own:
            step = np.arange(2) == which
            own = (self.edges.which == which) & seen.has(self.edges.cells) & seen.has(self.edges.cells + step)
            line = self.edges.cells[own, which]
            line = line - line.min(initial=0)
            count, total = np.bincount(line), np.bincount(line, self._clear[own].mean(axis=1))
            known = count >= SOME_OF_A_LINE
            if known.any():
                found.append(total[known] / count[known])
        return found

    def _slanting(self) -> list[Matrix]:
        """How much of edges is there in every so manieth slanting row, for each period, slant and direction."""
        near = self._asked
        clear, cells, which = self._clear[near].mean(axis=1), self.edges.cells[near], self.edges.which[near]
        found = []
        for period in HERRINGBONES:
            for row in (cells[:, 0] + cells[:, 1], cells[:, 0] - cells[:, 1]):
                group = (row % period) * len(self._own) + which
                count = np.bincount(group, minlength=period * len(self._own))
                total = np.bincount(group, clear, period * len(self._own))
                found.append(total[count >= SLANTING] / count[count >= SLANTING])
        return found

    def _in_rows(self) -> tuple[Matrix, float]:
        """The same of every second row of cells, in each of three directions."""
        near = self._asked
        clear, (i, j), which = self._clear[near], self.edges.cells[near].T, self.edges.which[near]
        rows = [(row % 2 == odd) & (which == k) for row in (i, j, i + j) for odd in (0, 1) for k in self._own]
        means = [clear[one].mean(axis=0) for one in rows if one.sum() > 2]
        return np.array(means), max(float(clear.mean()), 1e-6) if len(clear) else 1.0

    def _by_thirds(self) -> Matrix:
        """The same of each third of the cells of which no two lie side by side: dots at corners leave one empty."""
        near = self._asked
        clear, (i, j) = self._clear[near], self.edges.cells[near].T
        thirds = [clear[(i - j) % 3 == number] for number in range(3)]
        return np.array([one.mean(axis=0) for one in thirds if len(one) > 2]).reshape(-1, clear.shape[1])

    def _alternating(self, period: int) -> tuple[Matrix, float]:
        """How much of each part (columns) of edges is there in every `period`-th cell and direction; the usual part."""
        groups, usual = self._every(period)
        return np.array([one.mean(axis=0) for one in groups if len(one) > 2]), usual

    def _every(self, period: int) -> tuple[list[Matrix], float]:
        """Parts (columns) of edges in every `period`-th cell, direction by direction in each; the usual part."""
        near = self._asked
        clear, cells, which = self._clear[near], self.edges.cells[near] % period, self.edges.which[near]
        group = (cells[:, 0] * period + cells[:, 1]) * len(self._own) + which
        groups = [clear[group == number] for number in range(period**2 * len(self._own))]
        return groups, max(float(clear.mean()), 1e-6) if len(clear) else 1.0

    @property
    def _asked(self) -> NDArray[np.bool_]:
        """Which edges of the cells that are seen tell how even they are: of few those between cells whose others show.

        An arm or a piece hides all of a cell; a wall, a floor and numbers lack edges of cells whose others are there.
        """
        near = Grid(self.seen).has(self.edges.cells)
        if len(self._own) == 1 or not near.any() or len(self.seen) > FEW:
            return near
        clear, cells = self._clear.mean(axis=1), self.edges.cells
        every = Grid(cells).grown(1)
        beyond = cells + own_steps(self.kind)[self.edges.which]
        total, count = (every.filled(cells, one) + every.filled(beyond, one) for one in (clear, np.ones(len(cells))))
        here, there = tuple((cells - every.low).T), tuple((beyond - every.low).T)
        others = (total[here] + total[there] - 2 * clear) / np.maximum(count[here] + count[there] - 2, 1)
        return np.asarray(near & (others >= OTHERS * float(clear[near].mean())), np.bool_)

    @property
    def _clear(self) -> Matrix:
        return self.edges.on - self.edges.beside

    @property
    def _own(self) -> range:
        return range(int(self.edges.which.max(initial=0)) + 1)
