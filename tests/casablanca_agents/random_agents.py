"""Random legal games of the agents, kept step by step, for tests that hold at every step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from engines import registry
from engines.options import chosen
from tests.games import played
from tests.games.played import Moment

GAME = registry.find("casablanca_agents")
RULES = ("main", "variant")


@cache
def options(rules: str) -> dict[str, str]:
    """The game's options under those rules."""
    return chosen(GAME.options, {"rules": rules})


@cache
def moments(rules: str, seats: int, seed: int, entries: int) -> tuple[Moment, ...]:
    """The first `entries` steps of a random game; each kind of action is as likely as any other."""
    rng = random.Random(f"{rules} {seats} {seed}")
    return tuple(played.played(GAME, options(rules), GAME.seats[:seats], rng, entries, choose=played.any_kind))


def decisions(rules: str, every: int) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """States of games of four in which somebody decides, and who; one in `every`."""
    for seed in (1, 2):
        yield from played.decisions(GAME, moments(rules, 4, seed, 4000), every)
