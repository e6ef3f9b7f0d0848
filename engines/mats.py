"""Sheets that lie in front of players to keep an account on: what stands on them, in the game's own words."""

from __future__ import annotations

import msgspec

from engines.physical import Look
from engines.texts import Facts


class Line(msgspec.Struct, frozen=True):
    """A sentence: a text key of the game and the facts it is filled with."""

    key: str
    facts: Facts = {}


class Track(msgspec.Struct, frozen=True):
    """Numbers in a row, `first` to `last`, along which a marker goes from `start`."""

    name: Line
    first: int
    last: int
    start: int


class Space(msgspec.Struct, frozen=True):
    """Room for a piece, marked with a short `mark` on a ground of colour `tint`, ``#rrggbb``."""

    mark: str
    name: Line
    tint: str


class Mat(msgspec.Struct, frozen=True):
    """One player's sheet: a title with the picture of `look`, a track, spaces for pieces, and `lines` to remind of."""

    title: Line
    look: Look
    track: Track
    spaces_name: Line
    spaces: tuple[Space, ...]
    lines: tuple[Line, ...]
