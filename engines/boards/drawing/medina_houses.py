"""The white buildings on which pieces stand: walls, floors, emblems, and the plaques that name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.boards.board import Point
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import around, moved, ring
from engines.boards.drawing.medina_sky import PLANE
from engines.boards.drawing.svg import at, group, number, path, polygon
from engines.boards.drawing.svg import text as words
from engines.physical import Cell

if TYPE_CHECKING:
    from engines.boards.graph import GraphBoard

WALL, WIDE_WALL = 3.4, 7.6
"""Thickness of a building's white wall, and of a headquarters' with its residents' names on it, in units."""
WHITE, WALL_EDGE, SHADE = "#f7f3e8", "#7d7058", "#6f6347"
FLOORS = {"headquarters": "#b3a98c", "bazaar": "#b7a583", "house": "#b9b39a"}
"""Mid-toned, so that white, yellow, grey and brown pieces all show."""
EMBLEM_INK = {"headquarters": "#a29878", "bazaar": "#a89470", "house": "#aca68c"}

EMBLEMS = {
    "plane": PLANE,
    "palm": (
        "M-1.2,14C-0.6,6 -0.8,0 -0.4,-4L1.4,-4C1,2 1.4,8 2,14zM0.4,-4C-3,-9 -8,-9.6 -12,-6C-8,-7 -4,-6.4 0.4,-4z"
        "M0.4,-4C-4,-5 -9,-2.6 -10.6,2.4C-7.4,-1.4 -4,-3 0.4,-4zM0.4,-4C3.8,-9 8.8,-9.6 12.8,-6C8.8,-7 4.8,-6.4 0.4,-4z"
        "M0.4,-4C4.8,-5 9.8,-2.6 11.4,2.4C8.2,-1.4 4.8,-3 0.4,-4z"
        "M0.4,-4C-1.6,-8 -0.6,-12 2.4,-14.4C1.4,-11 1.2,-7.6 0.4,-4z"
    ),
    "key": (
        "M-9,-5A6,6 0 1 0 -9,5A6,6 0 0 0 -3.2,1.6L9,1.6L9,5.4L11.4,5.4L11.4,1.6L13,1.6L13,6.6L15.6,6.6L15.6,-1.6"
        "L-3.2,-1.6A6,6 0 0 0 -9,-5zM-8.6,-2.6A2.6,2.6 0 1 1 -8.6,2.6A2.6,2.6 0 0 1 -8.6,-2.6z"
    ),
    "badge": (
        "M0,-13.6L3.3,-4.6L12.9,-4.2L5.4,1.7L8,11L0,5.6L-8,11L-5.4,1.7L-12.9,-4.2L-3.3,-4.6z"
        "M0,-4.4A4.4,4.4 0 1 0 0.01,-4.4z"
    ),
}
"""Drawings on floors, in a square of 30 round the origin."""


def wall_width(board: GraphBoard, cell: Cell) -> float:
    """Thickness of the wall round `cell`, in units."""
    return WIDE_WALL if board.terrain(cell) == "headquarters" else WALL


def radius_of(board: GraphBoard, cell: Cell) -> float:
    """Radius of the floor of `cell`, mm."""
    place = board.places[cell]
    return place.outline[0][0] - place.centre[0]


def buildings_layer(board: GraphBoard, unit: float) -> str:
    """Group ``buildings``: every building from above: shadow, wall with battlements, floor with its emblem."""
    return group("buildings", [_building(board, unit, cell) for cell in sorted(board.cells, key=int)])


def _building(board: GraphBoard, unit: float, cell: Cell) -> str:
    centre, radius = board.places[cell].centre, radius_of(board, cell)
    kind = board.terrain(cell)
    outer = radius + wall_width(board, cell) * unit
    edge = f'stroke="{WALL_EDGE}" stroke-width="{number(0.4 * unit)}"'
    parts = [
        path(ring(moved(centre, 1.6 * unit, 2.2 * unit), outer + 0.6 * unit), f'fill="{SHADE}" fill-opacity="0.5"'),
        path(_merlons(centre, outer, unit), f'fill="{WHITE}" {edge}'),
        path(ring(centre, outer), f'fill="{WHITE}" {edge}'),
        path(ring(centre, radius), f'fill="{FLOORS[kind]}" {edge}'),
        path(
            ring(centre, radius * 0.93), f'fill="none" stroke="{EMBLEM_INK[kind]}" stroke-width="{number(0.5 * unit)}"'
        ),
    ]
    parts.append(_floor(board, unit, cell, centre, radius))
    return "".join(parts)


def _merlons(centre: Point, outer: float, unit: float) -> str:
    """Little battlements all round the wall."""
    count = round(outer / unit * 0.9)
    data = []
    for step in range(count):
        turn, wide = step * 360 / count, 110 / count
        corners = [
            around(centre, distance, turn + side * wide)
            for distance, side in (
                (outer - unit, -1),
                (outer + 1.2 * unit, -1),
                (outer + 1.2 * unit, 1),
                (outer - unit, 1),
            )
        ]
        data.append("M" + "L".join(at(corner) for corner in corners) + "z")
    return "".join(data)


def _floor(board: GraphBoard, unit: float, cell: Cell, centre: Point, radius: float) -> str:
    kind = board.terrain(cell)
    tone = EMBLEM_INK[kind]
    emblem = board.features.get("emblem", {}).get(cell, "")
    if emblem == "star":
        return "".join(_rosette(centre, radius * share, tone, unit) for share in (0.9, 0.56, 0.26))
    if emblem in EMBLEMS:
        place = f'transform="translate({at(centre)}) scale({number(radius / 17)})"'
        return path(EMBLEMS[emblem], f'fill="{tone}" fill-rule="evenodd" {place}')
    return _rosette(centre, radius * 0.62, tone, unit)


def _rosette(centre: Point, radius: float, tone: str, unit: float) -> str:
    """The eight-pointed star of Moroccan tiles: two squares."""
    line = f'fill="none" stroke="{tone}" stroke-width="{number(0.6 * unit)}"'
    return "".join(
        polygon([around(centre, radius, first + turn) for turn in (0, 90, 180, 270)], line) for first in (0, 45)
    )


# --- names -----------------------------------------------------------------------------------------------


def plaques_layer(board: GraphBoard, unit: float, lang: str) -> str:
    """Group ``plaques``: the number of each building on its wall, names of headquarters and bazaar, their residents."""
    parts = []
    for cell in sorted(board.cells, key=int):
        if board.terrain(cell) == "house":
            parts.append(_medallion(board, unit, cell))
        else:
            parts.append(_ribbon(board, unit, cell, lang))
        if cell in board.features.get("residents", {}):
            parts.append(_residents(board, unit, cell, lang))
    return group("plaques", parts)


def _medallion(board: GraphBoard, unit: float, cell: Cell) -> str:
    spot = around(board.places[cell].centre, radius_of(board, cell) + WALL / 2 * unit, -45)
    return path(
        ring(spot, 5.6 * unit), f'fill="{ink.NIGHT}" stroke="{ink.GOLD}" stroke-width="{number(0.7 * unit)}"'
    ) + words(spot, cell, 6.6 * unit, ink.GOLD_LIGHT, f'font-family="{ink.TITLE_FONT}"')


def _ribbon(board: GraphBoard, unit: float, cell: Cell, lang: str) -> str:
    x, y = around(board.places[cell].centre, radius_of(board, cell) + 2.4 * unit, 90)
    name = board.name(cell, lang)
    half, high = max(20.0, 1.9 * len(name) + 3) * unit, 4.6 * unit
    tail = 4 * unit
    shape = (
        f"M{number(x - half)},{number(y - high)}H{number(x + half)}L{number(x + half + tail)},{number(y)}"
        f"L{number(x + half)},{number(y + high)}H{number(x - half)}L{number(x - half - tail)},{number(y)}z"
    )
    colour = ink.STAMP if board.terrain(cell) == "bazaar" else ink.NIGHT
    return path(shape, f'fill="{colour}" stroke="{ink.GOLD}" stroke-width="{number(0.7 * unit)}"') + words(
        (x, y),
        name,
        6.4 * unit,
        ink.GOLD_LIGHT,
        f'font-family="{ink.TITLE_FONT}" letter-spacing="{number(0.3 * unit)}"',
    )


def _residents(board: GraphBoard, unit: float, cell: Cell, lang: str) -> str:
    """The names of those who live here along the top of the wall, with their colours at either end."""
    centre = board.places[cell].centre
    way = radius_of(board, cell) + 2.2 * unit
    left, right = around(centre, way, 180), around(centre, way, 0)
    names = board.word(f"residents{cell}", lang).upper()
    curve = f'<path id="wall{cell}" d="M{at(left)}A{number(way)},{number(way)} 0 0 1 {at(right)}" fill="none"/>'
    written = (
        f'<text font-size="{number(3.9 * unit)}" font-family="{ink.NAME_FONT}" font-weight="600" fill="{ink.INK}" '
        f'letter-spacing="{number(0.25 * unit)}" text-anchor="middle"><textPath href="#wall{cell}" startOffset="50%">'
        f"{names}</textPath></text>"
    )
    dots = []
    for colour, turn in zip(board.features["residents"][cell].split(), (-164, -16)):
        spot = around(centre, radius_of(board, cell) + WIDE_WALL / 2 * unit, turn)
        dots.append(
            path(ring(spot, 3.1 * unit), f'fill="{colour}" stroke="{ink.INK}" stroke-width="{number(0.4 * unit)}"')
        )
    return curve + written + "".join(dots)
