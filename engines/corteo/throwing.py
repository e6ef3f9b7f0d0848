"""Throws: who may throw at what, at which ratio, and what an effect leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from engines.corteo import reproach
from engines.corteo.actions import Throw
from engines.corteo.agenda import Movement, Retreating, ThrowRoll, Wind
from engines.corteo.city import CITY
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.ground import ground, shelter
from engines.corteo.marching import heads, spreading, worth
from engines.corteo.moving import activate, movers, not_acting
from engines.corteo.reach import allowance, may_spend, must_leave, purse
from engines.corteo.roster import FIRST_POLICE, KIND_OF, MARCH, POWER, Unit, side_of
from engines.corteo.state import OFF_BOARD, Fell, State
from engines.corteo.tables import Effect, ratio, throw_column
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell


def targets(state: State, unit: Unit) -> tuple[Cell, ...]:
    """Hexes with foes on a free line within the range of `unit`."""
    kind = KIND_OF[unit]
    return ground(state, kind.side).targets(state.spot(unit), kind.throws)


def thrower(state: State, item: Movement, unit: Unit) -> bool:
    """Whether `unit` may throw now, if it finds a target."""
    spot = state.spot(unit)
    return (
        KIND_OF[unit].throws > 0
        and spot not in OFF_BOARD
        and spot not in CITY.metro
        and not (unit in (item.unit, item.partner) and item.thrown)
        and may_spend(state, item, unit, price(state, unit))
    )


def price(state: State, unit: Unit) -> int:
    """Half points that a throw costs: half of the allowance (§7a)."""
    return allowance(state, unit) // 2


def companion(state: State, item: Movement, unit: Unit) -> Unit | None:
    """The thrower that `unit` is stacked with and could throw with at once (§9, advanced).

    None that has to leave the hex: once they have thrown only one of them is sure to move on.
    """
    if not state.house.advanced:
        return None
    spots, first = (state.march, 0) if unit < FIRST_POLICE else (state.power, FIRST_POLICE)
    for number, spot in enumerate(spots):
        mate = first + number
        if spot == state.spot(unit) and mate != unit and mate not in state.moved and mate not in state.idle:
            return mate if thrower(state, item, mate) and not must_leave(state, item, mate) else None
    return None


def throws(state: State, item: Movement) -> Iterator[Throw]:
    for unit in movers(state, item):
        if KIND_OF[unit].throws and thrower(state, item, unit) and (found := targets(state, unit)):
            joined = companion(state, item, unit) is not None
            for cell in found:
                yield Throw(unit, cell)
                if joined:
                    yield Throw(unit, cell, joined=True)


def throws_not(state: State, item: Movement, action: Throw) -> tuple[Violation, ...]:
    if wrong := not_acting(state, item, action.unit):
        return wrong
    unit, spot = action.unit, state.spot(action.unit)
    kind = KIND_OF[unit]
    if not kind.throws:
        return because("throw.march" if item.side == MARCH else "throw.power", "no_thrower", unit=kind.id)
    if spot in OFF_BOARD or spot in CITY.metro:
        return because("throw.metro", "no_throw_from_metro", unit=kind.id)
    if unit in (item.unit, item.partner) and item.thrown:
        return because("throw.once", "thrown_already", unit=kind.id)
    if purse(state, item, unit) < price(state, unit):
        left = reproach.points(purse(state, item, unit))
        return because(
            "throw.cost", "throw_too_dear", unit=kind.id, left=left, needed=reproach.points(price(state, unit))
        )
    if not may_spend(state, item, unit, price(state, unit)):
        return because("objective.leave", "must_leave_first", unit=kind.id, place=spot)
    if wrong := _bad_target(state, unit, action.at):
        return wrong
    if action.joined and companion(state, item, unit) is None:
        return because("stack.throw", "nobody_to_join", unit=kind.id)
    return ()


def _bad_target(state: State, unit: Unit, at: Cell) -> tuple[Violation, ...]:
    if at in targets(state, unit):
        return ()
    kind, spot = KIND_OF[unit], state.spot(unit)
    foes = ground(state, kind.side).hittable
    if at not in CITY.terrain:
        return because("map.hexes", "no_such_hex", place=at)
    if at not in foes:
        return because("throw.target", "nobody_there", place=at)
    if CITY.terrain[at] == shelter(kind.side):
        rule = "throw.barracks" if kind.side == MARCH else "throw.at_metro"
        return because(rule, "target_safe", place=at, terrain=CITY.terrain[at])
    distance = CITY.board.distance(spot, at)
    if distance > kind.throws:
        rule = "throw.range_march" if kind.side == MARCH else "throw.range_power"
        return because(rule, "throw_too_far", unit=kind.id, place=at, count=distance, most=kind.throws)
    try:
        CITY.board.line(spot, at)
    except ValueError:
        return because("throw.line", "not_in_line", unit=kind.id, place=at)
    return because("throw.terrain", "throw_stopped", unit=kind.id, place=at)


def throwers(state: State, item: Movement, action: Throw) -> tuple[Unit, ...]:
    """Who throws together by legal `action`."""
    partner = companion(state, item, action.unit) if action.joined else None
    return (action.unit,) if partner is None else (action.unit, partner)


def throw(draft: Draft, item: Movement, action: Throw) -> None:
    state = draft.now()
    unit = action.unit
    stopped = item.stopped and unit in (item.unit, item.partner)
    partner = companion(state, item, unit) if action.joined else None
    activate(draft, item, unit, purse(state, item, unit) - price(state, unit), stopped)
    now = msgspec.structs.replace(draft.agenda[0], thrown=True)
    units: tuple[Unit, ...] = (unit,)
    if partner is not None:
        draft.set(moved=draft.get("moved") | {partner})
        left = purse(state, item, partner) - price(state, partner)
        now = msgspec.structs.replace(now, partner=partner, partner_left=left)
        units = (unit, partner)
    draft.instead(ThrowRoll(item.side, units, action.at), now)
    draft.tell_of("threw", unit, place=action.at, ratio=throw_ratio(state, units, action.at))


def victims(state: State, at: Cell) -> tuple[Unit, ...]:
    """The units that stand at `at`, whoever's."""
    march = tuple(unit for unit, spot in enumerate(state.march) if spot == at)
    return march or tuple(FIRST_POLICE + number for number, spot in enumerate(state.power) if spot == at)


def throw_ratio(state: State, units: tuple[Unit, ...], at: Cell) -> str:
    """The column of the table for a throw of `units` at `at`: printed powers, but heads of the march in full (§7b)."""
    leading = heads(state)
    power = sum(KIND_OF[unit].power for unit in units)
    return ratio(power, sum(worth(state, unit, leading) for unit in victims(state, at)))


def falls_short(column: str, die: int) -> bool:
    """Whether that die is the last without effect before those that have one (§13b)."""
    effects = throw_column(column)
    return effects[die - 1] == "NE" and die < len(effects) and effects[die] != "NE"


def rolled(draft: Draft, item: ThrowRoll, die: int) -> None:
    """The die of a throw has fallen."""
    state = draft.now()
    column = throw_ratio(state, item.units, item.at)
    effect = throw_column(column)[die - 1]
    draft.set(fell=Fell("throw", column, die))
    draft.tell("throw_rolled", ratio=column, die=die, effect=effect)
    draft.done()
    if effect != "NE":
        if item.side == POWER and state.house.smoke == "yes":
            draft.next(Wind(item.at))
        _takes_effect(draft, state, item, effect)
    elif state.house.short_throws == "yes" and not item.short and falls_short(column, die):
        _lands_before(draft, state, item)


def _lands_before(draft: Draft, state: State, item: ThrowRoll) -> None:
    """A short throw hits the hex before the target, and whoever stands there, friend or foe (§13b)."""
    line = CITY.board.line(state.spot(item.units[0]), item.at)
    before = line[-2]
    draft.tell("short_throw", place=before)
    if len(line) > 2 and any(KIND_OF[unit].power for unit in victims(state, before)):
        draft.next(ThrowRoll(item.side, item.units, before, short=True))


def _takes_effect(draft: Draft, state: State, item: ThrowRoll, effect: Effect) -> None:
    """Who goes back, how far, and where to.

    Rule ``throw.panic``: tear gas panics everybody linked to the target, one hex each; a head binds everybody (§7c).
    """
    hit = victims(state, item.at)
    side = side_of(hit[0])
    everybody = hit
    far = hit if effect in ("R2", "P2") else ()
    if side == MARCH and ((item.side == POWER and effect == "P2") or set(hit) & set(heads(state))):
        everybody = spreading(state, hit)
        if effect == "R2":
            far = everybody
    panic = effect == "P2"
    away = state.spot(item.units[0]) if state.house.advanced and not panic else ""
    vacated = item.at if panic else ""
    draft.next(Retreating(side, item.side if panic else side, everybody, "throw", far, away, vacated))


DEEDS: Mapping[type, Deed] = {Throw: Deed(throws, throws_not, throw)}
