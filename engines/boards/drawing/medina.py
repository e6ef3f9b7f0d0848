"""The white town by night: a plan of streets and buildings for graph boards, under a sky with the title.

Lengths are in units: 74 to a pitch, a millimetre on A2. The floors of buildings are mid-toned and almost bare, so that
pieces of every colour stand out on them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from engines.boards.board import Point
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import between, moved, wobble
from engines.boards.drawing.markers import markers_svg
from engines.boards.drawing.medina_houses import buildings_layer, plaques_layer, wall_width
from engines.boards.drawing.medina_sky import frame_layer, sky_layer, title_layer
from engines.boards.drawing.mirror import cells_layer, light
from engines.boards.drawing.svg import document, group, number, path
from engines.boards.drawing.svg import text as words
from engines.boards.graph import GraphBoard

if TYPE_CHECKING:
    from engines.boards.chart import ChartedBoard

LAYERS = ("sky", "title", "ground", "roofs", "streets", "street-names", "buildings", "plaques", "frame", "markers")
"""Every group of the drawing, bottom to top."""
LIGHT_LAYERS = frozenset(LAYERS) - {"markers"}
STREET = 15.0
"""Width of a street with its kerbs."""
EDGE = 7.5
"""Width of the frame, on which no roof is drawn."""
ROOFS = ("#e9dfc8", "#ded0b0", "#e4d7c4", "#d6c7a4", "#ebe4d4", "#d9c3a0", "#cdb691", "#e2cdb4")
GROUND, KERB, SHADE = "#c3b48d", "#8b7c5d", "#8a7a58"


def medina(board: ChartedBoard, lang: str) -> str:
    """The whole board as it is printed."""
    assert isinstance(board, GraphBoard)
    return drawn(board, lang, LAYERS)


def medina_mirror(board: ChartedBoard, lang: str) -> str:
    """The same for phones, with a group ``cells`` to light up."""
    assert isinstance(board, GraphBoard)
    return light(drawn(board, lang, LIGHT_LAYERS, cells_layer(board)))


def drawn(board: GraphBoard, lang: str, layers: Collection[str], over: str = "") -> str:
    """The board with only those of `LAYERS` that are in `layers`; `over` is laid over them all."""
    unit = board.pitch_mm / 74
    made: Mapping[str, Callable[[], str]] = {
        "sky": lambda: sky_layer(board, unit),
        "title": lambda: title_layer(board, unit, lang),
        "ground": lambda: _ground(board, unit),
        "roofs": lambda: group("roofs", _roofs(board, unit)),
        "streets": lambda: _streets(board, unit),
        "street-names": lambda: _street_names(board, unit, lang),
        "buildings": lambda: buildings_layer(board, unit),
        "plaques": lambda: plaques_layer(board, unit, lang),
        "frame": lambda: frame_layer(board, unit),
        "markers": lambda: markers_svg(board),
    }
    return document(board.size_mm, [*(made[name]() for name in LAYERS if name in layers), over])


def town_top(board: GraphBoard, unit: float) -> float:
    """Where the town ends and the sky begins, mm."""
    return min(place.centre[1] for place in board.places.values()) - 26 * unit


def _ground(board: GraphBoard, unit: float) -> str:
    width, height = board.size_mm
    top = town_top(board, unit)
    earth = f"M0,{number(top)}H{number(width)}V{number(height)}H0z"
    return group("ground", [path(earth, f'fill="{GROUND}"')])


def _streets(board: GraphBoard, unit: float) -> str:
    """All streets as one kerb, one paving and one row of stones, so that crossings have no seams."""
    ways = "".join(
        f"M{number(a[0])},{number(a[1])}L{number(b[0])},{number(b[1])}"
        for a, b in ((board.places[one].centre, board.places[other].centre) for one, other in board.edges)
    )
    stroke = 'fill="none" stroke-linecap="round"'
    return group(
        "streets",
        [
            path(ways, f'{stroke} stroke="{SHADE}" stroke-opacity="0.45" stroke-width="{number((STREET + 3) * unit)}"'),
            path(ways, f'{stroke} stroke="{KERB}" stroke-width="{number(STREET * unit)}"'),
            path(ways, f'{stroke} stroke="#b3a582" stroke-width="{number((STREET - 2.2) * unit)}"'),
            path(
                ways,
                f'{stroke} stroke="#d5c9a6" stroke-width="{number(0.9 * unit)}" '
                f'stroke-dasharray="{number(3.4 * unit)} {number(3.4 * unit)}"',
            ),
        ],
    )


def _street_names(board: GraphBoard, unit: float, lang: str) -> str:
    parts = []
    for line in board.chart.lines:
        if line.kind != "street":
            continue
        spots = [board.places[cell].centre for cell in line.cells]
        for number_, (one, other) in enumerate(pairwise(spots)):
            if number_ in (1, 2):
                spot = moved(between(one, other), 0, -4.1 * unit)
                name = line.names.get(lang, line.names["en"])
                style = f'font-family="{ink.WATER_FONT}" font-style="italic"'
                parts.append(words(spot, name, 4.0 * unit, "#54482f", style))
    return group("street-names", parts)


# --- the houses between the streets ----------------------------------------------------------------------


def _roofs(board: GraphBoard, unit: float) -> Iterator[str]:
    """Flat roofs, courts, domes and palms between the streets, and a row of them along the edge of the town."""
    columns = sorted({round(place.centre[0], 1) for place in board.places.values()})
    rows = sorted({round(place.centre[1], 1) for place in board.places.values()})
    half = STREET / 2 * unit
    width, height = board.size_mm
    edge = EDGE * unit
    lefts = [edge, *(x + half for x in columns)]
    rights = [*(x - half for x in columns), width - edge]
    tops = [town_top(board, unit), *(y + half for y in rows)]
    lows = [*(y - half for y in rows), height - edge]
    for left, right in zip(lefts, rights):
        for top, low in zip(tops, lows):
            yield from _block(board, unit, left, top, right, low)


def _block(board: GraphBoard, unit: float, left: float, top: float, right: float, low: float) -> Iterator[str]:
    along = max(1, round((right - left) / (13.5 * unit)))
    across = max(1, round((low - top) / (14.5 * unit)))
    for column in range(along):
        for row in range(across):
            x = left + (right - left) * column / along
            y = top + (low - top) * row / across
            w, h = (right - left) / along, (low - top) / across
            if _is_free(board, unit, (x, y, w, h)):
                yield _lot(unit, x + 0.5 * unit, y + 0.5 * unit, w - unit, h - unit)


def _is_free(board: GraphBoard, unit: float, lot: tuple[float, float, float, float]) -> bool:
    """Whether a lot lies apart from every building on which pieces stand."""
    x, y, w, h = lot
    for cell in board.cells:
        place = board.places[cell]
        nearest = (min(max(place.centre[0], x), x + w), min(max(place.centre[1], y), y + h))
        dx, dy = nearest[0] - place.centre[0], nearest[1] - place.centre[1]
        reach = place.outline[0][0] - place.centre[0] + (wall_width(board, cell) + 1.5) * unit
        if dx * dx + dy * dy < reach * reach:
            return False
    return True


def _lot(unit: float, x: float, y: float, w: float, h: float) -> str:
    chance = (wobble((x, y), "lot") + 1) / 2
    if chance > 0.93:
        return _palm((x + w / 2, y + h / 2), unit)
    cut = 0.8 * unit * (1 + wobble((y, x), "cut"))
    x, y, w, h = x + cut, y + cut / 2, w - 1.5 * cut, h - cut
    roof = ROOFS[int(chance * 97) % len(ROOFS)]
    parts = [
        _rect(x + 1.1 * unit, y + 1.3 * unit, w, h, f'fill="{SHADE}" fill-opacity="0.5"'),
        _rect(x, y, w, h, f'fill="{roof}" stroke="#a08f6b" stroke-width="{number(0.3 * unit)}"'),
    ]
    inner = (x + 1.3 * unit, y + 1.3 * unit, w - 2.6 * unit, h - 2.6 * unit)
    if chance < 0.16:
        parts.append(_dome((x + w / 2, y + h / 2), min(w, h) * 0.32, unit))
    elif chance < 0.34:
        parts.append(_rect(*inner, 'fill="#b5a178"'))
        parts.append(_rect(x + w * 0.36, y + h * 0.36, w * 0.28, h * 0.28, 'fill="#7f9a94"'))
    elif chance < 0.46:
        stripe = h / 6
        parts += [
            _rect(x, y + stripe * step, w, stripe, f'fill="{"#a85c48" if step % 2 else "#dccdb0"}"')
            for step in range(6)
        ]
    else:
        parts.append(_rect(*inner, f'fill="none" stroke="#b9a782" stroke-width="{number(0.35 * unit)}"'))
        hut = (x + w * (0.2 + 0.4 * chance), y + h * 0.25, w * 0.24, h * 0.28)
        parts.append(
            _rect(hut[0] + 0.6 * unit, hut[1] + 0.6 * unit, hut[2], hut[3], f'fill="{SHADE}" fill-opacity="0.5"')
        )
        parts.append(_rect(*hut, 'fill="#f3ecdc"'))
    return "".join(parts)


def _rect(x: float, y: float, w: float, h: float, attributes: str) -> str:
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" {attributes}/>'


def _dome(centre: Point, radius: float, unit: float) -> str:
    x, y = centre
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="#cfdcd2" stroke="#8a9d92" '
        f'stroke-width="{number(0.35 * unit)}"/>'
        f'<circle cx="{number(x - radius * 0.25)}" cy="{number(y - radius * 0.25)}" r="{number(radius * 0.45)}" '
        f'fill="#e7eee6"/><circle cx="{number(x)}" cy="{number(y)}" r="{number(radius * 0.16)}" fill="{ink.GOLD}"/>'
    )


LEAF = "M0,0C1.6,-1.9 4.6,-1.5 5.6,0C4.2,-0.4 2,0.3 0,0z"
LEAF_INKS = ("#6f8c58", "#5d7a4e")


def _palm(centre: Point, unit: float) -> str:
    x, y = centre
    first = 20 * wobble(centre, "palm")
    place = f"translate({number(x)} {number(y)}) scale({number(unit)})"
    leaves = "".join(
        f'<path d="{LEAF}" fill="{LEAF_INKS[step % 2]}" transform="rotate({number(first + step * 51.4)})"/>'
        for step in range(7)
    )
    shade = f'<circle cx="1" cy="1.2" r="4.6" fill="{SHADE}" fill-opacity="0.35"/>'
    return f'<g transform="{place}">{shade}{leaves}</g>'
