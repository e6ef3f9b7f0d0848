"""What a store keeps, as values, and what can be wrong with it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Phase: TypeAlias = Literal["lobby", "setup", "playing", "over"]


class StoreError(RuntimeError):
    """The store cannot be used; the message names it and says what is wrong and what to do."""


class StoreCorrupt(StoreError):
    """The file is damaged. It is left as it is; an evening with `set_aside` moves it out of the way and starts anew."""


class StoreFull(StoreError):
    """The disk that the store is on is full, or fails; nothing of ours was written."""


class StoreVersion(StoreError):
    """The store was written by another version of the program, or is no store of ours."""


class LostRace(StoreError):
    """Another writer has appended to this game meanwhile; nothing of ours was written."""


class Kept(msgspec.Struct, frozen=True):
    """An entry as it is stored: `entry` is its JSON, `request` the key of what asked for it."""

    t: float
    entry: bytes
    request: str | None = None


class GameRow(msgspec.Struct, frozen=True):
    """The head of a game. `shares` are the phones' parts of chance, settled with `seats` when the game begins."""

    id: int
    game: str
    edition: str
    rules_version: int
    options: dict[str, str]
    seats: tuple[str, ...]
    phase: Phase
    commitment: str
    chance_seed: str
    chance_index: int
    shares: dict[str, str]
    created: float


class PhoneRow(msgspec.Struct, frozen=True):
    """A further phone of a seat that several may hold; without a `token_hash` it is only invited, by its code."""

    name: str
    token_hash: str
    code_hash: str | None = None


class PlayerRow(msgspec.Struct, frozen=True):
    """A taken seat; hashes are SHA-256 in hex. `token_hash` is that of its first phone, `phones` are the others.

    `gone`: the player has left the game, and the table answers for the seat.
    """

    seat: str
    name: str
    token_hash: str
    share: str
    code_hash: str | None = None
    phones: tuple[PhoneRow, ...] = ()
    gone: bool = False


class Saved(msgspec.Struct, frozen=True):
    """A game in the store with who plays it, when the last entry was made, and how many entries there are."""

    row: GameRow
    players: tuple[PlayerRow, ...]
    last: float
    entries: int
