"""A dot in every cell of flat art is no lattice several times as fine, though the mean of such cells shows it too."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.lattice.following import Followed
from vision.lattice.lines import Level
from vision.lattice.result import plane_of
from vision.lattice.several import HEXES_AMONG, widened
from vision.lattice.view import View

Steps = NDArray[np.float64]

WIDTH, HEIGHT = 900, 700
PITCH = 42.0
HEXES: Steps = PITCH * plane_of("hex")[:2, :2]
AMONG = {"every third": 0, "every fourth": 1, "every seventh": 2, "every seventh, turned the other way": 3}


def dotted(steps: Steps) -> Level:
    """Fine detail with a dot at every whole (i, j) of the steps (columns: px), under noise stronger than the dots."""
    sheet = np.zeros((HEIGHT, WIDTH), np.float32)
    every = np.stack(np.meshgrid(np.arange(-60, 60), np.arange(-60, 60)), axis=-1).reshape(-1, 2) @ steps.T
    for x, y in every[((every > 4) & (every < (WIDTH - 4, HEIGHT - 4))).all(axis=1)].tolist():
        cv2.circle(sheet, (round(x * 16), round(y * 16)), 48, 1.0, -1, cv2.LINE_AA, 4)
    noise = np.random.default_rng(5).standard_normal(sheet.shape)
    return Level(np.asarray(sheet + 1.5 * noise, np.float32), 1.0)


def followed(steps: Steps) -> Followed:
    """A lattice that was followed over the whole picture."""
    to_cells = np.eye(3)
    to_cells[:2, :2] = np.linalg.inv(steps)
    x, y = np.meshgrid(np.arange(40, WIDTH, 40), np.arange(40, HEIGHT, 40))
    return Followed(View(to_cells, (WIDTH, HEIGHT)), np.column_stack([x.ravel(), y.ravel()]).astype(np.float64), 80.0)


@pytest.mark.parametrize("among", AMONG.values(), ids=AMONG.keys())
def test_dots_in_some_of_fine_hexes_only_are_those_of_wider_ones(among: int) -> None:
    finer = HEXES @ np.linalg.inv(HEXES_AMONG[among])
    found = widened(dotted(HEXES), followed(finer))
    steps = np.linalg.inv(found.view.to_plane[:2, :2])
    assert abs(np.linalg.det(steps)) == pytest.approx(abs(np.linalg.det(HEXES)))
    assert np.linalg.inv(HEXES) @ steps == pytest.approx(np.round(np.linalg.inv(HEXES) @ steps), abs=1e-6)


def test_hexes_with_a_dot_each_stay_as_they_are() -> None:
    found = followed(HEXES)
    assert widened(dotted(HEXES), found) is found


def test_noise_alone_makes_no_hexes_wider() -> None:
    found = followed(HEXES)
    assert widened(dotted(HEXES * 100), found) is found
