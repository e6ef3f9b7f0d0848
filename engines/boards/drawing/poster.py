"""The poster map: composes every layer of a hex map with railways, rivers, safe zones and an interception track."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from engines.boards.drawing import palette as ink
from engines.boards.drawing.borders import leaders_layer, safe_layer
from engines.boards.drawing.ground import (
    coast_definition,
    grid_layer,
    ids_layer,
    land_layer,
    sea_layer,
    texture_layer,
)
from engines.boards.drawing.lattice import size
from engines.boards.drawing.legend import legend_layer
from engines.boards.drawing.lettering import lands_layer, names_layer, waters_layer
from engines.boards.drawing.margins import cards_layer, holding_layer, track_layer
from engines.boards.drawing.markers import markers_svg
from engines.boards.drawing.mirror import cells_layer, light
from engines.boards.drawing.ornaments import (
    caravan_layer,
    compass_layer,
    motto_layer,
    plane_layer,
    ships_layer,
    title_layer,
)
from engines.boards.drawing.routes import rail_layer, river_layer
from engines.boards.drawing.signs import built_layer, labels_layer, towns_layer
from engines.boards.drawing.svg import document, group, number, path
from engines.boards.hex import HexBoard

if TYPE_CHECKING:
    from engines.boards.chart import ChartedBoard

LAYERS = (
    "sea", "compass", "waters", "ships", "land", "texture", "caravan", "lands", "built", "grid", "safe", "river",
    "rail", "ids", "leaders", "towns", "labels", "names", "plane", "title", "paper", "frame", "holding", "track",
    "boxes", "legend", "motto", "markers",
)  # fmt: skip
"""Every group of the drawing, bottom to top."""


LIGHT_LAYERS = frozenset(LAYERS) - {"texture", "ids", "markers"}
"""Groups that a phone shows."""


def poster_map(board: ChartedBoard, lang: str) -> str:
    """The whole poster as it is printed."""
    assert isinstance(board, HexBoard)
    return poster(board, lang, LAYERS)


def poster_mirror(board: ChartedBoard, lang: str) -> str:
    """The poster for phones: without textures, with a coarser coast, and with a group ``cells`` to light up."""
    assert isinstance(board, HexBoard)
    return light(poster(board, lang, LIGHT_LAYERS, fine=False, over=cells_layer(board, bare="sea")))


def poster(board: HexBoard, lang: str, layers: Collection[str], fine: bool = True, over: str = "") -> str:
    """The poster with only those of `LAYERS` that are in `layers`; `over` is laid over them all."""
    drawn: Mapping[str, Callable[[], str]] = {
        "sea": lambda: sea_layer(board, _map_path(board), fine),
        "compass": lambda: compass_layer(board),
        "waters": lambda: waters_layer(board, lang),
        "ships": lambda: ships_layer(board),
        "caravan": lambda: caravan_layer(board),
        "land": lambda: land_layer(board, fine),
        "texture": lambda: texture_layer(board),
        "lands": lambda: lands_layer(board, lang),
        "built": lambda: built_layer(board),
        "grid": lambda: grid_layer(board),
        "safe": lambda: safe_layer(board),
        "river": lambda: river_layer(board),
        "rail": lambda: rail_layer(board, fine),
        "ids": lambda: ids_layer(board),
        "leaders": lambda: leaders_layer(board),
        "towns": lambda: towns_layer(board),
        "labels": lambda: labels_layer(board),
        "names": lambda: names_layer(board, lang),
        "plane": lambda: plane_layer(board),
        "title": lambda: title_layer(board, lang),
        "paper": lambda: _paper(board),
        "frame": lambda: _frame(board),
        "holding": lambda: holding_layer(board, lang),
        "track": lambda: track_layer(board, lang),
        "boxes": lambda: cards_layer(board, lang),
        "legend": lambda: legend_layer(board, lang),
        "motto": lambda: motto_layer(board, lang, map_rect(board)),
        "markers": lambda: markers_svg(board),
    }
    parts = [drawn[name]() for name in LAYERS if name in layers]
    return document(board.size_mm, [*parts, over], coast_definition(board, fine))


def map_rect(board: HexBoard) -> tuple[float, float, float, float]:
    """Left, top, width and height, mm, of the map inside its frame."""
    columns, rows = size(board)
    left, top = board.sheet.origin_mm
    radius, margin = board.pitch_mm / 3**0.5, board.pitch_mm / 8
    width = (columns + 0.5) * board.pitch_mm
    height = radius * (1.5 * rows + 0.5)
    return left - margin, top - margin, width + 2 * margin, height + 2 * margin


def _map_path(board: HexBoard) -> str:
    x, y, width, height = map_rect(board)
    return f"M{number(x)},{number(y)}h{number(width)}v{number(height)}h{number(-width)}z"


def _paper(board: HexBoard) -> str:
    """The night round the map, a window cut out for it, with the double gold line of a cinema poster."""
    unit = board.pitch_mm / 24
    width, height = board.size_mm
    sheet = f"M0,0h{number(width)}v{number(height)}h{number(-width)}z"
    parts = [path(sheet + _map_path(board), f'fill="{ink.NIGHT}" fill-rule="evenodd"')]
    for inset, stroke in ((4.0, 0.9), (6.2, 0.35)):
        edge = inset * unit
        parts.append(
            f'<rect x="{number(edge)}" y="{number(edge)}" width="{number(width - 2 * edge)}" '
            f'height="{number(height - 2 * edge)}" rx="{number(3 * unit)}" fill="none" stroke="{ink.GOLD}" '
            f'stroke-width="{number(stroke * unit)}"/>'
        )
    return group("paper", parts)


def _frame(board: HexBoard) -> str:
    """The gold frame of the map."""
    unit = board.pitch_mm / 24
    x, y, width, height = map_rect(board)
    parts = []
    for outset, stroke, colour in ((0.0, 1.2, ink.INK), (1.2, 1.4, ink.GOLD), (2.8, 0.35, ink.GOLD)):
        edge = outset * unit
        parts.append(
            f'<rect x="{number(x - edge)}" y="{number(y - edge)}" width="{number(width + 2 * edge)}" '
            f'height="{number(height + 2 * edge)}" fill="none" stroke="{colour}" '
            f'stroke-width="{number(stroke * unit)}"/>'
        )
    return group("frame", parts)
