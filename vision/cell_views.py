"""What is seen around each cell of a board under one pose, and how the palette's colours look there.

Knows nothing of what may stand there: the `Finder` says that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import BoardModel
from vision.bodies import SIZE_REACH
from vision.claims import Claims, Patch
from vision.laid import below
from vision.light import BRIGHTEST, OWN_BRIGHT, darkened, tone_of_rgb
from vision.palette import Palette, Places, Rgb
from vision.pose import Pose, Rect
from vision.rects import within
from vision.window import FOOT_BEYOND_MM, Cast, CellView, part_polynomials

LEAST_MM2, LEAST_PX = 16.0, 8
"""Area that stands out below which nothing is looked for in a window, and the least side of a window (px)."""
AT_ONCE = 128
"""Windows whose tones are worked out together: what that takes for a moment stays below 20 MB."""
LIT, LIT_SPREAD = 0.4, 0.2
"""Tone by which what lies on a tile may be lighter or darker than expected for that, the tile's paper being so; and
standard deviation (brightness) of a declared colour there: its light is known."""


class Expected(msgspec.Struct, frozen=True):
    """How the palette's colours look in a window: their `tones` (C × 3), and the `spread` of their brightness (C).
    `own`: number of the colour of which the tone is that of one face alone."""

    tones: NDArray[np.float64]
    spread: NDArray[np.float64]
    own: int | None = None

    def with_own(self, colour: int, tone: NDArray[np.float64]) -> Expected:
        """The same where a face of this colour has that very tone."""
        tones, spread = self.tones.copy(), self.spread.copy()
        tones[colour], spread[colour] = tone, OWN_BRIGHT
        return Expected(tones, spread, colour)


class CellViews:
    """The views of one board's cells under one pose.

    `printed` are the palette's colours (N cells × C × 3) in the reference's light. The palette is taken as it is when
    this is made.
    """

    def __init__(self, model: BoardModel, pose: Pose, palette: Palette, printed: NDArray[np.float64]) -> None:
        self.model, self.pose, self.palette, self.printed = model, pose, palette, printed
        self.largest_mm = max(body.size_mm for body in model.bodies.values()) * SIZE_REACH
        self._colours = palette.expected(Places(printed, model.centres))
        self._untaught = palette.unseen(printed) - self._colours
        self._spread = palette.spreads()[0]
        self._windows: dict[Cell, Rect] = {}

    def light(self, rgb: Rgb) -> NDArray[np.float64]:
        """How much brighter (tone) than it is printed that colour is in each cell (N × 3), in the reference's light."""
        return np.asarray(self._colours[:, self.palette.index[rgb]] - tone_of_rgb(rgb), np.float64)

    def untaught(self, cell: Cell) -> NDArray[np.float64]:
        """By how much (tone) the colours would look otherwise in a cell if none of them had been seen: C × 3."""
        return np.asarray(self._untaught[self.model.index[cell]], np.float64)

    def window(self, cell: Cell) -> Rect:
        """The part of the fine raster on which pieces of `cell` can be seen."""
        if cell not in self._windows:
            self._windows[cell] = self._window(cell)
        return self._windows[cell]

    def _window(self, cell: Cell) -> Rect:
        model = self.model
        area = model.cells[cell]
        lean = self.pose.lean_mm(area.centre, model.tallest_mm)
        margin = self.largest_mm * 0.5 + FOOT_BEYOND_MM
        low, high = area.outline.min(axis=0) - margin, area.outline.max(axis=0) + margin
        x0, y0 = low[0] + min(0.0, lean[0]), low[1] + min(0.0, lean[1])
        x1, y1 = high[0] + max(0.0, lean[0]), high[1] + max(0.0, lean[1])
        width, height = model.raster_size
        scale = model.scale
        return (
            max(0, int(x0 * scale)),
            max(0, int(y0 * scale)),
            min(width, math.ceil(x1 * scale)),
            min(height, math.ceil(y1 * scale)),
        )

    def shown(self, cell: Cell, patch: Patch) -> Rect | None:
        """The part of a cell's window that a patch shows, None where that is next to nothing."""
        rect = within(self.window(cell), patch.rect)
        return None if rect[2] - rect[0] < LEAST_PX or rect[3] - rect[1] < LEAST_PX else rect

    def is_enough(self, strange: NDArray[np.bool_]) -> bool:
        """Whether enough stands out for anything to be looked for."""
        return bool(np.count_nonzero(strange) >= LEAST_MM2 * self.model.scale**2)

    def expected(self, cell: Cell, patch: Patch, rect: Rect) -> Expected:
        """How the palette's colours look in a part of a cell's window."""
        part = patch.part(rect)
        middle = patch.gain_at(*((each.start + each.stop) // 2 for each in part)).astype(np.float64)
        tones = self._colours[self.model.index[cell]] + middle
        dimmed = patch.dimmed_in(part)
        tones = np.minimum(tones if dimmed is None else darkened(tones, dimmed), BRIGHTEST)
        laid = below(patch.laid, self._raster_px(self.model.cells[cell].centre))
        if laid is None:
            return Expected(tones, self._spread)
        here = laid.paper - tones[self.palette.index[laid.rgb]]
        tones = np.minimum(tones + np.clip(here, -LIT, LIT), BRIGHTEST)
        return Expected(tones, np.minimum(self._spread, LIT_SPREAD))

    def expected_in(self, cell: Cell, patch: Patch) -> NDArray[np.float64]:
        """The same tones in the whole of what a patch shows of a cell's window."""
        return self.expected(cell, patch, within(self.window(cell), patch.rect)).tones

    def _raster_px(self, at_mm: tuple[float, float]) -> tuple[float, float]:
        return at_mm[0] * self.model.scale - 0.5, at_mm[1] * self.model.scale - 0.5

    def of_cells(self, cast: Cast, cells: Iterable[Cell], claims: Claims) -> Iterator[tuple[Cell, CellView]]:
        """What is seen around each of `cells`, but for those in whose surroundings nothing stands out.

        All of them at once: what colours look like there takes as long for many as for few.
        """
        patch = claims.patch
        shown = [(cell, rect) for cell in cells if (rect := self.shown(cell, patch)) is not None]
        shown = [(cell, rect) for cell, rect in shown if self.is_enough(claims.strange[patch.part(rect)])]
        for first in range(0, len(shown), AT_ONCE):
            some = shown[first : first + AT_ONCE]
            expected = [self.expected(cell, patch, rect) for cell, rect in some]
            tones = np.array([each.tones for each in expected])
            parts = part_polynomials(cast, tones, np.array([each.spread for each in expected]))
            for (cell, rect), own, each in zip(some, tones, parts):
                yield cell, self._view(cast, cell, rect, patch, own, each)

    def in_light(self, cast: Cast, cell: Cell, rect: Rect, patch: Patch, expected: Expected) -> CellView:
        """What is seen in `rect` around a cell if the colours look as `expected` there."""
        parts = part_polynomials(cast, expected.tones[None], expected.spread[None], expected.own)[0]
        return self._view(cast, cell, rect, patch, expected.tones, parts)

    def _view(
        self, cast: Cast, cell: Cell, rect: Rect, patch: Patch, tones: NDArray[np.float64], parts: NDArray[np.float32]
    ) -> CellView:
        scale, area = self.model.scale, self.model.cells[cell]
        lean = self.pose.lean_mm(area.centre, 1.0)
        return CellView(
            cast,
            rect,
            patch.seen[patch.part(rect)],
            tones,
            (lean[0] * scale, lean[1] * scale),
            area.outline * scale - 0.5 - rect[:2],
            parts,
        )
