"""Pieces lying on a table top: where, turned how, on top of what, and how a hand lays out a position; draws nothing."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.boards.board import Board, Point
from engines.physical import Cell, Look
from engines.pieces import PieceLook

TURNED = ":back"
FACINGS = ("north", "east", "south", "west")
"""Last parts of the looks of pieces that point somewhere, clockwise: by a quarter turn each becomes the next."""
STACKED_OFF = 0.02
"""How far from each other pieces of a stack in the supply lie, in sizes."""
RESTS_ON_PART = 0.04
"""A piece rests on another if it covers more than this part of the smaller face; less is two pieces that touch."""
SUPPLY_GAP_MM = 8.0
"""Between pieces waiting beside the board."""
BESIDE_MM = 150.0
"""Width of the table top left and right of the board; a supply of 48 pieces fits into one side."""
BEFORE_MM = 90.0
"""Depth of the table top before and behind the board."""
GAP_MM = 2.0
"""What a hand leaves free between pieces side by side."""
LEANING = 0.27
"""How far from the middle of a heap a piece lies, in sizes: farther out it would tip over."""
INSIDE = 0.24
"""The same at most, in widths of the place, so that every middle stays inside."""
CARELESS_MM = 1.2
"""How far a hand that lays a position out misses the middle of a cell (standard deviation)."""
CARELESS_DEG = 14.0


class Geometry:
    """What of a board the table needs: its size, and per place the middle and the outline, in mm.

    `boxes` are the holding boxes: cell → place drawn for the pieces that do not fit into it.
    """

    def __init__(
        self,
        size_mm: Point,
        centres: Mapping[Cell, Point],
        outlines: Mapping[Cell, Sequence[Point] | NDArray[np.float64]],
        boxes: Mapping[Cell, Cell] | None = None,
    ) -> None:
        self.boxes = dict(boxes or {})
        self.size_mm = size_mm
        self.centres = centres
        self.outlines = {cell: np.asarray(outlines[cell], np.float32) for cell in centres}
        self._cells = tuple(centres)
        rings = [self.outlines[cell] for cell in self._cells]
        self._boxes = np.array([[*ring.min(0), *ring.max(0)] for ring in rings], np.float32).reshape(-1, 4)

    @classmethod
    def of(cls, board: Board) -> Geometry:
        """The geometry of a board of the engines, holding boxes and tracks included."""
        places = board.places.items()
        return cls(
            board.size_mm,
            {cell: place.centre for cell, place in places},
            {cell: place.outline for cell, place in places},
            {place.of: cell for cell, place in places if place.of is not None},
        )

    def cell_at(self, x_mm: float, y_mm: float) -> Cell | None:
        """The place whose outline holds that point; the smallest where several do."""
        left, top, right, bottom = self._boxes.T
        near = np.flatnonzero((left <= x_mm) & (x_mm <= right) & (top <= y_mm) & (y_mm <= bottom))
        around = [
            (cv2.contourArea(self.outlines[cell]), cell)
            for cell in (self._cells[index] for index in near)
            if cv2.pointPolygonTest(self.outlines[cell], (x_mm, y_mm), False) >= 0
        ]
        return min(around)[1] if around else None


class Piece(msgspec.Struct, frozen=True):
    """One piece lying on the table: its middle in mm, `angle` in degrees, clockwise as seen from above."""

    id: str
    look: Look
    x: float
    y: float
    angle: float = 0.0


class Resting(msgspec.Struct, frozen=True):
    """A piece with what lies under it: its underside is `z_mm` above the board, on top of `level` others."""

    piece: Piece
    z_mm: float
    level: int


class TableTop(msgspec.Struct, frozen=True):
    """The table top as a value: pieces in the order they were put down, so a later one lies on an earlier one."""

    geometry: Geometry
    looks: Mapping[Look, PieceLook]
    pieces: tuple[Piece, ...] = ()

    @property
    def bounds_mm(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom edge of the table, in the board's mm."""
        width, height = self.geometry.size_mm
        return -BESIDE_MM, -BEFORE_MM, width + BESIDE_MM, height + BEFORE_MM

    def piece(self, name: str) -> Piece:
        """The piece of that id; raises `KeyError` naming it."""
        for piece in self.pieces:
            if piece.id == name:
                return piece
        raise KeyError(f"there is no piece {name!r} on the table")

    def moved(self, name: str, x_mm: float, y_mm: float, turn_deg: float = 0.0) -> TableTop:
        """The table after a hand lifted that piece and put it down there, on top of whatever lies there.

        Raises `KeyError` for no such piece, `ValueError` for a place off the table.
        """
        left, top, right, bottom = self.bounds_mm
        if not (left <= x_mm <= right and top <= y_mm <= bottom):
            raise ValueError(
                f"({x_mm:.0f}, {y_mm:.0f}) mm is off the table, which reaches from ({left:.0f}, {top:.0f}) to "
                f"({right:.0f}, {bottom:.0f}) mm"
            )
        piece = self.piece(name)
        before = 0.0 if points(piece.look) else piece.angle
        return self._put_down(msgspec.structs.replace(piece, x=x_mm, y=y_mm, angle=(before + turn_deg) % 360))

    def flipped(self, name: str) -> TableTop:
        """The table after that piece was turned over, or by a quarter if it points somewhere.

        Raises `KeyError` for no such piece, `ValueError` for one that looks the same from both sides.
        """
        piece = self.piece(name)
        look = other_side(piece.look)
        if look not in self.looks:
            raise ValueError(f"{piece.look} looks the same from both sides")
        return self._shown(name, look)

    def _shown(self, name: str, look: Look) -> TableTop:
        """The table with that piece showing `look`."""
        pieces = tuple(
            msgspec.structs.replace(other, look=look) if other.id == name else other for other in self.pieces
        )
        return msgspec.structs.replace(self, pieces=pieces)

    def with_supply(self, supply: Iterable[Look]) -> TableTop:
        """The table with one more piece per look of `supply`, each in its place beside the board."""
        table = self
        for look in supply:
            if look not in self.looks:
                raise ValueError(f"no piece looks like {look!r}; there are: {', '.join(sorted(self.looks))}")
            number = 1 + sum(front(piece.look) == front(look) for piece in table.pieces)
            name = f"{front(look).replace(':', '-')}-{number}"
            x, y = table._free_spot(look)
            table = table._put_down(Piece(name, look, x, y))
        return table

    def laid_out(
        self,
        placement: Mapping[Cell, Sequence[Look]],
        rng: random.Random,
        careless_mm: float = CARELESS_MM,
        stacked: bool = False,
    ) -> TableTop:
        """The table after a hand put pieces where `placement` wants them; what it does not name goes to the supply.

        Where several pieces share a cell that has a holding box they go into the box. Pieces that lie right
        stay. More are brought where too few are on the table. `careless_mm`: how far the hand misses a middle
        (standard deviation). `stacked`: counters that share a place too narrow for them lie upon each other, as players
        lay them who know what is below, and do not lean. Raises `ValueError` for an unknown place or look.
        """
        for cell, looks in placement.items():
            if cell not in self.geometry.centres:
                raise ValueError(f"the board has no place {cell!r}")
            for look in looks:
                if look not in self.looks:
                    raise ValueError(f"no piece looks like {look!r}; there are: {', '.join(sorted(self.looks))}")
        boxes = self.geometry.boxes
        crowded = {
            cell for cell, looks in placement.items() if len(looks) > 1 and boxes.get(cell) not in (None, *placement)
        }
        placement = {boxes[cell] if cell in crowded else cell: looks for cell, looks in placement.items()}
        keep = self._lying_right(placement)
        table = self
        spare = [piece for piece in self.pieces if piece.id not in {name for names in keep.values() for name in names}]
        for cell in sorted(placement):
            if len(keep[cell]) == len(placement[cell]):
                continue
            missing = list(placement[cell])
            for name in keep[cell]:
                missing.remove(self.piece(name).look)
            names = list(keep[cell])
            for look in missing:
                chosen = next((p for p in spare if p.look == look), None) or next(
                    (p for p in reversed(spare) if front(p.look) == front(look)), None
                )
                if chosen is None:
                    before = {piece.id for piece in table.pieces}
                    table = table.with_supply([look])
                    chosen = next(piece for piece in table.pieces if piece.id not in before)
                else:
                    spare.remove(chosen)
                if chosen.look != look:
                    table = table._shown(chosen.id, look)
                names.append(chosen.id)
            for name, (x, y) in table._side_by_side(cell, names, stacked):
                table = table.moved(
                    name, x + rng.gauss(0, careless_mm), y + rng.gauss(0, careless_mm), rng.gauss(0, CARELESS_DEG)
                )
        for piece in spare:
            if self.geometry.cell_at(piece.x, piece.y) is not None:
                x, y = table._free_spot(piece.look)
                table = table.moved(piece.id, x, y)
        return table

    def _side_by_side(self, cell: Cell, names: Sequence[str], stacked: bool) -> list[tuple[str, Point]]:
        """Where pieces that share a place go, in the order in which they are put down: tiles first, in its middle."""
        ground = [name for name in names if points(self.piece(name).look)]
        others = [name for name in names if name not in ground]
        outline, centre = self.geometry.outlines[cell], self.geometry.centres[cell]
        looks = [self.piece(name).look for name in others]
        spots = spread(outline, centre, looks, self.looks, stacked) if others else []
        return [*((name, centre) for name in ground), *zip(others, spots)]

    def placement(self) -> dict[Cell, tuple[Look, ...]]:
        """What truly lies where: each piece in the place that its middle is in, looks sorted."""
        lying: dict[Cell, list[Look]] = {}
        for piece in self.pieces:
            cell = self.geometry.cell_at(piece.x, piece.y)
            if cell is not None:
                lying.setdefault(cell, []).append(piece.look)
        return {cell: tuple(sorted(looks)) for cell, looks in lying.items()}

    def resting(self) -> tuple[Resting, ...]:
        """Every piece with the height it lies at, lowest first: each rests on the highest piece under it."""
        settled: list[Resting] = []
        for piece, near in zip(self.pieces, self._near()):
            under = [settled[each] for each in near if self._rests_on(piece, settled[each].piece)]
            z_mm = max((other.z_mm + self.looks[other.piece.look].height_mm for other in under), default=0.0)
            settled.append(Resting(piece, z_mm, 1 + max((other.level for other in under), default=-1)))
        return tuple(sorted(settled, key=lambda resting: resting.level))

    def _near(self) -> Iterator[list[int]]:
        """For each piece the numbers of those that were put down before it, and on which it may lie."""
        places = np.array([complex(piece.x, piece.y) for piece in self.pieces])
        sizes = np.array([self.looks[piece.look].size_mm for piece in self.pieces])
        for number in range(len(self.pieces)):
            away = np.abs(places[:number] - places[number])
            yield np.flatnonzero(away <= 0.75 * (sizes[:number] + sizes[number])).tolist()

    def _rests_on(self, upper: Piece, lower: Piece) -> bool:
        one, other = self.looks[upper.look], self.looks[lower.look]
        area, _ = cv2.intersectConvexConvex(footprint(upper, one), footprint(lower, other))
        return area > RESTS_ON_PART * min(one.size_mm, other.size_mm) ** 2

    def _put_down(self, piece: Piece) -> TableTop:
        others = tuple(other for other in self.pieces if other.id != piece.id)
        return msgspec.structs.replace(self, pieces=(*others, piece))

    def _free_spot(self, look: Look) -> Point:
        """A place in the supply where nothing lies: columns right of the board, then left of it.

        Pieces that point somewhere wait in stacks of their like.
        """
        alike = [piece for piece in self.pieces if front(piece.look) == front(look)]
        if points(look) and (stack := [piece for piece in alike if self.geometry.cell_at(piece.x, piece.y) is None]):
            off = STACKED_OFF * self.looks[look].size_mm
            return stack[0].x + off * len(stack), stack[0].y - off * len(stack)
        width, height = self.geometry.size_mm
        pitch = max(body.size_mm for body in self.looks.values()) + SUPPLY_GAP_MM
        columns = int((BESIDE_MM - SUPPLY_GAP_MM) / pitch)
        for right in (True, False):
            for column in range(columns):
                for row in range(int(height / pitch)):
                    away = SUPPLY_GAP_MM + (column + 0.5) * pitch
                    x, y = width + away if right else -away, (row + 0.5) * pitch
                    if all(math.hypot(piece.x - x, piece.y - y) > pitch * 0.9 for piece in self.pieces):
                        return x, y
        return width + BESIDE_MM / 2, height / 2

    def _lying_right(self, placement: Mapping[Cell, Sequence[Look]]) -> dict[Cell, list[str]]:
        """The pieces that lie where they should, in each cell; what a tile lies upon does not."""
        wanted = {cell: list(looks) for cell, looks in placement.items()}
        right: dict[Cell, list[str]] = {cell: [] for cell in placement}
        cells = [self.geometry.cell_at(piece.x, piece.y) for piece in self.pieces]
        for number, (piece, cell) in enumerate(zip(self.pieces, cells)):
            upper = zip(self.pieces[number + 1 :], cells[number + 1 :])
            below_a_tile = not points(piece.look) and any(points(each.look) and at == cell for each, at in upper)
            if cell is not None and piece.look in wanted.get(cell, ()) and not below_a_tile:
                wanted[cell].remove(piece.look)
                right[cell].append(piece.id)
        return right


def points(look: Look) -> bool:
    """Whether a piece of `look` points somewhere: ``tile:c:south``."""
    return look.rpartition(":")[2] in FACINGS


def front(look: Look) -> Look:
    """The look of the same piece face up, pointing as when it was brought."""
    if points(look):
        return look.rpartition(":")[0] + f":{FACINGS[0]}"
    return look.removesuffix(TURNED)


def other_side(look: Look) -> Look:
    """The look of the same piece turned over; of one that points somewhere, turned clockwise by a quarter."""
    if points(look):
        piece, _, facing = look.rpartition(":")
        return f"{piece}:{FACINGS[(FACINGS.index(facing) + 1) % len(FACINGS)]}"
    return front(look) if look.endswith(TURNED) else look + TURNED


def footprint(piece: Piece, body: PieceLook, corners: int = 24) -> NDArray[np.float32]:
    """Outline of the piece as seen from above: N×2 in mm; `corners` is how finely a disc is drawn."""
    radius, turn = body.size_mm / 2, math.radians(piece.angle)
    if body.shape == "disc":
        angles = np.linspace(0, 2 * math.pi, corners, endpoint=False) + turn
    else:
        angles = np.radians([225.0, 315.0, 45.0, 135.0]) + turn
        radius *= math.sqrt(2)
    return np.column_stack([piece.x + radius * np.cos(angles), piece.y + radius * np.sin(angles)]).astype(np.float32)


def spread(
    outline: NDArray[np.float32],
    centre: Point,
    looks: Sequence[Look],
    bodies: Mapping[Look, PieceLook],
    stacked: bool = False,
) -> list[Point]:
    """Where a hand puts pieces of `looks` that share a place: side by side if they fit, else leaning into a heap; or,
    if they are counters and to be `stacked`, upon each other.
    """
    if len(looks) == 1:
        return [centre]
    pitch = max(bodies[look].size_mm for look in looks) + GAP_MM
    left, top = (float(edge) for edge in outline.min(0))
    right, bottom = (float(edge) for edge in outline.max(0))
    columns, rows = int((right - left) / pitch), int((bottom - top) / pitch)
    if columns * rows >= len(looks):
        columns = min(columns, len(looks))
        rows = math.ceil(len(looks) / columns)
        return [
            (
                (left + right) / 2 + (number % columns - (columns - 1) / 2) * pitch,
                (top + bottom) / 2 + (number // columns - (rows - 1) / 2) * pitch,
            )
            for number in range(len(looks))
        ]
    if stacked and all(bodies[look].shape == "counter" for look in looks):
        return [centre] * len(looks)
    # Too narrow: each piece keeps its middle inside the place and rests on the one before it.
    reach = min(LEANING * (pitch - GAP_MM), INSIDE * min(right - left, bottom - top))
    turn = 2 * math.pi / len(looks)
    return [
        (centre[0] + reach * math.cos(0.5 + number * turn), centre[1] + reach * math.sin(0.5 + number * turn))
        for number in range(len(looks))
    ]
