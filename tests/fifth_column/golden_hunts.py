"""Hunts for the golden transcripts: players of fixed habits, one game for each way to end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from engines import registry
from engines.entries import Act
from engines.fifth_column.actions import Arrest, Ask, Discard, Done, Play, Ready, Walk
from engines.fifth_column.state import State
from engines.game import News
from engines.options import chosen
from engines.pending import Decision, Dice, Over, Shuffle, seeded_outcome
from tests.games import golden

GAME = registry.find("fifth_column")


class Habit(NamedTuple):
    """A game: its options, who plays, its luck, and how many refuges each spy brings down before the hunters chase."""

    options: Mapping[str, str]
    seats: tuple[str, ...]
    seed: int
    spared: tuple[int, ...]


GAMES: Mapping[str, Habit] = {
    "arrested": Habit({"hunts": "one", "failed": "this"}, ("red", "blue", "green"), 1, (0,)),
    "refuges": Habit({"hunts": "one", "home": "last"}, ("red", "blue"), 2, (9,)),
    "long": Habit({"hunts": "one", "longest": "60", "moving_refuges": "yes"}, ("red", "blue"), 3, (8,)),
    "best_spy": Habit({"hunts": "each", "wrap": "centre"}, ("red", "blue"), 4, (2, 0)),
    "shared": Habit({"hunts": "each", "memory": "outing"}, ("red", "blue"), 5, (0, 0)),
}


class Step(NamedTuple):
    """An entry, the views before it, and the news that it brought; `over` is set once the game has ended after it."""

    number: int
    entry: str
    views: Mapping[str, Any]
    news: tuple[News, ...]
    over: Over | None


@cache
def steps(name: str) -> tuple[Step, ...]:
    """Every step of the game of that name."""
    return tuple(_steps(GAMES[name]))


def _steps(habit: Habit) -> Iterator[Step]:
    rng = Random(habit.seed)
    state = GAME.new(chosen(GAME.options, habit.options), habit.seats)
    for number in range(2000):
        now = GAME.pending(state)
        if isinstance(now, Over):
            return
        if isinstance(now, Dice | Shuffle):
            entry: Any = seeded_outcome(now, rng)
            words = f"chance {now.name}"
        else:
            seat = now.seats[0]
            action = _action(state, now, habit, rng)
            entry = Act(seat, action)
            words = f"{seat}: {msgspec.json.encode(action).decode()}"
        views = golden.views(GAME, state)
        step = GAME.apply(state, entry)
        assert GAME.audit(step.state) == []
        state = step.state
        end = GAME.pending(state)
        yield Step(number, words, views, step.news, end if isinstance(end, Over) else None)


def _action(state: State, now: Decision, habit: Habit, rng: Random) -> Any:
    legal = list(GAME.legal(state, now.seats[0]))
    if now.kind == "spy":
        return _spy(state, [one for one in legal if isinstance(one, Play | Discard)], habit, rng)
    if now.kind == "hunters":
        return _hunters(state, legal, habit)
    return Ready()


def _spy(state: State, legal: list[Any], habit: Habit, rng: Random) -> Any:
    """Onto a refuge, or home, wherever a card leads there; else as near as may be, or anywhere in the long hunt."""
    hunt = state.hunt
    aims = (hunt.hideout,) if hunt.must_return or not hunt.refuges else hunt.refuges
    if habit is GAMES["long"]:
        return rng.choice(legal)
    hits = [one for one in legal if isinstance(one, Play) and one.path[-1] in aims]
    return hits[0] if hits else rng.choice(legal)


def _hunters(state: State, legal: list[Any], habit: Habit) -> Any:
    """The first hunter asks; all run for the spy, as only a test knows how, once it has brought down its due."""
    hunt = state.hunt
    chasing = len(hunt.built) - len(hunt.refuges) >= habit.spared[min(hunt.number, len(habit.spared) - 1)]
    if chasing and hunt.turn > 1:
        for one in legal:
            if isinstance(one, Arrest) and one.at == hunt.spot:
                return one
        for one in legal:
            if isinstance(one, Walk) and one.to == hunt.spot:
                return one
    if hunt.turn % 3 == 1:
        for one in legal:
            if isinstance(one, Ask) and one.hunter == 1 + hunt.turn % 5:
                return one
    if habit.options.get("failed") == "this" and hunt.turn == 1:
        return next(one for one in legal if isinstance(one, Arrest) and one.at != hunt.spot)
    return Done()
