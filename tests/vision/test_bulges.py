"""What bulges out of an arm: fingers of its colour, or a piece that it touches."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands import BULGING, bulges, differs, goes_on
from vision.light import Tone, tone
from vision.occlusion import Cover, find_cover

PX_MM, PIECE_MM = 0.6, 14.0
FACE_PX = math.pi / 4 * (PIECE_MM * PX_MM) ** 2
SKIN, BLACK = (90, 130, 170), (25, 25, 28)


def arm_and(middle: tuple[int, int], radius: int, colour: tuple[int, int, int]) -> tuple[Cover, Tone]:
    """An arm across the picture, and a disc."""
    seen, odd = np.full((160, 240, 3), 200, np.uint8), np.zeros((160, 240), np.uint8)
    for image, skin, other in ((seen, SKIN, colour), (odd, (1,), (1,))):
        cv2.rectangle(image, (0, 30), (239, 70), skin, -1)
        cv2.circle(image, middle, radius, other, -1)
    nothing = np.zeros((160, 240), np.bool_)
    return find_cover(odd > 0, PX_MM, PIECE_MM, nothing, nothing), tone(seen)


def bulge(cover: Cover) -> NDArray[np.bool_]:
    return bulges(cover, BULGING * PIECE_MM * PX_MM)


def test_a_black_piece_that_touches_an_arm_bulges_out_of_it_and_is_another_thing() -> None:
    cover, tones = arm_and((120, 76), 4, BLACK)
    assert bulge(cover)[76, 120]
    assert differs(bulge(cover), cover, tones, PX_MM)


def test_a_finger_has_the_colour_of_its_hand() -> None:
    cover, tones = arm_and((120, 76), 4, SKIN)
    assert bulge(cover)[76, 120]
    assert not differs(bulge(cover), cover, tones, PX_MM)


def test_a_sleeve_that_sticks_out_beside_its_hand_goes_on_and_a_piece_does_not() -> None:
    cover, tones = arm_and((120, 76), 4, BLACK)
    assert not goes_on(bulge(cover), cover, tones, PX_MM, FACE_PX)
    tones[32:68, 135:190] = tone(np.full((36, 55, 3), BLACK, np.uint8))
    assert goes_on(bulge(cover), cover, tones, PX_MM, FACE_PX)


def test_an_arms_straight_edge_is_no_bulge() -> None:
    cover, _ = arm_and((120, 50), 4, SKIN)
    assert not bulge(cover)[:, 20:220].any()
