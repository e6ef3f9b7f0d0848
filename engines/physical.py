"""What lies on a printed board and what a sensor can say about it; no rules, no sensors.

The vocabulary shared by eyes, fingers, engines and the table:

>>> before = {"2702": ("disc:red",)}
>>> after = {"2703": ("disc:red",)}
>>> Change.between(before, after)
Change(left=(Lying(cell='2702', look='disc:red'),), arrived=(Lying(cell='2703', look='disc:red'),))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol, TypeAlias

import msgspec

Cell: TypeAlias = str
"""Id of a place on a board: ``CCRR`` on hex and square boards, the printed number elsewhere."""

Look: TypeAlias = str
"""What an eye can tell apart: ``disc:red``, ``square:white``, ``disc:red:back``, ``tile:c:south``, ``tag:17``."""

Contents: TypeAlias = tuple[Look, ...]
"""Looks in one cell; bottom to top where the game stacks, else sorted (a multiset)."""


class Lying(msgspec.Struct, frozen=True, order=True):
    """One piece of `look` in `cell`."""

    cell: Cell
    look: Look


class Placement(msgspec.Struct, frozen=True):
    """What the printed board should look like.

    `cells` names only cells that hold something. `tolerated` names further contents that are just
    as right for now (before and after of an announced move while a window is open).
    """

    cells: Mapping[Cell, Contents]
    tolerated: Mapping[Cell, tuple[Contents, ...]] = {}
    ordered: bool = False

    def contents(self, cell: Cell) -> Contents:
        """Looks expected in `cell`, ``()`` where it should be empty."""
        return self.cells.get(cell, ())

    def allows(self, cell: Cell, seen: Contents) -> bool:
        """Whether `seen` is right in `cell` (as expected, or tolerated for now)."""
        if seen == self.cells.get(cell, ()):
            return True
        options = (self.contents(cell), *self.tolerated.get(cell, ()))
        if self.ordered:
            return seen in options
        return any(sorted(seen) == sorted(option) for option in options)


class Change(msgspec.Struct, frozen=True):
    """Pieces that left cells and pieces that arrived; a piece that was turned over does both in one cell.

    A piece that only arrived came from the supply; one that only left went there.
    """

    left: tuple[Lying, ...] = ()
    arrived: tuple[Lying, ...] = ()

    @classmethod
    def between(cls, before: Mapping[Cell, Iterable[Look]], after: Mapping[Cell, Iterable[Look]]) -> Change:
        """The change that makes `after` of `before`; both map cells to looks in any order."""
        left: list[Lying] = []
        arrived: list[Lying] = []
        for cell in sorted({*before, *after}):
            was, now = Counter(before.get(cell, ())), Counter(after.get(cell, ()))
            left += [Lying(cell, look) for look in sorted((was - now).elements())]
            arrived += [Lying(cell, look) for look in sorted((now - was).elements())]
        return cls(tuple(left), tuple(arrived))

    @property
    def cells(self) -> frozenset[Cell]:
        """Cells that the change touches."""
        return frozenset(lying.cell for lying in (*self.left, *self.arrived))

    def __bool__(self) -> bool:
        return bool(self.left or self.arrived)


class Evidence(Protocol):
    """What a sensor knows about one cell."""

    def loglik(self, contents: Contents) -> float:
        """Natural log of how well `contents` would explain what is sensed; comparable within one cell only."""
        ...


def named_by(evidence: Evidence) -> Iterable[Contents]:
    """The contents that `evidence` names as `likely`; none for most, whose looks tell pieces apart by themselves.

    A switch cannot, and names what the game would have there. Asked by attribute, as a Protocol that can be asked for
    takes 40 µs a time.
    """
    named: Iterable[Contents] = getattr(evidence, "likely", ())
    return named


class Observation(msgspec.Struct, frozen=True):
    """Evidence about some cells at time `t` (s, the sensor's own monotonic clock).

    A cell in neither `evidence` nor `hidden` is unchanged since the sensor's last observation.
    `hidden` cells cannot be judged now (a hand, glare, movement); `blind` says why the sensor
    knows nothing at all now (no pose, no frame), and is empty while it sees.
    """

    t: float
    evidence: Mapping[Cell, Evidence]
    hidden: frozenset[Cell] = frozenset()
    blind: str = ""
