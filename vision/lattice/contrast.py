"""How often edges of cells differ from what lies beside them: lines too faint to be told from the art one by one."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
from vision.lattice.edges import Edges
from vision.lattice.grids import steps_of
from vision.lattice.lines import Level, Values
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

RING, WITHIN, WITHOUT = 8, 0.025, 0.13
"""Points in a ring about a dot, and pitches from its middle to one that lies on it and one that does not."""


def contrasted(level: Level, kind: Kind, view: View, cells: NDArray[np.intp], dark: bool) -> Edges:
    """Of every part of the edges of `cells` (n×2), whether it is darker, or brighter, than what lies on either side.

    `on` is 1 where it is, `beside` where what lies on either side is: of what is no line they are equally often.
    """
    steps, length = steps_of(kind), edge_length(kind) * SHORTER
    along = ((np.arange(PARTS * ALONG) + 0.5) / (PARTS * ALONG) - 0.5) * length
    across = np.array([flank + off for flank in (0.0, *FLANKS) for off in ACROSS])
    centres = cells @ plane_of(kind)[:2, :2].T
    turned = np.column_stack([-steps[:, 1], steps[:, 0]])
    # cells × edges × across × along × 2
    places = (
        centres[:, None, None, None]
        + (steps / 2)[None, :, None, None]
        + steps[None, :, None, None] * across[None, None, :, None, None]
        + turned[None, :, None, None] * along[None, None, None, :, None]
    )
    points = (view.picture(places.reshape(-1, 2)) + 0.5) / level.scale - 0.5
    shape = places.shape[:-1]
    seen = _at(level.lines, points).reshape(*shape[:2], 3, len(ACROSS), PARTS, ALONG).mean(axis=5)
    line = -seen.min(axis=3) if dark else seen.max(axis=3)
    differs = line[:, :, 0] - line[:, :, 1:].mean(axis=2)
    flat = differs.reshape(-1, PARTS)
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
    seen = _at(level.lines, points).reshape(len(cells), -1)
    differs = (seen[:, : RING + 1].mean(axis=1) - seen[:, RING + 1 :].mean(axis=1)) * (-1 if dark else 1)
    which = np.zeros(len(cells), np.intp)
    return Edges(cells, which, (differs > 0).astype(np.float64)[:, None], (differs < 0).astype(np.float64)[:, None])


def _at(values: Values, points: Matrix) -> NDArray[np.float64]:
    """Values (H×W) at points (n×2 px), 0 beyond them."""
    rows = -(-len(points) // 1024)
    padded = np.full((rows * 1024, 2), -9, np.float32)
    padded[: len(points)] = points
    x, y = padded.reshape(rows, 1024, 2).transpose(2, 0, 1)
    seen = cv2.remap(values, np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.INTER_LINEAR)
    return np.asarray(seen.ravel()[: len(points)], np.float64)
