"""The whole state of a game as immutable values: log books, hands, stacks, the map of tiles, and what is asked now.

Players are numbered in table order. A hand is a value either way: `Held` where the phones deal, `Unknown` where real
players hold real tiles that nobody told the engine.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engines.cape_horn.voyage import POINTS, Colour
from engines.cape_horn.waters import NO_TILES
from engines.entries import Seat
from engines.pending import Over
from engines.physical import Cell


class House(msgspec.Struct, frozen=True, gc=False):
    """The options that this game is played under; see `engines.cape_horn.options`."""

    hands: Literal["phone", "table"]
    board: str
    beside: Literal["corners", "sides"] = "corners"
    cover: Literal["all", "ignore"] = "all"
    starts: Literal["kept", "covered"] = "kept"
    halfway: Literal["counts", "no"] = "counts"
    line: Literal["over", "exact"] = "over"
    becalmed: Literal["roses", "nobody"] = "roses"

    @property
    def dealt(self) -> bool:
        """Whether the phones deal the tiles."""
        return self.hands == "phone"


class Held(msgspec.Struct, frozen=True, tag="held", gc=False):
    """Tiles by their designs: a hand sorted, a stack in its order, the next one first."""

    tiles: str = ""

    @property
    def count(self) -> int:
        """How many they are."""
        return len(self.tiles)


class Unknown(msgspec.Struct, frozen=True, tag="unknown", gc=False):
    """So many tiles that nobody told the engine."""

    count: int


Tiles: TypeAlias = Held | Unknown

Token: TypeAlias = Literal["", "yellow", "red", "green"]
NO_TOKENS: tuple[Token, Token, Token] = ("", "", "")


class Captain(msgspec.Struct, frozen=True, gc=False):
    """One player: the log book's `points`, the `hand`, where the `ship` lies (``""`` before it is put on the board).

    `tokens` are the compass roses by zone, ``""`` where there is none yet.
    """

    hand: Tiles
    points: int = POINTS.start
    ship: Cell = ""
    tokens: tuple[Token, Token, Token] = NO_TOKENS

    @property
    def count(self) -> int:
        """How many compass roses there are."""
        return 3 - self.tokens.count("")

    def takes(self, zone: int, colour: Colour) -> bool:
        """Whether a station of that zone and colour has a compass rose for this player."""
        return not self.tokens[zone] and colour not in self.tokens


class DrawFirst(msgspec.Struct, frozen=True, tag="draw_first", gc=False):
    """Who begins is drawn."""


class Mix(msgspec.Struct, frozen=True, tag="mix", gc=False):
    """The tiles are mixed; `first` begins."""

    first: int


class Turn(msgspec.Struct, frozen=True, tag="turn", gc=False):
    """`who` lays tiles, or moves: `laid` so many already, `covered` names the square whose tile was covered."""

    who: int
    laid: int = 0
    covered: Cell = ""


class Again(msgspec.Struct, frozen=True, tag="again", gc=False):
    """`who` has moved and may move a second time."""

    who: int
    covered: Cell = ""


class Drawing(msgspec.Struct, frozen=True, tag="drawing", gc=False):
    """`who` draws the tile of the turn."""

    who: int


class Buying(msgspec.Struct, frozen=True, tag="buying", gc=False):
    """`who` has drawn and may buy more."""

    who: int


class Ended(msgspec.Struct, frozen=True, tag="ended", gc=False):
    """The game is over."""

    over: Over


Item: TypeAlias = DrawFirst | Mix | Turn | Again | Drawing | Buying | Ended


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything there is to know about a game.

    `tiles` is the map of tiles: the design's letter for each place of the chart, row by row, ``.`` where there is none.
    `buried` are the designs of tiles that were covered. `stack` is what may still be drawn. `turn` counts turns from 0,
    `idle` those in a row in which the stack was empty and nothing was laid or moved.
    """

    house: House
    seats: tuple[Seat, ...]
    captains: tuple[Captain, ...]
    asked: Item
    stack: Tiles
    tiles: str = NO_TILES
    buried: str = ""
    turn: int = 0
    idle: int = 0

    @property
    def mover(self) -> int | None:
        """The number of the player whose turn it is."""
        return getattr(self.asked, "who", None)

    def captain(self, seat: Seat) -> Captain:
        """The player in `seat`; raises `ValueError` for a seat that is not taken."""
        return self.captains[self.seats.index(seat)]
