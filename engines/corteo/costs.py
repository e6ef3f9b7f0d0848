"""Tables of what every hex in reach costs, each with its parts and the moves that it allows worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from engines.corteo.actions import Move
from engines.corteo.roster import Unit
from engines.physical import Cell


@cache
def move_to(unit: Unit, to: Cell) -> Move:
    """The one action for it: making thousands anew at every decision would cost more than finding the ways."""
    return Move(unit, to)


class Costs(dict[Cell, int]):
    """Cell → half points of the cheapest way to it, nearest first; not changed once it is made."""

    __slots__ = ("_moves", "_parts")

    def __init__(self, costs: Mapping[Cell, int]) -> None:
        super().__init__(costs)
        self._parts: dict[tuple[int, frozenset[Cell]], Costs] = {}
        self._moves: dict[Unit, dict[Cell, Move]] = {}

    def without(self, no_room: frozenset[Cell], left: int) -> Costs:
        """The part of it that `left` half points reach and that is not in `no_room`; -1 for all of it."""
        packed = frozenset(self.keys() & no_room)
        if left < 0 and not packed:
            return self
        part = self._parts.get((left, packed))
        if part is None:
            within = self.items() if left < 0 else [item for item in self.items() if item[1] <= left]
            part = self._parts[left, packed] = Costs({cell: cost for cell, cost in within if cell not in packed})
        return part

    def moves(self, unit: Unit, no_room: frozenset[Cell] = frozenset()) -> Iterable[Move]:
        """The moves of `unit` to its hexes that are not in `no_room`."""
        every = self._moves.get(unit)
        if every is None:
            every = self._moves[unit] = {cell: move_to(unit, cell) for cell in self}
        packed = self.keys() & no_room
        if not packed:
            return every.values()
        free = every.copy()
        for cell in packed:
            del free[cell]
        return free.values()


NOWHERE = Costs({})
