"""Random legal games of the escape, kept step by step, for tests that hold at every step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from engines import registry
from engines.game import Decision, Entry
from engines.options import chosen
from engines.simulation import play_random

GAME = registry.find("casablanca_escape")
VERSIONS = ("simple", "articulated")


class Moment(NamedTuple):
    """A state of a game, and the entry that came next."""

    state: Any
    entry: Entry[Any]


@cache
def options(version: str) -> dict[str, str]:
    """The game's options in that version."""
    return chosen(GAME.options, {"version": version})


@cache
def moments(version: str, seats: int, seed: int, entries: int) -> tuple[Moment, ...]:
    """The first `entries` steps of a random game."""
    rng = random.Random(f"{version} {seats} {seed}")
    played = play_random(GAME, options(version), GAME.seats[:seats], rng, entries)
    state = GAME.new(options(version), GAME.seats[:seats])
    kept = []
    for entry in played.entries:
        kept.append(Moment(state, entry))
        state = GAME.apply(state, entry).state
    return tuple(kept)


def decisions(version: str, seats: int, seed: int, entries: int, every: int) -> Iterator[tuple[Any, str]]:
    """States in which somebody decides, and who; one in `every`."""
    for moment in moments(version, seats, seed, entries)[::every]:
        pending = GAME.pending(moment.state)
        if isinstance(pending, Decision):
            yield moment.state, pending.seats[0]
