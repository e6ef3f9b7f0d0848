"""The script of a game's demonstration: scenes with a caption in every language and deeds of players, hands and fate.

``engines/<game>/data/demo.toml`` holds it; a game without that file has no demonstration. Deeds name actions of the
game by tag and fields, pieces by look and places by cell, so that nothing else needs to know the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeAlias

import msgspec

from engines.data import load_toml
from engines.entries import FactValue, Seat
from engines.game import Game
from engines.physical import Cell, Look
from engines.registry import data_folder

FILE = "demo.toml"


class _Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class Sit(_Deed, frozen=True, tag="sit"):
    """Somebody takes a seat on a phone."""

    seat: Seat
    name: str


class Begin(_Deed, frozen=True, tag="begin"):
    """The host begins, or says that play goes on."""


class Roll(_Deed, frozen=True, tag="roll"):
    """Whoever is asked rolls: fair dice, or real ones that show `values`."""

    values: tuple[int, ...] = ()


class Tap(_Deed, frozen=True, tag="act"):
    """Whoever is asked does the first legal action of that `kind` on the phone.

    `fields` says what its fields may be: one value, or any of a list.
    """

    kind: str
    fields: Mapping[str, Any] = {}


class Hand(_Deed, frozen=True, tag="hand"):
    """The same, done by hand: pieces are moved on the board, and the eye must see what was meant."""

    kind: str
    fields: Mapping[str, Any] = {}


class Misplace(_Deed, frozen=True, tag="misplace"):
    """A hand takes the piece of that look from the board's cells to `to`."""

    look: Look
    to: Cell


class PutRight(_Deed, frozen=True, tag="put_right"):
    """Hands put every piece where the game has it; cell by cell if `slowly`."""

    slowly: bool = False


class Fault(_Deed, frozen=True, tag="fault"):
    """A fault of the camera gets that strong (0…1)."""

    name: str
    level: float


class Correct(_Deed, frozen=True, tag="correct"):
    """The host corrects public facts."""

    facts: Mapping[str, FactValue]


class Choose(_Deed, frozen=True, tag="choose"):
    """The host chooses a house option."""

    option: str
    value: str


class Restart(_Deed, frozen=True, tag="restart"):
    """The plug is pulled and put back."""


class GoOn(_Deed, frozen=True, tag="go_on"):
    """Players do the first of the `kinds` that they may, until `seat` is asked for `decision` (or the game is over)."""

    seat: Seat
    decision: str
    kinds: tuple[str, ...]


class Until(_Deed, frozen=True, tag="until"):
    """Waits until the table warns or is calm."""

    what: Literal["warned", "calm"]


class Rest(_Deed, frozen=True, tag="rest"):
    """Time to look, in s."""

    s: float


Deed: TypeAlias = (
    Sit | Begin | Roll | Tap | Hand | Misplace | PutRight | Fault | Correct | Choose | Restart | GoOn | Until | Rest
)


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scene: what is said, which page stands in the middle (`show`), whose phone beside it, and what is done."""

    name: str
    en: str
    it: str
    de: str
    deeds: tuple[Deed, ...] = ()
    show: Literal["table", "virtual", "story"] = "table"
    phone: Seat = ""
    rest_s: float = 4.0
    """Time to read and look when all is done."""

    def caption(self, lang: str) -> str:
        """What is said, in `lang`."""
        return {"it": self.it, "de": self.de}.get(lang, self.en)


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A demonstration; `options` are the house options of its game."""

    scenes: tuple[Scene, ...]
    options: Mapping[str, str] = {}


@cache
def script_of(game: Game[Any, Any]) -> Script | None:
    """The demonstration of `game`, ``None`` where it has none; raises `DataError` for one that cannot be read."""
    path = data_folder(game) / FILE
    return load_toml(path, Script) if path.is_file() else None
