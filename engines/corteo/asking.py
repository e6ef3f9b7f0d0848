"""Who decides now or what dice fall, as the core's `Pending`, and the one predicate for all actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from engines.corteo import (
    barricades,
    falling_back,
    fighting,
    gathering,
    leaving,
    moving,
    phase,
    placing,
    rally,
    specials,
    throwing,
    trial,
    wishes,
)
from engines.corteo.actions import Action, EndMovement, Hold, Move, NoWish, Refuse
from engines.corteo.agenda import (
    Advancing,
    ArrivalRoll,
    AskAccused,
    AskComponent,
    AskConsent,
    AskPlace,
    AskSquare,
    AskWish,
    Combat,
    CombatRoll,
    Confining,
    Drift,
    Ended,
    JamRoll,
    Movement,
    NameHeads,
    Placing,
    Retreating,
    RouseRoll,
    SealRoll,
    ThrowRoll,
    VerdictRoll,
    Wind,
)
from engines.corteo.deed import Deed
from engines.corteo.fighting import chooser
from engines.corteo.roster import KIND_OF, MARCH, POWER, Side, Unit
from engines.corteo.state import State
from engines.deed import because
from engines.entries import Seat
from engines.game import Violation
from engines.pending import Chance, Decision, Dice, Pending, Shuffle

DEEDS: Mapping[type, Mapping[type, Deed]] = {
    **placing.DEEDS,
    **rally.DEEDS,
    **gathering.DEEDS,
    **trial.DEEDS,
    **wishes.DEEDS,
    Movement: {
        **throwing.DEEDS,
        **specials.DEEDS,
        **rally.DEEDS[Movement],
        **trial.DEEDS[Movement],
        **leaving.DEEDS,
        **phase.DEEDS,
        **barricades.DEEDS,
        **moving.DEEDS,
    },
    Retreating: falling_back.DEEDS,
    **fighting.DEEDS,
}
"""What each kind of question may be answered with.

Moves stand last: there are thousands, and whoever looks at the first few actions should see the others.
"""

ASIDE = 24
"""One random answer in so many is no move: phases last until nearly every unit has moved, as in games of players."""

KINDS: Mapping[type, str] = {
    Placing: "placing",
    AskComponent: "component",
    Movement: "movement",
    NameHeads: "heads",
    Retreating: "retreat",
    Confining: "confine",
    Advancing: "advance",
    AskSquare: "square",
    AskPlace: "grey",
    AskAccused: "accused",
    AskWish: "wish",
    AskConsent: "consent",
}
"""Kinds of decisions: each is a text key ``decision.<kind>``; a combat phase asks ``pair`` or ``fight``."""

RULE_OF_ORDER: Mapping[type, str] = {
    Placing: "setup.order",
    AskComponent: "setup.order",
    AskSquare: "setup.order",
    AskPlace: "setup.order",
    AskAccused: "setup.order",
    AskWish: "setup.order",
    AskConsent: "setup.order",
    Retreating: "retreat.who",
    Confining: "police.panic",
    Combat: "combat.attacker",
}
"""The rule that says whose decision it is, where it is not simply the turn."""


def _named(units: Iterable[Unit]) -> tuple[Mapping[str, str], ...]:
    return tuple({"unit": KIND_OF[unit].id} for unit in units)


def _placed(state: State, units: Iterable[Unit]) -> tuple[Mapping[str, str], ...]:
    return tuple({"unit": KIND_OF[unit].id, "place": state.spot(unit)} for unit in units)


CHANCES: Mapping[type, Callable[[State, Any], Chance]] = {
    ThrowRoll: lambda _, item: Dice("throw", item.side),
    CombatRoll: lambda _, item: Dice("combat", item.side),
    Wind: lambda _, item: Dice("wind", POWER),
    Drift: lambda _, item: Dice("drift", POWER),
    JamRoll: lambda _, item: Dice("jam", item.side),
    ArrivalRoll: lambda state, item: Dice("arrival", item.side, len(item.units), each=_placed(state, item.units)),
    RouseRoll: lambda _, item: Dice("rouse", MARCH),
    VerdictRoll: lambda _, item: Dice("verdict", MARCH, len(item.units), each=_named(item.units)),
    SealRoll: lambda _, item: Shuffle("seal", gathering.SALT_SIZE),
}
"""What falls for each item that asks for chance."""


NOTHING_DONE: Mapping[type, Action] = {
    Movement: EndMovement(),
    Advancing: Hold(),
    AskWish: NoWish(),
    AskConsent: Refuse(),
}
"""What it means to do nothing, where that may be an answer."""


def decider(state: State) -> Side | None:
    """The side that decides now; ``None`` while a die is due or the game is over."""
    item = state.agenda[0]
    match item:
        case Placing() | Movement() | Advancing():
            return item.side
        case AskComponent() | NameHeads() | Confining() | AskPlace() | AskWish():
            return MARCH
        case AskSquare() | AskAccused() | AskConsent():
            return POWER
        case Retreating():
            return item.chooser
        case Combat():
            return chooser(state, item) if item.pairing else item.side
    return None


def kind_of_decision(state: State) -> str:
    """The kind of what is decided now, empty while nobody decides."""
    item = state.agenda[0]
    if isinstance(item, Combat):
        return "pair" if item.pairing else "fight"
    return KINDS.get(type(item), "")


def pending(state: State) -> Pending:
    """What must happen next."""
    item = state.agenda[0]
    if isinstance(item, Ended):
        return item.over
    if falls := CHANCES.get(type(item)):
        return falls(state, item)
    side = decider(state)
    assert side is not None, f"{item} was left to happen by itself"
    return Decision((side,), kind_of_decision(state), default=_default(state))


def _default(state: State) -> Action | None:
    """What is done for a player who sleeps, where doing nothing is legal."""
    item = state.agenda[0]
    action = NOTHING_DONE.get(type(item))
    if action is None or DEEDS[type(item)][type(action)].why_not(state, item, action):
        return None
    return action


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Everything that `seat` may do now."""
    if decider(state) != seat:
        return iter(())
    item = state.agenda[0]
    return chain.from_iterable(deed.offers(state, item) for deed in DEEDS[type(item)].values())


def some(state: State, seat: Seat, pick: Callable[[int], int]) -> Action | None:
    """Something that `seat` may do now, as `pick(n)` (a number below n) would have it; ``None`` if there is nothing.

    Of `ASIDE` answers in a movement phase one is no move, as far as there are moves: to list them all takes longer than
    to play on, and of thousands of actions hardly ever one would be a throw.
    """
    item = state.agenda[0]
    if isinstance(item, Placing) and item.side == seat:
        return placing.some_placing(state, item, pick)
    if isinstance(item, AskWish) and seat == MARCH:
        return wishes.some_wish(state, item, pick)
    if not isinstance(item, Movement) or item.side != seat:
        actions = list(legal(state, seat))
        return actions[pick(len(actions))] if actions else None
    if pick(ASIDE) and (moved := moving.some_move(state, item, pick)):
        return moved
    others = [
        action for kind, deed in DEEDS[Movement].items() if kind is not Move for action in deed.offers(state, item)
    ]
    return others[pick(len(others))] if others else moving.some_move(state, item, pick)


def allows(state: State, seat: Seat, action: Action) -> bool:
    """Whether `judge` has nothing against `action`; dear reasons are not looked for."""
    deed = DEEDS[type(state.agenda[0])].get(type(action)) if decider(state) == seat else None
    if deed is None or deed.may is None:
        return not judge(state, seat, action)
    return deed.may(state, state.agenda[0], action)


def judge(state: State, seat: Seat, action: Action) -> tuple[Violation, ...]:
    """What is wrong with `action` of `seat`; empty if it is legal."""
    item = state.agenda[0]
    side = decider(state)
    if side is None:
        if isinstance(item, Ended):
            return because("end.tenth", "game_over")
        return because("dice.first", "dice_first")
    if side != seat:
        return because(RULE_OF_ORDER.get(type(item), "turn.order"), "not_your_turn", side=side)
    deed = DEEDS[type(item)].get(type(action))
    if deed is None:
        return because("turn.phases", "not_asked", decision=kind_of_decision(state))
    return deed.why_not(state, item, action)


def doing(state: State, action: Action) -> Callable[[Any, Any, Any], None]:
    """What carries the legal `action` out."""
    return DEEDS[type(state.agenda[0])][type(action)].do
