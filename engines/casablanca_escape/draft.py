"""A state opened for change while one entry's consequences are worked out, and the news on the way."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.casablanca_escape.state import Item, Player, State
from engines.draft import AgendaDraft
from engines.game import Step


class Draft(AgendaDraft[Item]):
    """Mutable for the length of one `apply`; `step()` closes it into a new frozen state."""

    __slots__ = (
        "boxes",
        "captures",
        "card",
        "flood",
        "gold",
        "house",
        "order",
        "pile",
        "players",
        "red_deck",
        "red_played",
        "turn",
        "water",
    )

    def __init__(self, state: State) -> None:
        super().__init__(state.seats, state.agenda)
        self.house = state.house
        self.order = state.order
        self.players: list[Player] = list(state.players)
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
        return self.closed(state)

    def change(self, who: int, **fields: Any) -> Player:
        """Replaces fields of player `who`, and answers the player as it is now."""
        player: Player = msgspec.structs.replace(self.players[who], **fields)
        self.players[who] = player
        return player

    def before(self, who: int) -> int:
        """The player who moves before `who`; for the first it is the last."""
        return self.order[self.order.index(who) - 1]
