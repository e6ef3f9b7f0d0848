"""The sea chart: a board of sea squares in tinted zones round a coast, as an old chart on blue paper.

Lengths are in units: 31 to a square, a millimetre on A2. Grounds are pale and almost bare, so that tiles stand out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from engines.boards.board import Point
from engines.boards.chart import ROMAN, Box
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import around, loops, moved, ring, smooth_closed, wobble
from engines.boards.drawing.markers import markers_svg
from engines.boards.drawing.mirror import cells_layer, light
from engines.boards.drawing.pieces import sign_path
from engines.boards.drawing.sea_chart_margin import (
    CHART_INK,
    grid_corner,
    grid_extent,
    letters_and_numbers,
    paper_margin,
    rose_spot,
    title_and_rose,
)
from engines.boards.drawing.svg import at, document, group, number, path
from engines.boards.drawing.svg import text as words
from engines.boards.drawing.winds import TILE_INKS, Arrow, wind_arrow
from engines.boards.hex import column_row
from engines.boards.square import SquareBoard
from engines.physical import Cell

if TYPE_CHECKING:
    from engines.boards.chart import ChartedBoard

LAYERS = (
    "sea", "zones", "rhumbs", "land", "waters", "grid", "headings", "line", "stations", "starts", "paper", "edge",
    "title", "markers",
)  # fmt: skip
"""Every group of the drawing, bottom to top."""
LIGHT_LAYERS = frozenset(LAYERS) - {"markers", "rhumbs"}

SEA = "#b4cbd2"
ZONE_WASH = 0.62
LAND, LAND_EDGE, LAND_INK = "#cdbf94", "#8c7b4c", "#a08f5c"
GRID = "#4d6a78"
STATION_INKS = {"yellow": "#d9a400", "red": "#b3161d", "green": "#136b30"}
TURN = {"north": -90.0, "east": 0.0, "south": 90.0, "west": 180.0}
COAST_STEPS = 4
"""Points of the coast on each side of a square."""
COAST_BACK, COAST_ROUGH = 2.2, 1.5
"""How far the coast keeps off the sea's squares, and how far it strays from that, in units."""
PRINTED_GAP = 9.0
"""Between arrows on a start square that go the same way, in units."""
CHEQUERS = 72
"""Squares in each row of the finish line."""
BEYOND = 2
"""Rows and columns of land drawn past the top edge."""


def sea_chart(board: ChartedBoard, lang: str) -> str:
    """The whole board as it is printed."""
    assert isinstance(board, SquareBoard)
    return drawn(board, lang, LAYERS)


def sea_chart_mirror(board: ChartedBoard, lang: str) -> str:
    """The same for phones, with a group ``cells`` to light up."""
    assert isinstance(board, SquareBoard)
    return light(drawn(board, lang, LIGHT_LAYERS, cells_layer(board)))


def drawn(board: SquareBoard, lang: str, layers: Collection[str], over: str = "") -> str:
    """The board with only those of `LAYERS` that are in `layers`; `over` is laid over them all."""
    unit = board.pitch_mm / 31
    made: Mapping[str, Callable[[], str]] = {
        "sea": lambda: _sea(board),
        "zones": lambda: _zones(board),
        "rhumbs": lambda: _rhumbs(board, unit),
        "land": lambda: _land(board, unit),
        "waters": lambda: _waters(board, unit, lang),
        "grid": lambda: _grid(board, unit),
        "headings": lambda: _headings(board, unit),
        "line": lambda: _line(board, unit, lang),
        "stations": lambda: _stations(board, unit),
        "starts": lambda: _starts(board, unit),
        "paper": lambda: paper_margin(board, unit),
        "edge": lambda: letters_and_numbers(board, unit, lang),
        "title": lambda: title_and_rose(board, unit, lang),
        "markers": lambda: markers_svg(board),
    }
    return document(board.size_mm, [*(made[name]() for name in LAYERS if name in layers), over])


# --- the map ---------------------------------------------------------------------------------------------


def _sea(board: SquareBoard) -> str:
    width, height = board.size_mm
    return group("sea", [path(f"M0,0H{number(width)}V{number(height)}H0z", f'fill="{SEA}"')])


def _zones(board: SquareBoard) -> str:
    parts = []
    for terrain, tint in ink.ZONES.items():
        cells = sorted(cell for cell in board.cells if board.terrain(cell) == terrain)
        squares = "".join(_square(board, cell) for cell in cells)
        parts.append(path(squares, f'fill="{tint}" fill-opacity="{ZONE_WASH}"'))
    return group("zones", parts)


def _square(board: SquareBoard, cell: Cell) -> str:
    x, y = board.places[cell].outline[0]
    pitch = number(board.pitch_mm)
    return f"M{number(x)},{number(y)}h{pitch}v{pitch}h-{pitch}z"


def _rhumbs(board: SquareBoard, unit: float) -> str:
    """The lines of the winds, from the rose out over the sea."""
    centre = rose_spot(board)
    rays = "".join(
        f"M{at(around(centre, 17 * unit, turn))}L{at(around(centre, 700 * unit, turn))}"
        for turn in (step * 22.5 for step in range(16))
    )
    stroke = f'stroke="{CHART_INK}" stroke-opacity="0.13" stroke-width="{number(0.35 * unit)}"'
    return group("rhumbs", [path(rays, stroke)], 'fill="none"')


def _finish(board: SquareBoard) -> Box | None:
    return next((box for box in board.sheet.boxes if box.id == "finish"), None)


def _land(board: SquareBoard, unit: float) -> str:
    """What is neither sea nor beyond the line, with a coast, hachures along it and mountains."""
    spots = _land_spots(board)
    outlines = loops(
        side for spot in spots for near, side in zip(_near(spot), _sides(board, spot)) if near not in spots
    )
    coast = "".join(smooth_closed(list(_coast(outline, unit))) for outline in outlines)
    line = f'stroke="{LAND_EDGE}" stroke-width="{number(0.9 * unit)}" stroke-linejoin="round"'
    halo = f'fill="none" stroke="{CHART_INK}" stroke-opacity="0.28" stroke-width="{number(3.2 * unit)}"'
    return group(
        "land", [path(coast, halo), path(coast, f'fill="{LAND}" {line}'), path(_peaks(board, unit), _peak_ink(unit))]
    )


def _land_spots(board: SquareBoard) -> frozenset[Point]:
    """Columns and rows of land, with some past the top edge so that it does not end where the grid does."""
    columns, rows = grid_extent(board)
    sea = {column_row(cell) for cell in board.cells}
    box = _finish(board)
    inland = set()
    for column in range(columns):
        for row in range(rows):
            x, y = grid_corner(board, column + 0.5, row + 0.5)
            beyond = box is not None and box.x < x < box.x + box.w and box.y < y < box.y + box.h
            if (column, row) not in sea and not beyond:
                inland.add((column, row))
    top = {column for column, row in inland if row == 0}
    return frozenset(inland | {(column, -row) for column in top for row in range(1, BEYOND + 1)})


def _near(spot: Point) -> tuple[Point, ...]:
    column, row = spot
    return ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))


def _sides(board: SquareBoard, spot: Point) -> list[tuple[Point, Point]]:
    column, row = spot
    corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
    points = [grid_corner(board, *corner) for corner in corners]
    return [(points[side], points[(side + 1) % 4]) for side in range(4)]


def _coast(outline: list[Point], unit: float) -> Iterator[Point]:
    """Points along an outline that runs clockwise, each a little inland, none beyond the sheet's upper edge."""
    for one, other in zip(outline, [*outline[1:], outline[0]]):
        across, down = other[0] - one[0], other[1] - one[1]
        length = abs(across) + abs(down)
        inland = (-down / length, across / length)
        for step in range(COAST_STEPS):
            share = (step + 0.5) / COAST_STEPS
            spot = (one[0] + across * share, one[1] + down * share)
            back = (COAST_BACK + COAST_ROUGH * wobble(spot, "coast")) * unit
            x, y = moved(spot, inland[0] * back, inland[1] * back)
            yield x, max(y, unit)  # on the sheet: on a screen that shows more, land would lie on the table


def _peaks(board: SquareBoard, unit: float) -> str:
    """A range of mountains down the western side of the land."""
    rows: dict[float, float] = {}
    for column, row in _land_spots(board):
        if row >= 1:
            rows[row] = min(rows.get(row, column), column)
    found = []
    lowest = max(rows, default=0)
    for row, column in sorted(rows.items()):
        for step in range(3 if rows.get(row + 1) == column else 2 if row < lowest else 0):
            x, y = grid_corner(board, column + 0.45 + 0.22 * (step % 2), row + 0.3 + step * 0.33)
            x, y = x + 2 * wobble((x, y), "peak") * unit, y
            found.append(
                f"M{at((x - 5 * unit, y + 4 * unit))}L{at((x, y - 4.5 * unit))}L{at((x + 5 * unit, y + 4 * unit))}"
            )
            slope = f"l{number(1.2 * unit)},{number(4.5 * unit)}l{number(-1.4 * unit)},{number(2.6 * unit)}"
            found.append(f"M{at((x, y - 4.5 * unit))}{slope}")
    return "".join(found)


def _peak_ink(unit: float) -> str:
    return f'fill="none" stroke="{LAND_INK}" stroke-width="{number(0.7 * unit)}" stroke-linejoin="round"'


def _waters(board: SquareBoard, unit: float, lang: str) -> str:
    """Names of oceans and of the Horn, pale, in the grooves between squares."""
    style = (
        f'font-family="{ink.WATER_FONT}" font-style="italic" letter-spacing="{number(1.6 * unit)}" fill-opacity="0.75"'
    )
    spots = (("atlantic", 13.5, 9.0), ("pacific", 3.5, 11.0), ("drake", 8.0, 9.0))
    parts = [
        words(grid_corner(board, column, row), board.word(key, lang), 8.0 * unit, CHART_INK, style)
        for key, column, row in spots
    ]
    horn = f'font-family="{ink.WATER_FONT}" font-style="italic"'
    parts.append(words(grid_corner(board, 9.0, 7.62), board.word("horn", lang), 7.2 * unit, "#5c4d24", horn))
    return group("waters", parts)


def _grid(board: SquareBoard, unit: float) -> str:
    squares = "".join(_square(board, cell) for cell in sorted(board.cells))
    fine = path(squares, f'stroke="{GRID}" stroke-opacity="0.55" stroke-width="{number(0.35 * unit)}"')
    return group("grid", [fine], 'fill="none"')


def _headings(board: SquareBoard, unit: float) -> str:
    """A large pale arrow in each zone: the way that tiles point there."""
    parts = []
    for cell, facing in sorted(board.features.get("heading", {}).items()):
        x, y = board.places[cell].centre
        arrow = "M-36,-7H12V-16L38,0L12,16V7H-36L-28,0z"
        parts.append(
            path(
                arrow,
                f'fill="#fff" fill-opacity="0.42" stroke="{CHART_INK}" stroke-opacity="0.4" stroke-width="0.6" '
                f'transform="translate({number(x)} {number(y)}) rotate({number(TURN[facing])}) scale({number(unit)})"',
            )
        )
    return group("headings", parts)


def _line(board: SquareBoard, unit: float, lang: str) -> str:
    """The finish line, chequered, and the harbour beyond it."""
    box = _finish(board)
    if box is None:
        return group("line", [])
    parts = [
        path(
            f"M{number(box.x)},{number(box.y)}h{number(box.w)}v{number(box.h)}h{number(-box.w)}z",
            'fill="#e9dfc4" fill-opacity="0.85"',
        ),
        words((box.centre[0], box.centre[1] - 4.5 * unit), board.word("finish", lang), 12.0 * unit, ink.STAMP,
              f'font-family="{ink.TITLE_FONT}"'),
        words((box.centre[0], box.centre[1] + 5.0 * unit), board.word("two", lang), 5.0 * unit, ink.INK_SOFT,
              f'font-family="{ink.WATER_FONT}" font-style="italic"'),
    ]  # fmt: skip
    low, size = box.y + box.h, box.w / CHEQUERS
    for row in range(2):
        top = low - (2 - row) * size
        squares = (
            f"M{number(box.x + step * size)},{number(top)}h{number(size)}v{number(size)}h{number(-size)}z"
            for step in range(row, CHEQUERS, 2)
        )
        parts.append(path("".join(squares), f'fill="{ink.INK}"'))
    return group("line", parts)


def _stations(board: SquareBoard, unit: float) -> str:
    """On each station's square a rose of its colour, with the number of its zone."""
    parts = []
    for cell, label in sorted(board.features.get("station", {}).items()):
        colour, _, zone = label.partition("-")
        centre, tint = board.places[cell].centre, STATION_INKS[colour]
        above = moved(centre, 0, -3.0 * unit)
        rays = "".join(
            _spike(centre, turn, (14.0 if turn % 90 == 0 else 11.4) * unit, unit) for turn in range(0, 360, 45)
        )
        parts += [
            path(rays, f'fill="{tint}" fill-opacity="0.85"'),
            path(ring(centre, 8.8 * unit), f'fill="#f7f1de" stroke="{tint}" stroke-width="{number(0.9 * unit)}"'),
            words(
                moved(centre, 0, 1.9 * unit),
                ROMAN[zone],
                5.6 * unit,
                tint,
                f'font-family="{ink.NAME_FONT}" font-weight="700"',
            ),
            path(
                sign_path(colour),
                f'fill="{tint}" transform="translate({at(above)}) scale({number(0.42 * unit)})"',
            ),
        ]
    return group("stations", parts)


def _spike(centre: Point, turn: float, length: float, unit: float) -> str:
    left, right = around(centre, 3.6 * unit, turn - 40), around(centre, 3.6 * unit, turn + 40)
    return f"M{at(left)}L{at(around(centre, length, turn))}L{at(right)}z"


def _starts(board: SquareBoard, unit: float) -> str:
    """Start squares as printed tiles: their number, and the arrows of the first movement."""
    parts = []
    side = 26 * unit
    for cell, label in sorted(board.features.get("start", {}).items()):
        x, y = board.places[cell].centre
        arrows = board.features.get("wind", {}).get(cell, "")
        parts.append(
            f'<rect x="{number(x - side / 2)}" y="{number(y - side / 2)}" width="{number(side)}" '
            f'height="{number(side)}" rx="{number(2 * unit)}" fill="#efe4c6" stroke="{LAND_EDGE}" '
            f'stroke-width="{number(0.8 * unit)}"/>'
        )
        place = f'transform="translate({number(x)} {number(y)}) scale({number(unit)})"'
        parts.append(f"<g {place}>{_printed_winds(arrows)}</g>")
        spot = (x - 8.4 * unit, y - 7.6 * unit)
        parts.append(words(spot, label, 8.0 * unit, TILE_INKS[0], f'font-family="{ink.TITLE_FONT}"'))
    return group("starts", parts)


def _printed_winds(arrows: str) -> str:
    """Arrows given as ``0,1 0,2`` (columns and rows), side by side where they go the same way."""
    found: list[Arrow] = []
    for pair in arrows.split():
        across, _, down = pair.partition(",")
        found.append((int(across), int(down)))
    first = -(len(found) - 1) / 2
    return "".join(
        f'<g transform="translate({number((first + index) * PRINTED_GAP)} 0)">{wind_arrow(arrow, TILE_INKS[0])}</g>'
        for index, arrow in enumerate(found)
    )
