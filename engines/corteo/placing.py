"""Putting units on the map: the set-up, the component that leads the march, reinforcements, units that got up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from engines.corteo.actions import ChooseComponent, Place
from engines.corteo.agenda import AskComponent, Placing
from engines.corteo.city import BARRACKS_CELLS, CITY
from engines.corteo.deed import Deed, turned
from engines.corteo.draft import Draft
from engines.corteo.ground import ground
from engines.corteo.objectives import own_cells
from engines.corteo.reach import full
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
    other,
)
from engines.corteo.sites import opening_cells, site_cells
from engines.corteo.standing import STACK, stand, standing
from engines.corteo.state import SUPPLY, Rally, Spot, State
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell

METRO_CELLS = tuple(sorted(CITY.metro))

SITE_RULES: Mapping[str, str] = {
    "mento": "setup.square",
    "fontana": "internationalist.column",
    "rally": "antifascist.rally",
    "within": "social.police",
    "around": "antirepressive.police",
    "odio": "antirepressive.freed",
}
"""Rules of places that mean the same for all who are put there."""


def supply_of(state: State, side: Side) -> Mapping[str, Sequence[Unit]]:
    """Units of `side` beside the board by kind; those that wait there face down are not free, nor newcomers."""
    spots, first = (state.march, 0) if side == MARCH else (state.power, FIRST_POLICE)
    return _supply(state.house.cast(side), spots, first, state.idle)


@lru_cache(8)
def _supply(
    cast: tuple[Unit, ...], spots: tuple[Spot, ...], first: Unit, idle: frozenset[Unit]
) -> Mapping[str, Sequence[Unit]]:
    found: dict[str, list[Unit]] = {}
    for unit in cast:
        if spots[unit - first] == SUPPLY and unit not in idle:
            found.setdefault(KIND_OF[unit].id, []).append(unit)
    return found


def free_units(state: State, item: Placing, kind: str) -> Sequence[Unit]:
    """The units of `kind` beside the board that may be put down."""
    if not item.newcomers:
        return supply_of(state, item.side).get(kind, ())
    return [unit for unit in state.waiting if KIND_OF[unit].id == kind and state.spot(unit) == SUPPLY]


def free_unit(state: State, item: Placing, kind: str) -> Unit:
    """The unit beside the board that is put down next when one of `kind` is and nobody says which."""
    return free_units(state, item, kind)[0]


def allowed_cells(state: State, item: Placing, kind: str) -> tuple[Cell, ...]:
    """Hexes where units of that kind may be put now, whether there is room or not."""
    if item.where:
        square = state.plot.square if isinstance(state.plot, Rally) else ""
        return site_cells(item.where, kind, square, own_cells(state))
    if item.newcomers:
        return METRO_CELLS if item.side == MARCH else BARRACKS_CELLS
    return opening_cells(kind, own_cells(state)) if state.hand == 0 else BARRACKS_CELLS


def room(state: State, item: Placing, kind: str) -> Callable[[Cell], bool]:
    """Whether one more unit of that kind may be put on a hex; newcomers stand with none but each other."""
    mixed = state.waiting_hexes
    barred = {*state.barricades, *standing(state, other(item.side))}
    if item.newcomers:
        there = standing(state, item.side)
        return lambda cell: cell not in barred and (cell not in there or (there[cell] < STACK and cell in mixed))
    if not item.where:
        packed = stand(state, item.side).packed.cells
        return lambda cell: cell not in packed and cell not in mixed and cell not in barred
    closed = full(state, free_unit(state, item, kind)) | ground(state, item.side).held
    return lambda cell: cell not in closed and cell not in state.barricades


def due_kinds(state: State, item: Placing) -> tuple[str, ...]:
    """Kinds of which a unit may be put on the map now."""
    if item.points:
        free = {kind: len(units) for kind, units in supply_of(state, item.side).items()}
        this, *later = _quotas(state, item, free)
        return tuple(
            kind for kind in free if completable(_pool_without(free, kind), (this - KINDS[kind].power, *later))
        )
    if item.count is not None:
        return tuple(kind for kind in supply_of(state, item.side) if item.count and affordable(state, item, kind))
    if item.due or item.newcomers or item.side == POWER:
        return tuple(kind for kind, count in item.due if count and free_units(state, item, kind))
    return tuple(supply_of(state, MARCH))


def affordable(state: State, item: Placing, kind: str) -> bool:
    """Whether a unit of that kind may be among those of the own choice: the cheapest others must fit too."""
    if item.shock and not KINDS[kind].shock:
        return False
    if item.budget < 0:
        return True
    assert item.count is not None
    others = sorted(
        KINDS[other].power for other, units in supply_of(state, item.side).items() for _ in units[other == kind :]
    )
    return KINDS[kind].power + sum(others[: item.count - 1]) <= item.budget


def _pool_without(free: Mapping[str, int], kind: str = "") -> tuple[tuple[int, int], ...]:
    """Powers of the units that are left when one of `kind` is taken, each with how many there are."""
    pool = Counter({KINDS[each].power: 0 for each in free})
    for each, count in free.items():
        pool[KINDS[each].power] += count - (each == kind)
    return tuple(sorted(pool.items()))


def _quotas(state: State, item: Placing, free: Mapping[str, int]) -> tuple[int, ...]:
    """Points due in this hand and in the hands to come, of each as much as the `free` units can make up."""
    later = tuple(entry.points for hand, entry in REINFORCEMENTS.items() if hand > state.hand)
    return payable(_pool_without(free), (item.points, *later))


@cache
def payable(pool: tuple[tuple[int, int], ...], quotas: tuple[int, ...]) -> tuple[int, ...]:
    """`quotas`, or where units of `pool` cannot make them all up exactly, the most that they can of each in turn."""
    if completable(pool, quotas):
        return quotas
    paid: tuple[int, ...] = ()
    for quota in quotas:
        paid += (next(most for most in range(quota, -1, -1) if completable(pool, (*paid, most))),)
    return paid


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
    for kind in due_kinds(state, item):
        free = room(state, item, kind)
        others = _others(state, item, kind)
        for cell in allowed_cells(state, item, kind):
            if free(cell):
                yield Place(kind, cell)
                yield from (Place(kind, cell, unit) for unit in others)


def some_placing(state: State, item: Placing, pick: Callable[[int], int]) -> Place | None:
    """A unit put somewhere, as `pick(n)` (a number below n) would have it; ``None`` where none can be."""
    for kind in turned(due_kinds(state, item), pick):
        free = room(state, item, kind)
        if cell := next(filter(free, turned(allowed_cells(state, item, kind), pick)), None):
            return Place(kind, cell)
    return None


def placings_not(state: State, item: Placing, action: Place) -> tuple[Violation, ...]:
    kind = KINDS.get(action.kind)
    if kind is None or kind.side != item.side:
        return because("unit.own", "no_such_kind", kind=action.kind)
    if action.kind not in due_kinds(state, item):
        return _not_due(state, item, action.kind)
    if action.unit is not None and action.unit not in _others(state, item, action.kind):
        return because("unit.own", "not_beside_the_board", unit=action.kind)
    if action.to not in allowed_cells(state, item, action.kind):
        if item.where:
            return because(site_rule(state, item, action.kind), "not_the_site", unit=action.kind, place=action.to)
        if item.newcomers:
            return because("national.where", "newcomers_begin", unit=action.kind, place=action.to)
        return _wrong_place(state, action.kind, action.to)
    if action.to in state.barricades:
        return because("barricade.blocks", "barricade_in_the_way", unit=action.kind, place=action.to)
    if not room(state, item, action.kind)(action.to):
        rule = "stack.barracks" if action.to in CITY.barracks else "stack.two"
        return because(rule, "no_room", unit=action.kind, place=action.to)
    return ()


def _others(state: State, item: Placing, kind: str) -> Sequence[Unit]:
    """The units of `kind` of which one may be named: all but the one that is put down unnamed."""
    return free_units(state, item, kind)[1:] if state.house.tagged else ()


def _not_due(state: State, item: Placing, kind: str) -> tuple[Violation, ...]:
    if item.count is not None:
        free = supply_of(state, item.side)
        if kind in free and item.shock and not KINDS[kind].shock:
            return because("social.start", "only_shock", unit=kind)
        if kind in free and item.count:
            return because(f"{state.house.scenario}.army", "too_dear_for_army", unit=kind, left=item.budget)
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


def site_rule(state: State, item: Placing, kind: str) -> str:
    """The rule that says where units of that kind are put in a scenario."""
    story = state.house.scenario
    if KINDS[kind].family == "poc":
        return "antifascist.dissidents"
    if item.where in SITE_RULES:
        return SITE_RULES[item.where]
    if item.where == "order" and not (kind == "armoured" and story == "antifascist"):
        return {"objective": "setup.guards", "near": "setup.wardens", "barracks": "setup.barracks"}[
            OPENING.get(kind, "barracks")
        ]
    return f"{story}.start"


def place(draft: Draft, item: Placing, action: Place) -> None:
    unit = free_unit(draft.now(), item, action.kind) if action.unit is None else action.unit
    draft.put(unit, action.to)
    if item.count is not None:
        budget = item.budget - KINDS[action.kind].power if item.budget >= 0 else -1
        draft.instead(msgspec.structs.replace(item, count=item.count - 1, budget=budget))
    elif item.points:
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
    story = state.house.story
    if story and story.reinforcement is not None:
        _scenario_order(draft, state, story.reinforcement)
        return
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


def _scenario_order(draft: Draft, state: State, order: Mapping[int, Mapping[str, int]]) -> None:
    """What the order of service of a scenario brings in this hand; who found no room comes in a later one."""
    due = {kind: len(units) for kind, units in supply_of(state, POWER).items()}
    later = Counter[str]()
    for hand, units in order.items():
        if hand > state.hand:
            later.update(units)
    coming = {kind: count - later[kind] for kind, count in due.items() if KINDS[kind].power and count > later[kind]}
    if coming:
        draft.next(Placing(POWER, tuple(coming.items())))
    if state.hand in order:
        points = sum(KINDS[kind].power * count for kind, count in order[state.hand].items())
        draft.tell("reinforcements", hand=state.hand, count=points)


def recover(draft: Draft) -> None:
    """Police that panicked in earlier hands get up (§8g).

    Those for whom barracks had no room come into them now, as far as there is room, or go on waiting (decision 21).
    """
    state = draft.now()
    draft.done()
    up = [fright.unit for fright in state.down if fright.hand < state.hand]
    there = standing(state, POWER)
    free = sum(STACK - there.get(cell, 0) for cell in BARRACKS_CELLS if cell not in state.waiting_hexes)
    outside = [unit for unit in up if state.spot(unit) == SUPPLY]
    up = [unit for unit in up if unit not in outside[free:]]
    if not up:
        return
    draft.set(down=tuple(fright for fright in state.down if fright.unit not in up))
    draft.tell("recovered", unit=tuple(KIND_OF[unit].id for unit in up))
    coming = Counter(KIND_OF[unit].id for unit in outside[:free])
    if coming:
        draft.next(Placing(POWER, tuple(coming.items())))


# --- the component that leads ----------------------------------------------------------------------------


def components(state: State, item: AskComponent) -> Iterator[ChooseComponent]:
    story = state.house.story
    families = {KIND_OF[unit].family for unit in range(FIRST_POLICE) if state.march[unit] != SUPPLY}
    if story:
        families &= set(story.heads)
    return (ChooseComponent(name) for name in COMPONENTS if name in families)


def components_not(state: State, item: AskComponent, action: ChooseComponent) -> tuple[Violation, ...]:
    if action in components(state, item):
        return ()
    rule = "scenario.heads" if state.house.story else "head.component_choice"
    return because(rule, "no_such_component", component=action.component)


def choose_component(draft: Draft, item: AskComponent, action: ChooseComponent) -> None:
    draft.set(component=action.component)
    draft.done()
    draft.tell("component", component=action.component)


DEEDS: Mapping[type, Mapping[type, Deed]] = {
    Placing: {Place: Deed(placings, placings_not, place)},
    AskComponent: {ChooseComponent: Deed(components, components_not, choose_component)},
}
