"""Sets of numbers as bits give back what was put in, in order, few or many."""

from __future__ import annotations

import random

from engines.bits import bits, members, nth


def test_a_set_gives_its_members_ascending_and_each_by_its_place() -> None:
    rng = random.Random(5)
    for most in (1, 8, 63, 192, 2738):
        for count in (0, 1, 7, 8, 9, 40):
            numbers = sorted(rng.sample(range(most), min(count, most)))
            some = bits(reversed(numbers))
            assert members(some) == numbers
            assert [nth(some, place) for place in range(len(numbers))] == numbers
