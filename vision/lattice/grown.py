"""Goes on with a lattice from where it surely is, as far as its edges show.

Where a lens, tilt or pieces lead what repeats astray, a lattice is seen in a part of the board only, and askew beyond.
"""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.candidates import Candidate, candidate, seen_px
from vision.lattice.contrast import contrasted
from vision.lattice.edges import Edges
from vision.lattice.grids import Grid, in_picture
from vision.lattice.lone import lone
from vision.lattice.outlines import LEAST_CELLS
from vision.lattice.sharpened import SHOWN, spread
from vision.lattice.sights import Sights

MOST = 0.75
"""Part of the cells in the picture in which a lattice is seen from which it does not go on."""
AT_ONCE = 3
"""Cells per side of what must show for a lattice to be surely there: a few that show by chance lie strewn."""
ROUNDS, MORE = 6, 1.02
"""Times that it is gone on with, at most, and growth below which it has ended."""
FASTER = 0.25
"""Part of the width of what shows by which it is asked beyond at once."""
FARTHER = 1.15
"""Times as many cells in which a lattice must be seen then to be believed rather than where it was found."""
NO_LESS = 0.85
"""Part of what its edges showed that they must show then: there are more of them, among pieces and art as well."""


def grown(sights: Sights, found: Candidate) -> Candidate:
    """The same lattice, gone on with from the largest part of the board where its edges show.

    As it was where that leads no farther, or less speaks for it then; those of dots and ticks stay as they are.
    """
    fit = found.fit
    if fit.is_of_dots or fit.is_of_ends or fit.ticks is not None:
        return found
    held = len(in_picture(fit.kind, fit.view, fit.scale))
    # of very many small cells they are not counted
    if 0 < MOST * held < len(fit.seen):
        return found
    detail = sights.detail(float(np.median(fit.view.pitch_px(seen_px(fit)))))
    dark = sights.dark_in_detail(fit.dark)
    view, cells = fit.view, _together(_showing(contrasted(detail, fit.kind, fit.view, fit.seen, dark), fit.seen))
    for _ in range(ROUNDS):
        before = len(cells)
        if before < LEAST_CELLS:
            return found
        view, cells = spread(detail, fit.kind, view, cells, dark, FASTER)
        cells = _together(cells)
        if len(cells) < MORE * before:
            break
    if len(cells) < max(FARTHER * len(fit.seen), LEAST_CELLS):
        return found
    edges = contrasted(detail, fit.kind, view, cells, dark)
    other = msgspec.structs.replace(fit, view=view, edges=edges, seen=cells, scale=detail.scale, elsewhere=None)
    moved = lone(sights, candidate(other))
    return moved if moved.worth > found.worth and other.support > NO_LESS * fit.support else found


def _showing(edges: Edges, cells: NDArray[np.intp]) -> NDArray[np.intp]:
    """Those of the cells (n×2) about which edges show."""
    return Grid(cells).about(edges.cells, (edges.on - edges.beside).mean(axis=1), SHOWN)


def _together(cells: NDArray[np.intp]) -> NDArray[np.intp]:
    """The largest part of cells (n×2) that hang together by `AT_ONCE` in both directions."""
    if not len(cells):
        return cells
    grid = Grid(cells)
    mask = np.pad(grid.mask, 1).astype(np.uint8)
    whole = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((AT_ONCE, AT_ONCE), np.uint8))
    count, parts, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=4)
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()) if count > 1 else 0
    return grid.cells((parts[1:-1, 1:-1] == largest) & grid.mask)
