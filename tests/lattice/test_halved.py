"""Squares of which every second line is printed more strongly are found as they are printed, not two at a time."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.lattice import find_lattice

MAPS = Path(__file__).parent.parent / "path_traced_maps"
CLOSE = 0.10
CENTRES = np.array(
    [
        (1199.3, 94.5),
        (609.2, 126.0),
        (1359.5, 872.7),
        (557.5, 922.7),
        (1270.7, 441.1),
        (906.9, 461.7),
        (909.0, 496.1),
    ]
)
"""Where in the picture some squares lie that are seen there, px: at the corners, in between, and two neighbours."""


def test_squares_whose_lines_are_strong_by_turns_are_found_one_by_one() -> None:
    picture = cv2.imread(str(MAPS / "squares_by_turns.jpg"))
    assert picture is not None
    lattice = find_lattice(np.asarray(picture, np.uint8))
    assert lattice is not None
    cells = lattice.cells_at(CENTRES)
    assert lattice.kind == "square"
    assert np.hypot(*(cells - np.round(cells)).T).max() < CLOSE
    assert np.hypot(*(cells[6] - cells[5])) == pytest.approx(1, abs=2 * CLOSE)
