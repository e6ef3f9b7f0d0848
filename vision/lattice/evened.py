"""Lattices of which lines show too little of some edges, judged by the mean of their cells.

Seen at a slant thin lines across the view blur away before those along it: what is left is fitted rightly, and yet as
uneven as a brick wall. In the mean of all cells the faint ones are there, and in a wall they are not.
"""

from __future__ import annotations

import msgspec
import numpy as np

from vision.lattice.averaging import ALONE, ITS_OWN, MOST_PIXELS, SHOWN, TICKS_SHOWN, Place, by_edges
from vision.lattice.candidates import PROMISING, Candidate, candidate, seen_px
from vision.lattice.confidence import promise
from vision.lattice.contrast import contrasted
from vision.lattice.edges import Fit
from vision.lattice.lines import Level, Values
from vision.lattice.lone import cell_of, told
from vision.lattice.result import plane_of
from vision.lattice.search import CLEAR
from vision.lattice.sights import Sights

LEAST_SEEN = 40
"""Cells that lines must show for their mean to be asked."""
PLACED = 0.08
"""Pitches from where lines have a cell's edges to where the mean cell shows them, at most."""


def evened(sights: Sights, found: Candidate) -> Candidate:
    """The same lattice as its edges show in the mean of its cells, cell by cell, where more speaks for it so.

    Lattices that are clear, or of which lines show little, stay as they are, and those whose edges the mean cell
    shows elsewhere, or nowhere.
    """
    if found.confidence >= CLEAR or promise(found.fit, found.squash) < PROMISING or len(found.fit.seen) < LEAST_SEEN:
        return found
    detail, mean = cell_of(sights, found.fit, MOST_PIXELS)
    found, other = told(sights, found, detail, mean), _judged(sights, found.fit, detail, mean)
    return other if other is not None and other.worth > found.worth else found


def _judged(sights: Sights, fit: Fit, detail: Level, mean: Values) -> Candidate | None:
    """A lattice judged by contrast along all its edges, where the `mean` of its cells shows them there; else None.

    Or along the ends of edges of hexes where it shows these alone: short ticks about corners are all that is printed.
    """
    pitch, dark = float(np.median(fit.view.pitch_px(seen_px(fit)))), sights.dark_in_detail(fit.dark)

    def there(ticks: bool, least: float) -> Place | None:
        place = by_edges(mean, fit.kind, ITS_OWN, pitch / detail.scale, (dark,), ticks)
        off = ((np.array(place.at) + 0.5) % 1 - 0.5) @ plane_of(fit.kind)[:2, :2].T
        return place if place.stands_out(least, ALONE) and np.hypot(*off) <= PLACED else None

    whole = there(False, SHOWN)
    ends = there(True, TICKS_SHOWN) if whole is None and fit.kind == "hex" else None
    if whole is None and ends is None:
        return None
    edges = contrasted(detail, fit.kind, fit.view, fit.between, dark)
    if ends is None:
        return told(sights, candidate(msgspec.structs.replace(fit, edges=edges, scale=detail.scale)), detail, mean)
    others = max(ends.elsewhere, 0.0) / ends.shows
    return candidate(msgspec.structs.replace(fit, edges=edges.ends, scale=detail.scale, elsewhere=others))
