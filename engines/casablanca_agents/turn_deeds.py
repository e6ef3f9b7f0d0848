"""What may be done in one's turn, and why anything else may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from engines.casablanca_agents import progress
from engines.casablanca_agents.actions import Bribe, GiveUp, Move, RubOut, Settle, Strike
from engines.casablanca_agents.agents import (
    AGENTS,
    HEADQUARTERS,
    HOMES,
    LEAST,
    LONGEST,
    MONEY,
    NEAR,
    NOTHING,
    NUMBER,
    AgentId,
    Amounts,
)
from engines.casablanca_agents.bribes import Bribes
from engines.casablanca_agents.draft import Draft, put
from engines.casablanca_agents.state import DESERT, State, Turn, position
from engines.deed import Deed, because
from engines.game import Violation
from engines.physical import Cell

NONE: tuple[()] = ()
RUB_OUT = (RubOut(),)
SETTLE = (Settle(),)
GIVE_UP = (GiveUp(),)


def opening(state: State, who: int) -> bool:
    """Whether it is the first turn of `who` in the main game, when agents must be bribed."""
    return state.house.main and not state.players[who].opened


# --- bribing ---------------------------------------------------------------------------------------------


def bribes(state: State, turn: Turn, who: int) -> Collection[Bribe]:
    if turn.tried:
        return NONE
    return Bribes(_bribable(state, turn), state.players[who].capital - sum(turn.pencil))


def _bribable(state: State, turn: Turn) -> tuple[AgentId, ...]:
    """Agents in play; in the variant only the one that was begun with."""
    begun = any(turn.pencil) and not state.house.main
    return tuple(
        agent
        for agent, cell, amount in zip(AGENTS, state.agents, turn.pencil)
        if cell != DESERT and (amount or not begun)
    )


def bribes_not(state: State, turn: Turn, who: int, action: Bribe) -> tuple[Violation, ...]:
    if turn.tried:
        return because("objection.no_bribe", "no_bribe_now")
    if state.agents[NUMBER[action.agent]] == DESERT:
        return because("strike.gone", "agent_gone", agent=action.agent)
    own = (state.seats[who],)
    if action.amount < MONEY.step or action.amount % MONEY.step:
        return because("bribe.step", "no_such_amount", own, amount=action.amount, step=MONEY.step)
    if action.agent not in _bribable(state, turn):
        return because("variant.bribe_one", "one_agent_a_turn", own)
    left = state.players[who].capital - sum(turn.pencil)
    return because("bribe.capital", "not_so_much_left", own, amount=action.amount, left=left)


def bribe(draft: Draft, turn: Turn, who: int, action: Bribe) -> None:
    agent = NUMBER[action.agent]
    draft.instead(Turn(who, put(turn.pencil, agent, turn.pencil[agent] + action.amount), turn.tried))


def rubbings(state: State, turn: Turn, who: int) -> Collection[RubOut]:
    return RUB_OUT if any(turn.pencil) else NONE


def rubbings_not(state: State, turn: Turn, who: int, action: RubOut) -> tuple[Violation, ...]:
    return because("bribe.settled", "nothing_pencilled", (state.seats[who],))


def rub_out(draft: Draft, turn: Turn, who: int, action: RubOut) -> None:
    draft.instead(Turn(who, NOTHING, turn.tried))


def settlements(state: State, turn: Turn, who: int) -> Collection[Settle]:
    return SETTLE if _bribed(turn.pencil) >= _least(state, who) else NONE


def _bribed(pencil: Amounts) -> int:
    return len(pencil) - pencil.count(0)


def _least(state: State, who: int) -> int:
    return LEAST.first_turn if opening(state, who) else 1


def settlements_not(state: State, turn: Turn, who: int, action: Settle) -> tuple[Violation, ...]:
    if turn.tried:
        return because("objection.no_bribe", "no_bribe_now")
    own = (state.seats[who],)
    if opening(state, who):
        return because("bribe.first_turn", "too_few_bribed", own, count=_bribed(turn.pencil), least=LEAST.first_turn)
    return because("turn.one", "nothing_pencilled", own)


def settle(draft: Draft, turn: Turn, who: int, action: Settle) -> None:
    progress.settles(draft, turn)


# --- moving ----------------------------------------------------------------------------------------------


@cache
def _walks(agent: AgentId, start: Cell) -> tuple[Move, ...]:
    return tuple(Move(agent, to) for to in NEAR[start])


@cache
def _carries(agent: AgentId, start: Cell) -> tuple[Move, ...]:
    return tuple(Move(agent, to, case=True) for to in NEAR[start])


def on_foot(state: State, who: int) -> list[Move]:
    """Every move along a street, but for what may stand no longer or has been tried."""
    found: list[Move] = []
    for agent, cell in zip(AGENTS, state.agents):
        if cell == DESERT:
            continue
        found += _walks(agent, cell)
        if cell == state.case:
            found += (move for move in _carries(agent, cell) if _case_may_go(state, who, move))
    return found


def _case_may_go(state: State, who: int, move: Move) -> bool:
    """Whether `move`, with the case, takes it where it may be taken by now."""
    return not (_too_few_carriers(state, who, move) or _barred_abroad(state, move))


def _too_few_carriers(state: State, who: int, move: Move) -> bool:
    """Whether the case cannot be brought home yet, since only this agent has moved it."""
    agent = NUMBER[move.agent]
    home = HOMES[agent] if state.house.main else state.players[who].headquarters
    others = progress.others_carried(state.carried, agent)
    return state.house.two_carriers and move.to == home and others < LEAST.carriers - 1


def _barred_abroad(state: State, move: Move) -> bool:
    """Whether the case may not be taken into that headquarters, where the agent does not live (main game)."""
    if not state.house.main or state.house.foreign == "stays":
        return False
    return move.to in HEADQUARTERS and move.to != HOMES[NUMBER[move.agent]]


def _fresh(state: State, found: list[Move]) -> list[Move]:
    """Those of `found` after which no position stands too often; all, if there is no other."""
    stale = {where for where, times in Counter(state.positions).items() if times >= LONGEST.position - 1}
    if not stale or state.house.repetition == "allowed":
        return found
    return [move for move in found if _after(state, move) not in stale] or found


def _after(state: State, move: Move) -> str:
    agent = NUMBER[move.agent]
    agents = (*state.agents[:agent], move.to, *state.agents[agent + 1 :])
    return position(agents, move.to if move.case else state.case)


def moves(state: State, turn: Turn, who: int) -> Collection[Move]:
    if opening(state, who):
        return NONE
    found = _fresh(state, on_foot(state, who))
    return [move for move in found if move not in turn.tried] if turn.tried else found


def moves_not(state: State, turn: Turn, who: int, action: Move) -> tuple[Violation, ...]:
    if opening(state, who):
        return because("bribe.first_turn", "bribe_first", seat=state.seats[who], least=LEAST.first_turn)
    here = state.agents[NUMBER[action.agent]]
    if here == DESERT:
        return because("strike.gone", "agent_gone", agent=action.agent)
    if action.to not in NEAR[here]:
        return because("move.street", "no_street", agent=action.agent, start=here, to=action.to)
    if action.case and state.case != here:
        return because("case.there", "case_elsewhere", agent=action.agent, start=here, place=state.case)
    if action.case and _too_few_carriers(state, who, action):
        return because("case.two_agents", "only_carrier", agent=action.agent, place=action.to)
    if action.case and _barred_abroad(state, action):
        return because("case.abroad", "foreign_headquarters", agent=action.agent, place=action.to)
    if action in turn.tried:
        return because("objection.again", "tried_already", agent=action.agent)
    return because("end.repetition", "position_again", times=LONGEST.position)


def announce(draft: Draft, turn: Turn, who: int, action: Move | Strike) -> None:
    progress.announces(draft, turn, action)


# --- striking --------------------------------------------------------------------------------------------


def strikes(state: State, turn: Turn, who: int) -> Collection[Strike]:
    if opening(state, who):
        return NONE
    able = [agent for agent, amount in enumerate(state.players[who].bribes) if amount >= MONEY.fee]
    return [
        strike
        for agent in able
        if state.agents[agent] != DESERT
        for victim, cell in enumerate(state.agents)
        if victim != agent and cell == state.agents[agent]
        if (strike := Strike(AGENTS[agent], AGENTS[victim])) not in turn.tried
    ]


def strikes_not(state: State, turn: Turn, who: int, action: Strike) -> tuple[Violation, ...]:
    if opening(state, who):
        return because("bribe.first_turn", "bribe_first", seat=state.seats[who], least=LEAST.first_turn)
    here, there = state.agents[NUMBER[action.agent]], state.agents[NUMBER[action.victim]]
    for agent, cell in ((action.agent, here), (action.victim, there)):
        if cell == DESERT:
            return because("strike.gone", "agent_gone", agent=agent)
    if action.agent == action.victim or here != there:
        return because("strike.same_house", "not_together", agent=action.agent, agent2=action.victim)
    if state.players[who].bribes[NUMBER[action.agent]] < MONEY.fee:
        return because("strike.fee", "fee_not_on_agent", (state.seats[who],), agent=action.agent, amount=MONEY.fee)
    return because("objection.again", "tried_already", agent=action.agent)


# --- giving up -------------------------------------------------------------------------------------------


def surrenders(state: State, turn: Turn, who: int) -> Collection[GiveUp]:
    return GIVE_UP if turn.tried else NONE


def surrenders_not(state: State, turn: Turn, who: int, action: GiveUp) -> tuple[Violation, ...]:
    return because("turn.one", "must_do_something", seat=state.seats[who])


def give_up(draft: Draft, turn: Turn, who: int, action: GiveUp) -> None:
    progress.gives_up(draft, turn)


DEEDS: Mapping[type, Deed[Collection[Any]]] = {
    GiveUp: Deed(surrenders, surrenders_not, give_up),
    Settle: Deed(settlements, settlements_not, settle),
    RubOut: Deed(rubbings, rubbings_not, rub_out),
    Move: Deed(moves, moves_not, announce),
    Strike: Deed(strikes, strikes_not, announce),
    Bribe: Deed(bribes, bribes_not, bribe),
}
