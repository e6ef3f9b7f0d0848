"""Drawn positions that look alike to switches: each is either told apart by the rules, or asked; none is guessed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.readings import Agrees, InHand, Moved
from companion.sensors.fingers import Touch
from companion.table_play import Explanation
from engines.game import Intent
from engines.physical import Change
from tests.firmware_bridge.touching import TouchedEvening
from tests.toys.chase import CODES, HUNTERS, RUNNERS, Chase, EndTurn, MoveHunter, MoveRunner, State


class FeltChase(Chase):
    """The toy, whose runners may come from where nobody saw them: a house of two that stays closed."""

    id = "felt_chase"

    def interpret(self, state: State, change: Change) -> list[Intent[Any]]:
        found = super().interpret(state, change)
        for piece in change.arrived if not change.left else ():
            shape, _, seat = piece.look.partition(":")
            if shape == "disc" and seat in state.seats and piece.cell in CODES:
                found.append(Intent(seat, MoveRunner(piece.cell)))
        return found


class Chased(TouchedEvening):
    """Hands over the toy's hexes; its track has no switches."""

    def switch_places(self) -> list[str]:
        return [place for place in super().switch_places() if not place.startswith("T")]

    def lift(self, look: str) -> str:
        cell = next(c for c, looks in self.hands.items() if look in looks and not c.startswith("T"))
        self.hands[cell].remove(look)
        self.switched()
        return cell

    @property
    def offered(self) -> set[tuple[Intent[Any], ...]]:
        """The stories between which a phone is asked to choose; none where it is not asked."""
        return set(self.question.choices) if self.question else set()

    def answer(self, *story: Intent[Any]) -> None:
        """The phone that is asked says which story it was."""
        assert self.question is not None
        self.act(self.question.seat, Explanation(self.question.choices.index(story)))


def red(action: Any) -> Intent[Any]:
    return Intent("red", action)


def blue(action: Any) -> Intent[Any]:
    return Intent("blue", action)


@pytest.fixture
def chased(tmp_path: Path) -> Chased:
    """Hunters stand together in a house, runners in another; red is to move."""
    evening = Chased(tmp_path, game=FeltChase())
    evening.service.begin("en")
    return evening.begin_touched()


def test_on_its_turn_the_owners_piece_came_out_of_a_house_of_two(chased: Chased) -> None:
    chased.lift("square:red")
    chased.put("square:red", "0100")
    assert chased.feel().reading == Moved((red(MoveHunter("0100")),))


def test_after_its_owner_moved_another_a_piece_out_of_a_house_of_two_may_be_the_next_players(chased: Chased) -> None:
    chased.walk(["square:red"], "0100")
    chased.lift("disc:red")
    chased.put("disc:red", "0604")
    chased.feel()
    assert chased.question is not None
    assert chased.question.seat == "red"
    assert chased.offered == {(red(MoveRunner("0604")),), (red(EndTurn()), blue(MoveRunner("0604")))}
    chased.answer(red(MoveRunner("0604")))
    assert chased.feel().reading == Agrees()
    assert chased.truly() == dict(chased.table.moment.placement)


@pytest.fixture
def apart(chased: Chased) -> Chased:
    """Everybody stands alone: red's hunter in 0202, its runner in 0302; blue's runner in 0402, its hunter far off."""
    chased.table.edit({"hunter.red": "0202", "runner.red": "0302", "runner.blue": "0402", "hunter.blue": HUNTERS}, "k")
    chased.mend()
    return chased


def test_a_piece_that_slides_over_empty_houses_arrives_where_it_stops(apart: Chased) -> None:
    for cell in ("0201", "0200"):
        apart.lift("square:red")
        apart.put("square:red", cell)
        apart.clock.t += 0.05
    assert apart.feel().reading == Moved((red(MoveHunter("0200")),))


def test_a_magnet_between_two_houses_closes_both_switches_and_is_one_piece(apart: Chased) -> None:
    apart.put("square:red", "0201")
    apart.clock.t += 0.2
    apart.lift("square:red")
    assert apart.fingers.observation(apart.known, apart.clock.t).hidden == frozenset()
    assert apart.feel().reading == Moved((red(MoveHunter("0201")),))


def test_of_two_pieces_in_the_air_the_rules_say_which_one_landed(apart: Chased) -> None:
    apart.lift("square:red")
    apart.lift("disc:blue")
    apart.put("square:red", "0201")
    assert apart.feel().reading == Moved((red(MoveHunter("0201")),))
    apart.put("disc:blue", "0402")
    assert apart.feel().reading == Agrees()


def test_which_of_ones_own_two_pieces_landed_is_asked(apart: Chased) -> None:
    apart.lift("square:red")
    apart.lift("disc:red")
    apart.put("disc:red", "0301")
    apart.feel()
    assert apart.offered == {(red(MoveHunter("0301")),), (red(MoveRunner("0301")),)}
    apart.put("square:red", "0202")
    assert apart.feel().reading == Moved((red(MoveRunner("0301")),)), "the other one was put back, so it is known"


def test_both_pieces_of_a_house_lifted_and_one_put_back_is_asked(chased: Chased) -> None:
    chased.walk(["square:red"], "0100")
    chased.lift("disc:red")
    chased.lift("disc:blue")
    chased.put("disc:red", "0604")
    chased.put("disc:blue", RUNNERS)
    chased.feel()
    assert chased.offered == {(red(MoveRunner("0604")),), (red(EndTurn()), blue(MoveRunner("0604")))}


def test_a_strike_onto_a_taken_house_is_asked(apart: Chased) -> None:
    apart.lift("square:red")
    apart.put("square:red", "0402")
    assert isinstance(apart.feel().reading, InHand)
    apart.wait()
    assert (red(MoveHunter("0402")),) in apart.offered


def test_a_strike_whose_victim_is_taken_off_first_is_asked(apart: Chased) -> None:
    apart.lift("square:red")
    apart.lift("disc:blue")
    apart.put("square:red", "0402")
    apart.feel()
    assert apart.question is None, "the victim may have been put back"
    apart.wait()
    assert (red(MoveHunter("0402")),) in apart.offered


def test_a_strike_whose_victim_is_sent_home_is_known(apart: Chased) -> None:
    apart.lift("square:red")
    apart.lift("disc:blue")
    apart.put("square:red", "0402")
    apart.put("disc:blue", RUNNERS)
    assert apart.feel().reading == Moved((red(MoveHunter("0402")),))
    assert {**apart.truly(), "T1": ("disc:blue",), "T0": ("disc:red",)} == dict(apart.table.moment.placement)


def test_two_pieces_that_change_places_look_as_if_they_were_put_back(apart: Chased) -> None:
    entries = apart.entries
    apart.lift("square:red")
    apart.lift("disc:red")
    apart.put("square:red", "0302")
    apart.put("disc:red", "0202")
    assert apart.feel().reading == Agrees()
    assert apart.entries == entries, "nothing is guessed: it is said on the phone"


def test_what_moved_while_the_cable_was_out_is_told_apart_by_the_rules(apart: Chased) -> None:
    for look, cell in (("square:red", "0200"), ("disc:red", "0301")):
        at = next(cell for cell, looks in apart.hands.items() if look in looks and not cell.startswith("T"))
        apart.hands[at].remove(look)
        apart.hands.setdefault(cell, []).append(look)
    apart.switched()
    assert apart.feel().reading == Moved((red(MoveHunter("0200")), red(MoveRunner("0301"))))


def test_a_switch_that_closes_though_no_piece_can_have_come_is_no_piece(apart: Chased) -> None:
    apart.put("disc:green", "0303")
    assert apart.feel().reading == Agrees()


class Tagged(Chased):
    """Under every house a reader instead of a switch; `unnamed` are pieces whose tag nobody named."""

    unnamed: frozenset[str] = frozenset()

    def switched(self) -> None:
        lying = {place: self.hands.get(place, []) for place in self.switch_places()}
        named = {place: tuple(sorted(set(looks) - self.unnamed)) for place, looks in lying.items()}
        strange = frozenset(place for place, looks in lying.items() if looks and not named[place])
        tags = {place: looks for place, looks in named.items() if place not in strange}
        self.fingers.feel(Touch(strange, frozenset(), tags), self.known, self.clock.t)


@pytest.fixture
def tagged(tmp_path: Path) -> Tagged:
    evening = Tagged(tmp_path, game=FeltChase())
    evening.service.begin("en")
    return evening.begin_touched()


def test_tag_readers_know_who_left_a_house_of_two_and_who_strikes(tagged: Tagged) -> None:
    tagged.walk(["square:red"], "0100")
    tagged.lift("disc:red")
    tagged.put("disc:red", "0604")
    assert tagged.feel().reading == Moved((red(MoveRunner("0604")),))
    tagged.table.edit({"hunter.blue": "0602"}, "k")
    tagged.mend()
    tagged.lift("square:blue")
    tagged.put("square:blue", "0604")
    assert tagged.feel().reading == Moved((blue(MoveHunter("0604")),))


def test_a_piece_whose_tag_nobody_named_is_followed_as_by_a_switch(tagged: Tagged) -> None:
    tagged.walk(["square:red"], "0100")
    tagged.act("red", EndTurn())
    tagged.act("blue", EndTurn())
    tagged.unnamed = frozenset({"square:red"})
    tagged.lift("square:red")
    tagged.put("square:red", "0200")
    assert tagged.feel().reading == Moved((red(MoveHunter("0200")),))
