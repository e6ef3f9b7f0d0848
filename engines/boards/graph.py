"""Boards of places and streets: nodes where the file puts them, neighbours where it draws an edge."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache

from engines.boards.board import Place, Point
from engines.boards.chart import Chart, ChartedBoard, Sheet
from engines.physical import Cell

ROUND_STEPS = 24
"""Corners of the outline of a round place."""


class GraphBoard(ChartedBoard):
    """Nodes and undirected edges; all nodes hang together.

    >>> board.neighbours("1")
    ('2', '6')
    """

    grid = "graph"

    def __init__(
        self,
        chart: Chart,
        sheet: Sheet,
        spots: Mapping[Cell, Point],
        radii: Mapping[Cell, float],
        edges: Iterable[tuple[Cell, Cell]],
    ) -> None:
        """`spots` and `radii` are in pitches from the sheet's origin. Raises `ValueError` for a graph in pieces."""
        super().__init__(chart, sheet)
        self.edges = tuple(edges)
        near: dict[Cell, list[Cell]] = {cell: [] for cell in chart.terrain}
        for one, other in self.edges:
            near[one].append(other)
            near[other].append(one)
        order = {cell: number for number, cell in enumerate(chart.terrain)}
        self._near = {cell: tuple(sorted(cells, key=order.__getitem__)) for cell, cells in near.items()}
        self._steps_from = cache(self._search)
        self.places = {cell: self._place(spots[cell], radii[cell]) for cell in chart.terrain} | self._box_places()
        start = next(iter(chart.terrain))
        if apart := [cell for cell in chart.terrain if cell not in self._steps_from(start)]:
            raise ValueError(f"no way leads from {start} to {', '.join(apart)}")

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        return self._near[cell]

    def distance(self, one: Cell, other: Cell) -> int:
        return self._steps_from(one)[other]

    def line(self, one: Cell, other: Cell) -> tuple[Cell, ...]:
        if one == other:
            return (self._at_least(one),)
        if other not in self._near[one]:
            raise ValueError(f"no street joins {one} and {self._at_least(other)}")
        return one, other

    def _at_least(self, cell: Cell) -> Cell:
        """`cell`, if there is such a one; else raises `KeyError`."""
        self._near[cell]
        return cell

    def _search(self, start: Cell) -> dict[Cell, int]:
        steps = {start: 0}
        ahead = [start]
        for cell in ahead:  # grows while it is walked: a breadth-first search
            for near in self._near[cell]:
                if near not in steps:
                    steps[near] = steps[cell] + 1
                    ahead.append(near)
        return steps

    def _place(self, spot: Point, radius: float) -> Place:
        left, top = self.sheet.origin_mm
        x, y, r = left + spot[0] * self.pitch_mm, top + spot[1] * self.pitch_mm, radius * self.pitch_mm
        turns = (math.tau * step / ROUND_STEPS for step in range(ROUND_STEPS))
        return Place((x, y), tuple((x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns))
