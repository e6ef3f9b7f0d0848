"""What a learner asks: by which rule an action may be done, and which actions are worth wondering about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.casablanca_agents.actions import (
    Accept,
    Action,
    Bid,
    Bribe,
    ChooseHeadquarters,
    First,
    GiveUp,
    Hold,
    LetStand,
    Move,
    Object,
    Pass,
    RubOut,
    Settle,
    Strike,
    Withdraw,
)
from engines.casablanca_agents.agents import AGENTS, HEADQUARTERS, MONEY, NEAR
from engines.casablanca_agents.state import DESERT, State
from engines.entries import Seat

RULES: Mapping[type, str] = {
    First: "setup.first",
    ChooseHeadquarters: "variant.headquarters",
    Bribe: "bribe.any",
    RubOut: "bribe.settled",
    Settle: "bribe.settled",
    Strike: "strike.same_house",
    GiveUp: "objection.won",
    Object: "objection.bluff",
    LetStand: "objection.order",
    Withdraw: "objection.challenge",
    Accept: "objection.challenge",
    Bid: "duel.rising",
    Hold: "duel.hold",
    Pass: "duel.pass",
}
"""Rules of actions that always follow the same one."""


def rule_of(state: State, action: Action) -> str:
    """The rule by which legal `action` may be done in `state`."""
    if isinstance(action, Move):
        return "case.there" if action.case else "move.street"
    if isinstance(action, Bribe) and not state.house.main:
        return "variant.bribe_one"
    return RULES[type(action)]


def attempts(state: State, seat: Seat) -> Iterator[Action]:
    """One of each kind of action: each agent on its way and with the case, strikes where agents meet, all answers."""
    for agent, cell in zip(AGENTS, state.agents):
        if cell != DESERT:
            yield Move(agent, NEAR[cell][0])
            yield Move(agent, NEAR[cell][0], case=True)
    for agent, cell in zip(AGENTS, state.agents):
        others = (other for other, there in zip(AGENTS, state.agents) if other != agent and there == cell != DESERT)
        yield from (Strike(agent, victim) for victim in list(others)[:1])
    yield Bribe(AGENTS[0], MONEY.step)
    yield from (
        Settle(),
        RubOut(),
        GiveUp(),
        Object(),
        LetStand(),
        Withdraw(),
        Accept(),
        Bid(MONEY.step),
        Hold(),
        Pass(),
    )
    yield ChooseHeadquarters(min(HEADQUARTERS))
    yield First(state.seats[0])
