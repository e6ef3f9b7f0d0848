"""Which hexes are objectives in this game, and what each is worth: those of the map and the players' own (§12b)."""

from __future__ import annotations

from engines.corteo.city import CITY
from engines.corteo.state import State
from engines.physical import Cell


def own_cells(state: State) -> tuple[Cell, ...]:
    """Hexes of the objectives that the players agreed on."""
    return tuple([cell for cell, _ in state.own])


def is_objective(state: State, cell: Cell) -> bool:
    """Whether `cell` is an objective, covered ones among them."""
    return cell in CITY.objectives or cell in own_cells(state)


def value(state: State, cell: Cell) -> int:
    """What the objective on `cell` is worth in this game: some scenarios count some kinds of those on the map only."""
    for own, points in state.own:
        if own == cell:
            return points
    story = state.house.story
    if story and story.scoring and CITY.category[cell] not in story.scoring:
        return 0
    return CITY.value[cell]
