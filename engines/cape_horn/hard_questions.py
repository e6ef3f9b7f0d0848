"""What costs time on a voyage: to light every square that the ship can reach or whose tile may be covered."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engines.cape_horn import sailing
from engines.cape_horn.actions import Lay, Sail, Stay
from engines.cape_horn.game import GAME
from engines.cape_horn.state import State, Turn
from engines.entries import Act
from engines.hard_questions import HardQuestion
from engines.pending import Decision, Over, seeded_outcome

SEATS = GAME.seats
TURNS = 60
"""Turns of all players before the question: much of the way is tiled by then."""
EAGER = 0.8
"""How often a captain lays a tile or sails where there is a choice, rather than anything that is legal."""


def late_voyage(rng: random.Random) -> State:
    """A voyage of five at the beginning of a turn, when the ship can pay for everything."""
    state = GAME.new({}, SEATS)
    while state.turn < TURNS or not _full(state):
        now = GAME.pending(state)
        if isinstance(now, Over):
            return late_voyage(rng)
        entry: Any
        if isinstance(now, Decision):
            legal: list[Any] = list(GAME.legal(state, now.seats[0]))
            going = [one for one in legal if isinstance(one, Lay | Sail)]
            staying = [one for one in legal if isinstance(one, Stay)]
            wanted = (going or staying) if rng.random() < EAGER else legal
            entry = Act(now.seats[0], rng.choice(wanted or legal))
        else:
            entry = seeded_outcome(now, rng)
        state = GAME.apply(state, entry).state
    return state


def _full(state: State) -> bool:
    item = state.asked
    return isinstance(item, Turn) and not item.laid and state.captains[item.who].points >= sailing.DEAREST


def _lit(rng: random.Random) -> Callable[[], object]:
    """The view of whoever is to move."""
    state = late_voyage(rng)
    assert state.mover is not None
    seat = state.seats[state.mover]

    def answer() -> object:
        return GAME.view(state, seat)

    return answer


QUESTIONS = (HardQuestion("squares_lit", "p95 <= 20", _lit),)
