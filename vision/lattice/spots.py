"""Moves a lattice of dots that is nearly right onto them, by where the print is most like a spot about each middle."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
from vision.lattice.contrast import spotted
from vision.lattice.fitting import Pull, nearer
from vision.lattice.grids import Grid, large_enough
from vision.lattice.lines import Level
from vision.lattice.outlines import BEND_FROM, LEAST_POINTS
from vision.lattice.result import plane_of
from vision.lattice.view import View

ABOUT: NDArray[np.float64] = np.linspace(-0.15, 0.15, 13)
"""Pitches from the middle of a cell at which its dot is looked for, in both directions: numbers stand farther off."""
REACHES = (0.1, 0.06, 0.04)
"""Pitches by which a dot may lie aside to pull in full, round by round."""
SOME_CELLS = 600
"""Cells whose dots are asked, about."""
SHOWN, SPREAD_BY = 0.5, 3
"""Part of a cell and of those beside it that must show a dot, beyond chance; cells beyond those that do that are asked,
at least."""


def onto_dots(level: Level, kind: Kind, view: View, cells: NDArray[np.intp], dark: bool) -> View:
    """The view in which the middles of `cells` (n×2) lie on the `dark` or bright dots of a level about them.

    The same where too few do.
    """
    some = cells[:: -(-len(cells) // SOME_CELLS)]
    plane = plane_of(kind)[:2, :2]
    aside = np.stack(np.meshgrid(ABOUT, ABOUT), axis=-1).reshape(-1, 2)
    rows = np.arange(len(some))
    for reach in REACHES:
        centres = some @ plane.T
        points = view.picture((centres[:, None] + aside).reshape(-1, 2))
        at = ((points + 0.5) / level.scale - 0.5).astype(np.float32).reshape(len(some), len(aside), 2)
        seen = cv2.remap(level.lines, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
        spots = (-seen if dark else seen).reshape(-1, len(ABOUT), len(ABOUT))
        round_ = np.mean([np.roll(spots, (i, j), axis=(1, 2)) for i in (-1, 0, 1) for j in (-1, 0, 1)], axis=0)
        inner = round_[:, 1:-1, 1:-1].reshape(len(some), -1)
        top = inner.argmax(axis=1)
        row, column = np.divmod(top, len(ABOUT) - 2)
        off = np.column_stack([ABOUT[column + 1], ABOUT[row + 1]])
        weight = np.clip(inner[rows, top] - inner.mean(axis=1), 0, 1).astype(np.float64)
        there = view.picture(centres + off)
        pull = Pull(
            np.tile(there, (2, 1)),
            np.tile(centres + off, (2, 1)),
            np.repeat(np.eye(2), len(some), axis=0),
            off.T.ravel(),
            np.tile(weight, 2),
        )
        moved = nearer(view, pull, reach, len(some) > BEND_FROM, LEAST_POINTS)
        if moved is None:
            return view
        view = moved
    return view


def dots_beyond(
    level: Level, kind: Kind, view: View, cells: NDArray[np.intp], dark: bool, faster: float
) -> tuple[View, NDArray[np.intp]]:
    """The same, and the cells (n×2) where dots show: `cells` and those beyond, by a part, `faster`, of their width."""
    view = onto_dots(level, kind, view, cells, dark)
    about = Grid(cells).grown(max(SPREAD_BY, round(faster * math.sqrt(len(cells)))))
    asked = large_enough(kind, view, about.cells(about.mask), level.scale)
    if not len(asked):
        return view, cells
    shown = spotted(level, kind, view, asked, dark)
    return view, Grid(asked).about(shown.cells, (shown.on - shown.beside)[:, 0], SHOWN)
