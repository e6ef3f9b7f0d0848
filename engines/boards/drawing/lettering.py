"""Names on the poster map: places under their signs with a halo, seas and countries widely spaced."""

from __future__ import annotations

from engines.boards.board import Point
from engines.boards.chart import Caption
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import moved
from engines.boards.drawing.svg import group, number
from engines.boards.drawing.svg import text as words
from engines.boards.hex import HexBoard

NAME_DROP = 9.1
"""How far below the middle of its hex a name stands, mm on a pitch of 24: a piece leaves it free."""
SIZES = {"city": 4.9, "port": 4.9, "town": 4.4, "african_town": 4.4, "casablanca": 4.9}
WIDEST = 22.5
"""Longest name, mm on a pitch of 24; longer ones are set smaller."""
MEAN_GLYPH = 0.53
"""Width allowed for a glyph of Cabin, in sizes: the mean over the names of the map is 0.49."""


def name_size(name: str, kind: str) -> float:
    """Size of a place's name, mm on a pitch of 24."""
    return min(SIZES[kind], WIDEST / (MEAN_GLYPH * len(name)))


def names_layer(board: HexBoard, lang: str) -> str:
    """Group ``names``: the name of every city and town, in the lower part of its hex."""
    unit = board.pitch_mm / 24
    parts = []
    for cell in sorted(board.chart.names):
        kind, name = board.terrain(cell), board.name(cell, lang)
        spot = moved(board.places[cell].centre, 0, NAME_DROP * unit)
        weight = "600" if kind in ("town", "african_town") else "700"
        fill = ink.STAMP if kind == "casablanca" else ink.INK
        parts.append(haloed(spot, name, name_size(name, kind) * unit, fill, f'font-weight="{weight}"'))
    return group("names", parts, f'font-family="{ink.NAME_FONT}"')


def haloed(spot: Point, name: str, size: float, fill: str, attributes: str, halo: str = ink.HALO) -> str:
    """`name` on a halo that keeps it legible over lines."""
    wide = f'stroke="{halo}" stroke-width="{number(size * 0.34)}" stroke-linejoin="round" stroke-opacity="0.85"'
    return words(spot, name, size, halo, f"{wide} {attributes}") + words(spot, name, size, fill, attributes)


def waters_layer(board: HexBoard, lang: str) -> str:
    """Group ``waters``: names of seas."""
    return group("waters", [_caption(board, caption, lang) for caption in board.chart.captions if _is_water(caption)])


def lands_layer(board: HexBoard, lang: str) -> str:
    """Group ``lands``: names of countries and deserts, pale, under everything that rules need."""
    return group(
        "lands", [_caption(board, caption, lang) for caption in board.chart.captions if not _is_water(caption)]
    )


def _is_water(caption: Caption) -> bool:
    return caption.style in ("sea", "river")


def _caption(board: HexBoard, caption: Caption, lang: str) -> str:
    unit = board.pitch_mm / 24
    left, top = board.sheet.origin_mm
    spot = (left + caption.column * board.pitch_mm, top + (caption.row * 0.75 + 0.5) * board.pitch_mm * 2 / 3**0.5)
    name = caption.text.get(lang, caption.text["en"])
    size = caption.size * unit
    turn = f' transform="rotate({number(caption.turn)} {number(spot[0])} {number(spot[1])})"' if caption.turn else ""
    match caption.style:
        case "sea":
            style = f'font-family="{ink.WATER_FONT}" font-style="italic" letter-spacing="{number(size * 0.16)}"{turn}'
            return words(spot, name, size, ink.SEA_INK, style)
        case "river":
            style = f'font-family="{ink.WATER_FONT}" font-style="italic" letter-spacing="{number(size * 0.06)}"{turn}'
            return haloed(spot, name, size, ink.WATER, style)
        case _:
            colour = ink.DESERT_NAME if caption.style == "desert" else ink.INK_SOFT
            style = f'font-family="{ink.TITLE_FONT}" letter-spacing="{number(size * 0.5)}" fill-opacity="0.55"{turn}'
            return words(spot, name.upper(), size, colour, style)
