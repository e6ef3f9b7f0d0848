"""Finds the pieces in a patch of the board, one thing after the other, best first, each pixel belonging to one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.board_model import BoardModel
from vision.bodies import Bank, Mask, Outline, face, silhouette
from vision.evidence import SUREST, Thing
from vision.fit import FOOT_BEYOND_MM, UNKNOWN, Fit, Fitter, Judgement, Window
from vision.floor import FLOOR_PEAK
from vision.light import BRIGHTEST, Tone
from vision.palette import Palette
from vision.pose import Pose, Rect
from vision.tags import Tag

PRESENT = 3.0
"""Log likelihood against bare floor from which something is taken for a thing."""
WELL_INSIDE_MM = 2.0
"""A foot this far inside its cell belongs there; nearer to the border the next cell is asked too."""
LEAST_SEEN = 0.35
"""Part of a face that must be free for it to be a thing of its own and not the rim of another."""
STRANGE_ENOUGH = 8.0
LEAST_MM2 = 16.0
"""Squared deviation, and area with at least that, below which nothing is looked for in a window."""
ODD = 10.0
"""Squared deviation from which a pixel stands out."""
SHADED = 0.12
"""Darkening of a window's floor, tone, from which its pieces are expected in the same shade."""
EDGE_SLACK_MM = 0.35
"""Uncertainty of where a piece stands; decides how sure its cell is near a border."""
MOST_THINGS = 3
"""Things looked for in a plain cell; boxes that hold many have room for more."""
MOST_IN_BOX = 12


class Patch(msgspec.Struct, frozen=True):
    """A part of the fine raster as seen: everything that is needed to find things in it.

    Arrays have the size of `rect`. `misfit`: squared deviation from the floor; `open`: 1 where nothing covers the
    board; `gain`: present light beside the reference's; `floor`: tones of the bare board in the present light;
    `unlit`: how much less likely than by its misfit a pixel is floor, because only an unlikely shadow explains it.
    """

    rect: Rect
    seen: Tone
    misfit: NDArray[np.float32]
    open: NDArray[np.float32]
    gain: Tone
    floor: Tone
    unlit: NDArray[np.float32]


class Found(msgspec.Struct, frozen=True):
    """A thing in a cell: evidence, its strength, its silhouette on the fine raster, its tone (for learning).

    `known`: log odds that it is one of the board's pieces, whatever is near it; `full`: the thing's looks before it is
    weighed in which cell it stands; `read`: whether a tag was read on it.
    """

    cell: Cell
    thing: Thing
    score: float
    rect: Rect
    silhouette: Mask
    tone: NDArray[np.float64]
    visible: float
    known: float
    full: Mapping[Look, float]
    read: bool = False

    def told(self, more: Mapping[Look, float]) -> Found:
        """The same thing, some looks being as much less likely as `more` says (log likelihoods)."""
        full = {look: value + more.get(look, 0.0) for look, value in self.full.items()}
        home = home_odds(self.thing.room_mm)
        looks = {look: min(value, home) for look, value in full.items()}
        return msgspec.structs.replace(self, full=full, thing=msgspec.structs.replace(self.thing, looks=looks))


class Finder:
    """Finds things on one board under one pose.

    `printed` are the colours (N cells × C × 3) in the reference's light.
    """

    def __init__(
        self, model: BoardModel, pose: Pose, bank: Bank, palette: Palette, printed: NDArray[np.float64]
    ) -> None:
        self.model = model
        self.pose = pose
        self.bank = bank
        self.palette = palette
        self._printed = printed
        self._colours = palette.expected(printed)
        self._fitter = Fitter(model.bodies, bank, palette)
        self._largest = float(bank.sizes.max())
        self._tallest = max((body.height_mm for body in model.bodies.values()), default=0.0)

    def only(self, look: Look) -> Finder:
        """A finder that knows what must be there, and therefore goes by outline and not by colour."""
        finder = Finder(self.model, self.pose, self.bank, self.palette, self._printed)
        finder._fitter = Fitter({look: self.model.bodies[look]}, self.bank, self.palette, colour_blind=True)
        return finder

    def window(self, cell: Cell) -> Rect:
        """The part of the fine raster on which pieces of `cell` can be seen."""
        model = self.model
        area = model.cells[cell]
        lean = self.pose.lean_mm(area.centre, self._tallest)
        margin = self._largest * 0.5 + FOOT_BEYOND_MM
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

    def find(
        self, cells: Iterable[Cell], patch: Patch, tags: Iterable[Tag] = (), standing: Iterable[Found] = ()
    ) -> dict[Cell, list[Found]]:
        """The things in `cells`; `tags` were read and are there for sure, `standing` stand in other cells."""
        claimed = np.ones(patch.seen.shape[:2], np.float32)
        for known in standing:
            _claim(known, patch, claimed)
        found: dict[Cell, list[Found]] = {cell: [] for cell in cells}
        for tag in tags:
            piece = self.tagged(tag)
            found.setdefault(tag.cell, []).append(piece)
            _claim(piece, patch, claimed)
        doubtful: list[Cell] = []
        for cell in self._by_strangeness([*found], patch):
            while len(found[cell]) < self._room(cell):
                thing = self._best(cell, patch, claimed)
                if thing is None:
                    break
                if thing.thing.room_mm < WELL_INSIDE_MM:
                    doubtful.append(cell)
                    break
                found[cell].append(thing)
                _claim(thing, patch, claimed)
        self._settle(doubtful, found, patch, claimed)
        return found

    def _settle(
        self, doubtful: list[Cell], found: dict[Cell, list[Found]], patch: Patch, claimed: NDArray[np.float32]
    ) -> None:
        """Gives things near borders to the cell in which they fit best."""
        tried = {cell: self._best(cell, patch, claimed) for cell in doubtful}
        things = {cell: thing for cell, thing in tried.items() if thing is not None}
        while things:
            cell = max(things, key=lambda each: (things[each].score, each))
            taken = things.pop(cell)
            found[cell].append(taken)
            _claim(taken, patch, claimed)
            again = {each for each in things if _meet(things[each].rect, taken.rect)}
            if len(found[cell]) < self._room(cell):
                again.add(cell)
            for each in sorted(again):
                things.pop(each, None)
                next_one = self._best(each, patch, claimed)
                if next_one is not None:
                    things[each] = next_one

    def _by_strangeness(self, cells: list[Cell], patch: Patch) -> list[Cell]:
        """Cells by how much stands out in their middle, most first: what lies there claims its pixels before others."""
        odd = cv2.blur((patch.misfit > ODD).astype(np.float32), (round(9 * self.model.scale) | 1,) * 2)
        amount = {}
        for cell in cells:
            area = self.model.cells[cell]
            lean = self.pose.lean_mm(area.centre, self._tallest / 2)
            x, y = (round((place + off) * self.model.scale) for place, off in zip(area.centre, lean))
            x, y = x - patch.rect[0], y - patch.rect[1]
            inside = 0 <= x < odd.shape[1] and 0 <= y < odd.shape[0]
            amount[cell] = float(odd[y, x]) if inside else 0.0
        return sorted(cells, key=lambda cell: (-amount[cell], cell))

    def tagged(self, tag: Tag) -> Found:
        """The piece that a tag was read on."""
        scale = self.model.scale
        lean = self.pose.lean_mm(tag.foot_mm, tag.body.height_mm)
        lean_px = (lean[0] * scale, lean[1] * scale)
        half = math.ceil(tag.body.size_mm * 0.6 * scale + math.hypot(*lean_px))
        whole = silhouette(face(Outline(tag.body.is_round, tag.body.size_mm), scale, 2 * half + 1), lean_px)
        x, y = (round((place + off) * scale - 0.5) for place, off in zip(tag.foot_mm, lean))
        rect, part = self._placed(whole, (y, x))
        full = {tag.body.look: SUREST}
        near = {tag.body.look: home_odds(tag.room_mm)}
        thing = Thing(near, -SUREST, tag.foot_mm, tag.room_mm)
        return Found(tag.cell, thing, 10 * SUREST, rect, part, np.zeros(3), 1.0, SUREST, full, read=True)

    def _placed(self, whole: Mask, place: tuple[int, int]) -> tuple[Rect, Mask]:
        """A silhouette around `place` (row, column) of the fine raster, cut at the raster's border."""
        half = whole.shape[0] // 2
        row, column = place
        width, height = self.model.raster_size
        top, left = max(0, row - half), max(0, column - half)
        bottom, right = max(top, min(height, row + half + 1)), max(left, min(width, column + half + 1))
        part = whole[top - row + half : bottom - row + half, left - column + half : right - column + half]
        return (left, top, right, bottom), np.minimum(part, 1)

    def _room(self, cell: Cell) -> int:
        """How many things may lie in `cell` side by side."""
        area = float(cv2.contourArea(self.model.cells[cell].outline.astype(np.float32)))
        return MOST_THINGS if area < 1.3 * self.model.pitch_mm**2 else MOST_IN_BOX

    def _best(self, cell: Cell, patch: Patch, claimed: NDArray[np.float32]) -> Found | None:
        """The strongest thing that may stand in `cell` on unclaimed pixels, or None."""
        window = self._window_of(cell, patch, claimed)
        fit = None if window is None else self._fitter.best(window)
        if window is None or fit is None or fit.score < PRESENT:
            return None
        judged = self._fitter.judge(window, fit)
        return None if judged.visible < LEAST_SEEN else self._concluded(cell, window, fit, judged)

    def _window_of(self, cell: Cell, patch: Patch, claimed: NDArray[np.float32]) -> Window | None:
        rect = _within(self.window(cell), patch.rect)
        x0, y0, x1, y1 = rect
        if x1 - x0 < 8 or y1 - y0 < 8:
            return None
        px, py = patch.rect[0], patch.rect[1]
        part = (slice(y0 - py, y1 - py), slice(x0 - px, x1 - px))
        scale = self.model.scale
        free = claimed[part] * patch.open[part]
        if np.count_nonzero((patch.misfit[part] > STRANGE_ENOUGH) & (free > 0.5)) < LEAST_MM2 * scale**2:
            return None
        gain = patch.gain[part][(y1 - y0) // 2, (x1 - x0) // 2].astype(np.float64)
        gain = gain + _shade(patch, part)
        expected = self._colours[self.model.index[cell]] + gain
        lean = self.pose.lean_mm(self.model.cells[cell].centre, 1.0)
        return Window(
            rect,
            patch.seen[part],
            np.maximum(FLOOR_PEAK - 0.5 * patch.misfit[part] - patch.unlit[part], UNKNOWN).astype(np.float32),
            free,
            np.minimum(expected, BRIGHTEST),
            (lean[0] * scale, lean[1] * scale),
            self.model.cells[cell].outline * scale - 0.5 - (x0, y0),
        )

    def _concluded(self, cell: Cell, window: Window, fit: Fit, judged: Judgement) -> Found:
        scale = self.model.scale
        lean = (window.lean[0] * fit.height_mm, window.lean[1] * fit.height_mm)
        row, column = window.rect[1] + fit.place[0], window.rect[0] + fit.place[1]
        foot = ((column - lean[0] + 0.5) / scale, (row - lean[1] + 0.5) / scale)
        outline = self.model.cells[cell].outline.astype(np.float32)
        room = float(cv2.pointPolygonTest(outline, foot, True))
        rect, part = self._placed(
            silhouette(np.pad(self.bank.faces[fit.best], math.ceil(max(map(abs, lean)))), lean), (row, column)
        )
        home = home_odds(room)
        unknown = min(fit.score, SUREST) - float(np.clip(judged.known, -8, 10))
        thing = Thing({look: min(value, home) for look, value in judged.looks.items()}, min(unknown, home), foot, room)
        return Found(cell, thing, fit.score, rect, part, judged.tone, judged.visible, judged.known, judged.looks)


def home_odds(room_mm: float) -> float:
    """Log odds that a piece stands in a cell `room_mm` inside whose border its foot is (negative: outside)."""
    return float(np.clip((room_mm + 0.2) / EDGE_SLACK_MM, -SUREST, SUREST))


def _shade(patch: Patch, part: tuple[slice, slice]) -> NDArray[np.float64]:
    """How much darker the floor in a window is than expected: a shadow on the floor lies on its pieces too."""
    rows, columns = part
    part = (slice(rows.start, rows.stop, 4), slice(columns.start, columns.stop, 4))
    bare = (patch.misfit[part] < ODD) & (patch.open[part] > 0.5)
    if bare.sum() < 0.1 * bare.size:
        return np.zeros(3)
    off = np.median((patch.seen[part] - patch.floor[part])[bare], axis=0).astype(np.float64)
    return off if off.mean() < -SHADED else np.zeros(3)


def _claim(taken: Found, patch: Patch, claimed: NDArray[np.float32]) -> None:
    """Takes a thing's pixels out of the game."""
    x0, y0 = taken.rect[:2]
    rect = _within(taken.rect, patch.rect)
    if rect[2] <= rect[0] or rect[3] <= rect[1]:
        return
    px, py = patch.rect[0], patch.rect[1]
    part = claimed[rect[1] - py : rect[3] - py, rect[0] - px : rect[2] - px]
    grown = cv2.dilate(taken.silhouette, np.ones((7, 7), np.uint8))
    grown = grown[rect[1] - y0 : rect[3] - y0, rect[0] - x0 : rect[2] - x0]
    np.minimum(part, 1 - np.minimum(grown, 1), out=part)


def _meet(one: Rect, other: Rect) -> bool:
    x0, y0, x1, y1 = _within(one, other)
    return x1 > x0 and y1 > y0


def _within(rect: Rect, limits: Rect) -> Rect:
    return max(rect[0], limits[0]), max(rect[1], limits[1]), min(rect[2], limits[2]), min(rect[3], limits[3])
