"""Every bribe that may be pencilled, as a collection that need not be listed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from engines.casablanca_agents.actions import Bribe
from engines.casablanca_agents.agents import AGENTS, MONEY, AgentId

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
