"""The signs of the poster map: cities, towns, oases, ports with their price, numbered hexes, friends."""

from __future__ import annotations

from engines.boards.board import Point
from engines.boards.drawing import palette as ink
from engines.boards.drawing.curves import around, between, moved, ring, wobble
from engines.boards.drawing.svg import at, group, number, path
from engines.boards.drawing.svg import text as words
from engines.boards.hex import HexBoard
from engines.physical import Cell

LABEL_RISE = 8.8
"""How far above the middle of its hex a friend, a price or a die stands, mm on a pitch of 24."""


def inner_hex(board: HexBoard, cell: Cell, share: float) -> tuple[Point, ...]:
    """The outline of `cell`, `share` as large."""
    place = board.places[cell]
    return tuple(between(place.centre, corner, share) for corner in place.outline)


def built_layer(board: HexBoard) -> str:
    """Group ``built``: cities and towns on a tinted round, so that their kind shows under any piece."""
    unit = board.pitch_mm / 24
    tints = {"city": ink.CITY, "port": ink.CITY, "town": ink.TOWN, "african_town": ink.TOWN, "casablanca": ink.CITY}
    parts = []
    for cell in sorted(board.cells):
        if tint := tints.get(board.terrain(cell)):
            centre = board.places[cell].centre
            parts.append(path(ring(centre, 10.9 * unit), f'fill="{tint}"'))
            if tint is ink.CITY:
                rim = f'fill="none" stroke="{ink.STAMP}" stroke-opacity="0.5" stroke-width="{number(0.45 * unit)}"'
                parts.append(path(ring(centre, 9.9 * unit), rim))
    return group("built", parts)


def towns_layer(board: HexBoard) -> str:
    """Group ``towns``: skylines of cities, gables of towns, domes and palms of Africa."""
    unit = board.pitch_mm / 24
    oases = board.zones.get("oases", frozenset())
    parts = []
    for cell in sorted(board.cells):
        foot = moved(board.places[cell].centre, 0, 2.6 * unit)
        match board.terrain(cell):
            case "city" | "port":
                parts.append(_skyline(foot, unit))
            case "town":
                parts.append(_gables(foot, unit))
            case "african_town":
                parts.append(_palms(foot, unit) if cell in oases else _kasbah(foot, unit))
            case "casablanca":
                parts.append(_gate(foot, unit))
    return group("towns", parts)


def _block(left: float, width: float, height: float, foot: Point, unit: float) -> str:
    x, y = moved(foot, left * unit, 0)
    return f"M{at((x, y))}v{number(-height * unit)}h{number(width * unit)}v{number(height * unit)}z"


def _spire(left: float, width: float, height: float, roof: float, foot: Point, unit: float) -> str:
    x, y = moved(foot, left * unit, 0)
    half = number(width * unit / 2)
    return (
        f"M{at((x, y))}v{number(-height * unit)}l{half},{number(-roof * unit)}l{half},{number(roof * unit)}"
        f"v{number(height * unit)}z"
    )


def _skyline(foot: Point, unit: float) -> str:
    """A city: blocks of different height and one or two spires, lit windows in the dark."""
    tall = 1.2 * wobble(foot, "tall")
    shape = "".join(
        (
            _block(-7.2, 2.6, 3.0 + 0.5 * tall, foot, unit),
            _block(-4.8, 2.4, 4.8 - 0.6 * tall, foot, unit),
            _spire(-2.6, 2.0, 5.4 + tall, 3.4, foot, unit),
            _block(-0.8, 2.8, 4.0, foot, unit),
            _spire(1.8, 1.5, 4.6, 2.6 + tall, foot, unit),
            _block(3.1, 2.4, 5.2 + 0.8 * tall, foot, unit),
            _block(5.3, 2.2, 2.9, foot, unit),
        )
    )
    windows = "".join(
        f"M{at(moved(foot, dx * unit, -dy * unit))}h{number(0.55 * unit)}v{number(-0.7 * unit)}h{number(-0.55 * unit)}z"
        for dx, dy in ((-6.2, 0.9), (-4.1, 2.4), (-3.2, 0.8), (-1.9, 3.2), (0.2, 1.9), (3.7, 3.0), (4.4, 1.1), (6, 1.0))
    )
    ground = f"M{at(moved(foot, -8.2 * unit, 0))}h{number(16.4 * unit)}"
    return (
        path(shape, f'fill="{ink.INK}" fill-opacity="0.82"')
        + path(windows, f'fill="{ink.GOLD_LIGHT}"')
        + path(ground, f'fill="none" stroke="{ink.INK}" stroke-width="{number(0.6 * unit)}" stroke-linecap="round"')
    )


def _house(left: float, width: float, height: float, roof: float, foot: Point, unit: float) -> str:
    x, y = moved(foot, left * unit, 0)
    eaves, half = 0.45 * unit, number((width / 2 + 0.45) * unit)
    return (
        f"M{at((x, y))}v{number(-height * unit)}h{number(-eaves)}l{half},{number(-roof * unit)}"
        f"l{half},{number(roof * unit)}h{number(-eaves)}v{number(height * unit)}z"
    )


def _gables(foot: Point, unit: float) -> str:
    """A town: three gabled houses."""
    shape = (
        _house(-5.0, 3.0, 1.8, 1.7, foot, unit)
        + _house(-1.4, 2.8, 2.9, 2.1, foot, unit)
        + _house(2.2, 3.0, 1.9, 1.7, foot, unit)
    )
    doors = "".join(
        f"M{at(moved(foot, dx * unit, 0))}v{number(-1.0 * unit)}h{number(0.7 * unit)}v{number(1.0 * unit)}z"
        for dx in (-3.8, -0.3, 3.4)
    )
    return path(shape, f'fill="{ink.SLEEPER}" fill-opacity="0.85"') + path(doors, f'fill="{ink.GOLD_LIGHT}"')


def _kasbah(foot: Point, unit: float) -> str:
    """An African town: white cubes, a dome and a minaret."""
    x, y = foot
    wide, tall = 1.9 * unit, 2.1 * unit
    dome = f"M{at((x - wide, y - 2.6 * unit))}a{number(wide)},{number(tall)} 0 0 1 {number(2 * wide)},0z"
    shape = (
        _block(-5.6, 3.2, 2.5, foot, unit)
        + _block(-2.4, 4.8, 2.6, foot, unit)
        + dome
        + _block(2.4, 2.4, 3.6, foot, unit)
        + _spire(4.9, 1.4, 5.6, 1.5, foot, unit)
    )
    return path(shape, f'fill="{ink.HALO}" stroke="{ink.SLEEPER}" stroke-width="{number(0.45 * unit)}"')


def _palms(foot: Point, unit: float) -> str:
    """An oasis: two palms over water."""
    wide, tall = 5.6 * unit, number(1.2 * unit)
    return (
        path(
            f"M{at(moved(foot, -wide, 0))}a{number(wide)},{tall} 0 1 0 {number(2 * wide)},0"
            f"a{number(wide)},{tall} 0 1 0 {number(-2 * wide)},0z",
            f'fill="{ink.WATER_LIGHT}" stroke="{ink.WATER}" stroke-width="{number(0.35 * unit)}"',
        )
        + _palm(moved(foot, -2.2 * unit, -0.2 * unit), 5.6 * unit, -0.9 * unit)
        + _palm(moved(foot, 2.0 * unit, 0), 4.4 * unit, 0.8 * unit)
    )


def _palm(foot: Point, height: float, lean: float) -> str:
    top = moved(foot, lean, -height)
    trunk = f"M{at(foot)}Q{at(moved(foot, 0, -height * 0.6))} {at(top)}"
    leaf = height * 0.5
    fronds = "".join(
        f"M{at(top)}Q{at(moved(top, dx * leaf * 0.6, -leaf * lift))} {at(moved(top, dx * leaf, leaf * drop))}"
        for dx, lift, drop in (
            (-1, 0.5, 0.35),
            (-0.8, 0.75, -0.25),
            (0.8, 0.75, -0.25),
            (1, 0.5, 0.35),
            (0.1, 0.4, -0.7),
        )
    )
    return path(
        trunk, f'fill="none" stroke="{ink.SLEEPER}" stroke-width="{number(height * 0.11)}" stroke-linecap="round"'
    ) + path(fronds, f'fill="none" stroke="#4d6b3a" stroke-width="{number(height * 0.14)}" stroke-linecap="round"')


def _gate(foot: Point, unit: float) -> str:
    """Casablanca: the rays of its sun behind a gate with a horseshoe arch and two towers."""
    rays = "".join(
        f"M{at(around(foot, 3 * unit, turn - 3.2))}L{at(around(foot, 10.4 * unit, turn - 3.2))}"
        f"L{at(around(foot, 10.4 * unit, turn + 3.2))}L{at(around(foot, 3 * unit, turn + 3.2))}z"
        for turn in range(-171, 0, 18)
    )
    x, y = foot
    shape = (
        _spire(-6.6, 2.4, 5.6, 1.6, foot, unit)
        + _block(-4.2, 8.4, 4.4, foot, unit)
        + _spire(4.2, 2.4, 5.6, 1.6, foot, unit)
        + "".join(_block(-4.2 + 1.9 * step, 1.0, 5.3, foot, unit) for step in range(5))
    )
    arch = (
        f"M{at((x - 1.3 * unit, y))}v{number(-1.4 * unit)}a{number(1.75 * unit)},{number(1.75 * unit)} 0 1 1 "
        f"{number(2.6 * unit)},0v{number(1.4 * unit)}z"
    )
    return (
        path(rays, f'fill="{ink.GOLD_LIGHT}" fill-opacity="0.9"')
        + path(shape, f'fill="{ink.HALO}" stroke="{ink.STAMP}" stroke-width="{number(0.5 * unit)}"')
        + path(arch, f'fill="{ink.STAMP}"')
    )


def labels_layer(board: HexBoard) -> str:
    """Group ``labels``: start and landing numbers, friends on ribbons, anchors with the price of passage."""
    unit = board.pitch_mm / 24
    parts = [_start(board.places[cell].centre, label, unit) for cell, label in _feature(board, "start")]
    parts += [_landing(board.places[cell].centre, label, unit) for cell, label in _feature(board, "landing")]
    parts += [_ribbon(board.places[cell].centre, label, unit) for cell, label in _feature(board, "friend")]
    parts += [_passage(board.places[cell].centre, label, unit) for cell, label in _feature(board, "price")]
    return group("labels", parts)


def _feature(board: HexBoard, kind: str) -> list[tuple[Cell, str]]:
    return sorted(board.features.get(kind, {}).items())


def _start(centre: Point, label: str, unit: float) -> str:
    """A start hex: its number in a ring, like a postmark."""
    wave = f"q{number(1.1 * unit)},{number(-0.9 * unit)} {number(2.2 * unit)},0"
    waves = "".join(
        f"M{at(moved(centre, dx * unit, dy * unit))}{wave}" for dx in (-8.6, 6.4) for dy in (-1.6, 0.2, 2.0)
    )
    return (
        path(ring(centre, 6.1 * unit), f'fill="{ink.HALO}" fill-opacity="0.75" stroke="{ink.STAMP}" '
                                       f'stroke-width="{number(0.55 * unit)}"')
        + path(ring(centre, 5.0 * unit), f'fill="none" stroke="{ink.STAMP}" stroke-width="{number(0.25 * unit)}"')
        + path(waves, f'fill="none" stroke="{ink.STAMP}" stroke-width="{number(0.3 * unit)}"')
        + words(centre, label, 8.4 * unit, ink.STAMP, f'font-family="{ink.TITLE_FONT}"')
    )  # fmt: skip


def _landing(centre: Point, label: str, unit: float) -> str:
    """A landing hex: the die that leads there."""
    x, y = moved(centre, 0, -LABEL_RISE * unit)
    half = 2.6 * unit
    die = (
        f'<rect x="{number(x - half)}" y="{number(y - half)}" width="{number(2 * half)}" height="{number(2 * half)}" '
        f'rx="{number(0.9 * unit)}" fill="{ink.HALO}" stroke="{ink.NIGHT}" stroke-width="{number(0.4 * unit)}"/>'
    )
    return die + pips((x, y), int(label), 1.35 * unit, 0.52 * unit, ink.NIGHT)


def pips(centre: Point, value: int, step: float, radius: float, colour: str) -> str:
    """The pips of a die."""
    spots = {
        1: ((0, 0),),
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
        6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    }[value]
    return path("".join(ring(moved(centre, dx * step, dy * step), radius) for dx, dy in spots), f'fill="{colour}"')


def _ribbon(centre: Point, label: str, unit: float) -> str:
    """A friend: the name on a ribbon over the city."""
    x, y = moved(centre, 0, -LABEL_RISE * unit)
    half, tall, tail = 7.4 * unit, 2.1 * unit, 1.6 * unit
    shape = (
        f"M{at((x - half, y - tall))}H{number(x + half)}L{at((x + half - tail, y))}L{at((x + half, y + tall))}"
        f"H{number(x - half)}L{at((x - half + tail, y))}z"
    )
    style = f'font-family="{ink.WATER_FONT}" font-style="italic" font-weight="400"'
    return path(shape, f'fill="{ink.NIGHT}" stroke="{ink.GOLD_LIGHT}" stroke-width="{number(0.3 * unit)}"') + words(
        (x, y), label, 4.5 * unit, ink.GOLD_LIGHT, style
    )


def anchor(centre: Point, size: float, colour: str) -> str:
    """An anchor, `size` high."""
    x, y = centre
    s = size / 10
    data = (
        ring((x, y - 3.9 * s), 1.1 * s)
        + f"M{at((x, y - 2.8 * s))}V{number(y + 4.8 * s)}M{at((x - 2.4 * s, y - 1.4 * s))}h{number(4.8 * s)}"
        + f"M{at((x - 4.2 * s, y + 1.4 * s))}q{number(0.3 * s)},{number(3.4 * s)} {number(4.2 * s)},{number(3.4 * s)}"
        + f"q{number(3.9 * s)},0 {number(4.2 * s)},{number(-3.4 * s)}"
    )
    return path(
        data,
        f'fill="none" stroke="{colour}" stroke-width="{number(1.15 * s)}" stroke-linecap="round" '
        'stroke-linejoin="round"',
    )


def _passage(centre: Point, label: str, unit: float) -> str:
    """A port: an anchor and the price on a luggage tag."""
    x, y = moved(centre, 0, -LABEL_RISE * unit)
    half, tall = 7.2 * unit, 2.4 * unit
    tag = (
        f"M{at((x - half + 1.6 * unit, y - tall))}H{number(x + half)}v{number(2 * tall)}"
        f"H{number(x - half + 1.6 * unit)}L{at((x - half, y + tall - 1.2 * unit))}V{number(y - tall + 1.2 * unit)}z"
    )
    return (
        path(tag, f'fill="{ink.HALO}" stroke="{ink.NIGHT}" stroke-width="{number(0.4 * unit)}"')
        + anchor((x - 3.9 * unit, y), 4.0 * unit, ink.NIGHT)
        + words((x + 2.2 * unit, y), label, 4.3 * unit, ink.NIGHT, f'font-family="{ink.NAME_FONT}" font-weight="700"')
    )


def sample_sign(key: str, unit: float) -> str:
    """The sign of a legend's entry round the origin; empty where the ground alone says it."""
    origin, foot = (0.0, 0.0), (0.0, 3.4 * unit)
    match key:
        case "city":
            return _skyline(foot, unit)
        case "town":
            return _gables(foot, unit)
        case "african_town":
            return _kasbah(foot, unit)
        case "port":
            return _skyline(foot, unit) + _passage(origin, "200", unit)
        case "friend":
            return _skyline(foot, unit) + _ribbon(origin, "Max", unit)
        case "start":
            return _start(origin, "1", unit)
        case "landing":
            return _kasbah(foot, unit) + _landing(origin, "4", unit)
        case _:
            return ""
