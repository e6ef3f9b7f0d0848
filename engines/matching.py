"""A largest matching of a bipartite graph: as many pairs as can be, nobody in two of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

Left = TypeVar("Left")
Right = TypeVar("Right", bound=Hashable)


def largest_matching(ways: Mapping[Left, Iterable[Right]]) -> dict[Right, Left]:
    """Right → left, each left with one of its `ways`: as many as can be, by augmenting paths (Kuhn).

    >>> largest_matching({"ship": "ab", "boat": "a"})
    {'a': 'boat', 'b': 'ship'}
    """
    partner: dict[Right, Left] = {}

    def augmented(left: Left, seen: set[Right]) -> bool:
        for right in ways[left]:
            if right in seen:
                continue
            seen.add(right)
            if right not in partner or augmented(partner[right], seen):
                partner[right] = left
                return True
        return False

    for left in ways:
        augmented(left, set())
    return partner
