"""What the log of an evening is made of: acts, outcomes of chance, undos and the host's corrections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, Literal, TypeAlias, TypeVar

import msgspec

A = TypeVar("A")

Seat: TypeAlias = str
"""A role in the game (``red``, ``spy``, ``march``), held by one or more phones."""


FactValue: TypeAlias = str | int | bool | None
"""What a public fact of a game is, as the host may correct it."""

Audience: TypeAlias = tuple[Seat, ...] | None
"""The seats that may know something; ``None`` is everybody, spectators too."""


class Act(msgspec.Struct, Generic[A], frozen=True, tag="act", omit_defaults=True):
    """A player's intent. `by` says who entered it for a player who is absent: the host, or the table by itself."""

    seat: Seat
    action: A
    by: Literal["", "host", "table"] = ""


class Outcome(msgspec.Struct, frozen=True, tag="outcome"):
    """How a chance fell: dice values in order, or for a shuffle the permutation of ``range(size)``.

    `source`: ``fair`` (derived from everybody's secrets), ``typed`` (real dice, typed in by seat `by`)
    or ``seeded`` (simulations).
    """

    chance: str
    result: tuple[int, ...]
    source: Literal["fair", "typed", "seeded"] = "fair"
    by: Seat | None = None


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """Takes back entry number `seq` and all after it; replay skips them."""

    seq: int
    by: Seat | None = None


class Edit(msgspec.Struct, frozen=True, tag="edit"):
    """The host corrects public facts (keys and values are the game's own); secrets are not touched."""

    facts: Mapping[str, FactValue]
    by: str = "host"


Entry: TypeAlias = Act[A] | Outcome | Undo | Edit


class BadEntry(ValueError):
    """An entry does not fit the state: an outcome nobody asked for, an impossible die, an unknown fact."""


def effective(entries: Iterable[Entry[A]]) -> list[tuple[int, Act[A] | Outcome | Edit]]:
    """The entries that count, with their sequence numbers (from 0), after every `Undo` took its part back."""
    standing: list[tuple[int, Act[A] | Outcome | Edit]] = []
    for seq, entry in enumerate(entries):
        if isinstance(entry, Undo):
            if not any(number == entry.seq for number, _ in standing):
                raise BadEntry(f"undo of entry {entry.seq}, which does not stand")
            standing = [(number, kept) for number, kept in standing if number < entry.seq]
        else:
            standing.append((seq, entry))
    return standing
