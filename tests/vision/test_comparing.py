"""How alike prints and what is seen of a tile are."""

from __future__ import annotations

import numpy as np
import pytest

from vision.designs.comparing import correlation

PRINTS = np.array([[1, -1, 1, -1], [1, 1, -1, -1]], np.float32) / 2
"""Two prints of four points, of mean 0 and length 1."""


def alike(seen: list[list[float]], weights: list[list[float]]) -> list[list[float]]:
    shown = np.array(weights, np.float32)
    return correlation(PRINTS, np.array(seen, np.float32), shown, shown.sum(axis=1)).tolist()


def test_a_face_is_like_its_own_print_and_not_like_another() -> None:
    ((own,), (other,)) = alike([[3, 1, 3, 1]], [[1, 1, 1, 1]])
    assert own == pytest.approx(1, abs=0.01)
    assert other == pytest.approx(0, abs=0.01)


def test_where_nothing_of_a_face_is_seen_it_is_like_no_print() -> None:
    with np.errstate(all="raise"):
        own, other = alike([[3, 1, 3, 1], [3, 1, 3, 1]], [[1, 1, 1, 1], [0, 0, 0, 0]])
    assert own[1] == other[1] == 0
    assert own[0] > 0.9
