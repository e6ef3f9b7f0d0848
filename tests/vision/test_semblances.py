"""A dark newcomer below a hand is a piece where it ends all around, though it was fitted a little too near its foot."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.vision.toytable import model
from vision.bodies import Outline
from vision.claims import Patch
from vision.found import Found
from vision.semblances import EDGED_ALL_ROUND, Semblances

SIDE, RADIUS, LEAN_PX, TOO_LOW_PX = 80, 16, 15.0, 5
BROWN, BLACK = (np.log(np.array(bgr, np.float32)) for bgr in ((50, 70, 100), (25, 28, 32)))
SCALE = model().scale
ROWS, COLUMNS = np.indices((SIDE, SIDE)) - SIDE // 2


def disc(row: float) -> NDArray[np.bool_]:
    return np.asarray(np.hypot(ROWS - row, COLUMNS) < RADIUS)


def edged(plain: float, seen: NDArray[np.float32]) -> float:
    """Part of its outline along which a dark disc ends that was fitted `TOO_LOW_PX` below where it is seen; `plain`:
    its log likelihood for each mm²."""
    none = np.zeros((SIDE, SIDE), np.float32)
    floor = np.tile(BROWN, (SIDE, SIDE, 1))
    patch = Patch((0, 0, SIDE, SIDE), seen, none, none + 1, np.zeros((40, 40, 3), np.float32), floor, none)
    outline = Outline(True, 2 * RADIUS / SCALE)
    thing = Found(
        (SIDE / 2 / SCALE,) * 2, outline, 3.0, plain * outline.area_mm2, {"disc:black": 12.0}, 7.0, 3.0, BLACK,
        1.0, 1.0, (0, 0, SIDE, SIDE), disc(TOO_LOW_PX).astype(np.float32), None, by_hand=True,
    )  # fmt: skip
    pose: Any = SimpleNamespace(lean_mm=lambda at_mm, height_mm: (0.0, -LEAN_PX / SCALE))
    return Semblances(model(), pose, None, {}, lambda cell, found: np.zeros((0, 3))).edged(thing, patch)


def test_a_black_piece_that_was_fitted_too_near_its_foot_ends_all_around() -> None:
    seen = np.where(disc(0)[..., None], BLACK, BROWN).astype(np.float32)
    assert edged(0.39, seen) > EDGED_ALL_ROUND


def test_what_is_seen_too_faintly_for_a_piece_is_looked_at_nowhere_else() -> None:
    seen = np.where(disc(0)[..., None], BLACK, BROWN).astype(np.float32)
    assert edged(0.2, seen) < EDGED_ALL_ROUND


def test_the_soft_shadow_of_a_finger_ends_nowhere() -> None:
    soft = np.clip((2 * RADIUS - np.hypot(ROWS, COLUMNS)) / RADIUS, 0, 1)[..., None]
    assert edged(0.39, (BROWN + soft * (BLACK - BROWN)).astype(np.float32)) < EDGED_ALL_ROUND
