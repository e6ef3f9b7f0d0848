"""Signs on the city map: objectives and their worth, barracks and their exits, the metro, numbers of hexes."""

from __future__ import annotations

from engines.boards.board import Point
from engines.boards.drawing.city import inks as ink
from engines.boards.drawing.city.ground import of_terrain, unit_of
from engines.boards.drawing.curves import moved, ring
from engines.boards.drawing.svg import at, group, number, path, text
from engines.boards.hex import HexBoard

BOLD = f'font-family="{ink.NAME_FONT}" font-weight="700"'


def objectives_layer(board: HexBoard, lang: str) -> str:
    """Group ``objectives``: the short name of the building and the value of the hex."""
    unit = unit_of(board)
    parts = []
    for cell, sign in sorted(board.features.get("sign", {}).items()):
        parts.append(
            objective_sign(
                board.places[cell].centre, board.word(f"sign_{sign}", lang), board.features["value"][cell], unit
            )
        )
    return group("objectives", parts)


def objective_sign(centre: Point, name: str, value: str, unit: float) -> str:
    """A plate with the name, and the value in a disc under it."""
    size = min(4.2, 15.0 / max(3, len(name))) * unit
    disc = moved(centre, 0, 3.4 * unit)
    return (
        text(moved(centre, 0, -3.4 * unit), name, size, ink.INK, BOLD)
        + path(ring(disc, 2.9 * unit), f'fill="{ink.INK}"')
        + text(disc, value, 4.4 * unit, ink.OBJECTIVE, BOLD)
    )


def barracks_layer(board: HexBoard) -> str:
    """Group ``barracks``: the number on each building and on the streets that lead out of it."""
    unit = unit_of(board)
    parts = []
    for zone in board.chart.zones:
        if zone.kind == "barracks":
            number_of = zone.id.removeprefix("barracks-")
            parts += [_fort(board.places[cell].centre, number_of, unit) for cell in sorted(zone.cells)]
    for cell, label in sorted(board.features.get("exit", {}).items()):
        parts.append(exit_sign(board.places[cell].centre, label, unit))
    return group("barracks", parts)


def _fort(centre: Point, label: str, unit: float) -> str:
    x, y = moved(centre, 0, -4.4 * unit)
    teeth = "".join(
        f"M{at((x + dx * unit, y))}h{number(1.6 * unit)}v{number(-1.5 * unit)}h{number(-1.6 * unit)}z"
        for dx in (-4.4, -0.8, 2.8)
    )
    base = f"M{at((x - 4.4 * unit, y))}h{number(8.8 * unit)}v{number(1.5 * unit)}h{number(-8.8 * unit)}z"
    return path(teeth + base, f'fill="{ink.BARRACKS_EDGE}"') + text(
        moved(centre, 0, 1.8 * unit), label, 7.6 * unit, ink.BARRACKS_EDGE, BOLD
    )


def exit_sign(centre: Point, label: str, unit: float) -> str:
    """A violet ring with the number of the barracks."""
    edge = f'stroke="{ink.BARRACKS_EDGE}" stroke-width="{number(0.9 * unit)}"'
    return path(ring(centre, 4.4 * unit), f'fill="{ink.HALO}" {edge}') + text(
        centre, label, 5.6 * unit, ink.BARRACKS_EDGE, BOLD
    )


def metro_layer(board: HexBoard) -> str:
    """Group ``metro``: a red M on white."""
    unit = unit_of(board)
    return group("metro", [metro_sign(board.places[cell].centre, unit) for cell in of_terrain(board, "metro")])


def metro_sign(centre: Point, unit: float) -> str:
    """The M of a station."""
    disc = path(
        ring(centre, 6.6 * unit), f'fill="{ink.METRO_RED}" stroke="{ink.HALO}" stroke-width="{number(0.8 * unit)}"'
    )
    return disc + text(centre, "M", 9.0 * unit, ink.HALO, BOLD)


def houses_layer(board: HexBoard) -> str:
    """Group ``houses``: windows of popular housing, people in crowded places, bars of the prison."""
    unit = unit_of(board)
    pane = f"h{number(1.6 * unit)}v{number(1.9 * unit)}h{number(-1.6 * unit)}z"
    windows = "".join(
        f"M{at(moved(board.places[cell].centre, dx * unit, dy * unit))}{pane}"
        for cell in of_terrain(board, "popular")
        for dx in (-5.0, -2.2, 0.6, 3.4)
        for dy in (-4.4, -1.0, 2.4)
    )
    people = "".join(
        ring(moved(board.places[cell].centre, dx * unit, dy * unit), 0.9 * unit)
        for cell in of_terrain(board, "crowded")
        for dx, dy in (
            (-4, -2),
            (-1, -4),
            (2.4, -2.6),
            (5, 0.4),
            (-5, 2.2),
            (-1.8, 1.0),
            (1.4, 2.0),
            (-2.6, 4.8),
            (3.2, 4.6),
        )
    )
    bars = "".join(
        f"M{at(moved(board.places[cell].centre, dx * unit, -5 * unit))}v{number(10 * unit)}"
        for cell in of_terrain(board, "prison")
        for dx in (-4, -1.4, 1.4, 4)
    )
    return group(
        "houses",
        [
            path(windows, f'fill="{ink.HALO}" fill-opacity="0.85"'),
            path(people, f'fill="{ink.CROWDED_EDGE}"'),
            path(bars, f'fill="none" stroke="{ink.INK}" stroke-width="{number(0.8 * unit)}"'),
        ],
    )


UNNUMBERED = ("block", "river", "prison")
"""Grounds where no unit stands: their hexes bear no number."""


def ids_layer(board: HexBoard) -> str:
    """Group ``ids``: the number of every hex where units may stand, small at its lower end."""
    unit = unit_of(board)
    parts = [
        text(moved(board.places[cell].centre, 0, 8.1 * unit), cell, 1.9 * unit, ink.INK_SOFT)
        for cell in sorted(board.cells)
        if board.terrain(cell) not in UNNUMBERED
    ]
    return group("ids", parts, f'font-family="{ink.NAME_FONT}"')
