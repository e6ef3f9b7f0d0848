"""The course of a hunt as far as all know it: what may happen in each turn of the spy, and what may still follow it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import takewhile

import numpy as np

from engines.fifth_column.cards import Piece
from engines.fifth_column.crowds import Slide
from engines.fifth_column.evidence import Knowledge
from engines.fifth_column.prospects import look_ahead, look_ahead_by_two
from engines.fifth_column.trails import Bools, Ints, Sets, Ways, every_way, sets_of, together
from engines.fifth_column.watched import Watched
from engines.physical import Cell

MOST_BACK = 15
"""Turns up to which counting back to the hideout is quicker than remembering it."""


class Course:
    """The turns of one hunt, counted from 1; index 0 is the start.

    - `free` are the houses that are not blocked, `number` says which each is; `last` is the number of turns.
    - `tells` is the first turn after which a state tells the hideout.
    - `allowed` are the houses where the spy may have stopped in each turn, `ways` those that it may have gone then, and
      `ahead` is what may follow.
    """

    def __init__(self, known: Knowledge) -> None:
        self.known = known
        self.free = known.ground.free
        self.number = {cell: index for index, cell in enumerate(self.free)}
        self.turns = (None, *known.turns)
        self.last = len(known.turns)
        self.watched = Watched(known, self.number)
        self.tells = self._tells()
        self.allowed = [self._allowed(index) for index in range(self.last + 1)]
        self.ways = [self._open_ways(index) for index in range(self.last + 1)]
        self.ahead = look_ahead(self.ways, self.allowed)

    def _open_ways(self, index: int) -> Ways | None:
        """The ways of turn `index` that enter no closed house, with the watched houses they pass; none if stuck."""
        turn = self.turns[index]
        if turn is None or turn.stuck:
            return None
        every = every_way(self.known.ground, turn.piece, self.known.stopping)
        there = ~every.enters[:, self.watched.shut(index)].any(axis=1) & self.allowed[index][every.to]
        passes = self._passes[turn.piece][there] & np.uint64(self.watched.after[index - 1])
        return together(Ways(every.start[there], every.to[there], passes, np.ones(len(passes))))

    @cached_property
    def _passes(self) -> Mapping[Piece, Sets]:
        """The watched houses that each way of a piece enters."""
        pieces = {turn.piece for turn in self.known.turns}
        ground, stopping = self.known.ground, self.known.stopping
        return {piece: sets_of(every_way(ground, piece, stopping).enters, self.watched.houses) for piece in pieces}

    @cached_property
    def by_two(self) -> list[Sets]:
        """For each turn what of each two houses may follow it."""
        return look_ahead_by_two(self.ways, self.ahead, len(self.watched.houses))

    def _allowed(self, index: int) -> Bools:
        """The houses where the spy may have stopped in turn `index`, as far as that hangs on nothing before."""
        turn = self.turns[index]
        allowed = np.ones(len(self.free), np.bool_)
        if turn is None:
            return allowed
        if turn.struck:
            allowed[:] = False
            allowed[self.number[turn.struck]] = True
        elif turn.struck == "" and (not self.known.returning or index < self.tells):
            allowed[[self.number[cell] for cell in turn.refuges]] = False
        if turn.stuck:
            allowed &= ~np.isin(np.arange(len(self.free)), every_way(self.known.ground, turn.piece).start)
        allowed[[self.number[cell] for cell in turn.not_in]] = False
        return allowed

    def _tells(self) -> int:
        """The first turn after which a state tells the hideout: that of the first assault, after the last if none.

        Before the spy owes a way home it is but where trails began, which counting back tells, if not over many turns.
        """
        never = self.last + 1
        assaults = (index for index, turn in enumerate(self.turns) if turn and turn.struck)
        first = next(assaults, never) if self.known.returning else never
        return 0 if self.known.outing or min(first, self.last) > MOST_BACK else first

    def slides(self, index: int, piece: Piece, allowed: Bools) -> list[Slide]:
        """The slides of turn `index`, each before the first closed house and as far as a house that is `allowed`."""
        closed = set(self.watched.shut(index))
        found: list[Slide] = []
        if self.known.stopping:
            paths = self.known.ground.paths
            ends = ((start, way[-1]) for start, cell in enumerate(self.free) for way in paths(piece, cell))
            stops = ((start, self.number[end]) for start, end in ends)
            return [(start, (to,)) for start, to in stops if allowed[to] and to not in closed]
        for start, cell in enumerate(self.free):
            for path in self.known.ground.slides(piece, cell):
                way = tuple(takewhile(lambda house: house not in closed, (self.number[one] for one in path)))
                last = max((count for count, house in enumerate(way, 1) if allowed[house]), default=0)
                if last:
                    found.append((start, way[:last]))
        return found

    def only(self, houses: Ints, index: int) -> Sets:
        """The set of each of `houses` alone, of those watched after turn `index`."""
        sets = sets_of(np.eye(len(self.free), dtype=np.bool_), self.watched.houses)[houses]
        return sets & np.uint64(self.watched.after[index])

    def homes(self) -> Ints:
        """Every house where the hideout may be: none known not to have been passed, where the spy starts there."""
        if self.known.starts is not None:
            return np.array([self.number[cell] for cell in self.known.hideouts], np.int64)
        return self.never_closed(self.known.hideouts)

    def never_closed(self, cells: Iterable[Cell]) -> Ints:
        """The numbers of those of `cells` that the spy has passed for all that was answered."""
        return np.array([self.number[cell] for cell in cells if self.number[cell] not in self.watched.closed], np.int64)
