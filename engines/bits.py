"""Sets of small whole numbers as the bits of one: whole sets are compared, joined and moved at once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, count
from typing import TypeAlias

Bits: TypeAlias = int
"""A set: bit `n` is set for each number n in it."""

FEW = 8
"""Members up to which taking them out of a set one by one is quicker than going over all its bits."""
MOST = 12
"""Powers of two below which all members are."""
_HALVES = tuple((1 << power, (1 << (1 << power)) - 1) for power in range(MOST - 1, -1, -1))
"""Halves of all bits, of half of them and so on: how wide each is, and the set of all numbers in it."""
_TRUTH = bytes.maketrans(b"01", b"\x00\x01")


def bits(numbers: Iterable[int]) -> Bits:
    """The set of `numbers`.

    >>> bits([0, 3])
    9
    """
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def members(some: Bits) -> list[int]:
    """The numbers in the set, ascending.

    >>> members(9)
    [0, 3]
    """
    found: list[int] = []
    while some:  # the highest first: what is left becomes shorter with each, and that is what each step costs
        highest = some.bit_length() - 1
        found.append(highest)
        some ^= 1 << highest
        if len(found) == FEW and some:
            lowest = (some & -some).bit_length() - 1
            left = bin(some >> lowest)[:1:-1].encode().translate(_TRUTH)
            return [*compress(count(lowest), left), *reversed(found)]
    found.reverse()
    return found


def nth(some: Bits, number: int) -> int:
    """The number in the set that stands after `number` others; `number` is below their count.

    >>> nth(9, 1)
    3
    """
    if number < FEW:
        for _ in range(number):
            some &= some - 1
        return (some & -some).bit_length() - 1
    passed = 0
    for width, low in _HALVES[-(some.bit_length() - 1).bit_length() :]:
        here = (some & low).bit_count()
        if number >= here:
            number -= here
            some >>= width
            passed += width
    return passed
