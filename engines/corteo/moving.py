"""What may be done in a movement phase, but for throws: moving, running, barricades, ending the phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice

import msgspec

from engines.corteo import gathering, rally, reproach, visit
from engines.corteo.actions import Build, Clear, EndMovement, Move, Run
from engines.corteo.city import CITY, NO_BARRICADE, WHOLE
from engines.corteo.costs import move_to
from engines.corteo.deed import Deed, because, turned
from engines.corteo.draft import Draft
from engines.corteo.ground import ground, ground_of_guests
from engines.corteo.reach import (
    ESCORT_REACH,
    due_back,
    full,
    may_leave,
    must_leave,
    must_return,
    open_ways,
    purse,
    reach,
    ways,
)
from engines.corteo.roster import FIRST_POLICE, GUESTS, KIND_OF, MARCH, MARCHING, Side, Unit, other, side_of
from engines.corteo.state import GONE, OFF_BOARD, Gathering, Movement, Rally, State
from engines.game import Violation
from engines.physical import Cell

BARRICADE_COST = 2 * WHOLE
"""Half points for putting a barricade up or taking it away (§5d)."""


def own_units(state: State, side: Side) -> list[Unit]:
    """Units of `side` that stand on the map, face up or down."""
    spots, first = (state.march, 0) if side == MARCH else (state.power, FIRST_POLICE)
    return [unit for unit, spot in enumerate(spots, first) if spot not in OFF_BOARD]


def may_act(state: State, item: Movement, unit: Unit) -> bool:
    """Whether `unit` moves now or could begin to."""
    return unit in (item.unit, item.partner) or unit not in state.moved


def movers(state: State, item: Movement) -> Sequence[Unit]:
    """Units of the side to move that may still move or act, those off the map that are due back among them."""
    known, units = _latest_movers[0]
    if known is not state or item is not state.agenda[0]:
        units = _movers(state, item)
        if item is state.agenda[0]:
            _latest_movers[0] = (state, units)
    return units


_latest_movers: list[tuple[State | None, Sequence[Unit]]] = [(None, ())]
"""The last answer of `movers`: every kind of action asks for them."""


def _movers(state: State, item: Movement) -> Sequence[Unit]:
    if item.unit >= 0 and must_leave(state, item, item.unit):
        return (item.unit,)
    done = (state.moved - {item.unit, item.partner}) | state.idle
    units = [unit for unit in own_units(state, item.side) if unit not in done]
    if item.side == MARCH and state.absent:
        units += [absence.unit for absence in state.absent if due_back(state, absence.unit)]
    return units


# --- moves -----------------------------------------------------------------------------------------------


def moves(state: State, item: Movement) -> Iterator[Move]:
    begun = state.moved
    return chain.from_iterable(
        [
            reach(state, item, unit).moves(unit)
            if unit in begun
            else open_ways(state, item, unit).moves(unit, full(state, unit))
            for unit in movers(state, item)
        ]
    )


def some_move(state: State, item: Movement, pick: Callable[[int], int]) -> Move | None:
    """A move of some unit, whichever `pick(n)` (a number below n) would have; ``None`` where no unit can move."""
    for unit in turned(movers(state, item), pick):
        if costs := reach(state, item, unit):
            return move_to(unit, next(islice(costs, pick(len(costs)), None)))
    return None


def moves_may(state: State, item: Movement, action: Move) -> bool:
    return not not_acting(state, item, action.unit) and action.to in reach(state, item, action.unit)


def moves_not(state: State, item: Movement, action: Move) -> tuple[Violation, ...]:
    if moves_may(state, item, action):
        return ()
    if wrong := not_acting(state, item, action.unit):
        return wrong
    return reproach.why_not_there(state, item, action.unit, action.to)


def move(draft: Draft, item: Movement, action: Move) -> None:
    state = draft.now()
    cost = reach(state, item, action.unit)[action.to]
    left = purse(state, item, action.unit) - cost
    guest = action.unit in GUESTS
    lies = ground_of_guests(state, KIND_OF[action.unit].mobility) if guest else ground(state, item.side)
    stopped = action.to in lies.halting
    start = state.spot(action.unit)
    draft.put(action.unit, action.to)
    if state.plot is not None and item.side == MARCH:
        _marched(draft, state, action, lies.path(start, action.to, MARCHING, ways(state, item, action.unit)))
    if start == GONE:
        draft.set(absent=tuple(absence for absence in state.absent if absence.unit != action.unit))
    activate(draft, item, action.unit, left, stopped)
    draft.tell_of("moved", action.unit, start=start, to=action.to)


def _marched(draft: Draft, state: State, action: Move, way: tuple[Cell, ...]) -> None:
    """What a move of the march leads to in scenarios."""
    if isinstance(state.plot, Rally):
        rally.strike(draft, action.to)
    elif gathering.counts_steps(state, action.unit):
        gathering.walked(draft, action.unit, way)


def activate(draft: Draft, item: Movement, unit: Unit, left: int, stopped: bool) -> None:
    """`unit` is the one that moves now; one that moved before is finished, but for a partner in a common throw."""
    draft.set(moved=draft.get("moved") | {unit})
    if unit == item.unit:
        now = msgspec.structs.replace(item, left=left, stopped=stopped)
    elif unit == item.partner:
        now = Movement(item.side, unit, left, stopped, thrown=True, begun=True)
    else:
        now = Movement(item.side, unit, left, stopped, begun=True)
    draft.instead(now)


def not_acting(state: State, item: Movement, unit: Unit) -> tuple[Violation, ...]:
    """Why `unit` may do nothing at all now."""
    if not 0 <= unit < len(KIND_OF):
        return because("unit.own", "no_such_unit", number=unit)
    kind = KIND_OF[unit].id
    if side_of(unit) != item.side:
        return because("unit.own", "not_your_unit", unit=kind, side=other(item.side))
    spot = state.spot(unit)
    if spot == GONE and not due_back(state, unit):
        return because("off.return", "not_back_yet", unit=kind)
    if spot in OFF_BOARD and spot != GONE:
        return because("unit.own", "not_on_the_map", unit=kind, spot=spot)
    if not may_act(state, item, unit):
        return because("move.once", "moved_already", unit=kind)
    if unit in state.waiting:
        return because("antifascist.waits" if rally.waits(state, unit) else "national.wait", "not_under_way", unit=kind)
    if unit in state.idle:
        return because("police.recover", "face_down", unit=kind)
    if unit != item.unit and item.unit >= 0 and must_leave(state, item, item.unit):
        return because("objective.leave", "must_leave_first", unit=KIND_OF[item.unit].id, place=state.spot(item.unit))
    return ()


# --- running ---------------------------------------------------------------------------------------------


def runs(state: State, item: Movement) -> Iterator[Run]:
    if not runs_not(state, item, Run()):
        yield Run()


def runs_not(state: State, item: Movement, action: Run) -> tuple[Violation, ...]:
    if item.side != MARCH:
        return because("run.march", "police_do_not_run")
    if state.hand == 1:
        return because("run.first_hand", "no_run_in_first_hand")
    if state.running:
        return because("run.once", "running_already")
    if item.begun:
        return because("run.before", "run_too_late")
    return () if state.runs else because("run.five", "no_run_left")


def run(draft: Draft, item: Movement, action: Run) -> None:
    draft.set(running=True, runs=draft.get("runs") - 1)
    draft.tell("running", left=draft.get("runs"))


# --- barricades ------------------------------------------------------------------------------------------


def builds(state: State, item: Movement) -> Iterator[Build]:
    if item.side != MARCH or not state.barricades_left:
        return
    beside = buildable(state.house.advanced)
    taken = {*state.march, *state.power, *state.covered, *state.barricades, *state.jams, *visit.column_reach(state)}
    for unit in movers(state, item):
        if _may_build(state, item, unit):
            for cell in beside[state.march[unit]]:
                if cell not in taken:
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
        and purse(state, item, unit) >= BARRICADE_COST
        and not must_leave(state, item, unit)
    )


def _no_barricade(state: State, cell: Cell) -> tuple[Violation, ...]:
    """Why no barricade may stand on `cell`, which is next to its builder."""
    kind = CITY.terrain[cell]
    if kind in NO_BARRICADE[state.house.advanced] or cell in state.covered:
        return because("barricade.terrain", "no_barricade_on", place=cell, terrain=kind)
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
    if must_leave(state, item, action.unit):
        return because("objective.leave", "must_leave_first", unit=kind, place=spot)
    if purse(state, item, action.unit) < BARRICADE_COST:
        return because("barricade.cost", "too_dear", unit=kind, left=reproach.points(purse(state, item, action.unit)))
    return _no_barricade(state, action.at)


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
        and purse(state, item, unit) >= BARRICADE_COST
        and not must_leave(state, item, unit)
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
    if must_leave(state, item, action.unit):
        return because("objective.leave", "must_leave_first", unit=kind, place=spot)
    if purse(state, item, action.unit) < BARRICADE_COST:
        return because(
            "barricade.clear_cost", "too_dear", unit=kind, left=reproach.points(purse(state, item, action.unit))
        )
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
        draft.instead(msgspec.structs.replace(draft.agenda[0], cleared=True, thrown=same and item.thrown))
        draft.set(jams=tuple(cell for cell in state.jams if cell != action.at))
        draft.tell_of("jam_cleared", action.unit, place=action.at)
        return
    _spend(draft, state, item, action.unit, cleared=True)
    kept = [(cell, hand) for cell, hand in zip(state.barricades, state.barricade_age) if cell != action.at]
    draft.set(barricades=tuple(cell for cell, _ in kept), barricade_age=tuple(hand for _, hand in kept))
    if isinstance(state.plot, Gathering):
        draft.set(barricades_left=state.barricades_left + 1)
    draft.tell_of("cleared", action.unit, place=action.at)


# --- the end of the phase --------------------------------------------------------------------------------


def ends(state: State, item: Movement) -> Iterator[EndMovement]:
    if not ends_not(state, item, EndMovement()):
        yield EndMovement()


def ends_not(state: State, item: Movement, action: EndMovement) -> tuple[Violation, ...]:
    if item.side != MARCH or not (state.taken or state.absent or state.plot):
        return ()
    for unit in movers(state, item):
        if must_leave(state, item, unit):
            return because("objective.leave", "must_leave_first", unit=KIND_OF[unit].id, place=state.spot(unit))
        if must_return(state, unit) and state.spot(unit) == GONE and reach(state, item, unit):
            return because("off.return", "must_come_back", unit=KIND_OF[unit].id)
        if gathering.homesick(state, unit) and _could_go_home(state, item, unit):
            return because("social.home", "must_go_home", unit=KIND_OF[unit].id, place=state.spot(unit))
    return ()


def _could_go_home(state: State, item: Movement, unit: Unit) -> bool:
    """Whether a weak unit that has not moved could get nearer to the border or leave."""
    return unit not in state.moved and bool(may_leave(state, item, unit) or reach(state, item, unit))


def end(draft: Draft, item: Movement, action: EndMovement) -> None:
    draft.set(moved=frozenset(), running=False, jam_tried=False)
    draft.done()
    draft.tell("movement_over", side=item.side)


DEEDS: Mapping[type, Deed] = {
    Run: Deed(runs, runs_not, run),
    EndMovement: Deed(ends, ends_not, end),
    Build: Deed(builds, builds_not, build),
    Clear: Deed(clears, clears_not, clear),
    Move: Deed(moves, moves_not, move, moves_may),
}
"""Moves stand last: there are thousands, and whoever looks at the first few actions should see the others."""
