"""Railways and rivers as smooth lines along hexes, each stretch drawn once however many lists name it."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations

from engines.boards.board import Point
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import between, moved, quadratic, walk, wobble
from engines.boards.drawing.svg import at, group, number, path
from engines.boards.hex import HexBoard
from engines.physical import Cell

Bend = tuple[Point, Point, Point]
"""Start, control and end of a quadratic curve."""

SLEEPER_STEP = 2.3
"""Distance of sleepers, mm on a pitch of 24."""


def rail_layer(board: HexBoard, fine: bool = True) -> str:
    """Group ``rail``: a red line with sleepers."""
    unit = board.pitch_mm / 24
    bends = _bends(board, "rail", lambda cell: board.places[cell].centre, lambda one, other: 0.5)
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

    def bed(cell: Cell) -> Point:
        centre = board.places[cell].centre
        turn = 2.4 * unit * wobble(centre, "bed")
        return moved(centre, (-3.2 * unit) + turn, 4.4 * unit - abs(turn) * 0.5)

    def ford(one: Cell, other: Cell) -> float:
        return 0.5 + 0.2 * (1 if int(one) < int(other) else -1)

    bends = _bends(board, "river", bed, ford) + _mouths(board, bed)
    data = _data(bends)
    return group(
        "river",
        [
            path(data, f'stroke="{ink.HALO}" stroke-opacity="0.55" stroke-width="{number(3.1 * unit)}"'),
            path(data, f'stroke="{ink.WATER}" stroke-width="{number(1.9 * unit)}"'),
            path(data, f'stroke="{ink.WATER_LIGHT}" stroke-width="{number(0.7 * unit)}"'),
        ],
        'fill="none" stroke-linecap="round" stroke-linejoin="round"',
    )


def _data(bends: list[Bend]) -> str:
    return "".join(f"M{at(start)}Q{at(control)} {at(end)}" for start, control, end in bends)


def _bends(
    board: HexBoard, kind: str, middle: Callable[[Cell], Point], share: Callable[[Cell, Cell], float]
) -> list[Bend]:
    """Curves of all lines of `kind`, hex by hex from side to side; at ends and forks to the `middle`.

    `share` says where on the side between two cells the line crosses, from the side's first end.
    """
    bends: list[Bend] = []
    for cell in sorted(board.cells):
        near = board.along(kind, cell)
        if not near:
            continue
        gates = [between(*board.edge(cell, other), _share(share, cell, other)) for other in near]
        centre = middle(cell)
        joined: set[int] = set()
        for one, other in _through_pairs(near, board, cell):
            bends.append((gates[one], centre, gates[other]))
            joined |= {one, other}
        hub = quadratic(*bends[-1])(0.5) if joined else centre
        for index, gate in enumerate(gates):
            if index not in joined:
                bends.append((gate, between(gate, centre, 0.6), hub))
    return bends


def _share(share: Callable[[Cell, Cell], float], cell: Cell, other: Cell) -> float:
    """`share` seen from either cell: the side runs the other way round for the other."""
    return share(cell, other) if int(cell) < int(other) else 1 - share(other, cell)


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


def _mouths(board: HexBoard, bed: Callable[[Cell], Point]) -> list[Bend]:
    """The last stretch of rivers that end at a hex beside the sea or at the edge of the board."""
    mouths = []
    ends = {line.cells[-1] for line in board.chart.lines if line.kind == "river"}
    ends |= {line.cells[0] for line in board.chart.lines if line.kind == "river"}
    for cell in sorted(ends):
        if len(board.along("river", cell)) != 1:
            continue
        (source,) = board.along("river", cell)
        away = board.places[source].centre
        outward = [
            side
            for side, near in zip(board.sides(cell), board.beyond(cell))
            if near is None or board.terrain(near) == "sea"
        ]
        if outward:
            side = max(outward, key=lambda ends: math.dist(between(*ends), away))
            gate = between(board.places[cell].centre, between(*side), 1.3)
            mouths.append((bed(cell), between(bed(cell), gate), gate))
    return mouths

