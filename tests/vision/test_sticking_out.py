"""What sticks out from below a hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.bodies import Outline
from vision.found import Found
from vision.light import Tone
from vision.spots import COARSE
from vision.sticking_out import sticks_out

SIDE, SIZE = 60, 16
RED, SAND, SKIN = (np.log(np.array(bgr, np.float32)) for bgr in ((30, 30, 170), (120, 150, 170), (60, 80, 110)))
DISC = np.hypot(*(np.indices((SIDE, SIDE)) - SIDE / 2 + 0.5)) < SIZE / 2
RIGHT = np.indices((SIDE, SIDE))[1] > SIDE / 2 + 1
"""Where a hand covers the board, but for a strip of the piece."""


def piece() -> Found:
    fine = np.repeat(np.repeat(DISC, COARSE, axis=0), COARSE, axis=1).astype(np.float32)
    return Found(
        face_mm=(30.0, 30.0), outline=Outline(True, float(SIZE)), height_mm=4.0, score=12.0, looks={"disc:red": 12.0},
        unknown=0.0, known=5.0, tone=RED.astype(np.float64), visible=1.0, shown=1.0,
        rect=(0, 0, COARSE * SIDE, COARSE * SIDE), silhouette=fine, density=None,
    )  # fmt: skip


def painted(*layers: tuple[NDArray[np.bool_], Tone]) -> Tone:
    """Sand with what lies on it, the last on top, in a camera's noise."""
    tones = np.tile(SAND, (SIDE, SIDE, 1)) + np.random.default_rng(1).normal(0, 0.02, (SIDE, SIDE, 3))
    for where, tone in layers:
        tones[where] = tone
    return tones.astype(np.float32)


def told(now: Tone) -> bool:
    hand = RIGHT | DISC  # what sticks out hangs together with the hand
    view: Any = SimpleNamespace(
        rect=(0, 0, SIDE, SIDE), plain=now, gain=np.zeros_like(now), cover=SimpleNamespace(mask=hand)
    )
    return sticks_out(piece(), view, painted((DISC, RED)), painted(), 1.0)


@pytest.mark.parametrize("shade", [0.0, -0.7])
def test_a_red_piece_half_below_a_hand_stands_there_in_its_shade_too(shade: float) -> None:
    assert told(painted((DISC, RED + np.float32(shade)), (RIGHT, SKIN)))


def test_a_piece_that_a_hand_took_is_not_seen_below_it() -> None:
    assert not told(painted((RIGHT, SKIN)))


def test_a_piece_of_which_nothing_sticks_out_is_not_seen() -> None:
    assert not told(painted((DISC | RIGHT, SKIN)))


def test_a_sleeve_of_the_pieces_colour_is_no_piece() -> None:
    assert not told(painted((DISC, RED), (RIGHT, RED)))


def test_what_is_red_beyond_the_piece_as_well_is_another_thing() -> None:
    beyond = np.hypot(*(np.indices((SIDE, SIDE)) - SIDE / 2 + 0.5)) < SIZE
    assert not told(painted((beyond, RED), (RIGHT, SKIN)))
