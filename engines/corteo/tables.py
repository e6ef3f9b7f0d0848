"""The tables: results of combats and throws by ratio and die, and the levels of victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, TypeAlias, TypeVar, get_args

import msgspec

from engines.corteo.roster import DATA
from engines.data import DataError, load_toml

Result: TypeAlias = Literal["AR", "DR", "AP", "DP"]
Effect: TypeAlias = Literal["NE", "R1", "R2", "P2"]

Entry = TypeVar("Entry", bound=str)
"""An entry of a table."""

FILE = DATA / "tables.toml"
MOST = 5
"""The table ends at five to one; greater ratios are read there (rulebook §8d)."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of victory for scores from `least` on; `winner` is empty for a draw."""

    least: int
    name: str
    winner: str = ""
    advanced: bool = False


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    status: str
    ratios: str
    combat: str
    throws: str
    level: tuple[Level, ...]


@cache
def _file() -> _File:
    return load_toml(FILE, _File)


RATIOS: tuple[str, ...] = tuple(_file().ratios.split())
LEVELS = _file().level


def ratio(one: int, other: int) -> str:
    """The column for `one` against `other`, rounded in favour of `other` (§8a); both above 0.

    >>> ratio(4, 6), ratio(12, 4), ratio(4, 16)
    ('1-2', '3-1', '1-4')
    """
    if one >= other:
        return f"{min(MOST, one // other)}-1"
    return f"1-{min(MOST, -(-other // one))}"


def _table(key: str, rows: str, results: Sequence[Entry]) -> Mapping[str, tuple[Entry, ...]]:
    named = {str(result): result for result in results}
    lines = [line.split() for line in rows.splitlines() if line.strip()]
    if [line[0] for line in lines] != list("123456"):
        raise DataError(FILE, key, "needs a row for each face of the die, 1 to 6")
    for line in lines:
        if len(line) != len(RATIOS) + 1 or any(result not in named for result in line[1:]):
            raise DataError(FILE, key, f"row {line[0]} needs {len(RATIOS)} results out of: {' '.join(named)}")
    return {column: tuple(named[line[place + 1]] for line in lines) for place, column in enumerate(RATIOS)}


_COMBAT: Mapping[str, tuple[Result, ...]] = _table("combat", _file().combat, get_args(Result))
_THROWS: Mapping[str, tuple[Effect, ...]] = _table("throws", _file().throws, get_args(Effect))


def combat_column(column: str) -> tuple[Result, ...]:
    """The results of die 1 to 6 in that column."""
    return _COMBAT[column]


def throw_column(column: str) -> tuple[Effect, ...]:
    """The effects of die 1 to 6 in that column."""
    return _THROWS[column]


def level(score: int, advanced: bool) -> Level:
    """The level of victory of that final score; the base game does not know the rout."""
    known = [entry for entry in LEVELS if advanced or not entry.advanced]
    return next((entry for entry in known if score >= entry.least), known[-1])
