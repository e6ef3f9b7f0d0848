"""What is dark on a board: a piece of the floor's own hue, or a shadow."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dark import dark_things, opaque

SMALLEST, LARGEST = 16.0, 30.0
"""Pieces in pixels."""


def shade() -> NDArray[np.float32]:
    return np.zeros((240, 320), np.float32)


def test_a_dark_disc_of_a_pieces_size_is_no_shadow() -> None:
    dark = shade()
    cv2.circle(dark, (160, 120), 14, 0.9, -1)
    assert dark_things(dark, SMALLEST, LARGEST)[120, 160]


def test_what_is_drawn_on_a_dark_disc_in_white_makes_no_shadow_of_it() -> None:
    dark = shade()
    cv2.circle(dark, (160, 120), 14, 0.9, -1)
    cv2.circle(dark, (160, 120), 10, 0.0, -1)
    assert dark_things(dark, SMALLEST, LARGEST)[120, 148]


def test_dark_squares_that_touch_at_their_corners_are_no_shadow() -> None:
    dark = shade()
    for x in (130, 162, 194):
        cv2.fillPoly(dark, [np.array([[x - 17, 120], [x, 103], [x + 17, 120], [x, 137]])], 0.9)
    found = dark_things(dark, 24.0, 24.0)
    assert all(found[120, x] for x in (130, 162, 194))


def test_a_dark_disc_is_found_within_a_wide_shadow() -> None:
    dark = shade()
    dark[:, 100:] = 0.4
    cv2.circle(dark, (160, 120), 14, 1.2, -1)
    found = dark_things(dark, SMALLEST, LARGEST)
    assert found[120, 160]
    assert not found[120, 220]


def test_an_arms_shadow_and_a_fingers_are_shadows() -> None:
    dark = shade()
    dark[40:130, :] = 0.8
    dark[180:196, 0:200] = 0.8
    assert not dark_things(dark, SMALLEST, LARGEST).any()


def test_the_rim_of_shadow_beside_a_piece_is_a_shadow() -> None:
    dark = shade()
    cv2.ellipse(dark, (160, 120), (16, 16), 0, 0, 180, 0.8, 4)
    assert not dark_things(dark, SMALLEST, LARGEST).any()


def test_a_shadow_between_a_bright_arm_and_the_light_goes_on_below_the_arm() -> None:
    dark, arm = shade(), np.zeros((240, 320), np.bool_)
    dark[100:138, 60:128] = 0.6
    arm[40:100] = True
    assert dark_things(dark, SMALLEST, LARGEST)[120, 100]
    assert not dark_things(dark, SMALLEST, LARGEST, arm).any()


def test_a_dark_disc_that_touches_a_bright_arm_is_no_shadow() -> None:
    dark, arm = shade(), np.zeros((240, 320), np.bool_)
    dark[100:138] = 0.4
    cv2.circle(dark, (160, 114), 14, 1.1, -1)
    arm[40:100] = True
    assert dark_things(dark, SMALLEST, LARGEST, arm)[114, 160]


def test_a_fingers_round_shadow_lets_the_print_through_and_a_dark_disc_does_not() -> None:
    dark = np.zeros((240, 320), np.uint8)
    cv2.circle(dark, (80, 120), 14, 1, -1)
    cv2.circle(dark, (240, 120), 14, 1, -1)
    drawn = np.full(dark.shape, 0.9, np.float32)
    cv2.circle(drawn, (240, 120), 12, 0.0, -1)
    found = opaque(dark > 0, drawn)
    assert not found[120, 80]
    assert found[120, 240]
