"""Under a warm lamp shadows are blue: an arm's is floor, and no part of the arm."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.floor import deviation
from vision.occlusion import STRANGE
from vision.shade_hue import shade_hue

SHAPE, PX_MM = (120, 160), 1.0
BLUE = np.array([0.3, -0.1, -0.2], np.float32)
"""How the hue of a warm lamp's shadow differs from its floor's, per tone of darkening (BGR)."""


def shaded(hue: NDArray[np.float32], deep: float = 0.6) -> NDArray[np.float32]:
    """How far tones of a board are off its floor, of which half lies in a shadow of that hue."""
    off = np.random.default_rng(2).normal(0, 0.02, (*SHAPE, 3)).astype(np.float32)
    off[:, :80] += deep * (hue - 1)
    return off


def told(off: NDArray[np.float32], drawn: float = 0.8) -> NDArray[np.float32] | None:
    return shade_hue(off, np.full(SHAPE, drawn, np.float32), np.ones(SHAPE, np.bool_), PX_MM)


def test_the_colour_of_shadows_is_told_by_those_that_show_the_print() -> None:
    assert told(shaded(BLUE)) == pytest.approx(BLUE, abs=0.02)


def test_grey_shadows_have_no_colour() -> None:
    assert told(shaded(np.zeros(3, np.float32))) is None


def test_a_dark_blue_sleeve_under_which_no_print_is_seen_is_no_shadow() -> None:
    assert told(shaded(BLUE), drawn=0.1) is None


def test_the_small_shadows_that_pieces_cast_tell_nothing() -> None:
    off = shaded(BLUE)
    off[30:] = 0
    off[:, 40:] = 0
    assert told(off) is None


def test_floor_in_a_coloured_shadow_is_floor_once_the_colour_is_known() -> None:
    floor = np.full((*SHAPE, 3), 4.6, np.float32)
    seen, slack = floor + shaded(BLUE), np.zeros(SHAPE, np.float32)
    strange = [float((deviation(seen, floor, slack, shade_hue=hue) > STRANGE).mean()) for hue in (None, BLUE)]
    assert strange[0] > 0.45
    assert strange[1] < 0.01
