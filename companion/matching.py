"""Many pieces that moved at once, told piece by piece: a matching, where a search would try every order of them.

Actions on different pieces commute, nearly always. Equal pieces that went to several places are matched so that all of
them find an action; which of them went where makes no difference to anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.prospects import Prospects
from engines.game import Intent
from engines.matching import largest_matching
from engines.physical import Change, Lying

MANY = 4
"""Pieces from which on a matching is tried first; fewer are searched in full, which finds every story there is."""


class Matched(msgspec.Struct, frozen=True):
    """One action for each piece, in a legal order, and where they lead. `revealing`: the last tells a secret."""

    actions: tuple[Intent[Any], ...]
    state: Any
    revealing: bool = False


class _Open(msgspec.Struct):
    """Equal pieces that are still to be told: where they lay and where they lie now."""

    left: list[Lying]
    arrived: list[Lying]


class _Step(msgspec.Struct, frozen=True):
    """A piece moved by `intent`."""

    intent: Intent[Any]
    state: Any
    revealing: bool


def matched(game: Prospects, state: Any, parts: Sequence[Change]) -> Matched | None:
    """An action for every piece that arrived and can have moved in one way only; ``None`` where there is no such piece.

    What the engine moves as a consequence has none of its own: whoever asks compares the board once more.
    """
    pieces = [_Open(list(part.left), list(part.arrived)) for part in parts]
    actions: list[Intent[Any]] = []
    while pieces:
        began = len(actions)
        for equal in pieces:
            for source, piece in _pairs(game, state, equal):
                steps = _steps(game, state, source, piece)
                if len(steps) != 1:
                    continue
                equal.arrived.remove(piece)
                if source is not None:
                    equal.left.remove(source)
                actions.append(steps[0].intent)
                state = steps[0].state
                if steps[0].revealing:
                    return None if any(one.arrived for one in pieces) else Matched(tuple(actions), state, True)
        pieces = [equal for equal in pieces if equal.arrived]
        if len(actions) == began:
            break
    return Matched(tuple(actions), state) if actions else None


def _pairs(game: Prospects, state: Any, equal: _Open) -> list[tuple[Lying | None, Lying]]:
    """Where each piece came from, as many pieces as can: a largest matching."""
    if not equal.left:
        return [(None, piece) for piece in equal.arrived]
    if len(equal.left) == len(equal.arrived) == 1:
        return [(equal.left[0], equal.arrived[0])]
    sources = {
        number: [where for where, source in enumerate(equal.left) if _steps(game, state, source, piece)]
        for number, piece in enumerate(equal.arrived)
    }
    return [(equal.left[source], equal.arrived[piece]) for source, piece in largest_matching(sources).items()]


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
            found[kind] = _Step(intent, *after)
    return list(found.values())


def _lies(game: Prospects, state: Any, piece: Lying) -> int:
    """How many such pieces the engine's board has in that cell."""
    return game.placement(state).contents(piece.cell).count(piece.look)
