"""Barricades: who may put one up, who may take one away, and traffic jams that wardens clear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from engines.corteo import reproach, visit
from engines.corteo.actions import Build, Clear
from engines.corteo.agenda import Movement
from engines.corteo.city import CITY, NO_BARRICADE, WHOLE
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.moving import activate, movers, not_acting
from engines.corteo.objectives import own_cells
from engines.corteo.reach import ESCORT_REACH, may_spend, must_leave, purse
from engines.corteo.roster import GUESTS, KIND_OF, MARCH, Unit
from engines.corteo.state import OFF_BOARD, Gathering, State
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell

BARRICADE_COST = 2 * WHOLE
"""Half points for putting a barricade up or taking it away (§5d)."""


def builds(state: State, item: Movement) -> Iterator[Build]:
    if item.side != MARCH or not state.barricades_left:
        return
    beside = buildable(state.house.advanced)
    taken = {*state.march, *state.power, *state.covered, *state.barricades, *state.jams, *visit.column_reach(state)}
    if state.house.advanced:
        taken.update(own_cells(state))
    for unit in movers(state, item):
        if _may_build(state, item, unit):
            for cell in beside[state.march[unit]]:
                if cell not in taken and _leaves_a_way(state, item, unit, cell):
                    yield build_on(unit, cell)


@cache
def build_on(unit: Unit, at: Cell) -> Build:
    """The one action for it."""
    return Build(unit, at)


@cache
def buildable(advanced: bool) -> Mapping[Cell, tuple[Cell, ...]]:
    """Hex → those in the zone of a unit there on which barricades may stand while nothing else is on them."""
    closed = NO_BARRICADE[advanced]
    return {
        cell: tuple(near for near in zone if CITY.terrain[near] not in closed and near not in CITY.exits)
        for cell, zone in CITY.zone[MARCH].items()
    }


def _may_build(state: State, item: Movement, unit: Unit) -> bool:
    return (
        state.spot(unit) not in OFF_BOARD
        and not (unit == item.unit and item.built)
        and not _below_ground(state, item, unit)
        and purse(state, item, unit) >= BARRICADE_COST
    )


def _below_ground(state: State, item: Movement, unit: Unit) -> bool:
    """Whether `unit` has gone into the metro in this phase, and is done (§5b)."""
    return unit == item.unit and item.stopped and state.spot(unit) in CITY.metro


def _leaves_a_way(state: State, item: Movement, unit: Unit, cell: Cell) -> bool:
    """Whether `unit` could still leave where it has to when there is a barricade on `cell`."""
    if not must_leave(state, item, unit):
        return True
    after = msgspec.structs.replace(state, barricades=tuple(sorted((*state.barricades, cell))))
    return may_spend(state, item, unit, BARRICADE_COST, after)


def _no_barricade(state: State, cell: Cell) -> tuple[Violation, ...]:
    """Why no barricade may stand on `cell`, which is next to its builder."""
    kind = CITY.terrain[cell]
    if kind in NO_BARRICADE[state.house.advanced] or cell in state.covered:
        return because("barricade.terrain", "no_barricade_on", place=cell, terrain=kind)
    if state.house.advanced and cell in own_cells(state):
        return because("barricade.terrain", "no_barricade_on", place=cell, terrain="objective")
    if cell in CITY.exits:
        return because("barricade.exit", "no_barricade_on_exit", place=cell)
    if cell in state.barricades or cell in state.jams:
        return because("barricade.terrain", "barricade_already", place=cell)
    if cell in state.march or cell in state.power:
        return because("barricade.empty", "somebody_there", place=cell)
    if cell in visit.column_reach(state):
        return because("internationalist.way", "too_near_the_column", place=cell, count=ESCORT_REACH)
    return ()


def builds_not(state: State, item: Movement, action: Build) -> tuple[Violation, ...]:
    if item.side != MARCH:
        return because("barricade.march", "police_build_none")
    if wrong := not_acting(state, item, action.unit):
        return wrong
    kind, spot = KIND_OF[action.unit].id, state.spot(action.unit)
    if spot in OFF_BOARD or action.at not in CITY.zone[MARCH][spot]:
        return because("barricade.zone", "not_in_zone", unit=kind, place=action.at)
    if action.unit == item.unit and item.built:
        return because("barricade.one", "built_already", unit=kind)
    if not state.barricades_left:
        return because("barricade.ten", "no_barricade_left")
    if _below_ground(state, item, action.unit):
        return because("metro.stop", "stopped_in_metro", unit=kind, place=spot)
    if purse(state, item, action.unit) < BARRICADE_COST:
        return because("barricade.cost", "too_dear", unit=kind, left=reproach.points(purse(state, item, action.unit)))
    if wrong := _no_barricade(state, action.at):
        return wrong
    if not _leaves_a_way(state, item, action.unit, action.at):
        return because("objective.leave", "must_leave_first", unit=kind, place=spot)
    return ()


def build(draft: Draft, item: Movement, action: Build) -> None:
    state = draft.now()
    _spend(draft, state, item, action.unit, built=True)
    standing = sorted((*zip(state.barricades, state.barricade_age), (action.at, state.hand)))
    draft.set(
        barricades=tuple(cell for cell, _ in standing),
        barricade_age=tuple(hand for _, hand in standing),
        barricades_left=state.barricades_left - 1,
    )
    draft.tell_of("built", action.unit, place=action.at)


def _spend(
    draft: Draft, state: State, item: Movement, unit: Unit, *, built: bool = False, cleared: bool = False
) -> None:
    same = unit == item.unit
    activate(draft, item, unit, purse(state, item, unit) - BARRICADE_COST, same and item.stopped)
    now = draft.agenda[0]
    draft.instead(
        msgspec.structs.replace(now, built=(same and item.built) or built, cleared=(same and item.cleared) or cleared)
    )


def clears(state: State, item: Movement) -> Iterator[Clear]:
    if state.jams and item.side != MARCH:
        yield from _jam_clears(state, item)
    if not state.house.advanced or not state.barricades:
        return
    old = {cell for cell, hand in zip(state.barricades, state.barricade_age) if hand < state.hand}
    if not old:
        return
    zone, near = CITY.zone[item.side], {near for cell in old for near in CITY.near[cell]}
    for unit in movers(state, item):
        if state.spot(unit) in near and _may_clear(state, item, unit):
            for cell in zone[state.spot(unit)]:
                if cell in old:
                    yield Clear(unit, cell)


def _may_clear(state: State, item: Movement, unit: Unit) -> bool:
    return (
        state.spot(unit) not in OFF_BOARD
        and not (unit == item.unit and item.cleared)
        and not _below_ground(state, item, unit)
        and may_spend(state, item, unit, BARRICADE_COST)
        and unit not in GUESTS
    )


def _jam_clears(state: State, item: Movement) -> Iterator[Clear]:
    """Traffic wardens clear jams in their zone of control, for nothing (§13c)."""
    for unit in movers(state, item):
        if _may_clear_jam(state, item, unit):
            for cell in CITY.zone[item.side][state.spot(unit)]:
                if cell in state.jams:
                    yield Clear(unit, cell)


def _may_clear_jam(state: State, item: Movement, unit: Unit) -> bool:
    return (
        KIND_OF[unit].family == "wardens"
        and not (unit == item.unit and item.cleared)
        and state.spot(unit) not in OFF_BOARD
    )


def _age(state: State, cell: Cell) -> int:
    """The hand in which the barricade on `cell` was put up."""
    return state.barricade_age[state.barricades.index(cell)]


def clears_not(state: State, item: Movement, action: Clear) -> tuple[Violation, ...]:
    if wrong := not_acting(state, item, action.unit):
        return wrong
    if action.at in state.jams:
        return _jam_clears_not(state, item, action)
    if not state.house.advanced:
        return because("barricade.stays", "barricades_stay")
    kind, spot = KIND_OF[action.unit].id, state.spot(action.unit)
    if action.unit in GUESTS:
        return because("scenario.guests", "guests_only_move", unit=kind)
    if action.at not in state.barricades:
        return because("barricade.clear", "no_barricade_there", place=action.at)
    if spot in OFF_BOARD or action.at not in CITY.zone[item.side][spot]:
        return because("barricade.clear", "not_in_zone", unit=kind, place=action.at)
    if _age(state, action.at) >= state.hand:
        return because("barricade.clear_later", "barricade_new", place=action.at)
    if action.unit == item.unit and item.cleared:
        return because("barricade.clear_one", "cleared_already", unit=kind)
    if _below_ground(state, item, action.unit):
        return because("metro.stop", "stopped_in_metro", unit=kind, place=spot)
    if purse(state, item, action.unit) < BARRICADE_COST:
        return because(
            "barricade.clear_cost", "too_dear", unit=kind, left=reproach.points(purse(state, item, action.unit))
        )
    if not may_spend(state, item, action.unit, BARRICADE_COST):
        return because("objective.leave", "must_leave_first", unit=kind, place=spot)
    return ()


def _jam_clears_not(state: State, item: Movement, action: Clear) -> tuple[Violation, ...]:
    kind = KIND_OF[action.unit]
    if kind.family != "wardens":
        return because("jam.clear", "only_wardens", unit=kind.id)
    if action.unit == item.unit and item.cleared:
        return because("barricade.clear_one", "cleared_already", unit=kind.id)
    if action.at not in CITY.zone[item.side].get(state.spot(action.unit), ()):
        return because("jam.clear", "not_in_zone", unit=kind.id, place=action.at)
    return ()


def clear(draft: Draft, item: Movement, action: Clear) -> None:
    state = draft.now()
    if action.at in state.jams:
        same = action.unit == item.unit
        activate(draft, item, action.unit, purse(state, item, action.unit), same and item.stopped)
        draft.instead(msgspec.structs.replace(draft.agenda[0], cleared=True))
        draft.set(jams=tuple(cell for cell in state.jams if cell != action.at))
        draft.tell_of("jam_cleared", action.unit, place=action.at)
        return
    _spend(draft, state, item, action.unit, cleared=True)
    kept = [(cell, hand) for cell, hand in zip(state.barricades, state.barricade_age) if cell != action.at]
    draft.set(barricades=tuple(cell for cell, _ in kept), barricade_age=tuple(hand for _, hand in kept))
    if isinstance(state.plot, Gathering):
        draft.set(barricades_left=state.barricades_left + 1)
    draft.tell_of("cleared", action.unit, place=action.at)


DEEDS: Mapping[type, Deed] = {Build: Deed(builds, builds_not, build), Clear: Deed(clears, clears_not, clear)}
