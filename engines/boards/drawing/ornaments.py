"""Ornaments of the poster map: the title with its searchlights, the compass, the Lisbon plane, the legend."""

from __future__ import annotations

import math

from engines.boards.board import Point
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import around, moved, ring
from engines.boards.drawing.pieces import pictogram
from engines.boards.drawing.svg import at, group, number, path
from engines.boards.drawing.svg import text as words
from engines.boards.hex import HexBoard

TITLE_SPOT, COMPASS_SPOT, CARAVAN_SPOT, SHIP_SPOT = (4.8, 3.1), (23.6, 22.0), (30.2, 30.5), (20.8, 19.8)
"""Column and row of the middle of each ornament, in hexes from the grid's top left."""
ROADSTEADS = ((11.7, 20.9), (19.7, 21.1), (23.4, 25.9))
"""Where ships lie off Africa; each port's ship makes for the nearest."""


def spot_mm(board: HexBoard, column: float, row: float) -> Point:
    """The point at a fractional column and row."""
    left, top = board.sheet.origin_mm
    radius = board.pitch_mm / 3**0.5
    return (left + column * board.pitch_mm, top + radius * (1 + 1.5 * row))


def compass_layer(board: HexBoard) -> str:
    """Group ``compass``: a rose of sixteen points whose rhumb lines cross the sea."""
    unit = board.pitch_mm / 24
    centre = spot_mm(board, *COMPASS_SPOT)
    rhumbs = "".join(
        f"M{at(around(centre, 36 * unit, turn))}L{at(around(centre, 1400 * unit, turn))}"
        for turn in (step * 22.5 for step in range(16))
    )
    parts = [
        path(rhumbs, f'stroke="{ink.SEA_INK}" stroke-opacity="0.28" stroke-width="{number(0.3 * unit)}"'),
        path(ring(centre, 33 * unit) + ring(centre, 31.4 * unit) + ring(centre, 20 * unit),
             f'fill="none" stroke="{ink.SEA_INK}" stroke-width="{number(0.4 * unit)}"'),
    ]  # fmt: skip
    for length, offset, width in ((22, 22.5, 4.0), (28, 45, 5.5), (38, 0, 7.0)):
        step = 45 if offset == 22.5 else 90
        for index in range(360 // step):
            parts.append(_ray(centre, length * unit, width * unit, offset + index * step - 90, unit))
    parts.append(
        path(ring(centre, 3.2 * unit), f'fill="{ink.GOLD}" stroke="{ink.NIGHT}" stroke-width="{number(0.4 * unit)}"')
    )
    for label, turn in (("N", -90), ("E", 0), ("S", 90), ("W", 180)):
        spot = around(centre, 43 * unit, turn)
        parts.append(words(spot, label, 8 * unit, ink.NIGHT, f'font-family="{ink.TITLE_FONT}" fill-opacity="0.8"'))
    return group("compass", parts)


def _ray(centre: Point, length: float, width: float, degrees: float, unit: float) -> str:
    """One point of the rose: a dark and a light half."""
    tip = around(centre, length, degrees)
    left, right = around(centre, width, degrees - 45), around(centre, width, degrees + 45)
    rim = f'stroke="{ink.NIGHT}" stroke-width="{number(0.3 * unit)}" stroke-linejoin="round"'
    return path(f"M{at(centre)}L{at(left)}L{at(tip)}z", f'fill="{ink.SEA_INK}" {rim}') + path(
        f"M{at(centre)}L{at(right)}L{at(tip)}z", f'fill="{ink.HALO}" {rim}'
    )


def title_layer(board: HexBoard, lang: str) -> str:
    """Group ``title``: the name of the game in the light of two searchlights."""
    unit = board.pitch_mm / 24
    centre = spot_mm(board, *TITLE_SPOT)
    x, y = centre
    wide, tall = 104 * unit, 52 * unit
    frame = (
        f'<rect x="{number(x - wide)}" y="{number(y - tall)}" width="{number(2 * wide)}" height="{number(2 * tall)}" '
    )
    beams = "".join(
        f"M{at(moved(centre, foot * unit, 50 * unit))}L{at(moved(centre, (to - 12) * unit, -51 * unit))}"
        f"L{at(moved(centre, (to + 12) * unit, -51 * unit))}z"
        for foot, to in ((-86, -30), (86, 22), (-70, 44), (60, -66))
    )
    stars = "".join(
        ring(moved(centre, dx * unit, dy * unit), 0.5 * unit)
        for dx, dy in (
            (-90, -38),
            (-58, -44),
            (-16, -41),
            (31, -45),
            (70, -40),
            (92, -25),
            (-95, -12),
            (52, -33),
            (-40, -33),
        )
    )
    title = board.word("title", lang)
    return group(
        "title",
        [
            f'{frame}rx="{number(3 * unit)}" fill="{ink.NIGHT}"/>',
            group("title-beams", [path(beams, f'fill="{ink.GOLD_LIGHT}" fill-opacity="0.15"'),
                                  path(stars, f'fill="{ink.HALO}" fill-opacity="0.9"'),
                                  _medina(moved(centre, 0, 52 * unit), unit)]),
            _rim(centre, wide, tall, 2.2 * unit, 0.8 * unit, unit),
            _rim(centre, wide, tall, 4.4 * unit, 0.3 * unit, unit),
            words(moved(centre, 0, -12 * unit), title, 36 * unit, ink.GOLD_LIGHT,
                  f'font-family="{ink.TITLE_FONT}" textLength="{number(184 * unit)}" lengthAdjust="spacingAndGlyphs"'),
            words(moved(centre, 0, 15 * unit), board.word("subtitle", lang), 14 * unit, ink.HALO,
                  f'font-family="{ink.WATER_FONT}" font-style="italic" letter-spacing="{number(1.6 * unit)}"'),
        ],
    )  # fmt: skip


def _rim(centre: Point, wide: float, tall: float, inset: float, width: float, unit: float) -> str:
    x, y = centre
    return (
        f'<rect x="{number(x - wide + inset)}" y="{number(y - tall + inset)}" width="{number(2 * (wide - inset))}" '
        f'height="{number(2 * (tall - inset))}" rx="{number(2 * unit)}" fill="none" stroke="{ink.GOLD}" '
        f'stroke-width="{number(width)}"/>'
    )


def _medina(foot: Point, unit: float) -> str:
    """Roofs, domes and minarets of Casablanca against the night."""
    x, y = foot
    data = [f"M{at((x - 99 * unit, y))}L{at((x - 101 * unit, y - 2 * unit))}"]
    outline = (
        (-101, 9), (-96, 9), (-96, 13), (-90, 13), (-90, 10), (-80, 10), (-80, 16), (-72, 16), (-72, 24), (-70, 27),
        (-68, 24), (-68, 12), (-58, 12), (-58, 9), (-46, 9), (-46, 14), (-36, 14), (-36, 11), (-26, 11), (-26, 8),
        (-12, 8), (-12, 13), (-6, 13), (-6, 20), (-2, 24), (2, 20), (2, 13), (10, 13), (10, 9), (24, 9), (24, 15),
        (32, 15), (32, 10), (44, 10), (44, 25), (46, 31), (48, 25), (48, 13), (58, 13), (58, 10), (70, 10), (70, 15),
        (80, 15), (80, 11), (92, 11), (92, 14), (98, 14), (98, 9), (101, 9), (101, 2), (99, 0),
    )  # fmt: skip
    data += [f"L{at((x + dx * unit, y - dy * unit))}" for dx, dy in outline]
    lights = "".join(
        f"M{at((x + dx * unit, y - dy * unit))}h{number(1.2 * unit)}v{number(-1.8 * unit)}h{number(-1.2 * unit)}z"
        for dx, dy in (
            (-92, 6),
            (-76, 9),
            (-63, 6),
            (-41, 8),
            (-31, 6),
            (-3, 9),
            (6, 7),
            (28, 9),
            (52, 7),
            (74, 9),
            (86, 6),
        )
    )
    return path("".join(data) + "z", 'fill="#0d1318"') + path(lights, f'fill="{ink.GOLD}"')


def motto_layer(board: HexBoard, lang: str, around_map: tuple[float, float, float, float]) -> str:
    """Group ``motto``: a line under the map between two fans, where the sheet has room for it."""
    unit = board.pitch_mm / 24
    left, top, width, height = around_map
    low = top + height + 3 * unit
    room = board.size_mm[1] - 7 * unit - low
    if room < 20 * unit:
        return group("motto", [])
    centre = (left + width / 2, low + room / 2)
    words_mm, size = board.word("motto", lang), 11 * unit
    half = 0.32 * size * len(words_mm)
    style = f'font-family="{ink.TITLE_FONT}" letter-spacing="{number(0.06 * size)}"'
    parts = [words(centre, words_mm, size, ink.GOLD, style)]
    for side in (-1, 1):
        fan = moved(centre, side * (half + 18 * unit), 5.5 * unit)
        rays = "".join(
            f"M{at(around(fan, 3.4 * unit, turn))}L{at(around(fan, 12 * unit, turn))}" for turn in range(-180, 1, 20)
        )
        end = left + width * (0.03 if side < 0 else 0.97)
        lines = "".join(
            f"M{at(moved(fan, side * 16 * unit, dy * unit))}H{number(end - side * inset * unit)}"
            for dy, inset in ((0, 0), (-3, 18), (-6, 36))
        )
        parts.append(path(rays + lines + f"M{at(moved(fan, -12 * unit, 0))}h{number(24 * unit)}", _GILT))
    return group("motto", parts, f'stroke-width="{number(0.7 * unit)}"')


_GILT = f'fill="none" stroke="{ink.GOLD}" stroke-linecap="round"'


def plane_layer(board: HexBoard) -> str:
    """Group ``plane``: the way out, a dashed course from Casablanca over the ocean and the aeroplane on it."""
    if "Casablanca" not in {names["en"] for names in board.chart.names.values()}:
        return group("plane", [])
    unit = board.pitch_mm / 24
    start = board.places[board.named("Casablanca")].centre
    bend, end = spot_mm(board, 3.0, 21.5), spot_mm(board, 1.15, 18.2)
    course = f"M{at(moved(start, -6 * unit, -14 * unit))}Q{at(bend)} {at(end)}"
    return group(
        "plane",
        [
            path(course, f'fill="none" stroke="{ink.STAMP}" stroke-width="{number(0.9 * unit)}" '
                         f'stroke-dasharray="{number(3.4 * unit)} {number(2.2 * unit)}"'),
            _aeroplane(end, -119, 1.25 * unit),
        ],
    )  # fmt: skip


def ships_layer(board: HexBoard) -> str:
    """Group ``ships``: dotted ways from the ports to Africa, and a steamer on one of them."""
    unit = board.pitch_mm / 24
    roads = [spot_mm(board, *spot) for spot in ROADSTEADS]
    ways = []
    for cell in sorted(board.features.get("price", {})):
        x, y = board.places[cell].centre
        end = min(roads, key=lambda road: math.dist(road, (x, y)))
        ways.append(f"M{at((x, y))}Q{at((x + (end[0] - x) * 0.15, y + (end[1] - y) * 0.75))} {at(end)}")
    dots = f'stroke-dasharray="{number(0.1 * unit)} {number(3.2 * unit)}" stroke-linecap="round"'
    style = f'fill="none" stroke="{ink.HALO}" stroke-width="{number(1.1 * unit)}" stroke-opacity="0.8" {dots}'
    return group("ships", [path("".join(ways), style), _steamer(spot_mm(board, *SHIP_SPOT), 1.05 * unit)])


def _steamer(centre: Point, unit: float) -> str:
    """A passenger steamer seen from abeam, bound for the south-west, on its bow wave."""
    body = (
        "M-13,1.6L-11.4,6H10L12.4,1.6zM-7.4,1.2V-1H8V1.2zM-5,-1.4V-3.2H5.4V-1.4z"
        "M-2.6,-3.6L-2,-8H0.2L-0.2,-3.6zM1.8,-3.6L2.4,-8H4.6L4.2,-3.6zM-9.2,1.4L-8.8,-7.4L-8.4,1.4zM9.4,1.4L9.8,-6.4L10.2,1.4z"
    )
    smoke = "M-0.8,-9.2C1,-12.4 4,-10.6 5.6,-12.6C7.4,-14.6 11,-13 13.6,-15M3.6,-9.2C5,-11 8.4,-9.6 10.4,-11.4"
    waves = "M-17,7.4q2.2,-1.6 4.4,0t4.4,0t4.4,0t4.4,0t4.4,0t4.4,0t4.4,0"
    place = f"translate({at(centre)}) scale({number(unit)})"
    return (
        f'<g transform="{place}">{path(body, f"fill={chr(34)}{ink.NIGHT}{chr(34)}")}'
        + path(
            smoke, f'fill="none" stroke="{ink.NIGHT}" stroke-opacity="0.35" stroke-width="1.3" stroke-linecap="round"'
        )
        + path(waves, f'fill="none" stroke="{ink.HALO}" stroke-width="0.9" stroke-linecap="round"')
        + "</g>"
    )


def caravan_layer(board: HexBoard) -> str:
    """Group ``caravan``: camels on their way through the sand, pale as the dunes."""
    unit = board.pitch_mm / 24
    x, y = spot_mm(board, *CARAVAN_SPOT)
    camel = pictogram("camel")
    walk = "".join(
        f'<path d="{camel}" transform="translate({at((x + dx * unit, y + dy * unit))}) scale({number(-size * unit)} '
        f'{number(size * unit)})"/>'
        for dx, dy, size in ((-30, 3, 0.95), (-6, 0, 1.0), (18, 2, 0.92), (40, -2, 0.88))
    )
    return group("caravan", [walk], f'fill="{ink.YELLOW_INK}" fill-opacity="0.7"')


def _aeroplane(centre: Point, degrees: float, unit: float) -> str:
    """A twin-engined airliner of 1937 from above, nose along `degrees`."""
    half = (
        "M13,0C12,1.6 9,2 5,2L4.4,4.2L5.6,4.4C6,5 6,6 5.4,6.4L3.6,6.6L1.6,15.4C1.2,16.6 -0.4,16.4 -0.8,15.2"
        "L-2.2,6.2L-3.4,2L-9.4,1.2L-10.6,5.6C-11,6.4 -12.2,6.2 -12.4,5.4L-13,0z"
    )
    place = f"translate({at(centre)}) rotate({number(degrees)}) scale({number(unit)})"
    return f'<g transform="{place}" fill="{ink.NIGHT}"><path d="{half}"/><path d="{half}" transform="scale(1 -1)"/></g>'
