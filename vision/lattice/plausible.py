"""Whether a homography is one that a camera makes of a flat regular lattice."""

from __future__ import annotations

import math

import numpy as np

from vision.lattice.patches import Matrix

FOCAL_LENGTHS = np.geomspace(0.45, 6.0, 22)
"""Focal lengths that cameras (and cut-out pictures) have, in widths of the picture."""


def squash(homography: Matrix, size: tuple[int, int]) -> float:
    """How much the plane must be stretched for a camera to see it so: 1 not at all, 1.73 for squares taken for hexes.

    `homography` takes plane coordinates to px of a picture of `size` (width, height); its middle is the camera's axis.
    """
    least = math.inf
    for share in FOCAL_LENGTHS:
        focal = share * max(size)
        rays = np.array([[1 / focal, 0, -size[0] / 2 / focal], [0, 1 / focal, -size[1] / 2 / focal], [0, 0, 1]])
        plane = (rays @ homography)[:, :2]
        low, high = np.linalg.eigvalsh(plane.T @ plane)
        least = min(least, math.sqrt(max(high, 1e-300) / max(low, 1e-300)))
    return least
