"""Where a ship can go: by the tile under it, ignoring it, or moving twice, and what each costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.bits import members
from engines.cape_horn.state import Again, Captain, House, State, Turn
from engines.cape_horn.voyage import PRICES, TO_FINISH
from engines.cape_horn.waters import (
    BESIDE,
    CELL,
    FINISH,
    LEADS,
    SPOT,
    STATION,
    STATIONS,
    Leading,
    Spot,
    Spots,
    tiled,
)
from engines.offers import of_last_state
from engines.physical import Cell

DEAREST = PRICES.twice + PRICES.ignore
"""Points for moving twice and ignoring the wind once."""


class Hop(NamedTuple):
    """Movements of one kind from one square: `ends` is where they lead, `cost` what the whole way costs until there.

    `via`: the square where a first movement ended, ``None`` where this is the first; `token`: a compass rose is taken
    there. `crosses`: the line can be crossed.
    """

    cost: int
    ends: Spots
    crosses: bool
    via: Spot | None = None
    token: bool = False


class Movements(NamedTuple):
    """Those of one step (as the tile says, then against it), and the second ones of moving twice in one go."""

    once: tuple[Hop, ...]
    twice: tuple[Hop, ...]


class Reach(NamedTuple):
    """Squares that a ship reaches in a turn by the points they cost, the cheapest first.

    `crosses`: points that it costs to cross the line, ``None`` where that is out of reach.
    """

    by_cost: tuple[tuple[int, Spots], ...]
    crosses: int | None

    @property
    def everything(self) -> Spots:
        """All of them."""
        return sum(spots for _, spots in self.by_cost)

    def cost(self, spot: Spot | None) -> int | None:
        """Points to reach `spot` (``None``: to cross the line); ``None`` where that is out of reach."""
        if spot is None:
            return self.crosses
        return next((cost for cost, spots in self.by_cost if spots >> spot & 1), None)


def may_finish(tokens: int) -> bool:
    """Whether a ship with so many compass roses may cross the line."""
    return tokens >= TO_FINISH.tokens


def takes_token(captain: Captain, spot: Spot) -> bool:
    """Whether a ship that stops on `spot` brings a compass rose."""
    station = STATION.get(spot)
    return station is not None and captain.takes(*station)


def takes_halfway(house: House, captain: Captain, spot: Spot) -> bool:
    """Whether a ship that stops on `spot` and goes on in the same turn brings a compass rose."""
    return house.halfway == "counts" and takes_token(captain, spot)


def crosses(house: House, leads: Leading) -> bool:
    """Whether a wind crosses the line as far as the house lets it."""
    return leads.lands if house.line == "exact" else leads.crosses


def landable(state: State, who: int, closed: Cell) -> Spots:
    """Squares on which the ship of `who` may end a movement: tiled, and without another ship unless it is a station.

    `closed` is the square whose tile was covered in this turn, if one was.
    """
    taken = 0
    for number, captain in enumerate(state.captains):
        if number != who and captain.ship in SPOT:
            taken |= 1 << SPOT[captain.ship]
    free = tiled(state.tiles) & ~(taken & ~STATIONS)
    return free & ~(1 << SPOT[closed]) if closed else free


def single(state: State, who: int, closed: Cell, base: int = 0) -> tuple[Hop, ...]:
    """The movements of one step that `who` can pay, `base` being the price of any: as the tile says, then against it.

    Ignoring the tile leads to no square to which it leads anyway.
    """
    return _single(state, state.captains[who], landable(state, who, closed), base)


def _single(state: State, captain: Captain, free: Spots, base: int) -> tuple[Hop, ...]:
    """`single` of `captain`, whose ship may end a movement on the squares that are `free`."""
    points, start = captain.points, SPOT[captain.ship]
    if points < base:
        return ()
    leads = LEADS[start][state.tiles[start]]
    sailing = Hop(base, leads.ends & free, crosses(state.house, leads) and may_finish(captain.count))
    if points >= base + PRICES.ignore and (beside := BESIDE[start] & free & ~leads.ends):
        return (sailing, Hop(base + PRICES.ignore, beside, False))
    return (sailing,)


def _double(state: State, captain: Captain, free: Spots, firsts: tuple[Hop, ...]) -> tuple[Hop, ...]:
    """The second movements after one of `firsts`; none after a third compass rose, which ends the game."""
    points, house = captain.points, state.house
    hops: list[Hop] = []
    for first in firsts:
        cost = first.cost + PRICES.twice
        if points < cost:
            continue
        for via in members(first.ends):
            token = takes_halfway(house, captain, via)
            tokens = captain.count + token
            if tokens == len(captain.tokens):
                continue
            leads = LEADS[via][state.tiles[via]]
            hops.append(Hop(cost, leads.ends & free, crosses(house, leads) and may_finish(tokens), via, token))
            if not first.cost and points >= DEAREST:
                hops.append(Hop(DEAREST, BESIDE[via] & free & ~leads.ends, False, via, token))
    return tuple(hops)


@of_last_state
def movements(state: State) -> Movements:
    """All that the ship of the player who is to move can do; asked while there is one."""
    item = state.asked
    assert isinstance(item, Turn | Again)
    captain, free = state.captains[item.who], landable(state, item.who, item.covered)
    if isinstance(item, Again):
        return Movements(_single(state, captain, free, PRICES.twice), ())
    once = _single(state, captain, free, 0)
    return Movements(once, _double(state, captain, free, once))


@of_last_state
def reach(state: State) -> Reach:
    """Everything that the ship of the player who is to move can reach with the player's points."""
    can = movements(state)
    found: dict[int, Spots] = {}
    line: int | None = None
    for hop in can.once + can.twice:
        found[hop.cost] = found.get(hop.cost, 0) | hop.ends
        if hop.crosses and (line is None or hop.cost < line):
            line = hop.cost
    everything = 1 << _start(state)
    by_cost = []
    for cost in sorted(found):
        fresh = found[cost] & ~everything
        everything |= fresh
        if fresh:
            by_cost.append((cost, fresh))
    return Reach(tuple(by_cost), line)


def _start(state: State) -> Spot:
    """Where the ship of the player who is to move lies."""
    assert state.mover is not None
    return SPOT[state.captains[state.mover].ship]


class Leg(NamedTuple):
    """Moving twice in one go: over `via` to `to` (``None``: across the line), and what it costs."""

    via: Spot
    to: Spot | None
    cost: int
    token: bool


def legs(state: State) -> Iterator[Leg]:
    """Every way to move twice that the player who is to move can pay."""
    for hop in movements(state).twice:
        assert hop.via is not None
        for to in members(hop.ends):
            yield Leg(hop.via, to, hop.cost, hop.token)
        if hop.crosses:
            yield Leg(hop.via, None, hop.cost, hop.token)


def worthwhile(state: State) -> list[Leg]:
    """The ways to move twice for which nothing cheaper would do: none leads there for less, or a token lies on the way.

    One for each end and each token on the way; of ways that are equal the first.
    """
    known, start = reach(state), _start(state)
    found: dict[tuple[Spot | None, Spot | None, int], Leg] = {}
    for leg in legs(state):
        least = known.cost(leg.to) if leg.to != start else -1
        if leg.token or least == leg.cost:
            found.setdefault((leg.to, leg.via if leg.token else None, leg.cost), leg)
    return list(found.values())


def cell(spot: Spot | None) -> Cell:
    """The square of that number; the finish for ``None``."""
    return FINISH if spot is None else CELL[spot]


def spot_of(to: Cell) -> Spot | None:
    """The number of that square, ``None`` for the finish; raises `KeyError` for what is neither."""
    return None if to == FINISH else SPOT[to]
