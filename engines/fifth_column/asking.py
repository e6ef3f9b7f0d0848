"""Who decides now or what chance falls, as the core's `Pending`, and the one predicate for all actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from engines.deed import because
from engines.entries import Seat
from engines.fifth_column.actions import Action, Arrest, Ask, Discard, Done, Play, Ready, Start, Walk
from engines.fifth_column.cards import CARDS
from engines.fifth_column.deeds import QUESTIONS
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
from engines.offers import Offer, of_last_state, one_of
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
    return _deciders(len(state.seats), state.hunt.spy, type(state.agenda[0]))


@cache
def _deciders(players: int, spy: int, asked: type) -> tuple[int, ...]:
    if asked in (SpyTurn, ChooseStart):
        return (spy,)
    if asked is HuntersTurn:
        return tuple(who for who in range(players) if who != spy)
    return tuple(range(players)) if asked in (AskFirst, NextHunt) else ()


def kind(state: State) -> str:
    """What is decided now, as in ``decision.<kind>``; empty where nobody decides."""
    return KINDS.get(type(state.agenda[0]), "")


def pending(state: State) -> Pending:
    """What must happen next."""
    item = state.agenda[0]
    if type(item) in KINDS:
        return _decision(state.seats, state.hunt.spy, type(item))
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
def _decision(seats: tuple[Seat, ...], spy: int, asked: type) -> Decision:
    who = _deciders(len(seats), spy, asked)
    return Decision(tuple(seats[number] for number in who), KINDS[asked], default=DEFAULTS.get(asked))


@of_last_state
def offers(state: State) -> Mapping[type, Offer[Any]]:
    """Everything that may be answered now by those who decide, by kind of action."""
    item = state.agenda[0]
    question = QUESTIONS.get(type(item))
    return {} if question is None else question.offers(state, item)


def _decides(state: State, seat: Seat) -> bool:
    item = state.agenda[0]
    return type(item) in KINDS and seat in _decision(state.seats, state.hunt.spy, type(item)).seats


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Everything that `seat` may do now."""
    return chain.from_iterable(offers(state).values()) if _decides(state, seat) else iter(())


def some(state: State, seat: Seat, pick: Callable[[int], int]) -> Action | None:
    """One of the legal actions, all equally likely, as `pick(n)` (a number below n) would have it."""
    return one_of(tuple(offers(state).values()), pick) if _decides(state, seat) else None


def judge(state: State, seat: Seat, action: Action) -> tuple[Violation, ...]:
    """What is wrong with `action` of `seat`; empty if it is among what `legal` yields."""
    those = offers(state).get(type(action))
    if those is None or not _decides(state, seat):
        return _not_now(state, seat, action)
    if action in those:
        return ()
    item, who = state.agenda[0], state.seats.index(seat)
    return QUESTIONS[type(item)].deeds[type(action)].why_not(state, item, who, action)


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
    return QUESTIONS[type(state.agenda[0])].deeds[type(action)].do
