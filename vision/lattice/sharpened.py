"""Moves a lattice that is nearly right onto its edges, by where the print is most like a line across each of them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
from vision.lattice.contrast import along_edges, contrasted
from vision.lattice.fitting import Pull, nearer
from vision.lattice.grids import Grid, large_enough, steps_of
from vision.lattice.lines import Level
from vision.lattice.outlines import BEND_FROM, LEAST_POINTS, SHORTER, edge_length
from vision.lattice.result import plane_of
from vision.lattice.view import View

ACROSS: NDArray[np.float64] = np.linspace(-0.15, 0.15, 13)
"""Pitches beside an edge at which its line is looked for."""
REACHES = (0.1, 0.08, 0.06, 0.05, 0.05)
"""Pitches by which a line may lie beside its edge to pull in full, round by round."""
STILL, MOST = 0.004, 0.95
"""Pitches by which cells move at most when it has ended, and how many of them."""
SOME_CELLS = 400
"""Cells whose edges are asked, about."""
SHARP_PX = 16.0
"""Px of the level from cell to cell from which edges are looked for one by one: numbers lie nearer to smaller ones."""
SPREADS, SPREAD_BY = 4, 3
"""Times that it is asked how far edges show, each time so many cells beyond."""
SHOWN, MORE = 0.3, 1.03
"""Part of the edges of a cell and of those beside it, beyond chance, from which they show there; and growth of what
does below which it has ended."""
APART_PX, MOST_ALONG = 1.5, 12
"""Px of the level between points along an edge, about, and such points at most."""


def sharpened(level: Level, kind: Kind, view: View, cells: NDArray[np.intp], dark: bool) -> View:
    """The view in which the edges of `cells` (n×2) lie on the `dark` or bright lines of a level that run beside them.

    The same where too few lines do.
    """
    cells = cells[:: -(-len(cells) // SOME_CELLS)]
    steps, length = steps_of(kind), edge_length(kind) * SHORTER
    centres = cells @ plane_of(kind)[:2, :2].T
    pitch_px = float(np.median(view.pitch_px(view.picture(centres)))) / level.scale
    count = int(np.clip(math.ceil(length * pitch_px / APART_PX), 3, MOST_ALONG))
    along = ((np.arange(count) + 0.5) / count - 0.5) * length
    for reach in REACHES:
        seen = along_edges(level, view, centres, steps, ACROSS, along).reshape(-1, len(ACROSS), count).mean(axis=2)
        line = -seen if dark else seen
        top = line[:, 1:-1].argmax(axis=1) + 1
        rows = np.arange(len(line))
        before, here, after = (line[rows, top + k] for k in (-1, 0, 1))
        curve = before - 2 * here + after
        part = np.where(curve < -1e-6, 0.5 * (before - after) / np.minimum(curve, -1e-6), 0.0)
        past = ACROSS[top] + np.clip(part, -0.5, 0.5) * (ACROSS[1] - ACROSS[0])
        weight = np.clip(here - line.mean(axis=1), 0, 1).astype(np.float64)
        directions = np.tile(steps, (len(cells), 1))
        places = (centres[:, None] + steps / 2).reshape(-1, 2) + past[:, None] * directions
        pull = Pull(view.picture(places), places, directions, past, weight)
        moved = nearer(view, pull, reach, len(cells) > BEND_FROM, LEAST_POINTS)
        if moved is None:
            return view
        by = float(np.quantile(np.abs(moved.plane(view.picture(centres)) - centres), MOST))
        view = moved
        if by < STILL:
            break
    return view


def spread(
    level: Level, kind: Kind, view: View, cells: NDArray[np.intp], dark: bool, faster: float = 0.0
) -> tuple[View, NDArray[np.intp]]:
    """The same as `sharpened`, and from `cells` on as far as edges show, and the cells (n×2) where they do.

    Each time it is asked so many cells beyond as are a part, `faster`, of the width of those that show.
    """
    for _ in range(SPREADS):
        view = sharpened(level, kind, view, cells, dark)
        about = Grid(cells).grown(max(SPREAD_BY, round(faster * math.sqrt(len(cells)))))
        asked = large_enough(kind, view, about.cells(about.mask), level.scale)
        if not len(asked):
            break
        shown = contrasted(level, kind, view, asked, dark)
        wider = Grid(asked).about(shown.cells, (shown.on - shown.beside).mean(axis=1), SHOWN)
        is_wider = len(wider) > MORE * len(cells)
        cells = wider if len(wider) >= len(cells) / MORE else cells
        if not is_wider:
            break
    return view, cells
