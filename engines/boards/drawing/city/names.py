"""Names of streets, avenues and squares, lettered along them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from engines.boards.board import Point
from engines.boards.chart import Line
from engines.boards.drawing.city import inks as ink
from engines.boards.drawing.city.ground import unit_of
from engines.boards.drawing.svg import group, number, text
from engines.boards.hex import HexBoard
from engines.physical import Cell

SIZES = {"avenue": 4.0, "street": 3.2}
"""Size of names, mm on a pitch of 19."""
REPEAT = 13
"""Hexes after which the name of a long avenue stands again."""
STEEP = 22.0
"""Degrees from upright within which a street counts as upright: its hexes stand in a zigzag."""
AROUND = 3
"""Hexes before and after a name that say where its street goes."""
STRAIGHT = 0.5
"""Pitches that hexes of a straight street lie beside its line, at most; those of an upright one lie a quarter."""
GLYPH = 0.55
"""Mean width of a glyph, in sizes."""
SPACED = {"avenue": 0.12, "street": 0.03}
"""What is left between glyphs, in sizes."""


def names_layer(board: HexBoard, lang: str) -> str:
    """Group ``names``: streets and avenues first, squares on top."""
    shared = _shared(board)
    parts = [label for line in board.chart.lines for label in _along(board, line, lang, shared)]
    unit = unit_of(board)
    for zone in board.chart.zones:
        if zone.kind == "square":
            spots = [board.places[cell].centre for cell in zone.cells]
            middle = (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
            parts += _stacked(middle, zone.names.get(lang, zone.names["en"]), 5.4 * unit)
    return group("names", parts, f'font-family="{ink.NAME_FONT}"')


def _shared(board: HexBoard) -> frozenset[Cell]:
    """Hexes where streets meet, those of squares, whose own names stand there, and those with the sign of an exit."""
    lines = Counter(cell for line in board.chart.lines for cell in set(line.cells))
    squares = {cell for zone in board.chart.zones if zone.kind == "square" for cell in zone.cells}
    crossings = {cell for cell, count in lines.items() if count > 1}
    return frozenset(squares | crossings | board.features.get("exit", {}).keys())


def _along(board: HexBoard, line: Line, lang: str, shared: frozenset[Cell]) -> list[str]:
    unit = unit_of(board)
    name, size = line.names.get(lang, line.names["en"]), SIZES[line.kind] * unit
    spots = [board.places[cell].centre for cell in line.cells]
    spaced = GLYPH + SPACED[line.kind]
    needed = len(name) * spaced * size / board.pitch_mm
    count = max(1, round(len(spots) / REPEAT)) if line.kind == "avenue" else 1
    labels = []
    for step in range(count):
        wanted = (len(spots) - 1) * (2 * step + 1) / (2 * count)
        middle = _clear_of(shared, line.cells, wanted, needed, len(spots) / count / 2)
        low, high = max(0, math.floor(middle - needed / 2)), min(len(spots) - 1, math.ceil(middle + needed / 2))
        at, degrees = _lies_along(spots, low, high, middle, board.pitch_mm)
        labels.append(_lettered(at, degrees, name, size, line.kind))
    return labels


def _lies_along(spots: Sequence[Point], low: int, high: int, middle: float, pitch: float) -> tuple[Point, float]:
    """Where the middle of a name over the spots `low` to `high` stands, and its degrees, never upside down.

    Hexes of a slanting street stand in a zigzag, and a few of them point elsewhere than the street: as far as it is
    straight, its hexes before and after the name say where it goes (least squares through their centres).
    """
    near = [_fitted(spots[max(0, low - more) : high + 1 + more]) for more in range(AROUND, -1, -1)]
    at, along, _ = next((fit for fit in near if fit[2] <= STRAIGHT * pitch), near[-1])
    here = spots[int(middle)]
    after = spots[min(int(middle) + 1, len(spots) - 1)]
    part = middle - int(middle)
    x, y = here[0] + (after[0] - here[0]) * part - at[0], here[1] + (after[1] - here[1]) * part - at[1]
    far = x * along[0] + y * along[1]
    degrees = math.degrees(math.atan2(along[1], along[0]))
    if not -89 < degrees < 89:
        degrees = degrees - 180 if degrees > 89 else degrees + 180
    if abs(abs(degrees) - 90) < STEEP:
        degrees = -90.0
    return (at[0] + along[0] * far, at[1] + along[1] * far), degrees


def _fitted(spots: Sequence[Point]) -> tuple[Point, Point, float]:
    """The line through `spots` nearest to all: a point, its direction, and how far off the farthest one lies."""
    x, y = (sum(part) / len(spots) for part in zip(*spots))
    xx, yy = sum((a - x) ** 2 for a, _ in spots), sum((b - y) ** 2 for _, b in spots)
    xy = sum((a - x) * (b - y) for a, b in spots)
    angle = math.atan2(2 * xy, xx - yy) / 2
    along = (math.cos(angle), math.sin(angle))
    return (x, y), along, max(abs((b - y) * along[0] - (a - x) * along[1]) for a, b in spots)


def _clear_of(shared: frozenset[Cell], cells: Sequence[Cell], wanted: float, needed: float, farthest: float) -> float:
    """The middle for a name over `needed` hexes, near the `wanted` one, where it covers fewest of the `shared` hexes.

    At most `farthest` from it, and all of the name on the street where that is long enough.
    """
    room = len(cells) - 1 - needed
    shifts = [shift / 2 for shift in range(-int(2 * farthest), int(2 * farthest) + 1)]
    middles = [wanted + shift for shift in shifts if needed / 2 <= wanted + shift <= needed / 2 + room] or [wanted]

    def cost(middle: float) -> tuple[int, float]:
        low, high = math.floor(middle - needed / 2), math.ceil(middle + needed / 2)
        return sum(cell in shared for cell in cells[max(0, low) : high + 1]), abs(middle - wanted)

    return min(middles, key=cost)


def _lettered(middle: Point, degrees: float, name: str, size: float, kind: str) -> str:
    """`name` with its middle there, turned by `degrees`."""
    turn = f' transform="rotate({number(degrees)} {number(middle[0])} {number(middle[1])})"' if degrees else ""
    weight = "700" if kind == "avenue" else "600"
    spaced = f'letter-spacing="{number(size * SPACED[kind])}"'
    halo = f'stroke="{ink.HALO}" stroke-width="{number(size * 0.3)}" stroke-linejoin="round" stroke-opacity="0.75"'
    fill = ink.INK if kind == "avenue" else ink.INK_SOFT
    style = f'font-weight="{weight}" {spaced}{turn}'
    shown = name.upper() if kind == "avenue" else name
    return text(middle, shown, size, ink.HALO, f"{halo} {style}") + text(middle, shown, size, fill, style)


def _stacked(middle: Point, name: str, size: float) -> list[str]:
    """The name of a square in two lines: what it is, and its own name."""
    kind, _, own = name.partition(" ")
    halo = f'stroke="{ink.HALO}" stroke-width="{number(size * 0.3)}" stroke-linejoin="round" stroke-opacity="0.85"'
    parts = []
    for words, dy, scale in ((kind, -0.62, 0.72), (own, 0.42, 1.0)):
        spot, style = (middle[0], middle[1] + dy * size), 'font-weight="700"'
        parts.append(text(spot, words, size * scale, ink.HALO, f"{halo} {style}"))
        parts.append(text(spot, words, size * scale, ink.INK, style))
    return parts
