"""Lattices of cells that lines or seams enclose one by one: outlines of four or six corners, side by side.

A spectrum needs several cells in a row. Where they are large and few are in view the outline of one already says how
the lattice lies about it; its neighbours' middles say so more precisely, and further ones follow.
"""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import KINDS, Kind
from vision.lattice.homography import homography_of, through
from vision.lattice.patches import Matrix
from vision.lattice.result import plane_of
from vision.lattice.view import View

LEAST_PX2, MOST_PART = 120, 0.06
"""Area of a cell in the picture that is looked at, px²; and at most, of the whole picture."""
FULL = 0.8
"""Part of its convex hull that an outline encloses, at least: numbers that touch a line dent it."""
ROUNDED = 0.035
"""Part of the way around by which corners may be cut."""
CORNERS: dict[Kind, int] = {"hex": 6, "square": 4}
REGULAR = 0.2
"""Part of a cell's size by which its corners may be off those of a regular one seen from afar."""
FLATTEST = 3.0
"""Ratio of the sides of the box around a cell, at most."""
OUTLINES = 1500
"""Outlines that are looked at, the largest first."""
STARTS = 24
"""Cells from which a lattice is followed, at most."""
REST = 0.5
"""Cells that must be left for another lattice to be followed, as part of those of the largest that was found."""
NEAR = 0.2
"""Pitches within which a middle lies where one is expected."""
ALIKE = 2.0
"""Times that a neighbour may be as large."""
ROUNDS = 12
WITHIN_LINES = 0.96
"""Size of an outline beside its cell: half of the line lies within."""
LEAST: dict[Kind, int] = {"hex": 5, "square": 7}
"""Cells that must lie side by side: of rectangles there are many."""
LARGE_PX = 70.0
"""Root of the area of a hex, px, from which it need not have a neighbour: of large ones pieces hide most, and outlines
of six such corners are rare."""


class Outlines(msgspec.Struct, frozen=True):
    """Enclosed cells: their `middles` n×2 px of the picture, `sides` n (root of the area, px), `corners` n×k×2 px."""

    middles: Matrix
    sides: NDArray[np.float64]
    corners: Matrix


class Arranged(msgspec.Struct, frozen=True):
    """Cells that lie side by side as in a lattice, whose middles `seen` (n×2 px) are at whole cells of the `view`."""

    kind: Kind
    view: View
    seen: Matrix


def outlines(walls: NDArray[np.bool_], scale: float) -> dict[Kind, Outlines]:
    """The cells with straight edges that `walls` (H×W, of a picture reduced `scale` times) enclose."""
    height, width = walls.shape
    free = np.where(walls, 0, 1).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(free, connectivity=4)
    left, top, wide, high, area = stats.T
    inside = (left > 0) & (top > 0) & (left + wide < width) & (top + high < height)
    usable = inside & (area > LEAST_PX2) & (area < MOST_PART * width * height)
    usable &= (wide < FLATTEST * high) & (high < FLATTEST * wide)
    usable[0] = False
    if usable.sum() > OUTLINES:
        usable &= area >= np.sort(area[usable])[-OUTLINES]
    cut: dict[Kind, list[NDArray[np.int32]]] = {kind: [] for kind in KINDS}
    around, _ = cv2.findContours(usable[labels].astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for one in around:
        hull = cv2.convexHull(one)
        if cv2.contourArea(one) < max(FULL * cv2.contourArea(hull), LEAST_PX2):
            continue
        corners = cv2.approxPolyDP(hull, ROUNDED * cv2.arcLength(hull, True), True)[:, 0]
        for kind, count in CORNERS.items():
            if len(corners) == count:
                cut[kind].append(np.asarray(corners, np.int32))
    found: dict[Kind, Outlines] = {}
    for kind, some in cut.items():
        every = np.array(some, np.float64).reshape(-1, CORNERS[kind], 2)
        found[kind] = _outlines((every[_regular(kind, every)] + 0.5) * scale - 0.5)
    return found


def _outlines(corners: Matrix) -> Outlines:
    x, y = corners[..., 0], corners[..., 1]
    area = np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2
    return Outlines(corners.mean(axis=1), np.sqrt(area), corners)


def _regular(kind: Kind, corners: Matrix) -> NDArray[np.bool_]:
    """Which corners (n×k×2) are about those of a regular cell drawn out in some direction."""
    middle = corners.mean(axis=1, keepdims=True)
    size = _length(corners - middle).mean(axis=1)
    off = _length(corners + np.roll(corners, corners.shape[1] // 2, axis=1) - 2 * middle).max(axis=1) / 2
    if kind == "hex":
        drawn = corners + np.roll(corners, -2, axis=1) - np.roll(corners, -1, axis=1) - middle
        off = np.maximum(off, _length(drawn).max(axis=1))
    return np.asarray(off < REGULAR * size, np.bool_)


def _length(vectors: Matrix) -> NDArray[np.float64]:
    return np.asarray(np.hypot(vectors[..., 0], vectors[..., 1]), np.float64)


def arrangements(kind: Kind, some: Outlines, size: tuple[int, int]) -> list[Arranged]:
    """Lattices in which enclosed cells of a picture of `size` lie, that of most cells first."""
    found: list[Arranged] = []
    left = np.ones(len(some.middles), np.bool_)
    order = np.linspace(0, len(left) - 1, min(STARTS, len(left))).astype(np.intp)
    most = 0
    for start in order:
        if left.sum() < REST * most:
            break
        if not left[start]:
            continue
        to_cells, used = _followed(kind, some, int(start))
        left[used] = False
        most = max(most, len(used))
        if len(used) >= LEAST[kind] or (kind == "hex" and some.sides[start] > LARGE_PX):
            to_plane = plane_of(kind) @ to_cells
            found.append(Arranged(kind, View(to_plane / to_plane[2, 2], size), some.middles[used]))
    return sorted(found, key=lambda one: -len(one.seen))


def _followed(kind: Kind, some: Outlines, start: int) -> tuple[Matrix, NDArray[np.intp]]:
    """Px → (i, j) of the lattice about one cell, and which cells lie in it, side by side."""
    to_cells, used = _about(some.corners[start]), np.array([start])
    cells = np.zeros((1, 2), np.intp)
    alike = (some.sides < ALIKE * some.sides[start]) & (some.sides * ALIKE > some.sides[start])
    for _ in range(ROUNDS):
        at = through(to_cells, some.middles)
        whole = np.round(at)
        near = alike & (np.hypot(*((at - whole) @ plane_of(kind)[:2, :2].T).T) < NEAR)
        chosen = np.flatnonzero(near)
        beside = np.abs(whole[chosen][:, None] - cells[None]).max(axis=2).min(axis=1) <= 1
        chosen = chosen[beside]
        _, first = np.unique(whole[chosen], axis=0, return_index=True)
        chosen = chosen[first]
        if len(chosen) < 3 or (len(chosen) == len(used) and (np.sort(chosen) == np.sort(used)).all()):
            break
        used, cells = chosen, whole[chosen].astype(np.intp)
        to_cells = _fitted(kind, some, used, cells, to_cells)
    return to_cells, used


def _about(corners: Matrix) -> Matrix:
    """Px → (i, j) about one cell, from its corners: neighbours lie twice as far as the middles of its edges."""
    middle = corners.mean(axis=0)
    first, second = (corners[k] + corners[k + 1] - 2 * middle for k in (0, 1))
    steps = np.column_stack([first, second])
    to_cells = np.eye(3)
    to_cells[:2, :2] = np.linalg.inv(steps)
    to_cells[:2, 2] = -to_cells[:2, :2] @ middle
    return to_cells


def _fitted(kind: Kind, some: Outlines, used: NDArray[np.intp], cells: NDArray[np.intp], to_cells: Matrix) -> Matrix:
    """Px → (i, j) of the lattice in which outlines are those of `cells`, corners and all; `to_cells` says so about."""
    plane = plane_of(kind)
    centres = cells @ plane[:2, :2].T
    corners = some.corners[used]
    off = through(plane @ to_cells, corners.reshape(-1, 2)).reshape(corners.shape) - centres[:, None]
    ideal = _corners(kind)
    nearest = np.hypot(*(off[:, :, None] - ideal).transpose(3, 0, 1, 2)).argmin(axis=2)
    aim = centres[:, None] + WITHIN_LINES * ideal[nearest]
    seen = np.concatenate([some.middles[used], corners.reshape(-1, 2)])
    matrix = homography_of(seen, np.concatenate([centres, aim.reshape(-1, 2)]), np.ones(len(seen)))
    return np.asarray(np.linalg.inv(plane) @ matrix)


def _corners(kind: Kind) -> Matrix:
    """The corners of a cell about its middle, in pitches."""
    if kind == "square":
        return np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    turns = (np.arange(6) + 0.5) * math.pi / 3
    return np.column_stack([np.cos(turns), np.sin(turns)]) / math.sqrt(3)
