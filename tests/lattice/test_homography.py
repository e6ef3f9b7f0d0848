"""The one homography that is told of a picture bent by a lens leaves no cell farther off than need be."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.lattice.grids import in_picture
from vision.lattice.homography import even_homography_of, homography_of, through
from vision.lattice.patches import Matrix
from vision.lattice.result import plane_of
from vision.lattice.view import View

SIZE, PITCH = (960, 540), 30.0


@pytest.mark.parametrize("bend", [-0.2, -0.08, 0.06])
def test_the_farthest_cell_is_nearer_than_by_least_squares(bend: float) -> None:
    turned, tilted = 0.7, 4e-4
    c, s = math.cos(turned), math.sin(turned)
    onto = np.array([[PITCH * c, -PITCH * s, 480], [PITCH * s, PITCH * c, 270], [tilted * PITCH, 0, 1]])
    view = View(np.linalg.inv(onto) / np.linalg.inv(onto)[2, 2], SIZE, bend)
    seen = view.picture(in_picture("hex", view, 1.0) @ plane_of("hex")[:2, :2].T)
    truth = view.plane(seen)

    def farthest(matrix: Matrix) -> float:
        return float(np.hypot(*(through(matrix, seen) - truth).T).max())

    even = farthest(even_homography_of(seen, truth))
    assert even < 0.6 * farthest(homography_of(seen, truth, np.ones(len(seen))))
