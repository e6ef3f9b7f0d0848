"""What a player can do: small frozen intents, each decoded from JSON by its ``type`` tag."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engines.entries import Seat
from engines.physical import Cell


class First(msgspec.Struct, frozen=True, tag="first", gc=False):
    """Names the player who is the spy in the first hunt."""

    seat: Seat


class Start(msgspec.Struct, frozen=True, tag="start", gc=False):
    """The spy says, in secret, that it begins in the house `at`."""

    at: Cell


class Play(msgspec.Struct, frozen=True, tag="play", gc=False):
    """The spy lays that card and goes, in secret, along `path`: every house entered, the last one stopped on."""

    card: int
    path: tuple[Cell, ...]


class Discard(msgspec.Struct, frozen=True, tag="discard", gc=False):
    """The spy can play none of the cards: lays that one and stays."""

    card: int


class Walk(msgspec.Struct, frozen=True, tag="walk", gc=False):
    """Hunter number `hunter` (from 1) goes to `to`, at most two steps away."""

    hunter: int
    to: Cell


class Ask(msgspec.Struct, frozen=True, tag="ask", gc=False):
    """Hunter number `hunter` asks whether the spy has passed through the house `at` beside it."""

    hunter: int
    at: Cell


class Arrest(msgspec.Struct, frozen=True, tag="arrest", gc=False):
    """Hunter number `hunter` says that the spy is in the house `at`."""

    hunter: int
    at: Cell


class Done(msgspec.Struct, frozen=True, tag="done", gc=False):
    """Ends the hunters' turn."""


class Ready(msgspec.Struct, frozen=True, tag="ready", gc=False):
    """The last hunt has been talked over: on to the next."""


Action: TypeAlias = First | Start | Play | Discard | Walk | Ask | Arrest | Done | Ready
