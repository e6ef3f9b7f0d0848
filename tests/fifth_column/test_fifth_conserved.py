"""A card twice, a washer lost or a spy where no way leads is found: the audit names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from fifth_positions import GAME, HUNTERS, REFUGES, WASHERS, Table

from engines.fifth_column.state import Clue, Hunt, Spied, State


def position() -> State:
    """The spy has gone from house 12 to 14."""
    state = Table(spot="12").play("rook", "13", "14").state
    assert GAME.audit(state) == []
    return state


Changed = Callable[[Hunt], dict[str, Any]]

FAULTS: list[tuple[Changed, str]] = [
    (lambda hunt: {"deck": hunt.deck[1:]}, "89 cards instead of 90, or one is there twice"),
    (lambda hunt: {"deck": (hunt.deck[0], *hunt.deck)}, "91 cards instead of 90, or one is there twice"),
    (lambda hunt: {"deck": (hunt.hand[0], *hunt.deck[1:])}, "90 cards instead of 90, or one is there twice"),
    (lambda hunt: {"hideout": "2"}, "or one is there twice"),
    (lambda hunt: {"hand": hunt.deck[:9]}, "the spy holds 9 cards"),
    (lambda hunt: {"seals": hunt.seals[:-1]}, "1 seals for 1 legs, the hideout and the start"),
    (lambda hunt: {"trail": ()}, "the record does not have every turn of the spy"),
    (lambda hunt: {"spot": WASHERS[0]}, "the spy is where no way leads"),
    (lambda hunt: {"spot": "33"}, "the spy is where no way leads"),
    (lambda hunt: {"blocked": WASHERS[1:]}, "washers, refuges and hunters were not put on different houses"),
    (lambda hunt: {"posted": (REFUGES[0], *HUNTERS[1:])}, "were not put on different houses"),
    (lambda hunt: {"built": ("0", *REFUGES[1:])}, "were not put on different houses"),
    (lambda hunt: {"hunters": HUNTERS[1:]}, "a hunter is lost, or stands on a washer"),
    (lambda hunt: {"hunters": (WASHERS[0], *HUNTERS[1:])}, "a hunter is lost, or stands on a washer"),
    (lambda hunt: {"refuges": REFUGES[1:]}, "7 refuges stand and 0 fell"),
    (lambda hunt: {"clues": (Clue("5", True), Clue("5", False))}, "a house has two markers, or one lies on a washer"),
    (lambda hunt: {"clues": (Clue(WASHERS[0], True),)}, "a house has two markers, or one lies on a washer"),
]


@pytest.mark.parametrize(("changed", "fault"), FAULTS)
def test_what_is_lost_doubled_or_out_of_place_is_found(changed: Changed, fault: str) -> None:
    state = position()
    broken = msgspec.structs.replace(state, hunt=msgspec.structs.replace(state.hunt, **changed(state.hunt)))
    assert any(fault in found for found in GAME.audit(broken))


def test_a_refuge_that_fell_and_still_stands_is_found() -> None:
    state = position()
    (turn,) = (event for event in state.hunt.record if isinstance(event, Spied))
    fallen = msgspec.structs.replace(turn, fell=REFUGES[0])
    hunt = msgspec.structs.replace(state.hunt, earlier=(), lately=(fallen,))
    assert "8 refuges stand and 1 fell" in GAME.audit(msgspec.structs.replace(state, hunt=hunt))


def test_before_the_map_is_drawn_there_is_nothing_to_lose() -> None:
    assert GAME.audit(GAME.new({}, GAME.seats[:3])) == []
