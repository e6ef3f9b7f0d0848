"""Who decides now or what dice fall, as the core's `Pending`, and the one predicate for all actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from engines.casablanca_escape import turn_deeds, window_deeds
from engines.casablanca_escape.actions import Action, EndTurn, GiveRation, Stay, Suffer
from engines.casablanca_escape.cards import EVENT, EVENTS, GREEN_DECK, MOVEMENTS
from engines.casablanca_escape.deed import Deed
from engines.casablanca_escape.setup import RED_DECK
from engines.casablanca_escape.state import (
    AidKeep,
    AidMix,
    AidMove,
    AidOffer,
    AidPick,
    Alert,
    AskRed,
    AskRestart,
    AskThirst,
    Ended,
    EventChoice,
    EventDie,
    Flight,
    Landing,
    RollFirst,
    Shuffling,
    State,
    Struck,
    Turn,
    TurnReal,
)
from engines.deed import because
from engines.entries import Seat
from engines.game import Violation
from engines.pending import Decision, Dice, Pending, Shuffle

DEEDS: Mapping[type, Mapping[type, Deed]] = {Turn: turn_deeds.DEEDS, **window_deeds.DEEDS}
"""What each kind of question may be answered with."""

DECK_SIZES = {"green": len(GREEN_DECK), "movements": len(MOVEMENTS), "events": len(EVENTS), "red": len(RED_DECK)}

KINDS: Mapping[type, str] = {
    AskRed: "red_card",
    Turn: "turn",
    Struck: "weapons",
    AskRestart: "restart",
    AskThirst: "thirst",
    EventChoice: "help",
    AidOffer: "aid",
    AidPick: "aid_pick",
    AidKeep: "aid_keep",
    AidMove: "aid_move",
    Alert: "alert",
}
"""Kinds of decisions: each is a text key ``decision.<kind>``."""

ASKED = (Turn, Struck, Alert, AskRed, AskRestart, AskThirst, EventChoice, AidOffer, AidMove)
ASKED_OF_TAKER = (AidPick, AidKeep)

DEFAULTS: Mapping[type, Action] = {
    Turn: EndTurn(),
    Struck: Suffer(),
    AskThirst: GiveRation(),
    AidMove: Stay(),
    Alert: Stay(),
}
"""What is done for a player who sleeps, where moving is optional or nothing else is forced."""


def asked_player(state: State) -> int | None:
    """The number of the player who decides now; ``None`` while chance or nobody does."""
    item = state.agenda[0]
    if isinstance(item, ASKED):
        return item.who
    return item.taker if isinstance(item, ASKED_OF_TAKER) else None


def pending(state: State) -> Pending:
    """What must happen next."""
    decider = asked_player(state)
    if decider is not None:
        kind = type(state.agenda[0])
        return Decision((state.seats[decider],), KINDS[kind], default=DEFAULTS.get(kind))
    match state.asked:
        case Ended(over):
            return over
        case RollFirst(rolling):
            return Dice("first_move", state.seats[rolling[0]], 2)
        case Shuffling(deck):
            return Shuffle(deck, DECK_SIZES[deck])
        case TurnReal(who):
            return Dice.turning("red_card", state.seats[who], next_cards(state))
        case Landing(who):
            return Dice("landing", state.seats[who])
        case Flight(who):
            return Dice("flight", state.seats[who], 2)
        case EventDie(who, card, clause):
            return Dice(EVENT[card].clauses[clause].die, state.seats[who])
        case AidMix(who):
            return Shuffle("aid", sum(state.players[who].hand))
    raise AssertionError(f"{state.asked} was left to happen by itself")


def next_cards(state: State) -> tuple[int, ...]:
    """Red cards that may be the next one of a deck on the table: movements and events come by turns."""
    kind = EVENTS if len(state.red_played) % 2 else MOVEMENTS
    return tuple(card for card in kind if card in state.red_deck)


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """Everything that `seat` may do now."""
    who = asked_player(state)
    if who is None or state.seats[who] != seat:
        return iter(())
    item = state.agenda[0]
    return chain.from_iterable(deed.offers(state, item) for deed in DEEDS[type(item)].values())


def judge(state: State, seat: Seat, action: Action) -> tuple[Violation, ...]:
    """What is wrong with `action` of `seat`; empty if it is among what `legal` yields."""
    item = state.asked
    who = asked_player(state)
    if who is None:
        return _nobody_asked(item)
    if state.seats[who] != seat:
        return because(_order_rule(state, item), "not_your_turn", seat=seat, seat2=state.seats[who])
    deed = DEEDS[type(item)].get(type(action))
    if deed is None:
        return because("turn.asked", "not_asked", decision=KINDS[type(item)])
    return () if action in deed.offers(state, item) else deed.why_not(state, item, action)


def _order_rule(state: State, item: object) -> str:
    if isinstance(item, AskRed):
        return "articulated.play"
    return "articulated.order" if state.house.articulated and isinstance(item, Turn) else "turn.order"


def _nobody_asked(item: object) -> tuple[Violation, ...]:
    if isinstance(item, Ended):
        return because("win.flight" if item.over.reason == "flown" else "win.nearest", "game_over")
    return because("chance.first", "chance_first")


Doing = Callable[[Any, Any, Any], None]


def doing(state: State, action: Action) -> Doing:
    """What carries the legal `action` out."""
    return DEEDS[type(state.asked)][type(action)].do
