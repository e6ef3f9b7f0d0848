"""Which equal counters may stand for each other, so that nobody is asked which of them it was."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import msgspec

from engines.corteo.roster import GUESTS, KIND_OF, Unit
from engines.corteo.state import Combat, Gathering, Item, Movement, Rally, Retreating, State, Trial


def told_apart(state: State, units: Iterable[Unit]) -> list[Unit]:
    """`units` without those that an earlier one may stand for: of the same kind, in the same place, in the same part.

    Whichever of two such counters goes, the game goes on alike.
    """
    first: dict[Hashable, Unit] = {}
    for unit in units:
        first.setdefault((KIND_OF[unit].id, state.spot(unit), _part(state, unit)), unit)
    return list(first.values())


def alike(state: State) -> Hashable:
    """What matters of `state` where equal counters are exchanged, or moved in another order.

    Who moves at this moment, and how far that unit still gets, is left out: where it goes on, the moves are told anew.
    """
    first = state.asked
    if isinstance(first, Movement):
        still = msgspec.structs.replace(first, unit=-1, left=0, stopped=False, partner=-1, partner_left=0)
        state = msgspec.structs.replace(state, agenda=(still, *state.agenda[1:]))
    units = sorted((KIND_OF[unit].id, state.spot(unit), repr(_part(state, unit))) for unit in range(len(KIND_OF)))
    rest = msgspec.structs.replace(
        state, march=(), power=(), moved=frozenset(), heads=(), column=(), waiting=(), down=(), absent=()
    )
    return tuple(units), rest


def _part(state: State, unit: Unit) -> Hashable:
    """All that the game knows of `unit` besides its kind and its place."""
    memberships = (state.moved, state.heads, state.column, state.waiting)
    asleep = next((fright.hand for fright in state.down if fright.unit == unit), 0)
    outside = next(((absence.border, absence.hand) for absence in state.absent if absence.unit == unit), None)
    in_items = tuple(_part_in(item, unit) for item in state.agenda)
    return tuple(unit in group for group in memberships), asleep, outside, in_items, _part_in_plot(state, unit)


def _part_in(item: Item, unit: Unit) -> Hashable:
    match item:
        case Movement():
            return unit == item.unit, unit == item.partner
        case Retreating():
            return unit in item.units, unit in item.far
        case Combat():
            return unit in item.fought, *[(unit in each.attackers, unit in each.defenders) for each in item.groups]
    return unit in getattr(item, "units", ()), unit in getattr(item, "pledged", ())


def _part_in_plot(state: State, unit: Unit) -> Hashable:
    match state.plot:
        case Rally(tried=tried, safe=safe):
            return unit in tried, unit in safe
        case Gathering(whole=whole, steps=steps):
            return unit in whole, dict(steps).get(unit)
        case Trial(accused=accused):
            return unit in accused
    return unit if unit in GUESTS else None
