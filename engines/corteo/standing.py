"""Who stands on the map and which hexes are full: kept up from one state to the next instead of counted anew."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

from engines.corteo.hexes import BIT, Hexes, hexes
from engines.corteo.roster import FIRST_POLICE, MARCH, POWER, Side, Unit
from engines.corteo.state import OFF_BOARD, Spot, State
from engines.physical import Cell

STACK = 2
"""Units of one side in a hex, at most (§9)."""
FEW = 6
"""Units that went elsewhere, at most, where the last answer is mended; counting anew costs as much as mending ten."""


class Full(NamedTuple):
    """Hexes without room, as a set and as bits."""

    cells: frozenset[Cell]
    hexes: Hexes

    @classmethod
    def of(cls, cells: frozenset[Cell]) -> Full:
        """Those of `cells`."""
        return cls(cells, hexes(cells))

    def joined(self, more: Full) -> Full:
        """These and those of `more`."""
        return Full(self.cells | more.cells, self.hexes | more.hexes) if more.cells else self


class Stand(NamedTuple):
    """One side's counters that stand in `spots`: those on the map, and the hexes that hold as many as they may."""

    spots: tuple[Spot, ...]
    units: frozenset[Unit]
    packed: Full


def stand(state: State, side: Side) -> Stand:
    """How the counters of `side` stand."""
    spots = state.march if side == MARCH else state.power
    known = _latest[side]
    if known.spots is not spots:
        known = _latest[side] = _mended(known, spots, 0 if side == MARCH else FIRST_POLICE)
    return known


def _counted(spots: tuple[Spot, ...], first: Unit) -> Stand:
    units = frozenset([unit for unit, spot in enumerate(spots, first) if spot not in OFF_BOARD])
    packed = frozenset([cell for cell, count in _count(spots).items() if count >= STACK])
    return Stand(spots, units, Full.of(packed))


def _mended(known: Stand, spots: tuple[Spot, ...], first: Unit) -> Stand:
    """`known` as it has become where a few units have gone elsewhere."""
    before = known.spots
    gone = list(compress(count(), map(is_not, before, spots)))
    if len(gone) > FEW or len(before) != len(spots):
        return _counted(spots, first)
    units, (cells, bits) = known.units, known.packed
    for number in gone:
        was, now = before[number], spots[number]
        if (was in OFF_BOARD) != (now in OFF_BOARD):
            units ^= {first + number}
        if was in cells and spots.count(was) < STACK:
            cells, bits = cells - {was}, bits ^ BIT[was]
        if now in BIT and now not in cells and spots.count(now) >= STACK:
            cells, bits = cells | {now}, bits | BIT[now]
    return Stand(spots, units, Full(cells, bits))


_NOBODY = Stand((), frozenset(), Full(frozenset(), 0))
_latest: dict[Side, Stand] = {MARCH: _NOBODY, POWER: _NOBODY}
"""The last answer for each side: an entry moves one unit, seldom more."""


@lru_cache(64)
def _count(spots: tuple[Spot, ...]) -> Mapping[Cell, int]:
    counted: dict[Cell, int] = {}
    for spot in spots:
        counted[spot] = counted.get(spot, 0) + 1
    for nowhere in OFF_BOARD & counted.keys():
        del counted[nowhere]
    return counted


def standing(state: State, side: Side) -> Mapping[Cell, int]:
    """How many units of `side` stand in each hex that has any."""
    return _count(state.march if side == MARCH else state.power)
