"""Sets of hexes as the bits of one whole number: a step of all of them in one direction is a shift."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import TypeAlias

from engines import bits
from engines.bits import Bits, members
from engines.boards.hex import DIRECTIONS, Axial
from engines.corteo.city import CITY
from engines.corteo.roster import Side
from engines.physical import Cell

Hexes: TypeAlias = Bits
"""A set of hexes; `PLACE` says which bit is whose."""

_LEFT = min(q for q, _ in CITY.axial.values())
_WIDTH = max(q for q, _ in CITY.axial.values()) - _LEFT + 3
"""Bits of a row of axial coordinates, with one at each end that is no hex: who steps over the edge is nowhere."""

PLACE = {cell: (r + 1) * _WIDTH + q - _LEFT + 1 for cell, (q, r) in CITY.axial.items()}
"""The bit of each hex."""
_CELL = {place: cell for cell, place in PLACE.items()}
BIT: Mapping[Cell, Hexes] = {cell: 1 << place for cell, place in PLACE.items()}
"""The set of each hex alone."""
EVERYWHERE: Hexes = reduce(or_, BIT.values())
"""All hexes. Sets are taken from it rather than turned round with ``~``: numbers below nothing are slow to compare."""


def hexes(cells: Iterable[Cell]) -> Hexes:
    """The set of those of `cells` that are hexes of the city.

    >>> list(cells_of(hexes(["2003", "2002", "prison"])))
    ['2002', '2003']
    """
    found = 0
    for cell in cells:
        if cell in BIT:
            found |= BIT[cell]
    return found


def cells_of(some: Hexes) -> list[Cell]:
    """The hexes of the set, row by row."""
    return list(map(_CELL.__getitem__, members(some)))


def nth(some: Hexes, number: int) -> Cell:
    """The hex of the set that stands after `number` others."""
    return _CELL[bits.nth(some, number)]


def _walled(direction: Axial) -> Hexes:
    """Hexes that a wall keeps from stepping in that direction."""
    return hexes(
        cell
        for cell, near in CITY.near.items()
        for to in CITY.board.neighbours(cell)
        if to not in near and CITY.direction(cell, to) == direction
    )


_WALLED = tuple(map(_walled, DIRECTIONS))
_BESIDE_WALLS = reduce(or_, _WALLED)
_OPEN = tuple(EVERYWHERE ^ walled for walled in _WALLED)
"""For each direction the hexes that no wall keeps from stepping there."""


def beside(some: Hexes) -> Hexes:
    """Where the hexes of the set step to, whichever way.

    What lies beyond the edge of the city is among them, and nobody's hex.
    """
    if some & _BESIDE_WALLS:
        east, north_east, north_west, west, south_west, south_east = _OPEN
        north = (some & north_east) >> (_WIDTH - 1) | (some & north_west) >> _WIDTH
        south = (some & south_east) << _WIDTH | (some & south_west) << (_WIDTH - 1)
        return north | south | (some & east) << 1 | (some & west) >> 1
    west = some >> 1
    both = some | west
    return both >> (_WIDTH - 1) | both << _WIDTH | some << 1 | west


def joined(start: Hexes, within: Hexes) -> Hexes:
    """What hangs together with `start`, step by step through hexes of `within`; `start` is among them."""
    edge = start & within
    left = within ^ edge
    while edge:
        edge = beside(edge) & left
        left ^= edge
    return within ^ left


ZONE: Mapping[Side, Mapping[Cell, Hexes]] = {
    side: {cell: hexes(zone) for cell, zone in zones.items()} for side, zones in CITY.zone.items()
}
"""What a unit of a side controls from each hex."""
