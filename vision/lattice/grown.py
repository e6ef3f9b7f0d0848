"""Goes on with a lattice from where it surely is, as far as its edges or dots show.

Where a lens, tilt or pieces lead what repeats astray, a lattice is seen in a part of the board only, and askew beyond.
"""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.candidates import Candidate, candidate, seen_px
from vision.lattice.contrast import contrasted, spotted
from vision.lattice.edges import Edges
from vision.lattice.grids import Grid, in_picture
from vision.lattice.lone import lone
from vision.lattice.outlines import LEAST_CELLS
from vision.lattice.sharpened import SHOWN, spread
from vision.lattice.sights import Sights
from vision.lattice.spots import SHOWN as DOTS_SHOWN
from vision.lattice.spots import dots_beyond

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
NO_LESS = 0.7
"""Part of what its edges or dots showed that they must show then: there are more, among pieces and art as well."""


def grown(sights: Sights, found: Candidate) -> Candidate:
    """The same lattice, gone on with from the largest part of the board where they show.

    As it was where that leads no farther, or less speaks for it then; those of ticks stay as they are.
    """
    fit = found.fit
    if not fit.is_of_dots and (fit.is_of_ends or fit.ticks is not None):
        return found
    held = len(in_picture(fit.kind, fit.view, fit.scale))
    # of very many small cells they are not counted
    if 0 < MOST * held < len(fit.seen):
        return found
    detail = sights.detail(float(np.median(fit.view.pitch_px(seen_px(fit)))))
    dark = sights.dark_in_detail(fit.dark)
    beyond, shown = (dots_beyond, spotted) if fit.is_of_dots else (spread, contrasted)
    least = DOTS_SHOWN if fit.is_of_dots else SHOWN
    view, cells = fit.view, _together(_showing(shown(detail, fit.kind, fit.view, fit.seen, dark), fit.seen, least))
    for _ in range(ROUNDS):
        before = len(cells)
        if before < LEAST_CELLS:
            return found
        view, cells = beyond(detail, fit.kind, view, cells, dark, FASTER)
        cells = _together(cells)
        if len(cells) < MORE * before:
            break
    if len(cells) < max(FARTHER * len(fit.seen), LEAST_CELLS):
        return found
    edges = shown(detail, fit.kind, view, cells, dark)
    other = msgspec.structs.replace(fit, view=view, edges=edges, seen=cells, scale=detail.scale, elsewhere=None)
    moved = lone(sights, candidate(other))
    return moved if moved.worth > found.worth and other.support > NO_LESS * fit.support else found


def _showing(edges: Edges, cells: NDArray[np.intp], least: float) -> NDArray[np.intp]:
    """Those of the cells (n×2) about which edges, or dots, show the `least`."""
    return Grid(cells).about(edges.cells, (edges.on - edges.beside).mean(axis=1), least)


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
