"""Round the map of a sea chart, and where that lies on its sheet: margin and frame, letters, title, compass rose."""

from __future__ import annotations

from engines.boards.board import Point
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import around, moved, ring
from engines.boards.drawing.svg import group, number, path, polygon
from engines.boards.drawing.svg import text as words
from engines.boards.hex import column_row
from engines.boards.square import SquareBoard

CHART_INK = "#33566b"

# --- where the map lies ----------------------------------------------------------------------------------


def grid_extent(board: SquareBoard) -> tuple[int, int]:
    """Columns and rows of the grid."""
    spots = [column_row(cell) for cell in board.cells]
    return max(column for column, _ in spots) + 1, max(row for _, row in spots) + 1


def grid_corner(board: SquareBoard, column: float, row: float) -> Point:
    """Where the upper left corner of the square in that column and row is, mm; halves are middles."""
    left, top = board.sheet.origin_mm
    return (left + column * board.pitch_mm, top + row * board.pitch_mm)


def grid_rect(board: SquareBoard) -> tuple[float, float, float, float]:
    """Left, top, width and height of the grid, mm."""
    columns, rows = grid_extent(board)
    (left, top), pitch = board.sheet.origin_mm, board.pitch_mm
    return left, top, columns * pitch, rows * pitch


def rose_spot(board: SquareBoard) -> Point:
    """The middle of the compass rose, mm."""
    return grid_corner(board, 8.5, 4.35)


# --- what is drawn there ----------------------------------------------------------------------------------


def paper_margin(board: SquareBoard, unit: float) -> str:
    """The night-blue margin with a window for the map, and its brass frame.

    It is painted beyond the sheet: where a screen cuts the sheet between two pixels, the land under its edge would
    shine through.
    """
    width, height = board.size_mm
    bleed = 3 * unit
    sheet = f"M{number(-bleed)},{number(-bleed)}H{number(width + bleed)}V{number(height + bleed)}H{number(-bleed)}z"
    x, y, w, h = grid_rect(board)
    window = f"M{number(x)},{number(y)}h{number(w)}v{number(h)}h{number(-w)}z"
    parts = [path(sheet + window, f'fill="{ink.NIGHT}" fill-rule="evenodd"')]
    for out, stroke, colour in ((0.5, 1.0, ink.INK), (1.6, 1.2, ink.GOLD), (9.6, 0.4, ink.GOLD)):
        edge = out * unit
        parts.append(
            f'<rect x="{number(x - edge)}" y="{number(y - edge)}" width="{number(w + 2 * edge)}" '
            f'height="{number(h + 2 * edge)}" fill="none" stroke="{colour}" stroke-width="{number(stroke * unit)}"/>'
        )
    return group("paper", parts)


def letters_and_numbers(board: SquareBoard, unit: float, lang: str) -> str:
    """Letters and numbers of the squares, the harbour of departure, and what is ours."""
    columns, rows = grid_extent(board)
    style = f'font-family="{ink.NAME_FONT}" font-weight="600"'
    parts = []
    x, y, w, h = grid_rect(board)
    for column in range(columns):
        across, _ = grid_corner(board, column + 0.5, 0)
        for down in (y - 5.6 * unit, y + h + 5.6 * unit):
            parts.append(words((across, down), chr(ord("A") + column), 5.0 * unit, ink.GOLD_LIGHT, style))
    for row in range(rows):
        _, down = grid_corner(board, 0, row + 0.5)
        for across in (x - 5.6 * unit, x + w + 5.6 * unit):
            parts.append(words((across, down), str(row + 1), 5.0 * unit, ink.GOLD_LIGHT, style))
    harbour = grid_corner(board, 13.5, 0)
    parts.append(
        words(
            moved(harbour, 0, -14.5 * unit),
            board.word("start", lang),
            9.0 * unit,
            ink.GOLD_LIGHT,
            f'font-family="{ink.TITLE_FONT}"',
        )
    )
    if board.chart.status == "recon":
        note = f'font-family="{ink.WATER_FONT}" font-style="italic"'
        parts.append(words((x + w / 2, y + h + 16 * unit), board.word("recon", lang), 5.0 * unit, ink.GOLD, note))
    return group("edge", parts)


def title_and_rose(board: SquareBoard, unit: float, lang: str) -> str:
    """The name of the game on the land, and the compass rose below it."""
    centre = grid_corner(board, 8.62, 1.15)
    title, subtitle = board.word("title", lang), board.word("subtitle", lang)
    parts = [
        words(centre, title, 17.5 * unit, ink.STAMP, f'font-family="{ink.TITLE_FONT}"'),
        words(
            moved(centre, 0, 13 * unit),
            subtitle,
            6.4 * unit,
            "#5c4d24",
            f'font-family="{ink.WATER_FONT}" font-style="italic"',
        ),
    ]
    rose = rose_spot(board)
    outline = ring(rose, 15.6 * unit) + ring(rose, 14.6 * unit)
    parts.append(path(outline, f'fill="none" stroke="{CHART_INK}" stroke-width="{number(0.4 * unit)}"'))
    for length, first, step in ((12.0, 22.5, 45), (16.0, 45.0, 90), (24.0, 0.0, 90)):
        parts += (_ray(rose, length * unit, first + turn, unit) for turn in range(0, 360, step))
    parts.append(words(moved(rose, 0, -28 * unit), "N", 8.0 * unit, CHART_INK, f'font-family="{ink.TITLE_FONT}"'))
    return group("title", parts)


def _ray(centre: Point, length: float, turn: float, unit: float) -> str:
    """One point of the rose: a dark and a light half."""
    tip = around(centre, length, turn)
    rim = f'stroke="{CHART_INK}" stroke-width="{number(0.3 * unit)}" stroke-linejoin="round"'
    halves = ((around(centre, 4.4 * unit, turn - 45), CHART_INK), (around(centre, 4.4 * unit, turn + 45), "#f7f1de"))
    return "".join(polygon((centre, side, tip), f'fill="{fill}" {rim}') for side, fill in halves)
