"""Boards of squares, with or without diagonal neighbours. Cell ids are ``CCRR``, column and row from 00."""

from __future__ import annotations

from engines.boards.board import Place
from engines.boards.chart import Chart, ChartedBoard, Sheet
from engines.boards.hex import column_row
from engines.physical import Cell

STRAIGHT = ((1, 0), (0, -1), (-1, 0), (0, 1))
DIAGONAL = ((1, -1), (-1, -1), (-1, 1), (1, 1))


class SquareBoard(ChartedBoard):
    """A board of squares; `diagonals`: cells that touch at a corner are neighbours too.

    >>> board.neighbours("0101")
    ('0201', '0100', '0001', '0102')
    """

    grid = "square"

    def __init__(self, chart: Chart, sheet: Sheet, diagonals: bool = False) -> None:
        super().__init__(chart, sheet)
        self.diagonals = diagonals
        self._steps = (*STRAIGHT, *DIAGONAL) if diagonals else STRAIGHT
        self._spots = {cell: column_row(cell) for cell in chart.terrain}
        self._at = {spot: cell for cell, spot in self._spots.items()}
        self.places = {cell: self._place(cell) for cell in self._spots} | self._box_places()

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        column, row = self._spots[cell]
        around = ((column + dx, row + dy) for dx, dy in self._steps)
        return tuple(self._at[spot] for spot in around if spot in self._at)

    def distance(self, one: Cell, other: Cell) -> int:
        dx, dy = self._apart(one, other)
        return max(abs(dx), abs(dy)) if self.diagonals else abs(dx) + abs(dy)

    def line(self, one: Cell, other: Cell) -> tuple[Cell, ...]:
        dx, dy = self._apart(one, other)
        if dx and dy and not (self.diagonals and abs(dx) == abs(dy)):
            raise ValueError(f"{one} and {other} are not on a straight line of squares")
        steps = max(abs(dx), abs(dy))
        column, row = self._spots[one]
        spots = [(column + _sign(dx) * step, row + _sign(dy) * step) for step in range(steps + 1)]
        if gap := next((spot for spot in spots if spot not in self._at), None):
            raise ValueError(f"the line from {one} to {other} leaves the board at {gap}")
        return tuple(self._at[spot] for spot in spots)

    def _apart(self, one: Cell, other: Cell) -> tuple[int, int]:
        (x, y), (x2, y2) = self._spots[one], self._spots[other]
        return x2 - x, y2 - y

    def _place(self, cell: Cell) -> Place:
        column, row = self._spots[cell]
        pitch = self.pitch_mm
        x, y = self.sheet.origin_mm[0] + column * pitch, self.sheet.origin_mm[1] + row * pitch
        return Place((x + pitch / 2, y + pitch / 2), ((x, y), (x + pitch, y), (x + pitch, y + pitch), (x, y + pitch)))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
