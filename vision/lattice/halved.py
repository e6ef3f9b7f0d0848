"""Whether squares that were found are two or four of those that are printed: lines and numbers repeat within them.

Where every second line is printed a little more strongly, that alone is even from end to end of the board.
"""

from __future__ import annotations

import msgspec
import numpy as np

from vision.lattice.averaging import BINS
from vision.lattice.candidates import Candidate, candidate
from vision.lattice.contrast import contrasted
from vision.lattice.grids import nearest_cells
from vision.lattice.lines import Values
from vision.lattice.lone import SOME_PIXELS, cell_of, lone
from vision.lattice.search import CLEAR
from vision.lattice.sights import Sights

REPEATED, CROSSED = 0.2, 0.25
"""Of the mean of all cells, less what runs through them: its correlation with itself half a cell aside; and what a line
through the middle shows of that along the edge, from which cells are half as wide. Where cells were twice as wide as
those printed both were 0.3; of the right ones the first was 0.06 at most, the second 0.1."""


def halved(sights: Sights, found: Candidate) -> Candidate:
    """The same lattice; or, of squares within which all print repeats, that of the squares that repeat.

    Within bare squares nothing is printed, and what is left of their mean may repeat by chance: half as wide ones have
    no edges then.
    """
    fit = found.fit
    if fit.kind != "square" or fit.is_of_dots:
        return found
    detail, mean = cell_of(sights, fit, SOME_PIXELS)
    times = np.array([2 if _repeats(mean) else 1, 2 if _repeats(mean.T) else 1])
    if times.max() == 1:
        return found
    finer = np.array([[times[0], 0, (times[0] - 1) / 2], [0, times[1], (times[1] - 1) / 2], [0, 0, 1]])
    matrix = finer @ fit.view.to_plane
    view = msgspec.structs.replace(fit.view, to_plane=matrix / matrix[2, 2])
    corners = fit.seen[:, None] + np.array([(-0.25, -0.25), (-0.25, 0.25), (0.25, -0.25), (0.25, 0.25)])
    cells = np.unique(nearest_cells(fit.kind, corners.reshape(-1, 2) * times + (times - 1) / 2), axis=0)
    edges = contrasted(detail, fit.kind, view, cells, sights.dark_in_detail(fit.dark))
    other = msgspec.structs.replace(fit, view=view, edges=edges, seen=cells, scale=detail.scale, elsewhere=None)
    finer_ones = lone(sights, candidate(other))
    return finer_ones if finer_ones.confidence >= min(found.confidence, CLEAR) else found


def _repeats(mean: Values) -> bool:
    """Whether a mean cell (rows are j) shows the same half a cell further along i."""
    own = mean - np.median(mean, axis=0, keepdims=True)
    own = own - np.median(own, axis=1, keepdims=True)
    again = np.roll(own, BINS // 2, axis=1)
    if float((own * again).mean()) > REPEATED * float((own * own).mean()):
        return True
    along = np.median(mean - np.median(mean), axis=0)
    through, edge = (max(along[[at - 1, at]], key=abs) for at in (0, BINS // 2))
    return float(through * edge) > CROSSED * float(edge * edge)
