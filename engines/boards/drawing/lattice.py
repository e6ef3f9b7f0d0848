"""Regions of a hex board as outlines: also beyond its edge, so that land does not end where the paper does."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.boards.board import Point
from engines.boards.drawing.curves import loops
from engines.boards.hex import HexBoard, column_row
from engines.physical import Cell

Spot = tuple[int, int]
"""Column and row, on the board or beyond it."""

BEYOND = 2
"""Columns and rows drawn past the board's edge."""


def size(board: HexBoard) -> Spot:
    """Number of columns and rows."""
    spots = [column_row(cell) for cell in board.cells]
    return max(column for column, _ in spots) + 1, max(row for _, row in spots) + 1


def spots_where(board: HexBoard, within: Callable[[str], bool]) -> frozenset[Spot]:
    """Spots whose terrain satisfies `within`; past the edge the nearest hex's terrain goes on, holes are sea."""
    columns, rows = size(board)

    def terrain(column: int, row: int) -> str:
        inner = f"{min(max(column, 0), columns - 1):02d}{min(max(row, 0), rows - 1):02d}"
        return board.terrain(inner) if inner in board.cells else "sea"

    return frozenset(
        (column, row)
        for column in range(-BEYOND, columns + BEYOND)
        for row in range(-BEYOND, rows + BEYOND)
        if within(terrain(column, row))
    )


def outline_loops(board: HexBoard, spots: frozenset[Spot]) -> list[list[Point]]:
    """The closed outlines round `spots`, outer ones and those of holes, through the corners of hexes."""
    return loops(
        side for spot in spots for near, side in zip(_near(board, spot), _sides(board, spot)) if near not in spots
    )


def cell_loops(board: HexBoard, cells: Iterable[Cell]) -> list[list[Point]]:
    """The closed outlines round `cells` of the board."""
    return outline_loops(board, frozenset(column_row(cell) for cell in cells))


def _near(board: HexBoard, spot: Spot) -> tuple[Spot, ...]:
    column, row = spot
    if board.grid == "hex-pointy":
        odd = row % 2
        return (
            (column + 1, row), (column + odd, row - 1), (column - 1 + odd, row - 1),
            (column - 1, row), (column - 1 + odd, row + 1), (column + odd, row + 1),
        )  # fmt: skip
    odd = column % 2
    return (
        (column + 1, row + odd), (column + 1, row - 1 + odd), (column, row - 1),
        (column - 1, row - 1 + odd), (column - 1, row + odd), (column, row + 1),
    )  # fmt: skip


def _sides(board: HexBoard, spot: Spot) -> list[tuple[Point, Point]]:
    corners = board.corners(board.centre(*spot))
    return [(corners[turn], corners[(turn + 1) % 6]) for turn in range(6)]
