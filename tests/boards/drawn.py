"""Small boards drawn as text, one of each kind, for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

from engines.boards.chart import ChartedBoard
from engines.boards.loader import load_any_board

HEAD = """
format = 1
edition = "drawn for a test"
status = "original"
"""
SHEET = """
[sheet.small]
size = [300, 300]
pitch = 20
origin = [20, 20]
pieces = { disc_mm = 12, square_mm = 12, height_mm = 3 }
marker = 12
marker_inset = 3
"""
GROUND = """
[[terrain]]
name = "sea"
codes = "."

[[terrain]]
name = "land"
codes = "c"
"""

POINTY = f'''{HEAD}
grid = "hex-pointy"
map = """
0 . . c c c .
1  . c c c c .
2 c c c c . .
3  c c _ c . .
4 . c c c . .
"""
{GROUND}{SHEET}'''

FLAT = POINTY.replace("hex-pointy", "hex-flat")

SQUARE = f'''{HEAD}
grid = "square"
map = """
0 c c c c
1 c . . c
2 c c _ c
3 c c c c
"""
{GROUND}{SHEET}'''

SQUARE_DIAGONAL = SQUARE.replace('grid = "square"', 'grid = "square"\ndiagonals = true')

RINGS = f'''{HEAD}
grid = "polar"
map = """
0 c c c c c c c c c c c c c c c c c c
1 c c c c c c c c c c c c c c c c c c
2 c c c c c c c c c c c c c c c c c c
3 c c c c c c c c c c c c c c c c c c
4 c c c c c c c c c c c c c c c c c c
"""
[polar]
ring_wrap = false
hole = 1.2
{GROUND}{SHEET}'''

RINGS_WRAPPED = RINGS.replace("ring_wrap = false", "ring_wrap = true")

STREETS = f"""{HEAD}
grid = "graph"
edges = "1-2 2-3 1-4 2-5 3-6 4-5 5-6 6-7"
[node]
1 = {{ x = 1, y = 1, code = "c" }}
2 = {{ x = 3, y = 1, code = "c" }}
3 = {{ x = 5, y = 1, code = "c" }}
4 = {{ x = 1, y = 3, code = "c" }}
5 = {{ x = 3, y = 3, code = "c" }}
6 = {{ x = 5, y = 3, code = "c" }}
7 = {{ x = 6, y = 5, code = "c", radius = 0.4 }}
{GROUND}{SHEET}"""

ALL = {
    "pointy hexes": POINTY,
    "flat hexes": FLAT,
    "squares": SQUARE,
    "squares with diagonals": SQUARE_DIAGONAL,
    "rings": RINGS,
    "rings that wrap": RINGS_WRAPPED,
    "streets": STREETS,
}


def board_of(folder: Path, toml: str, sheet: str = "small") -> ChartedBoard:
    """The board that `toml` draws, loaded from a file in `folder`."""
    path = folder / "board.toml"
    path.write_text(toml)
    load_any_board.cache_clear()
    return load_any_board(path, sheet)
