"""Light-green borders round safe hexes and zones, one outline round whatever hangs together; holding boxes' leaders."""

from __future__ import annotations

from engines.boards.board import Point
from engines.boards.chart import Box
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import ring
from engines.boards.drawing.lattice import cell_loops
from engines.boards.drawing.svg import at, group, number, path, points_path
from engines.boards.hex import HexBoard


def safe_data(board: HexBoard) -> str:
    """Path data of the outlines of all safe cells."""
    return "".join(points_path(loop, closed=True) for loop in cell_loops(board, board.zones_of("safe")))


def safe_layer(board: HexBoard) -> str:
    """Group ``safe``: the borders, inside the cells they protect."""
    unit = board.pitch_mm / 24
    data = safe_data(board)
    inside = 'fill="none" stroke-linejoin="round" clip-path="url(#safe-clip)"'
    return group(
        "safe",
        [
            path(data, f'{inside} stroke="{ink.SAFE_INK}" stroke-width="{number(5.6 * unit)}"'),
            path(data, f'{inside} stroke="{ink.SAFE}" stroke-width="{number(4.8 * unit)}"'),
            path(data, f'fill="none" stroke="{ink.SAFE_INK}" stroke-width="{number(0.5 * unit)}" '
                       'stroke-linejoin="round"'),
        ],
    )  # fmt: skip


def leaders_layer(board: HexBoard) -> str:
    """Group ``leaders``: from each holding box on the map to the hex it belongs to."""
    unit = board.pitch_mm / 24
    parts = []
    for box in board.sheet.boxes:
        if box.kind != "holding" or box.of not in board.cells:
            continue
        centre = board.places[box.of].centre
        start = _nearest(box, centre)
        line = f"M{at(start)}L{at(centre)}"
        radius = board.pitch_mm / 2 * 0.86
        distance = ((start[0] - centre[0]) ** 2 + (start[1] - centre[1]) ** 2) ** 0.5
        share = max(0.0, 1 - radius / distance)
        end = (start[0] + (centre[0] - start[0]) * share, start[1] + (centre[1] - start[1]) * share)
        line = f"M{at(start)}L{at(end)}"
        parts += [
            path(line, f'stroke="{ink.HALO}" stroke-opacity="0.8" stroke-width="{number(2.2 * unit)}"'),
            path(line, f'stroke="{ink.NIGHT}" stroke-width="{number(0.9 * unit)}" '
                       f'stroke-dasharray="{number(3 * unit)} {number(1.6 * unit)}"'),
            path(ring(centre, radius), f'stroke="{ink.NIGHT}" stroke-width="{number(0.8 * unit)}" '
                                       f'stroke-dasharray="{number(3 * unit)} {number(1.6 * unit)}"'),
            path(ring(start, 1.3 * unit), f'fill="{ink.NIGHT}"'),
        ]  # fmt: skip
    return group("leaders", parts, 'fill="none"')


def _nearest(box: Box, point: Point) -> Point:
    """The point on the box's rim nearest to `point`."""
    return (min(max(point[0], box.x), box.x + box.w), min(max(point[1], box.y), box.y + box.h))
