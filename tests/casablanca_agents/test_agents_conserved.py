"""A lost dollar, a case in the desert or an agent nowhere is found: the audit names it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from agent_positions import GAME, Table

from engines.casablanca_agents.state import State, Turn


def table() -> Table:
    """Red has 300 $ on Bleu and 200 $ on Gray."""
    now = Table(red={"bleu": 300, "gray": 200}, blue={"sheela": 100})
    assert GAME.audit(now.state) == []
    return now


def red(state: State, **fields: Any) -> State:
    """Something of red's account is otherwise."""
    first, *others = state.players
    return msgspec.structs.replace(state, players=(msgspec.structs.replace(first, **fields), *others))


def amounts(*named: tuple[int, int]) -> tuple[int, ...]:
    return tuple(dict(named).get(agent, 0) for agent in range(len(table().state.agents)))


BLEU = next(n for n, amount in enumerate(table().state.players[0].bribes) if amount == 300)
GRAY = next(n for n, amount in enumerate(table().state.players[0].bribes) if amount == 200)
RED = table().state.players[0]


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"capital": RED.capital - 100}, "red has 9900 $ in all instead of 10000"),
        ({"capital": RED.capital + 100}, "red has 10100 $ in all instead of 10000"),
        ({"bribes": amounts((BLEU, 300))}, "red has 9800 $ in all instead of 10000"),
        ({"fees": 50}, "red has 10050 $ in all instead of 10000"),
        ({"lost": amounts((GRAY, 100))}, "red has 10100 $ in all instead of 10000"),
        ({"capital": -100, "fees": 9600}, "red has less than nothing somewhere"),
        ({"capital": RED.capital + 100, "fees": -100}, "red has less than nothing somewhere"),
        ({"shown": amounts((BLEU, 400))}, "red is known to have put more on an agent than there is"),
    ],
)
def test_money_that_is_lost_or_made_is_found(fields: dict[str, Any], fault: str) -> None:
    assert fault in GAME.audit(red(table().state, **fields))


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"case": "99"}, "the case is in '99', which is no building"),
        ({"case": ""}, "the case is in '', which is no building"),
        ({"agents": ("sea", *table().state.agents[1:])}, " is in 'sea', which is no building"),
    ],
)
def test_pieces_in_no_building_are_found(fields: dict[str, Any], fault: str) -> None:
    (found,) = GAME.audit(msgspec.structs.replace(table().state, **fields))
    assert found.endswith(fault)


def test_money_on_an_agent_in_the_desert_is_found() -> None:
    state = table().state
    agents = tuple("" if number == BLEU else cell for number, cell in enumerate(state.agents))
    (found,) = GAME.audit(msgspec.structs.replace(state, agents=agents))
    assert found == "red still has 300 $ on bleu, who is in the desert"


def test_more_pencilled_than_there_is_is_found() -> None:
    state = table().state
    turn = Turn(0, pencil=amounts((BLEU, RED.capital + 1)))
    assert GAME.audit(msgspec.structs.replace(state, agenda=(turn,))) == ["red has pencilled more than there is"]
