"""Moves of units: who may still act in a movement phase, where each may go, and what a move leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

import msgspec

from engines.corteo import gathering, rally, reproach
from engines.corteo.actions import Move
from engines.corteo.agenda import Movement
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.ground import ground, ground_of_guests
from engines.corteo.reach import due_back, must_leave, no_stopping, open_ways, purse, reach, ways
from engines.corteo.roster import FIRST_POLICE, GUESTS, KIND_OF, MARCH, MARCHING, Side, Unit, other, side_of
from engines.corteo.standing import stand
from engines.corteo.state import GONE, OFF_BOARD, Rally, State
from engines.deed import because
from engines.game import Violation


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
    done = state.moved - {item.unit, item.partner}
    if state.down or state.waiting:
        done |= state.idle
    units = sorted(stand(state, item.side).units - done)
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
            else open_ways(state, item, unit).moves(unit, no_stopping(state, unit).hexes)
            for unit in movers(state, item)
        ]
    )


def some_move(state: State, item: Movement, pick: Callable[[int], int]) -> Move | None:
    """A move of some unit, whichever `pick(n)` (a number below n) would have; ``None`` where no unit can move."""
    units = movers(state, item)
    first = pick(len(units)) if units else 0
    for number in range(first, first + len(units)):
        unit = units[number % len(units)]
        if costs := reach(state, item, unit):
            return Move(unit, costs.nth(pick(len(costs))))
    return None


def moves_may(state: State, item: Movement, action: Move) -> bool:
    return action.unit in movers(state, item) and action.to in reach(state, item, action.unit)


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
    stopped = lies.halts(action.to)
    start = state.spot(action.unit)
    draft.put(action.unit, action.to)
    if isinstance(state.plot, Rally) and item.side == MARCH:
        rally.strike(draft, action.to)
    elif item.side == MARCH and gathering.counts_steps(state, action.unit):
        gathering.walked(draft, action.unit, lies.path(start, action.to, MARCHING, ways(state, item, action.unit)))
    if start == GONE:
        draft.set(absent=tuple(absence for absence in state.absent if absence.unit != action.unit))
    activate(draft, item, action.unit, left, stopped)
    draft.tell_of("moved", action.unit, start=start, to=action.to)


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


DEEDS: Mapping[type, Deed] = {Move: Deed(moves, moves_not, move, moves_may)}
