"""Many pieces that moved at once, told piece by piece: a matching, where a search would try every order of them.

Actions on different pieces commute, nearly always. Equal pieces that went to several places are matched the most bound
first; which of them went where makes no difference to anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.prospects import Prospects
from engines.game import Intent
from engines.physical import Change, Lying

MANY = 4
"""Pieces from which on a matching is tried first; fewer are searched in full, which finds every story there is."""


class Matched(msgspec.Struct, frozen=True):
    """One action for each piece, in an order that is legal, and where they lead."""

    actions: tuple[Intent[Any], ...]
    state: Any


class _Open(msgspec.Struct):
    """Equal pieces that are still to be told: where they lay and where they lie now."""

    left: list[Lying]
    arrived: list[Lying]


class _Step(msgspec.Struct, frozen=True):
    """`piece` came from `source` (``None``: from beside the board) by `intent`."""

    piece: Lying
    source: Lying | None
    intent: Intent[Any]
    state: Any
    revealing: bool


def matched(game: Prospects, state: Any, parts: Sequence[Change]) -> Matched | None:
    """An action for every piece that arrived; ``None`` where some piece has none, or several kinds of them."""
    pieces = [_Open(list(part.left), list(part.arrived)) for part in parts]
    actions: list[Intent[Any]] = []
    while pieces:
        began = len(actions)
        for equal in pieces:
            while equal.arrived:
                step = _next_step(game, state, equal)
                if step is None:
                    break
                equal.arrived.remove(step.piece)
                if step.source is not None:
                    equal.left.remove(step.source)
                actions.append(step.intent)
                state = step.state
                if step.revealing:
                    return Matched(tuple(actions), state) if not any(one.arrived for one in pieces) else None
        pieces = [equal for equal in pieces if equal.arrived]
        if len(actions) == began:
            return None
    return Matched(tuple(actions), state)


def _next_step(game: Prospects, state: Any, equal: _Open) -> _Step | None:
    """A step for the piece that can have come from the fewest places."""
    best: list[_Step] = []
    for piece in dict.fromkeys(equal.arrived):
        steps = [step for source in dict.fromkeys(equal.left) for step in _steps(game, state, source, piece)]
        if not equal.left:
            steps = _steps(game, state, None, piece)
        if steps and (not best or len(steps) < len(best)):
            best = steps
    kinds = {type(step.intent.action) for step in best}
    return best[0] if len(kinds) == 1 else None


def _steps(game: Prospects, state: Any, source: Lying | None, piece: Lying) -> list[_Step]:
    """The first legal action of each kind by which `piece` may have come from `source`."""
    change = Change(() if source is None else (source,), (piece,))
    found: dict[type, _Step] = {}
    for intent in game.interpret(state, change):
        kind = type(intent.action)
        if kind in found:
            continue
        after = game.after(state, intent)
        if after is not None and _lies(game, after[0], piece) > _lies(game, state, piece):
            found[kind] = _Step(piece, source, intent, *after)
    return list(found.values())


def _lies(game: Prospects, state: Any, piece: Lying) -> int:
    """How many such pieces the engine's board has in that cell."""
    return game.placement(state).contents(piece.cell).count(piece.look)
