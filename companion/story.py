"""The legal stories that explain a changed board: chains of actions, and silences, found by searching the game.

A story explains a board when every piece that arrived somewhere is wanted there at its end. What the engine moves
besides (a marker, a captured piece) need not have moved yet: that is a debt.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from companion.lying import Seen, absent, unexplained
from companion.matching import MANY, matched
from companion.prospects import Prospects
from companion.repairs import body
from engines.entries import Seat
from engines.game import Intent
from engines.pending import Decision, Dice, Shuffle
from engines.physical import Change, Lying, Placement

MAX_CHAIN = 8
"""Most actions in one story: both pieces of four players between two looks."""
MAX_NODES = 160
"""Positions that one search, or several for one answer, may visit. The longest drawn test needs 20; a bound keeps
nonsense boards cheap: a piece that nothing explains makes a search try all subsets of the moves beside it."""
MAX_PAIRS = 12
"""Single moves tried out of one group of like pieces."""


class Story(msgspec.Struct, frozen=True):
    """Actions in order, where they lead, and how many pieces they leave unexplained.

    `silent` counts passes that nobody announced; `loud`: such a pass would reveal something or let chance fall, so it
    must be asked for. `told`: its last action revealed something, so nobody can have acted after it yet.
    """

    actions: tuple[Intent[Any], ...]
    state: Any
    left_over: int = 0
    silent: int = 0
    loud: bool = False
    told: bool = False

    @property
    def cost(self) -> tuple[int, int, bool, int]:
        """Less is better: nothing unexplained, few silences, few actions."""
        return (self.left_over, self.silent, self.loud, len(self.actions))


def components(game: Prospects, state: Any, seen: Seen) -> list[Change]:
    """The change that `state` does not explain, one part for each piece body; only parts in which something arrived."""
    wanted = game.placement(state)
    arrived = unexplained(seen, wanted)
    if not arrived:
        return []
    gone = absent(seen, wanted)
    parts: list[Change] = []
    for name in dict.fromkeys(body(piece.look) for piece in arrived):
        here = tuple(piece for piece in arrived if body(piece.look) == name)
        left = tuple(piece for piece in gone if body(piece.look) == name) or _hidden_pieces(wanted, seen, name)
        parts.append(Change(left, here))
    return parts


def _hidden_pieces(wanted: Placement, seen: Seen, name: str) -> tuple[Lying, ...]:
    """The piece of that body that may have left a hidden cell, if it can only be one."""
    under = [
        Lying(cell, look)
        for cell, contents in wanted.cells.items()
        if cell in seen.unseen
        for look in contents
        if body(look) == name
    ]
    return tuple(under) if len(under) == 1 else ()


def intents(game: Prospects, state: Any, parts: list[Change]) -> Iterator[tuple[int, Intent[Any]]]:
    """Actions that each part (by number), or a single move of it, could mean, most plausible first."""
    for number, part in enumerate(parts):
        changes = [part]
        if len(part.arrived) > 1 or len(part.left) > 1:
            changes += [Change((a,), (b,)) for a, b in product(part.left, part.arrived)][:MAX_PAIRS]
        for change in changes:
            for intent in game.interpret(state, change):
                yield number, intent
    if len(parts) > 1:
        left, arrived = (tuple(sorted(piece for part in parts for piece in getattr(part, side))) for side in SIDES)
        for intent in game.interpret(state, Change(left, arrived)):
            yield -1, intent


SIDES = ("left", "arrived")


class Effort:
    """How many positions may still be visited for one answer."""

    def __init__(self) -> None:
        self.left = MAX_NODES

    @property
    def is_over(self) -> bool:
        return self.left < 0


class _Search:
    """One search for stories; keeps what was visited so that commuting actions are not tried in every order."""

    def __init__(self, game: Prospects, seen: Seen, effort: Effort) -> None:
        self.game = game
        self.seen = seen
        self.effort = effort
        self.longest = MAX_CHAIN
        self.visited: dict[Any, tuple[int, int, bool, int]] = {}
        self.found: list[Story] = []

    def go_on(self, story: Story, acted: Seat | None) -> None:
        """Searches on from where `story` leads."""
        self.longest = len(story.actions) + MAX_CHAIN
        self.visit(story, acted, None)

    def visit(self, story: Story, acted: Seat | None, must_act: Seat | None) -> None:
        parts = components(self.game, story.state, self.seen)
        story = msgspec.structs.replace(story, left_over=sum(len(part.arrived) for part in parts))
        key = (identity(story.state), must_act)
        if key in self.visited and self.visited[key] <= story.cost:
            return
        self.visited[key] = story.cost
        self.effort.left -= 1
        if story.actions and must_act is None:
            self.found.append(story)
        if not parts or story.told or len(story.actions) >= self.longest or self.effort.is_over:
            return
        for _, intent in intents(self.game, story.state, parts):
            if must_act is not None and intent.seat != must_act:
                continue
            step = self.game.after(story.state, intent)
            if step is not None and self._explains_more(step[0], story.left_over):
                ahead = Story((*story.actions, intent), step[0], 0, story.silent, story.loud, step[1])
                self.visit(ahead, intent.seat, None)
        if must_act is None:
            self._pass_silently(story, acted)

    def _explains_more(self, state: Any, before: int) -> bool:
        return len(unexplained(self.seen, self.game.placement(state))) < before

    def _pass_silently(self, story: Story, acted: Seat | None) -> None:
        """The acting seat stays put: it has acted already, or its next action follows in this story."""
        intent = silence(self.game, story.state)
        if intent is None:
            return
        step = self.game.after(story.state, intent)
        if step is None:
            return
        state, reveals = step
        loud = story.loud or reveals or isinstance(self.game.pending(state), Dice | Shuffle)
        ahead = Story((*story.actions, intent), state, 0, story.silent + 1, loud)
        self.visit(ahead, acted, None if acted == intent.seat else intent.seat)


def silence(game: Prospects, state: Any) -> Intent[Any] | None:
    """The acting seat's pass or end of phase: one seat is to act, in the open, and the rulebook has a default."""
    pending = game.pending(state)
    if not isinstance(pending, Decision) or pending.secret or pending.default is None or len(pending.seats) != 1:
        return None
    return Intent(pending.seats[0], pending.default)


def identity(state: Any) -> Any:
    """A key that equal states share: the state itself where it can be one, else its encoding."""
    try:
        hash(state)
    except TypeError:
        return msgspec.msgpack.encode(state)
    return state


def stories(game: Prospects, state: Any, seen: Seen, acted: Seat | None, effort: Effort | None = None) -> list[Story]:
    """Every story found from `state`, the best first, with at least one action. `acted` is the seat that acted last.

    `effort` is shared by searches that look for one answer together. Stories that lead to the same state are told once.
    Where many pieces moved, a matching tells what it can and the search the rest; from the beginning is searched only
    what a chain is long enough to tell.
    """
    search = _Search(game, seen, effort or Effort())
    parts = components(game, state, seen)
    many = sum(len(part.arrived) for part in parts)
    together = matched(game, state, parts) if many >= MANY else None
    if together is not None:
        if not components(game, together.state, seen):
            return [Story(together.actions, together.state)]
        search.go_on(Story(together.actions, together.state, told=together.revealing), together.actions[-1].seat)
    if together is None or many <= MAX_CHAIN:
        search.go_on(Story((), state), acted)
    best: dict[Any, Story] = {}
    for story in sorted(search.found, key=lambda story: story.cost):
        best.setdefault(identity(story.state), story)
    return list(best.values())


def choices(game: Prospects, found: list[Story]) -> list[Story]:
    """The stories as good as the best one: with more than one, somebody must be asked.

    Of those between which the game sees no difference that matters, the first.
    """
    equal = [story for story in found if story.cost == found[0].cost]
    if len(equal) == 1:
        return equal
    told: dict[Any, Story] = {}
    for story in equal:
        told.setdefault(identity(game.alike(story.state)), story)
    return list(told.values())
