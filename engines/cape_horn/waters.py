"""The waters round Cape Horn: squares as numbers and as bits, what a wind leads to, stations, start, the line.

A square's number is ``row * 16 + column``; a set of squares is an int with a bit for each, so that whole sets are
compared, joined and widened at once.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from engines.bits import Bits, bits, members
from engines.boards.hex import column_row
from engines.boards.loader import load_any_board
from engines.boards.square import SquareBoard
from engines.cape_horn.voyage import COLOURS, DATA, MOVES, PRINTED, ZONES, Colour, Facing, Offset
from engines.data import DataError
from engines.physical import Cell

SHEETS = ("A2", "A1")
COLUMNS = 16
ROWS = 12

Spot: TypeAlias = int
Spots: TypeAlias = Bits
"""A set of squares: bit `spot` is set for each."""

STEP: dict[Facing, tuple[int, int]] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
"""Columns and rows of one square in each direction."""

FINISH: Cell = "finish"
"""Where a ship lies that has crossed the line."""


def board_on(sheet: str) -> SquareBoard:
    """The chart on that sheet of paper."""
    board = load_any_board(DATA / "board.toml", sheet)
    assert isinstance(board, SquareBoard)
    return board


BOARD = board_on(SHEETS[0])


def _spot(cell: Cell) -> Spot:
    column, row = column_row(cell)
    return row * COLUMNS + column


SPOT: dict[Cell, Spot] = {cell: _spot(cell) for cell in sorted(BOARD.cells)}
CELL: dict[Spot, Cell] = {spot: cell for cell, spot in SPOT.items()}


SEA: Spots = bits(set(CELL))
START: dict[int, Cell] = {int(number): cell for cell, number in BOARD.features["start"].items()}
"""Number → start square."""
STARTS: Spots = bits({SPOT[cell] for cell in START.values()})

FACING: dict[Cell, Facing] = {
    cell: zone.facing for zone in ZONES for cell in BOARD.cells if BOARD.terrain(cell) == f"zone{zone.id}"
}
"""The way that a tile must point on each square."""


class Station(NamedTuple):
    """A station: the place in the log book that it fills (0, 1, 2), and its colour."""

    zone: int
    colour: Colour


def _stations() -> dict[Spot, Station]:
    found: dict[Spot, Station] = {}
    for cell, label in BOARD.features["station"].items():
        colour, _, zone = label.partition("-")
        known = next((one for one in COLOURS if one == colour), None)
        if known is None or zone not in ("1", "2", "3"):
            raise DataError(DATA / "board.toml", f"features.station.{cell}", f"{label!r} is no colour and zone")
        found[SPOT[cell]] = Station(int(zone) - 1, known)
    return found


STATION: dict[Spot, Station] = _stations()
STATIONS: Spots = bits(set(STATION))

_LINE: frozenset[Spot] = frozenset(SPOT[cell] for cell in BOARD.features["line"])
_BEYOND: frozenset[Spot] = frozenset(spot - COLUMNS for spot in _LINE)
"""Places across the line, on no square of the board."""
ACROSS, FAR_ACROSS = -1, -2
"""Ends of movements across the line: in a place beyond it, or further."""

_NOT_WEST = bits({row * COLUMNS + column for row in range(ROWS) for column in range(1, COLUMNS)})
_NOT_EAST = bits({row * COLUMNS + column for row in range(ROWS) for column in range(COLUMNS - 1)})


def around(spots: Spots) -> Spots:
    """`spots` and every square that touches one of them at a side or a corner."""
    wide = spots | (spots & _NOT_EAST) << 1 | (spots & _NOT_WEST) >> 1
    return (wide | wide << COLUMNS | wide >> COLUMNS) & SEA


def aside(spots: Spots) -> Spots:
    """`spots` and every square that touches one of them at a side."""
    wide = spots | (spots & _NOT_EAST) << 1 | (spots & _NOT_WEST) >> 1
    return (wide | spots << COLUMNS | spots >> COLUMNS) & SEA


BESIDE: dict[Spot, Spots] = {spot: around(1 << spot) & ~(1 << spot) for spot in CELL}
"""The squares round each."""


class Leading(NamedTuple):
    """Where a wind leads: the squares at the ends of its movements, and whether one crosses the line.

    `lands`: whether one ends just beyond the line, no square further.
    """

    ends: Spots
    crosses: bool
    lands: bool


def heading(facing: Facing, offset: Offset) -> tuple[int, int]:
    """Columns and rows of a movement of `offset` (forward, starboard) under a tile that points to `facing`.

    >>> heading("south", (2, 1))
    (-1, 2)
    """
    dx, dy = STEP[facing]
    forward, starboard = offset
    return forward * dx - starboard * dy, forward * dy + starboard * dx


def _follow(spot: Spot, offset: Offset) -> Spot | None:
    """The square where a movement from `spot` ends; ``None`` where it would leave the board.

    `ACROSS` where it ends just across the line, `FAR_ACROSS` where it goes on beyond that.
    """
    across, down = heading(FACING[CELL[spot]], offset)
    steps = max(abs(across), abs(down))
    column, row = spot % COLUMNS, spot // COLUMNS
    for step in range(1, steps + 1):
        column, row = column + across // steps, row + down // steps
        if not (0 <= column < COLUMNS and 0 <= row < ROWS):
            return None
        here = row * COLUMNS + column
        if here in _BEYOND:
            return ACROSS if step == steps else FAR_ACROSS
        if here not in CELL:
            return None
    return row * COLUMNS + column


def _leading(spot: Spot, design: str) -> Leading:
    ends = {_follow(spot, offset) for offset in MOVES[design]}
    squares = bits({end for end in ends if end is not None and end in CELL})
    return Leading(squares, ACROSS in ends or FAR_ACROSS in ends, ACROSS in ends)


LEADS: dict[Spot, dict[str, Leading]] = {spot: {design: _leading(spot, design) for design in MOVES} for spot in CELL}
"""Square → design on it → where that leads."""

_TO_BITS = {ord(letter): "1" for letter in MOVES} | {ord("."): "0"}


@lru_cache(maxsize=4096)
def tiled(tiles: str) -> Spots:
    """The squares that bear a tile in a map of tiles; start squares among them."""
    return int(tiles[::-1].translate(_TO_BITS), 2)


NO_TILES = "".join(PRINTED if STARTS >> spot & 1 else "." for spot in range(COLUMNS * ROWS))
"""The map of tiles before the game: a letter for each place of the chart, row by row."""


@cache
def _from_line() -> dict[Spot, int]:
    reached, edge, steps = dict.fromkeys(_LINE, 1), bits(set(_LINE)), 1
    everything = edge
    while edge:
        steps += 1
        edge = around(edge) & ~everything
        everything |= edge
        reached |= dict.fromkeys(members(edge), steps)
    return reached


def to_line(cell: Cell) -> int:
    """Squares that a ship is away from the line at least, round the land; 0 across it."""
    return 0 if cell == FINISH else _from_line()[SPOT[cell]]
