"""Cards that a game may have on paper: what stands on them, in the game's own words. Rules know nothing of this."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

CardFacts: TypeAlias = Mapping[str, str | int]


class PrintedCard(msgspec.Struct, frozen=True):
    """One card: `number` is what is typed in when it is turned.

    `title` and `text` are text keys of the game, filled with `facts`; `rows` is a small table, text key → value. `tint`
    is the colour of its band, ``#rrggbb``.
    """

    number: int
    title: str
    text: str = ""
    facts: CardFacts = {}
    rows: tuple[tuple[str, int], ...] = ()
    tint: str = "#3a4a52"


class PrintedDeck(msgspec.Struct, frozen=True):
    """Cards that have one back, printed with the game's name on the colour `back`; `name` is a text key."""

    name: str
    cards: tuple[PrintedCard, ...]
    back: str
