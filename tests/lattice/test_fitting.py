"""A lens is believed to bend a picture where much says so, and not where an arm or a number draws many points alike."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.lattice.fitting import Pull, nearer
from vision.lattice.view import View

SIZE = (1920, 1080)
PITCH_PX = 40.0
STRAIGHT = View(np.diag([1 / PITCH_PX, 1 / PITCH_PX, 1.0]), SIZE)
REACH = 0.2


def points(left: int, top: int, right: int, bottom: int) -> NDArray[np.float64]:
    return np.stack(np.meshgrid(np.arange(left, right, 40.0), np.arange(top, bottom, 40.0)), axis=-1).reshape(-1, 2)


def bend_of(seen: NDArray[np.float64], places: NDArray[np.float64]) -> float:
    """The bend that is made of points (n×2 px) which lie at `places` (n×2 pitches)."""
    view = STRAIGHT
    for _ in range(12):
        at = view.plane(seen)
        axes = np.repeat(np.eye(2), len(seen), axis=0)
        pull = Pull(
            np.tile(seen, (2, 1)), np.tile(at, (2, 1)), axes, (at - places).T.ravel(), np.full(2 * len(seen), 20.0)
        )
        moved = nearer(view, pull, REACH, lens=True, least=10)
        assert moved is not None
        view = moved
    return view.bend


@pytest.mark.parametrize("bend", [-0.09, -0.03, 0.03])
def test_what_a_whole_picture_shows_of_its_lens_is_believed(bend: float) -> None:
    lens = View(STRAIGHT.to_plane, SIZE, bend)
    seen = points(60, 60, 1880, 1040)
    noise = np.random.default_rng(1).normal(0, 0.02, seen.shape)
    assert bend_of(seen, lens.plane(seen) + noise) == pytest.approx(bend, abs=0.01)


@pytest.mark.parametrize("seed", range(5))
def test_what_draws_many_points_of_a_small_board_alike_is_no_lens(seed: int) -> None:
    rng = np.random.default_rng(seed)
    seen = points(660, 340, 1260, 740)
    across = (seen - seen.mean(axis=0)) / 300
    # as numbers do that are printed on one side of the cells, and art that is denser on one side of the board
    alike = 0.04 * np.sin(across @ rng.normal(0, 2, (2, 2)) + rng.uniform(0, 6, 2))
    places = STRAIGHT.plane(seen) + alike + rng.normal(0, 0.02, seen.shape)
    assert abs(bend_of(seen, places)) < 0.03
