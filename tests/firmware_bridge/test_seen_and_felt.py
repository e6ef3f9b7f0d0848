"""A table that is seen and felt: what one sense cannot tell or gets wrong, the other one settles."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.readings import Ambiguous, Breach
from companion.sensors.fingers import Touch
from companion.sensors.fusion import Fusion
from engines.physical import Cell, Evidence, Observation
from tests.firmware_bridge.test_what_switches_cannot_tell import Chased, FeltChase
from tests.table.drawn import Doubts, Sees
from tests.toys.chase import RUNNERS

STEP_S = 0.1
RED_HUNTER = ("square:red",)


class Sensed(Chased):
    """A camera above the switches. `glare`: what it takes places for; `stuck`: switches that stay closed."""

    glare: Mapping[Cell, Evidence] = {}
    covered: frozenset[Cell] = frozenset()
    stuck: frozenset[Cell] = frozenset()

    def switched(self) -> None:
        taken = {cell for cell, looks in self.hands.items() if looks and not cell.startswith("T")}
        self.fingers.feel(Touch(frozenset(taken) | self.stuck), self.known, self.clock.t)

    def sense(self, fusion: Fusion, seconds: float = 1.2) -> None:
        """Looks and feels for a while; nobody is asked or warned of anything in that time."""
        for _ in range(round(seconds / STEP_S)):
            self.clock.t += STEP_S
            fusion.observe("board", self.fingers.observation(self.known, self.clock.t))
            seen = {
                place: self.glare.get(place, Sees(tuple(sorted(self.hands.get(place, ())))))
                for place in self.table.moment.board.places
                if place not in self.covered
            }
            fusion.observe("camera", Observation(self.clock.t, seen, self.covered))
            for item in self.table.moment.ruling.standing:
                assert not isinstance(item.reading, Ambiguous | Breach)

    def carry(self, look: str, to: Cell) -> None:
        """A hand carries a piece."""
        self.lift(look)
        self.clock.t += STEP_S
        self.put(look, to)

    @property
    def is_right(self) -> bool:
        """Whether the game stands as the hands left the board, and nothing is said."""
        return self.truly() == dict(self.table.moment.placement) and not self.table.moment.ruling.standing


@pytest.fixture
def both(tmp_path: Path) -> Sensed:
    """Red's hunter stands alone in 0202, runners together in a house, and red is to move."""
    evening = Sensed(tmp_path, game=FeltChase())
    evening.service.begin("en")
    evening.begin_touched()
    evening.table.edit({"hunter.red": "0202"}, "k")
    evening.mend()
    return evening


@pytest.fixture
def fusion(both: Sensed) -> Fusion:
    fusion = Fusion(both.table, ("camera", "board"))
    both.sense(fusion)
    assert both.is_right
    return fusion


def test_under_a_hand_the_switches_follow(both: Sensed, fusion: Fusion) -> None:
    both.covered = frozenset({"0202", "0201", "0200", "0302"})
    both.carry("square:red", "0200")
    both.sense(fusion)
    assert both.state.hunters[0] == "0200", "the move is known while the hand is still there"
    both.covered = frozenset()
    both.sense(fusion)
    assert both.is_right


def test_glare_over_both_houses_is_overruled_by_their_switches(both: Sensed, fusion: Fusion) -> None:
    both.glare = {"0202": Doubts({(): -3.0, RED_HUNTER: 0.0}), "0200": Doubts({(): 0.0, RED_HUNTER: -3.0})}
    both.carry("square:red", "0200")
    both.sense(fusion)
    assert both.is_right


def test_a_switch_that_sticks_closed_is_overruled_by_the_camera(both: Sensed, fusion: Fusion) -> None:
    both.stuck = frozenset({"0202"})
    both.carry("square:red", "0200")
    both.sense(fusion, 3.0)
    assert both.is_right


def test_a_switch_that_does_not_close_is_overruled_by_the_camera(both: Sensed, fusion: Fusion) -> None:
    both.lift("square:red")
    both.hands.setdefault("0200", []).append("square:red")  # and nothing is felt of it
    both.sense(fusion, 3.0)
    assert both.is_right


def test_who_left_a_house_of_two_is_seen_so_nobody_is_asked(both: Sensed, fusion: Fusion) -> None:
    both.carry("square:red", "0200")
    both.sense(fusion)
    both.carry("disc:red", "0604")
    both.sense(fusion)
    assert both.is_right
    assert both.table.moment.placement[RUNNERS] == ("disc:blue",)


def test_glare_that_takes_one_piece_for_another_is_overruled_by_who_was_lifted(both: Sensed, fusion: Fusion) -> None:
    both.glare = {"0200": Doubts({("square:blue",): 0.0, RED_HUNTER: -2.0, (): -9.0})}
    both.carry("square:red", "0200")
    both.sense(fusion)
    assert both.state.hunters[0] == "0200"
