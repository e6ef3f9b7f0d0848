"""The lines of a downloaded log, one for each entry of a journal: all of them, or what everybody may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.journal import Journal
from engines.entries import Undo


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody at the table could read: a text key with facts."""

    key: str
    facts: Mapping[str, Any] = {}


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry at time `t`, s since 1970, and what all were `told` after it, unless it was taken back.

    `published` is the hash that commits to the game's secrets, where it differs from that of the lines before.
    """

    t: float
    entry: msgspec.Raw
    published: str = ""
    told: tuple[Told, ...] = ()


def lines_of(journal: Journal, whole: bool) -> Iterator[LogLine]:
    """The lines of `journal`: all, or if not `whole` the public ones, numbered anew so that none hidden is counted."""
    after = {played.seq: played.after for played in journal.standing}
    told = _told_after(journal)
    numbers: dict[int, int] = {}
    known = ""
    for seq, entry in enumerate(journal.entries):
        if not (whole or journal.public[seq]):
            continue
        numbers[seq] = len(numbers)
        if isinstance(entry, Undo):
            first = min(number for old, number in numbers.items() if old >= entry.seq)
            entry = Undo(first, entry.by)
        published = journal.game.published(after[seq]) if seq in after else known
        fresh, known = published if published != known else "", published
        yield LogLine(journal.times[seq], msgspec.Raw(msgspec.json.encode(entry)), fresh, told.get(seq, ()))


def _told_after(journal: Journal) -> dict[int, tuple[Told, ...]]:
    found: dict[int, tuple[Told, ...]] = {}
    for line in journal.lines:
        if line.audience is None:
            found[line.seq] = (*found.get(line.seq, ()), Told(line.key, line.facts))
    return found
