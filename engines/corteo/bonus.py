"""Points that a scenario gives beside objectives and arrests, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable

from engines.corteo.draft import Draft
from engines.corteo.objectives import value
from engines.corteo.state import State, Trial
from engines.physical import Cell


def award(draft: Draft, reason: str, points: int) -> None:
    """The march has won `points` (the power, where they are below 0) for `reason`, a text key ``reason.<reason>``."""
    so_far = dict(draft.get("bonus"))
    so_far[reason] = so_far.get(reason, 0) + points
    draft.set(bonus=tuple(so_far.items()))
    draft.tell("bonus" if points > 0 else "malus", reason=reason, count=abs(points))


def objective_points(state: State) -> int:
    """Points of the march for objectives it has held for a hand; those under its influence are counted already."""
    counted: Iterable[Cell] = state.plot.influenced if isinstance(state.plot, Trial) else ()
    return sum(value(state, cell) for cell in (*state.taken, *state.covered) if cell not in counted)


def bonus_points(state: State) -> int:
    """Points of the scenario so far, those of the power taken off."""
    return sum(points for _, points in state.bonus)
