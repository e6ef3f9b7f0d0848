"""A deed: the one predicate behind both `legal` and `judge` for one kind of action at one point of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from engines.casablanca_agents.actions import Bribe
from engines.casablanca_agents.agents import AGENTS, MONEY, AgentId
from engines.entries import Audience
from engines.game import Violation


class Deed(NamedTuple):
    """`offers(state, item, who)` are the legal actions of this kind: an action is legal just if it is among them.

    `why_not(state, item, who, action)` only words what is wrong with one that is not; `do(draft, item, who, action)`
    carries one out.
    """

    offers: Callable[[Any, Any, int], Collection[Any]]
    why_not: Callable[[Any, Any, int, Any], tuple[Violation, ...]]
    do: Callable[[Any, Any, int, Any], None]


def because(rule: str, key: str, audience: Audience = None, /, **facts: Any) -> tuple[Violation, ...]:
    """One violation of `rule`, worded by ``violation.<key>``."""
    return (Violation(rule, key, facts, audience),)


BRIBES: Mapping[AgentId, tuple[Bribe, ...]] = {
    agent: tuple(Bribe(agent, amount) for amount in range(MONEY.step, MONEY.capital + 1, MONEY.step))
    for agent in AGENTS
}


class Bribes(Collection[Bribe]):
    """Every bribe of one of `agents` in whole steps up to `most` $."""

    def __init__(self, agents: Collection[AgentId], most: int) -> None:
        self._agents = agents
        self._most = most

    def __contains__(self, bribe: object) -> bool:
        return (
            isinstance(bribe, Bribe)
            and bribe.agent in self._agents
            and 0 < bribe.amount <= self._most
            and bribe.amount % MONEY.step == 0
        )

    def __iter__(self) -> Iterator[Bribe]:
        for agent in self._agents:
            yield from BRIBES[agent][: len(self) // max(1, len(self._agents))]

    def __len__(self) -> int:
        return len(self._agents) * max(0, self._most // MONEY.step)
