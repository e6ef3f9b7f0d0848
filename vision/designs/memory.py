"""Remembers the tiles that were read while nothing lay on them: what sails onto one does not change what it is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import cv2
import msgspec
import numpy as np

from engines.physical import Cell, Look
from vision.designs.reader import Reading
from vision.found import Found
from vision.spots import COARSE
from vision.view import View

SAYS = 7.0
"""Log odds for what was read before: less than a print says that is well seen (11), so that a tile may be replaced."""
PLAINLY, OPEN = 0.8, 0.85
"""Likeness, and part of a tile that is open, from which it is what it is read to be, whatever lay there before."""
LEFT_PART = 0.6
"""Part of what was strange on the floor when a tile was read; with less of that the tile has gone."""
MOST_BELOW = 2
"""Tiles below another that are kept: of more nothing shows."""
TURNED_DEG = 10.0
"""How far a tile must be turned beside one that was read there, and well read, to be another: who puts something onto
one turns it by less."""
WHERE_MM = 5.0
"""A tile whose place moved by less since, by the hand that put something onto it, is the same one: what covers most of
one makes the place that is found uncertain by 3 mm, too."""


class _Kept(msgspec.Struct, frozen=True):
    """A tile as it was read, the part of its silhouette that was strange on the floor, and what was read there before
    and may lie below it, newest first."""

    tile: Found
    strange: float
    below: tuple[Found, ...] = ()


class TileMemory:
    """The tiles of one board that were read well, by the cell in which they were seen."""

    def __init__(self) -> None:
        self._kept: dict[Cell, _Kept] = {}

    def keep(self, tiles: Iterable[Found], view: View) -> None:
        """Takes `tiles`, each in its cell, for what lies there."""
        for tile in tiles:
            plain = msgspec.structs.replace(tile, density=None, laid=())
            self._kept[tile.cell] = _Kept(plain, strange_part(tile, view), self.below(tile.cell, tile))

    def forget_gone(self, cells: Iterable[Cell], view: View) -> None:
        """Forgets tiles in `cells` where bare floor is seen instead."""
        for cell in cells:
            kept = self._kept.get(cell)
            if kept is not None and strange_part(kept.tile, view) < LEFT_PART * kept.strange:
                del self._kept[cell]

    def within(self, cell: Cell) -> Found | None:
        """The tile that was read in `cell`."""
        kept = self._kept.get(cell)
        return None if kept is None else kept.tile

    def below(self, cell: Cell, tile: Found) -> tuple[Found, ...]:
        """Other designs that were read in `cell` before `tile`, which may have been laid upon them."""
        kept = self._kept.get(cell)
        if kept is None:
            return ()
        same = kept.tile.best_look == tile.best_look
        return kept.below if same else (kept.tile, *kept.below)[:MOST_BELOW]

    def recalled(self, reading: Reading) -> Reading:
        """`reading` in the light of what was read there before."""
        before = self._at(reading.middle_mm)
        if before is None or (
            reading.likeness > PLAINLY and (reading.open_ > OPEN or _turned_deg(reading, before) > TURNED_DEG)
        ):
            return reading
        look = before.best_look
        told = {each: value - (0.0 if each == look else SAYS) for each, value in reading.looks.items()}
        best = max(told, key=lambda each: told[each])
        looks: Mapping[Look, float] = {each: value - told[best] for each, value in told.items()}
        if best == reading.best:
            return msgspec.structs.replace(reading, looks=looks)
        return msgspec.structs.replace(
            reading, looks=looks, best=best, middle_mm=before.face_mm, turn_deg=before.turn_deg
        )

    def knows(self, reading: Reading) -> bool:
        """Whether what is read is what was read there before."""
        before = self._at(reading.middle_mm)
        return before is not None and before.best_look == reading.best

    def remembered(self, tile: Found, likeness: float) -> Reading:
        """What was read before, as a reading of so much likeness of which nothing is open."""
        looks = {look: 0.0 if look == tile.best_look else -SAYS for look in tile.looks}
        return Reading(looks, max(looks, key=lambda look: looks[look]), tile.face_mm, tile.turn_deg, likeness, 0.0)

    def _at(self, middle_mm: tuple[float, float]) -> Found | None:
        """The tile that was read at a place, or nearly there."""
        for kept in self._kept.values():
            if math.dist(kept.tile.face_mm, middle_mm) < WHERE_MM:
                return kept.tile
        return None


def _turned_deg(reading: Reading, before: Found) -> float:
    """How far what is read is turned beside what was there `before`, whichever of the four ways each points."""
    return abs((reading.turn_deg - before.turn_deg + 45) % 90 - 45)


def strange_part(tile: Found, view: View) -> float:
    """Part of a tile's silhouette that is not floor; all of it where `view` does not show the whole."""
    left, top, right, bottom = (value // COARSE for value in tile.rect)
    x, y = view.rect[:2]
    part = (slice(max(0, top - y), max(0, bottom - y)), slice(max(0, left - x), max(0, right - x)))
    odd = view.odd[part]
    if odd.shape != (bottom - top, right - left) or not odd.size:
        return 1.0
    inside = cv2.resize(tile.silhouette, (right - left, bottom - top), interpolation=cv2.INTER_AREA) > 0.5
    return float(np.mean(odd[inside])) if inside.any() else 1.0
