"""What costs time in the spy hunt: a random hunt, and the deduction after 15 and 60 turns of five questions each.

And what players who look at the map see of that: how long they hunt, and how often answers are left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import msgspec

from engines.fifth_column.counting import Counter
from engines.fifth_column.deduction import deduced
from engines.fifth_column.effort import quick
from engines.fifth_column.evidence import knowledge
from engines.fifth_column.game import GAME
from engines.fifth_column.late_hunts import SEATS, late_hunt
from engines.fifth_column.sensible import sensible_hunt
from engines.hard_questions import HardQuestion
from engines.options import chosen
from engines.simulation import play_random

TURNS, MANY_TURNS = 15, 60
SENSIBLE_TURNS = 30


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


def _sensible_turns(rng: random.Random) -> Callable[[], float]:
    """How long a hunt lasts among players who look at the map, up to thirty turns."""
    return lambda: list(sensible_hunt(SENSIBLE_TURNS, rng))[-1].hunt.turn


def _sensible_left_out(rng: random.Random) -> Callable[[], float]:
    """Of how many houses such a hunt ever leaves the answers out."""
    views = (GAME.view(state, None) for state in sensible_hunt(SENSIBLE_TURNS, rng))
    return lambda: max(len(deduced(knowledge(view)).left_out) for view in views)


QUESTIONS = (
    HardQuestion("random_hunt", "median <= 10", _hunt),
    HardQuestion("deduction_after_15_turns", "p95 <= 100", partial(_deduction, TURNS)),
    HardQuestion("deduction_after_60_turns", "p95 <= 300", partial(_deduction, MANY_TURNS)),
    HardQuestion("deduction_anew_after_15_turns", "p95 <= 100", partial(_deduction_anew, TURNS)),
    HardQuestion("deduction_anew_after_60_turns", "p95 <= 1000", partial(_deduction_anew, MANY_TURNS)),
    HardQuestion("sensible_hunt", "", _sensible_turns, "turns"),
    HardQuestion("left_out_of_a_sensible_hunt", "p95 <= 0", _sensible_left_out, "houses"),
)
