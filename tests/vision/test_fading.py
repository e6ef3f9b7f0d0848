"""What has no edge is light or cloth: the rim of a hand's shadow is no piece, and a white piece on white is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.claims import Patch
from vision.fading import edged_part

SIDE, SCALE = 60, 2.0
DISC = cv2.circle(np.zeros((21, 21), np.float32), (10, 10), 8, 1.0, -1)


class Spot:
    rect = (20, 20, 41, 41)
    silhouette = DISC


def patch(off: NDArray[np.float64]) -> Patch:
    """A patch of a grey floor, `off` lighter in every channel."""
    floor = np.full((SIDE, SIDE, 3), 4.6, np.float32)
    flat = np.zeros((SIDE, SIDE), np.float32)
    return Patch((0, 0, SIDE, SIDE), floor + off[..., None].astype(np.float32), flat, flat + 1, floor, floor, flat)


@pytest.mark.parametrize("contrast", [0.07, -0.5])
def test_piece_ends_at_its_edge(contrast: float) -> None:
    off = np.zeros((SIDE, SIDE))
    off[20:41, 20:41] = contrast * DISC
    assert edged_part(Spot(), patch(off), SCALE)


def test_rim_of_a_shadow_fades() -> None:
    ramp = np.tile(np.linspace(-0.45, 0.05, SIDE), (SIDE, 1))
    assert not edged_part(Spot(), patch(ramp), SCALE)


def test_cloth_of_any_colour_goes_on_where_a_piece_ends() -> None:
    red, sleeve = patch(np.zeros((SIDE, SIDE))), patch(np.zeros((SIDE, SIDE)))
    red.seen[20:41, 20:41, 2] += 0.4 * DISC
    sleeve.seen[:, :38, 2] += 0.4
    assert edged_part(Spot(), red, SCALE) > 0.9
    assert not edged_part(Spot(), sleeve, SCALE)


def test_what_is_printed_below_a_light_is_no_edge_of_it() -> None:
    lit = patch(np.full((SIDE, SIDE), 0.1))
    print_ = 0.5 * cv2.circle(np.zeros((SIDE, SIDE, 3), np.float32), (30, 30), 8, (1.0, 1.0, 1.0), -1)
    lit.floor[:] += print_
    lit.seen[:] = lit.floor + 0.1
    assert not edged_part(Spot(), lit, SCALE)


def test_a_black_piece_ends_in_the_black_shade_of_a_single_lamp() -> None:
    off = np.full((SIDE, SIDE), -1.2)
    off[20:41, 20:41] -= 0.45 * DISC
    assert edged_part(Spot(), patch(off), SCALE) > 0.9


def test_what_is_a_little_darker_than_such_shade_around_it_does_not_end() -> None:
    off = np.full((SIDE, SIDE), -1.2)
    off[20:41, 20:41] -= 0.2 * DISC
    assert not edged_part(Spot(), patch(off), SCALE)
