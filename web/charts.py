"""Where the strokes of a chart go: stepped lines of a few seats over the steps of a tale. Pure geometry, no colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from web.afterwards_service import TaleChapter, TaleSeries
from web.service import Seat

WIDTH, HEIGHT = 960.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 40.0, 30.0, 22.0
"""Room for the scale, the seats' signs at the lines' ends, the chapters' names above and the foot."""
APART = 3.0
"""Lines of equal height lie this far apart, so that each can be seen."""
MOST_TICKS = 6
DASHES = ("", "14 5", "3 5", "14 5 3 5", "22 6", "8 4", "3 3 10 3", "20 4 3 4 3 4")
"""Each line has its own dashes beside its colour."""


class Line(NamedTuple):
    """A seat's line: SVG path data, dashes, and the point at which its sign stands."""

    seat: Seat
    path: str
    dashes: str
    end: tuple[float, float]


class Tick(NamedTuple):
    """A line of the scale."""

    at: float
    label: str


class Drawn(NamedTuple):
    """A chart as it is drawn in a box of `WIDTH` by `HEIGHT`; `step_px` and `x0` place a step on it."""

    lines: Sequence[Line]
    scale: Sequence[Tick]
    chapters: Sequence[Tick]
    x0: float
    step_px: float


def drawn(series: TaleSeries, chapters: Sequence[TaleChapter], steps: int) -> Drawn:
    """The chart of `series` over `steps` steps."""
    step_px = (WIDTH - LEFT - RIGHT) / max(1, steps - 1)
    room = HEIGHT - TOP - BOTTOM

    def height(value: float) -> float:
        return HEIGHT - BOTTOM - room * value / series.top

    lines = []
    ends: list[float] = []
    for place, (seat, points) in enumerate(series.values.items()):
        lift = APART * (place - (len(series.values) - 1) / 2)
        path = ""
        y = 0.0
        for step, value in points:
            x, y = LEFT + step * step_px, height(value) - lift
            path += f"H{x:.1f}V{y:.1f}" if path else f"M{x:.1f} {y:.1f}"
        path += f"H{WIDTH - RIGHT:.1f}"
        ends.append(y)
        lines.append(Line(seat, path, DASHES[place % len(DASHES)], (WIDTH - RIGHT + 17, y)))
    lines = [line._replace(end=(line.end[0], y)) for line, y in zip(lines, _spread(ends))]
    scale = [Tick(height(value), f"{value:g}") for value in ticks(series.top, whole=_counts(series))]
    marks = [Tick(LEFT + chapter.first * step_px, chapter.title) for chapter in chapters]
    return Drawn(lines, scale, marks, LEFT, step_px)


def _counts(series: TaleSeries) -> bool:
    """Whether `series` counts whole things: then nothing lies between two of them."""
    return all(value == round(value) for points in series.values.values() for _, value in points)


def ticks(top: float, *, whole: bool = False) -> list[float]:
    """Round numbers from 0 to `top`; `whole`: no halves of them.

    >>> ticks(10)
    [0, 2, 4, 6, 8, 10]
    """
    rough = top / (MOST_TICKS - 1)
    power = 10 ** math.floor(math.log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
    step = max(1, round(step)) if whole or top >= MOST_TICKS - 1 else step
    return [step * number for number in range(math.floor(top / step) + 1)]


def rows(series: TaleSeries) -> list[tuple[int, list[str]]]:
    """The same as a table: each step at which something changed, with every seat's number (a dash before it has one).

    >>> rows(TaleSeries("", 10, {"red": [(0, 0), (4, 2)], "blue": [(2, 6)]}))
    [(0, ['0', '–']), (2, ['0', '6']), (4, ['2', '6'])]
    """
    steps = sorted({step for points in series.values.values() for step, _ in points})
    return [(step, [_value_at(points, step) for points in series.values.values()]) for step in steps]


def _value_at(points: Sequence[tuple[int, float]], step: int) -> str:
    return next((f"{value:g}" for at, value in reversed(points) if at <= step), "–")


SIGN = 24.0
"""Signs at the lines' ends are this far apart at least."""


def _spread(heights: Sequence[float]) -> list[float]:
    """`heights`, moved apart so that signs do not cover each other, and kept within the chart."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    placed = [0.0] * len(heights)
    low = -math.inf
    for place in order:
        placed[place] = low = max(heights[place], low + SIGN)
    over = max(0.0, low - (HEIGHT - SIGN / 2))
    high = math.inf
    for place in reversed(order):
        placed[place] = high = min(placed[place] - over if high == math.inf else placed[place], high - SIGN)
    return placed
