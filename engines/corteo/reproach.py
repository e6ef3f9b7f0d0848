"""Why a unit may not move to a hex: the rule it breaks, with what it costs and what is left."""

from __future__ import annotations

from engines.corteo import rally
from engines.corteo.agenda import Movement
from engines.corteo.city import CITY, CLOSED_TO, SOLID
from engines.corteo.gathering import homesick, homeward
from engines.corteo.ground import Ground, ground, ground_of_guests
from engines.corteo.objectives import is_objective
from engines.corteo.reach import ESCORT, ESCORT_REACH, bound, breaking_off, escorted, full, no_stopping, purse, ways
from engines.corteo.roster import GUESTS, KIND_OF, MARCH, Mobility, Unit, side_of
from engines.corteo.state import OFF_BOARD, State
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell

FARTHEST = 400
"""Half points enough to cross the whole city."""

TERRAIN_RULES = {
    "popular": "terrain.popular",
    "metro": "metro.police",
    "crowded": "terrain.crowded",
    "garden": "terrain.motor_garden",
    "stairs": "terrain.motor_stairs",
    "objective": "terrain.motor_objective",
    "barracks": "barracks.closed",
}


def points(half: int) -> str:
    """Half points as they are counted at the table: ``3½``.

    >>> points(7), points(4), points(1)
    ('3½', '2', '½')
    """
    whole = str(half // 2) if half >= 2 or half == 0 else ""
    return whole + ("½" if half % 2 else "")


def why_not_there(state: State, item: Movement, unit: Unit, to: Cell) -> tuple[Violation, ...]:
    """What is wrong with moving `unit` to `to`, which is out of its reach."""
    kind, spot = KIND_OF[unit], state.spot(unit)
    if to not in CITY.terrain:
        return because("map.hexes", "no_such_hex", place=to)
    if to == spot:
        return because("move.optional", "already_there", unit=kind.id, place=to)
    if wrong := _closed(state, kind.mobility, unit, to):
        return wrong
    if homesick(state, unit) and not homeward(state, unit, to):
        return because("social.home", "not_homeward", unit=kind.id, place=to)
    if unit == item.unit and item.stopped:
        return _stopped(state, unit, spot)
    if unit in GUESTS and (wrong := _guest_stays(state, unit, spot)):
        return wrong
    lies = ground_of_guests(state, kind.mobility) if unit in GUESTS else ground(state, item.side)
    if item.side != MARCH and spot not in OFF_BOARD and lies.controlled(spot):
        return because("power.held", "police_held", unit=kind.id, place=spot)
    if bound(state, unit):
        return because("garrison.bound", "garrison_stays", unit=kind.id, place=spot)
    if to in full(state, unit):
        if unit in GUESTS or any(guest in GUESTS for guest in _units_at(state, to)):
            return because("scenario.alone", "no_room", unit=kind.id, place=to)
        if any(rally.waits(state, other) and state.spot(other) == to for other in state.waiting):
            return because("antifascist.apart", "dissident_there", unit=kind.id, place=to)
        armoured = "armoured" in (kind.family, *_families_at(state, to)) and state.house.advanced
        return because("stack.armoured" if armoured else "stack.two", "no_room", unit=kind.id, place=to)
    if to in no_stopping(state, unit).cells:
        return because("objective.leave", "to_be_left", unit=kind.id, place=to)
    return _too_far(state, item, lies, unit, to)


def _closed(state: State, mobility: Mobility, unit: Unit, to: Cell) -> tuple[Violation, ...]:
    terrain, kind = CITY.terrain[to], KIND_OF[unit].id
    if terrain in CLOSED_TO[mobility]:
        rule = "terrain.solid" if terrain in SOLID else TERRAIN_RULES[terrain]
        return because(rule, "terrain_closed", unit=kind, place=to, terrain=terrain)
    if mobility == "motor" and is_objective(state, to) and to not in state.covered:
        return because("terrain.motor_objective", "terrain_closed", unit=kind, place=to, terrain="objective")
    if to in state.barricades:
        return because("barricade.blocks", "barricade_in_the_way", unit=kind, place=to)
    if to in state.jams:
        return because("jam.blocks", "jam_in_the_way", unit=kind, place=to)
    if to in state.smoke or to in state.lingering:
        return because("smoke.blocks", "smoke_in_the_way", unit=kind, place=to)
    if to in state.covered:
        return because("objective.covered", "objective_covered", unit=kind, place=to)
    if to in state.march if mobility != "march" else to in ground(state, MARCH).foes:
        return because("move.foe", "foe_there", unit=kind, place=to)
    return ()


def _stopped(state: State, unit: Unit, spot: Cell) -> tuple[Violation, ...]:
    kind = KIND_OF[unit].id
    if spot in CITY.barracks:
        return because("antifascist.safety", "in_safety", unit=kind, place=spot)
    if spot in CITY.metro:
        return because("metro.stop", "stopped_in_metro", unit=kind, place=spot)
    if is_objective(state, spot) and not ground(state, side_of(unit)).controlled(spot):
        return because("objective.stop", "stopped_on_objective", unit=kind, place=spot)
    return because("zoc.stop", "stopped_in_zone", unit=kind, place=spot)


def _guest_stays(state: State, unit: Unit, spot: Cell) -> tuple[Violation, ...]:
    kind = KIND_OF[unit].id
    if spot in CITY.barracks:
        return because("antifascist.safety", "in_safety", unit=kind, place=spot)
    if not escorted(state, unit):
        return because("internationalist.escort", "no_escort", unit=kind, count=ESCORT, most=ESCORT_REACH)
    return ()


def _units_at(state: State, cell: Cell) -> tuple[Unit, ...]:
    return tuple(len(state.march) + number for number, spot in enumerate(state.power) if spot == cell)


def _families_at(state: State, cell: Cell) -> tuple[str, ...]:
    return tuple(KIND_OF[unit].family for unit in _units_at(state, cell))


def _too_far(state: State, item: Movement, lies: Ground, unit: Unit, to: Cell) -> tuple[Violation, ...]:
    kind, spot = KIND_OF[unit], state.spot(unit)
    left = purse(state, item, unit)
    allowed = ways(state, item, unit)
    needed = allowed.get(to)
    if needed is None and spot not in OFF_BOARD:
        needed = lies.costs(spot, kind.mobility, FARTHEST, breaking_off(state) if item.side == MARCH else 0).get(to)
    if needed is not None:
        return because("move.points", "too_far", unit=kind.id, place=to, needed=points(needed), left=points(left))
    if spot in OFF_BOARD:
        return because("off.return", "other_border", unit=kind.id, place=to)
    if state.house.advanced and lies.controlled(spot) and to in CITY.near[spot]:
        return because("break.out", "first_step_out", unit=kind.id, place=to)
    free = Ground(item.side, lies.foes, frozenset(), lies.closed, stops=False, own=lies.own)
    if to in free.costs(spot, kind.mobility, FARTHEST):
        return because("zoc.stop", "zone_in_the_way", unit=kind.id, place=to)
    return because("move.way", "no_way", unit=kind.id, place=to)
