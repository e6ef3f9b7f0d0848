"""The legend of the poster map: a sample of each kind of hex, line and border with its word."""

from __future__ import annotations

from html import escape

from engines.boards.board import Point
from engines.boards.chart import Box
from engines.boards.drawing import palette as ink
from engines.boards.drawing.ground import texture_of, textured
from engines.boards.drawing.margins import box_rect, boxes_of
from engines.boards.drawing.signs import sample_sign
from engines.boards.drawing.svg import group, number, path, points_path, polygon
from engines.boards.drawing.svg import text as words
from engines.boards.hex import HexBoard

ENTRIES = (
    "country", "river", "rail", "town", "city", "port", "yellow", "ochre", "african_town", "safe", "friend", "start",
    "landing",
)  # fmt: skip
GROUNDS = {
    "town": ink.TOWN, "city": ink.CITY, "port": ink.CITY, "yellow": ink.YELLOW, "ochre": ink.OCHRE,
    "african_town": ink.TOWN, "friend": ink.CITY, "landing": ink.TOWN, "safe": ink.OCHRE,
}  # fmt: skip


def legend_layer(board: HexBoard, lang: str) -> str:
    """Group ``legend``: in the box of kind ``legend``, if the sheet has one."""
    return group("legend", [part for box in boxes_of(board, "legend") for part in _legend(board, box, lang)])


def _legend(board: HexBoard, box: Box, lang: str) -> list[str]:
    unit = board.pitch_mm / 24
    parts = [
        box_rect(box, f'fill="{ink.PAPER}"', 0, 1.6 * unit),
        box_rect(box, f'fill="none" stroke="{ink.STAMP}" stroke-opacity="0.7" stroke-width="{number(0.5 * unit)}"',
                 1.8 * unit, 1 * unit),
        words((box.centre[0], box.y + 12 * unit), board.word("legend", lang), 11 * unit, ink.STAMP,
              f'font-family="{ink.TITLE_FONT}"'),
    ]  # fmt: skip
    if board.chart.status == "recon":
        note = words((box.centre[0], box.y + box.h - 7.5 * unit), board.word("recon", lang), 5.6 * unit, ink.INK_SOFT,
                     f'font-family="{ink.WATER_FONT}" font-style="italic"')  # fmt: skip
        parts.append(note)
    first = box.y + 22 * unit
    step = (box.h - 36 * unit) / len(ENTRIES)
    for index, key in enumerate(ENTRIES):
        y = first + (index + 0.5) * step
        parts.append(_sample(board, (box.x + 22 * unit, y), key, min(step / 27.7, unit)))
        size = 6.0 * unit
        parts.append(
            f'<text x="{number(box.x + 40 * unit)}" y="{number(y + size * 0.34)}" font-size="{number(size)}" '
            f'font-family="{ink.NAME_FONT}" font-weight="500" fill="{ink.INK}">'
            f"{escape(board.word('legend_' + key, lang))}</text>"
        )
    return parts


def _sample(board: HexBoard, centre: Point, key: str, scale: float) -> str:
    """A hex with the sign of `key`."""
    corners = board.corners((0.0, 0.0))
    unit = board.pitch_mm / 24
    ground = GROUNDS.get(key, ink.COUNTRY)
    parts = [polygon(corners, f'fill="{ground}" stroke="{ink.GRID}" stroke-width="{number(0.5 * unit)}"')]
    half = board.pitch_mm / 2
    line = points_path([(-half, 0.0), (half, 0.0)])
    match key:
        case "country" | "yellow" | "ochre":
            texture = textured("".join(texture_of(key, (0.0, 0.0), unit)), key, unit)
            parts.append(f'<g fill="none" stroke-linecap="round">{texture}</g>')
        case "river":
            parts += [
                path(line, f'stroke="{ink.WATER}" stroke-width="{number(1.9 * unit)}"'),
                path(line, f'stroke="{ink.WATER_LIGHT}" stroke-width="{number(0.7 * unit)}"'),
            ]
        case "rail":
            ticks = "".join(f"M{number(x * unit)},{number(-1.5 * unit)}v{number(3 * unit)}" for x in range(-11, 12, 2))
            parts += [
                path(ticks, f'stroke="{ink.SLEEPER}" stroke-width="{number(0.62 * unit)}"'),
                path(line, f'stroke="{ink.RAIL}" stroke-width="{number(1.15 * unit)}"'),
            ]
        case "safe":
            inner = [(x * 0.9, y * 0.9) for x, y in corners]
            parts += [
                polygon(inner, f'fill="none" stroke="{ink.SAFE_INK}" stroke-width="{number(3.2 * unit)}"'),
                polygon(inner, f'fill="none" stroke="{ink.SAFE}" stroke-width="{number(2.4 * unit)}"'),
            ]
        case _:
            parts.append(sample_sign(key, unit))
    ratio = scale / unit
    return (
        f'<g transform="translate({number(centre[0])} {number(centre[1])}) scale({number(ratio)})">{"".join(parts)}</g>'
    )
