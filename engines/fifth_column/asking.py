"""Who decides now or what chance falls, as the core's `Pending`, and the one predicate for all actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from engines.entries import Seat
from engines.fifth_column.actions import Action, Arrest, Ask, Discard, Done, Play, Ready, Start, Walk
from engines.fifth_column.cards import CARDS
from engines.fifth_column.deed import because
from engines.fifth_column.deeds import DEEDS
from engines.fifth_column.seals import SALT_SIZE
from engines.fifth_column.setup import hideouts
from engines.fifth_column.spying import refuge_moves
from engines.fifth_column.state import (
    AskFirst,
    ChooseStart,
    Deal,
    DrawMap,
    Ended,
    Hide,
    HuntersTurn,
    MoveRefuge,
    NextHunt,
    Refill,
    RollFirst,
    Salt,
    SpyTurn,
    State,
)
from engines.game import Violation
from engines.offers import one_of
from engines.pending import Decision, Dice, Pending, Shuffle

KINDS: Mapping[type, str] = {
    AskFirst: "first",
    ChooseStart: "start",
    SpyTurn: "spy",
    HuntersTurn: "hunters",
    NextHunt: "next",
}
"""Kinds of decisions: each is a text key ``decision.<kind>``."""

DEFAULTS: Mapping[type, Action] = {HuntersTurn: Done(), NextHunt: Ready()}
"""What is done for players who sleep; the spy must move, so nothing is done for the spy."""

DIE = 6
DECISIONS = 256
"""Decisions that are remembered: the same few are asked for again and again."""
OF_SPY = (Start, Play, Discard)
OF_HUNTERS = (Walk, Ask, Arrest, Done)


def deciders(state: State) -> tuple[int, ...]:
    """The numbers of the players who may answer now; empty while chance falls or nobody does."""
    match state.agenda[0]:
        case SpyTurn() | ChooseStart():
            return (state.hunt.spy,)
        case HuntersTurn():
            return _others(len(state.seats), state.hunt.spy)
        case AskFirst() | NextHunt():
            return tuple(range(len(state.seats)))
    return ()


@cache
def _others(players: int, spy: int) -> tuple[int, ...]:
    return tuple(who for who in range(players) if who != spy)


def kind(state: State) -> str:
    """What is decided now, as in ``decision.<kind>``; empty where nobody decides."""
    return KINDS.get(type(state.agenda[0]), "")


def pending(state: State) -> Pending:
    """What must happen next."""
    item = state.agenda[0]
    who = deciders(state)
    if who:
        return _decision(state.seats, who, type(item))
    match item:
        case Ended(over):
            return over
        case RollFirst(waiting):
            return Dice("spy_first", state.seats[waiting[0]], 1, DIE)
        case DrawMap():
            return Shuffle("map", CARDS)
        case Hide():
            return Shuffle("hideout", len(hideouts(state.hunt, state.ground.free)))
        case Salt():
            return Shuffle("salt", SALT_SIZE)
        case Deal():
            return Shuffle("deck", CARDS - 1)
        case Refill():
            return Shuffle("refill", len(state.hunt.played))
        case MoveRefuge():
            return Shuffle("refuge", len(refuge_moves(state.hunt, state.ground.free)))
    raise AssertionError(f"{item} was left to happen by itself")


@lru_cache(DECISIONS)
def _decision(seats: tuple[Seat, ...], who: tuple[int, ...], asked: type) -> Decision:
    return Decision(tuple(seats[number] for number in who), KINDS[asked], default=DEFAULTS.get(asked))


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Everything that `seat` may do now."""
    item = state.agenda[0]
    if seat not in state.seats or (who := state.seats.index(seat)) not in deciders(state):
        return iter(())
    return chain.from_iterable(deed.offers(state, item, who) for deed in DEEDS[type(item)].values())


def some(state: State, seat: Seat, pick: Callable[[int], int]) -> Action | None:
    """One of the legal actions, all equally likely, as `pick(n)` (a number below n) would have it."""
    item = state.agenda[0]
    if seat not in state.seats or (who := state.seats.index(seat)) not in deciders(state):
        return None
    return one_of([deed.offers(state, item, who) for deed in DEEDS[type(item)].values()], pick)


def judge(state: State, seat: Seat, action: Action) -> tuple[Violation, ...]:
    """What is wrong with `action` of `seat`; empty if it is among what `legal` yields."""
    item = state.agenda[0]
    deed = DEEDS.get(type(item), {}).get(type(action))
    if deed is None or seat not in state.seats or (who := state.seats.index(seat)) not in deciders(state):
        return _not_now(state, seat, action)
    return () if action in deed.offers(state, item, who) else deed.why_not(state, item, who, action)


def _not_now(state: State, seat: Seat, action: Action) -> tuple[Violation, ...]:
    """Why actions of that kind are not what `seat` may do now."""
    item = state.agenda[0]
    if isinstance(item, Ended):
        return because("end.over", "game_over")
    deciding = deciders(state)
    if not deciding:
        return because("chance.first", "chance_first")
    if seat not in state.seats:
        return because("turn.order", "not_your_turn", seat=seat, seat2=_seats(state, deciding))
    who = state.seats.index(seat)
    if isinstance(item, ChooseStart | SpyTurn | HuntersTurn):
        if isinstance(action, OF_HUNTERS) and who == state.hunt.spy:
            return because("roles.spy", "spy_does_not_hunt", seat=seat)
        if isinstance(action, OF_SPY) and who != state.hunt.spy:
            return because("roles.spy", "not_the_spy", seat=seat, seat2=state.seats[state.hunt.spy])
    if who not in deciding:
        return because("turn.order", "not_your_turn", seat=seat, seat2=_seats(state, deciding))
    return because("turn.asked", "not_asked", decision=kind(state))


def _seats(state: State, who: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(state.seats[number] for number in who)


Doing = Callable[[Any, Any, int, Any], None]


def doing(state: State, action: Action) -> Doing:
    """What carries the legal `action` out."""
    return DEEDS[type(state.asked)][type(action)].do
