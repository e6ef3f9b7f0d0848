"""Whether a homography is one that a camera makes of a flat regular lattice."""

from __future__ import annotations

import numpy as np

from vision.lattice.patches import Matrix

FOCAL_LENGTHS = np.geomspace(0.45, 6.0, 22)
"""Focal lengths that cameras (and cut-out pictures) have, in widths of the picture."""

LEAST = 1e-12
"""Part of the longest of a flat lattice's steps that its shortest counts at least: seen from the side it has none."""


def squash(homography: Matrix, size: tuple[int, int]) -> float:
    """How much the plane must be stretched for a camera to see it so: 1 not at all, 1.73 for squares taken for hexes.

    `homography` takes plane coordinates to px of a picture of `size` (width, height); its middle is the camera's axis.
    """
    focal = FOCAL_LENGTHS * max(size)
    depth = homography[2, :2]
    plane = homography[:2, :2] - np.outer([size[0] / 2, size[1] / 2], depth)
    # the plane's steps as the camera's rays, one column each; their lengths and angle at every focal length
    first, second = ((plane[:, k] @ plane[:, k]) / focal**2 + depth[k] ** 2 for k in (0, 1))
    product = (plane[:, 0] @ plane[:, 1]) / focal**2 + depth[0] * depth[1]
    middle, apart = (first + second) / 2, np.sqrt(((first - second) / 2) ** 2 + product**2)
    low = np.maximum(middle - apart, LEAST * middle + 1e-300)
    return float(np.sqrt((middle + apart) / low).min())
