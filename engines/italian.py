"""Italian sentences that are filled with names: "su Aeroporto" is said "sull'Aeroporto"."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

from engines.data import load_toml


class Grammar(msgspec.Struct, frozen=True):
    """First words of names with their articles, nouns that have one before a number, and what "a il" becomes, with the
    space where there is one."""

    article: dict[str, str]
    numbered: dict[str, str]
    joined: dict[str, str]


@cache
def grammar() -> Grammar:
    """As the data file beside this module has it; raises `DataError` where that is wrong."""
    return load_toml(Path(__file__).with_name("italian.toml"), Grammar)


@cache
def _bare() -> re.Pattern[str]:
    prepositions = {pair.split()[0] for pair in grammar().joined}
    named = rf"{'|'.join(grammar().article)}|(?:{'|'.join(grammar().numbered)})(?= \d)"
    return re.compile(rf"\b({'|'.join(sorted(prepositions))}) ({named})\b")


def with_articles(said: str) -> str:
    """`said` with an article between a preposition and each name that wants one.

    >>> with_articles("Gray va da Posto di polizia a casa 24.")
    'Gray va dal Posto di polizia alla casa 24.'
    """
    return _bare().sub(_joined, said)


def _joined(found: re.Match[str]) -> str:
    preposition, name = found.groups()
    article = grammar().article.get(name) or grammar().numbered[name]
    return grammar().joined[f"{preposition} {article}"] + name
