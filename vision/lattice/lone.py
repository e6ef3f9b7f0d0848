"""Whether the edges of a lattice stand alone in its cells: between planks on a floor there are as many elsewhere.

In the mean of all cells of a board nothing else looks like edges on all sides of a cell. A floor repeats too, and has
lines as long and as even; but laid over its planks the outline of a cell fits in several places.
"""

from __future__ import annotations

import msgspec
import numpy as np

from vision.lattice.averaging import elsewhere, mean_cell
from vision.lattice.candidates import Candidate, candidate, seen_px
from vision.lattice.confidence import LIKELY
from vision.lattice.edges import Fit
from vision.lattice.following import Followed
from vision.lattice.lines import Level, Values
from vision.lattice.result import plane_of
from vision.lattice.sights import Sights
from vision.lattice.view import View

ABOUT = 2.0
"""Pitches across which a cell that is seen counts towards the mean."""
ASKED = 0.6
"""Part of what makes a lattice as likely as not from which it is asked."""
SOME_PIXELS = 100_000
"""Pixels of which the mean is taken to tell."""


def lone(sights: Sights, found: Candidate) -> Candidate:
    """The same lattice, judged by what looks like edges elsewhere in the mean of its cells as well.

    Lattices of dots stay as they are, and those of ticks, which others may look like, and what nobody believes.
    """
    if found.fit.elsewhere is not None or not _is_asked(found):
        return found
    return told(sights, found, *cell_of(sights, found.fit, SOME_PIXELS))


def told(sights: Sights, found: Candidate, detail: Level, mean: Values) -> Candidate:
    """The same lattice, judged so by the `mean` of its cells in a level, where that is known."""
    fit = found.fit
    if not _is_asked(found):
        return found
    pitch = float(np.median(fit.view.pitch_px(seen_px(fit))))
    is_bright = fit.kind == "hex" and not fit.dark
    others = elsewhere(mean, fit.kind, pitch / detail.scale, sights.dark_in_detail(fit.dark), both=is_bright)
    return candidate(msgspec.structs.replace(fit, elsewhere=others))


def _is_asked(found: Candidate) -> bool:
    fit = found.fit
    return found.worth >= ASKED * LIKELY[fit.kind] and fit.edges.on.shape[1] > 1 and fit.ticks is None


def cell_of(sights: Sights, fit: Fit, most: int) -> tuple[Level, Values]:
    """The mean of the cells of a lattice, of so many pixels at `most`, and the level of which it is."""
    seen, plane = seen_px(fit), plane_of(fit.kind)
    pitch = float(np.median(fit.view.pitch_px(seen)))
    detail = sights.detail(pitch)
    to_cells = np.linalg.inv(plane) @ fit.view.to_plane
    repeats = View(np.asarray(to_cells / to_cells[2, 2]), fit.view.size, fit.view.bend)
    return detail, mean_cell(detail, Followed(repeats, seen, ABOUT * pitch), most)
