"""A state opened for change while one entry's consequences are worked out, and the news on the way."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.cape_horn.state import Captain, Item, State
from engines.cape_horn.voyage import BARE, PRINTED
from engines.cape_horn.waters import Spot
from engines.draft import SeatedDraft
from engines.game import Step


class Draft(SeatedDraft):
    """Mutable for the length of one `apply`; `step()` closes it into a new frozen state."""

    __slots__ = ("asked", "buried", "captains", "house", "idle", "stack", "tiles", "turn")

    def __init__(self, state: State) -> None:
        super().__init__(state.seats)
        self.house = state.house
        self.captains: list[Captain] = list(state.captains)
        self.asked: Item = state.asked
        self.stack = state.stack
        self.tiles = state.tiles
        self.buried = state.buried
        self.turn = state.turn
        self.idle = state.idle

    def step(self) -> Step[State]:
        """The state as it has become, with the news."""
        return self.closed(self.now())

    def now(self) -> State:
        """The state as it has become."""
        return State(
            self.house,
            self.seats,
            tuple(self.captains),
            self.asked,
            self.stack,
            self.tiles,
            self.buried,
            self.turn,
            self.idle,
        )

    def change(self, who: int, **fields: Any) -> Captain:
        """Replaces fields of player `who`, and answers the player as it is now."""
        captain: Captain = msgspec.structs.replace(self.captains[who], **fields)
        self.captains[who] = captain
        return captain

    def put(self, spot: Spot, design: str) -> None:
        """A tile of `design` lies on `spot` now, on top of whatever lay there."""
        before = self.tiles[spot]
        if before not in (BARE, PRINTED):
            self.buried += before
        self.tiles = self.tiles[:spot] + design + self.tiles[spot + 1 :]
