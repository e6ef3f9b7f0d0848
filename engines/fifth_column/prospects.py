"""What may still follow a turn of the spy, looked at from the last turn backwards: trails without hope are not counted.

Looking at one watched house at a time is quick and leaves out most; looking at each two of them leaves out nearly all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
import numpy as np

from engines.fifth_column.trails import Bools, Sets, States, Ways

ONE = np.uint64(1)
MANY = 2_000
"""States from which on it is worth to see whether they can pass each two of the houses that they must."""


class Ahead(msgspec.Struct, frozen=True):
    """What may follow after a turn, by spot: whether the rest of the turns can, and what they may yet pass."""

    alive: Bools
    passable: Sets


def look_ahead(ways: Sequence[Ways | None], allowed: Sequence[Bools], end: Ahead | None = None) -> list[Ahead]:
    """For each turn what may follow it. `ways` of each turn, none if stuck, and where the spy may stop in it then.

    After the last turn there is what `end` says, which is nothing where it is not given.
    """
    size = len(allowed[0])
    found = [end or Ahead(np.ones(size, np.bool_), np.zeros(size, np.uint64))]
    for some, stops in zip(ways[:0:-1], allowed[:0:-1]):
        after = found[-1]
        if some is None:
            found.append(Ahead(after.alive & stops, after.passable))
            continue
        some = some.where(after.alive[some.to])
        alive = np.zeros(size, np.bool_)
        alive[some.start] = True
        found.append(Ahead(alive, _gathered(some, (some.passes | after.passable[some.to])[:, None], size)[:, 0]))
    return found[::-1]


def look_ahead_by_two(ways: Sequence[Ways | None], ahead: Sequence[Ahead], watched: int) -> list[Sets]:
    """For each turn, by spot and watched house: what may yet be passed together with it, none if it cannot itself.

    `watched` houses have a bit each. Each table has a row for each spot and a column for each watched house. After the
    last turn one house at most is passable in each spot.
    """
    bit = ONE << np.arange(watched, dtype=np.uint64)
    end = ahead[-1].passable[:, None]
    found = [np.where((end & bit) != 0, end, np.uint64(0))]
    for index in range(len(ways) - 1, 0, -1):
        some, after, later = ways[index], found[-1], ahead[index]
        if some is None:
            found.append(after)
            continue
        some = some.where(later.alive[some.to])
        passes, then = some.passes[:, None], after[some.to]
        now = (some.passes | later.passable[some.to])[:, None]
        both = np.where((passes & bit) != 0, now, np.where(then != 0, then | passes, 0))
        found.append(_gathered(some, both, len(later.alive)))
    return found[::-1]


def _gathered(ways: Ways, sets: Sets, houses: int) -> Sets:
    """The rows of `sets`, one for each way, put together by where ways start."""
    found = np.zeros((houses, sets.shape[1]), np.uint64)
    starts, first = np.unique(ways.start, return_index=True)
    if len(starts):
        found[starts] = np.bitwise_or.reduceat(sets, first, axis=0)
    return found


def hopeful(states: States, must: int, after: Ahead) -> States:
    """`states` of which all that they `must` pass is passed, or may be `after` the turn; 0 where nothing must."""
    lacking = np.uint64(must) & ~(states.passed | after.passable[states.spot])
    return states.where(after.alive[states.spot] & (lacking == 0))


def hopeful_by_two(states: States, must: int, after: Sets) -> States:
    """`states` without those that must yet pass two houses that cannot both be passed, by the table `after` a turn."""
    order = np.argsort(states.spot, kind="stable")
    states = states.where(order)
    lacking = ~states.passed & np.uint64(must)
    hopeful = np.ones(len(order), np.bool_)
    bounds = np.searchsorted(states.spot, np.arange(len(after) + 1)).tolist()
    for spot, (first, last) in enumerate(pairwise(bounds)):
        part = lacking[first:last]
        for one, others in _apart(int(np.bitwise_or.reduce(part)), after[spot].tolist()):
            hopeful[first:last] &= ((part & one) == 0) | ((part & others) == 0)
    return states.where(hopeful)


def _apart(some: int, after: Sequence[int]) -> Iterator[tuple[np.uint64, np.uint64]]:
    """Each house of `some` with those of them with which it cannot be passed."""
    for bit, both in enumerate(after):
        if some >> bit & 1 and (others := some & ~both):
            yield ONE << np.uint64(bit), np.uint64(others)
