"""What costs time in the spy hunt: a random hunt, and the deduction after 15 and 60 turns of five questions each."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from engines.entries import Act
from engines.fifth_column.actions import Ask, Walk
from engines.fifth_column.counting import Counter
from engines.fifth_column.deduction import deduced
from engines.fifth_column.effort import quick
from engines.fifth_column.evidence import knowledge
from engines.fifth_column.game import GAME
from engines.fifth_column.state import HuntersTurn, State
from engines.hard_questions import HardQuestion
from engines.options import chosen
from engines.pending import Decision, Over, seeded_outcome
from engines.simulation import play_random

TURNS, MANY_TURNS = 15, 60
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


def _deduction(turns: int, rng: random.Random) -> Callable[[], object]:
    """The deduction after the last answer, when that after the answer before it stands on the display already."""
    view = GAME.view(late_hunt(turns, rng), None)
    deduced(knowledge(msgspec.structs.replace(view, record=view.record[:-1])))
    known = knowledge(view)
    return lambda: deduced(known)


def _deduction_anew(turns: int, rng: random.Random) -> Callable[[], object]:
    """The same with nothing to go on from, as when the table was started again in the middle of a hunt."""
    known = knowledge(GAME.view(late_hunt(turns, rng), None))
    return lambda: Counter(known, quick(turns)).count()


def _hunt(rng: random.Random) -> Callable[[], object]:
    """One whole hunt by chance: a game is as many as there are players, so games/s do not tell."""
    return lambda: play_random(GAME, chosen(GAME.options, {"hunts": "one"}), SEATS, rng)


QUESTIONS = (
    HardQuestion("random_hunt", "median <= 10", _hunt),
    HardQuestion("deduction_after_15_turns", "p95 <= 100", partial(_deduction, TURNS)),
    HardQuestion("deduction_after_60_turns", "p95 <= 300", partial(_deduction, MANY_TURNS)),
    HardQuestion("deduction_anew_after_15_turns", "p95 <= 100", partial(_deduction_anew, TURNS)),
    HardQuestion("deduction_anew_after_60_turns", "p95 <= 1000", partial(_deduction_anew, MANY_TURNS)),
)
