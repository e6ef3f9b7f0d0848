"""A deed: the one predicate behind both `legal` and `judge` for one kind of action at one point of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from engines.game import Violation

T = TypeVar("T")


class Deed(NamedTuple):
    """`why_not(state, item, action)` decides: an action is legal just if it answers nothing.

    `offers(state, item)` yields candidates lazily, every legal one and no other, from the same tables that `why_not`
    looks them up in; `do(draft, item, action)` carries one out. `may(state, item, action)` stands where the reason
    costs more than the answer: `why_not` asks it first, and only explains.
    """

    offers: Callable[[Any, Any], Iterator[Any]]
    why_not: Callable[[Any, Any, Any], tuple[Violation, ...]]
    do: Callable[[Any, Any, Any], None]
    may: Callable[[Any, Any, Any], bool] | None = None


def turned(things: Sequence[T], pick: Callable[[int], int]) -> Sequence[T]:
    """`things` beginning at the one that `pick(n)`, a number below n, says, and going round."""
    first = pick(len(things)) if things else 0
    return (*things[first:], *things[:first])
