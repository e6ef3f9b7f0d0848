"""English sentences that are filled with names: "on" and "Airport" is said "on the Airport"."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

from engines.data import load_toml


class Grammar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names that have an `article`, and the prepositions `before` which it is said."""

    article: tuple[str, ...]
    before: tuple[str, ...]


@cache
def grammar() -> Grammar:
    """As the data file beside this module has it; raises `DataError` where that is wrong."""
    return load_toml(Path(__file__).with_name("english.toml"), Grammar)


@cache
def _bare() -> re.Pattern[str]:
    prepositions, names = "|".join(grammar().before), "|".join(grammar().article)
    return re.compile(rf"\b((?i:{prepositions})) (?=(?:{names})\b(?!,))")


def with_articles(said: str) -> str:
    """`said` with "the" between a preposition and each name that wants it.

    >>> with_articles("Gray goes from Police Station to house 24.")
    'Gray goes from the Police Station to house 24.'
    """
    return _bare().sub(r"\1 the ", said)
