"""Smooth and natural-looking curves from the straight ones of a lattice; always the same for the same points."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from engines.boards.board import Point
from engines.boards.drawing.svg import at, number


def wobble(point: Point, salt: str = "") -> float:
    """A number from -1 to 1 that looks random but belongs to `point`."""
    return zlib.crc32(f"{point[0]:.1f},{point[1]:.1f},{salt}".encode()) / 0x7FFFFFFF - 1


def between(one: Point, other: Point, share: float = 0.5) -> Point:
    """The point that lies `share` of the way from `one` to `other`."""
    return (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share)


def moved(point: Point, dx: float, dy: float) -> Point:
    """`point` shifted."""
    return (point[0] + dx, point[1] + dy)


def around(centre: Point, radius: float, degrees: float) -> Point:
    """The point at `radius` from `centre`, clockwise from the right."""
    turn = math.radians(degrees)
    return (centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn))


def loops(sides: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Joins directed sides of cells end to end into closed loops, each without its repeated first point."""

    def key(point: Point) -> Point:
        return (round(point[0], 1), round(point[1], 1))

    onward = {key(start): (start, end) for start, end in sides}
    found = []
    while onward:
        start, end = onward.pop(next(iter(onward)))
        loop = [start]
        while key(end) in onward:
            start, end = onward.pop(key(end))
            loop.append(start)
        found.append(loop)
    return found


def natural(loop: Sequence[Point], rough: float, rounds: int = 2) -> list[Point]:
    """A closed `loop` of a lattice as a coast would run: through the middles of its sides, then roughened.

    `rough` is how far, as a share of each piece's length, its middle is pushed aside; it halves no corner.
    """
    points = [between(one, other) for one, other in _around_pairs(loop)]
    for _ in range(rounds):
        points = [point for one, other in _around_pairs(points) for point in (one, _pushed(one, other, rough))]
    return points


def inset(loop: Sequence[Point], by: float) -> list[Point]:
    """The closed `loop` moved inwards by `by`; it runs with its inside on the left hand as drawn by `loops`."""
    moved_in = []
    for before, here, after in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]]):
        one, two = _unit(before, here), _unit(here, after)
        bisector = (one[0] + two[0], one[1] + two[1])
        scale = by / max(0.2, (1 + one[0] * two[0] + one[1] * two[1]))
        moved_in.append(moved(here, bisector[1] * scale, -bisector[0] * scale))
    return moved_in


def _unit(one: Point, other: Point) -> Point:
    length = math.dist(one, other) or 1.0
    return ((other[0] - one[0]) / length, (other[1] - one[1]) / length)


def _around_pairs(loop: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(loop, [*loop[1:], loop[0]]))


def _pushed(one: Point, other: Point, rough: float) -> Point:
    middle = between(one, other)
    push = rough * wobble(middle, "coast")
    return moved(middle, -(other[1] - one[1]) * push, (other[0] - one[0]) * push)


def smooth_closed(points: Sequence[Point]) -> str:
    """Path data of a closed smooth curve (Catmull–Rom) through `points`."""
    count = len(points)
    if count < 3:
        return ""
    data = [f"M{at(points[0])}"]
    for index in range(count):
        before, start = points[index - 1], points[index]
        end, after = points[(index + 1) % count], points[(index + 2) % count]
        data.append(_bend(before, start, end, after))
    return "".join(data) + "Z"


def smooth_open(points: Sequence[Point]) -> str:
    """Path data of an open smooth curve (Catmull–Rom) through `points`."""
    data = [f"M{at(points[0])}"]
    for index in range(len(points) - 1):
        before, start = points[max(index - 1, 0)], points[index]
        end, after = points[index + 1], points[min(index + 2, len(points) - 1)]
        data.append(_bend(before, start, end, after))
    return "".join(data)


def _bend(before: Point, start: Point, end: Point, after: Point) -> str:
    one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
    two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
    return f"C{at(one)} {at(two)} {at(end)}"


Curve = Callable[[float], Point]


def quadratic(start: Point, control: Point, end: Point) -> Curve:
    """The point at share t of a quadratic curve."""

    def point(t: float) -> Point:
        return between(between(start, control, t), between(control, end, t), t)

    return point


def walk(curve: Curve, spacing: float, samples: int = 24) -> list[tuple[Point, float]]:
    """Points along `curve` about `spacing` apart, half a step from both ends, with the direction there in degrees."""
    points = [curve(step / samples) for step in range(samples + 1)]
    lengths = [0.0]
    for one, other in pairwise(points):
        lengths.append(lengths[-1] + math.dist(one, other))
    count = max(1, round(lengths[-1] / spacing))
    stops = []
    for step in range(count):
        goal = lengths[-1] * (step + 0.5) / count
        index = next(i for i in range(samples) if lengths[i + 1] >= goal)
        span = lengths[index + 1] - lengths[index] or 1.0
        one, other = points[index], points[index + 1]
        degrees = math.degrees(math.atan2(other[1] - one[1], other[0] - one[0]))
        stops.append((between(one, other, (goal - lengths[index]) / span), degrees))
    return stops


def ring(centre: Point, radius: float) -> str:
    """Path data of a circle."""
    x, y, r = number(centre[0] - radius), number(centre[1]), number(radius)
    d = number(2 * radius)
    return f"M{x},{y}a{r},{r} 0 1 0 {d},0a{r},{r} 0 1 0 -{d},0z"
