"""Whether what was published during play still follows from the whole log: nobody changed a secret afterwards.

A game commits to its secrets by a hash in its state (`Game.published`), which phones show and public logs carry.
Whoever changes a secret in the log changes every hash from there on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from companion.journal import advance
from engines.entries import BadEntry, Entry, Undo
from engines.game import Game, IllegalAction


class Head(Protocol):
    """What is asked of a log's header."""

    @property
    def options(self) -> dict[str, str]: ...
    @property
    def seats(self) -> tuple[str, ...]: ...
    @property
    def commitment(self) -> str: ...
    @property
    def published(self) -> str: ...


class Logged(Protocol):
    """What is asked of a log that was read."""

    @property
    def path(self) -> Path: ...
    @property
    def header(self) -> Head: ...
    @property
    def game(self) -> Game[Any, Any]: ...
    @property
    def entries(self) -> tuple[Entry[Any], ...]: ...
    @property
    def published(self) -> tuple[str, ...]: ...


def published_otherwise(whole: Logged, earlier: Sequence[Logged], noted: Sequence[str]) -> list[str]:
    """What was published and does not follow from the log `whole`, in words.

    `earlier` are logs of the same game downloaded during play, `noted` beginnings of hashes as a phone showed them.
    """
    along = list(_along(whole))
    problems = [
        f"entry {seq}: {claimed[:8]}… was sealed after it, but the log gives {follows[:8] or 'nothing'}…"
        for seq, (claimed, follows) in enumerate(zip(whole.published, along))
        if claimed and claimed != follows
    ]
    known = set(along)
    for log in earlier:
        if log.header.commitment != whole.header.commitment:
            problems.append(f"{log.path} is of another game")
            continue
        sealed = dict.fromkeys(seal for seal in (*log.published, log.header.published) if seal)
        problems += [
            f"{log.path}: {seal[:8]}… was sealed during play and does not follow from the log; a secret was changed"
            for seal in sealed
            if seal not in known
        ]
    for seal in noted:
        beginning = seal.replace("-", "").strip().lower()
        if not beginning or not any(one.startswith(beginning) for one in known):
            problems.append(f"the seal {seal} does not follow from the log; a secret was changed, or it was misread")
    return problems


def _along(log: Logged) -> Iterator[str]:
    """What is published after each entry of a log, as replaying it gives."""
    states: list[tuple[int, Any]] = [(-1, log.game.new(log.header.options, log.header.seats))]
    for seq, entry in enumerate(log.entries):
        try:
            if isinstance(entry, Undo):
                states = [(number, state) for number, state in states if number < entry.seq]
            else:
                states.append((seq, advance(log.game, states[-1][1], entry).state))
        except (IllegalAction, BadEntry):
            return  # told already by who replays it first
        yield log.game.published(states[-1][1])
