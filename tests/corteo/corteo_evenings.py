"""Positions of Corteo on a table, before a camera that is shown drawn boards."""

from __future__ import annotations

from pathlib import Path

from corteo_positions import Begun

from engines.corteo.actions import Move
from engines.corteo.state import State
from engines.entries import Act
from engines.physical import Cell
from tests.table.evenings import Evening

Cells = dict[Cell, list[str]]


def seen(folder: Path, begun: State) -> Evening:
    """The position on a table, before a camera that has seen it: where counters lie, for there are 1,872 hexes."""
    evening = Evening(folder, ("march", "power"), Begun(begun)).begin()
    evening.shown = {}
    evening.settle(lying(evening))
    return evening


def lying(evening: Evening) -> Cells:
    return {cell: list(looks) for cell, looks in evening.table.moment.placement.items()}


def carried(cells: Cells, look: str, start: Cell, to: Cell) -> None:
    """A hand takes a counter from hex to hex."""
    cells[start].remove(look)
    cells.setdefault(to, []).append(look)


def moved(evening: Evening) -> list[Move]:
    """The moves in the log."""
    return [entry.action for entry in evening.entries if isinstance(entry, Act) and isinstance(entry.action, Move)]
