"""Trails counted from a turn back to where they began.

Before the first assault the hideout is nothing but where the spy began. Counted forwards each trail would have to
remember that; backwards none does: a state is where the spy is and which watched houses it passes from there on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial

import msgspec
import numpy as np

from engines.fifth_column.effort import Effort
from engines.fifth_column.prospects import MANY, Ahead, hopeful, hopeful_by_two, look_ahead, look_ahead_by_two
from engines.fifth_column.trails import Bools, Houses, Sets, States, Ways, along, merged
from engines.fifth_column.watched import Watched


def counted_back(start: States, ways: Sequence[Ways | None], allowed: Sequence[Bools], effort: Effort) -> States:
    """`start` with how many trails go on from there through all turns, by what they have passed of what is watched.

    `ways` of each turn, none if stuck, and where the spy may stop in it; turns count from 1. `start` has each spot at
    most once. What is due by the last turn has been passed.
    """
    watched, last = effort.watched, len(ways) - 1
    behind = _Behind(start, ways, allowed, watched)
    ends = np.flatnonzero(behind.before[0].alive & allowed[last])
    nothing = np.zeros(len(ends), np.uint64)
    states = States(np.zeros_like(ends), ends, np.zeros(len(ends), np.bool_), nothing, np.ones(len(ends)))
    for count in range(1, last + 1):
        some = behind.ways[count]
        if some is None:
            states = behind.left(count, states.where(behind.stops[count][states.spot]))
        else:
            states = effort.along(states, some.first(len(behind.stops[0])), partial(behind.along, count))
    return _begun(start, states, watched.after[last])


def _begun(start: States, states: States, kept: int) -> States:
    """`states` that went back to `start`, what either has passed of what is `kept`."""
    row = np.full(int(states.spot.max(initial=-1)) + 1, -1)
    within = start.spot < len(row)
    row[start.spot[within]] = np.flatnonzero(within)
    begun = start.where(row[states.spot])
    passed = (begun.passed | states.passed) & np.uint64(kept)
    return msgspec.structs.replace(begun, passed=passed, trails=begun.trails * states.trails)


class _Behind:
    """All turns gone backwards, counted from 1: the ways, where one stops, and what came `before` each of them."""

    def __init__(self, start: States, ways: Sequence[Ways | None], allowed: Sequence[Bools], watched: Watched) -> None:
        self.watched = watched
        back = [None if some is None else _turned(some) for some in ways[:0:-1]]
        self.stops = [allowed[0], *allowed[:0:-1]]
        begun = Ahead(np.zeros(len(allowed[0]), np.bool_), np.zeros(len(allowed[0]), np.uint64))
        begun.alive[start.spot], begun.passable[start.spot] = True, start.passed
        self.before = look_ahead([None, *back], self.stops, begun)
        dead_ends = zip(back, self.before[1:])
        self.ways = [None, *[one and one.where(before.alive[one.to]) for one, before in dead_ends]]

    def along(self, count: int, states: States, most: int) -> States | None:
        """What is left of `states` once they have gone so many turns back instead of one less; none if over `most`."""
        ways, before = self.ways[count], self.before[count]
        assert ways is not None
        never = ~(ways.passes | before.passable[ways.to]) & np.uint64(self._must(count))
        return along(states, ways, len(before.alive), never, partial(self.left, count), most)

    def left(self, count: int, states: States) -> States:
        """`states` that have gone so many turns back, without those that cannot have passed all that they must."""
        must = self._must(count)
        states = msgspec.structs.replace(states, passed=states.passed & np.uint64(self.watched.after[0]))
        states = merged(hopeful(states, must, self.before[count]))
        return hopeful_by_two(states, must, self.by_two[count]) if len(states.spot) > MANY else states

    def _must(self, count: int) -> Houses:
        """What is watched so many turns back and due by the last one."""
        return self.watched.after[len(self.ways) - 1 - count] & ~self.watched.after[len(self.ways) - 1]

    @cached_property
    def by_two(self) -> list[Sets]:
        """For each turn what of each two houses may have come before it."""
        return look_ahead_by_two(self.ways, self.before, len(self.watched.houses))


def _turned(ways: Ways) -> Ways:
    """`ways` gone backwards."""
    order = np.argsort(ways.to, kind="stable")
    return Ways(ways.to, ways.start, ways.passes, ways.alike).where(order)
