"""Where a unit may move to now and what it costs: the table behind every move, legal or judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from engines.corteo.city import CITY, WHOLE
from engines.corteo.ground import Costs, Ground, border_cells, ground
from engines.corteo.roster import FIRST_POLICE, KIND_OF, MARCH, MARCHING, Side, Unit
from engines.corteo.state import GONE, OFF_BOARD, Movement, Spot, State
from engines.physical import Cell

STACK = 2
"""Units of one side in a hex, at most (§9)."""
BACK_AFTER = 3
"""Hands after leaving the map in which a unit comes back (§8h)."""

NOWHERE: Costs = {}


@lru_cache(64)
def _standing(spots: tuple[Spot, ...]) -> Mapping[Cell, int]:
    counted = Counter(spots)
    for word in OFF_BOARD:
        counted.pop(word, None)
    return counted


def standing(state: State, side: Side) -> Mapping[Cell, int]:
    """How many units of `side` stand in each hex that has any."""
    return _standing(state.march if side == MARCH else state.power)


ARMOURED = tuple(unit for unit, kind in enumerate(KIND_OF) if kind.family == "armoured")


@lru_cache(64)
def _packed(spots: tuple[Spot, ...]) -> frozenset[Cell]:
    return frozenset(cell for cell, count in _standing(spots).items() if count >= STACK)


@lru_cache(64)
def _packed_round_cars(power: tuple[Spot, ...]) -> frozenset[Cell]:
    """Hexes without room for police on foot where armoured cars stand alone."""
    cars = frozenset(power[unit - FIRST_POLICE] for unit in ARMOURED)
    return _packed(power) | (cars - CITY.barracks.keys() - OFF_BOARD)


@lru_cache(64)
def _packed_for_cars(power: tuple[Spot, ...]) -> frozenset[Cell]:
    """Hexes without room for an armoured car that stands alone."""
    return _packed(power) | (_standing(power).keys() - CITY.barracks.keys())


def full(state: State, unit: Unit) -> frozenset[Cell]:
    """Hexes where there is no room for `unit` to stop.

    Rule ``stack.armoured`` (§9): in the advanced game armoured cars stand alone, but for barracks.
    """
    if unit < FIRST_POLICE:
        packed = _packed(state.march)
    elif not state.house.advanced:
        packed = _packed(state.power)
    elif KIND_OF[unit].family == "armoured":
        packed = _packed_for_cars(state.power)
    else:
        packed = _packed_round_cars(state.power)
    return packed | state.waiting_hexes if state.waiting else packed


def allowance(state: State, unit: Unit) -> int:
    """Half points that `unit` may spend in this phase; running doubles them (§5c)."""
    points = KIND_OF[unit].speed * WHOLE
    return points * 2 if state.running and unit < FIRST_POLICE else points


def purse(state: State, item: Movement, unit: Unit) -> int:
    """Half points that `unit` has left, 0 if its movement is over."""
    if unit == item.unit:
        return item.left
    if unit == item.partner:
        return item.partner_left
    return 0 if unit in state.moved else allowance(state, unit)


def bound(state: State, unit: Unit) -> bool:
    """Whether `unit` is a garrison: guards on an objective, in the advanced game (§6b)."""
    return state.house.advanced and KIND_OF[unit].family == "guards" and state.spot(unit) in CITY.objectives


def due_back(state: State, unit: Unit) -> str:
    """The part of the border where `unit` comes back in this hand, empty if it does not."""
    return next(
        (
            absence.border
            for absence in state.absent
            if absence.unit == unit and state.hand >= absence.hand + BACK_AFTER
        ),
        "",
    )


def ways(state: State, item: Movement, unit: Unit) -> Costs:
    """What every hex costs `unit`, whether there is room in it or not; nothing for one that may not move at all."""
    if (unit == item.unit and item.stopped) or unit in state.idle:
        return NOWHERE
    spot, side = state.spot(unit), item.side
    lies = ground(state, side)
    limit = allowance(state, unit)
    if spot in OFF_BOARD:
        border = due_back(state, unit) if spot == GONE else ""
        return lies.costs_entering(border_cells(border), MARCHING, limit) if border else NOWHERE
    mobility = KIND_OF[unit].mobility
    if side == MARCH:
        if spot in CITY.metro and unit not in state.moved:
            return lies.costs_from_metro(limit)
        return lies.costs(spot, MARCHING, limit, WHOLE if state.house.advanced else 0)
    if lies.controlled(spot):
        return NOWHERE
    if bound(state, unit):
        return _next_post(lies, spot)
    table = lies.costs(spot, mobility, limit)
    if spot in CITY.barracks:
        packed = full(state, unit) & CITY.exits.keys()
        if packed:
            return _through_free_exits(lies, spot, packed, unit, limit)
    return table


def _next_post(lies: Ground, spot: Cell) -> Costs:
    """A garrison moves only to an adjacent objective."""
    return {to: cost for to, cost in CITY.steps["foot"][spot] if to in CITY.objectives and to not in lies.closed}


def _through_free_exits(lies: Ground, spot: Cell, packed: frozenset[Cell], unit: Unit, limit: int) -> Costs:
    """From a barracks one of whose exits is full: only the other exits lead out of it (§6c)."""
    mobility = KIND_OF[unit].mobility
    exits = [to for to, _ in CITY.steps[mobility][spot] if to not in packed]
    return lies.costs_entering(exits, mobility, limit) if exits else NOWHERE


def reach(state: State, item: Movement, unit: Unit) -> Costs:
    """Hexes where `unit` may stop now, with the half points each costs."""
    left = purse(state, item, unit)
    if not left:
        return NOWHERE
    costs, no_room = ways(state, item, unit), full(state, unit)
    if left == allowance(state, unit):
        return {cell: cost for cell, cost in costs.items() if cell not in no_room}
    return {cell: cost for cell, cost in costs.items() if cost <= left and cell not in no_room}


def may_pause(state: State, item: Movement) -> bool:
    """Whether the unit that moves now may be left for another."""
    return not must_leave(state, item, item.unit)


def must_leave(state: State, item: Movement, unit: Unit) -> bool:
    """Whether `unit` stands on an objective that it held at the end of a hand and could leave (§12a, advanced)."""
    return (
        state.house.advanced
        and 0 <= unit < FIRST_POLICE
        and state.spot(unit) in state.taken
        and bool(reach(state, item, unit))
    )
