"""Conservation and corrections: what must add up at all times, and which public facts the host may set right."""

from __future__ import annotations

from collections.abc import Mapping

from engines.casablanca_agents.agents import AGENTS, CELLS, MONEY
from engines.casablanca_agents.draft import Draft
from engines.casablanca_agents.progress import refunds
from engines.casablanca_agents.state import DESERT, Player, State, Turn
from engines.corrections import Uncorrectable, known_fact, seat_fact, truth_fact
from engines.entries import FactValue
from engines.physical import Cell


def audit(state: State) -> list[str]:
    """What is not conserved, in words; empty when all is well."""
    faults: list[str] = []
    for seat, player in zip(state.seats, state.players):
        faults += (f"{seat} {fault}" for fault in _account_faults(player))
        faults += (
            f"{seat} still has {amount} $ on {agent}, who is in the desert"
            for agent, cell, amount in zip(AGENTS, state.agents, player.bribes)
            if cell == DESERT and amount
        )
    turn = state.turn_item
    if turn is not None and sum(turn.pencil) > state.players[turn.who].capital:
        faults.append(f"{state.seats[turn.who]} has pencilled more than there is")
    if state.case not in CELLS:
        faults.append(f"the case is in {state.case!r}, which is no building")
    faults += (
        f"{agent} is in {cell!r}, which is no building"
        for agent, cell in zip(AGENTS, state.agents)
        if cell != DESERT and cell not in CELLS
    )
    return faults


def _account_faults(player: Player) -> list[str]:
    whole = player.capital + sum(player.bribes) + player.fees + sum(player.lost)
    faults = []
    if whole != MONEY.capital:
        faults.append(f"has {whole} $ in all instead of {MONEY.capital}")
    if min(player.capital, player.fees, *player.bribes, *player.lost, *player.shown) < 0:
        faults.append("has less than nothing somewhere")
    if any(known > amount for known, amount in zip(player.shown, player.bribes)):
        faults.append("is known to have put more on an agent than there is")
    return faults


# --- corrections by the host -----------------------------------------------------------------------------


def public_facts(state: State) -> dict[str, FactValue]:
    """The public facts that an edit may set; accounts are never among them.

    ``turn`` is whose turn it is: setting it breaks off what is announced. Where agents and case are
    (``greenwood.house``, ``None`` in the desert; ``case``) and who has carried it may be set between announcements.
    """
    turn = state.turn_item
    if turn is None:
        return {}
    facts: dict[str, FactValue] = {"turn": state.seats[turn.who]}
    if isinstance(state.asked, Turn):
        facts["case"] = state.case
        for agent, cell, carried in zip(AGENTS, state.agents, state.carried):
            facts[f"{agent}.house"] = cell or None
            facts[f"{agent}.carried"] = carried
    return facts


def edited(draft: Draft, state: State, facts: Mapping[str, FactValue]) -> None:
    """Sets `facts`; raises `Uncorrectable` naming the fact that cannot be, and changes nothing then."""
    known = public_facts(state)
    for key, value in facts.items():
        known_fact(key, known)
        if key == "turn":
            _set_turn(draft, state, value)
        elif key == "case":
            draft.case = _building(key, value)
        else:
            _set_agent(draft, key, value)
    draft.count_anew()
    draft.reveals = True
    draft.tell("edited", fact=tuple(facts))


def _set_turn(draft: Draft, state: State, value: FactValue) -> None:
    who = seat_fact("turn", value, state.seats)
    if state.window is not None:
        refunds(draft, state.window)
    draft.change(who, down=False)
    draft.only(Turn(who))


def _set_agent(draft: Draft, key: str, value: FactValue) -> None:
    name, _, fact = key.partition(".")
    agent = next(number for number, known in enumerate(AGENTS) if known == name)
    if fact == "carried":
        carried = truth_fact(key, value)
        draft.carried = (*draft.carried[:agent], carried, *draft.carried[agent + 1 :])
        return
    if value is None and draft.agents[agent] != DESERT:
        raise Uncorrectable.because("desert", fact=(key,))
    if value is not None:
        draft.place(agent, _building(key, value))


def _building(key: str, value: FactValue) -> Cell:
    if not isinstance(value, str) or value not in CELLS:
        raise Uncorrectable.value("building", key, value, most=len(CELLS))
    return value
