"""Whether what was played and told before everybody's eyes still follows from the whole log: no answer was changed.

A log keeps with each entry what all at the table were told after it (an answer, a find, a fall), and replaying says it
again: neither the entry nor the answer can be exchanged alone. A log downloaded during play holds against both at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Protocol

import msgspec

from companion.journal import Journal
from companion.log_lines import LogLine, Told, lines_of


class Written(Protocol):
    """What is asked of a log that was read."""

    @property
    def path(self) -> Path: ...
    @property
    def lines(self) -> tuple[LogLine, ...]: ...


def told_otherwise(journal: Journal, whole: Written, earlier: Sequence[Written]) -> list[str]:
    """What was told and does not follow from the log `whole`, in words; `journal` has its entries.

    `earlier` are logs of the same game, downloaded during play.
    """
    problems = [
        f"entry {seq}: all were told {_words(line.told)}, but the log gives {_words(now.told)}"
        for seq, (line, now) in enumerate(zip(whole.lines, lines_of(journal, whole=True)))
        if line.told and not _alike(line.told, now.told)
    ]
    for log in earlier:
        problems += _changed(journal, log)
    return problems


def _changed(journal: Journal, log: Written) -> Iterator[str]:
    """How the public lines of the same moment in `journal` differ from those of `log`."""
    seen = [0, *accumulate(journal.public)]
    if len(log.lines) > seen[-1]:
        yield f"{log.path} has {len(log.lines)} entries that all have seen, the whole log only {seen[-1]}"
        return
    by_then = seen.index(len(log.lines))
    beginning = Journal.new(journal.game, journal.options, journal.seats).extended(
        zip(journal.times[:by_then], journal.entries[:by_then])
    )
    for number, (line, now) in enumerate(zip(log.lines, lines_of(beginning, whole=False)), 2):
        if not _alike(msgspec.json.decode(line.entry), msgspec.json.decode(now.entry)):
            yield f"{log.path}, line {number}: {_json(line.entry)} was seen, but the log has {_json(now.entry)}"
        elif line.told and not _alike(line.told, now.told):
            yield f"{log.path}, line {number}: all were told {_words(line.told)}, but the log gives {_words(now.told)}"


def _alike(one: object, other: object) -> bool:
    return msgspec.json.encode(one, order="deterministic") == msgspec.json.encode(other, order="deterministic")


def _words(told: Sequence[Told]) -> str:
    return "; ".join(f"{one.key} {_json(one.facts)}" for one in told) or "nothing"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
