"""The combat phase: pairing, odds, results, and advancing into the hexes of losers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from engines.corteo import gathering
from engines.corteo.actions import Advance, Confine, Fight, Hold, Lead, Pair
from engines.corteo.agenda import Advancing, Combat, CombatRoll, Confining, Group, NameHeads, Retreating
from engines.corteo.city import BARRACKS_CELLS, CITY
from engines.corteo.contact import Contacts, clusters, combats_with, contacts, fighters, first_to_pair
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.ground import ground
from engines.corteo.marching import heads, linked, possible_heads, spreading, worth
from engines.corteo.reach import full
from engines.corteo.roster import KIND_OF, MARCH, POWER, Side, Unit, other, side_of
from engines.corteo.standing import stand
from engines.corteo.state import OFF_BOARD, SUPPLY, Fell, State
from engines.corteo.tables import combat_column, ratio
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell

SCALE = 2
"""Powers are counted in halves, as crowded places halve them."""


# --- heads -----------------------------------------------------------------------------------------------


def leads(state: State, item: NameHeads) -> Iterator[Lead]:
    return (Lead(pair) for pair in possible_heads(state))


def leads_not(state: State, item: NameHeads, action: Lead) -> tuple[Violation, ...]:
    if action.heads in possible_heads(state):
        return ()
    standing_units = [unit for unit in action.heads if 0 <= unit < len(state.march)]
    if len(standing_units) != len(action.heads) or any(state.march[unit] in OFF_BOARD for unit in standing_units):
        return because("head.two", "no_such_heads")
    wrong = [unit for unit in standing_units if KIND_OF[unit].family not in state.leading]
    if wrong:
        return because("head.component", "wrong_component", unit=KIND_OF[wrong[0]].id, component=state.component)
    if len(action.heads) == 2 and not any(set(action.heads) <= set(group) for group in linked(state)):
        return because("head.one_march", "heads_apart")
    return because("head.two", "two_heads")


def lead(draft: Draft, item: NameHeads, action: Lead) -> None:
    name_heads(draft, action.heads)
    draft.done()


def name_heads(draft: Draft, named: tuple[Unit, ...]) -> None:
    """`named` are the heads from now on, and all that is linked to them the march."""
    state = draft.now()
    draft.set(heads=named, column=spreading(state, named))
    gathering.heads_named(draft)
    if named:
        draft.tell("heads", unit=tuple(KIND_OF[unit].id for unit in named))


# --- pairing ---------------------------------------------------------------------------------------------


def pairing_now(state: State, item: Combat) -> Contacts | None:
    """The cluster whose combats are not settled yet, ``None`` if there is none."""
    return next(clusters(contacts(state, item)), None)


def chooser(state: State, item: Combat) -> Side:
    """Who pairs: the side with more fighters, as its units choose where to join; the attacker in a draw (§8b).

    Those who have been paired since the pairing began count too: the right to choose does not pass on midway.
    """
    left = pairing_now(state, item)
    if left is None:
        return item.side
    unpaired = msgspec.structs.replace(item, groups=())
    start = next(iter(left.attackers))
    whole = next(cluster for cluster in clusters(contacts(state, unpaired)) if start in cluster.attackers)
    return item.side if len(whole.attackers) >= len(whole.defenders) else other(item.side)


def pairs(state: State, item: Combat) -> Iterator[Pair]:
    cluster = pairing_now(state, item) if item.pairing else None
    if cluster is not None:
        for group in combats_with(cluster, first_to_pair(cluster)):
            yield Pair(group.attackers, group.defenders)


def pairs_not(state: State, item: Combat, action: Pair) -> tuple[Violation, ...]:
    if action in pairs(state, item):
        return ()
    if not item.pairing:
        return because("combat.pairs", "paired_already")
    return because("combat.pairs", "no_such_pair")


def pair(draft: Draft, item: Combat, action: Pair) -> None:
    group = Group(action.attackers, action.defenders)
    draft.instead(msgspec.structs.replace(item, groups=(*item.groups, group)))


# --- fighting --------------------------------------------------------------------------------------------


def fights(state: State, item: Combat) -> Iterator[Fight]:
    if not item.pairing:
        for group in item.groups:
            yield Fight(group.attackers[0])


def fights_not(state: State, item: Combat, action: Fight) -> tuple[Violation, ...]:
    if action in fights(state, item):
        return ()
    if item.pairing:
        return because("combat.pairs", "pair_first")
    return because("combat.once", "no_combat_of")


def fight(draft: Draft, item: Combat, action: Fight) -> None:
    group = next(group for group in item.groups if group.attackers[0] == action.unit)
    begin(draft, item, group)


def begin(draft: Draft, item: Combat, group: Group) -> None:
    """The die is asked for, for the combat of `group`."""
    groups = tuple(kept for kept in item.groups if kept != group)
    fought = tuple(sorted((*item.fought, *group.attackers, *group.defenders)))
    draft.instead(CombatRoll(item.side, group), Combat(item.side, groups, fought, item.pairing))


def still_touching(state: State, side: Side, group: Group) -> Group | None:
    """What earlier combats have left of `group`; ``None`` if nobody in it touches a foe any more."""
    zone = CITY.zone[side]

    def at(units: tuple[Unit, ...]) -> dict[Unit, Cell]:
        spots = {unit: state.spot(unit) for unit in units if unit not in state.idle}
        return {unit: spot for unit, spot in spots.items() if spot not in OFF_BOARD}

    attackers, defenders = at(group.attackers), at(group.defenders)
    held = set(defenders.values())
    touching = {cell for cell in attackers.values() if cell not in CITY.metro and held.intersection(zone[cell])}
    touched = {near for cell in touching for near in zone[cell]}
    columns = fighters(state, side), fighters(state, other(side))
    kept = tuple(
        tuple(unit for unit, spot in units.items() if _part_of(columns[which], spot, cells))
        for which, (units, cells) in enumerate(((attackers, touching), (defenders, touched)))
    )
    return Group(*kept) if all(kept) else None


def _part_of(together: Mapping[Cell, tuple[Unit, ...]], spot: Cell, cells: set[Cell]) -> bool:
    """Whether `spot` is among `cells`, or holds a part of a column of which another part is."""
    return spot in cells or any(together.get(cell) == together.get(spot) for cell in cells)


class Odds(NamedTuple):
    """Powers of both sides (halves of points) and the column that is read."""

    attack: int
    defence: int
    column: str


def odds(state: State, group: Group) -> Odds:
    """Powers and ratio of a combat, with heads and terrain (§8a, §8c, §10a)."""
    attack = _strength(state, group.attackers, group.defenders)
    defence = _strength(state, group.defenders, group.attackers)
    return Odds(attack, defence, ratio(attack, defence))


def _strength(state: State, units: tuple[Unit, ...], foes: tuple[Unit, ...]) -> int:
    leading = heads(state)
    against = {state.spot(foe) for foe in foes}
    total = 0
    for unit in units:
        power = SCALE * worth(state, unit, leading)
        spot = state.spot(unit)
        terrain = CITY.terrain[spot]
        if terrain == "popular":
            power *= 2
        elif terrain == "crowded":
            power //= 2
        touching = [cell for cell in against if cell in CITY.near[spot]]
        if touching and all(CITY.higher(spot, cell) for cell in touching):
            power *= 2
        total += power
    return total


def rolled(draft: Draft, item: CombatRoll, die: int) -> None:
    """The die of a combat has fallen: the losers go back or panic, the winners may follow."""
    state = draft.now()
    now = odds(state, item.group)
    result = combat_column(now.column)[die - 1]
    draft.set(fell=Fell("combat", now.column, die))
    draft.tell("combat_rolled", ratio=now.column, die=die, result=result)
    draft.done()
    attacker_lost = result.startswith("A")
    losers, winners = (
        (item.group.attackers, item.group.defenders) if attacker_lost else (item.group.defenders, item.group.attackers)
    )
    loser = side_of(losers[0])
    left = tuple(sorted({state.spot(unit) for unit in losers}))
    if state.house.advanced:
        draft.next(Advancing(other(loser), winners, left))
    if loser == POWER:
        draft.next(Confining(losers) if result.endswith("P") else Retreating(POWER, POWER, losers, "combat"))
        return
    panic = result.endswith("P")
    everybody = {*losers, *spreading(state, losers if panic else set(losers) & set(heads(state)))}
    draft.next(Retreating(MARCH, POWER if panic else MARCH, tuple(sorted(everybody)), "combat"))


# --- police into barracks --------------------------------------------------------------------------------


def confines(state: State, item: Confining) -> Iterator[Confine]:
    for unit in item.units:
        for cell in room_in_barracks(state):
            yield Confine(unit, cell)


def room_in_barracks(state: State) -> tuple[Cell, ...]:
    """Barracks hexes where one more unit may stand; nobody shares one with finance police that wait (§13d)."""
    packed = stand(state, POWER).packed.cells | state.waiting_hexes
    return tuple([cell for cell in BARRACKS_CELLS if cell not in packed])


def confines_not(state: State, item: Confining, action: Confine) -> tuple[Violation, ...]:
    if action.unit not in item.units:
        return because("police.panic", "no_panic_of")
    if action.to not in CITY.barracks:
        return because("police.panic", "no_barracks", place=action.to)
    if action.to not in room_in_barracks(state):
        return because("stack.barracks", "no_room", unit=KIND_OF[action.unit].id, place=action.to)
    return ()


def confine(draft: Draft, item: Confining, action: Confine) -> None:
    draft.put(action.unit, action.to)
    draft.frightened(action.unit)
    draft.tell_of("police_panic", action.unit, to=action.to)
    draft.instead(Confining(tuple(unit for unit in item.units if unit != action.unit)))


def none_left_to_confine(draft: Draft, item: Confining) -> bool:
    """Ends the panic when all are in barracks, or when there is no room in any: they wait beside the board."""
    state = draft.now()
    if item.units and room_in_barracks(state):
        return False
    for unit in item.units:
        draft.put(unit, SUPPLY)
        draft.frightened(unit)
        draft.tell_of("police_waits", unit)
    draft.done()
    return True


# --- advance ---------------------------------------------------------------------------------------------


def advances(state: State, item: Advancing) -> Iterator[Advance]:
    for unit in item.units:
        for cell in follow_hexes(state, item, unit):
            yield Advance(unit, cell)


def follow_hexes(state: State, item: Advancing, unit: Unit) -> tuple[Cell, ...]:
    """Hexes left by the losers into which `unit` may step."""
    spot = state.spot(unit)
    if spot in OFF_BOARD or spot in item.cells:
        return ()
    lies, no_room = ground(state, item.side), full(state, unit)
    mobility = KIND_OF[unit].mobility
    near, shut = CITY.retreats[mobility][spot], lies.held | lies.barred(mobility)
    return tuple(cell for cell in item.cells if cell in near and cell not in shut and cell not in no_room)


def advances_not(state: State, item: Advancing, action: Advance) -> tuple[Violation, ...]:
    if action.unit not in item.units:
        return because("advance.winner", "did_not_win")
    if action.to in follow_hexes(state, item, action.unit):
        return ()
    return because("advance.hexes", "cannot_follow", unit=KIND_OF[action.unit].id, place=action.to)


def advance(draft: Draft, item: Advancing, action: Advance) -> None:
    state = draft.now()
    start = state.spot(action.unit)
    together = fighters(state, item.side).get(start, (action.unit,))
    if item.side == MARCH:
        gathering.may_be_broken(draft)
    draft.put(action.unit, action.to)
    if item.side == MARCH:
        gathering.stands_as_it_wants(draft)
    draft.tell_of("advanced", action.unit, start=start, to=action.to)
    units = tuple(unit for unit in item.units if unit != action.unit)
    pledged = tuple(sorted({*item.pledged, *together} & set(units)))
    draft.instead(msgspec.structs.replace(item, units=units, pledged=pledged))


def holds(state: State, item: Advancing) -> Iterator[Hold]:
    if not holds_not(state, item, Hold()):
        yield Hold()


def holds_not(state: State, item: Advancing, action: Hold) -> tuple[Violation, ...]:
    for unit in item.pledged:
        if follow_hexes(state, item, unit):
            return because("advance.together", "must_follow", unit=KIND_OF[unit].id)
    return ()


def hold(draft: Draft, item: Advancing, action: Hold) -> None:
    draft.done()


DEEDS: Mapping[type, Mapping[type, Deed]] = {
    NameHeads: {Lead: Deed(leads, leads_not, lead)},
    Combat: {Pair: Deed(pairs, pairs_not, pair), Fight: Deed(fights, fights_not, fight)},
    Confining: {Confine: Deed(confines, confines_not, confine)},
    Advancing: {Advance: Deed(advances, advances_not, advance), Hold: Deed(holds, holds_not, hold)},
}
