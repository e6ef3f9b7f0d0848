"""Corrections by the host: what can be set right, and what cannot."""

from __future__ import annotations

from typing import Any

import pytest
from cape_positions import GAME, Table

from engines.cape_horn.state import Unknown
from engines.entries import BadEntry

DRAWN = """
b . f
"""


def table(**given: Any) -> Table:
    return Table(DRAWN, "1101", **given)


def test_setting_every_fact_to_what_it_is_changes_nothing() -> None:
    now = table(hand="ac")
    facts = GAME.public_facts(now.state)
    assert GAME.public_facts(now.edit(facts).state) == facts


def test_a_ship_is_put_where_it_stands_and_sails_on_from_there() -> None:
    now = table(white="1301").edit({"blue.ship": "1101"})
    assert now.state.captains[0].ship == "1101"
    assert now.reach()


@pytest.mark.parametrize("points", [0, 7])
def test_points_are_set_to_any_number_that_can_be_had(points: int) -> None:
    assert table().edit({"blue.points": points}).state.captains[0].points == points


def test_a_compass_rose_is_given_and_taken_back() -> None:
    now = table().edit({"blue.token1": "red", "blue.token3": "green"})
    assert now.state.captains[0].tokens == ("red", "", "green")
    assert now.edit({"blue.token1": None}).state.captains[0].tokens == ("", "", "green")


def test_tiles_are_put_where_they_lie() -> None:
    now = table(hand="ac").edit({"tiles": "1102:b 1301:f"})
    assert "1102" in GAME.public_facts(now.state)["tiles"]
    assert "1101" not in GAME.public_facts(now.state)["tiles"]


def test_the_turn_is_given_to_another() -> None:
    assert table().edit({"turn": "white"}).asked == ("white", "turn")


def test_with_real_tiles_the_number_in_a_hand_is_set_and_the_stack_has_the_rest() -> None:
    now = table(hand="???", real=True)
    stack = now.state.stack.count
    assert now.edit({"blue.hand": 0}).state.captains[0].hand == Unknown(0)
    assert now.state.stack == Unknown(stack + 3)


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({"blue.ship": "9999"}, "Blue: .* is a square of the chart, not “9999”"),
        ({"blue.ship": "1205"}, "A ship lies on 1205, where no tile is"),
        ({"blue.points": -1}, "Blue: points” is a number from 0 to [0-9]+, not “-1”"),
        ({"blue.points": True}, "Blue: points” is a number from 0 to [0-9]+, not “True”"),
        ({"blue.token1": "violet"}, "Blue: compass rose of zone I” is one of: .*, or empty, not “violet”"),
        ({"blue.token1": "red", "blue.token2": "red", "blue.token3": "red"}, "Three compass roses win at once"),
        ({"tiles": "1102:b 1301:e"}, "can be moved, but not exchanged"),
        ({"tiles": "1102:b 1102:f"}, "“L3:f” cannot be"),
        ({"tiles": "0000:b 1301:f"}, "“0000:b” cannot be"),
        ({"turn": "violet"}, "Whose turn it is” is one of: Blue, White, Black; “violet” is none of them"),
        ({"blue.hand": 3}, "Blue: tiles in hand” cannot be corrected now"),
    ],
)
def test_what_cannot_be_is_refused_by_name_and_nothing_is_changed(facts: dict[str, object], named: str) -> None:
    now = table()
    before = now.state
    with pytest.raises(BadEntry, match=named):
        now.edit(facts)
    assert now.state == before
