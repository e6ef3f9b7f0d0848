"""Light-green borders round safe hexes and zones, one outline round whatever hangs together; holding boxes' leaders."""

from __future__ import annotations

import math

from engines.boards.board import Point
from engines.boards.chart import Box
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import between, inset, ring
from engines.boards.drawing.lattice import cell_loops
from engines.boards.drawing.signs import inner_hex
from engines.boards.drawing.svg import at, group, number, path, points_path, polygon
from engines.boards.hex import HexBoard


def safe_layer(board: HexBoard) -> str:
    """Group ``safe``: the borders, inside the cells they protect."""
    unit = board.pitch_mm / 24
    loops = cell_loops(board, board.zones_of("safe"))
    rim = "".join(points_path(loop, closed=True) for loop in loops)
    band = "".join(points_path(inset(loop, 1.3 * unit), closed=True) for loop in loops)
    return group(
        "safe",
        [
            path(band, f'stroke="{ink.SAFE_INK}" stroke-width="{number(2.9 * unit)}"'),
            path(band, f'stroke="{ink.SAFE}" stroke-width="{number(2.1 * unit)}"'),
            path(rim, f'stroke="{ink.SAFE_INK}" stroke-width="{number(0.5 * unit)}"'),
        ],
        'fill="none" stroke-linejoin="round"',
    )


def leaders_layer(board: HexBoard) -> str:
    """Group ``leaders``: from each holding box on the map to the hex it belongs to."""
    unit = board.pitch_mm / 24
    parts = []
    for box in board.sheet.boxes:
        if box.kind != "holding" or box.of not in board.cells:
            continue
        centre = board.places[box.of].centre
        start = _nearest(box, centre)
        end = between(centre, start, min(1.0, board.pitch_mm * 0.5 / math.dist(start, centre)))
        line = f"M{at(start)}L{at(end)}"
        dashes = f'stroke-dasharray="{number(3 * unit)} {number(1.6 * unit)}"'
        parts += [
            path(line, f'stroke="{ink.HALO}" stroke-opacity="0.8" stroke-width="{number(2.2 * unit)}"'),
            path(line, f'stroke="{ink.NIGHT}" stroke-width="{number(0.9 * unit)}" {dashes}'),
            polygon(inner_hex(board, box.of, 0.97), f'stroke="{ink.NIGHT}" stroke-width="{number(1.0 * unit)}"'),
            path(ring(start, 1.3 * unit), f'fill="{ink.NIGHT}"'),
        ]
    return group("leaders", parts, 'fill="none"')


def _nearest(box: Box, point: Point) -> Point:
    """The point on the box's rim nearest to `point`."""
    return (min(max(point[0], box.x), box.x + box.w), min(max(point[1], box.y), box.y + box.h))
