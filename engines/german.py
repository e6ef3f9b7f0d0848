"""German sentences that are filled with names: "auf" and "Flughafen" is said "auf dem Flughafen"."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from engines.data import load_toml

Gender: TypeAlias = Literal["m", "f", "n"]


class Forms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A preposition before a feminine and a neuter name, and before one that has no article."""

    f: str
    n: str
    bare: str


class Grammar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """First words of names with their gender; prepositions by what is said before a masculine name."""

    gender: dict[str, Gender]
    before: dict[str, Forms]


@cache
def grammar() -> Grammar:
    """As the data file beside this module has it; raises `DataError` where that is wrong."""
    return load_toml(Path(__file__).with_name("german.toml"), Grammar)


def with_preposition(before: str, name: str) -> str:
    """`name` after a preposition, with its article where it has one; `before` is how a masculine name has it.

    It begins with a capital where `before` does. Raises `KeyError` for a preposition that the data file has not.

    >>> [with_preposition("vom", name) for name in ("Basar", "Polizeistation", "Haus 24")]
    ['vom Basar', 'von der Polizeistation', 'von Haus 24']
    """
    small = before[:1].lower() + before[1:]
    forms, first = grammar().before[small], name.partition(" ")[0].rstrip(",")
    match grammar().gender.get(first):
        case "m":
            said = small
        case "f":
            said = forms.f
        case "n":
            said = forms.n
        case None:
            said = forms.bare
    return f"{said if small == before else said.capitalize()} {name}"
