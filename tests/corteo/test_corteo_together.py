"""Many counters moved between two looks, by two hands, in any order: each is told as a move of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from corteo_positions import GAME, Table

from companion.lying import Seen
from companion.prospects import Prospects
from companion.readings import Breach, Repair
from companion.story import stories
from engines.corteo.actions import Move
from engines.entries import Act
from tests.table.evenings import Evening

KINDS = ("mov-6-6", "mov-6-4", "mov-6-4", "mov-4-4", "mov-4-4", "mov-4-2", "mov-4-1", "mov-4-1", "ml-4-2", "ml-4-2")
WALK = {chr(65 + number): (f"{5 + number // 2:02d}05", f"{11 + number // 2:02d}05") for number in range(len(KINDS))}
"""Letter → where it stood and where it went, two by two along Corso Storico."""


def walked(goals: dict[str, str]) -> tuple[Table, Seen]:
    """A march before it moved, and the board once its units lie at `goals`."""
    units = {letter: (kind, WALK[letter][0]) for letter, kind in zip(WALK, KINDS)}
    before = Table(units)
    after = Table({letter: (kind, goals.get(letter, cell)) for letter, (kind, cell) in units.items()})
    return before, Seen(GAME.placement(after.state).cells, GAME.placement(before.state).cells)


def test_ten_units_that_moved_at_once_are_ten_moves() -> None:
    before, seen = walked({letter: to for letter, (_, to) in WALK.items()})
    told = stories(Prospects(GAME), before.state, seen, None)
    assert len(told) == 1
    moves = [step.action for step in told[0].actions]
    assert len(moves) == 10
    assert all(isinstance(move, Move) for move in moves)
    state = before.state
    for step in told[0].actions:
        state = GAME.apply(state, Act(step.seat, step.action)).state
    assert GAME.placement(state).cells == seen.cells


def test_who_went_too_far_is_not_told_away() -> None:
    before, seen = walked({letter: to for letter, (_, to) in WALK.items()} | {"A": "4705"})
    told = stories(Prospects(GAME), before.state, seen, None)
    assert all(story.left_over for story in told)


SQUARE = ("0206", "0305", "0403", "0404", "0405", "0406", "0407", "0503", "0504", "0505", "0506", "0507")


@pytest.mark.parametrize("right", [6, 12])
def test_of_a_march_put_down_at_once_all_is_entered_but_the_counter_that_lies_elsewhere(
    tmp_path: Path, right: int
) -> None:
    evening = Evening(tmp_path, ("march", "power"), GAME).watched()
    kinds = ["mov-6-4"] * 4 + ["mov-4-4"] * 4 + ["mov-4-2"] * 3 + ["mov-4-1"]
    board = {cell: [f"counter:{kind}"] for cell, kind in zip(SQUARE[:right], kinds)}
    evening.settle({**board, "2030": ["counter:mov-6-6"]})
    assert set(evening.table.moment.placement) == set(board)
    breaches = [reading for reading in evening.table.moment.ruling.warnings if isinstance(reading, Breach)]
    assert [breach.repairs for breach in breaches] == [(Repair("take_off", "counter:mov-6-6", "2030", None),)]
