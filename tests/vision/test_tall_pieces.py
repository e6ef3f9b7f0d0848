"""Pieces as high as they are wide: their sides are seen as large as their tops, in another light."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion.seeing import board_of
from vision import recording
from vision.evidence import CellEvidence
from vision.eye import Eye
from vision.side_light import OF_OTHERS, SEEN, UNSEEN, SideLight

RED, BLUE = 0, 1
TALL_SQUARES = Path(__file__).parent.parent / "path_traced" / "tall_squares"
UNLIKELY = 5.0
"""Log likelihood by which what is missed elsewhere does not tell any more which of two a piece is."""


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


def test_what_looks_like_a_low_disc_may_be_the_tall_square_of_its_colour() -> None:
    """The sunlit side of such a square is as bright as its top, and both together are as large as the disc."""
    read = recording.read_begun(TALL_SQUARES)
    eye = Eye(board_of(TALL_SQUARES, read))
    empty, full = read.frames[:2]
    eye.look(recording.picture(TALL_SQUARES, empty), empty.t)
    eye.learn({})
    seen = eye.look(recording.picture(TALL_SQUARES, full), full.t).evidence
    for cell in ("1010", "1906"):
        evidence = seen[cell]
        assert isinstance(evidence, CellEvidence)
        [thing] = evidence.things
        assert thing.looks["square:red"] > thing.best - UNLIKELY, cell
