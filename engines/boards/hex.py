"""Boards of hexes: rows or columns shifted by half a hex outside, axial coordinates inside.

Cell ids are ``CCRR``, column and row from 00. On pointy boards odd rows are shifted right by half a
hex, on flat ones odd columns down by half a hex.
"""

from __future__ import annotations

import math
from typing import Literal

from engines.boards.board import Place, Point
from engines.boards.chart import Chart, ChartedBoard, Sheet
from engines.physical import Cell

HexGrid = Literal["hex-pointy", "hex-flat"]
Axial = tuple[int, int]

DIRECTIONS: tuple[Axial, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Axial steps to the six neighbours, counter-clockwise; pointy boards start east, flat ones south-east."""


def column_row(cell: Cell) -> tuple[int, int]:
    """``column_row("2702")`` is ``(27, 2)``; raises `KeyError` for what is no such id."""
    if len(cell) != 4 or not (cell.isascii() and cell.isdigit()):
        raise KeyError(f"{cell!r} is not the id of a hex; ids are CCRR, like 2702")
    return int(cell[:2]), int(cell[2:])


class HexBoard(ChartedBoard):
    """A board of hexes.

    >>> board.neighbours("2702")
    ('2802', '2701', '2601', '2602', '2603', '2703')
    >>> board.distance("2702", "2008")
    10
    """

    def __init__(self, chart: Chart, sheet: Sheet, grid: HexGrid) -> None:
        super().__init__(chart, sheet)
        self.grid = grid
        self._axial = {cell: self._to_axial(*column_row(cell)) for cell in chart.terrain}
        self.places = {cell: self._place(cell) for cell in self._axial} | self._box_places()
        at = {axial: cell for cell, axial in self._axial.items()}
        self._at = at
        self._neighbours = {
            cell: tuple(at[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in at)
            for cell, (q, r) in self._axial.items()
        }

    def _to_axial(self, column: int, row: int) -> Axial:
        if self.grid == "hex-pointy":
            return column - row // 2, row
        return column, row - column // 2

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        return self._neighbours[cell]

    def distance(self, one: Cell, other: Cell) -> int:
        q, r = self._axial[one]
        q2, r2 = self._axial[other]
        dq, dr = q2 - q, r2 - r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def line(self, one: Cell, other: Cell) -> tuple[Cell, ...]:
        steps = self.distance(one, other)
        (q, r), (q2, r2) = self._axial[one], self._axial[other]
        if steps and (q2 - q) * (r2 - r) * (q2 - q + r2 - r):
            raise ValueError(f"{one} and {other} are not on a straight line of hexes")
        dq, dr = ((q2 - q) // steps, (r2 - r) // steps) if steps else (0, 0)
        axials = [(q + dq * step, r + dr * step) for step in range(steps + 1)]
        if gap := next((axial for axial in axials if axial not in self._at), None):
            raise ValueError(f"the line from {one} to {other} leaves the board at {gap}")
        return tuple(self._at[axial] for axial in axials)

    def edge(self, cell: Cell, other: Cell) -> tuple[Point, Point]:
        """The two ends, mm, of the side between neighbours `cell` and `other`."""
        (q, r), (q2, r2) = self._axial[cell], self._axial[other]
        return self.sides(cell)[DIRECTIONS.index((q2 - q, r2 - r))]

    def sides(self, cell: Cell) -> tuple[tuple[Point, Point], ...]:
        """The six sides of `cell`, mm, in the order of `DIRECTIONS`; the outline runs through them in this order."""
        outline = self.places[cell].outline
        return tuple((outline[turn], outline[(turn + 1) % 6]) for turn in range(6))

    def beyond(self, cell: Cell) -> tuple[Cell | None, ...]:
        """The neighbour over each of the six `sides`, ``None`` where the board ends."""
        q, r = self._axial[cell]
        return tuple(self._at.get((q + dq, r + dr)) for dq, dr in DIRECTIONS)

    def _place(self, cell: Cell) -> Place:
        centre = self.centre(*column_row(cell))
        return Place(centre, self.corners(centre))

    def corners(self, centre: Point) -> tuple[Point, ...]:
        """The six corners, mm, of a hex with that centre, in the order of `sides`."""
        radius = self.pitch_mm / math.sqrt(3)
        first = 30 if self.grid == "hex-pointy" else 60
        angles = [math.radians(first - 60 * turn) for turn in range(6)]
        return tuple((centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)) for angle in angles)

    def centre(self, column: int, row: int) -> Point:
        """Centre of the hex in that column and row, mm, whether the board has it or not."""
        left, top = self.sheet.origin_mm
        pitch, radius = self.pitch_mm, self.pitch_mm / math.sqrt(3)
        if self.grid == "hex-pointy":
            return left + pitch * (column + 0.5 + row % 2 / 2), top + radius * (1 + 1.5 * row)
        return left + radius * (1 + 1.5 * column), top + pitch * (row + 0.5 + column % 2 / 2)
