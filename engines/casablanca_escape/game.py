"""Casablanca, the escape (1983) as a game of the core: the one class that the table talks to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from engines.boards.hex import HexBoard
from engines.cards import PrintedDeck
from engines.casablanca_escape import (
    aids,
    asking,
    bookkeeping,
    events,
    printed,
    setup,
    tabletop,
    teaching,
    turns,
    views,
)
from engines.casablanca_escape.actions import Action
from engines.casablanca_escape.cards import EVENT
from engines.casablanca_escape.describe import describe
from engines.casablanca_escape.draft import Draft
from engines.casablanca_escape.geography import board_on
from engines.casablanca_escape.options import OPTIONS
from engines.casablanca_escape.state import AidMix, EventDie, Flight, Landing, RollFirst, Shuffling, State, TurnReal
from engines.casablanca_escape.wording import RULEBOOK, TEXTS
from engines.draft_game import DraftGame
from engines.entries import FactValue, Seat
from engines.options import chosen
from engines.texts import Facts

ACTION_TAGS = tuple(str(kind.__struct_config__.tag) for kind in get_args(Action))


class CasablancaEscape(DraftGame[State, Action, Draft]):
    """Fugitives from Warsaw, hunted through Europe, look for a plane in Casablanca; 2 to 8 players.

    >>> game = engines.registry.find("casablanca_escape")
    >>> state = game.new({}, ("red", "blue"))
    >>> game.pending(state)
    Dice(name='first_move', seat='red', count=2, sides=6)
    """

    id = "casablanca_escape"
    rules_version = 2
    follows = frozenset({1})
    """Since version 2 a railway hex by a river counts as countryside in a flood, where that is the better."""
    min_seats = 2
    max_seats = 8
    state_type = State
    action_type = Action

    public_actions = frozenset(tag for tag in ACTION_TAGS if tag not in ("take_card", "give_back"))

    rulebook = RULEBOOK
    texts = TEXTS
    options = OPTIONS
    seats = tabletop.SEATS

    asking = asking
    tabletop = tabletop
    bookkeeping = bookkeeping
    teaching = teaching
    views = views
    draft = Draft

    def board(self, options: Mapping[str, str]) -> HexBoard:
        return board_on(chosen(self.options, options)["board"])

    def decks(self, options: Mapping[str, str]) -> tuple[PrintedDeck, ...]:
        return printed.decks()

    def new(self, options: Mapping[str, str], seats: Sequence[Seat]) -> State:
        self.check_seats(seats)
        return setup.opening(chosen(self.options, options), seats)

    def _act(self, draft: Draft, state: State, seat: Seat, action: Action) -> None:
        asking.doing(state, action)(draft, state.asked, action)

    def _fall(self, draft: Draft, state: State, result: tuple[int, ...]) -> None:
        _falls(draft, state, result)

    def _advance(self, draft: Draft) -> None:
        turns.advance(draft)

    def describe(self, action: Action) -> tuple[str, Facts]:
        return describe(action)

    def departure(self, state: State, seat: Seat) -> Mapping[str, FactValue]:
        return bookkeeping.departure(state, seat)


def _falls(draft: Draft, state: State, result: tuple[int, ...]) -> None:
    """The chance that the state asks for has fallen."""
    item = state.asked
    match item:
        case RollFirst():
            draft.tell("rolled", seat=state.seats[item.rolling[0]], dice=result)
            setup.first_rolled(draft, item, sum(result))
        case Shuffling():
            setup.shuffled(draft, item, result)
        case TurnReal():
            turns.turns_real(draft, result[0])
        case Landing():
            draft.tell("rolled", seat=state.seats[item.who], dice=result)
            turns.lands(draft, item, result[0])
        case Flight():
            draft.tell("rolled", seat=state.seats[item.who], dice=result)
            turns.flight_rolled(draft, item, sum(result))
        case EventDie(who, card, clause):
            draft.tell("rolled", seat=state.seats[who], dice=result)
            draft.done()
            events.die_falls(draft, who, EVENT[card].clauses[clause], result[0])
        case AidMix():
            aids.mixed(draft, item, result)


GAME = CasablancaEscape()
