"""Light is measured on the board and not on what lies there, whether anybody knows of that yet or not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.light import Tone, tiled, usual_change

TILES, SIDE_PX = (6, 4), 12
"""Columns and rows of tiles, and the side of each."""
WARMER = np.array([-0.10, 0.02, 0.05], np.float32)
"""How the light changed (BGR tones)."""
YELLOW = np.array([3.2, 5.2, 5.5], np.float32)


def board() -> Tone:
    """Tones of a board with some print on it."""
    columns, rows = TILES
    floor = np.full((rows * SIDE_PX, columns * SIDE_PX, 3), 4.8, np.float32)
    floor[::5] -= 0.4
    return floor


def with_a_disc(seen: Tone, radius_px: float) -> Tone:
    """`seen` with a yellow disc around the middle of the second tile of the second row."""
    middle = 1.5 * SIDE_PX
    y, x = np.indices(seen.shape[:2])
    return np.where((np.hypot(x - middle, y - middle) < radius_px)[..., None], YELLOW, seen)


def change(radius_px: float) -> NDArray[np.float32]:
    floor = board()
    return usual_change(floor, with_a_disc(floor + WARMER, radius_px), TILES)


def test_what_the_light_did_is_told_everywhere_on_a_bare_board() -> None:
    assert change(0) == pytest.approx(np.broadcast_to(WARMER, (4, 6, 3)), abs=1e-5)


def test_a_disc_that_takes_a_fifth_of_a_tile_does_not_make_its_light_yellow() -> None:
    told = change(0.25 * SIDE_PX)
    assert told[1, 1] == pytest.approx(WARMER, abs=0.01)
    mean = tiled(with_a_disc(board() + WARMER, 0.25 * SIDE_PX) - board(), TILES)
    assert mean[1, 1, 0] < WARMER[0] - 0.2
