"""Finds a printed lattice in one picture: what repeats, followed a little, named by its edges, fitted to all lines."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
from vision.lattice.candidates import SAME, Candidate, candidate, is_same, seen_px
from vision.lattice.confidence import of_jpeg
from vision.lattice.contrast import contrasted
from vision.lattice.dots import alone, dotted, fitted_dots, repeating
from vision.lattice.edges import Fit
from vision.lattice.enclosed import arrangements, outlines
from vision.lattice.flattening import seen_from
from vision.lattice.folding import coarsened, sampled
from vision.lattice.grids import Grid, both, nearest_cells
from vision.lattice.lines import Level
from vision.lattice.lock_in import LEAST_PATCHES, Lock, lock_in
from vision.lattice.naming import Named, moved_views, named
from vision.lattice.outlines import edges_in, fitted, lying
from vision.lattice.overhead import Overhead, about, overheads, strewn_level
from vision.lattice.patches import LocalLattice, Matrix, Patches
from vision.lattice.result import plane_of
from vision.lattice.ridges import MOST_POINTS, Ridges, thinned
from vision.lattice.seeds import seeds
from vision.lattice.sharpened import spread
from vision.lattice.sights import Seams, Sights
from vision.lattice.spectra import Spectra
from vision.lattice.view import View

STRIDES = (96, 64, 40, 24)
"""Px from window to window on each level; coarse ones have few windows, so they overlap more."""
SEEDS = (5, 6, 6, 6)
"""Seeds followed on each level."""
PATCH_CELLS = 5.5
PATCH_PX = (40, 128)
FOLLOWED = 3.2
"""Sides of a patch as far as a seed is followed before it is named."""
WORTH_FITTING, WORTH_FITTING_FEW = 0.10, 0.04
"""Score of a named lattice from which its outlines are fitted; and that of large cells, of which few are in view."""
FEW_FROM, FEW_PX = 8, 85.0
"""Times that a picture is reduced in which only large cells are looked for, and px from cell to cell of such."""
MOVED = 2
"""Places in the cell that are tried again for a lattice that was fitted."""
BROADER = (1.0, 2.0)
"""Times that cells are taken to be as large, for lines to be looked for: those a tenth of a cell wide are no thin ones
otherwise."""
PLACED_BY, NEARLY = 300, 0.6
"""Cells, about the middle of those that are seen, by which such a place is judged, and how much of their edges must
show there, of what shows where the lattice is, for it to be fitted."""
FEW_SEEN = 5
"""Places about which a lattice was seen first, below which it is fitted twice: from one cell it does not always grow
over the whole board, nor so far that the lens is asked."""
CLEAR = 0.975
"""Confidence from which a lattice is not fitted to finer or broader lines again where it is."""
NAMES = 2
"""Names tried of one seed."""
PLACES = 3
"""Places of the picture from which a lattice that was laid flat is followed."""
NAMED_CELLS = 3.6
"""Cells about a place within which a lattice that could not be followed is named."""
ENCLOSED_AT, ARRANGED = (1, 2, 0), 2
"""Sizes of the picture in which enclosed cells are looked for, what costs most last, and arrangements of them that are
tried of each."""
BLOCK_PX = 8
"""Side of the blocks in which a region of the picture is kept."""


def enclosed_candidates(sights: Sights) -> Iterator[Candidate]:
    """Lattices of the cells that a picture's lines enclose, as they are found."""
    for number in ENCLOSED_AT:
        if number >= sights.sizes:
            continue
        for walls, dark in sights.walls(number):
            if sights.is_time_up():
                return
            for kind, some in outlines(walls, 2.0**number).items():
                for one in arrangements(kind, some, sights.size)[:ARRANGED]:
                    tones = [Named(kind, tone, one.view, 1.0) for tone in (dark, not dark)]
                    for broader in BROADER:
                        yield from _fitted(sights, tones, one.seen, broader)


def candidates(sights: Sights, number: int) -> Iterator[Candidate]:
    """Lattices that one level of a picture may show, as they are found; none where there is no such level."""
    for lock in locks(sights, number):
        if sights.is_time_up():
            return
        yield from _fits(sights, sights.level(number), lock)


def locks(sights: Sights, number: int) -> Iterator[Lock]:
    """What repeats in one level of a picture, followed a little, as it is asked for; none where there is no such level.

    What was followed before is kept.
    """
    if number >= sights.sizes:
        return
    if number not in sights.locks:
        spectra = Spectra(sights.level(number).lines, STRIDES[number])
        sights.locks[number] = [], iter(seeds(spectra, number, SEEDS[number]))
    known, others = sights.locks[number]
    yield from known
    cut: dict[int, Patches] = {}
    for seed in others:
        if sights.is_time_up():
            return
        lock = followed_about(sights.level(number), seed.pitch, seed.matrix, seed.centre, cut)
        if lock is not None:
            known.append(lock)
            yield lock


def flat_candidates(sights: Sights, scales: tuple[int, ...], number: int, is_flat: bool = False) -> Iterator[Candidate]:
    """Lattices that a picture's lines may show when they are laid flat, or where they are, those that stand out most
    first.

    The lines are those of the picture halved `number` times, and looked at reduced so many times as the `scales` say.
    """
    if sights.is_time_up() or number >= sights.sizes:
        return
    levels: dict[int, tuple[Level, dict[int, Patches]]] = {}
    lines = sights.points(number)
    for one in overheads(lines, sights.size, scales, sights.is_time_up, is_flat=is_flat):
        if one.scale >= FEW_FROM and one.pitch_px < FEW_PX:
            continue
        if one.scale not in levels:
            levels[one.scale] = strewn_level(lines, sights.size, one.scale), {}
        level, cut = levels[one.scale]
        for place in one.places[:PLACES]:
            if sights.is_time_up():
                return
            centre, matrix = about(one.to_cells, place, level)
            lock = followed_about(level, one.pitch_px / level.scale, matrix, centre, cut)
            if lock is not None:
                yield from _fits(sights, level, lock)
            else:
                yield from _fits_about(sights, one, place)


def _fits(sights: Sights, level: Level, lock: Lock) -> Iterator[Candidate]:
    """What a lock, which may have followed a part of a lattice only, may be, fitted."""
    seen = lock.centres[lock.agreeing] * level.scale + (level.scale - 1) / 2
    to_cells = repeating_of(level, lock)
    here = LocalLattice(to_cells, np.median(seen, axis=0)[None])
    if of_jpeg(np.linalg.inv(here.steps[0]).T, sights.reduced):
        return
    for broader in BROADER:
        lines = sights.lines(broader / math.sqrt(here.cells_per_px[0]))
        near = lines.only(_about(seen, lock.side * level.scale / 4, lines.points))
        least = WORTH_FITTING_FEW if level.scale >= FEW_FROM else WORTH_FITTING
        yield from _fitted(sights, _names(sights, to_cells, near, least), seen, broader)


def _fits_about(sights: Sights, one: Overhead, place: Matrix) -> Iterator[Candidate]:
    """What a lattice that was laid flat may be about a `place` (2 px), where it could not be followed."""
    for broader in BROADER:
        lines = sights.lines(broader * one.pitch_px)
        near = lines.only(np.hypot(*(lines.points - place).T) < NAMED_CELLS * one.pitch_px)
        least = WORTH_FITTING_FEW if one.scale >= FEW_FROM else WORTH_FITTING
        yield from _fitted(sights, _names(sights, one.to_cells, near, least), place[None], broader)


def _names(sights: Sights, to_cells: Matrix, lines: Ridges, least: float = WORTH_FITTING) -> list[Named]:
    """What something that repeats may be called, by `lines` about it, where it has the `least` score."""
    return [one for one in named(to_cells, sights.size, lines, NAMES) if one.score >= least]


def _fitted(sights: Sights, names: list[Named], seen: Matrix, broader: float) -> Iterator[Candidate]:
    """What has been named, fitted to lines `broader` than usual, but for what was tried before: most is proposed
    several times.
    """
    for one in names:
        lines = sights.lines(broader * float(np.median(one.view.pitch_px(seen))))
        done = (other for other in sights.tried if (one.dark, lines.scale) == (other.dark, other.scale))
        if any(is_same(one, other, seen) for other in done):
            continue
        some = lines.only(lines.dark == one.dark)
        fit = fitted(one.kind, one.view, some, seen, one.dark)
        if fit is not None and len(seen) < FEW_SEEN:
            fit = fitted(one.kind, fit.view, some, seen_px(fit), one.dark) or fit
        if fit is not None:
            sights.tried.append(fit)
            if not _is_of_jpeg(fit, sights):
                yield candidate(fit)


def _is_of_jpeg(fit: Fit, sights: Sights) -> bool:
    """Whether what was fitted are the seams of JPEG's blocks."""
    middle = np.median(fit.seen, axis=0) + np.array([(0, 0), (1, 0), (0, 1)])
    here = fit.view.picture(middle @ plane_of(fit.kind)[:2, :2].T)
    return of_jpeg(here[1:] - here[0], sights.reduced)


def dotted_candidates(sights: Sights, number: int) -> Iterator[Candidate]:
    """Lattices of which the dots of one level may show one in the middle of every cell, or at its corners."""
    if number >= sights.sizes or sights.is_time_up():
        return
    for some in sights.dots(number):
        tried: list[Fit] = []
        for anchor, steps in repeating(some.points):
            if sights.is_time_up():
                return
            for kind, layout, view in dotted(anchor, steps, sights.size):
                if any(is_same(Named(kind, some.dark, view, 0.0), other, anchor[None]) for other in tried):
                    continue
                fit = fitted_dots(kind, layout, view, some, anchor)
                if fit is not None:
                    tried.append(fit)
                    if alone(fit, layout, some):
                        yield candidate(fit)


def clearer(sights: Sights, found: Candidate) -> Candidate:
    """The same lattice with its edges where more of them are: elsewhere in the cell, in finer or in broader lines.

    Bold numbers look like edges in a part of the picture; thin lines fade in a small picture.
    """
    if not found.is_promising:
        return found
    best = found
    for finer in (1.0, 2.0, 0.5):
        fit = best.fit
        seen = seen_px(fit)
        lines = sights.every_line(float(np.median(fit.view.pitch_px(seen))) / finer)
        if finer != 1 and (lines.scale == fit.scale or sights.is_time_up()):
            continue
        some = fit.seen[np.argsort(np.hypot(*(seen - np.median(seen, axis=0)).T))[:PLACED_BY]]
        inside = Grid(some).grown(1).has(nearest_cells(fit.kind, fit.view.plane(lines.points)))
        places = _places(fit, thinned(lines.only(inside)), some)
        is_known = lines.scale == fit.scale and len(lines) <= MOST_POINTS
        if not is_known and (finer == 1 or best.confidence < CLEAR):
            places.append((fit.view, fit.dark))
        for view, dark in places:
            again = fitted(fit.kind, view, lines.only(lines.dark == dark), seen, dark)
            if again is not None:
                other = candidate(again)
                best = other if other.clearer_than(best) else best
    return best


def _places(fit: Fit, lines: Ridges, cells: NDArray[np.intp]) -> list[tuple[View, bool]]:
    """Where else in the cell, or of which other tone, `lines` about some `cells` bear a lattice out nearly as much."""
    tones = {dark: lines.only(lines.dark == dark) for dark in (True, False)}
    least = NEARLY * _borne_out(fit.kind, fit.view, tones[fit.dark], cells)
    middle = np.median(cells, axis=0, keepdims=True) @ plane_of(fit.kind)[:2, :2].T
    found: list[tuple[float, View, bool]] = []
    for dark, some in tones.items():
        for view in moved_views(fit.kind, fit.view, some)[:MOVED]:
            elsewhere = float(np.hypot(*(view.plane(fit.view.picture(middle)) - middle)[0])) > SAME / 2
            shows = _borne_out(fit.kind, view, some, cells) if elsewhere or dark != fit.dark else 0.0
            if shows > max(least, 0.0):
                found.append((shows, view, dark))
    return [(view, dark) for _, view, dark in sorted(found, key=lambda one: -one[0])]


def _borne_out(kind: Kind, view: View, lines: Ridges, cells: NDArray[np.intp]) -> float:
    """Part of the edges of `cells` that lines show where a view has them, beyond chance."""
    edges = edges_in(kind, lines, lying(kind, view, lines), cells)
    return float((edges.on - edges.beside).mean()) if len(edges.cells) else 0.0


def by_seams(found: Candidate, seams: Seams) -> Candidate | None:
    """A lattice of lines as the seams of colours show it: lines that are seen in one part only may lie askew beyond."""
    fit, seen = found.fit, seen_px(found.fit)
    again = fitted(fit.kind, fit.view, seams.lines(float(np.median(fit.view.pitch_px(seen)))), seen)
    return None if again is None else candidate(again)


def seen_through(found: Candidate, onto: Matrix, sights: Sights) -> Candidate:
    """A lattice of a picture that `onto` (3×3 px → its px) makes of another, in that other one."""
    view = seen_from(found.fit, onto, sights.size)
    best = candidate(msgspec.structs.replace(found.fit, view=view))
    fit = best.fit
    seen = seen_px(fit)
    pitch = float(np.median(fit.view.pitch_px(seen)))
    lines = sights.lines(pitch)
    again = fitted(fit.kind, view, lines.only(lines.dark == fit.dark), seen, fit.dark)
    if again is not None:
        other = clearer(sights, candidate(again))
        best = other if other.clearer_than(best) else best
    if not fit.is_of_dots:
        detail, dark = sights.detail(pitch), sights.dark_in_detail(fit.dark)
        lies, cells = spread(detail, fit.kind, view, fit.seen, dark)
        shown = contrasted(detail, fit.kind, lies, cells, dark)
        drawn = candidate(msgspec.structs.replace(fit, view=lies, edges=shown, seen=cells, scale=detail.scale))
        best = drawn if drawn.clearer_than(best) else best
    return best


def side_of(pitch: float) -> int:
    """Side of the patches, px, in which a lattice is followed."""
    return int(np.clip(round(pitch * PATCH_CELLS / 8) * 8, *PATCH_PX))


def followed_about(
    level: Level, pitch: float, matrix: Matrix, centre: tuple[float, float], cut: dict[int, Patches]
) -> Lock | None:
    """What repeats as `matrix` (px of a level from `centre` → (i, j)) says, followed a little; None where it is lost.

    `pitch` is about that, px of the level; `cut` are its patches, by their sides.
    """
    side = side_of(pitch)
    if side > min(level.lines.shape):
        return None
    if side not in cut:
        cut[side] = Patches(level.lines, side)
    lock = lock_in(cut[side], matrix, centre, FOLLOWED)
    return lock if lock is not None and lock.agreeing.sum() >= LEAST_PATCHES else None


def repeating_of(level: Level, lock: Lock) -> Matrix:
    """Px of the picture → (i, j) of the coarsest lattice that what a lock has followed repeats in."""
    to_steps = lock.matrix @ np.linalg.inv(level.to_picture)
    basis = np.eye(3)
    basis[:2, :2] = coarsened(sampled(level, level, lock, to_steps))
    return np.asarray(basis @ to_steps)


def _about(seen: Matrix, half: float, points: Matrix) -> NDArray[np.bool_]:
    """Which points lie in squares of twice `half` px about the places that were seen."""
    low, high = seen.min(axis=0) - half, seen.max(axis=0) + half
    columns, rows = (np.ceil((high - low) / BLOCK_PX).astype(int) + 1).tolist()
    mask = np.zeros((rows, columns), np.bool_)
    for x, y in ((seen - low) / BLOCK_PX).tolist():
        reach = half / BLOCK_PX
        mask[max(0, round(y - reach)) : round(y + reach) + 1, max(0, round(x - reach)) : round(x + reach) + 1] = True
    inside = both((points >= low) & (points <= high))
    at = ((points[inside] - low) / BLOCK_PX).astype(np.intp)
    inside[inside] = mask[at[:, 1], at[:, 0]]
    return np.asarray(inside, np.bool_)
