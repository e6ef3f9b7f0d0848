"""Random hunts for property tests: every state with the entry that follows it, played once and kept."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

from fifth_positions import GAME, SEATS

from engines.entries import Act
from engines.fifth_column.actions import Ask, Done, Walk
from engines.pending import Decision, Over, seeded_outcome

OPTIONS: tuple[tuple[tuple[str, str], ...], ...] = (
    (),
    (
        ("wrap", "centre"),
        ("moving_refuges", "yes"),
        ("memory", "outing"),
        ("passing", "stops"),
        ("arrest", "beside"),
        ("arresting", "also"),
        ("asking", "after"),
        ("first", "chosen"),
        ("start", "chosen"),
        ("edges", "spy"),
    ),
)
"""The game as it is by default, and with most decisions taken otherwise."""


class Moment(NamedTuple):
    """A state and what was entered in it."""

    state: Any
    entry: Any


@cache
def moments(options: tuple[tuple[str, str], ...], seed: int, most: int) -> tuple[Moment, ...]:
    """A random game under `options`, up to so many entries; hunters walk less and ask more than by chance."""
    rng = random.Random(f"{options} {seed}")
    state = GAME.new(dict(options), SEATS)
    found: list[Moment] = []
    while len(found) < most:
        now = GAME.pending(state)
        if isinstance(now, Over):
            break
        if isinstance(now, Decision):
            seat = rng.choice(now.seats)
            actions = list(GAME.legal(state, seat))
            kind = rng.choices([Ask, Walk, Done, None], [6, 4, 1, 0.2])[0]
            entry: Any = Act(seat, rng.choice([one for one in actions if kind and isinstance(one, kind)] or actions))
        else:
            entry = seeded_outcome(now, rng)
        found.append(Moment(state, entry))
        state = GAME.apply(state, entry).state
    return tuple(found)
