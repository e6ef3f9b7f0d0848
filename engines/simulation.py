"""Plays random legal games: pure, with the caller's randomness; finds dead ends and what is not conserved."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from engines.entries import Act, Entry, Seat
from engines.game import Game
from engines.pending import Decision, Over, seeded_outcome

S = TypeVar("S")


class NotConserved(AssertionError):
    """The audit of a game found something lost or doubled after an entry: the message says what and where."""


class SimulatedGame(msgspec.Struct, Generic[S], frozen=True):
    """A game as it was played.

    `over` is ``None`` where `max_entries` were not enough, or at a `dead_end`:
    somebody had to decide and could do nothing.
    """

    entries: tuple[Entry[Any], ...]
    state: S
    over: Over | None
    dead_end: bool


def play_random(
    game: Game[S, Any],
    options: Mapping[str, str],
    seats: Sequence[Seat],
    rng: random.Random,
    max_entries: int = 100_000,
    *,
    audit: bool = False,
) -> SimulatedGame[S]:
    """A game in which every decision is one of the legal actions, by chance, and every chance is drawn from `rng`.

    With `audit` the game's audit is asked after every entry; raises `NotConserved` if it objects.
    """
    state = game.new(options, seats)
    entries: list[Entry[Any]] = []
    pending, some, apply = game.pending, game.some, game.apply
    while len(entries) < max_entries:
        now = pending(state)
        if isinstance(now, Over):
            return SimulatedGame(tuple(entries), state, now, dead_end=False)
        entry: Entry[Any]
        if isinstance(now, Decision):
            seat = now.seats[0] if len(now.seats) == 1 else rng.choice(now.seats)
            action = some(state, seat, rng.randrange)
            if action is None:
                return SimulatedGame(tuple(entries), state, None, dead_end=True)
            entry = Act(seat, action)
        else:
            entry = seeded_outcome(now, rng)
        entries.append(entry)
        state = apply(state, entry).state
        if audit and (faults := game.audit(state)):
            raise NotConserved(f"after entry {len(entries) - 1} ({entry}): {'; '.join(faults)}")
    over = pending(state)
    return SimulatedGame(tuple(entries), state, over if isinstance(over, Over) else None, dead_end=False)
