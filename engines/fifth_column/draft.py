"""A state opened for change while one entry's consequences are worked out, and the news on the way."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.draft import AgendaDraft
from engines.entries import Seat
from engines.fifth_column.ground import Ground, ground, hunters_ground
from engines.fifth_column.state import Event, Hunt, Item, PastHunt, State
from engines.game import Step


class Draft(AgendaDraft[Item]):
    """Mutable for the length of one `apply`; `step()` closes it into a new frozen state."""

    __slots__ = ("before", "chain", "house", "hunt", "past", "points")

    def __init__(self, state: State) -> None:
        super().__init__(state.seats, state.agenda)
        self.before = state
        self.house = state.house
        self.hunt: Hunt = state.hunt
        self.points = state.points
        self.past: tuple[PastHunt, ...] = state.past
        self.chain = state.chain

    def step(self) -> Step[State]:
        """The state as it has become, with the news."""
        state = State(self.house, self.seats, self.agenda, self.hunt, self.points, self.past, self.chain)
        return self.closed(state)

    def change(self, **fields: Any) -> Hunt:
        """Replaces fields of the hunt, and answers it as it is now."""
        self.hunt = msgspec.structs.replace(self.hunt, **fields)
        return self.hunt

    def note(self, event: Event) -> None:
        """Everybody has seen `event`."""
        self.change(lately=(*self.hunt.lately, event))

    @property
    def hunts(self) -> int:
        """How many hunts this game has."""
        return self.before.hunts

    @property
    def ground(self) -> Ground:
        """The map of this hunt."""
        return ground(self.house.wrap, self.hunt.blocked)

    @property
    def hunters_ground(self) -> Ground:
        """The map as the hunters may use it."""
        return hunters_ground(self.house.edges, self.house.wrap, self.hunt.blocked)

    @property
    def spy(self) -> Seat:
        """The seat of the spy."""
        return self.seats[self.hunt.spy]

    @property
    def most_turns(self) -> int | None:
        """The spy's turns after which the hunters win."""
        return self.house.most_turns
