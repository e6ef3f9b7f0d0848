"""Random legal games of the agents, kept step by step, for tests that hold at every step."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from engines import registry
from engines.game import Act, Decision, Entry, Over, seeded_outcome
from engines.options import chosen

GAME = registry.find("casablanca_agents")
RULES = ("main", "variant")


class Moment(NamedTuple):
    """A state of a game, and the entry that came next."""

    state: Any
    entry: Entry[Any]


@cache
def options(rules: str) -> dict[str, str]:
    """The game's options under those rules."""
    return chosen(GAME.options, {"rules": rules})


@cache
def moments(rules: str, seats: int, seed: int, entries: int) -> tuple[Moment, ...]:
    """The first `entries` steps of a random game; each kind of action is as likely as any other."""
    rng = random.Random(f"{rules} {seats} {seed}")
    state = GAME.new(options(rules), GAME.seats[:seats])
    kept: list[Moment] = []
    while len(kept) < entries:
        now = GAME.pending(state)
        if isinstance(now, Over):
            break
        entry: Entry[Any] = _act(state, now, rng) if isinstance(now, Decision) else seeded_outcome(now, rng)
        kept.append(Moment(state, entry))
        state = GAME.apply(state, entry).state
    return tuple(kept)


def _act(state: Any, now: Decision, rng: random.Random) -> Act[Any]:
    seat = rng.choice(now.seats)
    kinds: dict[type, list[Any]] = defaultdict(list)
    for action in GAME.legal(state, seat):
        kinds[type(action)].append(action)
    return Act(seat, rng.choice(rng.choice(list(kinds.values()))))


def decisions(rules: str, seats: int, seed: int, entries: int, every: int) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """States in which somebody decides, and who; one in `every`."""
    for moment in moments(rules, seats, seed, entries)[::every]:
        pending = GAME.pending(moment.state)
        if isinstance(pending, Decision):
            yield moment.state, pending.seats
