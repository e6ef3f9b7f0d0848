"""Conservation and corrections: what must add up at all times, and which public facts the host may set right."""

from __future__ import annotations

from collections.abc import Mapping

from engines.corrections import Uncorrectable, known_fact
from engines.entries import FactValue
from engines.fifth_column.cards import CARDS, COUNTS
from engines.fifth_column.draft import Draft
from engines.fifth_column.ground import HOUSES
from engines.fifth_column.state import HuntersTurn, Spied, SpyTurn, State, Walked
from engines.physical import Cell


def audit(state: State) -> list[str]:
    """What is not conserved, in words; empty when all is well."""
    hunt = state.hunt
    if not hunt.blocked:
        return []
    faults = _map_faults(state)
    if hunt.salt and (hunt.hand or hunt.played):
        cards = sorted((*hunt.deck, *hunt.hand, *hunt.played, int(hunt.hideout)))
        if cards != list(range(1, CARDS + 1)):
            faults.append(f"{len(cards)} cards instead of {CARDS}, or one is there twice")
    if len(hunt.hand) > COUNTS.hand:
        faults.append(f"the spy holds {len(hunt.hand)} cards")
    if hunt.salt and len(hunt.seals) != 1 + bool(hunt.start) + len(hunt.trail):
        faults.append(f"{len(hunt.seals)} seals for {len(hunt.trail)} legs, the hideout and the start")
    if len(hunt.trail) != sum(isinstance(event, Spied) for event in hunt.record):
        faults.append("the record does not have every turn of the spy")
    if hunt.spot and (hunt.spot in hunt.blocked or hunt.spot not in hunt.passed):
        faults.append("the spy is where no way leads")
    return faults


def _map_faults(state: State) -> list[str]:
    hunt = state.hunt
    faults: list[str] = []
    drawn = (*hunt.blocked, *hunt.built, *hunt.posted)
    wanted = COUNTS.blocked + COUNTS.refuges + COUNTS.hunters
    if len(set(drawn)) != wanted or not set(drawn) <= set(HOUSES):
        faults.append("washers, refuges and hunters were not put on different houses")
    if len(hunt.hunters) != COUNTS.hunters or any(cell in hunt.blocked for cell in hunt.hunters):
        faults.append("a hunter is lost, or stands on a washer")
    fallen = sum(bool(event.fell) for event in hunt.record if isinstance(event, Spied))
    if len(set(hunt.refuges)) + fallen != COUNTS.refuges:
        faults.append(f"{len(hunt.refuges)} refuges stand and {fallen} fell")
    clues = [clue.at for clue in hunt.clues]
    if len(set(clues)) != len(clues) or any(clue in hunt.blocked for clue in clues):
        faults.append("a house has two markers, or one lies on a washer")
    return faults


# --- corrections by the host -----------------------------------------------------------------------------


def public_facts(state: State) -> dict[str, FactValue]:
    """The public facts that an edit may set: where the hunters are. Nothing of the spy is ever among them."""
    if not isinstance(state.asked, SpyTurn | HuntersTurn):
        return {}
    return {f"hunter.{number}": cell for number, cell in enumerate(state.hunt.hunters, 1)}


def edited(draft: Draft, state: State, facts: Mapping[str, FactValue]) -> None:
    """Sets `facts`; raises `Uncorrectable` naming the fact that cannot be, and changes nothing then."""
    known = public_facts(state)
    hunters = list(state.hunt.hunters)
    for key, value in facts.items():
        known_fact(key, known)
        number = int(key.rpartition(".")[2])
        hunters[number - 1] = _free_house(state, key, value)
        draft.note(Walked(number, hunters[number - 1]))
    draft.change(hunters=tuple(hunters))
    draft.reveals = True
    draft.tell("edited", fact=tuple(facts))


def _free_house(state: State, key: str, value: FactValue) -> Cell:
    if not isinstance(value, str) or value not in state.ground.free:
        raise Uncorrectable.value("house", key, value, most=len(HOUSES))
    return value
