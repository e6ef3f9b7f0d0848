"""Cuts a board into tiles that fit onto smaller paper, overlapping by a strip to glue them together. Only geometry."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from companion.paper.papers import FRAME_MM

GLUE_MM = 10.0
"""Width of the strip that two neighbours share: a glue stick is 15 to 20 mm wide, half of it holds."""


class Tile(msgspec.Struct, frozen=True):
    """A window onto the board, counted from the top left; all in mm of the board.

    The strip of `GLUE_MM` at its left edge (and at its top edge) is also on the neighbour before it.
    """

    row: int
    column: int
    x: float
    y: float
    w: float
    h: float

    @property
    def name(self) -> str:
        """Row as a letter, column as a number.

        >>> Tile(1, 2, 0, 0, 1, 1).name
        'B3'
        """
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


class Tiling(msgspec.Struct, frozen=True):
    """How a board lies on sheets of `sheet_mm`; all windows are equally large, in the middle of their sheets."""

    sheet_mm: tuple[float, float]
    rows: int
    columns: int
    tiles: Sequence[Tile]

    @property
    def window_mm(self) -> tuple[float, float]:
        """Width and height of every tile."""
        return self.tiles[0].w, self.tiles[0].h

    @property
    def corner_mm(self) -> tuple[float, float]:
        """Where the window's top left corner is on its sheet."""
        width, height = self.window_mm
        return (self.sheet_mm[0] - width) / 2, (self.sheet_mm[1] - height) / 2


def tiling(size_mm: tuple[float, float], upright_mm: tuple[float, float]) -> Tiling:
    """The tiling of a board of `size_mm` onto the paper `upright_mm`, turned so that the fewest sheets are needed.

    >>> tiling((1189, 841), (297, 420)).columns, tiling((1189, 841), (297, 420)).rows
    (5, 3)
    """
    upright, turned = (_tiled(size_mm, sheet) for sheet in (upright_mm, (upright_mm[1], upright_mm[0])))
    return min((turned, upright), key=lambda tiled: len(tiled.tiles))


def _tiled(size_mm: tuple[float, float], sheet_mm: tuple[float, float]) -> Tiling:
    (columns, width), (rows, height) = (_even(whole, side) for whole, side in zip(size_mm, sheet_mm))
    tiles = [
        Tile(row, column, column * (width - GLUE_MM), row * (height - GLUE_MM), width, height)
        for row in range(rows)
        for column in range(columns)
    ]
    return Tiling(sheet_mm, rows, columns, tiles)


def _even(whole: float, side: float) -> tuple[int, float]:
    """How many equal windows, each as long as `side` allows, cover `whole` with their strips, and how long each is."""
    longest = side - 2 * FRAME_MM
    count = max(1, math.ceil((whole - GLUE_MM) / (longest - GLUE_MM) - 1e-9))
    return count, (whole + (count - 1) * GLUE_MM) / count
