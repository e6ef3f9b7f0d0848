"""The ninety cards: one for each house, each with a chess piece; which card has which is a reconstruction."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from engines.data import DataError, load_toml

DATA = Path(__file__).with_name("data")

Piece: TypeAlias = Literal["king", "queen", "rook", "bishop", "knight", "pawn"]
PIECES: tuple[Piece, ...] = get_args(Piece)
CARDS = 90
"""As many as there are houses; a card has the number of its house."""
BY_LETTER: Mapping[str, Piece] = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many there are: washers on the map, refuges, hunters, cards in the spy's hand, steps of a hunter."""

    blocked: int
    refuges: int
    hunters: int
    hand: int
    steps: int
    status: Literal["given"]
    line: int


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of letters for each ray, the outmost house first: the pieces of cards 1 to 90."""

    rows: str
    status: Literal["recon"]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    counts: Counts
    mix: dict[str, Mix]


_PATH = DATA / "cards.toml"
_FILE = load_toml(_PATH, _File)
COUNTS = _FILE.counts


def _pieces(name: str, mix: Mix) -> tuple[Piece, ...]:
    letters = "".join(mix.rows.split())
    if len(letters) != CARDS or not BY_LETTER.keys() >= set(letters):
        raise DataError(_PATH, f"mix.{name}.rows", f"must be {CARDS} letters of {', '.join(BY_LETTER)}")
    return tuple(BY_LETTER[letter] for letter in letters)


PIECES_OF: Mapping[str, tuple[Piece, ...]] = {name: _pieces(name, mix) for name, mix in _FILE.mix.items()}
"""Each mix → the pieces of cards 1 to 90, the first of card 1."""


def piece_of(card: int, mix: str) -> Piece:
    """The chess piece on the card with that number (from 1)."""
    return PIECES_OF[mix][card - 1]
