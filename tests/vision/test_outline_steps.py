"""A piece of which the outline is seen as it was, half below a hand or in its shade."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.deviation import differing
from vision.light import Tone
from vision.outline_steps import told_by_outline

SIDE, SIZE = 60, 16
RED, SAND, SKIN, BROWN = (
    np.log(np.array(bgr, np.float32)) for bgr in ((30, 30, 170), (120, 150, 170), (60, 80, 110), (40, 50, 70))
)
FAR = np.hypot(*(np.indices((SIDE, SIDE)) - SIDE / 2 + 0.5))
DISC = FAR < SIZE / 2
RIGHT = np.indices((SIDE, SIDE))[1] > SIDE / 2 + 1
"""Where a hand covers the board, but for a half of the piece."""
NOTHING = np.zeros((SIDE, SIDE), np.bool_)
SHADE = np.float32(-0.8)


def painted(*layers: tuple[NDArray[np.bool_], Tone]) -> Tone:
    """Sand with what lies on it, the last on top, in a camera's noise."""
    tones = np.tile(SAND, (SIDE, SIDE, 1)) + np.random.default_rng(1).normal(0, 0.02, (SIDE, SIDE, 3))
    for where, tone in layers:
        tones[where] = tone
    return tones.astype(np.float32)


def stands_still(now: Tone, others: NDArray[np.bool_] = NOTHING, then: Tone | None = None) -> bool:
    view: Any = SimpleNamespace(rect=(0, 0, SIDE, SIDE), plain=now, gain=np.full_like(now, 0.5))
    before = painted((DISC, RED)) if then is None else then
    return told_by_outline(DISC, others, view.rect, view, before, painted()).stands_still


@pytest.mark.parametrize("shade", [0.0, -0.8])
def test_a_red_piece_half_below_a_hand_stands_there_in_its_shade_too(shade: float) -> None:
    dark = np.float32(shade)
    assert stands_still(painted((~NOTHING, SAND + dark), (DISC, RED + dark), (RIGHT, SKIN)))


def test_a_piece_of_which_most_lies_below_a_hand_as_sandy_as_its_floor_stands_there() -> None:
    sandy = SAND + np.float32(0.1)
    assert stands_still(painted((DISC, RED), (np.roll(RIGHT, -1, axis=1), sandy)))


def test_a_piece_stands_there_where_half_of_it_lies_in_an_arms_shadow() -> None:
    now = painted((DISC, RED))
    now[RIGHT] += SHADE
    assert stands_still(now)


def test_a_piece_that_a_hand_took_is_not_seen_below_it() -> None:
    assert not stands_still(painted((RIGHT, SKIN)))


def test_a_piece_that_a_hand_took_does_not_stand_in_its_shade() -> None:
    assert not stands_still(painted() + SHADE)


def test_a_piece_of_which_nothing_sticks_out_is_not_seen() -> None:
    assert not stands_still(painted((DISC | RIGHT, SKIN)))


def test_what_is_red_beyond_the_piece_as_well_is_another_thing() -> None:
    assert not stands_still(painted((FAR < SIZE, RED)))


def test_another_piece_in_its_place_is_not_taken_for_it() -> None:
    assert not stands_still(painted((DISC, BROWN)))


def test_an_outline_along_which_others_lie_tells_nothing() -> None:
    assert not stands_still(painted((DISC, RED)), others=FAR < SIZE)


def test_a_piece_whose_own_shadow_an_arm_took_away_stands_there_still() -> None:
    shadow = np.roll(DISC, (4, 4), (0, 1)) & ~DISC
    before = painted((shadow, SAND + SHADE), (DISC, RED))
    assert stands_still(painted((DISC, RED)) + SHADE, then=before)


def test_a_white_piece_on_pale_ground_differs_from_it_at_its_dark_side_alone() -> None:
    side = (FAR > SIZE / 2 - 4) & DISC & ~RIGHT
    unlike = differing(painted((DISC, SAND + np.float32(0.05)), (side, BROWN)), painted())
    assert unlike[side].mean() > 0.8
    assert not unlike[np.roll(RIGHT, 5, axis=1) & RIGHT].any()
