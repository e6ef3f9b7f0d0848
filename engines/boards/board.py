"""What every board answers, whatever its topology: cells, neighbours, distances, places in mm, terrain."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import msgspec

from engines.physical import Cell

Grid: TypeAlias = Literal["hex-pointy", "hex-flat", "square", "polar", "graph"]
Point: TypeAlias = tuple[float, float]
"""x and y in mm from the board's top left, x right, y down."""


class Place(msgspec.Struct, frozen=True):
    """Where a cell lies: `centre` and `outline` in mm.

    `of` is set on a holding box: a drawn box apart from the grid whose pieces count as standing in cell `of`.
    """

    centre: Point
    outline: tuple[Point, ...]
    of: Cell | None = None


class Board(ABC):
    """A printed board: a topology with terrain and names, laid out in millimetres.

    `cells` are the cells of the topology (what rules speak of); `places` adds tracks and holding boxes,
    everything a piece may lie on.
    """

    grid: Grid
    edition: str
    size_mm: tuple[float, float]
    pitch_mm: float
    places: Mapping[Cell, Place]
    markers: Mapping[int, tuple[Point, Point, Point, Point]]
    """ArUco ``DICT_4X4_50`` id → its corners 0–3 on the outer black edge, mm."""

    @property
    @abstractmethod
    def cells(self) -> frozenset[Cell]:
        """Every cell of the topology."""

    @abstractmethod
    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Cells next to `cell`, in a fixed order; raises `KeyError` for no cell."""

    @abstractmethod
    def distance(self, one: Cell, other: Cell) -> int:
        """Fewest steps between two cells, terrain left aside; raises `KeyError` for no cell."""

    @abstractmethod
    def line(self, one: Cell, other: Cell) -> tuple[Cell, ...]:
        """Cells of a straight line from `one` to `other`, both included; raises `ValueError` where there is none."""

    @abstractmethod
    def terrain(self, cell: Cell) -> str:
        """Terrain of `cell`, a word of the board file."""

    @abstractmethod
    def name(self, cell: Cell, lang: str = "en") -> str:
        """Printed name of `cell` in `lang` (English where it has none in `lang`), or its id where it has no name."""

    @abstractmethod
    def svg(self, lang: str = "en") -> str:
        """The whole printed board at true scale (1 user unit = 1 mm), markers included, its words in `lang`."""

    def mirror_svg(self, lang: str = "en") -> str:
        """The board for phones, in the same units: lighter, every place an element with ``data-cell``."""
        return self.svg(lang)

    def home(self, place: Cell) -> Cell:
        """The cell that a piece lying at `place` stands in: `place`, or for a holding box the cell it belongs to."""
        return self.places[place].of or place

    def within(self, start: Cell, steps: int, over: Callable[[Cell], bool]) -> dict[Cell, int]:
        """Cells reached from `start` in at most `steps` over cells that `over` allows, with the steps each takes.

        `start` itself is contained, with 0.
        """
        reached = {start: 0}
        frontier = [start]
        for step in range(1, steps + 1):
            ahead = {near for cell in frontier for near in self.neighbours(cell) if near not in reached and over(near)}
            reached |= dict.fromkeys(sorted(ahead), step)
            frontier = sorted(ahead)
        return reached
