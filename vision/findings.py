"""What was found in every cell, what may stand there below what covers it now, and the evidence drawn from both."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Contents, Look
from vision.board_model import BoardModel
from vision.conclusions import absent
from vision.evidence import SUREST, CellEvidence, Thing
from vision.found import Found
from vision.gone_print import is_much_paler, upon_print
from vision.ground import Ground
from vision.ground_shadows import cast
from vision.hands import part_under
from vision.occlusion import HALO_MM
from vision.palette import Palette
from vision.piece_outlines import is_outlined
from vision.pose import Pose, Rect
from vision.rects import cut, joined
from vision.shadows import Shadows
from vision.spots import Middles, grown, painted, parts, pixels, standing_in, without_specks
from vision.texture import TEXTURE_MM, disc

HIDDEN_PART = 0.6
"""Part of a cell's floor, or of the place where a piece stood in it, that may be covered, edges of what covers it
included, before the cell cannot be judged."""
LEAST_BARE = 0.05
"""Part of a cell's middle that must be uncovered for its shade to be told from what is seen there."""
ODD_MM2 = 45.0
"""Strange area in a cell that no piece explains and that is too large for a crumb."""
SPECK_PX = 14
"""What is strange in fewer px of the coarse raster is a camera's noise in the dark: in a box there is much of it. The
outline of a pale piece is thin, but long."""
UNRECOGNISED = -1.0
"""Log likelihood that what hardly differs from its floor, and is all that is seen in its cell, is a piece though its
drawing is not recognised: only where one is missed."""


class Findings:
    """The things on one board, by the cell that each most likely stands in.

    `found`: what was seen in those in which anything was when they were last looked at; `hidden`: cells that cannot be
    judged now; `shadows`: what is known of those that pieces cast. Rectangles are on the coarse raster.
    """

    def __init__(self, model: BoardModel, ground: Ground, palette: Palette) -> None:
        self.model, self.ground, self.palette = model, ground, palette
        self.found: dict[Cell, list[Found]] = {}
        self.evidence: dict[Cell, CellEvidence] = {}
        self.hidden: frozenset[Cell] = frozenset()
        self.shadows: Shadows | None = None
        self._under: dict[Cell, list[Found]] = {}
        """What stood in cells before something came to lie over it."""

    def told(self, placement: Mapping[Cell, Contents]) -> list[Found]:
        """What was found of the pieces that lie where `placement` says: of more than there are in a cell, a shadow
        among them perhaps, the plainest."""
        return [
            thing
            for cell, contents in placement.items()
            for thing in sorted(self.found.get(cell, ()), key=lambda each: -each.score)[: len(contents)]
        ]

    def conclude(
        self,
        cells: frozenset[Cell],
        found: list[Found],
        rect: Rect,
        pose: Pose,
        printed: NDArray[np.float64],
        doubted: Collection[Cell],
        faint: Iterable[Found] = (),
    ) -> dict[Cell, CellEvidence]:
        """Evidence of `cells`, which `rect` (coarse) shows and in which things were `found`; which of them are hidden
        is kept in `hidden`.

        `printed`: the palette's printed colours in every cell (N × C × 3). In `doubted` ones nobody can tell a piece
        from a hand that touches it. What is `faint` is a piece only where one is missed and nothing else is seen.
        """
        last = {cell: self.found.pop(cell, []) for cell in cells}
        stood = {cell: self._under.pop(cell, things) for cell, things in last.items()}
        for thing in found:
            self.found.setdefault(thing.cell, []).append(thing)
        upon = self._upon_print(cells, rect, pose, printed)
        for thing in upon:
            self.found.setdefault(thing.cell, []).append(thing)
        found = [*found, *upon]
        cells |= {thing.cell for thing in found}
        order = sorted(cells)
        if not order:
            return {}
        numbers = np.array([self.model.index[cell] for cell in order], np.intp)
        middles = Middles(self.model, numbers)
        wide = joined(rect, middles.rect)
        standing = standing_in(self.found, wide)
        explained = painted(standing, wide)
        covered, known = self._covered(numbers), cut(explained, wide, rect)
        left_mm2 = self._unexplained_mm2(rect, known)[numbers]
        missing = self._missing(order, printed[numbers], middles, covered, cut(explained, wide, middles.rect))
        near: dict[Cell, list[Thing]] = {cell: [] for cell in order}
        for things in self.found.values():
            for each in things:
                for home in near.keys() & each.homes.keys():
                    near[home].append(each.thing(home))
        for each in faint:
            if each.cell in near and not near[each.cell]:
                hardly = each.doubted(UNRECOGNISED)
                near[each.cell].append(Thing(hardly.looks, hardly.unknown))
        seen: dict[Cell, CellEvidence] = {}
        hidden, hides = set(self.hidden - cells), self._hides(numbers, covered, middles)
        for cell, part, hid, strange_mm2 in zip(order, covered.tolist(), hides.tolist(), left_mm2.tolist()):
            here = self.found.get(cell, [])
            strange_mm2 -= min(strange_mm2, sum(each.kept_mm2 for each in here))  # it was there before that came
            if (hid or cell in doubted) and not _seen_well(here):
                hidden.add(cell)
            if part and (under := self._under_cover(stood.get(cell, []), here)):
                self._under[cell] = under
                hidden.add(cell)
            if strange_mm2 > ODD_MM2:
                alone = not (near[cell] or part or hid or cell in doubted)
                outlined = alone and is_outlined(self.ground, pose, cell, standing)
                near[cell].append(Thing({}, min(SUREST, strange_mm2 / 10), outlined=outlined))
            seen[cell] = CellEvidence(cell, tuple(near[cell]), missing[cell], strange_mm2)
        self.hidden = frozenset(hidden)
        self.evidence |= seen
        return seen

    def keep(self, known: Mapping[Cell, tuple[Sequence[Found], CellEvidence]]) -> None:
        """Takes what was found in some cells, and their evidence, for what is seen in them now."""
        self.hidden -= known.keys()
        for cell, (found, evidence) in known.items():
            self._under.pop(cell, None)
            self.know_better(cell, found, evidence)

    def know_better(self, cell: Cell, found: Iterable[Found], evidence: CellEvidence) -> None:
        """Takes more that is known of what was found in `cell`."""
        self.evidence[cell] = evidence
        self.found.pop(cell, None)
        if things := list(found):
            self.found[cell] = things

    def _under_cover(self, stood: list[Found], here: list[Found]) -> list[Found]:
        """What `stood` in a cell and may do so still: its place is covered, and it is not seen elsewhere `here`. What
        was seen of another cell's piece is none of this one's."""
        seen = {thing.best_look for thing in here}
        own = (each for each in stood if each.best_look not in seen and each.is_of_its_cell)
        return [each for each in own if part_under(each, self.ground.cover) > HIDDEN_PART]

    def _upon_print(self, cells: frozenset[Cell], rect: Rect, pose: Pose, printed: NDArray[np.float64]) -> list[Found]:
        """What lies on print that is gone, and may stand in one of `cells`, where nothing is found that may be it."""
        if not is_much_paler(self.ground, rect):
            return []
        explained = painted(standing_in(self.found, rect), rect)
        open_ = ~explained & ~cut(self.ground.cover, self.ground.whole, rect)
        found = upon_print(self.ground, pose, self.palette, printed, rect, open_)
        own = (each for each in found if each.homes.keys() & cells)
        return [each for each in own if not any(self._may_be(other, each) for other in self.found.get(each.cell, ()))]

    def _may_be(self, found: Found, other: Found) -> bool:
        """Whether what is `found` may be the `other`, fitted beside its place: alike, and too near for two of them."""
        look = found.best_look
        if look is None or other.looks.get(look, -SUREST) < 0:
            return False
        return math.dist(found.face_mm, other.face_mm) < self.model.bodies[look].size_mm

    def _covered(self, numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """Part of each of some cells that is covered."""
        if not self.ground.cover.any():
            return np.zeros(len(numbers))
        return parts(self.model, self.ground.cover, self.ground.whole)[numbers]

    def _hides(self, numbers: NDArray[np.intp], covered: NDArray[np.float64], middles: Middles) -> NDArray[np.bool_]:
        """Whether what covers some cells hides them. A blurred edge takes a tenth of a cell: where it is that which
        hides the cell, and its middle is seen, in which a piece would lie, it does not."""
        hides = covered > HIDDEN_PART
        if hides.any():
            sure = cv2.erode(self.ground.cover.astype(np.uint8), disc(HALO_MM * self.ground.px_mm)) > 0
            hides &= (parts(self.model, sure, self.ground.whole)[numbers] > HIDDEN_PART) | (
                middles.means(cut(sure, self.ground.whole, middles.rect).astype(np.float32)) > HIDDEN_PART
            )
        return np.asarray(hides, np.bool_)

    def _unexplained_mm2(self, rect: Rect, explained: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Strange area in each cell that no thing explains; `explained`: where in `rect` things are seen.

        Whether the floor's drawing is missing nobody knows beside a thing: in the windows in which it is looked for
        lie the thing's edge and its shadow, too.
        """
        ground, whole = self.ground, self.ground.whole
        beside = grown(explained, round(TEXTURE_MM / 2 * ground.px_mm)) & ~cut(ground.stark, whole, rect)
        left = cut(ground.odd, whole, rect) & ~explained & ~beside & ~cut(ground.cover, whole, rect)
        if self.shadows is not None and left.any():
            left &= ~cast(ground, self.shadows, left, explained, rect)
        return np.asarray(pixels(self.model, without_specks(left, SPECK_PX), rect) / ground.px_mm**2, np.float64)

    def _missing(
        self,
        cells: list[Cell],
        printed: NDArray[np.float64],
        middles: Middles,
        covered: NDArray[np.float64],
        explained: NDArray[np.bool_],
    ) -> Mapping[Cell, Mapping[Look, float]]:
        """How surely each look is not in each of `cells` where nothing is seen of it; `explained`: where, around their
        `middles`, things are seen."""
        ground, whole = self.ground, self.ground.whole
        shade, drawing = (cut(values, whole, middles.rect) for values in (ground.shade, ground.drawing))
        cover = cut(ground.cover, whole, middles.rect)
        # a thing is no shadow on the floor beside it
        floor = (~(cover | explained)).astype(np.float32)
        bare = np.maximum(middles.means(floor), LEAST_BARE)
        shown = (middles.means(each * floor) / bare for each in (shade, drawing))
        hidden = np.maximum(covered, middles.means(cover.astype(np.float32))) if cover.any() else covered
        dark, drawn = shown
        gain, tinge = ground.tile_gain, ground.tinge
        return absent(ground.floor, self.palette, printed, gain, cells, hidden, dark, drawn, tinge)


def _seen_well(things: list[Found]) -> bool:
    """Whether one of `things` is seen so well that a cell can be judged though much of it is covered."""
    return any(each.read or each.visible > 0.6 for each in things)
