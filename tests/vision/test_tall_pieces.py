"""Pieces as high as they are wide: their sides are seen as large as their tops, in another light."""

from __future__ import annotations

import numpy as np

from vision.side_light import OF_OTHERS, SEEN, UNSEEN, SideLight

RED, BLUE = 0, 1


def test_nothing_is_known_of_sides_before_one_was_seen() -> None:
    sides = SideLight(2)
    assert not sides.offsets.any()
    assert sides.spreads == (UNSEEN, UNSEEN)


def test_a_red_side_in_the_shade_is_expected_as_dark_as_the_last_ones_were() -> None:
    sides = SideLight(2)
    for blue, green, red in ((-0.9, -0.5, -0.4), (-0.7, -0.5, -0.4)):
        sides.learn(RED, np.array([blue, green, red]))
    assert np.allclose(sides.offsets[RED], (-0.8, -0.5, -0.4))
    assert sides.spreads[RED] == SEEN


def test_the_side_of_a_colour_that_was_not_seen_yet_is_expected_to_be_darker_too_but_in_no_other_hue() -> None:
    sides = SideLight(2)
    sides.learn(RED, np.array([-0.9, -0.5, -0.4]))
    assert np.allclose(sides.offsets[BLUE], sides.offsets[BLUE, 0])
    assert -0.6 < sides.offsets[BLUE, 0] < -0.2
    assert sides.spreads[BLUE] == OF_OTHERS
