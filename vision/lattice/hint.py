"""What a person who points at the board's corners tells the search: which board is meant, and how it is tilted."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.grids import Grid, nearest_cells
from vision.lattice.patches import Matrix
from vision.lattice.result import Lattice

ASKED, MOSTLY = 20, 0.5
"""Places across and down a board that are asked, and the part of them where its lattice must be seen."""


class BadHint(ValueError):
    """The four points are no corners of a board; the message says why."""


def corners_of(points: Matrix, size: tuple[int, int]) -> NDArray[np.float64]:
    """Four points (4×2 px) in any order as the corners of a convex board, in order around it.

    Raises `BadHint` where they enclose too little of a picture of `size`, or one lies within the other three.
    """
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise BadHint("a hint is four points, x and y px each")
    around = cv2.convexHull(points.astype(np.float32))[:, 0]
    if len(around) != 4:
        raise BadHint("a hint is the board's four corners, but one of these points lies between the others")
    if cv2.contourArea(around) < 0.002 * size[0] * size[1]:
        raise BadHint("these four points enclose less than a five hundredth of the picture")
    return around.astype(np.float64)


def pointed_at(lattice: Lattice, corners: Matrix) -> bool:
    """Whether a lattice is seen on most of the board between `corners` (4×2 px, in order around it)."""
    across = (np.arange(ASKED) + 0.5) / ASKED
    x, y = (one.ravel()[:, None] for one in np.meshgrid(across, across))
    a, b, c, d = corners
    places = (1 - y) * ((1 - x) * a + x * b) + y * ((1 - x) * d + x * c)
    places = places[((places >= 0) & (places < lattice.view.size)).all(axis=1)]
    if not len(places):
        return False
    seen, at = (nearest_cells(lattice.kind, lattice.view.plane(one)) for one in (lattice.seen, places))
    return bool(Grid(seen).has(at).sum() >= MOSTLY * len(places))
