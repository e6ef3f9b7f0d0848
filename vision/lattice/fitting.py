"""Moves a view so that a lattice lies nearer to what pulls at it, lens and all."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.patches import Matrix
from vision.lattice.view import View

STIFF_TILT, STIFF_BEND = 0.1, 2.0
"""What holds the tilt and the bend where little speaks: points at one pitch from the middle of all, off by a pitch."""
USUAL_BEND, ALIKE = 0.05, 30
"""Bend that a lens usually has, and how many points are off alike: what is printed in a part of a small board, or an
arm upon it, draws many at once, and was taken for a bend of −0.12 in pictures without any."""
MOST_BEND = 0.35
SLIGHTLY = 1e-3


class Pull(msgspec.Struct, frozen=True):
    """Points (n×2 px) that lie at `places` (n×2) of the plane, `past` (n) too far in the unit `directions` (n×2)."""

    points: Matrix
    places: Matrix
    directions: Matrix
    past: NDArray[np.float64]
    weight: NDArray[np.float64]


def nearer(view: View, pull: Pull, reach: float, lens: bool, least: int) -> View | None:
    """The view with which the lattice lies nearer to what pulls, by least squares; what lies beyond `reach` pulls less.

    The bend of the `lens` is asked about, or left as it is. None where fewer than
    `least` pull.
    """
    if len(pull.past) < least:
        return None
    steps, past, places = pull.directions, pull.past, pull.places
    weight = pull.weight / (1 + (past / reach) ** 2) ** 2
    middle = np.average(places, axis=0, weights=weight)
    x, y = (places - middle).T
    spread = float(np.sqrt(np.average(x * x + y * y, weights=weight))) + 1e-6
    x, y = x / spread, y / spread
    across, down = steps.T
    ahead = across * x + down * y
    columns = [across * x, across * y, across, down * x, down * y, down]
    columns += [-ahead * x, -ahead * y]
    if lens:
        slightly = msgspec.structs.replace(view, bend=view.bend + SLIGHTLY)
        by_x, by_y = (slightly.plane(pull.points) - places).T
        columns.append((across * by_x + down * by_y) / (SLIGHTLY * spread))
    matrix = np.stack(columns)
    weighed = matrix * weight
    normal = weighed @ matrix.T
    stiff = max(STIFF_BEND, ALIKE * float(np.mean(weight * past**2)) / USUAL_BEND**2)
    hold = np.array([0.0] * 6 + [STIFF_TILT] * 2 + ([stiff] if lens else [])) / spread**2
    aim = weighed @ (-past / spread)
    if lens:
        aim[8] -= hold[8] * view.bend
    try:
        found = np.linalg.solve(normal + np.diag(hold + 1e-9 * weight.sum()), aim)
    except np.linalg.LinAlgError:
        return None
    a, b, c, d, e, f, g, h = found[:8]
    change = np.array([[1 + a, b, c], [d, 1 + e, f], [g, h, 1.0]])
    whole = np.array([[spread, 0, middle[0]], [0, spread, middle[1]], [0, 0, 1]])
    matrix = whole @ change @ np.linalg.inv(whole) @ view.to_plane
    bend = float(np.clip(view.bend + found[8], -MOST_BEND, MOST_BEND)) if lens else view.bend
    if not np.isfinite(matrix).all() or abs(matrix[2, 2]) < 1e-9:
        return None
    return View(matrix / matrix[2, 2], view.size, bend)
