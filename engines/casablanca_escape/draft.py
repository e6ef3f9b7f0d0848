"""A state opened for change while one entry's consequences are worked out, and the news on the way."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.casablanca_escape.cards import EVENTS
from engines.casablanca_escape.state import Item, Player, State
from engines.game import Audience, News, Seat, Step


class Draft:
    """Mutable for the length of one `apply`; `step()` closes it into a new frozen state.

    Tuples of the state are replaced, never changed in place, so the old state stays what it was.
    """

    __slots__ = (
        "_state",
        "agenda",
        "boxes",
        "captures",
        "card",
        "flood",
        "gold",
        "house",
        "news",
        "order",
        "pile",
        "players",
        "red_deck",
        "red_played",
        "reveals",
        "seats",
        "turn",
        "water",
    )

    def __init__(self, state: State) -> None:
        self._state = state
        self.house = state.house
        self.seats = state.seats
        self.order = state.order
        self.players: list[Player] = list(state.players)
        self.agenda: tuple[Item, ...] = state.agenda
        self.pile = state.pile
        self.boxes = state.boxes
        self.red_deck = state.red_deck
        self.red_played = state.red_played
        self.card = state.card
        self.turn = state.turn
        self.flood = state.flood
        self.gold = state.gold
        self.water = state.water
        self.captures = state.captures
        self.news: list[News] = []
        self.reveals = False

    def step(self) -> Step[State]:
        """The state as it has become, with the news."""
        state = State(
            self.house,
            self.seats,
            tuple(self.players),
            self.agenda,
            self.order,
            self.pile,
            self.boxes,
            self.red_deck,
            self.red_played,
            self.card,
            self.turn,
            self.flood,
            self.gold,
            self.water,
            self.captures,
        )
        return Step(state, tuple(self.news), self.reveals)

    def change(self, who: int, **fields: Any) -> Player:
        """Replaces fields of player `who`, and answers the player as it is now."""
        player: Player = msgspec.structs.replace(self.players[who], **fields)
        self.players[who] = player
        return player

    def seat(self, who: int) -> Seat:
        """The seat of player number `who`."""
        return self.seats[who]

    def before(self, who: int) -> int:
        """The player who moves before `who`; for the first it is the last."""
        return self.order[self.order.index(who) - 1]

    def tell(self, key: str, audience: Audience = None, **facts: Any) -> None:
        """Adds news."""
        self.news.append(News(key, facts, audience))

    def done(self) -> None:
        """The agenda's first item is dealt with."""
        self.agenda = self.agenda[1:]

    def next(self, *items: Item) -> None:
        """Puts `items` before everything else on the agenda, the first of them first."""
        self.agenda = (*items, *self.agenda)

    def instead(self, *items: Item) -> None:
        """Puts `items` in the place of the agenda's first item."""
        self.agenda = (*items, *self.agenda[1:])

    @property
    def event_turn(self) -> bool:
        """Whether the red card that holds now is an event."""
        return self.card in EVENTS
