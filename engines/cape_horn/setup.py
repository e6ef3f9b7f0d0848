"""How a game begins: log books at their start, no ship on the board yet, every tile in the stack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engines.cape_horn.state import Captain, DrawFirst, Held, House, State, Tiles, Unknown
from engines.cape_horn.voyage import ALL_TILES
from engines.entries import Seat


def opening(options: Mapping[str, str], seats: Sequence[Seat]) -> State:
    """The state before who begins is drawn."""
    house = msgspec.convert(dict(options), House)
    nothing: Tiles = Held() if house.dealt else Unknown(0)
    stack: Tiles = Held(ALL_TILES) if house.dealt else Unknown(len(ALL_TILES))
    return State(
        house=house,
        seats=tuple(seats),
        captains=(Captain(nothing),) * len(seats),
        asked=DrawFirst(),
        stack=stack,
    )
