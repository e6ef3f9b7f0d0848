"""How likely the spy is in each house: all trails that fit what everybody knows, counted, each with the same weight.

Exact, by dynamic programming over the spy's turns. A state is the hideout, where the spy is, whether it must go home
first, and which of the *watched* houses it has passed: those of which a later answer says that it had. A house of which
the answer was "no" needs no memory: it is closed up to then. States that can no longer come to pass all that they must
are dropped. Counts are floats, so probabilities are right to some fifteen digits.

A question more, or a turn more, changes little of what came before: a count goes on where the last one that it extends
still holds. Where states are very many they are counted in tables (`engines.fifth_column.crowds`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import TypeAlias

import msgspec
import numpy as np

from engines.fifth_column.cards import Piece
from engines.fifth_column.crowds import Crowd, Slide, crowd
from engines.fifth_column.evidence import Knowledge, Turn
from engines.fifth_column.trails import (
    Ahead,
    Bools,
    Floats,
    Ints,
    States,
    TooMany,
    Ways,
    Words,
    along,
    houses_in,
    merged,
    moves_of,
    row_of,
    rows_of,
    set_of,
    together,
    ways_of,
)
from engines.physical import Cell

__all__ = ["Deduction", "TooMany", "deduced"]

DEDUCTIONS = 64
"""Deductions that are remembered."""
COUNTS = 6
"""Counts on which the next may go on: the last ones, as what the spy's three cards would tell is counted too."""
FEW_STATES, FEW_HOUSES, CROWDED = 600, 1, 2_500
"""States from which on a table of them is quicker where few houses are watched, so that rows are few, and elsewhere."""
FEW_ROWS = 30_000
"""Rows of a table, times the kinds of ways of a turn, up to which products of matrices are quicker than slides. More
may be, where few of them pass what they must by then: slides make them all, and only then leave the others out."""
SMALL = 50_000
"""Numbers in a table up to which it is kept for the next count: 0.4 MB."""


class Deduction(msgspec.Struct, frozen=True):
    """Probability of the spy's `spot` and of its `hideout` by house, impossible ones left out.

    `trails` is how many trails fit; 0 only where what is known contradicts itself.
    """

    spot: Mapping[Cell, float]
    hideout: Mapping[Cell, float]
    trails: float


@lru_cache(DEDUCTIONS)
def deduced(known: Knowledge) -> Deduction:
    """What follows from `known` about spot and hideout. Raises `TooMany` in a hunt such as nobody has seen yet."""
    counter = _Counter(known)
    before = [one for one in list(_counted) if extends(known, one.known)]
    found = counter.result(before)
    _counted.append(counter)
    return found


def extends(known: Knowledge, before: Knowledge) -> bool:
    """Whether all of `before` is part of `known`: the same hunt, with as much or more to know."""

    def same(turn: Turn, was: Turn) -> bool:
        return (
            (turn.piece, turn.stuck, turn.refuges) == (was.piece, was.stuck, was.refuges)
            and was.struck in (None, turn.struck)
            and turn.answers[: len(was.answers)] == was.answers
            and turn.not_in >= was.not_in
        )

    rules, old = (
        (one.ground, one.starts, one.stopping, one.outing, one.returning, one.last_home) for one in (known, before)
    )
    return (
        rules == old
        and len(known.turns) >= len(before.turns)
        and set(known.hideouts) <= set(before.hideouts)
        and all(map(same, known.turns, before.turns))
    )


_Some: TypeAlias = States | Crowd


class _Counter:
    """Counts the trails of one hunt. Turns count from 1; index 0 is the start."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known
        self.free = known.ground.free
        self.number = {cell: index for index, cell in enumerate(self.free)}
        self.turns = (None, *known.turns)
        self.last = len(known.turns)
        self.closed, self.due = self._closed_and_due()
        self.watched = [self._later(index) for index in range(self.last + 1)]
        self.ways = [self._open_ways(index) for index in range(self.last + 1)]
        self.ahead = self._look_ahead()
        self.marks = [self._mark(index) for index in range(self.last + 1)]
        self.kept: dict[int, _Some] = {}

    def result(self, before: Iterable[_Counter] = ()) -> Deduction:
        """Forward through all turns, from the last one after which one of the counts `before` says what there is."""
        first, some = self._resumed(before)
        for index in range(first + 1, self.last + 1):
            table = some if isinstance(some, Crowd) else self._crowd(some, index)
            if table is not None:
                some = self._crowd_gone(table, index)
            else:
                assert isinstance(some, States)
                some = merged(self._hopeful(self._learnt(self._gone(some, index), index), index))
            if not isinstance(some, Crowd) or some.size <= SMALL:
                self.kept[index] = some
        houses = len(self.free)
        if isinstance(some, Crowd):
            return self._shared(some.by_spot(), some.by_home())
        return self._shared(*(np.bincount(by, some.trails, houses).astype(float) for by in (some.spot, some.home)))

    def _resumed(self, before: Iterable[_Counter]) -> tuple[int, _Some]:
        """Turn and states to go on from: those of the longest stretch of turns that was counted alike."""
        best, other = 0, None
        for one in before:
            alike = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(self.marks, one.marks)))) - 1
            index = max((index for index in one.kept if index <= alike and self._holds(index, one)), default=0)
            if index > best:
                best, other = index, one
        if other is None:
            return 0, self._start()
        self.kept = {index: some for index, some in other.kept.items() if index <= best}
        some, homes = other.kept[best], self._homes()
        return best, some.hiding(homes) if isinstance(some, Crowd) else some.where(np.isin(some.home, homes))

    def _mark(self, index: int) -> Hashable:
        """All that the step of turn `index` hangs on, but for what may follow: that only leaves states out sooner."""
        watched = row_of(house for house in houses_in(self.watched[index]) if self.closed.get(house, 0) < max(index, 1))
        shut = row_of(house for house, until in self.closed.items() if until >= max(index, 1))
        turn = self.turns[index]
        told = None if turn is None else (turn.struck, turn.not_in, turn.answers)
        return watched.tobytes(), shut.tobytes(), told

    def _holds(self, index: int, other: _Counter) -> bool:
        """Whether what `other` kept after turn `index`, all up to there being alike, has a bit for all watched now."""
        some = other.kept[index]
        return isinstance(some, States) or bool((self.watched[index] == other.watched[index]).all())

    def _shared(self, spots: Floats, homes: Floats) -> Deduction:
        total = float(spots.sum())
        spot, home = ({cell: float(one) / total for cell, one in zip(self.free, by) if one} for by in (spots, homes))
        return Deduction(spot, home, total)

    # --- very many trails --------------------------------------------------------------------------------

    def _crowd(self, states: States, index: int) -> Crowd | None:
        """`states` before turn `index` as a table; ``None`` where they are few, or it would be too large."""
        if len(states.spot) < FEW_STATES or self.known.outing:
            return None
        houses: list[int] = []
        passed = np.zeros(len(states.spot), np.int64)
        for house in houses_in(self.watched[index - 1]):
            has = (states.passed & row_of([house])).any(axis=1)
            if not has.all():
                passed |= has.astype(np.int64) << len(houses)
                houses.append(house)
        if len(houses) > FEW_HOUSES and len(states.spot) < CROWDED:
            return None
        return crowd(states, len(self.free), houses, passed)

    def _crowd_gone(self, many: Crowd, index: int) -> Crowd:
        """The table after turn `index`, its answers, and what is known to follow."""
        turn, ahead = self.turns[index], self.ahead[index]
        allowed = self._allowed(index) & ahead.alive
        assert turn is not None
        if turn.stuck:
            many = many.only(allowed[:, None])
        else:
            many = self._moved(many, index, turn.piece, allowed)
        if self.known.last_home and not turn.refuges:
            many = many.only(~many.at_home)
        if self.known.returning:
            refuges = np.array([self.number[cell] for cell in turn.refuges], np.int64)
            many = many.struck(refuges, None if turn.struck is None else bool(turn.struck))
        must, later = set_of(self.watched[index - 1]), set_of(self.watched[index])
        return many.hopeful(must, ahead.alive, list(map(set_of, ahead.passable))).watching(later)

    def _moved(self, many: Crowd, index: int, piece: Piece, allowed: Bools) -> Crowd:
        """The table after every way of turn `index` that stops where it is `allowed`."""
        ways = self.ways[index]
        assert ways is not None
        moves = moves_of(ways.where(allowed[ways.to]))
        passing = many.passing(moves, set_of(self.watched[index - 1] & ~self.watched[index]))
        count, most = sum(len(one.rows) for one in passing), len(moves) * len(many.codes)
        if count * count <= FEW_ROWS * most:
            return many.moved(passing)
        return many.gone(self._slides(index, piece, allowed), allowed)

    def _slides(self, index: int, piece: Piece, allowed: Bools) -> list[Slide]:
        """The slides of turn `index`, each before the first closed house and as far as a house that is `allowed`."""
        closed = {house for house, until in self.closed.items() if until >= index}
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

    # --- what the answers mean ---------------------------------------------------------------------------

    def _closed_and_due(self) -> tuple[dict[int, int], dict[int, int]]:
        """House → the last turn up to which it was not passed, and house → the turn by which it was.

        Where answers are for one outing only, nothing is closed, and all houses asked about are watched to the last.
        """
        closed: dict[int, int] = {}
        due: dict[int, int] = {}
        for index, turn in enumerate(self.known.turns, 1):
            for answer in turn.answers:
                house = self.number[answer.at]
                if self.known.outing:
                    due[house] = index
                elif answer.passed:
                    due.setdefault(house, index)
                else:
                    closed[house] = index
        return closed, due

    def _later(self, index: int) -> Words:
        """The houses watched after turn `index`, its answers being known."""
        return row_of(house for house, by in self.due.items() if by > index)

    def _open_ways(self, index: int) -> Ways | None:
        """The ways of turn `index` that enter no closed house, with the watched houses they pass; none if stuck."""
        turn = self.turns[index]
        if turn is None or turn.stuck:
            return None
        ways = ways_of(self.known.ground, turn.piece, self.known.stopping)
        closed = row_of(house for house, until in self.closed.items() if until >= index)
        allowed = self._allowed(index)
        ways = ways.where(~(ways.passes & closed).any(axis=1) & allowed[ways.to])
        return together(Ways(ways.start, ways.to, ways.passes & self.watched[index - 1], ways.alike))

    def _allowed(self, index: int) -> Bools:
        """The houses where the spy may have stopped in turn `index`, as far as that hangs on nothing before."""
        turn = self.turns[index]
        assert turn is not None
        allowed = np.ones(len(self.free), np.bool_)
        if turn.struck:
            allowed[:] = False
            allowed[self.number[turn.struck]] = True
        elif turn.struck == "" and not self.known.returning:
            allowed[[self.number[cell] for cell in turn.refuges]] = False
        if turn.stuck:
            allowed &= ~np.isin(np.arange(len(self.free)), ways_of(self.known.ground, turn.piece).start)
        allowed[[self.number[cell] for cell in turn.not_in]] = False
        return allowed

    def _look_ahead(self) -> list[Ahead]:
        """For each turn what may follow it, from the last one backwards."""
        size = len(self.free)
        found = [Ahead(np.ones(size, np.bool_), np.zeros((size, 2), np.uint64))]
        for index in range(self.last, 0, -1):
            after, ways = found[-1], self.ways[index]
            if ways is None:
                found.append(Ahead(after.alive & self._allowed(index), after.passable))
                continue
            ways = ways.where(after.alive[ways.to])
            alive = np.zeros(size, np.bool_)
            alive[ways.start] = True
            passable = np.zeros((size, 2), np.uint64)
            np.bitwise_or.at(passable, ways.start, ways.passes | after.passable[ways.to])
            found.append(Ahead(alive, passable))
        return found[::-1]

    # --- one turn after the other ------------------------------------------------------------------------

    def _start(self) -> States:
        """In every house where the hideout may be, or the start where that is another, the spy is and has passed."""
        homes = spots = self._homes()
        if self.known.starts is not None:
            starts = self._never_closed(self.known.starts)
            homes, spots = np.repeat(homes, len(starts)), np.tile(starts, len(homes))
        passed = rows_of([1 << int(spot) for spot in spots]) & self.watched[0]
        states = States(homes, spots, np.zeros(len(homes), np.bool_), passed, np.ones(len(homes)))
        return self._hopeful(states, 0)

    def _homes(self) -> Ints:
        """Every house where the hideout may be: none known not to have been passed, where the spy starts there."""
        if self.known.starts is not None:
            return np.array([self.number[cell] for cell in self.known.hideouts], np.int64)
        return self._never_closed(self.known.hideouts)

    def _never_closed(self, cells: Iterable[Cell]) -> Ints:
        """The numbers of those of `cells` that the spy has passed for all that was answered."""
        return np.array([self.number[cell] for cell in cells if self.number[cell] not in self.closed], np.int64)

    def _gone(self, states: States, index: int) -> States:
        """`states` after every way of turn `index`, with what stopping there means."""
        turn, ways = self.turns[index], self.ways[index]
        assert turn is not None
        if ways is None:
            states = states.where(self._allowed(index)[states.spot])
        else:
            if self.known.outing:
                states = self._home_again(along(states, ways), index)
            else:
                states = along(states, ways, self.watched[index - 1], self.ahead[index])
        return self._struck(states, turn)

    def _home_again(self, states: States, index: int) -> States:
        """Whoever stops in the hideout has passed nowhere else since."""
        home = states.spot == states.home
        passed = states.passed.copy()
        passed[home] = rows_of([1 << int(house) for house in states.home[home]]) & self.watched[index - 1]
        return msgspec.structs.replace(states, passed=passed)

    def _struck(self, states: States, turn: Turn) -> States:
        """Refuges are struck by stopping on them, unless the way home comes first; none is struck that did not fall."""
        if self.known.last_home and not turn.refuges:
            states = states.where(states.spot != states.home)
        if not self.known.returning:
            return states
        on_refuge = np.isin(states.spot, [self.number[cell] for cell in turn.refuges])
        strikes = on_refuge & ~states.owing
        if turn.struck is not None:
            fits = strikes if turn.struck else ~strikes
            states, strikes = states.where(fits), strikes[fits]
        owing = (states.owing | strikes) & (states.spot != states.home)
        return msgspec.structs.replace(states, owing=owing)

    def _learnt(self, states: States, index: int) -> States:
        """`states` that fit the answers after turn `index`, which need be watched no longer."""
        turn = self.turns[index]
        assert turn is not None
        for answer in turn.answers:
            house = self.number[answer.at]
            if self.known.outing or (answer.passed and self.due[house] == index):
                passed = (states.passed & row_of([house])).any(axis=1)
                states = states.where(passed == answer.passed)
        return msgspec.structs.replace(states, passed=states.passed & self.watched[index])

    def _hopeful(self, states: States, index: int) -> States:
        """`states` after turn `index` from which the rest can follow."""
        ahead = self.ahead[index]
        hopeful = ahead.alive[states.spot]
        if not self.known.outing:
            lacking = self.watched[index] & ~(states.passed | ahead.passable[states.spot])
            hopeful &= ~lacking.any(axis=1)
        return states.where(hopeful)


_counted: deque[_Counter] = deque(maxlen=COUNTS)
