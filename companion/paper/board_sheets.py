"""The board as sheets: whole on one of its own size, or in tiles with an assembly plan before them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.paper.papers import FRAME_MM, HEADING_MM, SAFE_MM, footing, heading
from companion.paper.press import INK, SOFT, Box, Item, Line, Picture, Sheet, Words
from companion.paper.tiles import GLUE_MM, Tile, Tiling
from companion.paper.wording import PrintWords
from engines.boards.board import Board

BOARD_FILE = "board.pdf"
"""The name under which the sheets show the drawing."""

MARK_GAP_MM = 1.2
"""Between a tile's corner and its crop marks, so that no ink of theirs is left on it."""
STEP_WORDS_MM = 4.0


def tiled(board: Board, tiling: Tiling, paper: str, words: PrintWords) -> list[Sheet]:
    """The plan and then every tile in reading order; they show the picture `BOARD_FILE`."""
    count = len(tiling.tiles)
    return [
        _plan(board, tiling, paper, words),
        *(_sheet(board, tiling, tile, number, count, words) for number, tile in enumerate(tiling.tiles, 1)),
    ]


def _sheet(board: Board, tiling: Tiling, tile: Tile, number: int, count: int, words: PrintWords) -> Sheet:
    left, top = tiling.corner_mm
    window = Picture(left, top, tile.w, tile.h, BOARD_FILE, *board.size_mm, tile.x, tile.y, alt=tile.name)
    place = words.say("tile", {"tile": tile.name, "number": number, "count": count})
    return Sheet(
        tiling.sheet_mm,
        (
            window,
            *_crop_marks(left, top, tile),
            *_glue_marks(tiling, tile),
            *_neighbours(tiling, tile),
            *heading(tiling.sheet_mm, words.title, place, words.say("printing")),
            *footing(tiling.sheet_mm, words.say("measure")),
        ),
    )


def _crop_marks(left: float, top: float, tile: Tile) -> Iterator[Item]:
    """A pair of fine lines off each corner, to cut from one to the next."""
    reach = FRAME_MM - SAFE_MM - MARK_GAP_MM
    upright = min(reach, top - SAFE_MM - HEADING_MM - MARK_GAP_MM)
    for x, out_x in ((left, -1), (left + tile.w, 1)):
        for y, out_y in ((top, -1), (top + tile.h, 1)):
            yield Line(x + out_x * MARK_GAP_MM, y, out_x * reach, 0, INK, 0.15)
            yield Line(x, y + out_y * MARK_GAP_MM, 0, out_y * upright, INK, 0.15)


def _glue_marks(tiling: Tiling, tile: Tile) -> Iterator[Item]:
    """Where the next sheet's cut edge comes to lie: short thick lines off both ends of it."""
    left, top = tiling.corner_mm
    short = (FRAME_MM - SAFE_MM - MARK_GAP_MM) * 0.6
    upright = min(short, top - SAFE_MM - HEADING_MM - MARK_GAP_MM)
    if tile.column + 1 < tiling.columns:
        x = left + tile.w - GLUE_MM
        yield Line(x, top - MARK_GAP_MM, 0, -upright, INK, 0.5)
        yield Line(x, top + tile.h + MARK_GAP_MM, 0, upright, INK, 0.5)
    if tile.row + 1 < tiling.rows:
        y = top + tile.h - GLUE_MM
        yield Line(left - MARK_GAP_MM, y, -short, 0, INK, 0.5)
        yield Line(left + tile.w + MARK_GAP_MM, y, short, 0, INK, 0.5)


def _neighbours(tiling: Tiling, tile: Tile) -> Iterator[Item]:
    """The names of the sheets that come next, in the margins beside the strips they are glued to."""
    left, top = tiling.corner_mm
    named = {(other.row, other.column): other.name for other in tiling.tiles}
    if right := named.get((tile.row, tile.column + 1)):
        yield Words(left + tile.w + 0.8, top + tile.h / 2, 6, right, 2.6, weight=700, ink=SOFT)
    if below := named.get((tile.row + 1, tile.column)):
        yield Words(left + tile.w - 40, top + tile.h + 1.2, 20, below, 2.6, weight=700, ink=SOFT, align="center")


def _plan(board: Board, tiling: Tiling, paper: str, words: PrintWords) -> Sheet:
    """The whole board small, cut into its named tiles, and how they go together."""
    width, height = tiling.sheet_mm
    room = width - 2 * FRAME_MM
    picture_h = (height - 2 * FRAME_MM) * 0.54
    scale = min(room / board.size_mm[0], picture_h / board.size_mm[1])
    small_w, small_h = (side * scale for side in board.size_mm)
    left, top = (width - small_w) / 2, FRAME_MM + 10
    facts = {
        "count": len(tiling.tiles),
        "paper": paper,
        "columns": tiling.columns,
        "rows": tiling.rows,
        "width": words.millimetres(board.size_mm[0]),
        "height": words.millimetres(board.size_mm[1]),
    }
    steps_top = top + small_h + 12
    steps = words.say("board.steps", dict(zip(("across", "down"), map(words.millimetres, markers_apart_mm(board)))))
    return Sheet(
        tiling.sheet_mm,
        (
            Words(FRAME_MM, FRAME_MM, room, words.say("board.plan"), 5.0, font="Limelight", weight=400, align="center"),
            Picture(left, top, small_w, small_h, BOARD_FILE, small_w, small_h, alt=words.say("board.name")),
            *(item for tile in tiling.tiles for item in _small_tile(tile, left, top, scale)),
            Words(FRAME_MM, top + small_h + 3, room, words.say("board.sheets", facts), 3.4, weight=600, align="center"),
            Words(FRAME_MM, steps_top, room, steps.strip(), STEP_WORDS_MM, h=height - FRAME_MM - 4 - steps_top),
            *heading(tiling.sheet_mm, words.title, "", words.say("printing")),
            *footing(tiling.sheet_mm, words.say("measure")),
        ),
    )


def _small_tile(tile: Tile, left: float, top: float, scale: float) -> tuple[Item, ...]:
    """A tile of the plan, as it shows when the next ones are glued over its strips."""
    x, y, w, h = (length * scale for length in (tile.x, tile.y, tile.w, tile.h))
    label_w, label_h = 9.0, 5.6
    middle_x, middle_y = left + x + w / 2, top + y + h / 2
    return (
        Box(left + x, top + y, w, h, stroke="#ffffff", stroke_mm=0.5),
        Box(left + x, top + y, w, h, stroke=INK, stroke_mm=0.2),
        Box(middle_x - label_w / 2, middle_y - label_h / 2, label_w, label_h, fill="#ffffff", round_mm=1),
        Words(middle_x - label_w / 2, middle_y - 1.7, label_w, tile.name, 3.6, weight=700, align="center"),
    )


def markers_apart_mm(board: Board) -> tuple[float, float]:
    """How far the outer edges of the black markers are apart, across and down; the board's own size without markers."""
    points = [corner for corners in board.markers.values() for corner in corners]
    if not points:
        return board.size_mm
    across, down = ([point[axis] for point in points] for axis in (0, 1))
    return max(across) - min(across), max(down) - min(down)
