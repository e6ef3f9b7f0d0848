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
from engines.fifth_column.trails import Bools, Sets, States, Ways, along, merged


def counted_back(start: States, ways: Sequence[Ways | None], allowed: Sequence[Bools], effort: Effort) -> States:
    """`start` with how many trails go on from there through all turns, by what they have passed of what is watched.

    `ways` of each turn, none if stuck, and where the spy may stop in it; turns count from 1. `start` has each spot at
    most once. What is due by the last turn has been passed.
    """
    watched, last = effort.watched, len(ways) - 1
    behind = _Behind(start, ways, allowed, len(watched.houses))
    ends = np.flatnonzero(behind.before[0].alive & allowed[last])
    nothing = np.zeros(len(ends), np.uint64)
    states = States(np.zeros_like(ends), ends, np.zeros(len(ends), np.bool_), nothing, np.ones(len(ends)))
    for count in range(1, last + 1):
        some, before = behind.ways[count], behind.before[count]
        if some is None:
            states = states.where(behind.stops[count][states.spot])
        else:
            first = some.first(len(before.alive))
            states = effort.bounded(states, first)
            must = watched.after[last - count] & ~watched.after[last]
            never = ~(some.passes | before.passable[some.to]) & np.uint64(must)
            states = along(states, some, first, never, partial(behind.hopeful_by_two, count, must))
        must = watched.after[last - count] & ~watched.after[last]
        states = msgspec.structs.replace(states, passed=states.passed & np.uint64(watched.after[0]))
        states = merged(hopeful(states, must, before))
        if len(states.spot) > MANY:
            states = behind.hopeful_by_two(count, must, states)
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

    def __init__(self, start: States, ways: Sequence[Ways | None], allowed: Sequence[Bools], watched: int) -> None:
        self.watched = watched
        back = [None if some is None else _turned(some) for some in ways[:0:-1]]
        self.stops = [allowed[0], *allowed[:0:-1]]
        begun = Ahead(np.zeros(len(allowed[0]), np.bool_), np.zeros(len(allowed[0]), np.uint64))
        begun.alive[start.spot], begun.passable[start.spot] = True, start.passed
        self.before = look_ahead([None, *back], self.stops, begun)
        dead_ends = zip(back, self.before[1:])
        self.ways = [None, *[one and one.where(before.alive[one.to]) for one, before in dead_ends]]

    def hopeful_by_two(self, count: int, must: int, states: States) -> States:
        """`states` that have gone so many turns back and may yet pass each two of the houses that they `must`."""
        return hopeful_by_two(states, must, self.by_two[count])

    @cached_property
    def by_two(self) -> list[Sets]:
        """For each turn what of each two houses may have come before it."""
        return look_ahead_by_two(self.ways, self.before, self.watched)


def _turned(ways: Ways) -> Ways:
    """`ways` gone backwards."""
    order = np.argsort(ways.to, kind="stable")
    return Ways(ways.to, ways.start, ways.passes, ways.alike).where(order)
