"""Draws the ArUco markers in a board's corners; their patterns are data."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engines.boards.board import Point
from engines.boards.drawing.svg import group, number, polygon
from engines.data import load_toml

if TYPE_CHECKING:
    from engines.boards.chart import ChartedBoard

MODULES = 6
"""Modules along the black edge: four of pattern and the rim."""
QUIET_MODULES = 1
"""White margin round a marker, in modules."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    modules: dict[str, list[str]]


@cache
def patterns() -> dict[int, tuple[str, ...]]:
    """Marker id → its four rows of modules, ``1`` for white."""
    file = load_toml(Path(__file__).with_name("markers.toml"), _File)
    return {int(marker): tuple(rows) for marker, rows in file.modules.items()}


def markers_svg(board: ChartedBoard) -> str:
    """The group ``markers``: each marker of `board` with its white quiet zone."""
    return group("markers", [marker_svg(marker, corners) for marker, corners in board.markers.items()])


def marker_svg(marker: int, corners: tuple[Point, ...]) -> str:
    """One marker whose black edge has these corners, with its white quiet zone."""
    (left, top), (right, _), _, _ = corners
    module = (right - left) / MODULES
    quiet = module * QUIET_MODULES
    side = right - left + 2 * quiet
    white = "".join(
        f"M{number(left + module * (column + 1))},{number(top + module * (row + 1))}"
        f"h{number(module)}v{number(module)}h{number(-module)}z"
        for row, bits in enumerate(patterns()[marker])
        for column, bit in enumerate(bits)
        if bit == "1"
    )
    return (
        f'<rect x="{number(left - quiet)}" y="{number(top - quiet)}" width="{number(side)}" height="{number(side)}" '
        f'fill="#fff"/>' + polygon(corners, 'fill="#000"') + f'<path d="{white}" fill="#fff"/>'
    )
