"""What is looked at of one picture: its lines, or the seams of its colours, and its dots, at several sizes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.lattice.dots import Dots, dots
from vision.lattice.edges import Fit
from vision.lattice.lines import Level, Values, halved, line_map, plain_lines, sizes_of
from vision.lattice.lock_in import Lock
from vision.lattice.ridges import Ridges, ridges, thinned
from vision.lattice.seams import Change, change, seam_map, seams
from vision.lattice.seeds import Seed

FINE_PX = 48.0
"""Px per cell of the reduced picture in which lines are looked for, at least (at most twice as many): printed lines
are a hundredth to a twentieth of a cell wide, and with half as many px the thin ones of large cells are lost."""

WALLS = (0.5, 0.25)
"""Strengths from which a line may enclose a cell; in the picture at its full size, where that costs most, only the
first is tried."""
MOST_POINTS = 300_000
"""Points on lines kept of one size of the picture."""


def _walls(number: int) -> tuple[float, ...]:
    return WALLS if number else WALLS[:1]


def never() -> bool:
    """Whether time is up, for those who have as much as it takes."""
    return False


class Sights:
    """A grey picture (H×W, 0…255) at several sizes: the lines that repeat, and the points on them, as they are needed.

    `reduced`: how often it was reduced before, 0 for one whose px are no file's. `is_time_up` is asked before more is
    looked at.
    `tried`: the lattices that were fitted to it; `locks`: what repeats, and the seeds that were not followed yet, by
    the number of halvings.
    """

    def __init__(self, grey: Values, reduced: float, is_time_up: Callable[[], bool] = never) -> None:
        self.reduced, self.is_time_up = reduced, is_time_up
        self.size = grey.shape[1], grey.shape[0]
        self.tried: list[Fit] = []
        self.locks: dict[int, tuple[list[Lock], Iterator[Seed]]] = {}
        self._greys = [grey]
        self._lines: dict[int, Ridges] = {}
        self._some: dict[int, Ridges] = {}
        self._levels: dict[int, Level] = {}
        self._line_maps: dict[int, Values] = {}

    @cached_property
    def sizes(self) -> int:
        """How many sizes of the picture are looked at, each half the one before."""
        return sizes_of(self.size)

    def level(self, number: int) -> Level:
        """The lines that repeat, of the picture halved so many times."""
        if number not in self._levels:
            self._levels[number] = Level(self._repeating(number), 2.0**number)
        return self._levels[number]

    def lines(self, pitch_px: float) -> Ridges:
        """Some of the points on lines, for cells of about `pitch_px`."""
        number = self._number(pitch_px)
        if number not in self._some:
            self._some[number] = thinned(self.points(number))
        return self._some[number]

    def every_line(self, pitch_px: float) -> Ridges:
        """All points on lines, for cells of about `pitch_px`."""
        return self.points(self._number(pitch_px))

    def points(self, number: int) -> Ridges:
        """All points on the lines of the picture halved so many times."""
        if number not in self._lines:
            self._lines[number] = self._points(number)
        return self._lines[number]

    def walls(self, number: int) -> list[tuple[NDArray[np.bool_], bool]]:
        """Where lines of one size of the picture may enclose cells, and whether they are dark or bright."""
        lines = self._line_map(number)
        return [wall for strength in _walls(number) for wall in ((lines < -strength, True), (lines > strength, False))]

    def detail(self, pitch_px: float) -> Level:
        """Fine detail, however faint, for cells of about `pitch_px`."""
        number = self._number(pitch_px)
        return Level(self._detail(number), 2.0**number)

    def dark_in_detail(self, dark: bool) -> bool:
        """Whether lines that are `dark`, or bright, are so in the `detail` as well."""
        return dark

    def _detail(self, number: int) -> Values:
        return self._line_map(number)

    def _number(self, pitch_px: float) -> int:
        times = math.log2(max(pitch_px, 1.0) / FINE_PX) if math.isfinite(pitch_px) else 0.0
        return int(np.clip(math.floor(times), 0, self.sizes - 1))

    def dots(self, number: int) -> tuple[Dots, ...]:
        """The dark and the bright dots of a level."""
        return dots(self._grey(number), 2.0**number)

    def _repeating(self, number: int) -> Values:
        # lines of the next finer size, halved: there thin ones still stand out from the art
        return halved(plain_lines(self._line_map(number - 1))) if number else self._line_map(0)

    def _line_map(self, number: int) -> Values:
        if number not in self._line_maps:
            self._line_maps[number] = line_map(self._grey(number))
        return self._line_maps[number]

    def _points(self, number: int) -> Ridges:
        return ridges(self._grey(number), 2.0**number, MOST_POINTS)

    def _grey(self, number: int) -> Values:
        while len(self._greys) <= number:
            self._greys.append(halved(self._greys[-1]))
        return self._greys[number]


class Seams(Sights):
    """The same of the seams where colours meet, in a picture (H×W×3, 0…255) that has other `sights` too."""

    def __init__(self, colour: Values, sights: Sights) -> None:
        self._colours = [colour]
        self._changes: dict[int, Change] = {}
        super().__init__(sights._grey(0), sights.reduced, sights.is_time_up)

    def walls(self, number: int) -> list[tuple[NDArray[np.bool_], bool]]:
        """Where seams of a level may enclose cells; they count as dark."""
        return [(self.level(number).lines > strength, True) for strength in _walls(number)]

    def dark_in_detail(self, dark: bool) -> bool:
        """Seams are bright in the `detail`, and count as dark lines."""
        return not dark

    def _repeating(self, number: int) -> Values:
        return self._detail(number)

    def _detail(self, number: int) -> Values:
        return seam_map(self._change(number).strength)

    def _points(self, number: int) -> Ridges:
        return seams(self._change(number), 2.0**number)

    def _change(self, number: int) -> Change:
        if number not in self._changes:
            while len(self._colours) <= number:
                self._colours.append(halved(self._colours[-1]))
            self._changes[number] = change(self._colours[number])
        return self._changes[number]
