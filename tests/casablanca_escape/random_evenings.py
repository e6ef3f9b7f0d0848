"""Random legal games of the escape, kept step by step, for tests that hold at every step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from engines import registry
from engines.options import chosen
from tests.games import played
from tests.games.played import Moment

GAME = registry.find("casablanca_escape")
VERSIONS = ("simple", "articulated")


@cache
def options(version: str) -> dict[str, str]:
    """The game's options in that version."""
    return chosen(GAME.options, {"version": version})


@cache
def moments(version: str, seats: int, seed: int, entries: int) -> tuple[Moment, ...]:
    """The first `entries` steps of a random game."""
    rng = random.Random(f"{version} {seats} {seed}")
    return tuple(played.played(GAME, options(version), GAME.seats[:seats], rng, entries))


def decisions(version: str, every: int) -> Iterator[tuple[Any, str]]:
    """States of a game of four in which somebody decides, and who; one in `every`."""
    for state, seats in played.decisions(GAME, moments(version, 4, 1, 4000), every):
        yield state, seats[0]
