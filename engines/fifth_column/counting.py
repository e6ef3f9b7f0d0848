"""All trails of one hunt counted, one turn of the spy after the other, with no more work than a table can wait for.

A state is the hideout, where the spy is, whether it must go home first, and which of the watched houses it has passed.
States that can no longer come to pass all that they must are dropped. Where states fill a table well they are counted
in one (`engines.fifth_column.crowds`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import partial
from itertools import takewhile
from typing import TypeAlias

import msgspec
import numpy as np

from engines.fifth_column.beginnings import counted_back
from engines.fifth_column.cards import Piece
from engines.fifth_column.course import Course
from engines.fifth_column.crowds import Crowd, crowd
from engines.fifth_column.effort import Bound, Effort
from engines.fifth_column.evidence import Knowledge, Turn
from engines.fifth_column.prospects import MANY, hopeful, hopeful_by_two
from engines.fifth_column.trails import (
    Bools,
    Floats,
    House,
    Ints,
    States,
    Ways,
    along,
    merged,
    moves_of,
    rearranged,
)
from engines.physical import Cell

FEW_STATES, FEW_HOUSES, CROWDED = 600, 1, 2_500
"""States from which on a table of them is quicker where few houses are watched, so that rows are few, and elsewhere."""
FULL, SPARSE = 0.06, 0.03
"""The part of a table that states fill from which on it is quicker than a list of them, and under which no more."""
FEW_ROWS = 30_000
"""Rows of a table, times the kinds of ways of a turn, up to which products of matrices are quicker than slides. More
may be, where few of them pass what they must by then: slides make them all, and only then leave the others out."""
MOST_KEPT = 1_000_000
"""Numbers in tables and lists that a count keeps for the next: 8 MB. The last ones, as these are needed most."""
MOST_NUMBERS, NUMBERS_IN_A_STEP = 2_500_000, 4
"""Numbers in a table, of which a turn holds three and as much again: 80 MB; and how many cost as much as a step."""


Some: TypeAlias = States | Crowd


class Kept(msgspec.Struct, frozen=True):
    """What there is after a turn and the steps it took to come there; what is watched, what was left out until then."""

    some: Some
    steps: int
    watched: frozenset[House]
    left_out: frozenset[House]

    @property
    def numbers(self) -> int:
        """How many numbers this is, some four in a state."""
        return self.some.size if isinstance(self.some, Crowd) else 4 * len(self.some.spot)


class Counter:
    """Counts the trails of one hunt, with no more work than `bound`. Turns count from 1; index 0 is the start."""

    def __init__(self, known: Knowledge, bound: Bound) -> None:
        self.known = known
        self.bound = bound
        self.course = Course(known)
        self.watched = self.course.watched
        self.effort = Effort(self.watched, bound)
        self.marks = [self._mark(index) for index in range(self.course.last + 1)]
        self.kept: dict[int, Kept] = {}

    def count(self, before: Iterable[Counter] = ()) -> tuple[Floats, Floats]:
        """How many trails there are by where they end and by hideout, for each free house.

        Forward through all turns, from the last one after which one of the counts `before` says what there is; where no
        state tells the hideout, for that backward too.
        """
        begun = (
            self._begun(self.course.last, Effort(self.watched, self.bound))
            if self.course.tells > self.course.last
            else None
        )
        some = self._counted(*self._resumed(before))
        if isinstance(some, Crowd):
            spots, homes = some.by_spot(), some.by_home()
        else:
            spots, homes = (self._by(house, some.trails) for house in (some.spot, some.home))
        return spots, homes if begun is None else self._by(begun.home, begun.trails)

    def _by(self, houses: Ints, trails: Floats) -> Floats:
        return np.bincount(houses, trails, len(self.course.free)).astype(np.float64, copy=False)

    @property
    def left_out(self) -> tuple[Cell, ...]:
        """The houses of which that they were passed was left out of the count."""
        return tuple(self.course.free[house] for house in sorted(self.watched.left_out))

    def _counted(self, first: int, some: Some) -> Some:
        """What there is after the last turn, if there is `some` after the turn `first`."""
        for index in range(first, self.course.last + 1):
            some = some if index == first else self._after(some, index)
            self.kept[index] = Kept(some, self.effort.steps, self._watched_after(index), self.watched.left_out)
            while sum([one.numbers for one in self.kept.values()]) > MOST_KEPT:
                del self.kept[min(self.kept)]
        return some

    def _after(self, some: Some, index: int) -> Some:
        """What there is after turn `index`, its answers, and what is known to follow, if there is `some` before it."""
        table = some if isinstance(some, Crowd) else self._crowd(some, index)
        if table is not None and (after := self._crowd_gone(table, index)) is not None:
            full = after.filled > SPARSE or after.size < FEW_STATES * len(self.course.free)
            return after if full else self._listed(after, index)
        states = self._listed(some, index - 1) if isinstance(some, Crowd) else some
        return self._gone(states, index)

    def _resumed(self, before: Iterable[Counter]) -> tuple[int, Some]:
        """Turn and states to go on from: those of the longest stretch of turns that was counted alike."""
        best, other, least = 0, None, self.course.tells if self.course.tells <= self.course.last else 0
        for one in before:
            alike = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(self.marks, one.marks)))) - 1
            index = max((index for index in one.kept if least <= index <= alike and self._holds(index, one)), default=0)
            if index > best:
                best, other = index, one
        if other is None:
            return least, self._struck_first() if least else self._start()
        houses = other.watched.houses
        self.kept = {index: self._rewatched(one, houses) for index, one in other.kept.items() if index <= best}
        now = self.kept[best]
        self.effort.steps = now.steps
        self.watched.leave_out(now.left_out)
        return best, now.some if self.course.tells > self.course.last else now.some.hiding(self.course.homes())

    def _rewatched(self, kept: Kept, watch: tuple[House, ...]) -> Kept:
        """What was `kept` when each house of `watch` had a bit."""
        if isinstance(kept.some, Crowd) or watch == self.watched.houses:
            return kept
        passed = rearranged(kept.some.passed, watch, self.watched.houses)
        return msgspec.structs.replace(kept, some=msgspec.structs.replace(kept.some, passed=passed))

    def _mark(self, index: int) -> Hashable:
        """All that the step of turn `index` hangs on, but for what may follow: that only leaves states out sooner."""
        watched = {
            house
            for house in self.watched.within(self.watched.after[index])
            if self.watched.closed.get(house, 0) < max(index, 1)
        }
        shut = set(self.watched.shut(max(index, 1)))
        turn = self.course.turns[index]
        told = None if turn is None else (turn.struck, turn.not_in, turn.answers)
        # Where no state tells the hideout only those states are left from which trails may have begun.
        homes = frozenset(self.course.homes().tolist()) if self.course.tells > self.course.last and not index else None
        return watched, shut, told, homes

    def _holds(self, index: int, other: Counter) -> bool:
        """Whether what `other` kept after turn `index`, all up to there being alike, has a bit for all watched now."""
        kept = other.kept[index]
        return isinstance(kept.some, States) or self._watched_after(index) - kept.left_out == kept.watched

    def _watched_after(self, index: int) -> frozenset[House]:
        return frozenset(self.watched.within(self.watched.after[index]))

    # --- very many trails --------------------------------------------------------------------------------

    def _crowd(self, states: States, index: int) -> Crowd | None:
        """`states` before turn `index` as a table; ``None`` where they are few, or would hardly fill it."""
        count = len(states.spot)
        if count < FEW_STATES or self.known.outing:
            return None
        houses = self.watched.within(self.watched.after[index - 1] & ~states.by_all)
        if len(houses) > FEW_HOUSES:
            size = states.rows * len(self.course.free) * (1 + bool(states.owing.any()))
            if count < CROWDED or size > MOST_NUMBERS or count < FULL * size:
                return None
        passed = rearranged(states.passed, self.watched.houses, houses).astype(np.int64)
        return crowd(states, len(self.course.free), houses, passed)

    def _listed(self, many: Crowd, index: int) -> States:
        """The table after turn `index` as a list: what it does not watch was passed by all."""
        states = many.states()
        passed = rearranged(states.passed, many.watched, self.watched.houses)
        by_all = np.uint64(self.watched.after[index] & ~self.watched.bits(many.watched))
        return msgspec.structs.replace(states, passed=passed | by_all)

    def _crowd_gone(self, many: Crowd, index: int) -> Crowd | None:
        """The table after turn `index`, its answers, and what is known to follow; none if it would be too large."""
        turn, ahead = self.course.turns[index], self.course.ahead[index]
        allowed = self.course.allowed[index] & ahead.alive
        assert turn is not None
        if turn.stuck:
            many = many.only(allowed[:, None])
        else:
            gone = self._moved(many, index, turn.piece, allowed)
            if gone is None:
                return None
            many = gone
            self.effort.steps += many.size // NUMBERS_IN_A_STEP
        if self.known.last_home and not turn.refuges:
            many = many.only(~many.at_home)
        if self.known.returning:
            refuges = np.array([self.course.number[cell] for cell in turn.refuges], np.int64)
            many = many.struck(refuges, None if turn.struck is None else bool(turn.struck))
        must, later = map(self.watched.numbers, self.watched.after[index - 1 : index + 1])
        return many.hopeful(must, ahead.alive, list(map(self.watched.numbers, ahead.passable.tolist()))).watching(later)

    def _moved(self, many: Crowd, index: int, piece: Piece, allowed: Bools) -> Crowd | None:
        """The table after every way of turn `index` that stops where it is `allowed`; none if it would be too large."""
        ways = self.course.ways[index]
        assert ways is not None
        moves = moves_of(ways.where(allowed[ways.to]))
        moves = [msgspec.structs.replace(move, passes=self.watched.numbers(move.passes)) for move in moves]
        passing = many.passing(moves, self.watched.numbers(self.watched.after[index - 1] & ~self.watched.after[index]))
        count, most = sum(len(one.rows) for one in passing), len(moves) * len(many.codes)
        most_rows = min(MOST_NUMBERS, self.effort.most * NUMBERS_IN_A_STEP) // many.row_size
        if count * count <= FEW_ROWS * most:
            return many.moved(passing, most_rows)
        return many.gone(self.course.slides(index, piece, allowed), allowed, most_rows)

    # --- one turn after the other ------------------------------------------------------------------------

    def _begun(self, last: int, effort: Effort) -> States:
        """The trails up to the turn `last`, before which no hideout matters, as states that tell the hideout."""
        start = self._began()
        return self._hidden(counted_back(start, self.course.ways[: last + 1], self.course.allowed[: last + 1], effort))

    def _struck_first(self) -> States:
        """What there is after the first assault."""
        begun, turn = self._begun(self.course.tells, self.effort), self.course.turns[self.course.tells]
        assert turn is not None
        assert turn.struck
        spot = np.full(len(begun.home), self.course.number[turn.struck])
        states = msgspec.structs.replace(begun, spot=spot, owing=begun.home != spot)
        return merged(self._hopeful(states, self.course.tells))

    def _start(self) -> States:
        """What there is before the first turn; if no hideout matters none is told."""
        states = self._hopeful(self._hidden(self._began()), 0)
        if self.course.tells > self.course.last:
            states = merged(msgspec.structs.replace(states, home=np.zeros_like(states.home)))
        return states

    def _began(self) -> States:
        """Where the spy may have begun, and has passed, as the hideout, too."""
        spots = self.course.homes() if self.known.starts is None else self.course.never_closed(self.known.starts)
        return States(spots, spots, np.zeros(len(spots), np.bool_), self.course.only(spots, 0), np.ones(len(spots)))

    def _hidden(self, begun: States) -> States:
        """`begun`, of which the hideout is where trails began, with every hideout if it may be elsewhere."""
        if self.known.starts is None:
            return begun
        homes, count = self.course.homes(), len(begun.spot)
        every = begun.where(np.tile(np.arange(count), len(homes)))
        return msgspec.structs.replace(every, home=np.repeat(homes, count))

    def _gone(self, states: States, index: int) -> States:
        """`states` after every way of turn `index`, with what stopping there means and what is learnt by it."""
        ways = self.course.ways[index]
        if ways is None:
            return self._left(index, states.where(self.course.allowed[index][states.spot]))
        ways = ways.where(self.course.ahead[index].alive[ways.to])
        return self.effort.along(states, ways.first(len(self.course.free)), partial(self._along, index, ways))

    def _along(self, index: int, ways: Ways, states: States, most: int) -> States | None:
        must = np.uint64(0 if self.known.outing else self.watched.after[index - 1])
        never = ~(ways.passes | self.course.ahead[index].passable[ways.to]) & must
        return along(states, ways, len(self.course.free), never, partial(self._left, index), most)

    def _left(self, index: int, states: States) -> States:
        """Of `states` that have gone the ways of turn `index` those that fit all that is known, equal ones as one."""
        turn = self.course.turns[index]
        assert turn is not None
        if self.known.outing and not turn.stuck:
            states = self._home_again(states, index)
        states = merged(self._hopeful(self._learnt(self._struck(states, turn), index), index))
        if len(states.spot) > MANY and not self.known.outing:
            states = hopeful_by_two(states, self.watched.after[index], self.course.by_two[index])
        return states

    def _home_again(self, states: States, index: int) -> States:
        """Whoever stops in the hideout has passed nowhere else since."""
        passed = np.where(states.spot == states.home, self.course.only(states.home, index - 1), states.passed)
        return msgspec.structs.replace(states, passed=passed)

    def _struck(self, states: States, turn: Turn) -> States:
        """Refuges are struck by stopping on them, unless the way home comes first; none is struck that did not fall."""
        if self.known.last_home and not turn.refuges:
            states = states.where(states.spot != states.home)
        if not self.known.returning:
            return states
        on_refuge = np.isin(states.spot, [self.course.number[cell] for cell in turn.refuges])
        strikes = on_refuge & ~states.owing
        if turn.struck is not None:
            fits = strikes if turn.struck else ~strikes
            states, strikes = states.where(fits), strikes[fits]
        owing = (states.owing | strikes) & (states.spot != states.home)
        return msgspec.structs.replace(states, owing=owing)

    def _learnt(self, states: States, index: int) -> States:
        """`states` that fit the answers after turn `index`, which need be watched no longer."""
        turn = self.course.turns[index]
        assert turn is not None
        for answer in turn.answers:
            house = self.course.number[answer.at]
            due = self.known.outing or (answer.passed and self.watched.due[house] == index)
            if due and house not in self.watched.left_out:
                passed = (states.passed & np.uint64(self.watched.bits([house]))) != 0
                states = states.where(passed == answer.passed)
        return msgspec.structs.replace(states, passed=states.passed & np.uint64(self.watched.after[index]))

    def _hopeful(self, states: States, index: int) -> States:
        """`states` after turn `index` from which the rest can follow."""
        return hopeful(states, 0 if self.known.outing else self.watched.after[index], self.course.ahead[index])
