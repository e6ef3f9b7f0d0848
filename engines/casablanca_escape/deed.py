"""A deed: the one predicate behind both `legal` and `judge` for one kind of action at one point of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from engines.casablanca_escape.geography import MAP
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell


class Deed(NamedTuple):
    """`offers(state, item)` are the legal actions of this kind: an action is legal just if it is among them.

    `why_not(state, item, action)` only words what is wrong with one that is not;
    `do(draft, item, action)` carries one out.
    """

    offers: Callable[[Any, Any], Collection[Any]]
    why_not: Callable[[Any, Any, Any], tuple[Violation, ...]]
    do: Callable[[Any, Any, Any], None]


def no_hex(to: Cell, here: Cell) -> tuple[Violation, ...]:
    """What is wrong with going to `to` wherever one stands: no such hex, the sea, another continent, no move at all."""
    if to not in MAP.board.cells:
        return because("map.land", "no_such_hex", place=to)
    if to not in MAP.land:
        return because("map.land", "sea", place=MAP.name(to))
    if to == here:
        return because("turn.optional", "already_there", place=MAP.name(to))
    if (to in MAP.africa) != (here in MAP.africa):
        rule = "ship.no_return" if here in MAP.africa else "ship.landing" if here in MAP.fare else "ship.port"
        return because(rule, "other_shore", to=MAP.name(to))
    return ()
