"""Games of Corteo in which both sides seek each other, kept step by step: random play alone would hardly ever fight."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

from engines.corteo.actions import Action, Move, Throw
from engines.corteo.city import CITY
from engines.corteo.game import GAME
from engines.corteo.ground import ground
from engines.corteo.roster import MARCH, Side
from engines.corteo.state import State
from engines.options import chosen
from engines.pending import Decision, Over
from tests.games.played import Moment, played

SEATS = ("march", "power")
SPECIAL_RULES = ("smoke", "short_throws", "jams", "national")
VERSIONS = ("base", "advanced", "special")
"""The two games, and the advanced one with every special rule."""

SCENARIOS = ("internationalist", "antifascist", "social", "antirepressive")

AUDIT_EVERY = 10
"""Entries from one audit to the next; whatever is lost stays lost."""

MOST_ENTRIES = 6000
"""A game that is longer does not end."""


def options(version: str) -> dict[str, str]:
    if version in SCENARIOS:
        return chosen(GAME.options, {"version": "advanced", "scenario": version})
    if version == "special":
        return chosen(GAME.options, {"version": "advanced", **dict.fromkeys(SPECIAL_RULES, "yes")})
    return chosen(GAME.options, {"version": version})


@cache
def moments(version: str) -> tuple[Moment, ...]:
    """A whole game, step by step; fails where something is lost, nothing can be done, or it does not end."""
    rng = random.Random(f"corteo {version}")
    kept = tuple(
        played(GAME, options(version), SEATS, rng, MOST_ENTRIES, choose=_eagerly, audit_every=AUDIT_EVERY),
    )
    last = GAME.apply(*kept[-1]).state
    assert isinstance(GAME.pending(last), Over), "it does not end"
    assert GAME.audit(last) == []
    return kept


def _eagerly(state: State, now: Decision, legal: Sequence[Action], rng: random.Random) -> Action:
    """Throws often, goes into contact where it can, else for an objective (the march) or towards a foe."""
    if now.kind != "movement":
        return rng.choice(legal)
    side: Side = "march" if now.seats[0] == MARCH else "power"
    contact = ground(state, side).zone
    throws = [action for action in legal if isinstance(action, Throw)]
    moves = [action for action in legal if isinstance(action, Move)]
    into = [action for action in moves if action.to in contact]
    luck = rng.random()
    if throws and luck < 0.3:
        return rng.choice(throws)
    if into and luck < 0.75:
        return rng.choice(into)
    goals = [action for action in moves if side == MARCH and action.to in CITY.objectives]
    if goals and luck < 0.85:
        return rng.choice(goals)
    foes = [spot for spot in (state.power if side == MARCH else state.march) if spot in CITY.terrain]
    if moves and foes and luck < 0.98:
        foe = rng.choice(foes)
        return min(rng.sample(moves, min(8, len(moves))), key=lambda move: CITY.board.distance(move.to, foe))
    return rng.choice(legal)


def decisions(version: str, every: int) -> Iterator[tuple[State, str]]:
    """States in which somebody decides, and who; one in `every`, and one in three of what is asked more rarely."""
    for number, moment in enumerate(moments(version)):
        pending = GAME.pending(moment.state)
        if isinstance(pending, Decision):
            rare = pending.kind not in ("movement", "placing")
            if number % (3 if rare else every) == 0:
                yield moment.state, pending.seats[0]
