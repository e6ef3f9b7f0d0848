"""How often edges of cells differ from what lies beside them: lines too faint to be told from the art one by one."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
from vision.lattice.edges import Edges
from vision.lattice.grids import steps_of
from vision.lattice.lines import Level, Values, values_at
from vision.lattice.outlines import PARTS, SHORTER, edge_length
from vision.lattice.patches import Matrix
from vision.lattice.result import plane_of
from vision.lattice.view import View

ALONG = 3
"""Points of every part of an edge."""
ACROSS = (-0.02, 0.0, 0.02)
"""Pitches beside an edge, where it is looked for: what is most like a line counts."""
FLANKS = (-0.1, 0.1)
"""Pitches beside it where it is not: there what is most like a line is taken just so."""
APART_PX = 1.0
"""Px of the level between points along an edge, about: of small cells fewer are asked, and what lies beside is the same
px."""

NEARBY = 0.1
"""Pitches from the middle of an edge over which it is told how it runs in the picture."""
MOST_ROWS = 30_000
"""Rows of points that are asked at once."""
RING, WITHIN, WITHOUT = 8, 0.025, 0.13
"""Points in a ring about a dot, and pitches from its middle to one that lies on it and one that does not."""


def contrasted(level: Level, kind: Kind, view: View, cells: NDArray[np.intp], dark: bool) -> Edges:
    """Of every part of the edges of `cells` (n×2), whether it is darker, or brighter, than what lies on either side.

    `on` is 1 where it is, `beside` where what lies on either side is: of what is no line they are equally often. Cells
    beyond the horizon of the view show nothing.
    """
    steps, length = steps_of(kind), edge_length(kind) * SHORTER
    centres = cells @ plane_of(kind)[:2, :2].T
    pitches = view.pitch_px(view.picture(centres)) / level.scale
    before = np.isfinite(pitches)
    pitch_px = float(np.median(pitches[before])) if before.any() else 1.0
    points_along = int(np.clip(math.ceil(length / PARTS * pitch_px / APART_PX), 1, ALONG))
    aside = ACROSS if ACROSS[-1] * pitch_px > APART_PX / 4 else (0.0,)
    along = ((np.arange(PARTS * points_along) + 0.5) / (PARTS * points_along) - 0.5) * length
    across = np.array([flank + off for flank in (0.0, *FLANKS) for off in aside])
    shape = len(cells), len(steps), 3, len(aside), PARTS, points_along
    seen = along_edges(level, view, centres, steps, across, along).reshape(shape).mean(axis=5)
    line = -seen.min(axis=3) if dark else seen.max(axis=3)
    differs = line[:, :, 0] - line[:, :, 1:].mean(axis=2)
    flat = np.where(before[:, None, None], differs, 0.0).reshape(-1, PARTS)
    return Edges(
        np.repeat(cells, len(steps), axis=0),
        np.tile(np.arange(len(steps)), len(cells)),
        (flat > 0).astype(np.float64),
        (flat < 0).astype(np.float64),
    )


def spotted(level: Level, kind: Kind, view: View, cells: NDArray[np.intp], dark: bool) -> Edges:
    """The same of one spot in the middle of each of the `cells`, beside a ring about it."""
    turns = np.arange(RING) * 2 * math.pi / RING
    around = np.column_stack([np.cos(turns), np.sin(turns)])
    centres = cells @ plane_of(kind)[:2, :2].T
    places = centres[:, None] + np.concatenate([np.zeros((1, 2)), WITHIN * around, WITHOUT * around])
    points = (view.picture(places.reshape(-1, 2)) + 0.5) / level.scale - 0.5
    seen = values_at(level.lines, points).reshape(len(cells), -1)
    differs = (seen[:, : RING + 1].mean(axis=1) - seen[:, RING + 1 :].mean(axis=1)) * (-1 if dark else 1)
    which = np.zeros(len(cells), np.intp)
    return Edges(cells, which, (differs > 0).astype(np.float64)[:, None], (differs < 0).astype(np.float64)[:, None])


def along_edges(
    level: Level, view: View, centres: Matrix, steps: Matrix, across: NDArray[np.float64], along: NDArray[np.float64]
) -> Values:
    """Values beside the edges of cells (`centres` n×2): n × `steps` × `across` × `along`, the last two in pitches.

    About one edge the view is as good as straight: where its middle lies, and how it runs there, say where its points
    lie.
    """
    turned = np.column_stack([-steps[:, 1], steps[:, 0]])
    middles = (centres[:, None] + steps / 2).reshape(-1, 2)
    sides = [np.tile(NEARBY * one, (len(centres), 1)) for one in (steps, turned)]
    at = (
        view.picture(np.concatenate([middles, *(middles + s for s in sides), *(middles - s for s in sides)])) + 0.5
    ) / level.scale - 0.5
    middle, ahead, left, back, right = at.reshape(5, -1, 2).astype(np.float32)
    step_across, step_along = (ahead - back) / np.float32(2 * NEARBY), (left - right) / np.float32(2 * NEARBY)
    a, b = (
        np.ascontiguousarray(np.broadcast_to(one, (len(across), len(along))).ravel(), np.float32)
        for one in (across[:, None], along)
    )
    x, y = (middle[:, k, None] + step_across[:, k, None] * a + step_along[:, k, None] * b for k in (0, 1))
    return np.concatenate(
        [
            cv2.remap(level.lines, x[k : k + MOST_ROWS], y[k : k + MOST_ROWS], cv2.INTER_LINEAR)
            for k in range(0, len(x), MOST_ROWS)
        ]
    )
