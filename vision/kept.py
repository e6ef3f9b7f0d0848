"""What is seen around a newcomer and looks as it did before: what it was put upon is there still, and sticks out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import reduce

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.board_model import BoardModel
from vision.claims import STRANGE_ENOUGH, Patch
from vision.found import Found
from vision.leftover import REACH_MM, left_over, patch_of
from vision.pose import Rect
from vision.rects import cut, joined, wider, within

RIM_MM = 0.7
"""Around a newcomer its own edge mixes with what lies below."""
AS_BEFORE = 0.15
"""Tone of each channel, beside that of the floor, by which what is seen may be off what was seen there before."""


class Stood(msgspec.Struct, frozen=True):
    """A thing as it was seen when it came: its likeliest look, its face, and its `kept_mm2`."""

    look: Look | None
    face_mm: tuple[float, float]
    kept_mm2: float

    def is_there(self, thing: Found) -> bool:
        """Whether `thing` is this one."""
        return thing.is_at(self.look, self.face_mm)


class Then(msgspec.Struct, frozen=True):
    """What was seen of a cell in `rect` (fine raster) when what it holds came: how far it was `off` the floor (tone),
    where it was `strange`, floor that was seen empty being known there, and the things in the cell."""

    rect: Rect
    off: NDArray[np.float16]
    strange: NDArray[np.bool_]
    things: tuple[Stood, ...]


class Kept:
    """What cells looked like when other things came to lie in them, nothing hanging over the board."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self._then: dict[Cell, Then] = {}

    def told(
        self, cells: Iterable[Cell], found: Sequence[Found], standing: Iterable[Found], patches: Collection[Patch]
    ) -> list[Found]:
        """`found` in `cells`, each thing that came knowing how much around it looks as before; `standing` are
        elsewhere, and `patches` show them."""
        everything = [*found, *standing]
        told = [msgspec.structs.replace(each, kept_mm2=self._kept_mm2(each, everything, patches)) for each in found]
        here: dict[Cell, list[Found]] = {cell: [] for cell in cells}
        for thing in told:
            here.setdefault(thing.cell, []).append(thing)
        for cell, things in here.items():
            self._remember(cell, things, patches)
        return told

    def _kept_mm2(self, thing: Found, everything: Iterable[Found], patches: Iterable[Patch]) -> float:
        """Area around `thing` that is no floor and looks as it did before it came: as was told then, if it is not new;
        0 where that is not known."""
        then = self._then.get(thing.cell)
        if then is None:
            return 0.0
        for stood in then.things:
            if stood.is_there(thing):
                return stood.kept_mm2
        patch = patch_of(then.rect, patches)
        if patch is None:
            return 0.0
        others = (each for each in everything if each is not thing)
        left, (rows, columns) = left_over(thing, others, patch, self.model, RIM_MM)
        x, y = patch.rect[:2]
        rect = columns.start + x, rows.start + y, columns.stop + x, rows.stop + y
        both = within(rect, then.rect)
        if not left.any() or both[2] <= both[0] or both[3] <= both[1]:
            return 0.0
        part = patch.part(both)
        off = np.abs(patch.seen[part] - patch.floor[part] - cut(then.off, then.rect, both)).max(axis=2)
        kept = cut(left, rect, both) & cut(then.strange, then.rect, both) & (off < AS_BEFORE)
        return float(np.count_nonzero(kept) / self.model.scale**2)

    def _remember(self, cell: Cell, things: Sequence[Found], patches: Iterable[Patch]) -> None:
        """Remembers what a cell looks like if other things are in it than were."""
        known = self._then.get(cell)
        if not things:
            self._then.pop(cell, None)
            return
        if known is not None and all(any(stood.is_there(each) for stood in known.things) for each in things):
            return
        rect = reduce(joined, (thing.rect for thing in things))
        patch = patch_of(rect, patches)
        if patch is None or patch.overhung:
            return
        rect = within(wider(rect, round(REACH_MM * self.model.scale)), patch.rect)
        if rect[2] <= rect[0] or rect[3] <= rect[1]:
            return
        part = patch.part(rect)
        strange = (patch.misfit[part] > STRANGE_ENOUGH) & (patch.open[part] > 0.5) & patch.known_in(part)
        off = cv2.subtract(patch.seen[part], patch.floor[part]).astype(np.float16)
        stood = tuple(Stood(each.best_look, each.face_mm, each.kept_mm2) for each in things)
        self._then[cell] = Then(rect, off, strange, stood)
