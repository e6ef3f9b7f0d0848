"""What matters of a state where equal counters are exchanged, so that nobody is asked which of them it was."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from engines.corteo.agenda import Drift, Group, Item, Movement
from engines.corteo.roster import KIND_OF, Unit
from engines.corteo.state import Gathering, Plot, Rally, State, Trial

BLANK = {"unit": -1, "units": (), "far": (), "fought": (), "pledged": (), "groups": (), "group": Group((), ())}
"""Fields of items of the agenda that name units, emptied: what they say is told of each unit instead."""
WHO_MOVES = {"unit": -1, "left": 0, "stopped": False, "partner": -1, "partner_left": 0}
"""Fields of a movement phase that say who moves at this moment, and how far that unit still gets."""


def alike(state: State) -> Hashable:
    """What matters of `state` where equal counters are exchanged, or moved in another order.

    Who moves at this moment, and how far that unit still gets, is left out: where it goes on, the moves are told anew.
    """
    first = state.agenda[0]
    if isinstance(first, Movement):
        first = msgspec.structs.replace(first, **WHO_MOVES)
        state = msgspec.structs.replace(state, agenda=(first, *state.agenda[1:]))
    parts = sorted((kind.id, state.spot(unit), repr(_part(state, unit))) for unit, kind in enumerate(KIND_OF))
    rest = msgspec.structs.replace(
        state,
        march=(),
        power=(),
        moved=frozenset(),
        heads=(),
        column=(),
        waiting=(),
        down=(),
        absent=(),
        agenda=tuple(map(_blank, state.agenda)),
        plot=_blank_plot(state.plot),
    )
    return tuple(parts), rest


def _blank(item: Item) -> Item:
    if isinstance(item, Drift):
        return item
    return msgspec.structs.replace(item, **{name: value for name, value in BLANK.items() if hasattr(item, name)})


def _blank_plot(plot: Plot | None) -> Plot | None:
    match plot:
        case Rally():
            return msgspec.structs.replace(plot, tried=(), safe=())
        case Gathering():
            return msgspec.structs.replace(plot, whole=(), steps=())
        case Trial():
            return msgspec.structs.replace(plot, accused=())
    return plot


def _part(state: State, unit: Unit) -> Hashable:
    """All that the game knows of `unit` besides its kind and its place."""
    groups = (state.moved, state.heads, state.column, state.waiting)
    asleep = [fright.hand for fright in state.down if fright.unit == unit]
    outside = [(absence.border, absence.hand) for absence in state.absent if absence.unit == unit]
    items = [_part_in(item, unit) for item in state.agenda]
    return [unit in group for group in groups], asleep, outside, items, _part_in_plot(state.plot, unit)


def _part_in(item: Item, unit: Unit) -> Hashable:
    if isinstance(item, Drift):
        return None
    named = unit == getattr(item, "unit", -1)
    listed = [unit in getattr(item, name, ()) for name in ("units", "far", "fought", "pledged")]
    combats = [*getattr(item, "groups", ()), getattr(item, "group", BLANK["group"])]
    return named, listed, [(unit in each.attackers, unit in each.defenders) for each in combats]


def _part_in_plot(plot: Plot | None, unit: Unit) -> Hashable:
    match plot:
        case Rally(tried=tried, safe=safe):
            return unit in tried, unit in safe
        case Gathering(whole=whole, steps=steps):
            return unit in whole, dict(steps).get(unit)
        case Trial(accused=accused):
            return unit in accused
        case _:
            return None
