"""Drawn positions of the agents, so that a test says who has put what on whom and where they stand, and little else.

>>> table = Table(red={"bleu": 500}, blue={"bleu": 300}, bleu="7", case="7")
>>> table.go("red", move("bleu", "8", case=True)).lets("blue")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engines import registry
from engines.casablanca_agents.actions import Accept, Action, Bid, Bribe, Hold, LetStand, Move, Object, Settle, Strike
from engines.casablanca_agents.agents import AGENTS, HOMES, NUMBER
from engines.casablanca_agents.game import CasablancaAgents
from engines.casablanca_agents.state import DESERT, Player, State, Turn, position
from engines.entries import Act, Edit, Entry, Outcome
from engines.game import News
from engines.pending import Decision, Over, Shuffle

found = registry.find("casablanca_agents")
assert isinstance(found, CasablancaAgents)
GAME: CasablancaAgents = found


def move(agent: Any, to: str, case: bool = False) -> Move:
    return Move(agent, to, case)


def strike(agent: Any, victim: Any) -> Strike:
    return Strike(agent, victim)


def bribe(agent: Any, amount: int) -> Bribe:
    return Bribe(agent, amount)


class Table:
    """A game in the middle, with the first seat named to move.

    Keyword arguments that are seats are what they have put on agents, in table order; those that are agents are
    buildings (``"desert"`` for a struck one); `carried` have carried the case; others are options. `homes` are the
    headquarters of each seat in the variant. `opening`: nobody has had a first turn yet.
    """

    def __init__(
        self,
        *,
        case: str = "13",
        carried: tuple[str, ...] = (),
        homes: Mapping[str, str] | None = None,
        opening: bool = False,
        capital: int | None = None,
        turn: int = 20,
        **given: Any,
    ) -> None:
        seats = {key: value for key, value in given.items() if key in GAME.seats}
        places = {key: value for key, value in given.items() if key in AGENTS}
        options = {key: value for key, value in given.items() if key not in seats and key not in places}
        fresh = GAME.new(options, tuple(seats))
        agents = tuple(places.get(agent, home).replace("desert", DESERT) for agent, home in zip(AGENTS, HOMES))
        players = []
        for seat, bribes in seats.items():
            amounts = tuple(bribes.get(agent, 0) for agent in AGENTS)
            left = 10_000 - sum(amounts)
            fees = 0 if capital is None else left - capital
            home = (homes or {}).get(seat, "")
            players.append(Player(left - fees, amounts, fees, headquarters=home, opened=not opening))
        self.state: State = msgspec.structs.replace(
            fresh,
            players=tuple(players),
            agenda=(Turn(0),),
            agents=agents,
            case=case,
            carried=tuple(agent in carried for agent in AGENTS),
            positions=(position(agents, case),),
            turn=turn,
        )
        self.news: list[News] = []

    def enter(self, entry: Entry[Action]) -> Table:
        """Does `entry`, and lets the seals fall that it asks for."""
        self.step = GAME.apply(self.state, entry)
        self.state, self.news = self.step.state, list(self.step.news)
        assert GAME.audit(self.state) == []
        while isinstance(now := GAME.pending(self.state), Shuffle) and now.name == "seal":
            step = GAME.apply(self.state, Outcome("seal", tuple(range(now.size)), "seeded"))
            self.state = step.state
            self.news += step.news
        return self

    def go(self, seat: str, *actions: Action) -> Table:
        """`seat` does all of `actions`."""
        for action in actions:
            self.enter(Act(seat, action))
        return self

    def pays(self, seat: str, **amounts: int) -> Table:
        """`seat` bribes agents and settles it."""
        return self.go(seat, *(bribe(agent, amount) for agent, amount in amounts.items()), Settle())

    def lets(self, *seats: str) -> Table:
        """Each of `seats` lets the announcement stand."""
        for seat in seats:
            self.go(seat, LetStand())
        return self

    def duel(self, mover: str, objector: str, *bids: int) -> Table:
        """`objector` objects, `mover` accepts, and all of `bids` are held but the last, which is named."""
        self.go(objector, Object())
        if self.asked[1] == "challenge":
            self.go(mover, Accept())
        for number, amount in enumerate(bids):
            self.go(objector, Bid(amount))
            if number < len(bids) - 1:
                self.go(mover, Hold())
        return self

    def edit(self, facts: Mapping[str, Any]) -> Table:
        """The host corrects facts."""
        return self.enter(Edit(facts))

    def may(self, seat: str, action: Action) -> bool:
        """Whether `seat` may do `action` now, as `legal` and `judge` both say."""
        listed = action in list(GAME.legal(self.state, seat))
        assert listed == (GAME.judge(self.state, seat, action) == ())
        return listed

    def why_not(self, seat: str, action: Action) -> set[str]:
        """Rules that `action` breaks."""
        return {violation.rule for violation in GAME.judge(self.state, seat, action)}

    def __getitem__(self, seat: str) -> Player:
        return self.state.player(seat)

    def on(self, seat: str, agent: Any) -> int:
        """What `seat` has put on `agent`."""
        return self[seat].bribes[NUMBER[agent]]

    def shown(self, seat: str, agent: Any) -> int:
        """What everybody knows `seat` to have put on `agent` at least."""
        return self[seat].shown[NUMBER[agent]]

    def at(self, agent: Any) -> str:
        """Where `agent` is."""
        return self.state.agents[NUMBER[agent]] or "desert"

    @property
    def asked(self) -> tuple[tuple[str, ...], str]:
        """Who decides now, and what."""
        now = GAME.pending(self.state)
        assert isinstance(now, Decision), f"nobody decides, but {now}"
        return now.seats, now.kind

    @property
    def mover(self) -> str:
        """Whose turn it is."""
        turn = self.state.turn_item
        assert turn is not None
        return self.state.seats[turn.who]

    @property
    def over(self) -> Over | None:
        now = GAME.pending(self.state)
        return now if isinstance(now, Over) else None

    def told(self, key: str, **facts: Any) -> bool:
        """Whether the last entry brought that news, with those facts among its own."""
        return any(news.key == key and facts.items() <= dict(news.facts).items() for news in self.news)
