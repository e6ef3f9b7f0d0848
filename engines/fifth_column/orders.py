"""What each of the five hunters could do from every house of one map: made once, for a hunt asks it again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Generic, TypeVar

from engines.fifth_column.actions import Arrest, Ask, Walk
from engines.fifth_column.cards import COUNTS
from engines.fifth_column.ground import GROUNDS_KEPT, HOUSES, Ground
from engines.physical import Cell

T = TypeVar("T")

HUNTERS = tuple(range(1, COUNTS.hunters + 1))
WALKS = tuple({cell: Walk(number, cell) for cell in HOUSES} for number in HUNTERS)
ASKS = tuple({cell: Ask(number, cell) for cell in HOUSES} for number in HUNTERS)
ARRESTS = tuple({cell: Arrest(number, cell) for cell in HOUSES} for number in HUNTERS)


class Orders(dict[Cell, tuple[T, ...]], Generic[T]):
    """The house where a hunter is → what it could do there; worked out when first asked for."""

    def __init__(self, by_house: Mapping[Cell, T], houses: Callable[[Cell], Iterable[Cell]]) -> None:
        """`houses`: those to which it could go, or about which it could ask, from where it is."""
        super().__init__()
        self._by_house, self._houses = by_house, houses

    def __missing__(self, here: Cell) -> tuple[T, ...]:
        found = self[here] = tuple(map(self._by_house.__getitem__, self._houses(here)))
        return found


class HunterOrders:
    """All orders of one hunter (number from 0) on `ground`; with `wide` it may arrest in houses beside it too."""

    def __init__(self, ground: Ground, number: int, wide: bool) -> None:
        self.walks = Orders(WALKS[number], ground.reach)
        self.asks = Orders(ASKS[number], ground.near)
        self.arrests = Orders(ARRESTS[number], lambda here: (here, *ground.near(here)) if wide else (here,))


@lru_cache(GROUNDS_KEPT)
def orders(ground: Ground, wide: bool) -> tuple[HunterOrders, ...]:
    """The orders of all hunters on that map."""
    return tuple(HunterOrders(ground, number, wide) for number in range(COUNTS.hunters))
