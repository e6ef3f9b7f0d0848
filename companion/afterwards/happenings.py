"""The log as a row of happenings for one audience: everybody (during play), or all who were there (at the end). Pure.

A happening is an entry that may be told of: one that everybody sees whole, or one that has news for the audience.
Entries that are hidden leave no gap, for happenings are numbered by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from companion.journal import Journal, Line, Played
from engines.entries import Act, Outcome, Seat
from engines.pending import Dice


class Happening(msgspec.Struct, frozen=True):
    """What may be told of entry `seq`: its lines, and the states around it. `played` is ``None`` for an undo."""

    seq: int
    t: float
    seat: Seat | None
    lines: tuple[Line, ...]
    before: Any
    after: Any
    played: Played | None


def happenings(journal: Journal, whole: bool) -> Iterator[Happening]:
    """What happened, oldest first: all of it if `whole`, else what everybody may know. What was undone is left out."""
    lines: dict[int, list[Line]] = {}
    for line in journal.lines:
        if whole or line.audience is None:
            lines.setdefault(line.seq, []).append(line)
    standing = {played.seq: played for played in journal.standing}
    state = journal.first
    for seq in sorted({*standing, *lines}):
        played = standing.get(seq)
        before, state = state, played.after if played is not None else state
        told = tuple(lines.get(seq, ()))
        if told or (played is not None and (journal.public[seq] or (whole and isinstance(played.entry, Act)))):
            yield Happening(seq, journal.times[seq], _seat(played), told, before, state, played)


class Roll(NamedTuple):
    """Dice that fell."""

    dice: Dice
    outcome: Outcome


def rolls(journal: Journal, found: Sequence[Happening]) -> Iterator[Roll]:
    """Every roll of dice among `found`."""
    for happening in found:
        entry = happening.played.entry if happening.played is not None else None
        if isinstance(entry, Outcome):
            chance = journal.game.pending(happening.before)
            if isinstance(chance, Dice) and not chance.is_card:
                yield Roll(chance, entry)


def _seat(played: Played | None) -> Seat | None:
    return played.entry.seat if played is not None and isinstance(played.entry, Act) else None
