"""What a learner asks: by which rule an action may be done, and which actions are worth wondering about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from engines.corteo.actions import (
    Accuse,
    Action,
    Advance,
    Agree,
    Build,
    ChooseComponent,
    ChoosePlace,
    ChooseSquare,
    Clear,
    Confine,
    EndMovement,
    Fight,
    Fly,
    Hold,
    Jam,
    Lead,
    Leave,
    Move,
    NoWish,
    Pair,
    Place,
    Prolong,
    Refuse,
    Retreat,
    Rouse,
    Run,
    Storm,
    Throw,
    Wish,
)
from engines.corteo.agenda import Movement, Placing, Retreating
from engines.corteo.city import CITY
from engines.corteo.gathering import homesick
from engines.corteo.moving import own_units
from engines.corteo.placing import site_rule
from engines.corteo.reach import must_return
from engines.corteo.roster import GUESTS, KIND_OF, KINDS, MARCH, OPENING, Side, Unit
from engines.corteo.state import OFF_BOARD, Rally, State, Trial
from engines.entries import Seat

RULES: Mapping[type, str] = {
    ChooseComponent: "head.component_choice",
    Run: "run.double",
    Build: "barricade.march",
    Clear: "barricade.clear",
    Jam: "jam.where",
    EndMovement: "move.optional",
    Lead: "head.two",
    Pair: "combat.pairs",
    Fight: "combat.attacker",
    Advance: "advance.winner",
    Hold: "advance.winner",
    Confine: "police.panic",
    ChooseSquare: "antifascist.square",
    ChoosePlace: "social.place",
    Accuse: "antirepressive.accused",
    Rouse: "antifascist.rouse",
    Prolong: "antifascist.prolong",
    Leave: "scenario.leave",
    Storm: "antirepressive.storm",
    Fly: "antirepressive.flight",
    Wish: "own.wish",
    NoWish: "own.wish",
    Agree: "own.consent",
    Refuse: "own.consent",
}
"""Rules of actions that always follow the same one."""

OPENING_RULES: Mapping[str, str] = {"objective": "setup.guards", "near": "setup.wardens", "barracks": "setup.barracks"}


def rule_of(state: State, action: Action) -> str:
    """The rule by which legal `action` may be done in `state`."""
    match action:
        case Place(kind):
            return _placing_rule(state, kind)
        case Move(unit):
            return _moving_rule(state, unit)
        case Throw(unit, _, joined):
            return "stack.throw" if joined else "throw.march" if KIND_OF[unit].side == MARCH else "throw.power"
        case Retreat():
            return _retreating_rule(state)
        case Clear(_, at) if at in state.jams:
            return "jam.clear"
    return RULES[type(action)]


def _placing_rule(state: State, kind: str) -> str:
    item = state.asked
    if isinstance(item, Placing) and item.where:
        return site_rule(state, item, kind)
    if isinstance(item, Placing) and item.newcomers:
        return "national.where"
    if state.hand and state.house.story and state.house.story.reinforcement is not None:
        return "scenario.order"
    if state.hand:
        return "order.points" if state.house.advanced else "order.units"
    return "setup.square" if KINDS[kind].side == MARCH else OPENING_RULES[OPENING[kind]]


def _moving_rule(state: State, unit: Unit) -> str:
    spot = state.spot(unit)
    if unit in GUESTS:
        return "internationalist.escort" if KIND_OF[unit].family == "president" else "scenario.guests"
    if homesick(state, unit):
        return "social.home"
    if spot in OFF_BOARD:
        return "off.return" if must_return(state, unit) else "social.enter"
    if spot in CITY.metro:
        return "metro.travel"
    return "barracks.exit" if spot in CITY.barracks else "move.points"


def _retreating_rule(state: State) -> str:
    item = state.asked
    assert isinstance(item, Retreating)
    if item.cause == "throw":
        return "throw.panic" if item.chooser != item.side else "throw.r2" if item.far else "throw.r1"
    return "panic.march" if item.chooser != item.side else "retreat.one"


def attempts(state: State, seat: Seat) -> Iterator[Action]:
    """One action of each kind that a movement phase knows, for a unit of `seat` that stands on the map."""
    side: Side = "march" if seat == MARCH else "power"
    unit = next(iter(own_units(state, side)), None)
    item = state.asked
    if isinstance(item, Movement) and item.unit >= 0 and item.side == side:
        unit = item.unit
    yield Run()
    yield EndMovement()
    if isinstance(state.plot, Trial):
        yield from (Storm(), Fly())
    if unit is None or state.spot(unit) in OFF_BOARD:
        return
    near = CITY.board.neighbours(state.spot(unit))
    yield from (Move(unit, cell) for cell in near)
    yield Build(unit, near[0])
    yield Clear(unit, near[0])
    if state.plot is not None:
        yield Leave(unit)
    if isinstance(state.plot, Rally):
        yield from (Rouse(waiting) for waiting in state.waiting[:1])
        yield Prolong(1)
    foes = state.power if side == MARCH else state.march
    yield from (Throw(unit, cell) for cell in islice((spot for spot in foes if spot not in OFF_BOARD), 3))
