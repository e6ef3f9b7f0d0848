"""Putting units on the map: the set-up, the component that leads the march, reinforcements, units that got up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache

import msgspec

from engines.corteo.actions import ChooseComponent, Place
from engines.corteo.city import BARRACKS_CELLS, CITY, START_CELLS, WARDEN_CELLS
from engines.corteo.deed import Deed, because
from engines.corteo.draft import Draft
from engines.corteo.reach import STACK, standing
from engines.corteo.roster import (
    COMPONENTS,
    FIRST_POLICE,
    KIND_OF,
    KINDS,
    MARCH,
    OPENING,
    OPENING_COUNT,
    POWER,
    REINFORCEMENTS,
    Side,
    Unit,
    in_play,
)
from engines.corteo.state import SUPPLY, AskComponent, Placing, State
from engines.game import Violation
from engines.physical import Cell

METRO_CELLS = tuple(sorted(CITY.metro))
OBJECTIVE_CELLS = tuple(sorted(CITY.objectives))


def supply_of(state: State, side: Side) -> dict[str, list[Unit]]:
    """Units of `side` beside the board by kind; those that wait there face down are not free, nor newcomers."""
    found: dict[str, list[Unit]] = {}
    for unit in in_play(side):
        if state.spot(unit) == SUPPLY and unit not in state.idle:
            found.setdefault(KIND_OF[unit].id, []).append(unit)
    return found


def free_unit(state: State, item: Placing, kind: str) -> Unit:
    """The unit beside the board that is put down next when one of `kind` is."""
    if not item.newcomers:
        return supply_of(state, item.side)[kind][0]
    return next(unit for unit in state.waiting if KIND_OF[unit].id == kind and state.spot(unit) == SUPPLY)


def opening_cells(kind: str) -> tuple[Cell, ...]:
    """Hexes where units of that kind may begin (§5)."""
    if KINDS[kind].side == MARCH:
        return START_CELLS
    return {"objective": OBJECTIVE_CELLS, "near": WARDEN_CELLS, "barracks": BARRACKS_CELLS}[OPENING[kind]]


def allowed_cells(state: State, item: Placing, kind: str) -> tuple[Cell, ...]:
    """Hexes where units of that kind may be put now, whether there is room or not."""
    if item.newcomers:
        return METRO_CELLS if item.side == MARCH else BARRACKS_CELLS
    return opening_cells(kind) if state.hand == 0 else BARRACKS_CELLS


def room(state: State, item: Placing) -> Callable[[Cell], bool]:
    """Whether one more unit may be put on a hex; newcomers stand with none but each other."""
    there = standing(state, item.side)
    mixed = state.waiting_hexes
    if not item.newcomers:
        return lambda cell: there.get(cell, 0) < STACK and cell not in mixed
    return lambda cell: cell not in there or (there[cell] < STACK and cell in mixed)


def due_kinds(state: State, item: Placing) -> tuple[str, ...]:
    """Kinds of which a unit may be put on the map now."""
    if item.points:
        free = {kind: len(units) for kind, units in supply_of(state, item.side).items()}
        return tuple(kind for kind in free if completable(_pool_without(free, kind), _quotas(state, item, kind)))
    if item.side == MARCH and not item.newcomers:
        return tuple(supply_of(state, MARCH))
    return tuple(kind for kind, count in item.due if count)


def _pool_without(free: Mapping[str, int], kind: str) -> tuple[tuple[int, int], ...]:
    """Powers of the units that are left when one of `kind` is taken, each with how many there are."""
    pool = Counter({KINDS[other].power: 0 for other in free})
    for other, count in free.items():
        pool[KINDS[other].power] += count - (other == kind)
    return tuple(sorted(pool.items()))


def _quotas(state: State, item: Placing, kind: str) -> tuple[int, ...]:
    """Points still due in this hand once a unit of `kind` has come, and in the hands to come."""
    later = tuple(entry.points for hand, entry in REINFORCEMENTS.items() if hand > state.hand)
    return (item.points - KINDS[kind].power, *later)


@cache
def completable(pool: tuple[tuple[int, int], ...], quotas: tuple[int, ...]) -> bool:
    """Whether units of `pool` (power, number) can make up every one of `quotas` exactly."""
    if not quotas:
        return True
    if quotas[0] == 0:
        return completable(pool, quotas[1:])
    for place, (power, count) in enumerate(pool):
        if count and power <= quotas[0]:
            less = (*pool[:place], (power, count - 1), *pool[place + 1 :])
            if completable(less, (quotas[0] - power, *quotas[1:])):
                return True
    return False


def placings(state: State, item: Placing) -> Iterator[Place]:
    free = room(state, item)
    for kind in due_kinds(state, item):
        for cell in allowed_cells(state, item, kind):
            if free(cell):
                yield Place(kind, cell)


def placings_not(state: State, item: Placing, action: Place) -> tuple[Violation, ...]:
    kind = KINDS.get(action.kind)
    if kind is None or kind.side != item.side:
        return because("unit.own", "no_such_kind", kind=action.kind)
    if action.kind not in due_kinds(state, item):
        return _not_due(state, item, action.kind)
    if action.to not in allowed_cells(state, item, action.kind):
        if item.newcomers:
            return because("national.where", "newcomers_begin", unit=action.kind, place=action.to)
        return _wrong_place(state, action.kind, action.to)
    if not room(state, item)(action.to):
        rule = "stack.barracks" if action.to in CITY.barracks else "stack.two"
        return because(rule, "no_room", unit=action.kind, place=action.to)
    return ()


def _not_due(state: State, item: Placing, kind: str) -> tuple[Violation, ...]:
    if state.hand == 0:
        return because("setup.march" if item.side == MARCH else "setup.power", "none_left", unit=kind)
    if item.points:
        return because("order.points", "points_do_not_fit", unit=kind, left=item.points)
    return because("order.units", "not_in_this_hand", unit=kind)


def _wrong_place(state: State, kind: str, to: Cell) -> tuple[Violation, ...]:
    if state.hand:
        return because("order.barracks", "reinforcements_in_barracks", unit=kind, place=to)
    if KINDS[kind].side == MARCH:
        return because("setup.square", "begin_in_square", unit=kind, place=to)
    where = OPENING[kind]
    if where == "near" and to in CITY.start:
        return because("setup.no_police_in_square", "square_is_the_march", unit=kind, place=to)
    rule = {"objective": "setup.guards", "near": "setup.wardens", "barracks": "setup.barracks"}[where]
    return because(rule, f"begin_{where}", unit=kind, place=to)


def place(draft: Draft, item: Placing, action: Place) -> None:
    draft.put(free_unit(draft.now(), item, action.kind), action.to)
    if item.points:
        draft.instead(msgspec.structs.replace(item, points=item.points - KINDS[action.kind].power))
    else:
        due = tuple((kind, count - (kind == action.kind)) for kind, count in item.due)
        draft.instead(msgspec.structs.replace(item, due=due))
    draft.tell("placed", unit=action.kind, place=action.to)


def all_placed(draft: Draft, item: Placing) -> bool:
    """Ends placing when nothing is due any more, or when there is no room. Whether it ended."""
    if next(placings(draft.now(), item), None) is not None:
        return False
    draft.done()
    return True


def opening_due(side: Side) -> Placing:
    """What `side` puts on the map before the game."""
    return Placing(side) if side == MARCH else Placing(side, tuple(OPENING_COUNT.items()))


def reinforce(draft: Draft) -> None:
    """The police bring up what this hand allows, and units that waited for room in barracks."""
    state = draft.now()
    draft.done()
    arriving = REINFORCEMENTS.get(state.hand)
    if arriving is None:
        if state.hand > max(REINFORCEMENTS):
            late = tuple((kind, len(units)) for kind, units in supply_of(state, POWER).items())
            draft.next(Placing(POWER, late))
        return
    if state.house.advanced:
        draft.next(Placing(POWER, points=arriving.points))
    else:
        draft.next(Placing(POWER, tuple(arriving.units.items())))
    draft.tell("reinforcements", hand=state.hand, count=arriving.points)


def recover(draft: Draft) -> None:
    """Police that panicked in earlier hands get up (§8g); those for whom barracks had no room come into them now."""
    state = draft.now()
    draft.done()
    up = [fright.unit for fright in state.down if fright.hand < state.hand]
    if not up:
        return
    draft.set(down=tuple(fright for fright in state.down if fright.hand >= state.hand))
    draft.tell("recovered", unit=tuple(KIND_OF[unit].id for unit in up))
    waiting = Counter(KIND_OF[unit].id for unit in up if state.spot(unit) == SUPPLY)
    if waiting:
        draft.next(Placing(POWER, tuple(waiting.items())))


# --- the component that leads ----------------------------------------------------------------------------


def components(state: State, item: AskComponent) -> Iterator[ChooseComponent]:
    families = {KIND_OF[unit].family for unit in range(FIRST_POLICE) if state.march[unit] != SUPPLY}
    return (ChooseComponent(name) for name in COMPONENTS if name in families)


def components_not(state: State, item: AskComponent, action: ChooseComponent) -> tuple[Violation, ...]:
    if action in components(state, item):
        return ()
    return because("head.component_choice", "no_such_component", component=action.component)


def choose_component(draft: Draft, item: AskComponent, action: ChooseComponent) -> None:
    draft.set(component=action.component)
    draft.done()
    draft.tell("component", component=action.component)


DEEDS: Mapping[type, Mapping[type, Deed]] = {
    Placing: {Place: Deed(placings, placings_not, place)},
    AskComponent: {ChooseComponent: Deed(components, components_not, choose_component)},
}
