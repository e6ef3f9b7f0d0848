"""A deed: the one predicate behind both `legal` and `judge` for one kind of action at one point of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from engines.game import Audience, Violation
from engines.physical import Cell

T = TypeVar("T")


class Deed(NamedTuple):
    """`offers(state, item, who)` are the legal actions of this kind: an action is legal just if it is among them.

    `why_not(state, item, who, action)` only words what is wrong with one that is not; `do(draft, item, who, action)`
    carries one out.
    """

    offers: Callable[[Any, Any, int], Collection[Any]]
    why_not: Callable[[Any, Any, int, Any], tuple[Violation, ...]]
    do: Callable[[Any, Any, int, Any], None]


def because(rule: str, key: str, audience: Audience = None, /, **facts: Any) -> tuple[Violation, ...]:
    """One violation of `rule`, worded by ``violation.<key>``."""
    return (Violation(rule, key, facts, audience),)


class OfHunters(Collection[T], Generic[T]):
    """Actions of `hunters` (numbers from 1): those of `made`, by hunter and cell, where `ways` says that one leads."""

    def __init__(
        self, made: Mapping[int, Mapping[Cell, T]], hunters: Sequence[int], ways: Callable[[int], Sequence[Cell]]
    ) -> None:
        self._made, self._hunters, self._ways = made, hunters, ways

    def __contains__(self, action: Any) -> bool:
        number: int = getattr(action, "hunter", 0)
        if number not in self._hunters:
            return False
        cell: Cell = getattr(action, "to", getattr(action, "at", ""))
        return cell in self._ways(number) and bool(action == self._made[number][cell])

    def __iter__(self) -> Iterator[T]:
        for number in self._hunters:
            made = self._made[number]
            for cell in self._ways(number):
                yield made[cell]

    def __len__(self) -> int:
        return sum(len(self._ways(number)) for number in self._hunters)
