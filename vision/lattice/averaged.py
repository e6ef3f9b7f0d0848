"""Lattices that the mean of all cells shows: what repeats is followed over the whole picture, and its cells are added.

Bold numbers draw lines fitted one by one to themselves, and drown faint ones. But they say exactly how often a map
repeats, lens and all, and in the mean of all cells the lines between them, or a dot beside them, stand out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.averaging import (
    ALONE,
    DOT_SHOWN,
    ITS_OWN,
    SEAMS_SHOWN,
    SHOWN,
    TICKS_SHOWN,
    Place,
    by_dot,
    by_edges,
    mean_cell,
)
from vision.lattice.bases import KINDS, Kind, reduced
from vision.lattice.candidates import Candidate, candidate, seen_px
from vision.lattice.combing import combed
from vision.lattice.contrast import contrasted, spotted
from vision.lattice.dots import LEAST_CELLS as LEAST_DOTS
from vision.lattice.edges import Fit
from vision.lattice.evened import evened
from vision.lattice.following import Followed, finer, followed, in_coordinates, local
from vision.lattice.grids import in_picture, nearest_cells, steps_of
from vision.lattice.lines import Level
from vision.lattice.lock_in import Lock
from vision.lattice.lone import ABOUT, lone
from vision.lattice.matching import Patchwork, matched
from vision.lattice.outlines import LEAST_CELLS, bow, fitted, lying
from vision.lattice.patches import LocalLattice, Matrix
from vision.lattice.plausible import squash
from vision.lattice.result import plane_of
from vision.lattice.search import CLEAR, PATCH_PX, locks, repeating_of, side_of
from vision.lattice.seeds import is_again
from vision.lattice.several import widened
from vision.lattice.sharpened import SHARP_PX, spread
from vision.lattice.sights import Seams, Sights
from vision.lattice.view import View

LEAST_LOCK, LEAST_FOLLOWED = 10, 40
"""Patches that must agree for a lattice to be followed over the whole picture, and to be believed there: 29 left the
farthest cell of a board off by a tenth of the pitch."""
FEW_OVERLAP, LEAST_STEP_PX, FEW_SIDE_PX, FEW_PATCHES = 4, 6, 80, 150
"""Parts of a patch's side from one to the next where those that overlap by half are few, for a board has few cells;
px of the level, at least; and the longest side of such, for there are sixteen times as many px in them, where the whole
picture has more than so many."""
STEP_PX = 32
"""Px of a level between the patches by which it is followed, where they need not be dense: thrice as fast."""
LEAST_PITCH_PX = 11.0
"""Px from cell to cell below which the mean cell is not asked: of 10 px arcs on a roof passed for sides of hexes."""
SMALLER = 0.6
"""Side of the patches that say in the end where it lies, beside that of those by which it is followed."""
FARTHER = 1.5
"""Times as many cells in which lines must show a lattice to be believed about where it lies beyond; any more will
do where it was followed in too few patches for the lens to be asked, or in small ones that are lost sooner."""
SETTLED, NEARLY_ALL = 0.9975, 0.8
"""Confidence from which a lattice that lines show in so many of the cells is believed about where it lies, however sure
the mean of its cells is."""
COMBED, MATCHED_CELLS, LEAST_MATCHED = 8, 4, 40
"""Lattices of a level, found by all their frequencies, that are followed; cells per side of the patches in which they
are, and patches that must match in the end."""
LIKELY, LIKELY_ALONE = 0.06, 0.4
"""What edges must show in the mean of the cells about a place for a lattice to be followed from there, and elsewhere as
part of it: of development scenes, right ones of small cells showed 0.22 and more, of large cells 0.09."""
ON_EDGE = 0.1
"""Pitches from an edge within which a dot lies on it."""
MOST_SQUASH = 1.2
"""Stretch of the plane beyond which a kind of lattice is not asked about."""


def averaged_candidates(sights: Sights, seams: Seams, number: int) -> Iterator[Candidate]:
    """Lattices that the mean cell of what repeats in one level of a picture may show: by lines, a dot, or seams."""
    known: list[Followed] = []
    for lock in locks(sights, number):
        if sights.is_time_up():
            return
        found = _followed(sights, number, lock, known)
        if found is None:
            continue
        known.append(found)
        for kind, onto in kinds_of(found):
            for one in _shown(sights, seams, found, kind, onto):
                yield _by_lines(sights, one, FARTHER if found.is_whole else 1.0)


def _followed(sights: Sights, number: int, lock: Lock, known: list[Followed]) -> Followed | None:
    """What a lock of one level follows, as far as it goes; None where it is lost, or what is `known`."""
    if lock.agreeing.sum() < LEAST_LOCK:
        return None
    level = sights.level(number)
    middle = np.median(lock.centres[lock.agreeing], axis=0) * level.scale + (level.scale - 1) / 2
    to_cells = repeating_of(level, lock)
    steps = LocalLattice(to_cells, middle[None]).steps[0]
    if any(is_again(steps, local(one.view, middle[None]).steps[0]) for one in known):
        return None
    pitch = 1 / math.sqrt(abs(float(np.linalg.det(steps))))
    if pitch < LEAST_PITCH_PX:
        return None
    found = followed_as(level, to_cells, middle, sights.size)
    if found is None:
        return None
    found = in_coordinates(found, least_of(found))
    side = found.side * 2 / level.scale
    same = [found, finer(level, round(SMALLER * side), found)]
    if number:
        fine = sights.level(number - 1)
        same.append(finer(fine, round(SMALLER * side * level.scale / fine.scale), same[1]))
    detail = sights.detail(pitch)
    return max(same, key=lambda one: float(mean_cell(detail, one).std()))


def combed_candidates(sights: Sights, seams: Seams, number: int) -> Iterator[Candidate]:
    """Lattices that all frequencies together show in a part of one level, matched as far as they go, as above."""
    if number >= sights.sizes or sights.is_time_up():
        return
    level, cut = sights.level(number), dict[int, Patchwork]()
    for one in combed(level, COMBED):
        if sights.is_time_up():
            return
        pitch = 1 / math.sqrt(abs(float(np.linalg.det(one.steps))))
        side = int(np.clip(round(pitch / level.scale * MATCHED_CELLS / 8) * 8, *PATCH_PX))
        if side > min(level.lines.shape) or pitch < LEAST_PITCH_PX:
            continue
        if side not in cut:
            cut[side] = Patchwork(level, side)
        likely = partial(_is_likely, sights, one.kind)
        found = matched(cut[side], one.kind, one.to_cells, one.place, sights.size, likely)
        if found is None or len(found.places) < LEAST_MATCHED:
            continue
        detail = sights.detail(pitch)
        for kind, onto in kinds_of(found):
            own = in_coordinates(found, onto)
            own = widened(detail, own) if kind == "hex" else own
            for shown in _shown(sights, seams, own, kind, ITS_OWN):
                yield _by_lines(sights, shown, FARTHER)


def placed(sights: Sights, seams: Seams, found: Candidate) -> Candidate:
    """The same lattice where in the cell its edges or dots show plainly, in the mean of the cells that are seen.

    Of ticks about corners and numbers beside them a few lines run where edges might, and are found before these are.
    """
    fit = found.fit
    if found.confidence >= CLEAR or len(fit.seen) < LEAST_FOLLOWED:
        return found
    seen = seen_px(fit)
    matrix = np.linalg.inv(plane_of(fit.kind)) @ fit.view.to_plane
    view = msgspec.structs.replace(fit.view, to_plane=matrix / matrix[2, 2])
    repeats = Followed(view, seen, ABOUT * float(np.median(fit.view.pitch_px(seen))))
    others = (_by_lines(sights, one, 1.0) for one in _shown(sights, seams, repeats, fit.kind, ITS_OWN))
    best = max(others, key=lambda one: one.worth, default=found)
    return best if best.confidence >= CLEAR else found


def _is_likely(sights: Sights, kind: Kind, found: Followed) -> bool:
    """Whether the cells about the place where something was found to repeat have the edges of a kind, on the whole."""
    if not len(found.places):
        return False
    pitch = float(np.median(found.view.pitch_px(found.places)))
    detail = sights.detail(pitch)
    mean = mean_cell(detail, found)
    asked = (False, True) if kind == "hex" else (False,)
    shown = (by_edges(mean, kind, np.eye(2), pitch / detail.scale, (True, False), ticks) for ticks in asked)
    return any(one.stands_out(LIKELY, LIKELY_ALONE) for one in shown)


def followed_as(
    level: Level, to_cells: Matrix, middle: Matrix, size: tuple[int, int], dense: bool = True
) -> Followed | None:
    """What repeats as `to_cells` (px of the picture → (i, j)) says about its `middle`; None where too little does.

    Patches overlap by half where they are to be `dense`.
    """
    steps = LocalLattice(to_cells, middle[None]).steps[0]
    side = side_of(1 / math.sqrt(abs(float(np.linalg.det(steps)))) / level.scale)
    if side > min(level.lines.shape):
        return None
    change = np.eye(3)
    change[:2, :2] = reduced(steps)
    step = None if dense else max(side // 2, STEP_PX)
    found = followed(level, side, change @ to_cells, middle, size, step)
    height, width = level.lines.shape
    is_little = side <= FEW_SIDE_PX or height * width <= FEW_PATCHES * (side // 2) ** 2
    if dense and is_little and found is not None and LEAST_LOCK <= len(found.places) < LEAST_FOLLOWED:
        found = followed(level, side, change @ to_cells, middle, size, max(side // FEW_OVERLAP, LEAST_STEP_PX))
        found = None if found is None else msgspec.structs.replace(found, is_whole=False)
    if found is None or len(found.places) < LEAST_FOLLOWED:
        return None
    return in_coordinates(found, np.asarray(np.linalg.inv(change[:2, :2]), np.float64))


def least_of(found: Followed) -> Matrix:
    """2×2 to coordinates of the least frequencies where most of it is seen."""
    return reduced(local(found.view, np.median(found.places, axis=0)[None]).steps[0])


def kinds_of(found: Followed) -> Iterator[tuple[Kind, Matrix]]:
    """The kinds of lattices that a camera can see so, and 2×2 from (i, j) of what was followed to theirs."""
    change = least_of(found)
    for kind in KINDS:
        to_plane = plane_of(kind) @ in_coordinates(found, change).view.to_plane
        if squash(np.asarray(np.linalg.inv(to_plane)), found.view.size) < MOST_SQUASH:
            yield kind, change


def _shown(sights: Sights, seams: Seams, found: Followed, kind: Kind, onto: Matrix) -> Iterator[Candidate]:
    """Lattices that the mean cell shows: by lines, by a dot of some tone, or, where lines show none, by seams.

    Seams lie beside lines and not on them: they would move the lattice.
    """
    pitch = float(np.median(found.view.pitch_px(found.places)))
    detail = sights.detail(pitch)
    mean = mean_cell(detail, found)
    lines, are_ticks = by_edges(mean, kind, onto, pitch / detail.scale, (True, False)), False
    if kind == "hex" and not lines.stands_out(SHOWN, ALONE):
        ticks = by_edges(mean, kind, onto, pitch / detail.scale, (True, False), ticks=True)
        are_ticks = ticks.stands_out(TICKS_SHOWN, ALONE)
        lines = ticks if are_ticks else lines
    is_ruled = lines.stands_out(SHOWN, ALONE)
    if is_ruled:
        yield from _outlined(sights, found, kind, onto, lines, detail, are_ticks)
    for dark in (True, False):
        dot = by_dot(mean, kind, onto, dark)
        if dot is not None and dot.stands_out(DOT_SHOWN, ALONE) and not (is_ruled and _on_edge(kind, onto, dot, lines)):
            view, cells = cells_at(found, kind, onto, dot, detail)
            if len(cells) >= LEAST_DOTS:
                shown = spotted(detail, kind, view, cells, dark)
                yield candidate(Fit(kind, view, dark, shown, cells, detail.scale))
    if lines.shows < SHOWN:
        colours = seams.detail(pitch)
        edges = by_edges(mean_cell(colours, found), kind, onto, pitch / colours.scale, (False,))
        if edges.stands_out(SEAMS_SHOWN, ALONE):
            yield from _outlined(seams, found, kind, onto, edges, colours)


def _on_edge(kind: Kind, onto: Matrix, dot: Place, lines: Place) -> bool:
    """Whether a dot of the mean cell lies on the edges that it shows: where lines meet it is dark, or bright, too."""
    plane = plane_of(kind)[:2, :2]
    place = ((np.array(dot.at) - lines.at) @ onto.T) @ plane.T
    off = place - nearest_cells(kind, place[None])[0] @ plane.T
    return bool(0.5 - np.abs(steps_of(kind) @ off).max() < ON_EDGE)


def _outlined(
    sights: Sights, found: Followed, kind: Kind, onto: Matrix, edges: Place, detail: Level, ticks: bool = False
) -> Iterator[Candidate]:
    """The lattice whose edges lie at a place of what was followed, as they show cell by cell; or their ends, of `ticks`
    about the corners.
    """
    view, cells = cells_at(found, kind, onto, edges, detail)
    if len(cells) < LEAST_CELLS:
        return
    pitch, dark = float(np.median(view.pitch_px(found.places))), sights.dark_in_detail(edges.dark)
    lines = sights.lines(pitch)

    def judged(lies: View, where: NDArray[np.intp]) -> Candidate:
        shown = contrasted(detail, kind, lies, where, edges.dark)
        bowed = bow(kind, lying(kind, lies, lines.only(lines.dark == dark)), where)
        whole = Fit(kind, lies, dark, shown, where, detail.scale, bowed)
        if not ticks:
            return candidate(whole)
        others = max(edges.elsewhere, 0.0) / edges.shows
        ends = candidate(msgspec.structs.replace(whole, edges=shown.ends, elsewhere=others))
        return ends if ends.worth > candidate(whole).worth else candidate(whole)

    best = judged(view, cells)
    if not found.is_whole and pitch >= SHARP_PX * detail.scale:
        moved = judged(*spread(detail, kind, view, cells, edges.dark))
        best = moved if moved.worth > best.worth else best
    yield lone(sights, best)


def cells_at(found: Followed, kind: Kind, onto: Matrix, place: Place, detail: Level) -> tuple[View, NDArray[np.intp]]:
    """The view of a lattice whose centres lie at a place of what was followed, and its cells (n×2) there."""
    change, moved = np.eye(3), np.eye(3)
    change[:2, :2], moved[:2, 2] = onto, -np.array(place.at)
    to_plane = plane_of(kind) @ change @ moved @ found.view.to_plane
    view = View(np.asarray(to_plane / to_plane[2, 2]), found.view.size, found.view.bend)
    cells = in_picture(kind, view, detail.scale)
    return view, cells[found.near(view.picture(cells @ plane_of(kind)[:2, :2].T))]


def _by_lines(sights: Sights, found: Candidate, farther: float) -> Candidate:
    """The same lattice fitted to lines, where these are as sure of it and no elsewhere in the cell.

    Or where it goes on by them, `farther` times as far: what was followed in a part of a board may lie askew beyond.
    """
    fit, seen = found.fit, seen_px(found.fit)
    lines = sights.lines(float(np.median(fit.view.pitch_px(seen))))
    again = fitted(fit.kind, fit.view, lines.only(lines.dark == fit.dark), seen, fit.dark)
    if again is None:
        return found
    other = lone(sights, candidate(again))
    if not other.is_same(found):
        return found
    if len(again.seen) > farther * len(fit.seen):
        other = lone(sights, evened(sights, other))
        return other if other.confidence >= min(found.confidence, CLEAR) else found
    is_settled = other.confidence >= SETTLED and len(again.seen) >= NEARLY_ALL * len(fit.seen)
    return other if is_settled or other.confidence >= found.confidence else _moved(sights, found, again.view)


def _moved(sights: Sights, found: Candidate, view: View) -> Candidate:
    """The same lattice where another `view` has it, if all of its edges show more of it there, cell by cell."""
    fit = found.fit
    if fit.is_of_dots:
        return found
    detail = sights.detail(float(np.median(view.pitch_px(seen_px(fit)))))
    shown = contrasted(detail, fit.kind, view, fit.seen, sights.dark_in_detail(fit.dark))
    other = candidate(msgspec.structs.replace(fit, view=view, edges=shown))
    return other if other.fit.support > found.fit.support else found
