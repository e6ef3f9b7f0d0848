"""Logs: what stands after undos, and which outcomes answer a chance."""

import random

import pytest

from engines.entries import Act, BadEntry, Outcome, Undo, effective
from engines.pending import Chance, Decision, Dice, Pending, Shuffle, check_outcome, seeded_outcome

FIRST, SECOND, THIRD = (Act("red", number) for number in (1, 2, 3))


def test_an_undo_takes_back_an_entry_and_all_after_it() -> None:
    assert effective([FIRST, SECOND, THIRD, Undo(1)]) == [(0, FIRST)]


def test_play_goes_on_after_an_undo() -> None:
    assert effective([FIRST, SECOND, Undo(1), THIRD]) == [(0, FIRST), (3, THIRD)]


def test_what_was_undone_cannot_be_undone_again() -> None:
    with pytest.raises(BadEntry, match="entry 1"):
        effective([FIRST, SECOND, Undo(1), Undo(1)])


ROLL = Dice("landing", "red")
CARDS = Shuffle("deck", 3)


@pytest.mark.parametrize(
    ("chance", "outcome", "problem"),
    [
        (ROLL, Outcome("landing", (7,)), "not a roll"),
        (ROLL, Outcome("landing", (1, 2)), "not a roll"),
        (ROLL, Outcome("flight", (1,)), "'landing' is asked for"),
        (CARDS, Outcome("deck", (0, 1, 1)), "not a permutation"),
        (Decision(("red",), "move"), Outcome("landing", (1,)), "no chance is asked for"),
    ],
)
def test_an_outcome_that_does_not_answer_the_chance_is_refused(chance: Pending, outcome: Outcome, problem: str) -> None:
    with pytest.raises(BadEntry, match=problem):
        check_outcome(chance, outcome)


@pytest.mark.parametrize("chance", [ROLL, CARDS, Dice("flight", "blue", count=2)])
def test_seeded_outcomes_answer_their_chance_and_repeat(chance: Chance) -> None:
    outcome = seeded_outcome(chance, random.Random(7))
    check_outcome(chance, outcome)
    assert outcome == seeded_outcome(chance, random.Random(7))
