"""How much work a count may be, and what is left out of it where it would be more."""

from __future__ import annotations

from bisect import bisect_left

import msgspec
import numpy as np

from engines.fifth_column.trails import Ints, States, merged, steps
from engines.fifth_column.watched import Watched

MOST_STEPS, SHARE, FEW_STEPS = 3_000_000, 3, 60_000
"""Steps of states along ways in one count, some 0.1 µs each; a turn may take one part in `SHARE` of those that are left
or, when they are used up, `FEW_STEPS`."""
SHORT, MOST_IN_SHORT = 15, 100_000_000
"""Turns of a hunt that is counted whole, and the steps that this may take: hardly any takes a tenth of them."""


class Effort:
    """The `steps` that a count has taken. Where a turn would take too many, houses are `watched` no longer."""

    def __init__(self, watched: Watched, turns: int) -> None:
        """The count has so many `turns`."""
        self.watched = watched
        self._most = MOST_IN_SHORT if turns <= SHORT else MOST_STEPS
        self.steps = 0

    @property
    def most(self) -> int:
        """How many steps the next turn may take."""
        return max(FEW_STEPS, (self._most - self.steps) // SHARE)

    def bounded(self, states: States, first: Ints) -> States:
        """`states` that go on along ways, the `first` of each house being known: as many as may, and counted."""
        if steps(states, first) > self.most:
            states = self._fewer(states, first)
        self.steps += steps(states, first)
        return states

    def _fewer(self, states: States, first: Ints) -> States:
        """`states` of which some houses are left out, as few as will do."""
        order = self.watched.least_telling(self.watched.within(states.differing))
        ways_each = steps(states, first) / len(states.spot)

        def without(count: int) -> States:
            kept = ~np.uint64(self.watched.bits(order[:count]))
            return msgspec.structs.replace(states, passed=states.passed & kept)

        def enough(count: int) -> bool:
            return without(count).different * ways_each <= self.most

        count = bisect_left(range(len(order)), True, key=enough)
        self.watched.leave_out(order[:count])
        return merged(without(count))
