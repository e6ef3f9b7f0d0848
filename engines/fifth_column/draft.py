"""A state opened for change while one entry's consequences are worked out, and the news on the way."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.fifth_column.ground import Ground, ground
from engines.fifth_column.state import Event, Hunt, Item, PastHunt, State
from engines.game import Audience, News, Seat, Step


class Draft:
    """Mutable for the length of one `apply`; `step()` closes it into a new frozen state."""

    __slots__ = ("agenda", "chain", "house", "hunt", "hunts", "news", "past", "points", "reveals", "seats")

    def __init__(self, state: State) -> None:
        self.house = state.house
        self.seats = state.seats
        self.agenda: tuple[Item, ...] = state.agenda
        self.hunt: Hunt = state.hunt
        self.hunts = state.hunts
        self.points = state.points
        self.past: tuple[PastHunt, ...] = state.past
        self.chain = state.chain
        self.news: list[News] = []
        self.reveals = False

    def step(self) -> Step[State]:
        """The state as it has become, with the news."""
        state = State(self.house, self.seats, self.agenda, self.hunt, self.points, self.past, self.chain)
        return Step(state, tuple(self.news), self.reveals)

    def change(self, **fields: Any) -> Hunt:
        """Replaces fields of the hunt, and answers it as it is now."""
        self.hunt = msgspec.structs.replace(self.hunt, **fields)
        return self.hunt

    def note(self, event: Event) -> None:
        """Everybody has seen `event`."""
        self.change(record=(*self.hunt.record, event))

    @property
    def ground(self) -> Ground:
        """The map of this hunt."""
        return ground(self.house.wrap, self.hunt.blocked)

    @property
    def spy(self) -> Seat:
        """The seat of the spy."""
        return self.seats[self.hunt.spy]

    def seat(self, who: int) -> Seat:
        """The seat of player number `who`."""
        return self.seats[who]

    @property
    def most_turns(self) -> int | None:
        """The spy's turns after which the hunters win."""
        return self.house.most_turns

    def tell(self, key: str, audience: Audience = None, **facts: Any) -> None:
        """Adds news."""
        self.news.append(News(key, facts, audience))

    def only(self, *items: Item) -> None:
        """Puts `items` in the place of everything that was on the agenda."""
        self.agenda = items
