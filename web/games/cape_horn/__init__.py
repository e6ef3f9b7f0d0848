"""Cape Horn on the phone: what its templates need to know of tiles and squares beside the view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from engines.boards.drawing.pieces import piece_svg
from engines.cape_horn.tabletop import pieces, station_look, tile_look
from engines.cape_horn.voyage import COLOURS, DESIGNS, HAND, POINTS
from engines.cape_horn.waters import BOARD, FACING, FINISH, STATION

FACE_MM = 24.0
"""Faces are drawn in a square of this size, as symbols of the page."""
COURSES = ("sail", "ignore", "twice")
"""Kinds of choices that lead to squares, the cheapest first."""


@cache
def faces() -> Mapping[str, str]:
    """Each design pointing ahead, and a chip of each colour, as SVG round the origin."""
    bodies = {look: msgspec.structs.replace(body, size_mm=FACE_MM) for look, body in pieces("A2").items()}
    drawn: dict[str, str] = {}
    for design in DESIGNS:
        drawn[design] = piece_svg(tile_look(design, "north"), bodies[tile_look(design, "north")])
    for spot, station in STATION.items():
        bare = msgspec.structs.replace(bodies[station_look(spot)], label="")
        drawn[station.colour] = piece_svg(station_look(spot), bare)
    return drawn


def place(cell: str | None, lang: str) -> str:
    """The name of a square, empty for none and for what lies beyond the line."""
    return "" if cell is None or cell == FINISH else BOARD.name(cell, lang)


def counted(tiles: Iterable[str]) -> list[tuple[str, int]]:
    """Designs of a hand with how many of each.

    >>> counted("aac")
    [('a', 2), ('c', 1)]
    """
    hand = list(tiles)
    return [(design, hand.count(design)) for design in DESIGNS if design in hand]


def facings(cells: Iterable[str]) -> str:
    """Squares with the way that tiles point there, as the page's module reads them: ``1101:south 0910:west``."""
    return " ".join(f"{cell}:{FACING[cell]}" for cell in cells)


def costs(reach: Iterable[Mapping[str, Any]]) -> str:
    """Squares with their costs, as the page's module reads them: ``1101:0 1202:3``."""
    return " ".join(f"{one['cell']}:{one['cost']}" for one in reach)


def price(view: Mapping[str, Any], course: Mapping[str, Any]) -> int:
    """Points that the log book loses by `course`, an action that leads to a square."""
    if course["type"] == "twice":
        return next(
            int(way["cost"]) for way in view["ways"] if (way["via"], way["to"]) == (course["via"], course["to"])
        )
    second = int(view["twice"]) if view["decision"] == "again" else 0
    return second + (int(view["ignore"]) if course["type"] == "ignore" else 0)


HELPERS: Mapping[str, Any] = {
    "faces": faces(),
    "colours": COLOURS,
    "designs": DESIGNS,
    "place": place,
    "counted": counted,
    "facings": facings,
    "costs": costs,
    "price": price,
    "courses": COURSES,
    "most_points": POINTS.most,
    "most_tiles": HAND.most,
}
