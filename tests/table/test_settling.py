"""When a reading counts: after it has held for a while over several looks, or in a photo that nobody hurried."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.readings import Agrees, InHand, Moved, Reading
from companion.reconcile import Findings
from companion.settling import Settled, settle, shown
from engines.game import Intent
from tests.toys.chase import MoveHunter

MOVED = Moved((Intent("red", MoveHunter("0200")),))


def calm(*looks: tuple[float, Reading], photos: bool = False) -> Sequence[bool]:
    """After each of `looks` (s, what the board was read as), whether that counts."""
    settled: Settled | None = None
    found: list[bool] = []
    for t, reading in looks:
        settled = settle(settled, Findings(reading), t, lone_looks=photos)
        found.append(settled.calm)
    return found


def test_a_move_counts_once_two_looks_a_third_of_a_second_apart_agree() -> None:
    assert calm((10.0, MOVED), (10.4, MOVED)) == [False, True]


def test_looks_that_follow_each_other_too_fast_settle_nothing_until_they_have_held() -> None:
    assert calm((10.0, MOVED), (10.1, MOVED), (10.2, MOVED), (10.4, MOVED)) == [False, False, False, True]


def test_a_hand_in_between_begins_the_time_anew() -> None:
    looks = [(10.0, MOVED), (10.2, InHand(())), (10.4, MOVED), (10.6, MOVED), (10.8, MOVED)]
    assert calm(*looks) == [False, False, False, False, True]


def test_a_photo_counts_by_itself_unless_it_was_taken_right_after_another() -> None:
    assert calm((10.0, MOVED), (10.3, Agrees()), (11.2, MOVED), photos=True) == [True, False, True]
    assert calm((10.0, MOVED), photos=False) == [False]


@pytest.mark.parametrize(("t", "seen"), [(10.1, (InHand(()),)), (10.5, (MOVED,))])
def test_until_a_move_has_settled_the_piece_counts_as_in_a_hand(t: float, seen: tuple[Reading, ...]) -> None:
    assert shown(settle(settle(None, Findings(MOVED), 10.0), Findings(MOVED), t)) == seen
