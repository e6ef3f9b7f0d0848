"""Players who look at the map, as those at a table do, so that hunts like theirs can be measured.

The spy strikes where it may, goes home where it must, and is elsewhere otherwise. Hunters close in on where the map is
darkest, ask there, and arrest once they are sure enough.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines.entries import Act
from engines.fifth_column.actions import Arrest, Ask, Play, Walk
from engines.fifth_column.deduction import deduced
from engines.fifth_column.evidence import knowledge
from engines.fifth_column.game import GAME
from engines.fifth_column.ground import Ground
from engines.fifth_column.late_hunts import SEATS, next_hunter
from engines.fifth_column.state import HuntersTurn, State
from engines.pending import Decision, Over, seeded_outcome
from engines.physical import Cell

SURE = 0.4
"""How likely the spy must be in a house before it is arrested there: a vain arrest costs the next turn."""
FURTHER = 0.25
"""What suspicion counts one step further away."""


def sensible_hunt(turns: int, rng: random.Random) -> Iterator[State]:
    """Every state in which somebody has to do something, until the hunt is over or so many turns of the spy are."""
    state = GAME.new({"hunts": "one", "first": "chosen"}, SEATS)
    while not isinstance(now := GAME.pending(state), Over):
        if isinstance(now, Decision):
            yield state
            if state.hunt.turn == turns and not isinstance(state.asked, HuntersTurn):
                return
            legal = list(GAME.legal(state, now.seats[0]))
            entry: Any = Act(now.seats[0], sensible(state, legal, rng))
        else:
            entry = seeded_outcome(now, rng)
        state = GAME.apply(state, entry).state


def sensible(state: State, legal: Sequence[Any], rng: random.Random) -> Any:
    """What a player who thinks would do of what is `legal`."""
    if isinstance(state.asked, HuntersTurn):
        return _hunters(state, legal, rng)
    return rng.choice(_aims(state, [one for one in legal if isinstance(one, Play)]) or legal)


def _aims(state: State, plays: Sequence[Play]) -> Sequence[Play]:
    """The plays that end where the spy wants to be; all of them where none does."""
    hunt = state.hunt
    wanted = {hunt.hideout} if hunt.must_return else set(hunt.refuges) - {hunt.struck}
    return [play for play in plays if play.path[-1] in wanted] or plays


def _hunters(state: State, legal: Sequence[Any], rng: random.Random) -> Any:
    spot = deduced(knowledge(GAME.view(state, None))).spot
    arrests = [one for one in legal if isinstance(one, Arrest) and spot.get(one.at, 0) >= SURE]
    if arrests:
        return max(arrests, key=lambda one: spot[one.at])
    turn = state.asked
    assert isinstance(turn, HuntersTurn)
    walks = [one for one in legal if isinstance(one, Walk) and not turn.asked[one.hunter - 1]]
    closing = [one for one in walks if spot.get(one.to, 0) >= SURE]
    if closing:
        return max(closing, key=lambda one: spot[one.to])
    mine = next_hunter(state, legal)
    if all(isinstance(one, Walk) for one in mine):
        return max(mine, key=lambda one: (_closeness(state.ground, spot, one.to), rng.random()))
    if all(isinstance(one, Ask) for one in mine):
        return max(mine, key=lambda one: (spot.get(one.at, 0), rng.random()))
    return rng.choice(mine)


def _closeness(ground: Ground, spot: Mapping[Cell, float], at: Cell) -> float:
    """How much suspicion there is around `at`: all of a house beside it, less of what is further away."""
    share, weight = 0.0, 1.0
    seen, ring = {at}, [at]
    while ring:
        ring = list({one: None for cell in ring for one in ground.near(cell) if one not in seen})
        seen.update(ring)
        share += weight * sum(spot.get(one, 0) for one in ring)
        weight *= FURTHER
    return share
