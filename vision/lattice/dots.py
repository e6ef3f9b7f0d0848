"""Small round dots in a picture, and the lattice whose cells have one each: in their middles, or at their corners."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import KINDS, Kind, reduced, roundness
from vision.lattice.edges import Edges, Fit
from vision.lattice.fitting import Pull, nearer
from vision.lattice.grids import FARTHEST, Grid, both, in_picture, nearest_cells, rows_of
from vision.lattice.lines import Values
from vision.lattice.patches import Matrix
from vision.lattice.result import plane_of
from vision.lattice.ridges import derivatives, standing_out
from vision.lattice.view import View

SIGMA = 1.3
"""Deviation of the Gaussian whose second derivatives are looked at, px: dots two to five px across."""
ROUND = 0.42
"""Ratio of the curvatures across a dot, at least: a disc seen at 50° has one of about 0.5."""
STANDOUT, SUREST = 1.6, 3.0
"""Curvature over that of the neighbourhood from which a spot is a dot, and beyond which it counts no more."""
RING_PX, APART = (7, 13), 0.25
"""Sides of the square ring about a dot, px, and the curvature there, of the dot's own, at most: letters stand close."""
MOST_DOTS = 12_000
TOGETHER, ANCHORS = (30, 80), 12
"""Dots that are looked at together, and about how many of all dots."""
STEP_BINS, STEPS = 80, 14
"""Bins per side in which steps from dot to dot are counted, and steps of which a lattice may be made."""
ORIGIN_OFF = 0.12
"""Steps by which a dot may be off to lie a whole number of them away from another."""
LEAST_ANGLE = 0.4
"""Sine of the angle between two steps, at least."""
LEAST_ALIKE, LEAST_COMMON, NEARLY = 4.0, 0.12, 0.6
"""Like steps beyond chance; the part of dots that must have a step in common; and of two lattices whose dots have
nearly as much in common the finer counts."""
ON = 0.075
"""Pitches from where a dot is expected within which it is there."""
AROUND = (0.13, 0.42)
"""Pitches between which chance is measured about it."""
REACHES = (0.16, 0.12, 0.09, 0.07, 0.06)
"""Pitches within which a dot draws its place to it, at first, while what is seen grows, and at the end."""
CELL_SEEN = 0.4
"""Part of the dots of a cell and its neighbours, beyond chance, from which it counts as seen."""
LEAST_FIRST, LEAST_CELLS = 4, 40
"""Cells that must be seen, at first and in the end: about 32 that were right a lens bent the others away."""
LEAST_PULLS = 10
ROUNDS, MORE = 24, 1.05
"""Rounds of growing at most, and the growth below which it has ended."""
BEND_FROM = 60
BINS = 24
"""Bins per cell and side in which dots are counted."""
ALONE = 0.5
"""Part of the dots at the best place in a cell that may lie at another: letters and numbers leave many."""
ROUNDEST = 2.4
LAYOUTS: dict[Kind, tuple[Matrix, ...]] = {
    "hex": (np.zeros((1, 2)), np.array([(0.0, 1 / math.sqrt(3)), (0.0, -1 / math.sqrt(3))])),
    "square": (np.zeros((1, 2)),),
}
"""Where dots lie, from a cell's centre, in pitches: of squares, dots at corners look the same as dots in the middle."""


class Dots(msgspec.Struct, frozen=True):
    """Dots of one tone: `points` n×2 px of the picture, `weight` n (0…1), in a picture reduced `scale` times."""

    points: Matrix
    weight: NDArray[np.float64]
    dark: bool
    scale: float

    def only(self, chosen: NDArray[np.bool_]) -> Dots:
        """Some of the dots."""
        return Dots(self.points[chosen], self.weight[chosen], self.dark, self.scale)


def dots(grey: Values, scale: float = 1.0) -> tuple[Dots, Dots]:
    """The dark and the bright dots of `grey` (H×W, 0…255), a picture that was reduced `scale` times."""
    xx, xy, yy, x, y = derivatives(grey, SIGMA)
    mean = (xx + yy) / 2
    root = np.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
    least, most = np.abs(mean) - root, np.abs(mean) + root
    least = np.where(least > ROUND * most, least, 0).astype(np.float32)
    stands = standing_out(most, least)
    inner, outer = (cv2.boxFilter(most, -1, (side, side), normalize=False) for side in RING_PX)
    ring = (outer - inner) / (RING_PX[1] ** 2 - RING_PX[0] ** 2)
    top = (stands > STANDOUT) & (ring < APART * least) & (least >= cv2.dilate(least, np.ones((5, 5), np.uint8)))
    found = []
    for dark in (True, False):
        rows, columns = np.nonzero(top & ((mean > 0) == dark))
        weight = np.minimum(stands[rows, columns] / SUREST, 1.0).astype(np.float64)
        if len(rows) > MOST_DOTS:
            keep = np.argsort(-weight)[:MOST_DOTS]
            rows, columns, weight = rows[keep], columns[keep], weight[keep]
        at = rows, columns
        area = xx[at] * yy[at] - xy[at] ** 2 + 1e-9
        off_x = np.clip((xy[at] * y[at] - yy[at] * x[at]) / area, -1, 1)
        off_y = np.clip((xy[at] * x[at] - xx[at] * y[at]) / area, -1, 1)
        place = np.column_stack([columns + off_x, rows + off_y]).astype(np.float64)
        found.append(Dots((place + 0.5) * scale - 0.5, weight, dark, scale))
    return found[0], found[1]


def repeating(points: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    """Lattices in which dots (n×2 px) repeat, each about one dot (2 px): its steps (rows, px), a dot at (0, 0)."""
    for count in TOGETHER:
        if len(points) < count:
            continue
        for anchor in points[np.linspace(0, len(points) - 1, ANCHORS).astype(np.intp)]:
            away = np.hypot(*(points - anchor).T)
            some = points[np.argpartition(away, count - 1)[:count]]
            steps = _steps(some)
            if steps is not None:
                yield _origin(some, steps), steps


def _origin(some: Matrix, steps: Matrix) -> Matrix:
    """The dot that most others lie so many `steps` away from."""
    apart = (some[None] - some[:, None]) @ np.linalg.inv(steps)
    whole = np.round(apart)
    near = (np.hypot(*(apart - whole).T).T < ORIGIN_OFF) & (np.abs(whole) <= 2).all(axis=2)
    return np.asarray(some[near.sum(axis=1).argmax()])


def _steps(some: Matrix) -> Matrix | None:
    """The two steps (rows, px) from dot to dot that most dots have in common; None where they have none."""
    radius = float(np.hypot(*(some - some.mean(axis=0)).T).max())
    apart = (some[:, None] - some[None]).reshape(-1, 2)
    length = np.hypot(*apart.T)
    apart = apart[(length > 1e-6) & (length < 1.4 * radius)]
    half = STEP_BINS // 2
    size = 1.4 * radius / half
    at = np.clip(np.round(apart / size).astype(np.intp) + half, 0, STEP_BINS)
    count = np.bincount(at[:, 1] * (STEP_BINS + 1) + at[:, 0], minlength=(STEP_BINS + 1) ** 2)
    alike = cv2.boxFilter(count.reshape(STEP_BINS + 1, -1).astype(np.float32), -1, (3, 3), normalize=False)
    chance = cv2.boxFilter(alike, -1, (15, 15))
    clear = alike - chance
    upper = np.arange(STEP_BINS + 1)[:, None] >= half
    clear_up = np.where(upper & (alike >= cv2.dilate(alike, np.ones((3, 3), np.uint8))), clear, 0)
    clear_up[half - 1 : half + 2, half - 1 : half + 2] = 0
    best = np.argsort(-clear_up.ravel())[:STEPS]
    rows, columns = np.divmod(best[clear_up.ravel()[best] > LEAST_ALIKE], STEP_BINS + 1)
    steps = np.column_stack([columns, rows]) - half
    if len(steps) < 2:
        return None
    first, second = np.triu_indices(len(steps), 1)
    one, other = steps[first], steps[second]
    area = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]).astype(np.float64)
    nearby = cv2.dilate(clear, np.ones((3, 3), np.uint8))

    def common(step: NDArray[np.intp]) -> NDArray[np.float64]:
        """The part of the dots that have each of the steps (n×2) to another."""
        inside = np.asarray((np.abs(step) < half).all(axis=1), np.bool_)
        x, y = np.where(inside[:, None], step + half, 0).T
        share = np.maximum(0.1, 1 - 0.55 * np.hypot(*step.T) * size / radius)
        return np.asarray(np.where(inside, nearby[y, x] / (len(some) * share), 0.0), np.float64)

    across = np.maximum(common(one + other), common(one - other))
    score = np.min([common(one), common(other), common(2 * one), common(2 * other), across], axis=0)
    score[area < LEAST_ANGLE * np.hypot(*one.T) * np.hypot(*other.T)] = 0
    if score.max() < LEAST_COMMON:
        return None
    area[score < NEARLY * score.max()] = math.inf
    best_pair = int(area.argmin())
    chosen = np.array([one[best_pair], other[best_pair]]) * size
    alike_steps = [apart[np.hypot(*(apart - step).T) < 1.6 * size] for step in chosen]
    if any(len(same) < LEAST_ALIKE for same in alike_steps):
        return None
    refined = np.array([same.mean(axis=0) for same in alike_steps])
    apart_enough = abs(float(np.linalg.det(refined))) > LEAST_ANGLE * float(np.prod(np.hypot(*refined.T)))
    return refined if apart_enough else None


def dotted(anchor: Matrix, steps: Matrix, size: tuple[int, int]) -> Iterator[tuple[Kind, Matrix, View]]:
    """Lattices with the dots of one of the `LAYOUTS`, for dots that repeat by `steps` (rows, px) about an `anchor`."""
    to_cells = np.eye(3)
    to_cells[:2, :2] = np.linalg.inv(steps.T)
    change = reduced(to_cells[:2, :2])
    for kind in KINDS:
        onto = plane_of(kind)[:2, :2] @ change @ to_cells[:2, :2]
        if roundness(change @ to_cells[:2, :2], kind) > ROUNDEST:
            continue
        for layout in LAYOUTS[kind]:
            for there in layout:
                to_plane = np.eye(3)
                to_plane[:2, :2], to_plane[:2, 2] = onto, there - onto @ anchor
                yield kind, layout, View(to_plane / to_plane[2, 2], size)


def alone(fit: Fit, layout: Matrix, some: Dots) -> bool:
    """Whether cells have a dot at their places only: letters and numbers leave many, at several places of a cell."""
    places = fit.view.plane(some.points)
    places = places[both(np.abs(places) < FARTHEST)]
    inside = Grid(fit.seen).has(nearest_cells(fit.kind, places))
    at = places[inside] @ np.linalg.inv(plane_of(fit.kind)[:2, :2]).T
    i, j = (np.floor(at * BINS + 0.5).astype(np.intp) % BINS).T
    every = np.bincount(j * BINS + i, minlength=BINS * BINS).astype(np.float64).reshape(BINS, BINS)
    count = np.array(cv2.blur(np.tile(every, (3, 3)), (3, 3))[BINS : 2 * BINS, BINS : 2 * BINS], np.float64)
    away = np.arange(-3, 4)
    best = np.inf
    for a, b in np.round(layout @ np.linalg.inv(plane_of(fit.kind)[:2, :2]).T * BINS).astype(int):
        best = min(best, float(count[b % BINS, a % BINS]))
        count[np.ix_((b + away) % BINS, (a + away) % BINS)] = 0
    return bool(count.max(initial=0) < ALONE * best)


def fitted_dots(kind: Kind, layout: Matrix, view: View, some: Dots, anchor: Matrix) -> Fit | None:
    """The lattice fitted to dots, first about a point (2 px), from there on as far as there are dots."""
    cells = nearest_cells(kind, view.plane(anchor[None]))
    region, growing, shown = Grid(cells).grown(2), True, None
    reaches = list(REACHES)
    for number in range(ROUNDS):
        at, own, off = _nearest(kind, layout, view, some)
        if number:
            shown = _shown(kind, layout, view, some, own, off)
            before, cells = len(cells), _seen(shown, region)
            if len(cells) < (LEAST_FIRST if growing else LEAST_CELLS):
                return None
            growing = growing and (number < 5 or len(cells) > MORE * before)
            region = Grid(cells).grown(2 if growing else 1)
            if not (growing or len(reaches) > 1):
                break
        reach = reaches[0] if growing else reaches.pop(0)
        use = region.has(own) & (np.hypot(*off.T) < 2 * reach)
        pull = Pull(
            np.tile(some.points[use], (2, 1)),
            np.tile(at[use], (2, 1)),
            np.repeat(np.eye(2), int(use.sum()), axis=0),
            off[use].T.ravel(),
            np.tile(some.weight[use], 2),
        )
        moved = nearer(view, pull, reach, len(cells) > BEND_FROM, LEAST_PULLS)
        if moved is None:
            return None
        view = moved
    return Fit(kind, view, some.dark, shown, cells, some.scale) if shown is not None else None


def _nearest(kind: Kind, layout: Matrix, view: View, some: Dots) -> tuple[Matrix, NDArray[np.intp], Matrix]:
    """Where dots lie in the plane, the cells nearest of whose dots they are, and how far off (n×2) they lie."""
    places = view.plane(some.points)
    known = both(np.abs(places) < FARTHEST)
    places = np.where(known[:, None], places, 1e3 + 0.25)
    best = np.full((len(places), 2), 9.0)
    cells = np.zeros((len(places), 2), np.intp)
    for there in layout:
        own = nearest_cells(kind, places - there)
        off = places - there - own @ plane_of(kind)[:2, :2].T
        closer = np.hypot(*off.T) < np.hypot(*best.T)
        best[closer], cells[closer] = off[closer], own[closer]
    return places, cells, np.where(known[:, None], best, 9.0)


def _shown(kind: Kind, layout: Matrix, view: View, some: Dots, own: NDArray[np.intp], off: Matrix) -> Edges:
    """How surely the dots of every cell in the picture are there, and what chance would show."""
    cells = in_picture(kind, view, some.scale)
    if not len(cells):
        none = np.zeros((0, 1))
        return Edges(np.zeros((0, 2), np.intp), np.zeros(0, np.intp), none, none)
    index = rows_of(cells, own)
    away = np.hypot(*off.T)
    known = index >= 0
    near, around = known & (away < ON), known & (away > AROUND[0]) & (away < AROUND[1])
    on = np.zeros(len(cells))
    np.add.at(on, index[near], some.weight[near])
    count = np.zeros(len(cells))
    np.add.at(count, index[around], some.weight[around])
    on = np.minimum(on / len(layout), 1.0)
    chance = 1 - np.exp(-count / len(layout) * ON**2 / (AROUND[1] ** 2 - AROUND[0] ** 2))
    return Edges(cells, np.zeros(len(cells), np.intp), on[:, None], chance[:, None])


def _seen(shown: Edges, region: Grid) -> NDArray[np.intp]:
    """Cells of a region about which dots are there."""
    inside = region.has(shown.cells)
    cells, clear = shown.cells[inside], (shown.on - shown.beside)[inside, 0]
    if not len(cells):
        return cells
    return Grid(cells).about(cells, clear, CELL_SEEN)
