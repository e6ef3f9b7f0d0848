"""What a hand over the board touches: pieces are taken off what covers it, and where one may be left open."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from engines.physical import Cell
from vision.best_first import things_in
from vision.board_model import BoardModel
from vision.claims import Patch
from vision.designs.finder import TileFinder
from vision.found import Found
from vision.hands import BULGING, SWALLOWED, bulges, is_apart, is_held, may_be_piece, swallows
from vision.leftover import patch_of
from vision.plain_view import PlainView
from vision.pose import Rect
from vision.reader import Reader
from vision.rects import cut, part_of
from vision.spots import COARSE, clear, finer, grown, meets, painted, parts, pixels
from vision.things import Finder
from vision.view import View

BURIED = 0.6
"""Part of a cell that the thick part of a hand may cover, its blurred edge included, where pieces are looked for."""


class Touched:
    """Tells what lies beside a hand from that hand. Rectangles are on the coarse raster."""

    def __init__(self, model: BoardModel, plain: PlainView, reader: Reader, tiles: TileFinder) -> None:
        self.model = model
        self._plain, self._reader, self._tiles = plain, reader, tiles

    def uncover(
        self, finder: Finder, active: list[Cell], part: Rect, patch: Patch, view: View, read: list[Found]
    ) -> tuple[list[Found], set[Cell]]:
        """Takes pieces that a hand touches off the cover: a piece between two fingers is a piece. The answer is those
        that stood there before it came, for with the hand's shade around them they are hardly found again; and the
        cells in which one is doubtful.

        They are looked for on everything but the hand's thick part. What bulges out of that and has another colour may
        be one that is not found.
        """
        core = grown(cut(view.cover.core, view.rect, part), 1)
        covered, buried = parts(self.model, cut(view.cover.mask, view.rect, part), part), parts(self.model, core, part)
        numbers = [(cell, self.model.index[cell]) for cell in active]
        beside = [cell for cell, number in numbers if covered[number] > 0 and buried[number] < BURIED]
        patch.open[:] = finer(~core, patch.open.shape)
        near = [*(thing for thing in read if meets(thing, part)), *things_in(finder, beside, patch, read)]
        near, stood, doubted = self._plain.weighed(near), list[Found](), set[Cell]()
        for held in self._reader.with_small_tags(view.pyramid.image, finder, near):
            sure = is_held(held, patch, self.model.scale)
            touches = not sure and bool((painted([held], view.rect) & view.cover.mask).any())
            if touches and may_be_piece(held, patch, self.model.scale):
                doubted.add(held.cell)
            if sure or self._is_apart(held, view):
                clear(view.cover.mask, held, view.rect)
                # on tiles it is looked for again with what is printed on them for floor
                if held.stood(patch) and not (held.read or self._tiles.looks):
                    stood.append(held)
        return stood, doubted | self.swallowed(active, view)

    def _is_apart(self, thing: Found, view: View) -> bool:
        """Whether a `thing` that is likelier a piece than none is none of the hand beside it."""
        spot = painted([thing], view.rect)
        return thing.best > 0 and is_apart(thing, spot, view.cover, view.plain, self.model.scale / COARSE)

    def swallowed(self, cells: Iterable[Cell], view: View) -> set[Cell]:
        """Those of `cells` in which what bulges out of a hand may be a piece that it touches."""
        px_mm, smallest_mm = self.model.scale / COARSE, self.model.smallest_mm
        bulging = bulges(view.cover, BULGING * smallest_mm * px_mm)
        face_px = math.pi / 4 * (smallest_mm * px_mm) ** 2
        thick = pixels(self.model, bulging, view.rect) > SWALLOWED * face_px
        labels = self.model.labels[part_of(view.rect)]
        numbers = ((cell, self.model.index[cell]) for cell in cells)
        return {
            cell
            for cell, number in numbers
            if thick[number] and swallows(bulging & (labels == number + 1), view.cover, view.plain, px_mm, face_px)
        }


def perhaps_pieces(things: Iterable[Found], patches: Collection[Patch], scale: float) -> set[Cell]:
    """Cells in which `things` that were taken for parts of a hand may be pieces all the same; `scale`: px/mm."""
    beside = ((thing, patch_of(thing.rect, patches)) for thing in things)
    return {thing.cell for thing, patch in beside if patch is not None and may_be_piece(thing, patch, scale)}
