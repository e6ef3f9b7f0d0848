"""What a player can do: small frozen intents, each decoded from JSON by its ``type`` tag."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engines.casablanca_escape.cards import Green
from engines.physical import Cell


class PlayRed(msgspec.Struct, frozen=True, tag="play_red", gc=False):
    """Articulated version: plays red card number `card` from the hand; it holds for all."""

    card: int


class MoveGestapo(msgspec.Struct, frozen=True, tag="move_gestapo", gc=False):
    """Moves the own Gestapo to hex `to` (in the turn, or when an alert allows more)."""

    to: Cell


class MoveFugitive(msgspec.Struct, frozen=True, tag="move_fugitive", gc=False):
    """Moves the own fugitive to hex `to` (in the turn, or when an African aid allows it)."""

    to: Cell


class SailGestapo(msgspec.Struct, frozen=True, tag="sail_gestapo", gc=False):
    """Ships the own Gestapo to Africa, free; a die says where it lands."""


class SailFugitive(msgspec.Struct, frozen=True, tag="sail_fugitive", gc=False):
    """Ships the own fugitive to Africa; `gold` of the fare's cards are gold, the others money."""

    gold: int = 0


class BuyCamel(msgspec.Struct, frozen=True, tag="buy_camel", gc=False):
    """Buys a camel with its water; `gold` of the price's cards are gold, the others money."""

    gold: int = 0


class PlayGreen(msgspec.Struct, frozen=True, tag="play_green", gc=False):
    """Plays a green card for what it does: ``weapons`` against +2, ``fast``, ``papers``, ``canteen`` at thirst."""

    green: Green


class Fly(msgspec.Struct, frozen=True, tag="fly", gc=False):
    """Tries to leave Casablanca by plane: with the whole fare at once, else by two dice."""


class EndTurn(msgspec.Struct, frozen=True, tag="end_turn", gc=False):
    """Leaves the rest of the movement turn; pieces not moved stay."""


class Suffer(msgspec.Struct, frozen=True, tag="suffer", gc=False):
    """Lets a +2 on the interception track happen, without weapons."""


class GiveRation(msgspec.Struct, frozen=True, tag="give_ration", gc=False):
    """At thirst: gives a water ration back, not a canteen."""


class Restart(msgspec.Struct, frozen=True, tag="restart", gc=False):
    """After a capture in Europe: starts again on the start hex `at`."""

    at: Cell


class Choose(msgspec.Struct, frozen=True, tag="choose", gc=False):
    """Takes one of the helps that an event offers; in Africa the price of the aid is paid by it."""

    help: str


class Decline(msgspec.Struct, frozen=True, tag="decline", gc=False):
    """Leaves an event's help or an African aid."""


class Stay(msgspec.Struct, frozen=True, tag="stay", gc=False):
    """Makes no use of an extra move."""


class TakeCard(msgspec.Struct, frozen=True, tag="take_card", gc=False):
    """The previous player takes the card face down at `position`, counted from 0."""

    position: int


class GiveBack(msgspec.Struct, frozen=True, tag="give_back", gc=False):
    """The previous player puts a card of this kind, of those taken, under the pile."""

    green: Green


Action: TypeAlias = (
    PlayRed
    | MoveGestapo
    | MoveFugitive
    | SailGestapo
    | SailFugitive
    | BuyCamel
    | PlayGreen
    | Fly
    | EndTurn
    | Suffer
    | GiveRation
    | Restart
    | Choose
    | Decline
    | Stay
    | TakeCard
    | GiveBack
)
