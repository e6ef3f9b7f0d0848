"""Tables of what every hex in reach costs, and the moves that they allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from operator import or_

from engines.corteo.actions import Move
from engines.corteo.hexes import BIT, Hexes, cells_of, nth
from engines.corteo.roster import Unit
from engines.physical import Cell


@cache
def move_to(unit: Unit, to: Cell) -> Move:
    """The one action for it: making thousands anew at every decision would cost more than finding the ways."""
    return Move(unit, to)


class Costs(Mapping[Cell, int]):
    """Cell → half points of the cheapest way to it, nearest first; not changed once it is made.

    `bands`: the hexes that cost nothing, one half point, two and so on. The table of all is made when it is asked for:
    most askers want one hex.
    """

    __slots__ = ("_every", "_listed", "_moves", "_parts", "_table", "bands")

    def __init__(self, bands: Sequence[Hexes], every: Hexes = -1) -> None:
        """`every`: all of the bands together, where that is known."""
        self.bands = bands
        self._every = reduce(or_, bands, 0) if every < 0 else every
        self._table: dict[Cell, int] | None = None
        self._listed: tuple[tuple[Cell, int], ...] | None = None
        self._moves: dict[Unit, dict[Cell, Move]] | None = None
        self._parts: dict[tuple[Hexes, int], Costs] | None = None

    @classmethod
    def of(cls, table: Mapping[Cell, int]) -> Costs:
        """The costs that `table` lists."""
        bands = [0] * (max(table.values(), default=0) + 1)
        for cell, cost in table.items():
            bands[cost] |= BIT[cell]
        return cls(bands)

    def table(self) -> Mapping[Cell, int]:
        """All of it, worked out once."""
        if self._table is None:
            self._table = {cell: cost for cost, band in enumerate(self.bands) for cell in cells_of(band)}
        return self._table

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, str) and bool(self._every & BIT.get(cell, 0))

    def __bool__(self) -> bool:
        return bool(self._every)

    def __getitem__(self, cell: Cell) -> int:
        bit = BIT[cell]
        for cost, band in enumerate(self.bands):
            if band & bit:
                return cost
        raise KeyError(cell)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.table())

    def __len__(self) -> int:
        return self._every.bit_count()

    def listed(self) -> tuple[tuple[Cell, int], ...]:
        """All of it, those of one cost in the order of their numbers."""
        if self._listed is None:
            self._listed = tuple(
                [(cell, cost) for cost, band in enumerate(self.bands) if band for cell in sorted(cells_of(band))]
            )
        return self._listed

    def nth(self, number: int) -> Cell:
        """The hex that stands after `number` others."""
        for band in self.bands:
            if number < (count := band.bit_count()):
                return nth(band, number)
            number -= count
        raise IndexError(f"{len(self)} hexes are in reach, none of them has {number} others more before it")

    def without(self, no_room: Hexes, left: int) -> Costs:
        """The part of it that `left` half points reach and that is not in `no_room`; -1 for all of it."""
        taken = self._every & no_room
        if left < 0 and not taken:
            return self
        if self._parts is None:
            self._parts = {}
        part = self._parts.get((taken, left))
        if part is None:
            free = self._every ^ taken
            bands = [band & free for band in (self.bands if left < 0 else self.bands[: left + 1])]
            part = self._parts[taken, left] = Costs(bands, free if left < 0 else -1)
        return part

    def moves(self, unit: Unit, no_room: Hexes = 0) -> Iterable[Move]:
        """The moves of `unit` to its hexes that are not in `no_room`."""
        if self._moves is None:
            self._moves = {}
        every = self._moves.get(unit)
        if every is None:
            every = self._moves[unit] = {cell: move_to(unit, cell) for cell in self.table()}
        taken = self._every & no_room
        if not taken:
            return every.values()
        free = every.copy()
        for cell in cells_of(taken):
            del free[cell]
        return free.values()


NOWHERE = Costs(())
