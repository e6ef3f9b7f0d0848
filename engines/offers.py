"""Picks one of several collections' things without listing them all: what random play asks of a game's offers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def one_of(offers: Sequence[Collection[T]], pick: Callable[[int], int]) -> T | None:
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
            return next(islice(offer, number, None))
        number -= count
    raise ValueError(f"pick({total}) must be a number below {total}")
