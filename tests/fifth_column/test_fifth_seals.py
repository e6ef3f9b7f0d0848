"""Seals: the hideout and every leg are committed to as they are made, tell nothing, and are opened at the end."""

from __future__ import annotations

import msgspec
import pytest
from fifth_positions import GAME, SALT, Table

from engines.fifth_column.actions import Done
from engines.fifth_column.seals import holds, key, salt_of, seal_of_hideout, seal_of_leg
from engines.fifth_column.state import Leg


def hunted() -> Table:
    """A hunt of three legs that has just ended."""
    table = Table(spot="1", turn=117).play("king", "2")
    table.go("blue", Done()).hold("king", "rook", "king").play("rook", "3", "4")
    return table.go("blue", Done()).hold("king", "rook", "king").play("king", "5")


@pytest.mark.legal("seal.trail")
def test_every_leg_is_sealed_at_once_and_opened_when_the_hunt_is_over() -> None:
    table = Table(spot="1").play("king", "2")
    view = GAME.view(table.state, "blue")
    assert len(view.seals) == 2
    assert view.past == ()
    past = hunted().state.past[0]
    assert holds(past) == (True,) * 4
    assert GAME.view(hunted().state, "green").past[0].kept == (True,) * 4


def test_a_leg_that_is_told_otherwise_breaks_its_seal() -> None:
    past = hunted().state.past[0]
    for number, changed in enumerate((Leg(7, ("11",)), Leg(past.trail[1].card, ("4",)), Leg(past.trail[2].card, ()))):
        trail = (*past.trail[:number], changed, *past.trail[number + 1 :])
        assert holds(msgspec.structs.replace(past, trail=trail)).index(False) == number + 1
    assert holds(msgspec.structs.replace(past, hideout="2"))[0] is False


def test_the_same_way_has_another_seal_each_time_and_in_each_hunt() -> None:
    leg = Leg(7, ("12",))
    opened = {key(SALT, hunt, number) for hunt in range(3) for number in range(30)}
    assert len({seal_of_leg(opens, leg) for opens in opened}) == 90
    other = salt_of(tuple(reversed(range(58))))
    assert seal_of_hideout(key(SALT, 0, 0), "1") != seal_of_hideout(key(other, 0, 0), "1")


def test_what_is_published_is_the_chain_of_all_seals() -> None:
    one = Table(spot="1").play("king", "2")
    other = Table(spot="1").play("king", "6")
    assert GAME.published(one.state) == GAME.view(one.state, None).chain != ""
    assert GAME.published(one.state) != GAME.published(other.state)


def test_no_key_is_told_before_the_hunt_is_over() -> None:
    table = Table(spot="1").play("king", "2")
    for seat in ("red", "blue", "green", None):
        told = msgspec.json.encode(GAME.view(table.state, seat))
        assert SALT.encode() not in told
        assert key(SALT, 0, 1).encode() not in told
