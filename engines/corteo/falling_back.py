"""Going back after a combat or a throw: which hexes are open, who chooses, and what becomes of those who have none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from engines.corteo.actions import Retreat
from engines.corteo.agenda import Confining, Retreating
from engines.corteo.city import CITY
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.ground import Ground, ground
from engines.corteo.reach import full
from engines.corteo.roster import KIND_OF, MARCH, Unit
from engines.corteo.state import GONE, OFF_BOARD, PRISON, State
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell


def open_hexes(state: State, item: Retreating, unit: Unit) -> frozenset[Cell]:
    """Hexes that `unit` may go back to now; none for one that cannot or need not.

    It goes as far as it must; through full hexes it goes on until there is room (§9). After a combat no hex that a foe
    controls is open (§8d); after a throw such a hex ends its way, as all do at which moves end (§7c).
    """
    start = state.spot(unit)
    if start in OFF_BOARD:
        return frozenset()
    lies = ground(state, item.side)
    must = 2 if unit in item.far else 1
    near = CITY.retreats[KIND_OF[unit].mobility]
    packed, barred = full(state, unit) | {item.vacated}, lies.barred(KIND_OF[unit].mobility)
    edge, seen = {start}, {start}
    best: frozenset[Cell] = frozenset()
    halted: set[Cell] = set()
    done = 0
    while edge:
        done += 1
        ahead = {to for cell in edge for to in near[cell] if to not in seen and _open(lies, item, cell, to)} - barred
        seen |= ahead
        room = ahead - packed
        if item.cause == "throw":
            halted |= {cell for cell in room if lies.halts(cell)}
            ahead = {cell for cell in ahead if not lies.halts(cell)}
        if done < must:
            if room:
                best = frozenset(room)
            edge = ahead
            continue
        if arrived := room | halted:
            return frozenset(arrived)
        edge = ahead & packed
    return frozenset(halted) or best


def _open(lies: Ground, item: Retreating, here: Cell, to: Cell) -> bool:
    if to in lies.held or (item.cause == "combat" and lies.controlled(to)):
        return False
    distance = CITY.board.distance
    return not item.away or distance(item.away, to) > distance(item.away, here)


def choices(state: State, item: Retreating) -> Mapping[Unit, frozenset[Cell]]:
    """Units that can go back now and where to."""
    found = {unit: open_hexes(state, item, unit) for unit in item.units}
    return {unit: cells for unit, cells in found.items() if cells}


def retreats(state: State, item: Retreating) -> Iterator[Retreat]:
    for unit, cells in choices(state, item).items():
        for cell in sorted(cells):
            yield Retreat(unit, cell)


def retreats_not(state: State, item: Retreating, action: Retreat) -> tuple[Violation, ...]:
    if action.unit not in item.units:
        return because("retreat.who", "need_not_retreat")
    if action.to in open_hexes(state, item, action.unit):
        return ()
    return _why_not(state, item, action.unit, action.to)


def _why_not(state: State, item: Retreating, unit: Unit, to: Cell) -> tuple[Violation, ...]:
    kind = KIND_OF[unit]
    lies = ground(state, item.side)
    if to not in CITY.terrain:
        return because("map.hexes", "no_such_hex", place=to)
    if to not in CITY.onto[kind.mobility] or to in lies.held or to in lies.barred(kind.mobility):
        return because("retreat.terrain", "retreat_closed", unit=kind.id, place=to)
    if item.cause == "combat" and lies.controlled(to):
        return because("retreat.zone", "retreat_controlled", unit=kind.id, place=to)
    if to == item.vacated:
        return because("throw.vacated", "to_be_vacated", unit=kind.id, place=to)
    if to in full(state, unit):
        return because("retreat.through", "no_room", unit=kind.id, place=to)
    distance, start = CITY.board.distance, state.spot(unit)
    if item.away and distance(item.away, to) <= distance(item.away, start):
        return because("throw.away", "not_away", unit=kind.id, place=to)
    steps = 2 if unit in item.far else 1
    rule = "retreat.one" if item.cause == "combat" else f"throw.r{steps}"
    return because(rule, "retreat_distance", unit=kind.id, place=to, count=steps)


def retreat(draft: Draft, item: Retreating, action: Retreat) -> None:
    start = draft.spot(action.unit)
    draft.put(action.unit, action.to)
    draft.tell_of("retreated", action.unit, start=start, to=action.to)
    draft.instead(msgspec.structs.replace(item, units=tuple(unit for unit in item.units if unit != action.unit)))


def settle(draft: Draft, item: Retreating) -> bool:
    """Ends the retreat if nobody left can go back: those are arrested, leave the map or panic. Whether it ended."""
    state = draft.now()
    if choices(state, item):
        return False
    draft.done()
    stuck = [unit for unit in item.units if state.spot(unit) not in OFF_BOARD]
    if item.cause == "throw" or not stuck:
        return True
    if item.side == MARCH:
        for unit in stuck:
            _lost(draft, state, unit)
    else:
        draft.next(Confining(tuple(stuck)))
    return True


def _lost(draft: Draft, state: State, unit: Unit) -> None:
    """A unit of the march that cannot go back: off the map where it stands at the border (advanced), else arrested."""
    spot = state.spot(unit)
    if state.house.advanced and spot in CITY.border:
        draft.absent(unit, CITY.border[spot])
        draft.put(unit, GONE)
        draft.tell_of("off_the_map", unit, place=spot)
    else:
        draft.put(unit, PRISON)
        draft.tell_of("arrested", unit, place=spot, count=KIND_OF[unit].power)


DEEDS: Mapping[type, Deed] = {Retreat: Deed(retreats, retreats_not, retreat)}
