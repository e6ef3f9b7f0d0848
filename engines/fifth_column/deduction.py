"""How likely the spy is in each house: all trails that fit what everybody knows, counted, each with the same weight.

Exact, by dynamic programming over the spy's turns. A state is the hideout, where the spy is, whether it must go home
first, and which of the *watched* houses it has passed: those of which a later answer says that it had. A house of which
the answer was "no" needs no memory: it is closed up to then. States that can no longer come to pass all that they must
are dropped. Counts are floats, so probabilities are right to some fifteen digits.

A question more, or a turn more, changes little of what came before: a count goes on where the last one that it extends
still holds. Where states fill a table well they are counted in one (`engines.fifth_column.crowds`).

How many states there are has no bound but the sets of houses that may be watched. So the work has one: where a turn
would go beyond it a "yes" is left out, and the count is exact for all other answers. It says which were. With time to
spare the same is counted anew with far more work (`deduced_at_length`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from engines.fifth_column.counting import Counter
from engines.fifth_column.effort import AT_LENGTH, quick
from engines.fifth_column.evidence import Knowledge, Turn
from engines.physical import Cell

__all__ = ["Deduction", "deduced", "deduced_at_length"]

DEDUCTIONS = 64
"""Deductions that are remembered."""
COUNTS = 6
"""Counts on which the next may go on: the last ones, as what the spy's three cards would tell is counted too."""


class Deduction(msgspec.Struct, frozen=True):
    """Probability of the spy's `spot` and of its `hideout` by house, impossible ones left out.

    `trails` is how many trails fit; 0 only where what is known contradicts itself. `left_out` are houses of which an
    answer had to be left out, as there are too many ways to have passed them: all else is exact.
    """

    spot: Mapping[Cell, float]
    hideout: Mapping[Cell, float]
    trails: float
    left_out: tuple[Cell, ...] = ()


@lru_cache(DEDUCTIONS)
def deduced(known: Knowledge) -> Deduction:
    """What follows from `known` about spot and hideout."""
    counter = Counter(known, quick(len(known.turns)))
    before = [one for one in list(_counted) if extends(known, one.known)]
    found = _found(counter, before)
    _counted.append(counter)
    return found


def deduced_at_length(known: Knowledge) -> Deduction:
    """The same with as few answers left out as up to half a minute and 300 MB allow; nothing is left of it."""
    return _found(Counter(known, AT_LENGTH))


def _found(counter: Counter, before: Iterable[Counter] = ()) -> Deduction:
    spots, homes = counter.count(before)
    free = counter.course.free
    spot, home = ({cell: float(one / by.sum()) for cell, one in zip(free, by) if one} for by in (spots, homes))
    return Deduction(spot, home, float(spots.sum()), counter.left_out)


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


_counted: deque[Counter] = deque(maxlen=COUNTS)
