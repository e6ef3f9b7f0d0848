"""Whole games of Cape Horn, kept step by step: captains who make for the line, and others who act at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from engines.bits import members
from engines.cape_horn.actions import Action, Ignore, Lay, Sail, Stay, Twice
from engines.cape_horn.game import GAME
from engines.cape_horn.state import State
from engines.cape_horn.waters import SPOT, STATION, Spot, around, to_line
from engines.entries import Act, Entry
from engines.game import News
from engines.options import chosen
from engines.pending import Decision, Over, seeded_outcome
from engines.physical import Cell

SEATS = ("blue", "white", "black", "orange")
MOST_ENTRIES = 3000


class Moment(NamedTuple):
    """A state of a game, the entry that came next, and its news."""

    state: State
    entry: Entry[Any]
    news: tuple[News, ...]


class Played(NamedTuple):
    """A game as it was played."""

    moments: tuple[Moment, ...]
    last: State
    over: Over


@cache
def played(hands: str, boldness: float, seed: int, roses: bool = False) -> Played:
    """A whole game; captains do what brings them on in `boldness` of their turns, else anything. It must end.

    They make for the line, or with `roses` for a third compass rose.
    """
    rng = random.Random(f"cape {hands} {boldness} {seed}")
    state = GAME.new(chosen(GAME.options, {"hands": hands}), SEATS[:3])
    kept: list[Moment] = []
    while not isinstance(now := GAME.pending(state), Over):
        entry: Entry[Any]
        if isinstance(now, Decision):
            legal = list(GAME.legal(state, now.seats[0]))
            assert legal, f"a dead end: {state.asked}"
            bold = rng.random() < boldness
            entry = Act(now.seats[0], _boldly(state, legal, rng, roses) if bold else rng.choice(legal))
        else:
            entry = seeded_outcome(now, rng)
        step = GAME.apply(state, entry)
        kept.append(Moment(state, entry, step.news))
        state = step.state
        assert len(kept) < MOST_ENTRIES, "it does not end"
    assert GAME.audit(state) == []
    return Played(tuple(kept), state, now)


@cache
def _from(spot: Spot) -> dict[Spot, int]:
    """Steps from a square to every other."""
    reached, edge, steps = {spot: 0}, 1 << spot, 0
    everything = edge
    while edge:
        steps += 1
        edge = around(edge) & ~everything
        everything |= edge
        reached |= dict.fromkeys(members(edge), steps)
    return reached


def _boldly(state: State, legal: list[Action], rng: random.Random, roses: bool) -> Action:
    """Sails where it brings a compass rose or nearer to the goal; lays a tile ahead of the ship otherwise."""
    assert state.mover is not None
    captain = state.captains[state.mover]
    wanted = [spot for spot, station in STATION.items() if captain.takes(*station)]

    def away(cell: Cell) -> int:
        if roses and cell in SPOT:
            return min(_from(spot)[SPOT[cell]] for spot in wanted)
        return to_line(cell)

    here = away(captain.ship)

    def gain(action: Action) -> float:
        match action:
            case Sail(to) | Ignore(to) | Twice(_, to):
                if to == "finish":
                    return -100 if roses else 100
                station = STATION.get(SPOT[to])
                token = station is not None and captain.takes(*station)
                cost = 0 if isinstance(action, Sail) else 1.5
                return here - away(to) + (12 if token else 0) - cost
            case Lay(_, at, _):
                near = max(abs(SPOT[at] % 16 - SPOT[captain.ship] % 16), abs(SPOT[at] // 16 - SPOT[captain.ship] // 16))
                return 0.4 if near <= 3 and away(at) < here else -1
            case Stay():
                return 0.2
        return 0.3

    best = max(map(gain, legal))
    return rng.choice([action for action in legal if gain(action) > best - 0.3])


def decisions(hands: str, boldness: float, seed: int, every: int) -> Iterator[tuple[State, str]]:
    """One in `every` of the states in which somebody decides, and who."""
    for moment in played(hands, boldness, seed).moments[::every]:
        now = GAME.pending(moment.state)
        if isinstance(now, Decision):
            yield moment.state, now.seats[0]
