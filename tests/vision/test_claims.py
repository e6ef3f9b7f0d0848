"""What is no thing in one cell, and which pixels are left for the next cell's."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from vision.bodies import Outline
from vision.claims import Claims, Patch
from vision.found import Found
from vision.light import darkened, tone

SHOWN = (2, 2, 6, 6)


def struck(*, overhung: bool, of_next: bool) -> Claims:
    """Claims of a patch in which what covers `SHOWN` was struck out while a thing in "here" was looked for."""
    tones, plain = np.zeros((8, 8, 3), np.float32), np.zeros((8, 8), np.float32)
    patch = Patch((0, 0, 8, 8), tones, plain, plain, tones[:4, :4], tones, plain)
    rim = Found(
        face_mm=(4.0, 4.0), outline=Outline(True, 4.0), height_mm=4.5, score=3.4, looks={"disc:black": 3.4},
        unknown=1.0, known=-3.0, tone=np.zeros(3), visible=0.2, shown=0.2, rect=SHOWN,
        silhouette=np.ones((4, 4), np.float32), density=None,
    )  # fmt: skip
    claims = Claims(msgspec.structs.replace(patch, overhung=overhung), 1.0)
    claims.strike(rim, "here", perhaps_of_next=of_next)
    return claims


@pytest.mark.parametrize(
    ("overhung", "of_next", "in_the_next"), [(False, False, 0), (True, False, 16), (True, True, 0)]
)
def test_below_an_arm_what_is_no_thing_is_none_in_the_next_cell_either_unless_it_may_be_a_part_of_one(
    overhung: bool, of_next: bool, in_the_next: int
) -> None:
    """A white disc was left open because half of it and some of the arm beside it had been no disc of the next cell."""
    claims = struck(overhung=overhung, of_next=of_next)
    assert np.count_nonzero(claims.left_for("here", (0, 0, 8, 8))[1]) == 16
    assert np.count_nonzero(claims.left_for("next", (0, 0, 8, 8))[1]) == in_the_next


@pytest.mark.parametrize("value", [0, 20, 90, 200])
def test_what_lies_in_a_shade_is_as_much_darker_as_the_floor_around_it_and_black_stays_black(value: int) -> None:
    lit, shaded = (np.full((40, 40, 3), each, np.uint8) for each in (200, 40))
    flat = np.zeros((40, 40), np.float32)
    patch = Patch((0, 0, 40, 40), tone(shaded), flat, flat + 1, tone(lit[:20, :20]), tone(lit), flat)
    dimmed = patch.dimmed_in((slice(0, 40), slice(0, 40)))
    assert dimmed is not None
    piece, in_shade = (tone(np.full((1, 1, 3), each, np.uint8)) for each in (value, value // 5))
    np.testing.assert_allclose(darkened(piece, dimmed), in_shade, atol=0.02)


def test_where_no_shade_lies_nothing_is_darker() -> None:
    lit, flat = tone(np.full((40, 40, 3), 200, np.uint8)), np.zeros((40, 40), np.float32)
    patch = Patch((0, 0, 40, 40), lit, flat, flat + 1, lit[:20, :20], lit, flat)
    assert patch.dimmed_in((slice(0, 40), slice(0, 40))) is None
