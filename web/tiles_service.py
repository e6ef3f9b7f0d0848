"""What the pages about a table's own tiles need: which designs there are, where each is shown, and which are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from engines.physical import Cell, Look
from web.service import Language


class DesignSays(msgspec.Struct, frozen=True):
    """One design: a look of it, to be drawn; where it is shown, in words and as a cell; whether it is known."""

    look: Look
    place: str
    cell: Cell
    known: bool


class TilesSay(msgspec.Struct, frozen=True):
    """Where teaching is. `words`: what to do now; `last`: what came of the last picture; `cell`: the place that is
    meant. `used`: the table reads its owner's tiles instead of those that it prints itself.
    """

    designs: Sequence[DesignSays]
    words: str
    last: str
    cell: Cell
    used: bool


class TilesService(Protocol):
    """The tiles of one table. Callable from any thread; raises `web.service.Refused` where it cannot be."""

    def are_read(self) -> bool:
        """Whether the game on the table has tiles that a camera reads."""
        ...

    def says(self, lang: Language) -> TilesSay:
        """Where teaching is."""
        ...

    def learn(self, lang: Language) -> None:
        """Learns every design that lies in its place in the newest picture."""
        ...

    def forget(self) -> None:
        """The tiles that the table prints count again."""
        ...

    def face(self, number: int) -> bytes | None:
        """What is known of the design of that number in `TilesSay.designs`, a PNG; None where nothing is."""
        ...
