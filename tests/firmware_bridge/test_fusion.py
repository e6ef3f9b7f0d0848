"""A camera and switches together: better than either, and each goes on alone where the other is blind."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.sensors.contact import Contact
from companion.sensors.fusion import SILENT_S, Fusion
from engines.physical import Cell, Contents, Evidence, Observation
from tests.table.drawn import Doubts, Sees

RED: Contents = ("disc:red",)
BLUE: Contents = ("disc:blue",)


class Told:
    """A table that remembers what it is told."""

    def __init__(self) -> None:
        self.seen: dict[Cell, Evidence] = {}
        self.last = Observation(0.0, {})

    def observe(self, observation: Observation) -> None:
        self.last = observation
        if not observation.blind:
            self.seen |= observation.evidence

    def refine(self, observation: Observation) -> None:
        self.observe(observation)

    def confirmed(self) -> Mapping[Cell, Contents]:
        return {"1": RED}

    def prefers(self, cell: Cell, one: Contents, other: Contents) -> bool:
        evidence = self.seen[cell]
        return cell not in self.last.hidden and evidence.loglik(one) > evidence.loglik(other)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def fusion(told: Told) -> Fusion:
    return Fusion(told, ("camera", "board"))


def look(fusion: Fusion, t: float, hidden: tuple[str, ...] = (), blind: str = "", **cells: Evidence) -> None:
    fusion.observe("camera", Observation(t, {name[1:]: seen for name, seen in cells.items()}, frozenset(hidden), blind))


def feel(fusion: Fusion, t: float, blind: str = "", hidden: tuple[str, ...] = (), **cells: bool) -> None:
    likely = {RED: 0.0, BLUE: 0.0}
    evidence = {name[1:]: Contact(taken, likely if taken else {}) for name, taken in cells.items()}
    fusion.observe("board", Observation(t, {} if blind else evidence, frozenset(hidden), blind))


def test_the_camera_says_who_where_the_switch_says_that_somebody_is_there(told: Told, fusion: Fusion) -> None:
    feel(fusion, 1.0, _1=True)
    assert not told.prefers("1", RED, BLUE)
    look(fusion, 1.2, _1=Doubts({RED: 0.0, BLUE: -4.0, (): -1.0}))
    assert told.prefers("1", RED, BLUE)
    assert told.prefers("1", BLUE, ())


def test_glare_does_not_empty_a_house_whose_switch_is_closed(told: Told, fusion: Fusion) -> None:
    look(fusion, 1.0, _1=Doubts({RED: -5.0, (): 0.0}))
    feel(fusion, 1.1, _1=True)
    assert told.prefers("1", RED, ())


def test_a_switch_that_sticks_is_overruled_by_a_camera_that_is_sure(told: Told, fusion: Fusion) -> None:
    feel(fusion, 1.0, _1=True)
    look(fusion, 2.0, _1=Sees((), 12.0))
    assert told.prefers("1", (), RED)


def test_without_the_camera_the_switches_go_on(told: Told, fusion: Fusion) -> None:
    look(fusion, 1.0, _1=Sees(RED))
    look(fusion, 1.5, blind="no_frame")
    feel(fusion, 2.0, _1=False)
    assert told.last.blind == ""
    assert told.prefers("1", (), RED)


def test_without_the_board_the_camera_goes_on(told: Told, fusion: Fusion) -> None:
    feel(fusion, 1.0, _1=False)
    look(fusion, 1.2, _1=Sees(RED))
    feel(fusion, 1.4, blind="board_away")
    look(fusion, 1.6)
    assert told.last.blind == ""
    assert told.prefers("1", RED, ())


def test_without_either_the_table_is_blind(told: Told, fusion: Fusion) -> None:
    look(fusion, 1.0, blind="no_frame")
    feel(fusion, 1.0, blind="board_away")
    assert told.last.blind == "board_away"


def test_a_camera_that_stopped_talking_does_not_hold_the_board_back(told: Told, fusion: Fusion) -> None:
    feel(fusion, 1.0, _1=True)
    look(fusion, 1.2, _1=Sees(RED))
    feel(fusion, 1.3 + SILENT_S, _1=True)
    assert told.last.blind == ""
    assert told.seen["1"] == Contact(True, {RED: 0.0, BLUE: 0.0})


def test_a_house_under_a_hand_is_judged_by_its_switch_and_remembered_by_the_camera(told: Told, fusion: Fusion) -> None:
    feel(fusion, 0.5, _1=True)
    look(fusion, 1.0, _1=Sees(RED))
    look(fusion, 1.5, hidden=("1",))
    assert told.prefers("1", RED, BLUE), "nothing has moved since the camera saw it"
    feel(fusion, 2.0, _1=False)
    feel(fusion, 2.5, _1=True)
    assert not told.prefers("1", RED, BLUE), "another piece may lie there now"
    assert told.prefers("1", BLUE, ())


def test_a_picture_taken_before_a_switch_changed_is_old_news(told: Told, fusion: Fusion) -> None:
    feel(fusion, 1.0, _1=True)
    look(fusion, 1.5, _1=Sees(RED))
    feel(fusion, 2.0, _1=False)
    look(fusion, 1.9)
    assert told.prefers("1", (), RED)
    look(fusion, 2.5, _1=Sees(()))
    assert told.prefers("1", (), RED)


def test_a_house_that_the_board_does_not_reach_is_the_cameras(told: Told, fusion: Fusion) -> None:
    feel(fusion, 1.0, _1=True)
    look(fusion, 1.5, _2=Sees(BLUE))
    look(fusion, 2.0, hidden=("2",))
    assert told.last.hidden == {"2"}


def test_the_camera_learns_from_what_was_sure_when_it_looked(told: Told, fusion: Fusion) -> None:
    feel(fusion, 1.0, _1=False)
    feel(fusion, 2.0, _1=True)
    look(fusion, 1.9, _1=Sees(RED))
    assert fusion.sense("camera").confirmed() is None
    look(fusion, 2.5)
    assert fusion.sense("camera").confirmed() == {"1": RED}
    look(fusion, 3.0, blind="no_frame")
    assert fusion.sense("camera").confirmed() is None


def test_another_board_on_the_table_makes_all_of_it_forgotten(told: Told) -> None:
    on_table = ["a"]
    fusion = Fusion(told, ("camera", "board"), lambda: tuple(on_table))
    feel(fusion, 1.0, _1=True)
    on_table.append("b")
    look(fusion, 2.0, _2=Sees(RED))
    assert told.last.evidence.keys() == {"2"}
