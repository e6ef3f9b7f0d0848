"""A state opened for change while one entry's consequences are worked out, and the news on the way."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.casablanca_agents.agents import AGENTS, Amounts
from engines.casablanca_agents.state import Item, Player, State, position
from engines.draft import AgendaDraft
from engines.game import Step
from engines.physical import Cell


class Draft(AgendaDraft[Item]):
    """Mutable for the length of one `apply`; `step()` closes it into a new frozen state."""

    __slots__ = (
        "agents",
        "carried",
        "case",
        "chain",
        "house",
        "players",
        "positions",
        "seals",
        "turn",
    )

    def __init__(self, state: State) -> None:
        super().__init__(state.seats, state.agenda)
        self.house = state.house
        self.players: list[Player] = list(state.players)
        self.agents = state.agents
        self.case = state.case
        self.carried = state.carried
        self.positions = state.positions
        self.turn = state.turn
        self.seals = state.seals
        self.chain = state.chain

    def step(self) -> Step[State]:
        """The state as it has become, with the news."""
        state = State(
            self.house,
            self.seats,
            tuple(self.players),
            self.agenda,
            self.agents,
            self.case,
            self.carried,
            self.positions,
            self.turn,
            self.seals,
            self.chain,
        )
        return self.closed(state)

    def change(self, who: int, **fields: Any) -> Player:
        """Replaces fields of player `who`, and answers the player as it is now."""
        player: Player = msgspec.structs.replace(self.players[who], **fields)
        self.players[who] = player
        return player

    def show(self, who: int, agent: int, amount: int) -> None:
        """Everybody has learnt that `who` has put at least `amount` on `agent`."""
        shown = self.players[who].shown
        if amount > shown[agent]:
            self.change(who, shown=put(shown, agent, amount))

    def place(self, agent: int, cell: Cell) -> None:
        """`agent` is in `cell` now."""
        self.agents = (*self.agents[:agent], cell, *self.agents[agent + 1 :])

    def carry(self, agent: int) -> None:
        """`agent` has carried the case."""
        self.carried = tuple(flag or number == agent for number, flag in enumerate(self.carried))

    def count_anew(self) -> None:
        """Something other than a move happened: positions are counted anew from this one."""
        self.positions = (position(self.agents, self.case),)


def put(amounts: Amounts, agent: int, amount: int) -> Amounts:
    """`amounts` with `amount` for `agent`."""
    assert len(amounts) == len(AGENTS)
    return (*amounts[:agent], amount, *amounts[agent + 1 :])


def plus(one: Amounts, other: Amounts) -> Amounts:
    """Both amounts together."""
    return tuple(map(sum, zip(one, other)))
