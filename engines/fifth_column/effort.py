"""How much work a count may be, and what is left out of it where it would be more."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

import msgspec
import numpy as np

from engines.fifth_column.trails import Ints, States, merged, steps
from engines.fifth_column.watched import Watched

SHARE, FEW_STEPS = 3, 60_000
"""A turn may take one part in `SHARE` of the steps that are left or, when they are used up, `FEW_STEPS`."""
SHORT = 15
"""Turns of a hunt that is counted whole."""


NO_FEWER = 1 << 62
"""States that there may be where there is nothing more to leave out: there are but thousands of them."""


class Bound(NamedTuple):
    """Most `steps` of states along ways in one count, some 0.1 to 0.3 µs each, and most `states` after a turn.

    A state takes 21 bytes, and is held up to three times while a turn is counted.
    """

    steps: int
    states: int


QUICK = Bound(3_000_000, 1_000_000)
"""What a page can wait for."""
WHOLE = Bound(100_000_000, 10_000_000)
"""For a short hunt: hardly any takes a tenth of it."""
AT_LENGTH = Bound(150_000_000, 2_000_000)
"""For a count that nobody waits for: up to 25 s."""


def quick(turns: int) -> Bound:
    """The bound of a count of so many turns that a page waits for."""
    return WHOLE if turns <= SHORT else QUICK


class Effort:
    """The `steps` that a count has taken. Where a turn would take too many, houses are `watched` no longer."""

    def __init__(self, watched: Watched, bound: Bound) -> None:
        self.watched = watched
        self._bound = bound
        self.steps = 0

    @property
    def most(self) -> int:
        """How many steps the next turn may take."""
        return max(FEW_STEPS, (self._bound.steps - self.steps) // SHARE)

    def along(self, states: States, first: Ints, go: Callable[[States, int], States | None]) -> States:
        """`states` after a turn, for which they `go` along ways; the `first` of each house is known.

        `go` has as many states as may, and is told how many there may be after it; answers none if there are more.
        """
        most = self.most
        while True:
            if steps(states, first) > most:
                states = self._fewer(states, first, most)
            taken = steps(states, first)
            self.steps += taken
            after = go(states, self._bound.states if states.differing else NO_FEWER)
            if after is not None:
                return after
            most = taken // 2

    def _fewer(self, states: States, first: Ints, most: int) -> States:
        """`states` of which some houses are left out, as few as will do for so many steps."""
        order = self.watched.least_telling(self.watched.within(states.differing))
        ways_each = steps(states, first) / len(states.spot)

        def without(count: int) -> States:
            kept = ~np.uint64(self.watched.bits(order[:count]))
            return msgspec.structs.replace(states, passed=states.passed & kept)

        def enough(count: int) -> bool:
            return without(count).different * ways_each <= most

        count = bisect_left(range(len(order)), True, key=enough)
        self.watched.leave_out(order[:count])
        return merged(without(count))
