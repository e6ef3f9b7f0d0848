"""Hunts by chance in which every hunter asks, played until late, so that what may be deduced there can be measured."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engines.entries import Act
from engines.fifth_column.actions import Ask, Walk
from engines.fifth_column.game import GAME
from engines.fifth_column.state import HuntersTurn, State
from engines.pending import Decision, Over, seeded_outcome

SEATS = ("red", "blue")


def late_hunt(turns: int, rng: random.Random, **options: str) -> State:
    """A hunt in which every hunter has walked and asked, at random, after each of so many turns of a random spy."""
    state = GAME.new({"hunts": "one", "first": "chosen", **options}, SEATS)
    while state.hunt.turn < turns or isinstance(state.asked, HuntersTurn):
        now = GAME.pending(state)
        if isinstance(now, Over):
            return late_hunt(turns, rng, **options)
        if isinstance(now, Decision):
            legal = list(GAME.legal(state, now.seats[0]))
            entry: Any = Act(now.seats[0], rng.choice(next_hunter(state, legal)))
        else:
            entry = seeded_outcome(now, rng)
        state = GAME.apply(state, entry).state
    return state


def next_hunter(state: State, legal: Sequence[Any]) -> Sequence[Any]:
    """Of the hunters' actions a walk of the first that has not asked, then its questions; all others as they are."""
    item = state.asked
    if not isinstance(item, HuntersTurn):
        return legal
    number = item.asked.index(False) + 1
    kind = Ask if item.walked[number - 1] else Walk
    return [one for one in legal if isinstance(one, kind) and one.hunter == number]
