"""Roles, rotation, and the ways in which a hunt and a game end."""

from __future__ import annotations

import random

import msgspec
import pytest
from fifth_positions import GAME, SEATS, Table

from engines.entries import Act, BadEntry, Outcome
from engines.fifth_column.actions import Arrest, Done, First, Ready, Walk
from engines.pending import Dice, Shuffle, seeded_outcome


def opened(*rolls: int, **options: str) -> Table:
    """A game up to the first player's roll, then with those rolls."""
    table = Table()
    table.state = GAME.new(options, SEATS)
    rng = random.Random(5)
    while isinstance(GAME.pending(table.state), Shuffle):
        table.enter(seeded_outcome(GAME.pending(table.state), rng))
    for value in rolls:
        table.enter(Outcome("spy_first", (value,), "typed"))
    return table


def begun(table: Table) -> Table:
    """All lots up to the spy's first turn have fallen."""
    rng = random.Random(7)
    while isinstance(GAME.pending(table.state), Shuffle):
        table.enter(seeded_outcome(GAME.pending(table.state), rng))
    return table


@pytest.mark.legal("roles.first")
def test_the_lowest_die_is_the_spy_and_equals_roll_again() -> None:
    assert GAME.view(opened(4, 2, 6).state, None).spy is None
    assert opened(4, 2, 6).told("spy_is", seat="blue")
    table = opened(3, 5, 3)
    assert table.told("roll_again", seat=("red", "green"))
    assert GAME.pending(table.state) == Dice("spy_first", "red", 1, 6)
    table.enter(Outcome("spy_first", (6,), "typed")).enter(Outcome("spy_first", (5,), "typed"))
    assert table.told("spy_is", seat="green")


@pytest.mark.illegal("roles.first")
def test_only_somebody_who_plays_is_named_the_spy() -> None:
    table = opened(first="chosen")
    assert table.may("green", First("blue"))
    assert table.why_not("green", First("yellow")) == {"roles.first"}


@pytest.mark.illegal("chance.first")
def test_while_dice_and_cards_fall_nobody_acts() -> None:
    assert opened().why_not("red", Done()) == {"chance.first"}
    assert opened(1, 2, 3).why_not("red", Done()) == {"chance.first"}


@pytest.mark.legal("roles.rotate", "end.points")
def test_the_next_in_order_is_the_spy_on_a_new_map_and_points_add_up() -> None:
    table = Table(
        spot="12", hunters=("14", "47", "48", "49", "50"), refuges=tuple(map(str, range(51, 59))), hunts="each"
    )
    table.fallen = 1
    hunt = msgspec.structs.replace(table.hunt, refuges=table.hunt.refuges[2:])
    table.state = msgspec.structs.replace(table.state, hunt=hunt)
    before = table.hunt.blocked
    table.play("rook", "13", "14").go("blue", Arrest(1, "14"))
    assert table.state.points == (2, 0, 0)
    assert table.asked == (SEATS, "next")
    table.go("green", Ready())
    begun(table)
    assert table.asked == (("blue",), "spy")
    assert table.hunt.blocked != before
    assert GAME.view(table.state, None).past[0].points == 2


@pytest.mark.legal("end.refuges")
def test_the_spy_wins_when_the_last_refuge_has_fallen() -> None:
    table = Table(spot="57", fallen=7, hand=("king", "king", "king")).play("king", "58")
    table.go("blue", Done()).play("king", "57")
    assert table.over is not None
    assert (table.over.reason, table.over.winners) == ("refuges", ("red",))


def test_with_the_option_the_spy_must_be_home_after_the_last() -> None:
    table = Table(hideout="52", spot="57", fallen=7, hand=("king", "king", "king"), home="last").play("king", "58")
    table.go("blue", Done()).hold("king", "king", "king").play("king", "57")
    assert table.over is None
    table.go("blue", Done()).hold("king", "king", "king").play("king", "52")
    assert table.over is not None
    assert table.over.reason == "refuges"


@pytest.mark.legal("end.long")
def test_a_hunt_that_lasts_too_long_is_won_by_the_hunters() -> None:
    table = Table(spot="12", turn=119).play("king", "13")
    assert table.over is not None
    assert (table.over.reason, table.over.winners) == ("long", ("blue", "green"))
    assert Table(spot="12", turn=59, longest="60").play("king", "13").over is not None
    assert Table(spot="12", turn=119, longest="none").play("king", "13").over is None


@pytest.mark.illegal("end.over")
def test_after_the_end_nobody_acts() -> None:
    table = Table(spot="12", turn=119).play("king", "13")
    assert table.why_not("blue", Walk(1, "41")) == {"end.over"}


def test_when_the_hunt_is_over_everything_lies_open_to_all() -> None:
    table = Table(spot="12", turn=119).play("king", "13")
    past = GAME.view(table.state, None).past[0]
    assert past.hideout == "1"
    assert [leg.path for leg in past.trail] == [("13",)]
    assert GAME.view(table.state, "red").own is None


def test_the_host_may_correct_where_a_hunter_stands_and_nothing_of_the_spy() -> None:
    table = Table(spot="12")
    assert set(GAME.public_facts(table.state)) == {f"hunter.{number}" for number in range(1, 6)}
    table.edit({"hunter.2": "33"})
    assert table.hunt.hunters[1] == "33"
    for facts in ({"hunter.2": "61"}, {"spot": "13"}, {"hunter.2": 7}):
        with pytest.raises(BadEntry):
            table.edit(facts)


def test_who_sleeps_leaves_the_hunters_standing_but_no_spy_is_moved() -> None:
    table = Table(spot="12")
    assert GAME.pending(table.state).default is None
    table.play("king", "13")
    assert GAME.pending(table.state).default == Done()
    GAME.apply(table.state, Act("blue", Done()))
