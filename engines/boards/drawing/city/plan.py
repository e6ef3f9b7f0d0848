"""The city map whole: every layer, the frame, the title, the legend and the boxes of prison and clinic."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from engines.boards.board import Point
from engines.boards.chart import Box
from engines.boards.drawing.city import inks as ink
from engines.boards.drawing.city.ground import (
    buildings_layer,
    gardens_layer,
    grid_layer,
    river_layer,
    roofs_layer,
    streets_layer,
    unit_of,
    walls_layer,
    ways_layer,
)
from engines.boards.drawing.city.names import names_layer
from engines.boards.drawing.city.signs import (
    BOLD,
    UNNUMBERED,
    barracks_layer,
    exit_sign,
    houses_layer,
    ids_layer,
    metro_layer,
    metro_sign,
    objectives_layer,
)
from engines.boards.drawing.curves import ring
from engines.boards.drawing.lattice import size
from engines.boards.drawing.markers import markers_svg
from engines.boards.drawing.mirror import cells_layer, light
from engines.boards.drawing.svg import document, group, number, path, polygon, text
from engines.boards.hex import HexBoard

if TYPE_CHECKING:
    from engines.boards.chart import ChartedBoard

LAYERS = (
    "streets", "river", "roofs", "gardens", "buildings", "ways", "grid", "walls", "houses", "barracks", "metro",
    "objectives", "ids", "names", "paper", "frame", "title", "legend", "values", "holding", "markers",
)  # fmt: skip
"""Every group of the drawing, bottom to top."""

LIGHT_LAYERS = frozenset(LAYERS) - {"ids", "markers"}
"""Groups that a phone shows."""

SAMPLES = (
    ("street", ink.STREET), ("avenue", ink.AVENUE), ("block", ink.ROOF), ("river", ink.WATER),
    ("objective", ink.OBJECTIVE), ("barracks", ink.BARRACKS), ("metro", ink.METRO), ("crowded", ink.CROWDED),
    ("popular", ink.POPULAR), ("garden", ink.GARDEN), ("stairs", ink.STAIRS), ("slope", ink.SLOPE), ("wall", ink.WALL),
)  # fmt: skip
"""Entries of the legend and their colours."""


def city_map(board: ChartedBoard, lang: str) -> str:
    """The whole map as it is printed."""
    assert isinstance(board, HexBoard)
    return city_plan(board, lang, LAYERS)


def city_mirror(board: ChartedBoard, lang: str) -> str:
    """The map for phones: fewer strokes, and a group ``cells`` to light up and to tap."""
    assert isinstance(board, HexBoard)
    return light(city_plan(board, lang, LIGHT_LAYERS, fine=False, over=cells_layer(board, bare=" ".join(UNNUMBERED))))


def city_plan(board: HexBoard, lang: str, layers: Collection[str], fine: bool = True, over: str = "") -> str:
    """The map with only those of `LAYERS` that are in `layers`; `over` is laid over them all."""
    drawn: Mapping[str, Callable[[], str]] = {
        "streets": lambda: streets_layer(board, map_rect(board)),
        "river": lambda: river_layer(board, map_rect(board)),
        "roofs": lambda: roofs_layer(board, fine),
        "gardens": lambda: gardens_layer(board, fine),
        "buildings": lambda: buildings_layer(board),
        "ways": lambda: ways_layer(board),
        "grid": lambda: grid_layer(board),
        "walls": lambda: walls_layer(board),
        "houses": lambda: houses_layer(board),
        "barracks": lambda: barracks_layer(board),
        "metro": lambda: metro_layer(board),
        "objectives": lambda: objectives_layer(board, lang),
        "ids": lambda: ids_layer(board),
        "names": lambda: names_layer(board, lang),
        "paper": lambda: _paper(board),
        "frame": lambda: _frame(board),
        "title": lambda: _title(board, lang),
        "legend": lambda: _legend(board, lang),
        "values": lambda: _values(board, lang),
        "holding": lambda: _holding(board, lang),
        "markers": lambda: markers_svg(board),
    }
    return document(board.size_mm, [*(drawn[name]() for name in LAYERS if name in layers), over])


def map_rect(board: HexBoard) -> tuple[float, float, float, float]:
    """Left, top, width and height, mm, of the map inside its frame."""
    columns, rows = size(board)
    left, top = board.sheet.origin_mm
    radius = board.pitch_mm / 3**0.5
    return left, top, (columns + 0.5) * board.pitch_mm, radius * (1.5 * rows + 0.5)


def _paper(board: HexBoard) -> str:
    """The margin: the sheet with the map cut out."""
    width, height = board.size_mm
    x, y, w, h = map_rect(board)
    sheet = f"M0,0H{number(width)}V{number(height)}H0z"
    window = f"M{number(x)},{number(y)}h{number(w)}v{number(h)}h{number(-w)}z"
    return group("paper", [path(sheet + window, f'fill="{ink.PAPER}" fill-rule="evenodd"')])


def _frame(board: HexBoard) -> str:
    unit = unit_of(board)
    x, y, w, h = map_rect(board)
    parts = []
    for out, stroke in ((0.6, 1.4), (2.2, 0.4)):
        parts.append(
            f'<rect x="{number(x - out * unit)}" y="{number(y - out * unit)}" width="{number(w + 2 * out * unit)}" '
            f'height="{number(h + 2 * out * unit)}" fill="none" stroke="{ink.FRAME}" '
            f'stroke-width="{number(stroke * unit)}"/>'
        )
    return group("frame", parts)


def _title(board: HexBoard, lang: str) -> str:
    """The title on the left of the upper margin."""
    unit = unit_of(board)
    x, y, _, _ = map_rect(board)
    middle = y / 2 - 0.6 * unit
    title = (
        f'<text x="{number(x)}" y="{number(middle + 5.0 * unit)}" font-size="{number(15 * unit)}" fill="{ink.FRAME}" '
        f'font-family="{ink.TITLE_FONT}" letter-spacing="{number(2 * unit)}">{board.word("title", lang)}</text>'
        f'<text x="{number(x + 98 * unit)}" y="{number(middle + 4.4 * unit)}" font-size="{number(6 * unit)}" '
        f'fill="{ink.INK_SOFT}" font-family="{ink.NAME_FONT}">{board.word("subtitle", lang)}</text>'
    )
    return group("title", [title])


def _values(board: HexBoard, lang: str) -> str:
    """What each kind of objective is worth, on the right of the upper margin."""
    unit = unit_of(board)
    x, y, width, _ = map_rect(board)
    worth: dict[str, str] = {}
    for cell, sign in sorted(board.features.get("sign", {}).items()):
        worth[sign] = board.features["value"][cell]
    ranked = sorted(worth.items(), key=lambda item: (-int(item[1]), item[0]))
    columns = -(-len(ranked) // 2)
    step, left = 62 * unit, x + width - columns * 62 * unit
    parts = []
    for place, (sign, value) in enumerate(ranked):
        spot: Point = (left + place % columns * step + 3 * unit, y / 2 + (-4.2 if place < columns else 4.2) * unit)
        parts.append(path(ring(spot, 3.0 * unit), f'fill="{ink.OBJECTIVE}" stroke="{ink.OBJECTIVE_EDGE}"'))
        parts.append(text(spot, value, 4.4 * unit, ink.INK, BOLD))
        parts.append(_beside(spot, board.word(f"kind_{sign}", lang), unit))
    return group("values", parts)


def _beside(spot: Point, words: str, unit: float) -> str:
    return (
        f'<text x="{number(spot[0] + 5 * unit)}" y="{number(spot[1] + 1.6 * unit)}" font-size="{number(4.6 * unit)}" '
        f'fill="{ink.INK}" font-family="{ink.NAME_FONT}">{words}</text>'
    )


def _legend(board: HexBoard, lang: str) -> str:
    """The kinds of terrain in the lower margin."""
    unit = unit_of(board)
    x, y, width, height = map_rect(board)
    low = (y + height + board.size_mm[1]) / 2
    step = width / len(SAMPLES)
    parts = []
    for place, (key, colour) in enumerate(SAMPLES):
        spot = (x + (place + 0.1) * step, low)
        hexagon = [(spot[0] + dx * unit, spot[1] + dy * unit) for dx, dy in HEXAGON]
        parts.append(polygon(hexagon, f'fill="{colour}" stroke="{ink.INK_SOFT}" stroke-width="{number(0.4 * unit)}"'))
        if key == "metro":
            parts.append(metro_sign(spot, unit * 0.6))
        if key == "barracks":
            parts.append(exit_sign(spot, "1", unit * 0.7))
        parts.append(_small(spot, board.word(key, lang), unit))
    return group("legend", parts)


HEXAGON = ((0, -4.6), (4, -2.3), (4, 2.3), (0, 4.6), (-4, 2.3), (-4, -2.3))


def _small(spot: Point, words: str, unit: float) -> str:
    """An entry's name in one line or two."""
    first, _, rest = words.partition(", ") if len(words) > 14 else (words, "", "")
    if len(words) > 14 and not rest:
        first, _, rest = words.rpartition(" ")
    lines = [line for line in (first, rest) if line]
    x, style = spot[0] + 6 * unit, f'font-size="{number(4.2 * unit)}" fill="{ink.INK}" font-family="{ink.NAME_FONT}"'
    heights = (spot[1] + (1.5 + 4.4 * (turn - (len(lines) - 1) / 2)) * unit for turn in range(len(lines)))
    return "".join(f'<text x="{number(x)}" y="{number(y)}" {style}>{line}</text>' for line, y in zip(lines, heights))


def _holding(board: HexBoard, lang: str) -> str:
    """The boxes beside the map: one with bars for the prison, one with a cross for the hospital."""
    unit = unit_of(board)
    parts = []
    for box in board.sheet.boxes:
        if box.kind != "holding":
            continue
        edge = f'fill="#ddd5c6" stroke="{ink.FRAME}" stroke-width="{number(0.8 * unit)}"'
        parts.append(polygon(box.corners, edge))
        prison = board.terrain(box.of or "") == "prison"
        sign, colour = (_bars(box), ink.PRISON) if prison else (_cross(box), ink.CLINIC)
        parts.append(path(sign, f'fill="none" stroke="{colour}" stroke-opacity="0.35" stroke-width="{number(unit)}"'))
        word = "prison" if prison else "kind_clinic"
        parts.append(text((box.centre[0], box.y - 4 * unit), board.word(word, lang), 5 * unit, ink.FRAME, BOLD))
    return group("holding", parts)


def _bars(box: Box) -> str:
    shares = (0.2, 0.4, 0.6, 0.8)
    return "".join(f"M{number(box.x + box.w * share)},{number(box.y)}v{number(box.h)}" for share in shares)


def _cross(box: Box) -> str:
    (x, y), arm, half = box.centre, box.w * 0.36, box.w * 0.12
    steps = [(half, -arm), (half, -half), (arm, -half), (arm, half), (half, half), (half, arm)]
    corners = [*steps, *((-dx, -dy) for dx, dy in steps)]
    return "M" + "L".join(f"{number(x + dx)},{number(y + dy)}" for dx, dy in corners) + "z"
