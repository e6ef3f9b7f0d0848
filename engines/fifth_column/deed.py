"""A deed: the one predicate behind both `legal` and `judge` for one kind of action at one point of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from engines.entries import Audience
from engines.game import Violation
from engines.offers import Offer
from engines.physical import Cell

T = TypeVar("T")


class Deed(NamedTuple):
    """`offers(state, item, who)` are the legal actions of this kind: an action is legal just if it is among them.

    `why_not(state, item, who, action)` only words what is wrong with one that is not; `do(draft, item, who, action)`
    carries one out.
    """

    offers: Callable[[Any, Any, int], Offer[Any]]
    why_not: Callable[[Any, Any, int, Any], tuple[Violation, ...]]
    do: Callable[[Any, Any, int, Any], None]


def because(rule: str, key: str, audience: Audience = None, /, **facts: Any) -> tuple[Violation, ...]:
    """One violation of `rule`, worded by ``violation.<key>``."""
    return (Violation(rule, key, facts, audience),)


class OfHunters(Generic[T]):
    """Actions of hunters, those of `made` by hunter and cell; `ways` are the hunters' numbers (from 1) and cells."""

    def __init__(self, made: Mapping[int, Mapping[Cell, T]], ways: Sequence[tuple[int, Sequence[Cell]]]) -> None:
        self._made, self._ways = made, ways

    def __contains__(self, action: Any) -> bool:
        number: int = getattr(action, "hunter", 0)
        cell: Cell = getattr(action, "to", getattr(action, "at", ""))
        return any(one == number and cell in cells and action == self._made[number][cell] for one, cells in self._ways)

    def __iter__(self) -> Iterator[T]:
        for number, cells in self._ways:
            made = self._made[number]
            for cell in cells:
                yield made[cell]

    def __len__(self) -> int:
        count = 0
        for _, cells in self._ways:
            count += len(cells)
        return count

    def __getitem__(self, number: int) -> T:
        for hunter, cells in self._ways:
            if number < len(cells):
                return self._made[hunter][cells[number]]
            number -= len(cells)
        raise IndexError(number)
