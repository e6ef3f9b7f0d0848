"""Whole games of the agents, written as what players do, and replayed step by step with what everybody then sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engines.data import load_toml
from engines.entries import Act, Outcome
from engines.game import News
from engines.options import chosen
from engines.pending import Over, Shuffle
from tests.casablanca_agents.random_agents import GAME
from tests.games import golden

FOLDER = Path(__file__).parent / "golden"


class WrittenGame(msgspec.Struct, forbid_unknown_fields=True):
    """A written game: each line of `play` is ``seat: action``, an action its tag and fields apart by spaces."""

    about: str
    seats: list[str]
    play: str
    options: dict[str, str] = {}


class Step(NamedTuple):
    """An entry, the views before it, and the news that it brought; `over` is set once the game has ended after it."""

    number: int
    entry: str
    views: Mapping[str, Any]
    news: tuple[News, ...]
    over: Over | None


GAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def steps(name: str) -> tuple[Step, ...]:
    """Every step of the written game of that name; lots and seals fall by themselves, in the order 0, 1, 2 …"""
    return tuple(_steps(load_toml(FOLDER / f"{name}.toml", WrittenGame)))


def _steps(game: WrittenGame) -> Iterator[Step]:
    state = GAME.new(chosen(GAME.options, game.options), tuple(game.seats))
    lines = [line for line in game.play.strip().splitlines() if line and not line.startswith("#")]
    number = 0
    while lines or isinstance(GAME.pending(state), Shuffle):
        now = GAME.pending(state)
        if isinstance(now, Shuffle):
            entry: Any = Outcome(now.name, tuple(range(now.size)), "seeded")
            words = f"chance {now.name}"
        else:
            words = lines.pop(0)
            seat, _, deed = words.partition(": ")
            entry = Act(seat, written_action(deed.split()))
        views = golden.views(GAME, state)
        step = GAME.apply(state, entry)
        assert GAME.audit(step.state) == []
        state = step.state
        end = GAME.pending(state)
        yield Step(number, words, views, step.news, end if isinstance(end, Over) else None)
        number += 1


def written_action(words: list[str]) -> Any:
    """``move bleu 22 case`` as an action of the game."""
    tag, *rest = words
    fields: dict[str, Any] = {"type": tag}
    names = {"bribe": ("agent", "amount"), "move": ("agent", "to", "case"), "strike": ("agent", "victim"),
             "bid": ("amount",), "headquarters": ("at",), "first": ("seat",)}.get(tag, ())  # fmt: skip
    for name, word in zip(names, rest):
        fields[name] = int(word) if name == "amount" else True if name == "case" else word
    return msgspec.convert(fields, GAME.action_type)
