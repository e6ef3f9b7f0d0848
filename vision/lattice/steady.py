"""Whether a lattice that was fitted lies right in all parts of the picture, by all that is printed in its cells.

Numbers beside faint lines draw what is fitted to these to themselves, in one part of the picture more than in another.
But they lie at the same place of every cell, as does all else that repeats: laid on each other, cells from all parts
show where the lattice is askew.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np

from vision.lattice.averaging import ALONE, ITS_OWN, MOST_PIXELS, SHOWN, by_edges, mean_cell
from vision.lattice.bases import Kind
from vision.lattice.candidates import Candidate, candidate, seen_px
from vision.lattice.contrast import contrasted, spotted
from vision.lattice.edges import Fit
from vision.lattice.following import Followed
from vision.lattice.halved import halved
from vision.lattice.lone import cell_of, lone
from vision.lattice.matching import Patchwork, matched_again
from vision.lattice.outlines import fitted
from vision.lattice.patches import Matrix
from vision.lattice.result import plane_of
from vision.lattice.search import CLEAR, PATCH_PX
from vision.lattice.sights import Sights
from vision.lattice.view import View

LEAST_SEEN, LEAST_MATCHED, LEAST_OF_A_PANEL = 80, 60, 30
"""Cells that must be seen, and patches that must match, for it to be asked; and those on the largest of its panels."""
CELLS, FINE_PX = 4, 24.0
"""Cells per side of the patches that are matched, and px of the level from cell to cell, at least."""
SAME, APART = 0.05, 0.1
"""Pitches by which cells may lie elsewhere for the lattice to be left as it is, and beyond which it must be plain which
of the two is right for either to be believed."""
PLACED, FARTHER = 0.12, 0.3
"""Pitches by which its middle may lie aside in the mean of all cells, at most; and where one lattice was laid over two
panels, in that of the larger."""
DIFFERENT = 0.03
"""Pitches from which a cell tells which of the two is right."""
ENOUGH_ALONE = 0.7
"""Confidence from which the lattice of the larger panel is answered."""
ABOUT, NEARLY_ALL = 2.0, 0.8
"""Pitches across which a cell that is seen counts, and the part of the cells in which lines must show it still."""
SHARPER = 1.02
"""How much sharper the mean of those cells must be for that to be plain."""


def steadied(sights: Sights, found: Candidate) -> Candidate | None:
    """The same lattice, laid anew where what is printed in its cells has them elsewhere in a part of the picture.

    None where it has and is not plain to be right either. Of a map of several panels only the largest counts as seen,
    and of squares within which all print repeats those that do.
    """
    found = halved(sights, found)
    fit, seen = found.fit, seen_px(found.fit)
    matched, is_torn = _matched(sights, fit)
    if is_torn:
        return None if matched is None else _on_one_panel(sights, fit, matched)
    if matched is None:
        return found
    # what matches nowhere about a cell says nothing of where it lies
    view, seen = matched.view, seen[matched.near(seen)]
    apart = np.hypot(*(view.plane(seen) - fit.view.plane(seen)).T)
    if apart.max(initial=0) <= SAME:
        return found
    where = seen[apart > DIFFERENT]
    there, here = (_sharpness(sights, fit.kind, one, where) for one in (view, fit.view))
    if there > SHARPER * here:
        moved = _laid(sights, found, view)
        return moved if moved.confidence >= min(found.confidence, CLEAR) else found
    return found if here > SHARPER * there or apart.max() < APART else None


def _on_one_panel(sights: Sights, fit: Fit, matched: Followed) -> Candidate | None:
    """The lattice of the panel where all print has `matched`, seen there alone; None where it is not clear there."""
    seen = seen_px(fit)
    own = matched.near(seen)
    pitch, alone = float(np.median(fit.view.pitch_px(seen[own]))), msgspec.structs.replace(fit, seen=fit.seen[own])
    again: Fit | None
    if fit.is_of_dots:
        detail = sights.detail(pitch)
        edges = spotted(detail, fit.kind, matched.view, alone.seen, sights.dark_in_detail(fit.dark))
        again = msgspec.structs.replace(alone, view=matched.view, edges=edges, scale=detail.scale)
    else:
        lines = sights.lines(pitch)
        there = lines.only((lines.dark == fit.dark) & matched.near(lines.points))
        again = fitted(fit.kind, _placed(sights, alone, matched.view, FARTHER), there, seen[own], fit.dark)
    one = None if again is None else lone(sights, candidate(again))
    return one if one is not None and one.confidence >= ENOUGH_ALONE else None


def _matched(sights: Sights, fit: Fit) -> tuple[Followed | None, bool]:
    """Where all that is printed in the cells that are seen has them, on average where a lattice has them itself.

    None where too little is printed, or in too few cells. And whether there are cells of another lattice among them.
    """
    plane, seen = plane_of(fit.kind), seen_px(fit)
    if len(seen) < LEAST_SEEN:
        return None, False
    pitch = float(np.median(fit.view.pitch_px(seen)))
    level = sights.level(int(np.clip(math.floor(math.log2(max(pitch, 1.0) / FINE_PX)), 0, sights.sizes - 1)))
    side = int(np.clip(round(pitch / level.scale * CELLS / 8) * 8, *PATCH_PX))
    if side > min(level.lines.shape):
        return None, False
    repeats = _in_cells(fit.kind, fit.view)
    work = Patchwork(level, side)
    near = Followed(repeats, seen, ABOUT * pitch).near(work.places)
    again, is_torn = matched_again(work, fit.kind, repeats, near)
    if again is None or len(again.places) < (LEAST_OF_A_PANEL if is_torn else LEAST_MATCHED):
        return None, is_torn
    matrix = plane @ again.view.to_plane
    view = View(np.asarray(matrix / matrix[2, 2]), fit.view.size, again.view.bend)
    own = seen[again.near(seen)] if is_torn else seen
    moved = _moved(view, np.median(view.plane(own) - fit.view.plane(own), axis=0))
    there = moved.picture(fit.seen @ plane[:2, :2].T)
    # a cell that is seen lies before the horizon
    is_before = np.isfinite(moved.plane(seen)).all() and np.isfinite(moved.pitch_px(there)).all()
    return (msgspec.structs.replace(again, view=moved) if is_before else None), is_torn


def _in_cells(kind: Kind, view: View) -> View:
    """The view that takes px to (i, j) instead of the plane."""
    matrix = np.linalg.inv(plane_of(kind)) @ view.to_plane
    return msgspec.structs.replace(view, to_plane=np.asarray(matrix / matrix[2, 2]))


def _sharpness(sights: Sights, kind: Kind, view: View, where: Matrix) -> float:
    """How much is left of what is printed about places (n×2 px) in the mean of the cells that a view has there."""
    pitch = float(np.median(view.pitch_px(where)))
    return float(mean_cell(sights.detail(pitch), Followed(_in_cells(kind, view), where, ABOUT * pitch)).std())


def _laid(sights: Sights, found: Candidate, view: View) -> Candidate:
    """A lattice where a `view` has it, as lines show it from there, or as it was seen where they show another one."""
    fit, seen = found.fit, seen_px(found.fit)
    if fit.is_of_dots:
        return candidate(msgspec.structs.replace(fit, view=view))
    lines = sights.lines(float(np.median(view.pitch_px(seen))))
    again = fitted(fit.kind, view, lines.only(lines.dark == fit.dark), seen, fit.dark)
    if again is not None and len(again.seen) >= NEARLY_ALL * len(fit.seen):
        other = lone(sights, candidate(again))
        off = np.hypot(*(again.view.plane(seen) - view.plane(seen)).T)
        if off.max() <= SAME and other.confidence >= found.confidence:
            return other
    return candidate(msgspec.structs.replace(fit, view=_placed(sights, fit, view)))


def _placed(sights: Sights, fit: Fit, view: View, most: float = PLACED) -> View:
    """The view moved by the part of a cell by which edges lie aside in the mean of all cells, where that shows them.

    By so many pitches at `most`, and only where edges show more there cell by cell: fields of colours, of which one
    lies more often on one side of an edge than on the other, draw a line beside it in the mean.
    """
    detail, mean = cell_of(sights, msgspec.structs.replace(fit, view=view), MOST_PIXELS)
    pitch = float(np.median(view.pitch_px(seen_px(fit))))
    place = by_edges(mean, fit.kind, ITS_OWN, pitch / detail.scale, (sights.dark_in_detail(fit.dark),))
    off = plane_of(fit.kind)[:2, :2] @ ((np.array(place.at) + 0.5) % 1 - 0.5)
    if not place.stands_out(SHOWN, ALONE) or np.hypot(*off) >= most:
        return view
    return max(view, _moved(view, off), key=lambda one: _support(sights, fit, one))


def _support(sights: Sights, fit: Fit, view: View) -> float:
    """How much of the edges of the cells that are seen shows, cell by cell, where a `view` has them."""
    detail = sights.detail(float(np.median(view.pitch_px(seen_px(fit)))))
    shown = contrasted(detail, fit.kind, view, fit.seen, sights.dark_in_detail(fit.dark))
    return msgspec.structs.replace(fit, view=view, edges=shown).support


def _moved(view: View, off: Matrix) -> View:
    """The view in which the middles of cells lie where another has what lies `off` (2) from them."""
    matrix = np.array([[1, 0, -off[0]], [0, 1, -off[1]], [0, 0, 1]]) @ view.to_plane
    return msgspec.structs.replace(view, to_plane=matrix / matrix[2, 2])
