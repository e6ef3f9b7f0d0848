"""Picks one of several offers' things without listing them all: what random play asks of a game's offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Offer(Protocol[T_co]):
    """Things that are counted, found and picked by number (from 0) without being listed."""

    def __contains__(self, thing: object, /) -> bool: ...
    def __iter__(self) -> Iterator[T_co]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> T_co: ...


def one_of(offers: Sequence[Offer[T]], pick: Callable[[int], int]) -> T | None:
    """The thing that has the number ``pick(n)`` of all n, counted through; ``None`` where there is none.

    >>> one_of(["ab", "", "c"], lambda n: n - 1)
    'c'
    """
    counts = [len(offer) for offer in offers]
    total = sum(counts)
    if not total:
        return None
    number = pick(total)
    for offer, count in zip(offers, counts):
        if number < count:
            return offer[number]
        number -= count
    raise ValueError(f"pick({total}) must be a number below {total}")
