"""Where a unit may move to now and what it costs: the table behind every move, legal or judged."""

from __future__ import annotations

from functools import lru_cache

from engines.corteo.agenda import Movement
from engines.corteo.city import CITY, WHOLE
from engines.corteo.costs import NOWHERE, Costs
from engines.corteo.gathering import homesick, homeward
from engines.corteo.ground import ANYWHERE, Ground, border_cells, ground, ground_of_guests
from engines.corteo.objectives import is_objective
from engines.corteo.roster import ARMS, FIRST_POLICE, GUESTS, KIND_OF, MARCH, MARCHING, POWER, Unit
from engines.corteo.sites import east_exits
from engines.corteo.standing import Full, stand
from engines.corteo.state import GONE, OFF_BOARD, Spot, State
from engines.physical import Cell

BACK_AFTER = 3
"""Hands after leaving the map in which a unit comes back (§8h)."""

ESCORT = 5
"""Police units that must be near each piece of the presidential column, or it cannot move."""
ESCORT_REACH = 4
"""Hexes within which they are near; nobody bars streets so close to it either."""


ARMOURED = tuple(unit for unit, kind in enumerate(KIND_OF) if kind.family == "armoured")
LONERS: tuple[Unit, ...] = (*ARMOURED, *sorted(GUESTS))
"""Counters that share no hex but one of barracks: armoured cars, and the mobile objectives of the scenarios."""

ALLOWANCE = tuple(kind.speed * WHOLE for kind in KIND_OF)
"""Half points that each unit has in a phase, but for running."""
ALONE = frozenset(LONERS)


def full(state: State, unit: Unit) -> frozenset[Cell]:
    """Hexes where there is no room for `unit` to stop.

    Rule ``stack.armoured`` (§9): in the advanced game armoured cars stand alone, but for barracks.
    """
    return without_room(state, unit).cells


def without_room(state: State, unit: Unit) -> Full:
    """The same, as bits too."""
    which = 0 if unit < FIRST_POLICE else 2 if unit in ALONE else 1
    known, packed = _latest_full[which]
    if known is not state:
        packed = _full(state, which)
        _latest_full[which] = (state, packed)
    return packed


_latest_full: list[tuple[State | None, Full]] = [(None, Full(frozenset(), 0))] * 3
"""The last answers of `full` for the march, police and those who stand alone: asked for many units in a row."""


def _full(state: State, which: int) -> Full:
    packed = stand(state, MARCH if which == 0 else POWER).packed
    if which and state.house.advanced:
        alone = state.power if which == 2 else tuple([state.power[number] for number in _ALONE_SPOTS])
        packed = packed.joined(_outside_barracks(alone))
    return packed.joined(Full.of(state.waiting_hexes)) if state.waiting else packed


_ALONE_SPOTS = tuple(unit - FIRST_POLICE for unit in LONERS)
"""Where those who stand alone are listed among the spots of the power."""


@lru_cache(64)
def _outside_barracks(spots: tuple[Spot, ...]) -> Full:
    return Full.of(frozenset(spots) - CITY.barracks.keys() - OFF_BOARD)


def no_stopping(state: State, unit: Unit) -> Full:
    """Hexes where no move of `unit` may end: those without room, and objectives that the march has to leave now.

    Rule ``objective.leave`` (§12a, advanced): one held for a hand is left and covered; nobody takes over there.
    """
    packed = without_room(state, unit)
    if unit >= FIRST_POLICE or not state.taken or not state.house.advanced:
        return packed
    return packed.joined(_to_be_left(state.taken))


@lru_cache(64)
def _to_be_left(taken: tuple[Cell, ...]) -> Full:
    return Full.of(frozenset(taken))


def allowance(state: State, unit: Unit) -> int:
    """Half points that `unit` may spend in this phase; running doubles them (§5c)."""
    points = ALLOWANCE[unit]
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
    return state.house.advanced and KIND_OF[unit].family == "guards" and is_objective(state, state.spot(unit))


def due_back(state: State, unit: Unit) -> str:
    """The part of the border where `unit` comes back in this hand, empty if it does not."""
    for absence in state.absent:
        if absence.unit == unit and state.hand >= absence.hand + BACK_AFTER:
            return absence.border
    return ""


def must_return(state: State, unit: Unit) -> bool:
    """Whether `unit` was pushed off the map and has to come back now; who has yet to enter the city may wait."""
    return due_back(state, unit) not in ("", ANYWHERE)


def breaking_off(state: State) -> int:
    """Half points that it costs the march to leave a hex that foes control (§5a, advanced)."""
    return WHOLE if state.house.advanced else 0


def ways(state: State, item: Movement, unit: Unit) -> Costs:
    """What every hex costs `unit`, whether there is room in it or not; nothing for one that may not move at all."""
    if (unit == item.unit and item.stopped) or ((state.down or state.waiting) and unit in state.idle):
        return NOWHERE
    if unit in GUESTS:
        return ways_of_guest(state, unit)
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
        return lies.costs(spot, MARCHING, limit, breaking_off(state))
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


def ways_of_guest(state: State, unit: Unit) -> Costs:
    """What every hex costs a mobile objective; nothing for a presidential one without its escort, or one in safety."""
    spot, mobility = state.spot(unit), KIND_OF[unit].mobility
    if spot in OFF_BOARD or spot in CITY.barracks or not escorted(state, unit):
        return NOWHERE
    lies, limit = ground_of_guests(state, mobility), allowance(state, unit)
    if spot in CITY.metro and unit not in state.moved:
        return lies.costs_from_metro(limit, mobility)
    return lies.costs(spot, mobility, limit)


def escorted(state: State, unit: Unit) -> bool:
    """Whether `unit` needs no escort or has it: five police units within four hexes (internationalist scenario)."""
    if KIND_OF[unit].family != "president":
        return True
    here, down = state.spot(unit), state.idle
    near = 0
    for number, spot in enumerate(state.power[:ARMS]):
        if spot not in OFF_BOARD and FIRST_POLICE + number not in down:
            near += CITY.board.distance(here, spot) <= ESCORT_REACH
    return near >= ESCORT


def _next_post(lies: Ground, spot: Cell) -> Costs:
    """A garrison moves only to an adjacent objective."""
    steps = CITY.steps["foot"][spot]
    return Costs.of(
        {to: cost for to, cost in steps if (to in CITY.objectives or to in lies.own) and to not in lies.closed}
    )


def _through_free_exits(lies: Ground, spot: Cell, packed: frozenset[Cell], unit: Unit, limit: int) -> Costs:
    """From a barracks one of whose exits is full: only the other exits lead out of it (§6c)."""
    mobility = KIND_OF[unit].mobility
    exits = [to for to, _ in CITY.steps[mobility][spot] if to not in packed]
    return lies.costs_entering(exits, mobility, limit) if exits else NOWHERE


def open_ways(state: State, item: Movement, unit: Unit) -> Costs:
    """What every hex costs `unit` to which it may go, whether there is room or not: weak units go home only."""
    costs = ways(state, item, unit)
    if state.plot is not None and homesick(state, unit):
        return Costs.of({cell: cost for cell, cost in costs.items() if homeward(state, unit, cell)})
    return costs


def reach(state: State, item: Movement, unit: Unit) -> Costs:
    """Hexes where `unit` may stop now, with the half points each costs."""
    known, asked, who, costs = _latest_reach[0]
    if known is not state or asked is not item or who != unit:
        costs = _reach(state, item, unit)
        _latest_reach[0] = (state, item, unit, costs)
    return costs


_latest_reach: list[tuple[State | None, Movement | None, Unit, Costs]] = [(None, None, -1, NOWHERE)]
"""The last answer of `reach`: choosing a move, judging it and making it ask the same."""


def _reach(state: State, item: Movement, unit: Unit) -> Costs:
    left = purse(state, item, unit)
    if not left:
        return NOWHERE
    costs = open_ways(state, item, unit)
    return costs.without(no_stopping(state, unit).hexes, -1 if left == allowance(state, unit) else left)


def may_leave(state: State, item: Movement, unit: Unit) -> bool:
    """Whether `unit` may leave the map for good where it stands: the presidential column, weak units that go home."""
    spot = state.spot(unit)
    if spot in OFF_BOARD or not purse(state, item, unit) or (unit == item.unit and item.stopped):
        return False
    if KIND_OF[unit].family == "president":
        return spot in east_exits() and escorted(state, unit)
    return spot in CITY.border and homesick(state, unit)


def must_leave(state: State, item: Movement, unit: Unit) -> bool:
    """Whether `unit` stands on an objective that it held at the end of a hand and could leave (§12a, advanced)."""
    return (
        bool(state.taken)
        and state.house.advanced
        and 0 <= unit < FIRST_POLICE
        and state.spot(unit) in state.taken
        and bool(reach(state, item, unit))
    )


def may_spend(state: State, item: Movement, unit: Unit, price: int, after: State | None = None) -> bool:
    """Whether `unit` has `price` half points, and could then still leave an objective that it has to leave (§12a).

    `after`: how the city lies then, if that is another way than now.
    """
    left = purse(state, item, unit) - price
    if left < 0 or not must_leave(state, item, unit):
        return left >= 0
    return min(reach(after or state, item, unit).values(), default=left + 1) <= left
