"""Scenarios of Corteo set up by chance, so that a test begins where it becomes interesting."""

from __future__ import annotations

import random
from typing import Any

from corteo_positions import GAME, Table

from engines.corteo.actions import Action, Place
from engines.corteo.agenda import Movement, Placing
from engines.corteo.state import State
from engines.entries import Act
from engines.pending import Decision, Dice, Shuffle, seeded_outcome

SCENARIOS = ("internationalist", "antifascist", "social", "antirepressive")


def options(scenario: str, **more: str) -> dict[str, str]:
    return {"version": "advanced", "scenario": scenario, **more}


class Opening(Table):
    """A scenario while it is set up."""

    def __init__(self, scenario: str, **more: str) -> None:
        self.state = GAME.new(options(scenario, **more), ("march", "power"))
        self.unit = {}
        self.news = []

    def free(self) -> str:
        """A hex with room for what is placed now."""
        return str(next(action.to for action in self.choices(Place)))


def step(state: State, rng: random.Random) -> tuple[Any, State]:
    """A random entry that may follow, and the state after it."""
    now = GAME.pending(state)
    if isinstance(now, Decision):
        entry: Any = Act(now.seats[0], rng.choice(list(GAME.legal(state, now.seats[0]))))
    else:
        assert isinstance(now, Dice | Shuffle)
        entry = seeded_outcome(now, rng)
    return entry, GAME.apply(state, entry).state


def begun(scenario: str, until: str = "", seed: int = 5, **more: str) -> Opening:
    """A scenario at its beginning, or at the first decision of kind `until` or placing at the place of that name."""
    table, rng = Opening(scenario, **more), random.Random(seed)
    while until and not _reached(table.state, until):
        table.state = step(table.state, rng)[1]
    return table


def _reached(state: State, until: str) -> bool:
    now = GAME.pending(state)
    if isinstance(now, Decision) and now.kind == until:
        return True
    return isinstance(state.asked, Placing) and state.asked.where == until


def opened(scenario: str, rng: random.Random, **more: str) -> tuple[State, list[Action]]:
    """A scenario at its first movement, and all that was done before it."""
    state = GAME.new(options(scenario, **more), ("march", "power"))
    done: list[Action] = []
    while not isinstance(state.asked, Movement):
        entry, state = step(state, rng)
        if isinstance(entry, Act):
            done.append(entry.action)
    return state, done


def score_reasons(state: State) -> dict[str, int]:
    """Points of the scenario by reason."""
    return dict(state.bonus)
