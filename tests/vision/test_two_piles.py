"""Two piles beside each other in one place, seen obliquely: which of them became lower."""

from __future__ import annotations

import msgspec

from tests.vision import toytable
from vision.board_model import BoardModel
from vision.heights import Shift, rests

LEAN, DISC_MM = (0.3, -0.5), 4.5
BELOW = ("disc:red",)


def board() -> BoardModel:
    model = toytable.model()
    assert msgspec.structs.asdict(model.bodies["disc:red"])["height_mm"] == DISC_MM
    return model


def stands(number: int, off_mm: tuple[float, float]) -> Shift:
    return Shift(number, "disc:red", off_mm, LEAN)


FALLEN = (-LEAN[0] * DISC_MM, -LEAN[1] * DISC_MM)


def test_a_pile_in_its_very_place_has_lost_nothing() -> None:
    assert rests([stands(0, (0.02, 0.0))], BELOW, board())


def test_one_of_two_piles_may_have_lost_its_lower_piece_though_the_other_stands_as_it_did() -> None:
    assert not rests([stands(0, (0.02, 0.0)), stands(1, FALLEN)], BELOW, board())


def test_a_pile_that_somebody_pushed_says_nothing_of_the_other() -> None:
    assert rests([stands(0, (0.02, 0.0)), stands(1, (0.5, 0.9))], BELOW, board())
