"""What the host's correction of a public fact cannot be, to be said in every language, and the kinds of facts that
several games let be set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engines.entries import BadEntry, FactValue, Seat
from engines.texts import Fact, Facts

FAULT = "fault."
"""How the keys of its sentences begin."""
QUOTED_AT_MOST = 40
"""Letters of what was typed that are quoted: enough to know it again, and a message stays a message."""


class Fault(msgspec.Struct, frozen=True):
    """Something that cannot be so: the sentence ``fault.<key>`` of the game's texts, filled with `facts`."""

    key: str
    facts: Facts = {}

    @property
    def text(self) -> str:
        """Key of the sentence."""
        return f"{FAULT}{self.key}"

    def __str__(self) -> str:
        """For programs: the key and what fills it."""
        return f"{self.key} {dict(self.facts)}"


class Uncorrectable(BadEntry):
    """A correction that cannot be; `fault` says why, and `details` says it to programs."""

    def __init__(self, fault: Fault, details: str = "") -> None:
        super().__init__(details or str(fault))
        self.fault = fault

    @classmethod
    def because(cls, key: str, **facts: Fact) -> Uncorrectable:
        """The fault `key`, filled with `facts`."""
        return cls(Fault(key, facts))

    @classmethod
    def value(cls, wanted: str, fact: str, value: FactValue, **facts: Fact) -> Uncorrectable:
        """`fact` cannot be `value`: the fault `wanted` says what it is."""
        return cls.because(wanted, fact=(fact,), value="" if value is None else quoted(str(value)), **facts)


def quoted(typed: str) -> str:
    """What was `typed`, as it is quoted: its beginning where it is long.

    >>> quoted("Atlantis"), len(quoted("a" * 500))
    ('Atlantis', 40)
    """
    return typed if len(typed) <= QUOTED_AT_MOST else f"{typed[: QUOTED_AT_MOST - 1].rstrip()}…"


def known_fact(key: str, known: Mapping[str, FactValue]) -> None:
    """Raises `Uncorrectable` where `key` is none of the `known` facts."""
    if key not in known:
        raise Uncorrectable.because("unknown", fact=(quoted(key),))


def number_fact(key: str, value: FactValue, most: int) -> int:
    """`value` as a number from 0 to `most`; raises `Uncorrectable` where it is none."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise Uncorrectable.value("number", key, value, most=most)
    return value


def truth_fact(key: str, value: FactValue) -> bool:
    """`value` as true or false; raises `Uncorrectable` where it is neither."""
    if not isinstance(value, bool):
        raise Uncorrectable.value("truth", key, value)
    return value


def seat_fact(key: str, value: FactValue, seats: Sequence[Seat]) -> int:
    """Which of the `seats` `value` is, from 0; raises `Uncorrectable` where it is none."""
    if value not in seats:
        raise Uncorrectable.value("seat", key, value, seat=tuple(seats))
    return seats.index(str(value))
