"""A state opened for change while one entry's consequences are worked out, and the news on the way."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.casablanca_agents.agents import AGENTS, Amounts
from engines.casablanca_agents.state import Item, Player, State, position
from engines.game import Audience, News, Seat, Step
from engines.physical import Cell


class Draft:
    """Mutable for the length of one `apply`; `step()` closes it into a new frozen state."""

    __slots__ = (
        "_state",
        "agenda",
        "agents",
        "carried",
        "case",
        "chain",
        "house",
        "news",
        "players",
        "positions",
        "reveals",
        "seals",
        "seats",
        "turn",
    )

    def __init__(self, state: State) -> None:
        self._state = state
        self.house = state.house
        self.seats = state.seats
        self.players: list[Player] = list(state.players)
        self.agenda: tuple[Item, ...] = state.agenda
        self.agents = state.agents
        self.case = state.case
        self.carried = state.carried
        self.positions = state.positions
        self.turn = state.turn
        self.seals = state.seals
        self.chain = state.chain
        self.news: list[News] = []
        self.reveals = False

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
        return Step(state, tuple(self.news), self.reveals)

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

    def seat(self, who: int) -> Seat:
        """The seat of player number `who`."""
        return self.seats[who]

    def place(self, agent: int, cell: Cell) -> None:
        """`agent` is in `cell` now."""
        self.agents = (*self.agents[:agent], cell, *self.agents[agent + 1 :])

    def carry(self, agent: int) -> None:
        """`agent` has carried the case."""
        self.carried = tuple(flag or number == agent for number, flag in enumerate(self.carried))

    def count_anew(self) -> None:
        """Something other than a move happened: positions are counted anew from this one."""
        self.positions = (position(self.agents, self.case),)

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

    def only(self, *items: Item) -> None:
        """Puts `items` in the place of everything that was on the agenda."""
        self.agenda = items


def put(amounts: Amounts, agent: int, amount: int) -> Amounts:
    """`amounts` with `amount` for `agent`."""
    assert len(amounts) == len(AGENTS)
    return (*amounts[:agent], amount, *amounts[agent + 1 :])


def plus(one: Amounts, other: Amounts) -> Amounts:
    """Both amounts together."""
    return tuple(map(sum, zip(one, other)))
