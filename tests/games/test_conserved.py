"""Random games that lose something on the way are found, and where."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines.simulation import NotConserved, play_random
from tests.toys.chase import SEATS, Chase, State


class Crowded(Chase):
    """The chase, but where two hunters stand together one counts as lost."""

    def audit(self, state: State) -> list[str]:
        return [f"{count} hunters on {cell}" for cell, count in Counter(state.hunters).items() if count > 1]


def test_a_random_game_that_loses_something_stops_and_says_after_what() -> None:
    with pytest.raises(NotConserved, match=r"after entry 0 \(.*\): 2 hunters on "):
        play_random(Crowded(), {}, SEATS[:2], random.Random(1), audit=True)


def test_nobody_asks_whether_something_is_lost_unless_told_to() -> None:
    assert len(play_random(Crowded(), {}, SEATS[:2], random.Random(1), 20).entries) == 20
