"""Markers beside a board that has none in its corners: where they lie, and the sheets they are cut from."""

from __future__ import annotations

from companion.paper.papers import FRAME_MM, footing, heading
from companion.paper.press import INK, SOFT, Box, Item, Picture, Sheet, Words
from companion.paper.wording import PrintWords
from engines.boards.board import Board, Point
from engines.boards.drawing.markers import MODULES, QUIET_MODULES, marker_svg
from engines.boards.drawing.svg import document

Corners = tuple[Point, Point, Point, Point]

CORNERS = ("top_left", "top_right", "bottom_left", "bottom_right")

GAP_MM = 6.0
"""Between markers on their sheet."""
TITLE_MM = 14.0
STEPS_MM = 88.0
"""Room for the instructions below the markers."""


def rim_mm(side_mm: float) -> float:
    """The white rim of a marker whose black square measures `side_mm`."""
    return side_mm / MODULES * QUIET_MODULES


def side_mm(board: Board) -> float:
    """How large the board's own markers are; 36 mm where it has none."""
    widths = [corners[1][0] - corners[0][0] for corners in board.markers.values()]
    return max(widths, default=36.0)


def beside(board: Board) -> dict[int, Corners]:
    """Where the board's four markers lie when they are put beside it, mm of the board, as `Board.markers`.

    Each lies to the left or right of the corner that it has on the print, outside, its white rim touching the board's
    edge and flush with the corner; so x is below 0 or beyond the board.
    """
    side = side_mm(board)
    rim = rim_mm(side)
    width, height = board.size_mm
    placed = {}
    for number, name in corner_names(board).items():
        x = -rim - side if name.endswith("left") else width + rim
        y = rim if name.startswith("top") else height - rim - side
        placed[number] = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    return placed


def corner_names(board: Board) -> dict[int, str]:
    """Marker id → the corner that it marks: ``top_left`` and so on; ids 0 to 3 clockwise on a board without markers."""
    if not board.markers:
        return dict(zip((0, 1, 3, 2), CORNERS))
    middle_x, middle_y = (side / 2 for side in board.size_mm)
    return {
        number: f"{'top' if corners[0][1] < middle_y else 'bottom'}_{'left' if corners[0][0] < middle_x else 'right'}"
        for number, corners in board.markers.items()
    }


def marker_file(number: int) -> str:
    """The name under which the sheets show a marker."""
    return f"marker-{number}.svg"


def marker_pictures(board: Board) -> dict[str, bytes]:
    """Every marker with its white rim, by `marker_file`."""
    side = side_mm(board)
    rim = rim_mm(side)
    whole = side + 2 * rim
    corners: Corners = ((rim, rim), (rim + side, rim), (rim + side, rim + side), (rim, rim + side))
    return {
        marker_file(number): document((whole, whole), [marker_svg(number, corners)]).encode()
        for number in corner_names(board)
    }


def beside_sheets(board: Board, sheet_mm: tuple[float, float], words: PrintWords, command: str) -> list[Sheet]:
    """The markers to cut out, each with the corner it belongs to, and how to lay them; as many sheets as needed."""
    side = side_mm(board) + 2 * rim_mm(side_mm(board))
    cell_w, cell_h = side + 2 * GAP_MM, side + 3 * GAP_MM
    top = FRAME_MM + TITLE_MM
    facts = {"command": command}
    columns = max(1, int((sheet_mm[0] - 2 * FRAME_MM) // cell_w))
    rows = max(1, int((sheet_mm[1] - FRAME_MM - top - STEPS_MM) // cell_h))
    names = corner_names(board)
    numbers = sorted(names, key=lambda number: CORNERS.index(names[number]))
    pages = [numbers[start : start + columns * rows] for start in range(0, len(numbers), columns * rows)]
    sheets = []
    room = sheet_mm[0] - 2 * FRAME_MM
    honest = words.say("markers.honest", dict(zip(("width", "height"), map(words.millimetres, board.size_mm))))
    for page, shown in enumerate(pages, 1):
        items: list[Item] = [
            Words(FRAME_MM, FRAME_MM, room, words.say("markers.title"), 5.0, 0, 400, "Limelight", align="center")
        ]
        for place, number in enumerate(shown):
            row, column = divmod(place, columns)
            left = (sheet_mm[0] - columns * cell_w) / 2 + column * cell_w + GAP_MM
            items += _marker(board, number, left, top + row * cell_h, side, words)
        below = top + -(-len(shown) // columns) * cell_h + 2
        steps = words.say("markers.steps", facts).strip() + "\n" + honest
        items.append(Words(FRAME_MM, below, room, steps, 3.6, sheet_mm[1] - FRAME_MM - 4 - below))
        place_words = words.say("of", {"number": page, "count": len(pages)})
        items += heading(sheet_mm, f"{words.title} · {words.say('markers.name')}", place_words, words.say("printing"))
        items += footing(sheet_mm, words.say("measure"))
        sheets.append(Sheet(sheet_mm, tuple(items)))
    return sheets


def _marker(board: Board, number: int, left: float, top: float, side: float, words: PrintWords) -> list[Item]:
    """A marker in its cutting line, a small board with its corner lit, and which side is up."""
    name = corner_names(board)[number]
    label_y = top + side + 1.5
    small_w, small_h = 13.0, 9.0
    spot_x = left if name.endswith("left") else left + small_w - 3.4
    spot_y = label_y if name.startswith("top") else label_y + small_h - 3.4
    return [
        Picture(left, top, side, side, marker_file(number), side, side, alt=f"marker {number}"),
        Box(left, top, side, side, stroke=SOFT, stroke_mm=0.1),
        Words(left, top - 3.6, side, words.say("markers.up"), 2.4, ink=SOFT, align="center"),
        Box(left, label_y, small_w, small_h, stroke=INK, stroke_mm=0.3),
        Box(spot_x, spot_y, 3.4, 3.4, fill=INK),
        Words(left + small_w + 2, label_y + 1, side - small_w - 2, words.say(f"markers.{name}"), 3.2, 8, weight=600),
    ]
