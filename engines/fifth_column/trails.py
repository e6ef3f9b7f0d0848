"""Trails of the spy as arrays: all ways of a piece, all the states that trails lead to, and one turn's step between.

A state is the hideout, where the spy is, whether it must go home first, and which of the watched houses it has passed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from engines.fifth_column.cards import Piece
from engines.fifth_column.ground import Ground

Ints: TypeAlias = npt.NDArray[np.int64]
Words: TypeAlias = npt.NDArray[np.uint64]
"""Sets as rows of two 64-bit words: more than the free houses of a map."""
Bools: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]

Houses: TypeAlias = int
"""A set of houses, counted from 0, as bits."""

WORD = 64
KEPT = 64
"""Pieces on grounds whose ways are kept as arrays."""
HOUSE_BITS = 7
"""Enough for the number of a house."""
MOST_STATES = 3_000_000
"""Beyond so many states at once a count would take seconds and hundreds of MB. Tables are used long before, but for
hunts in which answers are for one outing only (option ``memory``): some of those cannot be counted after 30 turns."""


class TooMany(ArithmeticError):
    """There are too many different ways to have been where the spy is known to have been: they cannot be counted."""


# --- ways as arrays --------------------------------------------------------------------------------------


class Ways(msgspec.Struct, frozen=True):
    """Ways of a piece: where each begins and ends, the houses it enters, how many are alike. Houses count from 0."""

    start: Ints
    to: Ints
    passes: Words
    alike: Floats

    def where(self, which: Bools) -> Ways:
        return Ways(self.start[which], self.to[which], self.passes[which], self.alike[which])


@lru_cache(KEPT)
def ways_of(ground: Ground, piece: Piece, stopping: bool = False) -> Ways:
    """Every way of `piece` on `ground`, by start; if `stopping` only the last house of each counts as passed."""
    number = {cell: index for index, cell in enumerate(ground.free)}
    start: list[int] = []
    to: list[int] = []
    passes: list[Houses] = []
    for here, cell in enumerate(ground.free):
        entered: Houses = 0
        for path in ground.paths(piece, cell):
            end = number[path[-1]]
            # Ways of a slide come one house longer each.
            entered = (0 if stopping or len(path) == 1 else entered) | 1 << end
            start.append(here)
            to.append(end)
            passes.append(entered)
    return Ways(np.array(start, np.int64), np.array(to, np.int64), rows_of(passes), np.ones(len(to)))


def rows_of(sets: Iterable[Houses]) -> Words:
    """Sets as rows."""
    words = b"".join([one.to_bytes(2 * WORD // 8, "little") for one in sets])
    return np.frombuffer(words, "<u8").astype(np.uint64).reshape(-1, 2)


def row_of(houses: Iterable[int]) -> Words:
    """One set of houses as a row."""
    row: Words = rows_of([sum({1 << house for house in houses})])[0]
    return row


def set_of(row: Words) -> Houses:
    """The set that `row` is."""
    return int(row[0]) | int(row[1]) << WORD


def houses_in(row: Words) -> list[int]:
    """The houses of the set that `row` is, ascending."""
    some, found = set_of(row), []
    while some:
        lowest = some & -some
        found.append(lowest.bit_length() - 1)
        some ^= lowest
    return found


def together(ways: Ways) -> Ways:
    """Ways that begin, end and pass alike as one, with how many they are."""
    order = np.lexsort((ways.passes[:, 0], ways.passes[:, 1], ways.to, ways.start))
    sorted_ways = Ways(ways.start[order], ways.to[order], ways.passes[order], ways.alike[order])
    new = np.ones(len(order), np.bool_)
    new[1:] = (
        (np.diff(sorted_ways.start) != 0)
        | (np.diff(sorted_ways.to) != 0)
        | (sorted_ways.passes[1:] != sorted_ways.passes[:-1]).any(axis=1)
    )
    firsts = np.flatnonzero(new)
    alike = np.add.reduceat(sorted_ways.alike, firsts) if len(firsts) else sorted_ways.alike
    return Ways(sorted_ways.start[firsts], sorted_ways.to[firsts], sorted_ways.passes[firsts], alike)


class Move(msgspec.Struct, frozen=True):
    """All ways that pass the same watched houses, `passes`: from each of `starts` to each of `to`, `count` of them."""

    passes: Words
    starts: Ints
    to: Ints
    count: Floats


def moves_of(ways: Ways) -> list[Move]:
    """`ways` sorted by what they pass."""
    _, kind = np.unique(ways.passes, axis=0, return_inverse=True)
    return [_move(ways.where(kind.reshape(-1) == one)) for one in range(kind.max(initial=-1) + 1)]


def _move(ways: Ways) -> Move:
    starts, start = np.unique(ways.start, return_inverse=True)
    to, end = np.unique(ways.to, return_inverse=True)
    count = np.bincount(start * len(to) + end, ways.alike, len(starts) * len(to)).astype(np.float64, copy=False)
    return Move(ways.passes[0], starts, to, count.reshape(len(starts), len(to)))


# --- states ----------------------------------------------------------------------------------------------


class States(msgspec.Struct, frozen=True):
    """Rows: hideout, spot, whether the spy must go home, watched houses passed, and how many trails lead there."""

    home: Ints
    spot: Ints
    owing: Bools
    passed: Words
    trails: Floats

    def where(self, which: Bools | Ints) -> States:
        return States(self.home[which], self.spot[which], self.owing[which], self.passed[which], self.trails[which])


class Ahead(msgspec.Struct, frozen=True):
    """What may still follow after a turn, by spot: whether the rest of the turns can, and what they may yet pass."""

    alive: Bools
    passable: Words


def along(states: States, ways: Ways, must: Words | None = None, ahead: Ahead | None = None) -> States:
    """Every state along every way that begins where it is; of those that `must` pass houses, only what can `ahead`."""
    houses = np.arange(1 + max(states.spot.max(initial=-1), ways.start.max(initial=-1)) + 1)
    first = np.searchsorted(ways.start, houses)
    count = first[states.spot + 1] - first[states.spot]
    if count.sum() > MOST_STATES:
        raise TooMany(f"{count.sum()} states")
    row = np.repeat(np.arange(len(count)), count)
    way = np.arange(len(row)) - np.repeat(np.cumsum(count) - count - first[states.spot], count)
    if must is not None and ahead is not None:
        hopeful = np.ones(len(row), np.bool_)
        for word in np.flatnonzero(must):
            lacking = must[word] & ~states.passed[:, word]
            never = ~(ways.passes[:, word] | ahead.passable[ways.to, word])
            hopeful &= (lacking[row] & never[way]) == 0
        hopeful &= ahead.alive[ways.to][way]
        row, way = row[hopeful], way[hopeful]
    return States(
        states.home[row],
        ways.to[way],
        states.owing[row],
        states.passed[row] | ways.passes[way],
        states.trails[row] * ways.alike[way],
    )


def merged(states: States) -> States:
    """Equal states as one, with all their trails."""
    rest = (states.home << HOUSE_BITS + 1) | (states.spot << 1) | states.owing
    order = np.lexsort((rest, states.passed[:, 0], states.passed[:, 1]))
    states, rest = states.where(order), rest[order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (np.diff(rest) != 0) | (states.passed[1:] != states.passed[:-1]).any(axis=1)
    firsts = np.flatnonzero(new)
    if not len(firsts):
        return states
    return msgspec.structs.replace(states.where(firsts), trails=np.add.reduceat(states.trails, firsts))
