"""What a learner may ask of a position, as data: what can be done, what cannot and why, what a place could mean. Pure.

Asks only the game's own predicate, and passes on only what the asking seat may know.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from companion.words import may_know
from engines.entries import Seat
from engines.game import Game, Violation
from engines.physical import Cell, Change, Contents, Lying

LISTED_AT_MOST = 600
"""Legal actions that are looked at, as many as a phone is offered."""


class Possible(msgspec.Struct, frozen=True):
    """Legal actions of one kind (the action's tag), done by one rule (empty where the game names none)."""

    kind: str
    rule: str
    actions: tuple[Any, ...]


class Refused(msgspec.Struct, frozen=True):
    """Actions against which the same speaks; `violation` is ``None`` where the asker may not know why."""

    actions: tuple[Any, ...]
    violation: Violation | None


class Verdict(msgspec.Struct, frozen=True):
    """What was asked about: what of it is allowed, and what is not."""

    allowed: tuple[Any, ...]
    refused: tuple[Refused, ...]


def kind_of(action: Any) -> str:
    """The tag of an action: ``move_fugitive``."""
    return str(msgspec.to_builtins(action).get("type", ""))


def possible(game: Game[Any, Any], state: Any, seat: Seat) -> tuple[Possible, ...]:
    """Every legal action of `seat`, grouped by kind and rule, in the order in which the game offers them."""
    groups: dict[tuple[str, str], list[Any]] = {}
    for action in islice(game.legal(state, seat), LISTED_AT_MOST):
        groups.setdefault((kind_of(action), game.rule_of(state, action)), []).append(action)
    return tuple(Possible(kind, rule, tuple(actions)) for (kind, rule), actions in groups.items())


def impossible(
    game: Game[Any, Any], state: Any, seat: Seat, places: Container[Cell] = frozenset()
) -> tuple[Refused, ...]:
    """What `seat` may wonder about and cannot do, grouped by the reason.

    Left out is what only goes to a wrong place of the board (`places`) or costs another sum than a legal action.
    """
    can = {bare(action, places) for action in islice(game.legal(state, seat), LISTED_AT_MOST)}
    wondered = [action for action in game.attempts(state, seat) if bare(action, places) not in can]
    return judged(game, state, seat, wondered).refused


def bare(action: Any, places: Container[Cell]) -> tuple[tuple[str, str], ...]:
    """An action without its numbers and places: its kind, and what it names beside (a card)."""
    fields = msgspec.to_builtins(action).items()
    return tuple((name, value) for name, value in fields if isinstance(value, str) and value not in places)


def judged(game: Game[Any, Any], state: Any, seat: Seat, actions: Iterable[Any]) -> Verdict:
    """What the game says to each of `actions` of `seat`."""
    allowed: list[Any] = []
    groups: dict[bytes, tuple[Violation | None, list[Any]]] = {}
    for action in dict.fromkeys(actions):
        violations = game.judge(state, seat, action)
        if not violations:
            allowed.append(action)
            continue
        told = next((one for one in violations if may_know(one.audience, seat)), None)
        reason = msgspec.json.encode((told.rule, told.key, told.facts) if told else None)
        groups.setdefault(reason, (told, []))[1].append(action)
    return Verdict(tuple(allowed), tuple(Refused(tuple(found), told) for told, found in groups.values()))


def meant_by_place(game: Game[Any, Any], state: Any, supply: Contents, seat: Seat, place: Cell) -> tuple[Any, ...]:
    """Actions of `seat` that putting any piece on `place` could mean, legal or not.

    Every piece of the printed board, and every look of the `supply` that is not on it, is imagined there in turn.
    """
    found: dict[Any, None] = {}
    for change in _arrivals(game, state, supply, place):
        for intent in game.interpret(state, change):
            if intent.seat == seat:
                found.setdefault(intent.action)
    for action in islice(game.legal(state, seat), LISTED_AT_MOST):
        if place in msgspec.to_builtins(action).values():
            found.setdefault(action)
    return tuple(found)


def _arrivals(game: Game[Any, Any], state: Any, supply: Contents, place: Cell) -> Iterator[Change]:
    lying = [
        Lying(cell, look) for cell, contents in game.placement(state).cells.items() for look in dict.fromkeys(contents)
    ]
    for piece in lying:
        if piece.cell != place:
            yield Change((piece,), (Lying(place, piece.look),))
    on_board = {piece.look for piece in lying}
    for look in dict.fromkeys(supply):
        if look not in on_board:
            yield Change((), (Lying(place, look),))
