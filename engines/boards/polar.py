"""Boards of rings and rays, like a round of houses about a square.

Houses are numbered from 1 along the first ray from the rim inwards, then along the next ray anticlockwise. Rays close
to a circle; with `ring_wrap` the inmost ring also borders the outmost on the same ray, both ends of the board meeting.
"""

from __future__ import annotations

import math

from engines.boards.board import Place, Point
from engines.boards.chart import Chart, ChartedBoard, Sheet
from engines.physical import Cell

ARC_STEPS = 6
"""Straight pieces that an arc of one house is drawn with."""


class PolarBoard(ChartedBoard):
    """A board of `rays` times `rings` houses, neighbours by side or corner; the outmost ring is ring 0.

    With 18 rays, 5 rings and `ring_wrap`:

    >>> board.neighbours("5")
    ('10', '9', '4', '89', '90', '86', '1', '6')
    """

    grid = "polar"

    def __init__(
        self,
        chart: Chart,
        sheet: Sheet,
        rays: int,
        rings: int,
        ring_wrap: bool = False,
        hole: float = 1.0,
        start_degrees: float = -90.0,
    ) -> None:
        """`hole`: radius inside the inmost ring, in pitches. Ray 0 points to `start_degrees`, clockwise from right."""
        super().__init__(chart, sheet)
        self.rays, self.rings, self.ring_wrap = rays, rings, ring_wrap
        self._hole, self._start = hole, start_degrees
        outer = (hole + rings) * sheet.pitch_mm
        self.middle: Point = (sheet.origin_mm[0] + outer, sheet.origin_mm[1] + outer)
        self._spots = {cell: divmod(int(cell) - 1, rings) for cell in chart.terrain}
        self._at = {spot: cell for cell, spot in self._spots.items()}
        self.places = {cell: self._place(cell) for cell in self._spots} | self._box_places()

    def ray_ring(self, cell: Cell) -> tuple[int, int]:
        """Ray (from 0, anticlockwise) and ring (from 0, inwards) of a house; raises `KeyError`."""
        return self._spots[cell]

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        ray, ring = self._spots[cell]
        steps = ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))
        spots = dict.fromkeys(self._stepped(ray, ring, along, inward) for along, inward in steps)
        return tuple(self._at[spot] for spot in spots if spot in self._at and spot != (ray, ring))

    def distance(self, one: Cell, other: Cell) -> int:
        along, inward = self._apart(one, other)
        return max(abs(along), abs(inward))

    def line(self, one: Cell, other: Cell) -> tuple[Cell, ...]:
        along, inward = self._apart(one, other)
        if along and inward and abs(along) != abs(inward):
            raise ValueError(f"{one} and {other} are on no common ring, ray or diagonal")
        ray, ring = self._spots[one]
        steps = max(abs(along), abs(inward))
        spots = [self._stepped(ray, ring, step * _sign(along), step * _sign(inward)) for step in range(steps + 1)]
        if gap := next((spot for spot in spots if spot not in self._at), None):
            raise ValueError(f"the line from {one} to {other} leaves the board at ray {gap[0]}, ring {gap[1]}")
        return tuple(self._at[spot] for spot in spots)

    def _stepped(self, ray: int, ring: int, along: int, inward: int) -> tuple[int, int]:
        ring += inward
        return (ray + along) % self.rays, ring % self.rings if self.ring_wrap else ring

    def _apart(self, one: Cell, other: Cell) -> tuple[int, int]:
        """Steps along the ring and inwards, the shorter way round; anticlockwise, inwards where both are equal."""
        (ray, ring), (ray2, ring2) = self._spots[one], self._spots[other]
        inward = _shorter(ring2 - ring, self.rings) if self.ring_wrap else ring2 - ring
        return _shorter(ray2 - ray, self.rays), inward

    def _place(self, cell: Cell) -> Place:
        ray, ring = self._spots[cell]
        outer = (self._hole + self.rings - ring) * self.pitch_mm
        inner = outer - self.pitch_mm
        span = 360 / self.rays
        middle = self._start - ray * span
        angles = [middle - span / 2 + span * step / ARC_STEPS for step in range(ARC_STEPS + 1)]
        rim = [self._at_angle(outer, angle) for angle in angles]
        back = [self._at_angle(inner, angle) for angle in reversed(angles)]
        return Place(self._at_angle((outer + inner) / 2, middle), (*rim, *back))

    def _at_angle(self, radius: float, degrees: float) -> Point:
        turn = math.radians(degrees)
        return self.middle[0] + radius * math.cos(turn), self.middle[1] + radius * math.sin(turn)


def _shorter(steps: int, around: int) -> int:
    steps %= around
    return steps if steps <= around - steps else steps - around


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
