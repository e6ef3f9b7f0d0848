"""The printed lattice as a witness to where a board lies: how far it is seen from where it was said to be."""

from __future__ import annotations

import math
from typing import Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import Kind
from vision.lattice.edges import Fit
from vision.lattice.grids import nearest_cells
from vision.lattice.homography import homography_of, through
from vision.lattice.naming import moved_views
from vision.lattice.outlines import fitted
from vision.lattice.patches import Matrix
from vision.lattice.result import plane_of
from vision.lattice.ridges import Ridges, ridges
from vision.lattice.view import View

FINE_PX = 24.0
"""Px per cell of the reduced picture in which lines are looked for, at least (at most twice as many)."""
LIKE_PITCH = 0.06
"""Part of the pitch by which the distance of neighbours may differ from it."""
LEAST_CELLS = 12
SOME_CELLS = 200
"""Cells of a board whose neighbours are looked at for its kind."""
LEAST_SUPPORT = 0.14
"""Part of all edges, beyond chance, from which a lattice counts as seen."""
LEAST_SEEN = 0.12
"""Part of the board's cells in the picture about which edges must be seen."""
LIKELIER = 1.3
"""A lattice beside the one that was foretold must be so much clearer than it."""


class Testimony(msgspec.Struct, frozen=True):
    """What the print says of a foretold homography.

    `off` and `worst` are how far the cells' centres lie from where they were foretold, in pitches (median, greatest;
    whole cells cannot be told: the lattice repeats). `to_picture` takes board mm to where the lattice is seen, px.
    `seen` is the part of the board's cells in the picture whose edges are seen, `support` the part of edges, 0…1.
    """

    kind: Kind
    off: float
    worst: float
    to_picture: Matrix
    seen: float
    support: float


def witness(grey: NDArray[np.uint8], to_picture: Matrix, centres_mm: Matrix, pitch_mm: float) -> Testimony | None:
    """Where the lattice of a board is seen in a grey picture (H×W), near where `to_picture` (board mm → px) says.

    `centres_mm` (n×2) are the centres of the board's cells, neighbours `pitch_mm` apart. None where too little of a
    lattice is seen to tell, and for boards that have none (rings, streets).
    """
    plane = plane_of_board(centres_mm, pitch_mm)
    if plane is None:
        return None
    kind, onto = plane
    size = grey.shape[1], grey.shape[0]
    there = through(to_picture, centres_mm)
    inside = ((there >= 0) & (there < size)).all(axis=1)
    if inside.sum() < LEAST_CELLS:
        return None
    centres, there = centres_mm[inside], there[inside]
    matrix = onto @ np.linalg.inv(to_picture)
    view = View(matrix / matrix[2, 2], size)
    lines = _lines(grey, float(np.median(view.pitch_px(there))))
    cells = {tuple(cell) for cell in nearest_cells(kind, through(onto, centres)).tolist()}
    lines = lines.only(_on_board(kind, view, lines, cells))
    best: Fit | None = None
    for dark in (True, False):
        some = lines.only(lines.dark == dark)
        for moved in [view, *moved_views(kind, view, some)]:
            fit = fitted(kind, moved, some, there, dark)
            if fit is not None and (best is None or fit.support > best.support * LIKELIER):
                best = fit
    if best is None or best.support < LEAST_SUPPORT:
        return None
    seen = np.array([tuple(cell) in cells for cell in best.seen.tolist()], np.bool_)
    share = float(seen.sum()) / len(cells)
    if share < LEAST_SEEN:
        return None
    places = through(onto, centres)
    moved_by = best.view.plane(there) - places
    whole = nearest_cells(kind, np.median(moved_by, axis=0)[None]) @ plane_of(kind)[:2, :2].T
    off = np.hypot(*(moved_by - whole).T)
    found = homography_of(centres, best.view.picture(places + whole), np.ones(len(centres)))
    return Testimony(kind, float(np.median(off)), float(off.max()), found, min(share, 1.0), best.support)


def plane_of_board(centres_mm: Matrix, pitch_mm: float) -> tuple[Kind, Matrix] | None:
    """The kind of a board's lattice, and its mm → plane (pitch 1, a cell at 0, 0); None where it has none."""
    if len(centres_mm) < LEAST_CELLS:
        return None
    some = centres_mm[:: -(-len(centres_mm) // SOME_CELLS)]
    apart = centres_mm[None] - some[:, None]
    steps = apart[np.abs(np.hypot(apart[..., 0], apart[..., 1]) / pitch_mm - 1) < LIKE_PITCH]
    if len(steps) < 2 * len(some):
        return None
    turns = np.arctan2(steps[:, 1], steps[:, 0])
    fits: list[tuple[float, Kind, float]] = []
    kinds: tuple[tuple[Kind, Literal[4, 6]], ...] = (("hex", 6), ("square", 4))
    for kind, fold in kinds:
        mean = np.exp(1j * fold * turns).mean()
        fits.append((float(abs(mean)), kind, float(np.angle(mean)) / fold))
    agreement, kind, turn = max(fits)
    if agreement < 0.9:
        return None
    c, s = math.cos(turn), math.sin(turn)
    first = centres_mm[0]
    onto = np.array([[c, s, 0], [-s, c, 0], [0, 0, pitch_mm]]) / pitch_mm
    return kind, np.asarray(onto @ np.array([[1, 0, -first[0]], [0, 1, -first[1]], [0, 0, 1.0]]))


def _lines(grey: NDArray[np.uint8], pitch_px: float) -> Ridges:
    scale, reduced = 1, np.asarray(grey, np.float32)
    while pitch_px / scale >= 2 * FINE_PX and min(reduced.shape) > 64:
        reduced = np.asarray(cv2.resize(reduced, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
        scale *= 2
    return ridges(reduced, float(scale))


def _on_board(kind: Kind, view: View, lines: Ridges, cells: set[tuple[int, ...]]) -> NDArray[np.bool_]:
    """Which points lie in cells of the board."""
    at = nearest_cells(kind, view.plane(lines.points))
    listed = np.array(sorted(cells), np.int64)
    keys = listed[:, 0] * 100_003 + listed[:, 1]
    return np.isin(at[:, 0].astype(np.int64) * 100_003 + at[:, 1], keys)
