"""Squares of which every second line is printed more strongly are found as they are printed, not two at a time."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

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
BARE_PX = 48


def _bare_squares() -> NDArray[np.uint8]:
    """A sheet of bare squares on a table, straight from above, its sides parallel to the picture's."""
    paper = np.full((960, 1280, 3), (60, 80, 105), np.uint8)
    left, top, right, bottom = 110, 90, 110 + 22 * BARE_PX, 90 + 16 * BARE_PX
    cv2.rectangle(paper, (left - 20, top - 20), (right + 20, bottom + 20), (205, 215, 220), -1)
    for x in range(left, right + 1, BARE_PX):
        cv2.line(paper, (x, top), (x, bottom), (110, 110, 110), 2)
    for y in range(top, bottom + 1, BARE_PX):
        cv2.line(paper, (left, y), (right, y), (110, 110, 110), 2)
    noise = np.random.default_rng(1).normal(0, 3, paper.shape)
    _, packed = cv2.imencode(".jpg", np.clip(paper + noise, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def test_bare_squares_seen_straight_from_above_are_not_halved() -> None:
    lattice = find_lattice(_bare_squares())
    assert lattice is not None
    middle = np.array([(640.0, 480.0), (640.0 + BARE_PX, 480.0), (640.0, 480.0 + BARE_PX)])
    cells = lattice.cells_at(middle)
    assert lattice.confidence > 0.9
    for neighbour in cells[1:]:
        assert np.hypot(*(neighbour - cells[0])) == pytest.approx(1, abs=CLOSE)


def test_squares_whose_lines_are_strong_by_turns_are_found_one_by_one() -> None:
    picture = cv2.imread(str(MAPS / "squares_by_turns.jpg"))
    assert picture is not None
    lattice = find_lattice(np.asarray(picture, np.uint8))
    assert lattice is not None
    cells = lattice.cells_at(CENTRES)
    assert lattice.kind == "square"
    assert np.hypot(*(cells - np.round(cells)).T).max() < CLOSE
    assert np.hypot(*(cells[6] - cells[5])) == pytest.approx(1, abs=2 * CLOSE)
