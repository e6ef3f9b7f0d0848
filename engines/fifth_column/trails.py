"""Trails of the spy as arrays: all ways of a piece, all the states that trails lead to, and one turn's step between.

A state is the hideout, where the spy is, whether it must go home first, and which of the watched houses it has passed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from engines.fifth_column.cards import Piece
from engines.fifth_column.ground import Ground

Ints: TypeAlias = npt.NDArray[np.signedinteger[Any]]
Sets: TypeAlias = npt.NDArray[np.uint64]
"""Sets of watched houses: each has a bit."""
Bools: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]

House: TypeAlias = int
"""The number of a free house, counted from 0."""
Houses: TypeAlias = int
"""A set of houses as bits."""

MOST_WATCHED = 63
"""Houses that have a bit in a set."""
KEPT = 64
"""Pieces on grounds whose ways are kept as arrays."""
HOUSE_BITS = 7
"""Enough for the number of a house."""
SMALL = np.int16
"""Enough for two of them, so that millions of states take twenty bytes each."""
BLOCK = 500_000
"""Steps along ways that are held at once: some 60 bytes each."""
MIX, STIR, FOLD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(31)
"""Odd numbers that spread states well over 64 bits, and by how much the upper bits are folded over the lower."""


# --- ways as arrays --------------------------------------------------------------------------------------


class EveryWay(msgspec.Struct, frozen=True):
    """Every way of a piece: where each begins and ends, and by way and house whether it enters it."""

    start: Ints
    to: Ints
    enters: Bools


@lru_cache(KEPT)
def every_way(ground: Ground, piece: Piece, stopping: bool = False) -> EveryWay:
    """Every way of `piece` on `ground`, by start; if `stopping` only the last house of each counts as entered."""
    number = {cell: index for index, cell in enumerate(ground.free)}
    start: list[House] = []
    to: list[House] = []
    enters: list[Houses] = []
    for here, cell in enumerate(ground.free):
        entered: Houses = 0
        for path in ground.paths(piece, cell):
            end = number[path[-1]]
            # Ways of a slide come one house longer each.
            entered = (0 if stopping or len(path) == 1 else entered) | 1 << end
            start.append(here)
            to.append(end)
            enters.append(entered)
    size = len(number) // 8 + 1
    rows = np.frombuffer(b"".join([one.to_bytes(size, "little") for one in enters]), np.uint8).reshape(-1, size)
    bits = np.unpackbits(rows, axis=1, count=len(number), bitorder="little")
    return EveryWay(np.array(start, np.int64), np.array(to, np.int64), bits.astype(np.bool_))


class Ways(msgspec.Struct, frozen=True):
    """Ways by start: where each begins and ends, the watched houses it passes, how many are alike."""

    start: Ints
    to: Ints
    passes: Sets
    alike: Floats

    def where(self, which: Bools | Ints) -> Ways:
        return Ways(self.start[which], self.to[which], self.passes[which], self.alike[which])

    def first(self, houses: int) -> Ints:
        """The first way of each of so many houses, and behind them how many ways there are."""
        return np.searchsorted(self.start, np.arange(houses + 1))


def sets_of(enters: Bools, watched: Sequence[House]) -> Sets:
    """Which of `watched` are entered, by way: the first house has the lowest bit."""
    found: Sets = enters[:, list(watched)] @ (np.uint64(1) << np.arange(len(watched), dtype=np.uint64))
    return found


def rearranged(sets: Sets, old: Sequence[House], new: Sequence[House]) -> Sets:
    """`sets` of `old` houses as sets of `new` ones: what only the old ones have falls away."""
    found = np.zeros_like(sets)
    for bit, house in enumerate(new):
        if house in old:
            found |= (sets >> np.uint64(old.index(house)) & np.uint64(1)) << np.uint64(bit)
    return found


def together(ways: Ways) -> Ways:
    """Ways that begin, end and pass alike as one, with how many they are."""
    order = np.lexsort((ways.passes, ways.to, ways.start))
    ways = ways.where(order)
    firsts = _firsts(ways.start, ways.to, ways.passes)
    alike = np.add.reduceat(ways.alike, firsts) if len(firsts) else ways.alike
    return Ways(ways.start[firsts], ways.to[firsts], ways.passes[firsts], alike)


class Move(msgspec.Struct, frozen=True):
    """All ways that pass the same watched houses, `passes`: from each of `starts` to each of `to`, `count` of them."""

    passes: int
    starts: Ints
    to: Ints
    count: Floats


def moves_of(ways: Ways) -> list[Move]:
    """`ways` sorted by what they pass."""
    _, kind = np.unique(ways.passes, return_inverse=True)
    return [_move(ways.where(kind.reshape(-1) == one)) for one in range(kind.max(initial=-1) + 1)]


def _move(ways: Ways) -> Move:
    starts, start = np.unique(ways.start, return_inverse=True)
    to, end = np.unique(ways.to, return_inverse=True)
    count = np.bincount(start * len(to) + end, ways.alike, len(starts) * len(to)).astype(np.float64, copy=False)
    return Move(int(ways.passes[0]), starts, to, count.reshape(len(starts), len(to)))


# --- states ----------------------------------------------------------------------------------------------


class States(msgspec.Struct, frozen=True):
    """Rows: hideout, spot, whether the spy must go home, watched houses passed, and how many trails lead there."""

    home: Ints
    spot: Ints
    owing: Bools
    passed: Sets
    trails: Floats

    def where(self, which: Bools | Ints) -> States:
        return States(self.home[which], self.spot[which], self.owing[which], self.passed[which], self.trails[which])

    def hiding(self, homes: Ints) -> States:
        """Only the trails whose hideout is one of `homes`."""
        return self.where(np.isin(self.home, homes))

    @property
    def differing(self) -> int:
        """The bits of the houses that some have passed and others not."""
        return int(np.bitwise_or.reduce(self.passed)) & ~self.by_all

    @property
    def by_all(self) -> int:
        """The bits of the houses that all have passed."""
        return int(np.bitwise_and.reduce(self.passed))

    @property
    def rows(self) -> int:
        """In how many ways hideout and houses passed go together."""
        return _different(_mixed(self.home, self.passed))

    @property
    def different(self) -> int:
        """How many states these are, equal ones taken as one."""
        return _different(_mixed(self.places, self.passed))

    @property
    def places(self) -> Ints:
        """Hideout, spot and whether the spy must go home as one number."""
        return (self.home.astype(np.int64) << HOUSE_BITS + 1) | (self.spot << 1) | self.owing


def steps(states: States, first: Ints) -> int:
    """How many ways all of `states` have, of which the `first` of each house is known."""
    return int((first[states.spot + 1] - first[states.spot]).sum())


def along(
    states: States, ways: Ways, houses: int, never: Sets, then: Callable[[States], States], most: int
) -> States | None:
    """What there is `then`, once every state has gone along every way from where it is, equal ones taken as one.

    A state that lacks what can `never` be passed after its way is dropped. Very many ways are gone a block at a time,
    those to some of the `houses` after those to others, so that only different states are held. ``None`` if these
    were over `most`.
    """
    parts: list[States] = []
    for block in _blocks(states, ways, houses):
        some = ways.where(block)
        parts.append(then(_along(states, some, some.first(houses), never[block])))
        if sum(len(part.spot) for part in parts) > most:
            return None
    return parts[0] if len(parts) == 1 else States(*map(np.concatenate, zip(*map(msgspec.structs.astuple, parts))))


def _blocks(states: States, ways: Ways, houses: int) -> list[Bools]:
    """`ways` by where they lead, in parts that are few enough steps of `states` to be held at once."""
    standing = np.bincount(states.spot, minlength=houses)
    coming = np.bincount(ways.to, standing[ways.start], houses)
    block = (np.cumsum(coming) // BLOCK)[ways.to]
    return [block == one for one in np.unique(block)] or [np.ones(0, np.bool_)]


def _along(states: States, ways: Ways, first: Ints, never: Sets) -> States:
    count = first[states.spot + 1] - first[states.spot]
    row = np.repeat(np.arange(len(count)), count)
    way = np.arange(len(row)) - np.repeat(np.cumsum(count) - count - first[states.spot], count)
    hopeful = (~states.passed[row] & never[way]) == 0
    row, way = row[hopeful], way[hopeful]
    return States(
        states.home[row],
        ways.to[way],
        states.owing[row],
        states.passed[row] | ways.passes[way],
        states.trails[row] * ways.alike[way],
    )


def merged(states: States) -> States:
    """Equal states as one, with all their trails.

    They are brought together by a number that different states may share: two that do would stay apart, no more.
    """
    places = states.places
    order = np.argsort(_mixed(places, states.passed))
    places, passed = places[order], states.passed[order]
    firsts = _firsts(places, passed)
    if not len(firsts):
        return states
    places, trails = places[firsts], np.add.reduceat(states.trails[order], firsts)
    home, spot = places >> HOUSE_BITS + 1, places >> 1 & (1 << HOUSE_BITS) - 1
    return States(home.astype(SMALL), spot.astype(SMALL), (places & 1).astype(np.bool_), passed[firsts], trails)


def _mixed(numbers: Ints, sets: Sets) -> Sets:
    mixed = (sets * MIX) ^ (numbers.astype(np.uint64) * STIR)
    mixed ^= mixed >> FOLD
    return mixed


def _different(numbers: Sets) -> int:
    return int(np.count_nonzero(np.diff(np.sort(numbers)))) + min(1, len(numbers))


def _firsts(*columns: Ints | Sets) -> Ints:
    """Where in sorted `columns` a row begins that is not like the one before."""
    new = np.ones(len(columns[0]), np.bool_)
    new[1:] = columns[0][1:] != columns[0][:-1]
    for column in columns[1:]:
        new[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(new)
