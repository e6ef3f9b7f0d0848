"""Who decides now or what chance falls, as the core's `Pending`, and the one predicate for all actions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain
from typing import Any

from engines.casablanca_agents import turn_deeds, window_deeds
from engines.casablanca_agents.actions import (
    Accept,
    Action,
    Bribe,
    GiveUp,
    LetStand,
    Move,
    Object,
    Pass,
    RubOut,
    Settle,
    Strike,
    Withdraw,
)
from engines.casablanca_agents.seals import SALT_SIZE
from engines.casablanca_agents.state import (
    AskFirst,
    AskHeadquarters,
    Challenge,
    DrawFirst,
    Duel,
    Ended,
    Sealing,
    State,
    Turn,
    Window,
)
from engines.deed import Deed, because
from engines.entries import Seat
from engines.game import Violation
from engines.pending import Decision, Pending, Shuffle

DEEDS: Mapping[type, Mapping[type, Deed[Collection[Any]]]] = {Turn: turn_deeds.DEEDS, **window_deeds.DEEDS}
"""What each kind of question may be answered with."""

KINDS: Mapping[type, str] = {
    AskFirst: "first",
    AskHeadquarters: "headquarters",
    Turn: "turn",
    Window: "objection",
    Challenge: "challenge",
    Duel: "bid",
}
"""Kinds of decisions: each is a text key ``decision.<kind>``. A duel's and a turn's are told apart by `kind`."""

DEFAULTS: Mapping[type, Action] = {Window: LetStand(), Challenge: Withdraw(), Duel: Pass()}
"""What is done for a player who sleeps. A turn itself has none, but after an objection it may be given up."""

OWN_TURN = (Bribe, RubOut, Settle, Move, Strike, GiveUp)
ANSWERS = (Object, LetStand)
CHALLENGED = (Withdraw, Accept)


def deciders(state: State) -> tuple[int, ...]:
    """The numbers of the players who may answer now; empty while chance falls or nobody does."""
    item = state.agenda[0]
    match item:
        case Turn(who) | AskHeadquarters(who) | Challenge(who):
            return (who,)
        case Window():
            return item.unheard
        case Duel():
            return (item.objector if item.held else item.who,)
        case AskFirst():
            return tuple(range(len(state.seats)))
    return ()


def kind(state: State) -> str:
    """What is decided now, as in ``decision.<kind>``; empty where nobody decides."""
    item = state.agenda[0]
    if isinstance(item, Duel) and not item.held:
        return "hold"
    if isinstance(item, Turn) and item.tried:
        return "another"
    if isinstance(item, Turn) and turn_deeds.opening(state, item.who):
        return "opening"
    return KINDS.get(type(item), "")


def pending(state: State) -> Pending:
    """What must happen next."""
    item = state.agenda[0]
    who = deciders(state)
    if who:
        default: Action | None = DEFAULTS.get(type(item))
        if isinstance(item, Turn) and item.tried:
            default = GiveUp()
        return Decision(tuple(state.seats[number] for number in who), kind(state), default=default)
    match item:
        case Ended(over):
            return over
        case DrawFirst():
            return Shuffle("first", len(state.seats))
        case Sealing():
            return Shuffle("seal", SALT_SIZE)
    raise AssertionError(f"{item} was left to happen by itself")


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Everything that `seat` may do now."""
    item = state.agenda[0]
    if seat not in state.seats or (who := state.seats.index(seat)) not in deciders(state):
        return iter(())
    return chain.from_iterable(deed.offers(state, item, who) for deed in DEEDS[type(item)].values())


def judge(state: State, seat: Seat, action: Action) -> tuple[Violation, ...]:
    """What is wrong with `action` of `seat`; empty if it is among what `legal` yields."""
    item = state.asked
    if isinstance(item, Ended):
        return because("end.over", "game_over")
    if isinstance(item, DrawFirst | Sealing):
        return because("chance.first", "chance_first")
    if seat not in state.seats:
        return because("turn.order", "not_your_turn", seat=seat, seat2=_asked_seats(state))
    who = state.seats.index(seat)
    deed = DEEDS[type(item)].get(type(action))
    if who not in deciders(state):
        return _not_asked(state, who, action)
    if deed is None:
        return _wrong_answer(state, who, action)
    return () if action in deed.offers(state, item, who) else deed.why_not(state, item, who, action)


def _not_asked(state: State, who: int, action: Action) -> tuple[Violation, ...]:
    """Why `who`, whom nobody asks now, may not do `action`."""
    seat, window = state.seats[who], state.window
    asked = _asked_seats(state)
    if window is not None and who == window.who and isinstance(action, OWN_TURN):
        return because("turn.one", "announced_already", seat=seat)
    if isinstance(action, ANSWERS) and window is not None:
        if who == window.who:
            return because("objection.others", "own_announcement", seat=seat)
        if state.players[who].down:
            return because("variant.no_objection", "sheet_face_down", seat=seat)
        if who in (*window.heard, *window.failed):
            return because("objection.once", "heard_already", seat=seat)
    match state.asked:
        case Duel():
            return because("duel.two", "duel_of_others", seat=seat, seat2=asked)
        case Challenge():
            return because("objection.challenge", "challenge_of_others", seat=seat, seat2=asked)
        case AskHeadquarters():
            return because("variant.headquarters", "not_your_choice", seat=seat, seat2=asked)
    return because("turn.order", "not_your_turn", seat=seat, seat2=asked)


def _wrong_answer(state: State, who: int, action: Action) -> tuple[Violation, ...]:
    """Why `who` may not answer what is asked now with that kind of `action`."""
    seat = state.seats[who]
    if isinstance(action, OWN_TURN) and state.window is not None:
        if who == state.window.who:
            return because("turn.one", "announced_already", seat=seat)
        return because("turn.order", "not_your_turn", seat=seat, seat2=state.seats[state.window.who])
    if isinstance(action, ANSWERS) and isinstance(state.asked, Turn):
        return because("objection.what", "nothing_announced")
    if isinstance(action, CHALLENGED) and not state.house.withdrawing:
        return because("variant.duel_at_once", "no_withdrawal")
    return because("turn.asked", "not_asked", decision=kind(state))


def _asked_seats(state: State) -> tuple[Seat, ...]:
    return tuple(state.seats[number] for number in deciders(state))


Doing = Callable[[Any, Any, int, Any], None]


def doing(state: State, action: Action) -> Doing:
    """What carries the legal `action` out."""
    return DEEDS[type(state.asked)][type(action)].do
