"""A counter that is lost, three in a hex, or one where it cannot stand is found: the audit names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from corteo_positions import GAME, Table
from eager_games import moments

from engines.corteo.city import CITY
from engines.corteo.roster import FIRST_POLICE, KIND_OF, UNIT_NUMBER, Unit
from engines.corteo.state import CLINIC, GONE, PRISON, TRIAL, Absence, State

Broken = Callable[[State], State]

FIRST, SECOND, THIRD, RIOT = (UNIT_NUMBER[name] for name in ("mov-6-6.1", "mov-6-6.2", "lc-6-4.1", "riot.1"))
STREET, AVENUE = "2412", "2512"
BLOCK = next(cell for cell, kind in CITY.terrain.items() if kind == "block")
OBJECTIVE = sorted(CITY.objectives)[0]


def position(**more: Any) -> State:
    """Everybody of the march is in prison, but for one on a street; some police wait."""
    state = Table({"A": ("mov-6-6", STREET)}, **more).state
    assert GAME.audit(state) == []
    return state


def put(*placed: tuple[Unit, str]) -> Broken:
    """Units stand elsewhere."""

    def broken(state: State) -> State:
        march, power = list(state.march), list(state.power)
        for unit, spot in placed:
            if unit < FIRST_POLICE:
                march[unit] = spot
            else:
                power[unit - FIRST_POLICE] = spot
        return msgspec.structs.replace(state, march=tuple(march), power=tuple(power))

    return broken


def state_with(**fields: Any) -> Broken:
    return lambda state: msgspec.structs.replace(state, **fields)


STRANGER = next(unit for unit in range(len(KIND_OF)) if unit not in position().house.playing)

FAULTS: list[tuple[Broken, str]] = [
    (put((FIRST, STREET), (SECOND, STREET), (THIRD, STREET)), "stack"),
    (put((FIRST, STREET), (RIOT, STREET)), "both_sides"),
    (put((RIOT, PRISON)), "jailer"),
    (put((FIRST, CLINIC)), "elsewhere"),
    (put((RIOT, TRIAL)), "elsewhere"),
    (put((FIRST, BLOCK)), "closed"),
    (put((FIRST, "")), "unplaced"),
    (put((FIRST, GONE)), "mov-6-6.1 is gone, its absence is noted otherwise"),
    (state_with(absent=(Absence(FIRST, "north", 2),)), "its absence is noted otherwise"),
    (put((STRANGER, STREET)), "is not in this game, yet at"),
    (state_with(barricades=(AVENUE,), barricade_age=(2,)), "barricades_lacking"),
    (state_with(barricades_left=9), "barricades_lacking"),
    (state_with(barricade_age=(2,)), "barricades or runs do not add up"),
    (state_with(runs=-1), "barricades or runs do not add up"),
    (state_with(barricades_left=-1), "barricades or runs do not add up"),
    (state_with(jams=(STREET,) * 40), "more than there are"),
    (state_with(smoke=(STREET,) * 20, lingering=(STREET,) * 20), "more than there are"),
    (state_with(taken=(OBJECTIVE,)), "not_covered"),
    (state_with(taken=(OBJECTIVE,), covered=(OBJECTIVE,)), "objectives are taken and covered at once, or none"),
    (state_with(covered=(STREET,)), "objectives are taken and covered at once, or none"),
    (state_with(covered=(STREET,)), "closed"),
]


@pytest.mark.parametrize(("broken", "fault"), FAULTS)
def test_what_is_lost_doubled_or_out_of_place_is_found(broken: Broken, fault: str) -> None:
    assert any(fault in found for found in GAME.audit(broken(position())))


def test_an_armoured_car_that_stands_with_others_is_found_in_the_advanced_game() -> None:
    loner = next(unit for unit, kind in enumerate(KIND_OF) if kind.id == "armoured")
    state = position(advanced=True)
    assert any("loner" in found for found in GAME.audit(put((loner, AVENUE), (RIOT, AVENUE))(state)))


def test_a_marcher_in_the_hex_of_the_president_is_found() -> None:
    for moment in moments("internationalist"):
        state = moment.state
        guests = [unit for unit, kind in enumerate(KIND_OF) if kind.id == "president" and state.spot(unit) in CITY.near]
        if guests and state.hand:
            marcher = next(unit for unit in range(FIRST_POLICE) if state.spot(unit) in CITY.near)
            assert any("with_guest" in found for found in GAME.audit(put((marcher, state.spot(guests[0])))(state)))
            return
    raise AssertionError("the president never came")
