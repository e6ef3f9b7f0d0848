"""A round of houses in the mountains by night, for polar boards: stone-coloured houses, a gold rim, legends beside it.

Lengths are in units: 30 to a pitch, a millimetre on A2. Houses are mid-toned, cool and bare, so that red, gold, steel,
white and violet pieces all stand out on them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from engines.boards.board import Point
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import around, ring, smooth_open, wobble
from engines.boards.drawing.markers import markers_svg
from engines.boards.drawing.mirror import cells_layer, light
from engines.boards.drawing.pieces import pictogram
from engines.boards.drawing.svg import at, document, group, number, path, polygon
from engines.boards.drawing.svg import text as words
from engines.boards.polar import PolarBoard

if TYPE_CHECKING:
    from engines.boards.chart import ChartedBoard

LAYERS = ("night", "hills", "rim", "houses", "numbers", "middle", "title", "legend", "frame", "markers")
"""Every group of the drawing, bottom to top."""
LIGHT_LAYERS = frozenset(LAYERS) - {"hills", "markers"}

LIGHT_HOUSE = ("#b5bfb2", "#aab4a9", "#9faaa1", "#949f98", "#89958e")
DARK_HOUSE = ("#a2ada3", "#97a39a", "#8d9991", "#828f88", "#78857f")
"""Houses by ring, from the outmost: two tones that alternate as on a chessboard."""
JOINT = "#333f3a"
HILLS = (("#223038", 0.30, 26.0), ("#1a262c", 0.20, 20.0), ("#121b20", 0.11, 14.0))
"""Ridges from far to near: colour, height as a share of the sheet, how rough in units."""
STARS = 120
BEATS = 26
LEGEND_PIECES = (("washer", "#9a9ea4"), ("refuge", "#be1e24"), ("hunter", "#e2ac2e"), ("passed", "#703496"),
                 ("not_passed", "#f0eee6"))  # fmt: skip
SHAPES: Mapping[str, str] = {"washer": "washer", "refuge": "nut", "hunter": "cup", "passed": "ring",
                             "not_passed": "ring"}  # fmt: skip
SIZES: Mapping[str, float] = {"washer": 6.4, "nut": 5.6, "cup": 5.6, "ring": 3.8}
"""Radii of the pieces in the legend."""
LEGEND_MOVES = ("king", "queen", "rook", "bishop", "knight", "pawn")
ROW = 20.0
"""From one line of a legend to the next."""
BESIDE = 15.0
"""The signs of the legend stand on a circle so far outside the houses."""
TITLE = f'font-family="{ink.TITLE_FONT}"'
NAME = f'font-family="{ink.NAME_FONT}"'


def rosette(board: ChartedBoard, lang: str) -> str:
    """The whole board as it is printed."""
    assert isinstance(board, PolarBoard)
    return drawn(board, lang, LAYERS)


def rosette_mirror(board: ChartedBoard, lang: str) -> str:
    """The same for phones, with a group ``cells`` to light up."""
    assert isinstance(board, PolarBoard)
    return light(drawn(board, lang, LIGHT_LAYERS, cells_layer(board)))


def drawn(board: PolarBoard, lang: str, layers: Collection[str], over: str = "") -> str:
    """The board with only those of `LAYERS` that are in `layers`; `over` is laid over them all."""
    unit = board.pitch_mm / 30
    made: Mapping[str, Callable[[], str]] = {
        "night": lambda: _night(board, unit),
        "hills": lambda: group("hills", _hills(board, unit)),
        "rim": lambda: _rim(board, unit),
        "houses": lambda: group("houses", _houses(board, unit)),
        "numbers": lambda: group("numbers", _numbers(board, unit), f'{NAME} font-weight="600"'),
        "middle": lambda: _middle(board, unit),
        "title": lambda: _title(board, unit, lang),
        "legend": lambda: group("legend", _legend(board, unit, lang), NAME),
        "frame": lambda: _frame(board, unit),
        "markers": lambda: markers_svg(board),
    }
    return document(board.size_mm, [*(made[name]() for name in LAYERS if name in layers), over])


def _radius(board: PolarBoard) -> float:
    """From the middle to the outer edge of the outmost ring, mm."""
    return board.middle[1] - board.sheet.origin_mm[1]


def _night(board: PolarBoard, unit: float) -> str:
    width, height = board.size_mm
    parts = [path(f"M0,0H{number(width)}V{number(height)}H0z", f'fill="{ink.NIGHT}"')]
    for star in range(STARS):
        spot = (width * (star * 0.6180339887 % 1), height * 0.8 * (star * 0.7548776662 % 1))
        size = (0.3 + 0.35 * abs(wobble(spot, "size"))) * unit
        parts.append(path(ring(spot, size), f'fill="{ink.HALO}" fill-opacity="0.6"'))
    return group("night", parts)


def _hills(board: PolarBoard, unit: float) -> Iterator[str]:
    """Ridges at the foot of the sheet, with firs on the nearest."""
    width, height = board.size_mm
    for colour, share, rough in HILLS:
        line = [
            (width * beat / BEATS, height * (1 - share) + rough * unit * wobble((beat, share * 100), colour))
            for beat in range(-1, BEATS + 2)
        ]
        yield path(f"{smooth_open(line)}L{at((width, height))}L{at((0.0, height))}z", f'fill="{colour}"')
    colour, share, _ = HILLS[-1]
    for tree in range(90):
        x = width * (tree * 0.6180339887 % 1)
        y = height * (1 - share * (0.15 + 0.75 * (tree * 0.7548776662 % 1)))
        tall = (7 + 4 * wobble((tree, 1.0), "fir")) * unit
        yield path(_fir((x, y), tall), f'fill="{"#0d1418" if tree % 2 else "#162126"}"')


def _fir(foot: Point, tall: float) -> str:
    x, y = foot
    tiers = ((0.0, 0.26, 0.5), (0.3, 0.2, 0.75), (0.55, 0.14, 1.0))
    return "".join(
        f"M{at((x - tall * half, y - tall * low))}L{at((x, y - tall * top))}L{at((x + tall * half, y - tall * low))}z"
        for low, half, top in tiers
    )


def _rim(board: PolarBoard, unit: float) -> str:
    outer = _radius(board)
    bands = ((outer + 6.6 * unit, ink.INK), (outer + 5.6 * unit, ink.GOLD), (outer + 4.4 * unit, ink.NIGHT_LIGHT),
             (outer + 1.4 * unit, ink.GOLD_LIGHT), (outer + 0.8 * unit, JOINT))  # fmt: skip
    parts = [path(ring(board.middle, radius), f'fill="{colour}"') for radius, colour in bands]
    span = 360 / board.rays
    for ray in range(board.rays):
        spot = around(board.middle, outer + 2.9 * unit, -90 + span / 2 + span * ray)
        parts.append(path(ring(spot, 0.9 * unit), f'fill="{ink.GOLD}"'))
    return group("rim", parts)


def _houses(board: PolarBoard, unit: float) -> Iterator[str]:
    for cell in sorted(board.cells, key=int):
        ray, depth = board.ray_ring(cell)
        tones = LIGHT_HOUSE if (ray + depth) % 2 else DARK_HOUSE
        tone = tones[min(depth, len(tones) - 1)]
        outline = board.places[cell].outline
        yield polygon(outline, f'fill="{tone}" stroke="{JOINT}" stroke-width="{number(0.7 * unit)}"')


def _numbers(board: PolarBoard, unit: float) -> Iterator[str]:
    """The number of each house at its outer edge; the first has the white dot that all are counted from."""
    for cell in sorted(board.cells, key=int):
        spot = _toward_rim(board, cell, 0.36)
        yield words(spot, cell, 5.2 * unit, JOINT)
        if cell == "1":
            dot = (spot[0] + 8.5 * unit, spot[1])
            line = f'stroke="{JOINT}" stroke-width="{number(0.5 * unit)}"'
            yield path(ring(dot, 2.1 * unit), f'fill="#fdfcf7" {line}')


def _toward_rim(board: PolarBoard, cell: str, pitches: float) -> Point:
    x, y = board.places[cell].centre
    dx, dy = x - board.middle[0], y - board.middle[1]
    share = pitches * board.pitch_mm / (dx * dx + dy * dy) ** 0.5
    return x + dx * share, y + dy * share


def _middle(board: PolarBoard, unit: float) -> str:
    """Someone in a hat, in the middle of everything."""
    inner = _radius(board) - board.rings * board.pitch_mm
    centre = board.middle
    parts = [path(ring(centre, inner), f'fill="{JOINT}"'), path(ring(centre, inner - 1.2 * unit), f'fill="{ink.GOLD}"'),
             path(ring(centre, inner - 2.4 * unit), f'fill="{ink.NIGHT}"')]  # fmt: skip
    rays = "".join(
        f"M{at(around(centre, inner - 3.4 * unit, turn))}L{at(around(centre, 20 * unit, turn - 5))}"
        f"L{at(around(centre, 20 * unit, turn + 5))}z"
        for turn in range(0, 360, 20)
    )
    parts.append(path(rays, f'fill="{ink.NIGHT_LIGHT}"'))
    parts.append(path(ring(centre, 25 * unit), f'fill="{ink.STAMP}" stroke="{ink.GOLD}" stroke-width="{number(unit)}"'))
    place = f'transform="translate({at((centre[0], centre[1] - 1.5 * unit))}) scale({number(1.75 * unit)})"'
    parts.append(path(pictogram("agent"), f'fill="{ink.HALO}" fill-rule="evenodd" {place}'))
    return group("middle", parts)


def _title(board: PolarBoard, unit: float, lang: str) -> str:
    """Title, subtitle and motto, upwards along the left edge."""
    left = board.middle[0] - _radius(board)
    height = board.size_mm[1]
    lines = (
        (left * 0.42, board.word("title", lang), 27.0, ink.GOLD_LIGHT, TITLE),
        (left * 0.66, board.word("subtitle", lang), 8.6, ink.HALO, TITLE),
        (left * 0.19, board.word("motto", lang), 6.0, ink.PAPER_DARK, f'{NAME} font-style="italic"'),
    )
    return group(
        "title",
        [
            f'<g transform="translate({at((x, height / 2))}) rotate(-90)">'
            f"{words((0, 0), said, size * unit, colour, style)}</g>"
            for x, said, size, colour, style in lines
        ],
    )


def legend_rows() -> tuple[tuple[str, str, str], ...]:
    """Each line of the legend: its pictogram, the colour, and the key of its words; pieces are discs of that colour."""
    moves = ((f"chess-{name}", ink.GOLD_LIGHT, name) for name in LEGEND_MOVES)
    return *moves, *((SHAPES[name], colour, name) for name, colour in LEGEND_PIECES)


def _legend(board: PolarBoard, unit: float, lang: str) -> Iterator[str]:
    """What lies on the board and how the chess pieces go, along the right edge."""
    beside = _radius(board) + BESIDE * unit
    rows = legend_rows()
    top = board.middle[1] - (len(rows) - 1) / 2 * ROW * unit
    for row, (drawing, colour, key) in enumerate(rows):
        y = top + row * ROW * unit
        x = board.middle[0] + (beside**2 - (y - board.middle[1]) ** 2) ** 0.5
        body = SIZES.get(drawing, 0.0) * unit
        if body:
            yield path(ring((x, y), body), f'fill="{colour}"')
        scale = number(body / 11 if body else 0.62 * unit)
        place = f'transform="translate({at((x, y))}) scale({scale})"'
        yield path(pictogram(drawing), f'fill="{JOINT if body else colour}" fill-rule="evenodd" {place}')
        first, second = _broken(board.word(key, lang))
        lift = -2.4 * unit if second else 0.0
        yield _left((x + 9.5 * unit, y + lift), first, 4.9 * unit)
        if second:
            yield _left((x + 9.5 * unit, y + 3.2 * unit), second, 4.9 * unit)
    corner = (board.size_mm[0] - 10 * unit, board.size_mm[1] / 2)
    yield (
        f'<g transform="translate({at(corner)}) rotate(-90)">'
        f"{words((0, 0), board.word('recon', lang), 3.4 * unit, ink.INK_SOFT)}</g>"
    )


def _broken(said: str) -> tuple[str, str]:
    """A line of the legend in two: the name, and what follows the colon."""
    name, colon, rest = said.partition(": ")
    return (name + (":" if colon else ""), rest)


def _left(where: Point, said: str, size: float) -> str:
    """`said` from `where` to the right."""
    return words(where, said, size, ink.HALO).replace('text-anchor="middle"', 'text-anchor="start"', 1)


def _frame(board: PolarBoard, unit: float) -> str:
    width, height = board.size_mm
    parts = []
    for inset, stroke in ((3.6, 0.9), (5.4, 0.35)):
        edge = inset * unit
        parts.append(
            f'<rect x="{number(edge)}" y="{number(edge)}" width="{number(width - 2 * edge)}" '
            f'height="{number(height - 2 * edge)}" rx="{number(3 * unit)}" fill="none" stroke="{ink.GOLD}" '
            f'stroke-width="{number(stroke * unit)}"/>'
        )
    return group("frame", parts)
