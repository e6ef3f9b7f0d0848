"""What makes a drawing fit for a phone: every place as an element to be lit or tapped, and fewer digits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engines.boards.drawing.svg import group, number

if TYPE_CHECKING:
    from engines.boards.chart import ChartedBoard


def cells_layer(board: ChartedBoard, *, bare: str | None = None) -> str:
    """Group ``cells``: each place as ``<path data-cell="2702" class="cell city" …>``, unseen until it is styled.

    Holding boxes and tracks have class ``cell box``; ``data-of`` names the cell that a holding box belongs to.
    `bare`: on paper every cell bears its id but those on such ground (``"block river"``). The group says so as
    ``data-bare``, and a phone writes the ids too where there is room. ``None``: the print has none.
    """
    look = 'fill="transparent" stroke="none"' + ("" if bare is None else f' data-bare="{bare}"')
    return group("cells", [_cell(board, cell) for cell in board.places], look)


def _cell(board: ChartedBoard, cell: str) -> str:
    place = board.places[cell]
    kind = board.terrain(cell) if cell in board.cells else "box"
    of = f' data-of="{place.of}"' if place.of else ""
    x, y = place.outline[0]
    steps = []
    for corner in place.outline[1:]:
        steps.append(f"{number(corner[0] - x)},{number(corner[1] - y)}")
        x, y = corner
    start = f"{number(place.outline[0][0])},{number(place.outline[0][1])}"
    return f'<path data-cell="{cell}"{of} class="cell {kind}" d="M{start}l{" ".join(steps)}z"/>'


def light(svg: str) -> str:
    """`svg` with path data to a tenth of a millimetre."""
    return re.sub(r' d="[^"]*"', lambda data: re.sub(r"-?\d+\.\d+", _tenth, data.group()), svg)


def _tenth(digits: re.Match[str]) -> str:
    short = f"{float(digits.group()):.1f}".removesuffix(".0")
    return "0" if short == "-0" else short
