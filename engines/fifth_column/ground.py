"""The map of a hunt: eighteen rays of five houses less those under washers, and every way a piece or a hunter can go.

Both ends of the board meet. With `wrap` ``ray`` a house on the inmost ring borders the outmost of the same ray; with
``centre`` one goes straight across the middle, and out over the rim, to the ray opposite, and heads back from there.
With ``none`` rim and inmost ring are where the board ends.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import Literal, TypeAlias

from engines.fifth_column.cards import COUNTS, Piece
from engines.physical import Cell

RAYS, RINGS = 18, 5
OPPOSITE = RAYS // 2
HOUSES: tuple[Cell, ...] = tuple(str(number) for number in range(1, RAYS * RINGS + 1))

Wrap: TypeAlias = Literal["ray", "centre", "none"]
Path: TypeAlias = tuple[Cell, ...]
"""The houses entered, in order; the last is stopped on."""

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""Steps along the ring (anticlockwise) and inwards."""
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
AROUND = STRAIGHT + DIAGONAL
LEAPS = tuple((along, inward) for along in (-2, -1, 1, 2) for inward in (-2, -1, 1, 2) if abs(along) != abs(inward))
GROUNDS_KEPT = 64


def house(ray: int, ring: int) -> Cell:
    """The house of that ray (from 0, anticlockwise) and ring (from 0, inwards)."""
    return HOUSES[ray % RAYS * RINGS + ring]


def stepped(wrap: Wrap, ray: int, ring: int, inward: int) -> tuple[int, int, int] | None:
    """One step in- or outwards: the ray, the ring and the heading after it; ``None`` off the board."""
    ring += inward
    if 0 <= ring < RINGS:
        return ray, ring, inward
    if wrap == "none":
        return None
    if wrap == "ray":
        return ray, ring % RINGS, inward
    return (ray + OPPOSITE) % RAYS, ring - inward, -inward


@cache
def line(wrap: Wrap, start: Cell, along: int, inward: int) -> Path:
    """The houses that a slide from `start` comes to on an empty board, until it would be back where it began."""
    ray, ring = divmod(int(start) - 1, RINGS)
    passed: list[Cell] = []
    while ahead := stepped(wrap, ray, ring, inward):
        ray, ring, inward = ahead
        ray = (ray + along) % RAYS
        here = house(ray, ring)
        if here == start:
            break
        passed.append(here)
    return tuple(passed)


@cache
def ways_along(wrap: Wrap, start: Cell, along: int, inward: int, free: int) -> tuple[Path, ...]:
    """The ways of a slide from `start` before which so many houses are free."""
    ahead = line(wrap, start, along, inward)
    return tuple(ahead[:count] for count in range(1, free + 1))


@cache
def around(wrap: Wrap, start: Cell) -> tuple[Cell, ...]:
    """The houses that border on `start` by side or corner on an empty board."""
    return tuple(dict.fromkeys(one for step in AROUND for one in line(wrap, start, *step)[:1]))


@cache
def leaps(wrap: Wrap, start: Cell) -> tuple[Cell, ...]:
    """Where a knight's leaps from `start` end on an empty board."""
    ends = dict.fromkeys(leap(wrap, start, *by) for by in LEAPS)
    return tuple(end for end in ends if end is not None and end != start)


@cache
def leap(wrap: Wrap, start: Cell, along: int, inward: int) -> Cell | None:
    """Where a knight's leap ends; ``None`` off the board."""
    ray, ring = divmod(int(start) - 1, RINGS)
    heading = 1 if inward > 0 else -1
    for _ in range(abs(inward)):
        if (ahead := stepped(wrap, ray, ring, heading)) is None:
            return None
        ray, ring, heading = ahead
    return house(ray + along, ring)


class Ground:
    """The free houses of one map, what borders on what, and where pieces go; worked out when first asked for."""

    def __init__(self, wrap: Wrap, blocked: frozenset[Cell]) -> None:
        self.wrap = wrap
        self.blocked = blocked
        self.free: tuple[Cell, ...] = tuple(cell for cell in HOUSES if cell not in blocked)
        self._near: dict[Cell, tuple[Cell, ...]] = {
            cell: tuple([one for one in around(wrap, cell) if one not in blocked]) for cell in self.free
        }
        self._reach: dict[Cell, tuple[Cell, ...]] = {}
        self._paths: dict[tuple[Piece, Cell], tuple[Path, ...]] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """As a pickle it is what it is made of."""
        return ground, (self.wrap, tuple(sorted(self.blocked, key=int)))

    def near(self, cell: Cell) -> tuple[Cell, ...]:
        """The free houses that border on `cell` by side or corner."""
        return self._near[cell]

    def reach(self, cell: Cell) -> tuple[Cell, ...]:
        """Where a hunter in `cell` may go; not `cell` itself."""
        found = self._reach.get(cell)
        if found is None:
            reached = {cell: None}
            for _ in range(COUNTS.steps):
                reached.update(dict.fromkeys(chain.from_iterable(map(self._near.__getitem__, tuple(reached)))))
            del reached[cell]
            found = self._reach[cell] = tuple(reached)
        return found

    def slides(self, piece: Piece, cell: Cell) -> tuple[Path, ...]:
        """The ways of `piece` from `cell` as far as each goes: one may stop in every house of them."""
        ways = self.paths(piece, cell)
        shorter = {way[:-1] for way in ways}
        return tuple(way for way in ways if way not in shorter)

    def paths(self, piece: Piece, cell: Cell) -> tuple[Path, ...]:
        """Every way of `piece` from `cell`, each as the houses it enters."""
        found = self._paths.get((piece, cell))
        if found is None:
            found = self._paths[piece, cell] = tuple(self._ways(piece, cell))
        return found

    def _ways(self, piece: Piece, cell: Cell) -> list[Path]:
        match piece:
            case "king":
                return [(one,) for one in self.near(cell)]
            case "pawn":
                return [way for way in [line(self.wrap, cell, 0, 1)[:1]] if way and way[0] not in self.blocked]
            case "knight":
                return [(end,) for end in leaps(self.wrap, cell) if end not in self.blocked]
            case "rook":
                return self._slides(cell, STRAIGHT)
            case "bishop":
                return self._slides(cell, DIAGONAL)
            case "queen":
                return self._slides(cell, AROUND)

    def _slides(self, cell: Cell, steps: tuple[tuple[int, int], ...]) -> list[Path]:
        found: list[Path] = []
        wrap, blocked = self.wrap, self.blocked
        for along, inward in steps:
            free = 0
            for one in line(wrap, cell, along, inward):
                if one in blocked:
                    break
                free += 1
            if free:
                found += ways_along(wrap, cell, along, inward, free)
        return found

    @property
    def connected(self) -> bool:
        """Whether a king could go from every free house to every other."""
        reached: set[Cell] = set()
        frontier = {self.free[0]}
        while frontier:
            reached |= frontier
            frontier = set(chain.from_iterable(map(self._near.__getitem__, frontier))) - reached
        return len(reached) == len(self.free)


@lru_cache(GROUNDS_KEPT)
def ground(wrap: Wrap, blocked: tuple[Cell, ...]) -> Ground:
    """The map with those washers; kept, for a hunt asks it again and again."""
    return Ground(wrap, frozenset(blocked))


def hunters_ground(edges: str, wrap: Wrap, blocked: tuple[Cell, ...]) -> Ground:
    """The map as the hunters may use it: for them too its ends meet, or, where `edges` is ``spy``, for the spy only."""
    return ground("none" if edges == "spy" else wrap, blocked)
