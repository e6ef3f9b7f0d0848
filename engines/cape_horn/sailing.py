"""Where a ship can go: by the tile under it, ignoring it, or moving twice, and what each costs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engines.cape_horn.state import Captain, House, State
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
    listed,
    tiled,
)
from engines.physical import Cell

DEAREST = PRICES.twice + PRICES.ignore
"""Points for moving twice and ignoring the wind once."""
REMEMBERED = 64
"""Positions of which reaches are kept: one is asked about many times in a row, and hardly ever again."""

Captains: TypeAlias = tuple[Captain, ...]


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
    return _landable(state.tiles, state.captains, who, closed)


def single(state: State, who: int, closed: Cell, base: int = 0) -> tuple[Hop, ...]:
    """The movements of one step that `who` can pay, `base` being the price of any: as the tile says, then against it.

    Ignoring the tile leads to no square to which it leads anyway.
    """
    return _single(state.house, state.tiles, state.captains, who, closed, base)


def double(state: State, who: int, closed: Cell) -> tuple[Hop, ...]:
    """The second movements of moving twice that `who` can pay; none after a third compass rose, which ends the game."""
    return _double(state.house, state.tiles, state.captains, who, closed)


def reach(state: State, who: int, closed: Cell, again: bool = False) -> Reach:
    """Everything that the ship of `who` can reach with the player's points; `again`: it has moved once already."""
    return _reach(state.house, state.tiles, state.captains, who, closed, again)


def _landable(tiles: str, captains: Captains, who: int, closed: Cell) -> Spots:
    taken = 0
    for number, captain in enumerate(captains):
        if number != who and captain.ship in SPOT:
            taken |= 1 << SPOT[captain.ship]
    free = tiled(tiles) & ~(taken & ~STATIONS)
    return free & ~(1 << SPOT[closed]) if closed else free


def _single(house: House, tiles: str, captains: Captains, who: int, closed: Cell, base: int) -> tuple[Hop, ...]:
    captain = captains[who]
    start = SPOT[captain.ship]
    free = _landable(tiles, captains, who, closed)
    leads = LEADS[start][tiles[start]]
    hops: list[Hop] = []
    if captain.points >= base:
        hops.append(Hop(base, leads.ends & free, crosses(house, leads) and may_finish(captain.count)))
    if captain.points >= base + PRICES.ignore and (beside := BESIDE[start] & free & ~leads.ends):
        hops.append(Hop(base + PRICES.ignore, beside, False))
    return tuple(hops)


@lru_cache(maxsize=REMEMBERED)
def _double(house: House, tiles: str, captains: Captains, who: int, closed: Cell) -> tuple[Hop, ...]:
    captain = captains[who]
    points = captain.points
    if points < PRICES.twice:
        return ()
    free = _landable(tiles, captains, who, closed)
    hops: list[Hop] = []
    for first in _single(house, tiles, captains, who, closed, 0):
        cost = first.cost + PRICES.twice
        if points < cost:
            continue
        for via in listed(first.ends):
            token = takes_halfway(house, captain, via)
            tokens = captain.count + token
            if tokens == len(captain.tokens):
                continue
            leads = LEADS[via][tiles[via]]
            hops.append(Hop(cost, leads.ends & free, crosses(house, leads) and may_finish(tokens), via, token))
            if not first.cost and points >= DEAREST:
                hops.append(Hop(DEAREST, BESIDE[via] & free & ~leads.ends, False, via, token))
    return tuple(hops)


@lru_cache(maxsize=REMEMBERED)
def _reach(house: House, tiles: str, captains: Captains, who: int, closed: Cell, again: bool) -> Reach:
    found: dict[int, Spots] = {}
    line: int | None = None
    hops = _single(house, tiles, captains, who, closed, PRICES.twice if again else 0)
    if not again:
        hops += _double(house, tiles, captains, who, closed)
    for hop in hops:
        found[hop.cost] = found.get(hop.cost, 0) | hop.ends
        if hop.crosses and (line is None or hop.cost < line):
            line = hop.cost
    everything = 1 << SPOT[captains[who].ship]
    by_cost = []
    for cost in sorted(found):
        fresh = found[cost] & ~everything
        everything |= fresh
        if fresh:
            by_cost.append((cost, fresh))
    return Reach(tuple(by_cost), line)


def forget() -> None:
    """Drops all that is remembered of positions, so that how long it takes to work them out can be measured."""
    for remembered in (_double, _reach):
        remembered.cache_clear()


class Leg(NamedTuple):
    """Moving twice in one go: over `via` to `to` (``None``: across the line), and what it costs."""

    via: Spot
    to: Spot | None
    cost: int
    token: bool


def legs(state: State, who: int, closed: Cell) -> Iterator[Leg]:
    """Every way to move twice that the player can pay."""
    for hop in double(state, who, closed):
        assert hop.via is not None
        for to in listed(hop.ends):
            yield Leg(hop.via, to, hop.cost, hop.token)
        if hop.crosses:
            yield Leg(hop.via, None, hop.cost, hop.token)


def worthwhile(state: State, who: int, closed: Cell) -> list[Leg]:
    """The ways to move twice for which nothing cheaper would do: none leads there for less, or a token lies on the way.

    One for each end and each token on the way; of ways that are equal the first.
    """
    known = reach(state, who, closed)
    start = SPOT[state.captains[who].ship]
    found: dict[tuple[Spot | None, Spot | None, int], Leg] = {}
    for leg in legs(state, who, closed):
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
