"""Special rule 13d: demonstrators from other cities and the finance police, who come in hand 4 and hesitate."""

from __future__ import annotations

from collections import Counter

from engines.corteo.agenda import ArrivalRoll, Arrive, Placing
from engines.corteo.draft import Draft
from engines.corteo.roster import KIND_OF, Side, Unit, in_play
from engines.corteo.state import OFF_BOARD, State

ARRIVAL = 4
"""The hand in which newcomers come (§13d)."""


def newcomers(state: State, side: Side) -> tuple[Unit, ...]:
    """Units of `side` that do not begin the game but come to it."""
    return in_play(side, frozenset({"strangers"})) if state.house.national == "yes" else ()


def arrive(draft: Draft, item: Arrive) -> None:
    """Newcomers are put down in hand 4; in that hand and later those who wait throw a die each."""
    state = draft.now()
    draft.done()
    units = newcomers(state, item.side)
    if not units or state.hand < ARRIVAL:
        return
    coming = [unit for unit in units if not state.spot(unit)]
    if coming and not item.placed:
        draft.set(waiting=tuple(sorted({*state.waiting, *coming})))
        due = Counter(KIND_OF[unit].id for unit in coming)
        draft.next(Placing(item.side, tuple(due.items()), newcomers=True), Arrive(item.side, placed=True))
        return
    waiting = tuple(unit for unit in units if unit in state.waiting and state.spot(unit) not in OFF_BOARD)
    if waiting:
        draft.next(ArrivalRoll(item.side, waiting))


def rolled(draft: Draft, item: ArrivalRoll, dice: tuple[int, ...]) -> None:
    """Who throws an even number gets under way."""
    draft.done()
    ready = {unit for unit, die in zip(item.units, dice) if die % 2 == 0}
    draft.set(waiting=tuple(unit for unit in draft.get("waiting") if unit not in ready))
    for unit in sorted(ready):
        draft.tell_of("under_way", unit, place=draft.spot(unit))
