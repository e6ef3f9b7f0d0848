"""Railways and rivers as smooth lines along hexes, each stretch drawn once however many lists name it."""

from __future__ import annotations

import math
from itertools import combinations

from engines.boards.board import Point
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import between, moved, quadratic, smooth_open, walk, wobble
from engines.boards.drawing.svg import at, group, number, path
from engines.boards.hex import HexBoard
from engines.physical import Cell

Bend = tuple[Point, Point, Point]
"""Start, control and end of a quadratic curve."""

ASIDE = (-3.4, 4.2)
"""How far rivers keep from the middle of their hexes, where railways run; mm on a pitch of 24."""
SLEEPER_STEP = 2.3
"""Distance of sleepers, mm on a pitch of 24."""


def rail_layer(board: HexBoard, fine: bool = True) -> str:
    """Group ``rail``: a red line with sleepers."""
    unit = board.pitch_mm / 24
    bends = rail_bends(board)
    data = _data(bends)
    halo = path(data, f'stroke="{ink.HALO}" stroke-opacity="0.75" stroke-width="{number(3.6 * unit)}"')
    line = path(data, f'stroke="{ink.RAIL}" stroke-width="{number(1.15 * unit)}"')
    parts = [halo, line]
    if fine:
        ticks = "".join(_tick(spot, degrees, 1.5 * unit) for bend in bends
                        for spot, degrees in walk(quadratic(*bend), SLEEPER_STEP * unit))  # fmt: skip
        parts.insert(1, path(ticks, f'stroke="{ink.SLEEPER}" stroke-width="{number(0.62 * unit)}"'))
    return group("rail", parts, 'fill="none" stroke-linecap="butt" stroke-linejoin="round"')


def _tick(spot: Point, degrees: float, half: float) -> str:
    across = math.radians(degrees + 90)
    dx, dy = half * math.cos(across), half * math.sin(across)
    return f"M{at(moved(spot, -dx, -dy))}L{at(moved(spot, dx, dy))}"


def river_layer(board: HexBoard) -> str:
    """Group ``river``: blue lines that wander beside the middle of their hexes and run out into the sea."""
    unit = board.pitch_mm / 24
    data = "".join(smooth_open(_river_bed(board, line.cells)) for line in board.chart.lines if line.kind == "river")
    return group(
        "river",
        [
            path(data, f'stroke="{ink.HALO}" stroke-opacity="0.5" stroke-width="{number(3.1 * unit)}"'),
            path(data, f'stroke="{ink.WATER}" stroke-width="{number(1.9 * unit)}"'),
            path(data, f'stroke="{ink.WATER_LIGHT}" stroke-width="{number(0.7 * unit)}"'),
        ],
        'fill="none" stroke-linecap="round" stroke-linejoin="round"',
    )


def _river_bed(board: HexBoard, cells: tuple[Cell, ...]) -> list[Point]:
    """Points that a river flows through: in each hex and on each side it crosses, always off the railway's middle."""
    unit = board.pitch_mm / 24
    bed = []
    for index, cell in enumerate(cells):
        centre = board.places[cell].centre
        turn = 1.6 * unit * wobble(centre, "bed")
        bed.append(moved(centre, ASIDE[0] * unit + turn, ASIDE[1] * unit - turn))
        if index + 1 < len(cells):
            bed.append(_ford(board, cell, cells[index + 1]))
    if mouth := _mouth(board, cells[-1], cells[-2]):
        bed.append(mouth)
    elif mouth := _mouth(board, cells[0], cells[1]):
        bed.insert(0, mouth)
    return bed


def _ford(board: HexBoard, cell: Cell, other: Cell) -> Point:
    """Where a river crosses the side between two hexes: shifted along it to the same hand as in the hexes."""
    unit = board.pitch_mm / 24
    start, end = board.edge(cell, other)
    length = math.dist(start, end)
    along = ((end[0] - start[0]) * ASIDE[0] + (end[1] - start[1]) * ASIDE[1]) * unit / length
    return between(start, end, 0.5 + along / length)


def _mouth(board: HexBoard, cell: Cell, source: Cell) -> Point | None:
    """A point in the sea beside `cell`, or past the board's edge, away from `source`; none for an inland end."""
    if len(board.along("river", cell)) != 1:
        return None
    outward = [
        between(*side)
        for side, near in zip(board.sides(cell), board.beyond(cell))
        if near is None or board.terrain(near) == "sea"
    ]
    if not outward:
        return None
    away = board.places[source].centre
    return between(board.places[cell].centre, max(outward, key=lambda gate: math.dist(gate, away)), 1.1)


def _data(bends: list[Bend]) -> str:
    return "".join(f"M{at(start)}Q{at(control)} {at(end)}" for start, control, end in bends)


def rail_bends(board: HexBoard, kind: str = "rail") -> list[Bend]:
    """Curves of all lines of `kind`, hex by hex, from the middle of a side to that of another.

    At ends and forks they lead to the middle of the hex, or to the curve that passes there.
    """
    bends: list[Bend] = []
    for cell in sorted(board.cells):
        near = board.along(kind, cell)
        gates = [between(*board.edge(cell, other)) for other in near]
        centre = board.places[cell].centre
        joined: set[int] = set()
        for one, other in _through_pairs(near, board, cell):
            bends.append((gates[one], centre, gates[other]))
            joined |= {one, other}
        hub = quadratic(*bends[-1])(0.5) if joined else centre
        bends += [(gate, between(gate, centre, 0.6), hub) for index, gate in enumerate(gates) if index not in joined]
    return bends


def _through_pairs(near: tuple[Cell, ...], board: HexBoard, cell: Cell) -> list[tuple[int, int]]:
    """Which of the cells joined to `cell` are drawn as one line through it: the straightest pair."""
    if len(near) < 2:
        return []
    x, y = board.places[cell].centre

    def straightness(pair: tuple[int, int]) -> float:
        (x1, y1), (x2, y2) = (board.places[near[index]].centre for index in pair)
        return (x1 - x) * (x2 - x) + (y1 - y) * (y2 - y)

    pairs = sorted(combinations(range(len(near)), 2), key=straightness)
    first = pairs[0]
    others = [pair for pair in pairs if not set(pair) & set(first)]
    return [first, *others[:1]] if len(near) == 4 else [first]
