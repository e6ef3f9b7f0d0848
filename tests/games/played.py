"""Games played at random and kept step by step, for tests that hold at every step of any game."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engines.entries import Act, Entry, Seat, effective
from engines.game import Game
from engines.pending import Decision, Over, seeded_outcome


class Moment(NamedTuple):
    """A state of a game, and the entry that came next."""

    state: Any
    entry: Entry[Any]


Chooser = Callable[[Any, Decision, Sequence[Any], random.Random], Any]
"""What is done of what may be done: state, decision, legal actions, luck → the action."""


def any_action(state: Any, now: Decision, legal: Sequence[Any], rng: random.Random) -> Any:
    """Every legal action is as likely as any other."""
    return rng.choice(legal)


def any_kind(state: Any, now: Decision, legal: Sequence[Any], rng: random.Random) -> Any:
    """Every kind of action is as likely as any other, where one kind (an amount to name) would crowd out the rest."""
    kinds: dict[type, list[Any]] = defaultdict(list)
    for action in legal:
        kinds[type(action)].append(action)
    return rng.choice(rng.choice(list(kinds.values())))


def played(
    game: Game[Any, Any],
    options: Mapping[str, str],
    seats: Sequence[Seat],
    rng: random.Random,
    entries: int,
    *,
    choose: Chooser = any_action,
    audit_every: int = 0,
    state: Any = None,
) -> Iterator[Moment]:
    """The first `entries` steps of a game, lazily; or the next ones from `state`.

    Fails at a dead end, and, with `audit_every`, where something is lost or doubled in one of so many steps.
    """
    state = game.new(options, seats) if state is None else state
    for number in range(entries):
        now = game.pending(state)
        if isinstance(now, Over):
            return
        if isinstance(now, Decision):
            seat = now.seats[0] if len(now.seats) == 1 else rng.choice(now.seats)
            legal = list(game.legal(state, seat))
            assert legal, f"a dead end for {seat}: {now}"
            entry: Entry[Any] = Act(seat, choose(state, now, legal, rng))
        else:
            entry = seeded_outcome(now, rng)
        yield Moment(state, entry)
        state = game.apply(state, entry).state
        if audit_every and number % audit_every == 0:
            assert game.audit(state) == [], f"after {entry}"


def decisions(game: Game[Any, Any], moments: Sequence[Moment], every: int) -> Iterator[tuple[Any, tuple[Seat, ...]]]:
    """Those of `moments`, one in `every`, in which somebody decides: the state, and who."""
    for moment in moments[::every]:
        pending = game.pending(moment.state)
        if isinstance(pending, Decision):
            yield moment.state, pending.seats


def replay(
    game: Game[Any, Any], options: Mapping[str, str], seats: Sequence[Seat], entries: Iterable[Entry[Any]]
) -> Any:
    """The state that `entries` lead to from a new game; raises as `Game.apply` does."""
    state = game.new(options, seats)
    for _, entry in effective(entries):
        state = game.apply(state, entry).state
    return state
