"""The tiles and the numbers of the game, loaded: eight designs with their movements, points, prices, hands."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from engines.data import DataError, load_toml

DATA = Path(__file__).with_name("data")

DesignId: TypeAlias = Literal["a", "b", "c", "d", "e", "f", "g", "h"]
DESIGNS: tuple[DesignId, ...] = get_args(DesignId)

Facing: TypeAlias = Literal["north", "east", "south", "west"]
FACINGS: tuple[Facing, ...] = get_args(Facing)
"""The ways a tile may point, clockwise."""

Colour: TypeAlias = Literal["yellow", "red", "green"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""Colours of stations and compass roses."""

Status: TypeAlias = Literal["given", "implied", "public", "recon", "decision"]
Offset: TypeAlias = tuple[int, int]
"""Squares forward and to starboard; negative: backward, to port."""

BARE = "."
"""A square without a tile, in the map of tiles."""
PRINTED = "s"
"""A start square, which counts as a tile of its own design."""


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points at the `start`, at the `most`, gained `each_turn` and by `staying`."""

    start: int
    most: int
    each_turn: int
    staying: int
    status: Status
    line: int


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points that it costs to `ignore` the wind, to move `twice`, to draw a further `tile`."""

    ignore: int
    twice: int
    tile: int
    status: Status
    line: int


class HandSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tiles in a hand at the `start` and at the `most`."""

    start: int
    most: int
    status: Status
    line: int


class ToFinish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Compass roses without which the line may not be crossed."""

    tokens: int
    status: Status
    line: int


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A zone and the way in which tiles point in it."""

    id: str
    facing: Facing
    status: Status
    line: int


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The movements printed on start squares."""

    moves: tuple[Offset, ...]
    status: Status


class Design(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the eight kinds of tiles: the movements it offers, and how many `copies` there are."""

    id: DesignId
    moves: tuple[Offset, ...]
    copies: int
    status: Status


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: Points
    prices: Prices
    hand: HandSize
    to_finish: ToFinish
    zone: tuple[Zone, ...]
    start: Start
    design: tuple[Design, ...]


def _load() -> _File:
    path = DATA / "voyage.toml"
    file = load_toml(path, _File)
    if tuple(design.id for design in file.design) != DESIGNS:
        raise DataError(path, "design", f"the designs must be, in this order: {', '.join(DESIGNS)}")
    for design in file.design:
        for forward, starboard in design.moves:
            if not (forward == 0 or starboard == 0 or abs(forward) == abs(starboard)):
                raise DataError(path, f"design {design.id}", f"({forward}, {starboard}) is not along a straight line")
    return file


_FILE = _load()
POINTS, PRICES, HAND, TO_FINISH = _FILE.points, _FILE.prices, _FILE.hand, _FILE.to_finish
ZONES: tuple[Zone, ...] = _FILE.zone
DESIGN: tuple[Design, ...] = _FILE.design
MOVES: dict[str, tuple[Offset, ...]] = {design.id: design.moves for design in DESIGN} | {PRINTED: _FILE.start.moves}
"""Design (or `PRINTED`) → its movements."""
COPIES: dict[str, int] = {design.id: design.copies for design in DESIGN}
ALL_TILES = "".join(design.id * design.copies for design in DESIGN)
"""Every tile that there is, by its design."""
