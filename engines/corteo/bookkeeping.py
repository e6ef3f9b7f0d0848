"""What must be conserved, and the public facts that a host may correct."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from engines.corrections import Fault, Uncorrectable, known_fact, number_fact
from engines.corteo.agenda import (
    ArrivalRoll,
    Combat,
    CombatRoll,
    Confining,
    Item,
    JamRoll,
    Movement,
    Placing,
    Retreating,
    RouseRoll,
    ThrowRoll,
)
from engines.corteo.city import CITY, NO_BARRICADE
from engines.corteo.draft import Draft
from engines.corteo.fighting import still_touching
from engines.corteo.ground import REACTIONARIES
from engines.corteo.objectives import own_cells
from engines.corteo.reach import LONERS
from engines.corteo.recounting import recount
from engines.corteo.roster import (
    FIRST_POLICE,
    GUESTS,
    KIND_OF,
    MARCH,
    POWER,
    SUPPLY,
    UNIT_ID,
    UNIT_NUMBER,
    Unit,
    side_of,
)
from engines.corteo.standing import STACK
from engines.corteo.state import AWAY, CLINIC, GONE, OFF_BOARD, PRISON, TRIAL, Gathering, State
from engines.corteo.throwing import victims
from engines.entries import FactValue

WORDS = {word: word for word in (PRISON, CLINIC, AWAY, TRIAL)} | {"": "", None: ""}


# --- conservation ----------------------------------------------------------------------------------------


def audit(state: State) -> list[str]:
    """What is not conserved or stands where it cannot, in words."""
    return [*_units_missing(state), *_pieces_astray(state), *map(str, _misplaced(state))]


def _misplaced(state: State) -> Iterator[Fault]:
    """Counters that cannot lie where they do, alone or together, as corrections may put them."""
    yield from _stacks_astray(state)
    yield from _units_astray(state)
    built = len(state.barricades)
    if not state.house.advanced and built + state.barricades_left != SUPPLY.barricades:
        yield Fault("barricades_lacking", {"count": built, "rest": state.barricades_left, "most": SUPPLY.barricades})
    for cell in state.taken:
        if cell not in state.march:
            yield Fault("not_covered", {"place": cell})


def _stacks_astray(state: State) -> Iterator[Fault]:
    for side, spots in ((MARCH, state.march), (POWER, state.power)):
        for cell, count in Counter(spots).items():
            if cell not in OFF_BOARD and count > STACK:
                yield Fault("stack", {"seat": side, "count": count, "place": cell, "most": STACK})
    for cell in set(state.march) & set(state.power) - OFF_BOARD:
        yield Fault("both_sides", {"place": cell})
    if state.house.advanced:
        there = Counter(state.power)
        for loner in LONERS:
            cell = state.spot(loner)
            if cell not in OFF_BOARD and cell not in CITY.barracks and there[cell] > 1:
                yield Fault("loner", {"fact": (_fact(loner),), "place": cell})


def _units_astray(state: State) -> Iterator[Fault]:
    blocked = {*state.barricades, *state.covered, *state.jams}
    own = own_cells(state)
    for unit, kind in enumerate(KIND_OF):
        spot = state.spot(unit)
        if spot == PRISON and side_of(unit) == POWER:
            yield Fault("jailer", {"fact": (_fact(unit),)})
        if (spot == CLINIC and unit not in REACTIONARIES) or (spot == TRIAL and unit >= FIRST_POLICE):
            yield Fault("elsewhere", {"fact": (_fact(unit),), "spot": spot})
        if spot in OFF_BOARD:
            continue
        if state.plot and unit < FIRST_POLICE and spot in {state.spot(guest) for guest in GUESTS}:
            yield Fault("with_guest", {"fact": (_fact(unit),), "place": spot})
        home = CITY.onto[kind.mobility] if spot not in CITY.barracks or unit < FIRST_POLICE else CITY.barracks
        if spot not in home or spot in blocked or (kind.mobility == "motor" and spot in own):
            yield Fault("closed", {"fact": (_fact(unit),), "place": spot})
    if not all(_may_wait(state, unit) for unit in state.house.cast(MARCH) if not state.spot(unit)):
        yield Fault("unplaced", {})


def _may_wait(state: State, unit: Unit) -> bool:
    """Whether a counter of the march may lie beside the board: it is not chosen, or yet to be put down.

    In the social scenario whoever stands nowhere before the first hand is on the way.
    """
    if (state.house.story and state.house.story.army) or (isinstance(state.plot, Gathering) and not state.hand):
        return True
    due = (item for item in state.agenda if isinstance(item, Placing) and item.side == MARCH)
    return any(item.newcomers == (unit in state.waiting) for item in due)


def _units_missing(state: State) -> Iterator[str]:
    gone = {absence.unit for absence in state.absent}
    for unit in range(len(KIND_OF)):
        spot = state.spot(unit)
        if unit not in state.house.playing and spot:
            yield f"{UNIT_ID[unit]} is not in this game, yet at {spot}"
        if (spot == GONE) != (unit in gone):
            yield f"{UNIT_ID[unit]} is {spot or 'in the supply'}, its absence is noted otherwise"


def _pieces_astray(state: State) -> Iterator[str]:
    built = len(state.barricades)
    if len(state.jams) > SUPPLY.jams or len(state.smoke) + len(state.lingering) > SUPPLY.smoke:
        yield f"{len(state.jams)} jams and {len(state.smoke)} clouds of smoke are more than there are"
    if state.barricades_left < 0 or state.runs < 0 or len(state.barricade_age) != built:
        yield "barricades or runs do not add up"
    objectives = {*CITY.objectives, *own_cells(state)}
    if set(state.taken) & set(state.covered) or not {*state.taken, *state.covered} <= objectives:
        yield "objectives are taken and covered at once, or none"


# --- corrections by the host -----------------------------------------------------------------------------


def public_facts(state: State) -> dict[str, FactValue]:
    """What an edit may set: where each unit is, the barricades, the barricades and runs left.

    ``unit.<id>`` is a hex, ``prison`` or nothing (beside the board); ``barricades`` are hexes apart by spaces.
    """
    units = {_fact(unit): state.spot(unit) or None for unit in sorted(state.house.playing) if state.spot(unit) != GONE}
    return {
        **units,
        "barricades": " ".join(state.barricades),
        "barricades_left": state.barricades_left,
        "runs": state.runs,
    }


def _fact(unit: Unit) -> str:
    return f"unit.{UNIT_ID[unit]}"


def edited(draft: Draft, state: State, facts: Mapping[str, FactValue]) -> None:
    """Sets `facts`; raises `Uncorrectable` naming the fact that cannot be, and changes nothing then."""
    known = public_facts(state)
    for key, value in facts.items():
        known_fact(key, known)
        if key == "barricades":
            _set_barricades(draft, state, value)
        elif key in ("barricades_left", "runs"):
            most = SUPPLY.barricades if key == "barricades_left" else SUPPLY.runs
            draft.set(**{key: number_fact(key, value, most)})
        else:
            _set_unit(draft, key, UNIT_NUMBER[key.removeprefix("unit.")], value)
    _forget_the_moment(draft, state)
    recount(draft, state)
    before = list(_misplaced(state))
    for fault in _misplaced(draft.now()):
        if fault not in before:
            raise Uncorrectable(fault)
    draft.reveals = True
    draft.tell("edited", fact=tuple(facts))


def _set_unit(draft: Draft, key: str, unit: Unit, value: FactValue) -> None:
    if (value is None or isinstance(value, str)) and value in WORDS:
        spot = WORDS[value]
    elif isinstance(value, str) and value in CITY.terrain:
        spot = value
    else:
        raise Uncorrectable.value("hex", key, value)
    draft.put(unit, spot)
    if unit in {fright.unit for fright in draft.get("down")} and spot not in CITY.barracks:
        draft.set(down=tuple(fright for fright in draft.get("down") if fright.unit != unit))


def _set_barricades(draft: Draft, state: State, value: FactValue) -> None:
    cells = value.split() if isinstance(value, str) else None
    if cells is None or any(CITY.terrain.get(cell, "block") in NO_BARRICADE[False] for cell in cells):
        raise Uncorrectable.value("barricades", "barricades", value)
    ages = dict(zip(state.barricades, state.barricade_age))
    draft.set(
        barricades=tuple(sorted(set(cells))),
        barricade_age=tuple(ages.get(cell, state.hand) for cell in sorted(set(cells))),
    )


def _forget_the_moment(draft: Draft, before: State) -> None:
    """What was in the middle of being done refers to units as they stood: it begins anew from the corrected board.

    A die that was asked for and has nothing left to decide is not thrown.
    """
    state = draft.now()
    match draft.agenda[0]:
        case Combat() as item:
            draft.instead(msgspec.structs.replace(item, groups=(), pairing=True))
        case CombatRoll(side=side, group=group):
            left = still_touching(state, side, group)
            draft.done()
            if left is not None:
                draft.next(CombatRoll(side, left))
            elif isinstance(combat := draft.agenda[0], Combat):
                fought = tuple(unit for unit in combat.fought if unit not in (*group.attackers, *group.defenders))
                draft.instead(Combat(side, fought=fought))
    draft.agenda = tuple(filter(None, (_as_it_stands(before, state, item) for item in draft.agenda)))


def _as_it_stands(before: State, state: State, item: Item) -> Item | None:
    """An item of the agenda after a correction; ``None`` where nothing is left of it."""
    match item:
        case Movement() if item.unit >= 0 and state.spot(item.unit) in OFF_BOARD:
            return Movement(item.side, begun=True)
        case Movement() if item.partner >= 0 and state.spot(item.partner) in OFF_BOARD:
            return msgspec.structs.replace(item, partner=-1, partner_left=0)
        case Retreating() | Confining():
            kept = tuple(unit for unit in item.units if state.spot(unit) not in OFF_BOARD)
            return msgspec.structs.replace(item, units=kept)
        case ThrowRoll():
            stayed = all(state.spot(unit) == before.spot(unit) for unit in item.units)
            return item if stayed and any(KIND_OF[unit].power for unit in victims(state, item.at)) else None
        case ArrivalRoll():
            waiting = tuple(unit for unit in item.units if state.spot(unit) not in OFF_BOARD)
            return ArrivalRoll(item.side, waiting) if waiting else None
        case RouseRoll() if state.spot(item.unit) in OFF_BOARD:
            return None
        case JamRoll() if item.at in (*state.march, *state.power, *state.barricades):
            return None
    return item
