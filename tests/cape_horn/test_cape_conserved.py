"""A tile twice, a start square gone or a ship without a tile is found: the audit names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from cape_positions import GAME, Table

from engines.cape_horn.state import Held, State, Unknown
from engines.cape_horn.waters import SEA, SPOT, START

Broken = Callable[[State], State]


def position(**more: Any) -> State:
    """Two tiles lie, and blue is on one of them."""
    state = Table("b . f", "1303", blue="1303", **({"hand": "ac"} | more)).state
    assert GAME.audit(state) == []
    return state


def laid(at: int, design: str) -> Broken:
    """Something else lies on a place."""
    return lambda state: msgspec.structs.replace(state, tiles=state.tiles[:at] + design + state.tiles[at + 1 :])


def blue(**fields: Any) -> Broken:
    """Something of blue's is otherwise."""

    def broken(state: State) -> State:
        first, *others = state.captains
        return msgspec.structs.replace(state, captains=(msgspec.structs.replace(first, **fields), *others))

    return broken


def state_with(**fields: Any) -> Broken:
    return lambda state: msgspec.structs.replace(state, **fields)


def _drawn_twice(state: State) -> State:
    assert isinstance(state.stack, Held)
    return msgspec.structs.replace(state, stack=Held(state.stack.tiles[0] + state.stack.tiles))


def _at_sea(state: State) -> State:
    first, second, *others = state.captains
    return msgspec.structs.replace(state, captains=(first, msgspec.structs.replace(second, ship="1303"), *others))


LAND = next(spot for spot in range(len(position().tiles)) if not SEA >> spot & 1)

FAULTS: list[tuple[Broken, str]] = [
    (laid(LAND, "b"), f"a tile lies on place {LAND}, which is no square"),
    (laid(SPOT[START[2]], "."), "a start square is missing or covered"),
    (laid(SPOT["1403"], "s"), "there is a start square too many"),
    (laid(SPOT["1403"], "b"), "tiles instead of"),
    (_drawn_twice, "tiles instead of"),
    (blue(hand=Held("a")), "tiles instead of"),
    (blue(hand=Held("aa")), "tiles 'c' instead of"),
    (state_with(buried="a"), "tiles instead of"),
    (blue(points=-1), "blue has -1 points"),
    (blue(points=1000), "blue has 1000 points"),
    (blue(hand=Held("a" * 20)), "blue holds 20 tiles"),
    (blue(ship="1403"), "ship_without_tile"),
    (_at_sea, "ships_together"),
    (blue(tokens=("red", "red", "")), "equal_roses"),
]


@pytest.mark.parametrize(("broken", "fault"), FAULTS)
def test_what_is_lost_doubled_or_out_of_place_is_found(broken: Broken, fault: str) -> None:
    assert any(fault in found for found in GAME.audit(broken(position())))


def test_with_real_tiles_too_many_and_less_than_none_are_found() -> None:
    state = position(real=True)
    assert isinstance(state.stack, Unknown)
    assert any("tiles instead of" in found for found in GAME.audit(blue(hand=Unknown(4))(state)))
    assert "somebody holds less than no tile" in GAME.audit(state_with(stack=Unknown(-1))(state))
