"""The mean of all cells of a lattice: what is printed in every cell adds up, everything else fades.

Lines too faint to be told from the art in any one cell stand out in the mean of hundreds, and a dot beside what the
numbers of all cells make together.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
from vision.lattice.following import Followed
from vision.lattice.grids import steps_of
from vision.lattice.lines import Level, Values
from vision.lattice.outlines import PARTS, SHORTER, edge_length
from vision.lattice.patches import Matrix
from vision.lattice.result import plane_of
from vision.lattice.ridges import derivatives

BINS = 48
"""Bins per cell and side of the mean cell."""
MOST_PIXELS = 300_000
"""Pixels of which the mean is taken, at most, chosen evenly."""
WIDTH, WIDTH_PX = 0.025, 0.8
"""Half width of the profile of a line, in pitches, and px of the level at least."""
FADED = 8.0
"""Half widths of that profile beyond which nothing of it is left."""
FAINT = 5
"""One of so many parts of edges counts as faint: numbers cover some."""
APART = 0.12
"""Pitches by which two places in the cell differ."""
NEARBY, FAR = 0.08, 0.25
"""Pitches within which a lattice lies where it is said to, and beyond which other edges are none of its own."""
SHOWN, SEAMS_SHOWN, DOT_SHOWN = 0.07, 0.05, 0.03
"""What the faintest parts of edges must show in the mean cell beyond what they show elsewhere, by lines and by seams,
and the curvature of a dot: of development scenes, what was right showed 0.08, 0.07 and 0.04, rows of numbers 0.04."""
TICKS_SHOWN = 0.15
"""What ticks about the corners of hexes must show in the mean cell: of squares a dot shows as much."""
ALONE = 0.6
"""Part of it up to which another place in the cell may show too: rows of numbers are edges in one direction only."""

GAPS, ON_EDGE, CROSSED = 0.1, 0.1, 0.25
"""Part of a line that crosses all cells that may be missing, cells from their edges within which it lies on one, and
what it shows at least of the strongest print: 0.4 and more where squares passed for dots of cells twice as wide."""
ITS_OWN: Matrix = np.eye(2)
"""What takes (i, j) of a lattice's own kind to itself."""
DRAWN, DOT, ROUND = 48, 0.045, 0.42
"""Px from cell to cell in which a mean cell is drawn to look for a dot, the radius of dots in pitches, and the ratio of
the curvatures across one, at least."""
RINGS, AROUND, STAR = (0.1, 0.15), 48, 0.28
"""Pitches from the middle of a dot to rings about it, points of each, and the part of the dot's strength that may show
on opposite sides there: beside crosses 0.81 and more, where lines of hexes meet 0.40, beside dots up to 0.16. Crosses
where dashes meet are short: they reach the first ring alone."""


class Place(msgspec.Struct, frozen=True):
    """Where in the mean cell its centre lies (i, j), by the edges or the dot about it, which are `dark` or bright.

    They show so much (edges: the faintest parts of them), in deviations of usual detail, and `elsewhere` would so much.
    """

    at: tuple[float, float]
    dark: bool
    shows: float
    elsewhere: float

    def stands_out(self, least: float, part: float) -> bool:
        """Whether it shows the `least` more than elsewhere, and there no more than a `part` of that shows."""
        return self.shows - max(self.elsewhere, 0.0) >= least and self.elsewhere <= part * self.shows


def mean_cell(level: Level, found: Followed, most: int = MOST_PIXELS) -> Values:
    """The mean of a level's detail over all cells in which a lattice was followed: `BINS`², rows are j.

    It is taken of so many of the pixels at `most`.
    """
    at, detail = lying_in(level, found, most)
    i, j = (((at - np.floor(at)) * BINS).astype(np.intp) % BINS).T
    count = np.bincount(j * BINS + i, minlength=BINS * BINS)
    total = np.bincount(j * BINS + i, detail, BINS * BINS)
    return np.asarray((total / np.maximum(count, 1)).reshape(BINS, BINS), np.float32)


def lying_in(level: Level, found: Followed, most: int = MOST_PIXELS) -> tuple[Matrix, Values]:
    """Where the pixels lie in which a lattice was followed (n×2, i and j), so many at `most`, and a level's detail."""
    height, width = level.lines.shape
    x, y = found.pixels((width, height), level.scale, most)
    points = (np.column_stack([x, y]).astype(np.float64) + 0.5) * level.scale - 0.5
    at = found.view.plane(points)
    # of a square about a place near the horizon a part may lie beyond
    known = np.isfinite(at[:, 0])
    return at[known], level.lines[y[known], x[known]]


def by_edges(
    mean: Values, kind: Kind, change: Matrix, pitch_px: float, tones: tuple[bool, ...], ticks: bool = False
) -> Place:
    """Where in a mean cell all parts of all edges of cells of a `kind` show most, in one of the `tones` (dark or not).

    `change` (2×2) takes its (i, j) to those of the kind; `pitch_px`: px of the level from cell to cell. Of `ticks`
    about the corners only the ends of edges show.
    """
    best: Place | None = None
    for dark in tones:
        part = _faintest(mean, kind, change, pitch_px, dark, ticks)
        row, column = (int(one) for one in np.unravel_index(int(part.argmax()), part.shape))
        other = float(part[_away(kind, change, row, column) > APART].max())
        if best is None or part[row, column] > best.shows:
            at = _between(part, row, column)
            best = Place(at, dark, float(part[row, column]), other)
    assert best is not None, "there is a tone"
    return best


def elsewhere(
    mean: Values,
    kind: Kind,
    pitch_px: float,
    dark: bool,
    change: Matrix = ITS_OWN,
    at: tuple[float, float] = (0.0, 0.0),
    both: bool = False,
) -> float:
    """Of what the edges of cells show in their mean, whose middle is `at` (i, j), the part that others do far from it.

    `change` (2×2) takes the mean's (i, j) to those of the kind. Infinite where the cells' own show nothing. Of `both`
    tones where bright lines are asked: bright paper between numbers and dashes fits as an outline, but so do these; and
    about dark ticks, whose ends show more elsewhere than that outline does then.
    """
    column, row = (round(one * BINS) % BINS for one in at)
    part, away = _faintest(mean, kind, change, pitch_px, dark), _away(kind, change, row, column)
    own, other = float(part[away < NEARBY].max()), float(part[away > FAR].max())
    if both:
        other = max(other, float(_faintest(mean, kind, change, pitch_px, not dark)[away > FAR].max()))
        ends = float(_faintest(mean, kind, change, pitch_px, not dark, ticks=True)[away > FAR].max())
        other = max(other, ends) if ends > own else other
    return other / own if own > 0 else np.inf


def _faintest(
    mean: Values, kind: Kind, change: Matrix, pitch_px: float, dark: bool, ticks: bool = False
) -> NDArray[np.float64]:
    """What the faintest parts of all edges of a cell, or of their ends, show, if its middle were at each bin of a mean
    cell.
    """
    plane = np.round(plane_of(kind)[:2, :2] @ change, 9)
    width = round(max(WIDTH, WIDTH_PX / pitch_px), 3)
    marks = _marks(kind, tuple(plane.ravel().tolist()), width)
    if ticks:
        marks = marks.reshape(-1, PARTS, *marks.shape[1:])[:, [0, -1]].reshape(-1, *marks.shape[1:])
    seen = np.fft.irfft2(np.fft.rfft2(mean) * marks, s=mean.shape)
    faint = len(seen) // FAINT
    return np.asarray(np.partition(-seen if dark else seen, faint, axis=0)[:faint].mean(axis=0), np.float64)


def _away(kind: Kind, change: Matrix, row: int, column: int) -> NDArray[np.float64]:
    """How far all bins lie from one, pitches."""
    j, i = (((np.arange(BINS) - at + BINS / 2) % BINS - BINS / 2) / BINS for at in (row, column))
    plane = plane_of(kind)[:2, :2] @ change
    return np.asarray(np.hypot(*np.moveaxis(np.stack(np.meshgrid(i, j), axis=-1) @ plane.T, -1, 0)), np.float64)


def by_dot(mean: Values, kind: Kind, change: Matrix, dark: bool) -> Place | None:
    """Where in a mean cell the roundest spot of a tone lies, as in `by_edges`; None where there is none."""
    plane = plane_of(kind)[:2, :2] @ change
    y, x = np.mgrid[: 2 * DRAWN, : 2 * DRAWN] / DRAWN
    at = np.stack([x, y], axis=-1) @ np.linalg.inv(plane).T % 1
    beside = ((at + 0.5 / BINS) * BINS + 0.5).astype(np.float32)
    drawn = cv2.remap(np.pad(mean, 2, mode="wrap"), beside[..., 0] + 0.5, beside[..., 1] + 0.5, cv2.INTER_LINEAR)
    xx, xy, yy, _, _ = derivatives(np.asarray(drawn, np.float32), DOT * DRAWN)
    curved, root = (xx + yy) / 2, np.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
    least, most = np.abs(curved) - root, np.abs(curved) + root
    round_ = np.where((least > ROUND * most) & ((curved > 0) == dark), least, 0)
    edge = DRAWN // 3
    inner = round_[edge:-edge, edge:-edge]
    row, column = (int(one) + edge for one in np.unravel_index(int(inner.argmax()), inner.shape))
    if round_[row, column] <= 0 or _is_crossed(mean, at[row, column]):
        return None
    if _ends_lines(np.asarray(-drawn if dark else drawn, np.float32), row, column):
        return None
    there = at[row, column]
    away = np.hypot(*np.moveaxis(((at - there + 0.5) % 1 - 0.5) @ plane.T, -1, 0))
    return Place(
        (float(there[0]), float(there[1])), dark, float(round_[row, column]), float(round_[away > APART].max())
    )


def _is_crossed(mean: Values, at: Matrix) -> bool:
    """Whether lines run on through all cells, off the edges of those that have something in their middle `at` (i, j).

    Where numbers stand in every second square, what they have in common are dots of cells twice as wide.
    """
    for axis in (0, 1):
        off = np.abs((np.arange(BINS) / BINS - at[axis]) % 1 - 0.5)
        tones = mean - np.median(mean), np.median(mean) - mean
        lines = [np.quantile(one, GAPS, axis=axis)[off > ON_EDGE].max() for one in tones]
        if max(lines) > CROSSED * float(np.abs(mean - np.median(mean)).max()):
            return True
    return False


def _ends_lines(drawn: Values, row: int, column: int) -> bool:
    """Whether a bright spot of a drawn mean cell lies where lines meet, as ticks do about corners: dots stand alone."""
    turns, away = np.arange(AROUND) * 2 * np.pi / AROUND, np.array(RINGS)[:, None] * DRAWN
    x = np.asarray(column + away * np.cos(turns), np.float32)
    y = np.asarray(row + away * np.sin(turns), np.float32)
    rings = cv2.remap(drawn, x, y, cv2.INTER_LINEAR)
    # a number lies on one side of a dot
    across, usual = np.minimum(rings, np.roll(rings, AROUND // 2, axis=1)), np.median(rings, axis=1)
    return bool((across.max(axis=1) - usual > STAR * (drawn[row, column] - usual)).any())


def _between(part: NDArray[np.float64], row: int, column: int) -> tuple[float, float]:
    """(i, j) of the greatest value, to a part of a bin."""
    near = part[np.ix_((np.arange(-1, 2) + row) % BINS, (np.arange(-1, 2) + column) % BINS)]
    found = []
    for (before, here, after), at in ((near[1], column), (near[:, 1], row)):
        curve = before - 2 * here + after
        move = 0.0 if curve > -1e-9 else float(np.clip(0.5 * (before - after) / curve, -0.5, 0.5))
        # cells begin where bins do: a mark stands for its bin's middle
        found.append(((at + move) / BINS) % 1)
    return found[0], found[1]


@lru_cache(maxsize=32)
def _marks(kind: Kind, plane: tuple[float, ...], width: float) -> NDArray[np.complex128]:
    """Transforms of the parts of edges (n×rows×columns) of a cell whose centre is at the first bin: bright lines."""
    matrix = np.array(plane).reshape(2, 2)
    j, i = (np.mgrid[:BINS, :BINS] + 0.5) / BINS
    length = edge_length(kind) * SHORTER
    farthest = math.hypot(0.5 + FADED * width, length)
    around = np.stack(np.meshgrid(np.arange(-3, 4), np.arange(-3, 4), indexing="ij"), axis=-1).reshape(-1, 2)
    to_corner = float(np.hypot(*matrix).sum()) / 2
    around = around[np.hypot(*(matrix @ (around.T - 0.5))) < farthest + to_corner]
    # of the bins of the cells around: where they lie, and which bin of the mean cell they are
    i, j = (one - far[:, None, None] for one, far in zip((i, j), around.T, strict=True))
    x, y = (row[0] * i + row[1] * j for row in matrix)
    within = x * x + y * y < farthest**2
    bins = np.broadcast_to(np.arange(BINS * BINS).reshape(BINS, BINS), within.shape)[within]
    x = np.column_stack([x[within], y[within]])
    found = []
    for step in steps_of(kind):
        off = x @ step - 0.5
        near = np.abs(off) < FADED * width
        off = (off[near] / width) ** 2
        part = np.floor((x[near] @ np.array([-step[1], step[0]]) / length + 0.5) * PARTS)
        inside = (part >= 0) & (part < PARTS)
        where = part[inside].astype(np.intp) * BINS * BINS + bins[near][inside]
        line = ((1 - off) * np.exp(-off / 2))[inside]
        total = np.bincount(where, line.astype(np.float64), PARTS * BINS * BINS)
        parts = np.asarray(total, np.float64).reshape(PARTS, BINS, BINS)
        parts -= parts.mean(axis=(1, 2), keepdims=True)
        parts /= np.sqrt((parts**2).sum(axis=(1, 2), keepdims=True))
        found.append(np.conj(np.fft.rfft2(parts)))
    return np.concatenate(found)
