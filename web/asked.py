"""Reading what a phone sent: JSON bodies as typed values, with errors that name what was wrong."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, TypeVar

import msgspec
from flask import Request

from web.service import FactValue, Refused

T = TypeVar("T")

Key = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9-]{8,64}$")]
"""An idempotency key, made by the phone; the same key acts once."""

Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
LONGEST_NAME = 24
"""Letters of a player's name."""
JOINER, PICTURE_FORMS = "\u200d", "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""Makes one picture of two, such as a family; what follows a picture to have it in colour, or in a colour of skin."""
SeatName = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_]{1,32}$")]


class Action(msgspec.Struct, forbid_unknown_fields=True):
    """An action to commit, as the choice gave it, with the number the phone had seen."""

    action: msgspec.Raw
    key: Key
    seen: Number


class Keyed(msgspec.Struct, forbid_unknown_fields=True):
    """A request that only needs its key."""

    key: Key


class Dice(msgspec.Struct, forbid_unknown_fields=True):
    """Dice to roll; `typed` are the values of real ones."""

    key: Key
    typed: Annotated[list[Annotated[int, msgspec.Meta(ge=1, le=100)]], msgspec.Meta(max_length=20)] | None = None


class Setting(msgspec.Struct, forbid_unknown_fields=True):
    """A setting of the host's: a mode, an option (``key=value``)."""

    value: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Correction(msgspec.Struct, forbid_unknown_fields=True):
    """Public facts that the host corrects."""

    facts: dict[str, FactValue]
    key: Key


class SeatChosen(msgspec.Struct, forbid_unknown_fields=True):
    """A seat that is to be freed."""

    seat: SeatName


class SeatKeyed(msgspec.Struct, forbid_unknown_fields=True):
    """A seat for which something is done once."""

    seat: SeatName
    key: Key


class GameChosen(msgspec.Struct, forbid_unknown_fields=True):
    """A game on the shelf."""

    game: Number


class Forgotten(msgspec.Struct, forbid_unknown_fields=True):
    """A game to forget; none: all of them."""

    game: Number | None


class Seconds(msgspec.Struct, forbid_unknown_fields=True):
    """A time to wait."""

    seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)]


class Switch(msgspec.Struct, forbid_unknown_fields=True):
    """Something to turn on or off."""

    on: bool


class Drag(msgspec.Struct, forbid_unknown_fields=True):
    """A piece of the virtual table, moved to a place in mm."""

    piece: Annotated[str, msgspec.Meta(max_length=64)]
    x: Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]
    y: Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """A piece of the virtual table to turn over."""

    piece: Annotated[str, msgspec.Meta(max_length=64)]


class Fault(msgspec.Struct, forbid_unknown_fields=True):
    """A fault of the virtual camera and its strength."""

    name: Annotated[str, msgspec.Meta(max_length=64)]
    level: Annotated[float, msgspec.Meta(ge=0, le=1)]


def read(request: Request, kind: type[T]) -> T:
    """The JSON body of `request` as a `kind`; raises `Refused` (400) naming what does not fit."""
    if request.mimetype != "application/json":
        raise Refused("the body must be JSON (Content-Type: application/json)", 415)
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except msgspec.DecodeError as error:
        raise Refused(str(error), 400) from error
    except RecursionError as error:
        raise Refused("the JSON is nested too deeply", 400) from error


def clean_name(text: str) -> str:
    """A player's name without control characters, spaces in a row, and at most `LONGEST_NAME` letters.

    Of the signs that nobody sees only the joiner between two pictures stays, which makes a family of three faces.
    """
    seen = "".join(letter for at, letter in enumerate(text) if letter.isprintable() or _joins(text, at))
    return re.sub(r"\s+", " ", seen).strip()[:LONGEST_NAME].rstrip(JOINER)


def _joins(text: str, at: int) -> bool:
    """Whether a joiner stands there between two pictures, the first of which may have a colour of skin."""
    around = text[:at].rstrip(PICTURE_FORMS)[-1:], text[at + 1 : at + 2]
    return text[at] == JOINER and all(side and unicodedata.category(side) == "So" for side in around)
