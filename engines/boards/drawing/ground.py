"""The ground of the poster map: sea with its depth lines, coast, countryside, yellow and ochre desert."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engines.boards.board import Point
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import around, inset, moved, natural, ring, smooth_closed, smooth_open, wobble
from engines.boards.drawing.lattice import Spot, outline_loops, spots_where
from engines.boards.drawing.svg import at, group, number, path
from engines.boards.hex import HexBoard, column_row
from engines.physical import Cell

DEPTHS = ((30.0, 0.10), (22.0, 0.14), (15.0, 0.18), (9.0, 0.26), (4.0, 0.38))
"""Bands of shallow water along the coast: width of the stroke (mm on a pitch of 24) and its opacity."""
SHADES = (4.2, 2.4, 1.2)
"""Widths of the bands inside the coast, mm on a pitch of 24."""
ROUGH_COAST, ROUGH_SAND = 0.26, 0.12


SANDS = frozenset({"yellow", "ochre", "african_town", "casablanca"})


def land_data(board: HexBoard, rounds: int = 2, inwards: float = 0.0) -> str:
    """Path data of the coast round all land, or of a line `inwards` mm from it; `rounds` of roughening."""
    return _region(board, lambda name: name != "sea", ROUGH_COAST, rounds, inwards)


def africa_data(board: HexBoard, rounds: int = 2) -> str:
    """Path data of Africa, which is sand."""
    return _region(board, lambda name: name in SANDS, ROUGH_COAST, rounds)


def ochre_data(board: HexBoard, rounds: int = 1) -> str:
    """Path data of the ochre desert; a town in its midst stands on ochre."""
    ochre = spots_where(board, lambda name: name == "ochre")
    towns = {column_row(cell) for cell in board.cells if _amid_ochre(board, cell)}
    return _coasts(board, ochre | towns, ROUGH_SAND, rounds)


def _amid_ochre(board: HexBoard, cell: Cell) -> bool:
    return board.terrain(cell) == "african_town" and all(
        board.terrain(near) == "ochre" for near in board.neighbours(cell)
    )


def _region(board: HexBoard, within: Callable[[str], bool], rough: float, rounds: int, inwards: float = 0.0) -> str:
    return _coasts(board, spots_where(board, within), rough, rounds, inwards)


def _coasts(board: HexBoard, spots: frozenset[Spot], rough: float, rounds: int, inwards: float = 0.0) -> str:
    coasts = (natural(loop, rough, rounds) for loop in outline_loops(board, spots))
    return "".join(smooth_closed(inset(coast, inwards) if inwards else coast) for coast in coasts)


COAST = '<use href="#coast" '
"""The coast is long: it is kept once, in the definitions of the drawing, and painted with many strokes."""


def coast_definition(board: HexBoard, fine: bool) -> str:
    """The path that `COAST` uses."""
    return f'<path id="coast" d="{land_data(board, 2 if fine else 1)}"/>'


def sea_layer(board: HexBoard, frame: str, fine: bool) -> str:
    """Group ``sea``: deep water, its small waves, and the bands that lighten towards the coast."""
    unit = board.pitch_mm / 24
    bands = [
        f'{COAST}fill="none" stroke="{ink.SEA_SHALLOW}" stroke-width="{number(width * unit)}" '
        f'stroke-opacity="{opacity}" stroke-linejoin="round"/>'
        for width, opacity in (DEPTHS if fine else DEPTHS[::2])
    ]
    return group("sea", [path(frame, f'fill="{ink.SEA}"'), *([_waves(board)] if fine else []), *bands])


def _waves(board: HexBoard) -> str:
    """Small strokes of water on every sea hex, denser nowhere: the paper of old charts."""
    unit = board.pitch_mm / 24
    strokes = []
    for cell in sorted(board.cells):
        if board.terrain(cell) != "sea":
            continue
        centre = board.places[cell].centre
        for number_of in range(3):
            salt = f"wave{number_of}"
            start = moved(
                centre, 10 * unit * wobble(centre, salt + "x") - 3 * unit, 11 * unit * wobble(centre, salt + "y")
            )
            half = (1.6 + 0.8 * wobble(start)) * unit
            strokes.append(f"M{at(start)}q{number(half / 2)},{number(-0.8 * unit)} {number(half)},0t{number(half)},0")
    return path(
        "".join(strokes),
        f'fill="none" stroke="{ink.SEA_DEEP}" stroke-width="{number(0.35 * unit)}" stroke-linecap="round"',
    )


def land_layer(board: HexBoard, fine: bool) -> str:
    """Group ``land``: country, sand and ochre in flat tints, an inner shade along the coast, the coastline."""
    unit = board.pitch_mm / 24
    rounds = 2 if fine else 1
    return group(
        "land",
        [
            f'{COAST}fill="{ink.COUNTRY}" fill-rule="evenodd"/>',
            path(africa_data(board, rounds), f'fill="{ink.YELLOW}" fill-rule="evenodd"'),
            path(ochre_data(board, rounds - 1), f'fill="{ink.OCHRE}" fill-opacity="0.92" fill-rule="evenodd"'),
            *(_shade(board, width * unit) for width in (SHADES if fine else ())),
            f'{COAST}fill="none" stroke="{ink.COAST}" stroke-width="{number(0.55 * unit)}"/>',
        ],
    )


def _shade(board: HexBoard, width: float) -> str:
    """A hand-tinted band along the inside of the coast."""
    line = land_data(board, inwards=width / 2)
    return path(line, f'fill="none" stroke="{ink.ROCK}" stroke-opacity="0.17" stroke-width="{number(width)}"')


def texture_layer(board: HexBoard) -> str:
    """Group ``texture``: meadows, woods and ranges in the country, ripples on yellow sand, long dunes on ochre."""
    unit = board.pitch_mm / 24
    mountains = frozenset(board.chart.relief.get("mountains", ()))
    forest = frozenset(board.chart.relief.get("forest", ()))
    strokes: dict[str, list[str]] = {kind: [] for kind in STROKES}
    for cell in sorted(board.cells):
        terrain = board.terrain(cell)
        if cell in mountains:
            kind = "peak"
        elif terrain == "country" and not (board.on_line("rail", cell) or board.on_line("river", cell)):
            kind = "forest" if cell in forest else "country"
        else:
            kind = terrain
        if kind in STROKES:
            strokes[kind] += texture_of(kind, board.places[cell].centre, unit)
    return group(
        "texture",
        [textured("".join(data), kind, unit) for kind, data in strokes.items()],
        'fill="none" stroke-linecap="round" stroke-linejoin="round"',
    )


STROKES = {
    "country": (ink.COUNTRY_INK, 0.4),
    "forest": (ink.COUNTRY_INK, 0.4),
    "yellow": (ink.YELLOW_INK, 0.4),
    "ochre": (ink.OCHRE_INK, 0.5),
    "peak": (ink.ROCK, 0.5),
}
"""Ink and width of each kind of texture, mm on a pitch of 24."""


def texture_of(kind: str, centre: Point, unit: float) -> list[str]:
    """Path data of one hex's texture, a key of `STROKES`."""
    match kind:
        case "peak":
            return [_peak(spot, unit) for spot in _range(centre, unit)]
        case "forest":
            return [_tree(spot, unit) for spot in _scatter(centre, unit, 11, "wood")]
        case "country":
            return [_meadow(spot, unit) for spot in _scatter(centre, unit, 4, "meadow")]
        case "yellow":
            return [_ripple(spot, unit) for spot in _scatter(centre, unit, 6, "sand")]
        case _:
            return [_dune(spot, unit) for spot in _dune_rows(centre, unit)]


def textured(data: str, kind: str, unit: float) -> str:
    """The strokes of one kind of texture."""
    colour, width = STROKES[kind]
    return path(data, f'stroke="{colour}" stroke-opacity="0.85" stroke-width="{number(width * unit)}"')


def _range(centre: Point, unit: float) -> Iterable[Point]:
    for index, (dx, dy) in enumerate(((-5.5, -3.2), (1.6, -4.4), (6.4, -0.6), (-2.2, 2.4), (3.2, 4.6), (-6.0, 6.6))):
        turn = wobble(centre, f"peak{index}")
        yield moved(centre, (dx + turn) * unit, (dy + turn * 0.6) * unit)


def _peak(foot: Point, unit: float) -> str:
    """A mountain seen from the south: its two flanks, and shade on the eastern one."""
    tall = (3.6 + 0.9 * wobble(foot, "tall")) * unit
    wide = tall * 0.86
    x, y = foot
    flanks = f"M{at((x - wide, y))}L{at((x, y - tall))}L{at((x + wide, y))}"
    shade = "".join(
        f"M{at((x + wide * share * 0.9, y - tall * (1 - share) + 0.3 * unit))}v{number(tall * (1 - share) * 0.55)}"
        for share in (0.22, 0.42, 0.62)
    )
    return flanks + shade


def _scatter(centre: Point, unit: float, count: int, salt: str) -> Iterable[Point]:
    first = 180 * wobble(centre, salt)
    for step in range(count):
        near = 0.55 + 0.45 * abs(wobble(centre, f"{salt}{step}"))
        yield around(centre, 10.5 * unit * near, first + step * 360 / count + 20 * wobble(centre, f"turn{step}"))


def _meadow(spot: Point, unit: float) -> str:
    """Three blades of grass, or now and then a lone tree."""
    if wobble(spot, "kind") > 0.55:
        return _tree(spot, unit)
    return (
        f"M{at(spot)}l{number(-0.8 * unit)},{number(-1.1 * unit)}M{at(spot)}v{number(-1.5 * unit)}"
        f"M{at(spot)}l{number(0.8 * unit)},{number(-1.1 * unit)}"
    )


def _tree(spot: Point, unit: float) -> str:
    """A round tree, or a fir."""
    x, y = spot
    trunk = f"M{at((x, y + 1.5 * unit))}v{number(-0.9 * unit)}"
    if wobble(spot, "fir") > 0.3:
        return trunk + f"M{at((x - unit, y + 0.6 * unit))}L{at((x, y - 1.9 * unit))}L{at((x + unit, y + 0.6 * unit))}z"
    r = 0.95 * unit
    return trunk + ring((x, y - 0.3 * unit), r)


def _ripple(spot: Point, unit: float) -> str:
    """A crescent of wind-blown sand, or three grains of it."""
    if wobble(spot, "grain") > 0.1:
        dot = f"h{number(0.05 * unit)}"
        grains = (moved(spot, dx * unit, dy * unit) for dx, dy in ((0, 0), (1.3, -0.5), (2.1, 0.4)))
        return "".join(f"M{at(grain)}{dot}" for grain in grains)
    half = (1.4 + 0.5 * wobble(spot, "half")) * unit
    return f"M{at(moved(spot, -half, 0))}q{number(half)},{number(-1.1 * unit)} {number(2 * half)},0"


def _dune_rows(centre: Point, unit: float) -> Iterable[Point]:
    for row, (dx, dy) in enumerate(((-4.5, -7.5), (3.5, -4.5), (-4, -0.5), (4, 3.2), (-3.5, 7.0))):
        yield moved(centre, (dx + 1.5 * wobble(centre, f"dune{row}")) * unit, dy * unit)


def _dune(spot: Point, unit: float) -> str:
    """The crest of a dune: a long double wave with a steep side."""
    half = (4.0 + 1.2 * wobble(spot, "dune")) * unit
    crest = [
        moved(spot, -half, 0.5 * unit),
        moved(spot, -half * 0.3, -0.9 * unit),
        moved(spot, half * 0.25, 0.35 * unit),
        moved(spot, half, -0.6 * unit),
    ]
    return smooth_open(crest)


def grid_layer(board: HexBoard) -> str:
    """Group ``grid``: thin sides of every land hex, drawn once, and its tiny id."""
    unit = board.pitch_mm / 24
    sides = []
    for cell in sorted(board.cells):
        if board.terrain(cell) == "sea":
            continue
        for turn, (side, near) in enumerate(zip(board.sides(cell), board.beyond(cell))):
            drawn_by_other = near is not None and board.terrain(near) != "sea" and turn >= 3
            if not drawn_by_other:
                sides.append(f"M{at(side[0])}L{at(side[1])}")
    lines = path(
        "".join(sides),
        f'fill="none" stroke="{ink.GRID}" stroke-opacity="0.5" stroke-width="{number(0.3 * unit)}" '
        'stroke-linecap="round"',
    )
    return group("grid", [lines])


def ids_layer(board: HexBoard) -> str:
    """Group ``ids``: the id of every land hex, tiny, under its upper corner."""
    unit = board.pitch_mm / 24
    size = 1.9 * unit
    ids = [
        f'<text x="{number(x + aside * unit)}" y="{number(y - rise * unit)}">{cell}</text>'
        for cell, (x, y) in _land_centres(board)
        for aside, rise in [_id_spot(board, cell)]
    ]
    return group(
        "ids",
        ids,
        f'font-family="{ink.NAME_FONT}" font-weight="500" font-size="{number(size)}" text-anchor="middle" '
        f'fill="{ink.INK}" fill-opacity="0.55"',
    )


def _id_spot(board: HexBoard, cell: Cell) -> tuple[float, float]:
    """How far right of and above the middle of its hex an id stands, clear of labels and of names in the row above."""
    labelled = any(cell in board.features.get(kind, {}) for kind in ("friend", "price", "landing"))
    north_east, north_west = (near in board.chart.names for near in board.beyond(cell)[1:3])
    return 3.4 * (north_west - north_east), 12.1 if labelled else 9.6


def _land_centres(board: HexBoard) -> list[tuple[Cell, Point]]:
    return [(cell, board.places[cell].centre) for cell in sorted(board.cells) if board.terrain(cell) != "sea"]
