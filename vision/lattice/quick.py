"""What a small picture shows of a lattice at once: where it is plain there, nothing else need be looked at.

Most photographs of a map show it plainly in a quarter of their px. What repeats there is followed over the whole of it
by the frequencies that were seen, all cells are added, and edges, or a dot, asked for cell by cell.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.averaged import cells_at, followed_as, kinds_of, least_of
from vision.lattice.averaging import (
    ALONE,
    DOT_SHOWN,
    ITS_OWN,
    SHOWN,
    TICKS_SHOWN,
    Place,
    by_dot,
    by_edges,
    elsewhere,
    mean_cell,
)
from vision.lattice.bases import Kind
from vision.lattice.candidates import Candidate, candidate, seen_px
from vision.lattice.confidence import of_jpeg
from vision.lattice.contrast import contrasted, spotted
from vision.lattice.dots import LEAST_CELLS as LEAST_DOTS
from vision.lattice.edges import Fit
from vision.lattice.folding import MUCH_DOUBT, MUCH_DOUBT_OF_ALL, coarsened, sampled
from vision.lattice.following import Followed, finer, in_coordinates, local
from vision.lattice.grids import Grid
from vision.lattice.lines import Level, Values, line_map
from vision.lattice.lock_in import Lock
from vision.lattice.lone import ABOUT
from vision.lattice.outlines import LEAST_CELLS, bow, lying
from vision.lattice.patches import LocalLattice, Matrix, Patches
from vision.lattice.result import plane_of
from vision.lattice.search import followed_about, side_of
from vision.lattice.seeds import is_again, seeds
from vision.lattice.sharpened import SHARP_PX, spread
from vision.lattice.sharpened import SHOWN as EDGES_SHOWN
from vision.lattice.sights import Sights
from vision.lattice.spectra import Spectra
from vision.lattice.view import View

Closer: TypeAlias = Callable[[NDArray[np.intp], NDArray[np.intp]], Values]
"""The part of a picture from one corner (x, y px of the small one) to another, grey (H×W, 0…255), twice as large."""

LEVELS, STRIDE, SEEDS = (0, 1), 112, 3
"""Sizes of the small picture in which it is looked for, px from window to window, and seeds followed of each."""
LEAST_LOCK = 40
"""Patches that must agree about a seed for it to be followed over the picture."""
SOME_PIXELS, FOLDED = 60_000, 80_000
"""Pixels of which the mean cell is taken, and that are asked for coarser repetition."""
SIDE, STEP_PX = 0.6, 32
"""Side of the patches that say in the end where it lies, beside that of those by which it is followed, and px of the
level from one to the next at least."""
OUTRIGHT = 0.5
"""What edges must show in the mean cell for coarser repetition not to be asked."""
MUCH_MORE = 5.0
"""Times as much as all of the edges that their ends must show in the mean cell where they are ticks: of photographs of
maps with ticks they showed 16 and more, of lines 0.9."""
NO_LESS = 0.9
"""Part of what a lattice shows that it must show where its edges drew it."""
LARGE_PX = 24.0
"""Px of the small picture from cell to cell from which the whole picture is not asked."""
CLOSE_UP_PX = np.array([180, 120])
"""Px of the small picture on either side of the middle of a lattice that are looked at closer."""
PLACED = 0.12
"""Pitches from where a lattice lies in the small picture to where it does in the whole one, at most."""
BENT, AS_BENT = 0.05, 0.02
"""Bend of a lens beyond which what repeats is believed about it only where edges say the same, within so much: it
passed tilt for a lens once (−0.097), where edges said 0.007; of twelve lenses that bent so they did within 0.005."""
PLAIN = 0.9975
"""Confidence from which no other place or repetition is asked."""


def plain(sights: Sights, closer: Closer) -> Candidate | None:
    """The lattice that a small picture shows plainly, by the mean of all cells of what repeats; None where none is.

    Small cells are looked at `closer`, in a part of the picture.
    """
    return next((one for one in _candidates(sights, closer) if one.confidence >= PLAIN), None)


def is_large(fit: Fit) -> bool:
    """Whether the cells of a small picture are so large in it that the whole one need not be asked."""
    return float(np.median(fit.view.pitch_px(seen_px(fit)))) >= LARGE_PX


def _candidates(sights: Sights, closer: Closer) -> Iterator[Candidate]:
    """Lattices that a small picture may show by the mean of what repeats in it, as they are found."""
    known: list[Followed] = []
    for number in LEVELS:
        if number >= sights.sizes:
            continue
        level, cut = sights.level(number), dict[int, Patches]()
        for seed in seeds(Spectra(level.lines, STRIDE), number, SEEDS):
            if sights.is_time_up():
                return
            lock = followed_about(level, seed.pitch, seed.matrix, seed.centre, cut)
            if lock is not None and lock.agreeing.sum() >= LEAST_LOCK:
                yield from _followed(sights, level, lock, known, closer)


def _followed(sights: Sights, level: Level, lock: Lock, known: list[Followed], closer: Closer) -> Iterator[Candidate]:
    """Lattices that repeat as a lock of one level does, or so many times as coarsely as all it has in common.

    None where it is `known`.
    """
    to_steps = lock.matrix @ np.linalg.inv(level.to_picture)
    middle = np.median(lock.centres[lock.agreeing], axis=0) * level.scale + (level.scale - 1) / 2
    steps = LocalLattice(to_steps, middle[None]).steps[0]
    if any(is_again(steps, local(one.view, middle[None]).steps[0]) for one in known):
        return
    found = followed_as(level, to_steps, middle, sights.size, dense=False)
    if found is None:
        return
    known.append(found)
    side = round(SIDE * side_of(float(np.median(found.view.pitch_px(found.places))) / level.scale))
    found = finer(level, side, found, max(side // 2, STEP_PX))
    yield from _shown(sights, found, closer, outright=True)
    sample, whole = sampled(level, level, lock, to_steps, FOLDED), np.eye(2)
    for doubt in (MUCH_DOUBT, MUCH_DOUBT_OF_ALL):
        step = coarsened(msgspec.structs.replace(sample, at=sample.at @ whole.T), doubt)
        if doubt is MUCH_DOUBT or abs(np.linalg.det(step)) < 1 - 1e-6:
            whole = step @ whole
            yield from _shown(sights, in_coordinates(found, whole), closer, outright=False)


def _shown(sights: Sights, found: Followed, closer: Closer, outright: bool) -> Iterator[Candidate]:
    """Lattices that the mean cell of what was followed shows by lines; by dots too, where it need not be `outright`."""
    found = in_coordinates(found, least_of(found))
    pitch = float(np.median(found.view.pitch_px(found.places)))
    here = np.linalg.inv(local(found.view, np.median(found.places, axis=0)[None]).steps[0]).T
    if of_jpeg(np.asarray(here), sights.reduced):
        return
    detail = sights.detail(pitch)
    mean = mean_cell(detail, found, SOME_PIXELS)
    for kind, onto in kinds_of(found):
        lines = by_edges(mean, kind, onto, pitch / detail.scale, (True, False))
        one, ticks = None, None
        if kind == "hex" and not outright:
            ticks = by_edges(mean, kind, onto, pitch / detail.scale, (True, False), ticks=True)
        if ticks is not None and ticks.stands_out(max(TICKS_SHOWN, MUCH_MORE * lines.shows), ALONE):
            one = _ticked(found, onto, ticks, detail, closer)
        elif lines.stands_out(OUTRIGHT if outright else SHOWN, ALONE):
            one = _outlined(sights, found, kind, onto, lines, detail, mean, closer)
        if one is not None:
            yield one
        # dots show as edges too, now and then, which their cells do not bear out one by one
        elif not outright:
            yield from _dotted(found, kind, onto, detail, mean, closer)


def _outlined(
    sights: Sights, found: Followed, kind: Kind, onto: Matrix, edges: Place, detail: Level, mean: Values, closer: Closer
) -> Candidate | None:
    """The lattice whose edges lie at a place of the mean cell, as they show cell by cell: there or moved onto them."""
    there, cells = cells_at(found, kind, onto, edges, detail)
    view = _closer(closer, kind, there, cells, edges.dark, by_its_edges) if len(cells) >= LEAST_CELLS else None
    if view is None:
        return None
    pitch = float(np.median(found.view.pitch_px(found.places)))
    is_bright = kind == "hex" and not edges.dark
    others, bowed = elsewhere(mean, kind, pitch / detail.scale, edges.dark, onto, edges.at, is_bright), 0.0
    if kind == "square":
        lines = sights.lines(pitch)
        bowed = bow(kind, lying(kind, view, lines.only(lines.dark == edges.dark)), cells)

    def judged(lies: View, where: NDArray[np.intp]) -> Candidate:
        shown = contrasted(detail, kind, lies, where, edges.dark)
        return candidate(Fit(kind, lies, edges.dark, shown, where, detail.scale, bowed, others))

    best = judged(view, cells)
    if pitch >= SHARP_PX * detail.scale:
        moved = judged(*spread(detail, kind, view, cells, edges.dark))
        best = moved if moved.fit.shown > NO_LESS * best.fit.shown else best
    elif abs(view.bend) <= BENT or best.confidence < PLAIN:
        return best
    else:
        moved = judged(*spread(detail, kind, view, _showing(best.fit), edges.dark))
    is_as_bent = abs(moved.fit.view.bend - view.bend) < AS_BENT
    return best if is_as_bent or abs(best.fit.view.bend) <= BENT else None


def _showing(fit: Fit) -> NDArray[np.intp]:
    """The cells (n×2) of which the edges that are there show."""
    return Grid(fit.seen).about(fit.edges.cells, (fit.edges.on - fit.edges.beside).mean(axis=1), EDGES_SHOWN)


def _ticked(found: Followed, onto: Matrix, ticks: Place, detail: Level, closer: Closer) -> Candidate | None:
    """The lattice of hexes about whose corners the mean cell shows `ticks`."""
    there, cells = cells_at(found, "hex", onto, ticks, detail)
    view = _closer(closer, "hex", there, cells, ticks.dark, by_its_ticks) if len(cells) >= LEAST_CELLS else None
    if view is None or abs(view.bend) > BENT:
        return None
    ends, others = contrasted(detail, "hex", view, cells, ticks.dark).ends, max(ticks.elsewhere, 0.0) / ticks.shows
    return candidate(Fit("hex", view, ticks.dark, ends, cells, detail.scale, elsewhere=others))


def _dotted(
    found: Followed, kind: Kind, onto: Matrix, detail: Level, mean: Values, closer: Closer
) -> Iterator[Candidate]:
    """The lattices in the middle of whose cells the mean cell shows a dot."""
    for dark in (True, False):
        dot = by_dot(mean, kind, onto, dark)
        if dot is not None and dot.stands_out(DOT_SHOWN, ALONE):
            there, cells = cells_at(found, kind, onto, dot, detail)
            view = _closer(closer, kind, there, cells, dark, by_its_dot) if len(cells) >= LEAST_DOTS else None
            if view is not None and abs(view.bend) <= BENT:
                shown = spotted(detail, kind, view, cells, dark)
                yield candidate(Fit(kind, view, dark, shown, cells, detail.scale))


def by_its_edges(mean: Values, kind: Kind, pitch_px: float, dark: bool) -> Place | None:
    """Where in the mean of a lattice's cells their edges show; None where they hardly do, or of the other tone more."""
    place = by_edges(mean, kind, ITS_OWN, pitch_px, (True, False))
    return place if place.dark == dark and place.stands_out(SHOWN, ALONE) else None


def by_its_ticks(mean: Values, kind: Kind, pitch_px: float, dark: bool) -> Place | None:
    """The same of ticks about their corners."""
    place = by_edges(mean, kind, ITS_OWN, pitch_px, (True, False), ticks=True)
    return place if place.dark == dark and place.stands_out(TICKS_SHOWN, ALONE) else None


def by_its_dot(mean: Values, kind: Kind, pitch_px: float, dark: bool) -> Place | None:
    """The same of a dot in the middle of each."""
    place = by_dot(mean, kind, ITS_OWN, dark)
    return place if place is not None and place.stands_out(DOT_SHOWN, ALONE) else None


def _closer(
    closer: Closer,
    kind: Kind,
    view: View,
    cells: NDArray[np.intp],
    dark: bool,
    where: Callable[[Values, Kind, float, bool], Place | None],
) -> View | None:
    """The view of a lattice of small cells moved to `where` their mean shows its place in a picture twice as fine.

    None where it is not shown there, or elsewhere. Large cells are seen well enough in the small picture.
    """
    plane = plane_of(kind)
    centres = view.picture(cells @ plane[:2, :2].T)
    pitch = float(np.median(view.pitch_px(centres)))
    if pitch >= LARGE_PX:
        return view
    middle = np.median(centres, axis=0)
    low = np.maximum(np.round(middle - CLOSE_UP_PX), 0).astype(int)
    high = np.minimum(np.round(middle + CLOSE_UP_PX), view.size).astype(int)
    near = centres[((centres > low + pitch) & (centres < high - pitch)).all(axis=1)]
    if len(near) < LEAST_CELLS:
        return None
    lines = np.zeros((2 * view.size[1], 2 * view.size[0]), np.float32)
    lines[2 * low[1] : 2 * high[1], 2 * low[0] : 2 * high[0]] = line_map(closer(low, high))
    to_cells = np.linalg.inv(plane) @ view.to_plane
    repeats = View(np.asarray(to_cells / to_cells[2, 2]), view.size, view.bend)
    mean = mean_cell(Level(lines, 0.5), Followed(repeats, near, ABOUT * pitch), SOME_PIXELS)
    place = where(mean, kind, 2 * pitch, dark)
    if place is None:
        return None
    x, y = plane[:2, :2] @ ((np.array(place.at) + 0.5) % 1 - 0.5)
    if math.hypot(x, y) > PLACED:
        return None
    matrix = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]]) @ view.to_plane
    return View(matrix / matrix[2, 2], view.size, view.bend)
