"""A board whose corners are known, as it looks from above: no tilt is left to be found out; and back again."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.candidates import seen_px
from vision.lattice.edges import Fit
from vision.lattice.fitting import Pull, nearer
from vision.lattice.homography import through
from vision.lattice.lines import Values
from vision.lattice.patches import Matrix
from vision.lattice.result import plane_of
from vision.lattice.view import View

OUTSIDE = 0.06
"""Part of the board that is shown beyond each corner."""
FOCAL = (0.45, 6.0)
USUAL_FOCAL = 0.8
"""Focal lengths that four corners may tell, in widths of the picture; and the one that phones have, where the board
lies straight before the camera, for then they tell none."""
LONGEST, SHORTEST = 1920, 200
"""Px of the longer side of the board as it is shown, at most and at least."""
ROUNDS, REACH, LEAST_PULLS = 4, 0.3, 60
"""Rounds in which a view is laid where cells lie; pitches beyond which a cell pulls less; and coordinates of cells,
two of each, of which fewer say nothing of the lens."""


def flattened(image: Values | NDArray[np.uint8], corners: Matrix) -> tuple[Values, Matrix]:
    """The board between `corners` (4×2 px, in order around it) from above, and 3×3 px of `image` → px of that."""
    wide, high = _sides(corners, (image.shape[1], image.shape[0]))
    inset = np.array([(0, 0), (wide, 0), (wide, high), (0, high)]) + OUTSIDE * max(wide, high)
    onto = cv2.getPerspectiveTransform(corners.astype(np.float32), inset.astype(np.float32))
    size = (round(wide + 2 * OUTSIDE * max(wide, high)), round(high + 2 * OUTSIDE * max(wide, high)))
    flat = cv2.warpPerspective(image, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.float32), np.asarray(onto, np.float64)


def seen_from(fit: Fit, onto: Matrix, size: tuple[int, int]) -> View:
    """How a picture of `size` sees the cells of a fit, which was seen in what `onto` (3×3 px) makes of that picture.

    A lens bends the picture about its own middle, and what was made of it about some other place: so the view is laid
    where the cells that are seen lie, lens and all.
    """
    places = fit.seen @ plane_of(fit.kind)[:2, :2].T
    points = through(np.asarray(np.linalg.inv(onto)), seen_px(fit))
    matrix = fit.view.to_plane @ onto
    view = View(np.asarray(matrix / matrix[2, 2]), size)
    both, along = np.tile(points, (2, 1)), np.repeat(np.eye(2), len(points), axis=0)
    for _ in range(ROUNDS):
        lies = view.plane(points)
        pull = Pull(both, np.tile(lies, (2, 1)), along, (lies - places).T.ravel(), np.ones(len(both)))
        view = nearer(view, pull, REACH, lens=True, least=LEAST_PULLS) or view
    return view


def _sides(corners: Matrix, size: tuple[int, int]) -> tuple[float, float]:
    """Width and height, px, of the board as it is shown: its proportions as the camera tells them."""
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(square, corners.astype(np.float32)), np.float64)
    middle = np.array([[1, 0, -size[0] / 2], [0, 1, -size[1] / 2], [0, 0, 1]])
    across, down = (middle @ matrix)[:, 0], (middle @ matrix)[:, 1]
    fall = float(across[2] * down[2])
    focal = math.sqrt(max(0.0, -float(across[:2] @ down[:2]) / fall)) / max(size) if abs(fall) > 1e-12 else 0.0
    if not FOCAL[0] <= focal <= FOCAL[1]:
        focal = USUAL_FOCAL
    scale = np.array([1, 1, focal * max(size)])
    ratio = float(np.linalg.norm(across * scale) / max(1e-9, float(np.linalg.norm(down * scale))))
    ratio = min(max(ratio, 0.1), 10.0)
    sides = np.hypot(*(corners - np.roll(corners, -1, axis=0)).T)
    longest = min(max(float(sides.max()), SHORTEST), LONGEST)
    return (longest, longest / ratio) if ratio > 1 else (longest * ratio, longest)
