"""What lies in each cell: the things found on the board's surface, and the evidence drawn from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import numpy as np

from engines.physical import Cell, Contents
from vision.as_then import AsThen
from vision.astray import with_astray
from vision.beside_tiles import beside_tiles
from vision.bleeding import without_run_colours
from vision.board_model import BoardModel
from vision.bodies import Bank
from vision.by_drawing import ByDrawing
from vision.claims import Patch
from vision.colour_lessons import Looked, learn_colours
from vision.crowded import pieces_in_crowds
from vision.designs.finder import OTHER_TONE, TileFinder
from vision.evidence import CellEvidence, Piled
from vision.findings import Findings
from vision.found import Found
from vision.ghosts import Ghosts
from vision.ground import Ground
from vision.ground_shadows import are_soft, learnt
from vision.hands import without_doubtful
from vision.hollow import PERHAPS, hollows
from vision.inks import inks
from vision.kept import Kept
from vision.known_pieces import tagged
from vision.leftover import with_leftovers
from vision.markers import Quad
from vision.memory import give_back
from vision.palette import Palette
from vision.paper import in_known_light
from vision.partly_hidden import PartlyHidden
from vision.pile_heights import PileHeights, Place, with_heights
from vision.plain_view import Plain, PlainView
from vision.pose import Pose, Rect
from vision.pyramid import Pyramid
from vision.reader import Reader
from vision.rects import cut, joined, part_of
from vision.side_lessons import learn_sides
from vision.slivers import slivers
from vision.spots import coarse, finer, painted, parts, shown_at, standing_in, standing_room, together
from vision.stages import Stages
from vision.stale_light import StaleLight, floor_like, in_more_light
from vision.strange import strange_cells, strange_otherwise, unexplained, without_told
from vision.tags import Tag
from vision.things import Finder
from vision.touched import Touched, perhaps_pieces
from vision.view import View

HIDDEN_FULLY = 0.75
"""Part from which no piece is looked for."""
LESSONS = 8
"""Every so many confirmed positions the whole floor is learnt anew, else only where something changed: daylight fades
slowly, and the whole takes ten times as long."""


class Sight:
    """The things on one board under the present pose and light, and the evidence drawn from them.

    Rectangles are on the coarse raster (half of the working raster) unless said otherwise.
    """

    def __init__(self, model: BoardModel, stages: Stages) -> None:
        self.model = model
        self.ground = Ground(model, stages)
        self.palette = Palette(model.bodies, inks(model))
        self._findings = Findings(model, self.ground, self.palette)
        self._plain = PlainView(model)
        self._kept = Kept(model)
        self._heights = PileHeights(model)
        self._reader = Reader(model)
        self._tiles = TileFinder(model)
        self._by_drawing = ByDrawing(model, self._reader.faces, self._tiles.looks)
        self._touched = Touched(model, self._plain, self._reader, self._tiles)
        self._as_then = AsThen(model, self.ground, self._plain, self._findings, self._touched)
        self._ghosts = Ghosts(self._tiles.others)
        self._partly_hidden = PartlyHidden(model)
        self._stages = stages
        self._fresh: set[Cell] = set()
        self._doubted: set[Cell] = set()
        self._beneath: set[Cell] = set()
        """Cells that were judged anew while something hung over the board."""
        self._stale = StaleLight()
        self._lessons = 0
        self._bank: Bank | None = None
        self._finds: Finder | None = None
        self._printed = np.zeros((len(model.order), len(self.palette.colours), 3))

    @property
    def evidence(self) -> Mapping[Cell, CellEvidence]:
        """What every cell showed when it was last looked at."""
        return self._findings.evidence

    @property
    def hidden(self) -> frozenset[Cell]:
        """Cells that cannot be judged now."""
        return self._findings.hidden

    @property
    def cover_part(self) -> float:
        """Part of the board that is covered now."""
        return np.count_nonzero(self.ground.cover) / self.ground.cover.size

    def regard_whole(
        self, pyramid: Pyramid, pose: Pose, squares: list[tuple[int, Quad]], afresh: bool = False
    ) -> Mapping[Cell, CellEvidence]:
        """Looks at the whole board; `squares` are the ArUco squares of the picture. What looks as it did is judged
        anew where more is known of colours and floor, `afresh`."""
        view = self.ground.seen(pyramid, pose, self.ground.whole, adapt=True)
        self._stale.measured()
        seen = self._regard(view, frozenset(self.model.order), squares, afresh)
        if not self.ground.floor.seen.any():
            seen |= self._regard_beside_pieces(pyramid, pose)
        give_back()
        return seen

    def _regard_beside_pieces(self, pyramid: Pyramid, pose: Pose) -> dict[Cell, CellEvidence]:
        """Looks once more at the cells that are strange otherwise if the pieces that were recognised are taken for
        neither light nor print: nobody has told of a board without them."""
        known = [thing for things in self._findings.found.values() for thing in things if self._is_known(thing)]
        view = self.ground.beside(pyramid, pose, known)
        if view is None:
            return {}
        cells = strange_otherwise(self.ground, view)
        self._refresh_printed()
        return self._regard(view, cells, None, afresh=True)

    def _is_known(self, thing: Found) -> bool:
        return thing.read or thing.drawn is not None or thing.best_look in self._tiles.looks

    def regard(
        self, pyramid: Pyramid, pose: Pose, groups: Iterable[tuple[frozenset[Cell], Rect]]
    ) -> dict[Cell, CellEvidence]:
        """Looks at groups of cells, each with the part of the raster that shows them. Light that is stale where pieces
        left is measured anew as soon as no arm is over the board."""
        seen = dict[Cell, CellEvidence]()
        for cells, rect in groups:
            before = {cell: things for cell in cells if (things := self._findings.found.get(cell))}
            view = self.ground.seen(pyramid, pose, rect, adapt=False)
            here, found = self._regard(view, cells, None), self._findings.found
            lit = in_more_light(cells - before.keys(), found, self.ground, view)
            self._stale.looked(cells, before, here, found, lit, floor_like(before, found, self.ground, view))
            seen |= here
        if not self._stale or not self.ground.is_bare:
            return seen
        strange = self._stale.take()
        self.ground.fit_light(pyramid, pose)
        view = self.ground.seen(pyramid, pose, self._around(pose, strange), adapt=False)
        return seen | self._regard(view, strange, None, afresh=True)

    def to_see_plainly(self, pose: Pose) -> list[tuple[frozenset[Cell], Rect]]:
        """Cells that were judged while something hung over the board, if nothing does any more, each with all that must
        be looked at with it: how they look now is how they plainly look."""
        if not self.ground.is_bare:
            return []
        windows = [(frozenset([cell]), coarse(self._finder(pose).window(cell))) for cell in sorted(self._beneath)]
        return [self.around(pose, cells, rect) for cells, rect in windows]

    def around(self, pose: Pose, cells: frozenset[Cell], rect: Rect) -> tuple[frozenset[Cell], Rect]:
        """What must be looked at with a change in `rect` that concerns `cells`: all that shows them, and the whole of
        whatever covers them."""
        finder = self._finder(pose)
        for cell in cells:
            rect = joined(rect, coarse(finder.window(cell)))
        height, width = self.ground.shape
        x0, y0, x1, y1 = rect
        return self.ground.concerned(cells, (max(0, x0), max(0, y0), min(width, x1), min(height, y1)))

    def _regard(
        self, view: View, cells: frozenset[Cell], squares: list[tuple[int, Quad]] | None, afresh: bool = False
    ) -> dict[Cell, CellEvidence]:
        pyramid, pose, rect = view.pyramid, view.pose, view.rect
        with self._stages("things"):
            if squares is not None:
                self._refresh_printed()
            known = {} if afresh else self._as_then.plainly(cells, view)
            cells -= known.keys()
            tags = self._reader.tags(pyramid.image, pose, cells, rect, squares, view.odd)
            view, found, faint = self._things(cells, view, tags)
            found = self._as_then.without_spilt(found, cells, view)
            floor = self.ground.floor.tones(rect)
            found = self._plain.not_split(found, cells, view, floor)
            what = self._as_then.vanished(cells - {thing.cell for thing in found}, view, found)
            known |= self._as_then.set_back(what.still)
            cells -= what.still
            self._doubted |= what.perhaps
            found = self._plain.untouched(found, cells, view, floor)
            self.ground.keep(view)
            seen = self._findings.conclude(cells, found, rect, pose, self._printed, self._doubted, faint)
            seen |= self._as_then.left(what.left, seen)
            self._fresh |= seen.keys()
            if self.ground.overhung(view):
                seen |= self._as_then.standing_still(seen.keys(), view)
                self._beneath |= seen.keys()
            else:
                self._beneath -= cells | known.keys()
                plain = {cell: Plain(tuple(self._findings.found.get(cell, ())), each) for cell, each in seen.items()}
                self._plain.keep(view, plain)
                self._partly_hidden.remember(found, view)
            return known | seen

    def _refresh_printed(self) -> None:
        self._finds = None  # it knows the colours as they were
        self._printed = self.ground.floor.colour_at(self.palette.printed, self.model.centres)

    def _finder(self, pose: Pose) -> Finder:
        bodies = self._tiles.others
        if self._bank is None:
            self._bank = Bank(bodies.values(), self.model.scale)
        if self._finds is None or self._finds.pose is not pose:
            self._finds = Finder(
                self.model, pose, self._bank, self.palette, self._printed, bodies, self._findings.shadows
            )
        return self._finds

    def _things(self, cells: frozenset[Cell], view: View, tags: list[Tag]) -> tuple[View, list[Found], list[Found]]:
        """The things in `cells`, and `view` with its light measured beside tiles; and what hardly differs from its
        floor and bears no drawing that is recognised. Pieces that a hand touches are taken off what covers the board in
        `view`."""
        finder, image, rect = self._finder(view.pose), view.pyramid.image, view.rect
        standing = standing_in(self._findings.found, rect, but=cells)
        # what is found first claims its pixels: the same in every run
        active = sorted(cells & (strange_cells(self.ground, view) | self._hollow(view)))
        self._tiles.forget_gone(cells, view)
        drawn, tiles = self._drawn_and_tiles(active, view, standing)
        if rect == self.ground.whole and tiles:
            kept = (thing for thing in standing if self._is_known(thing))
            view = self.ground.beside(view.pyramid, view.pose, [*tiles, *kept]) or view
            self._refresh_printed()
            finder = self._finder(view.pose)
        if tiles and view.cover.any:
            self.ground.uncover(view, tiles)
        read = [*(tagged(self.model, view.pose, tag) for tag in tags), *drawn]
        if self.ground.overhung(view):
            read += self._partly_hidden.found(cells, view, read, standing)
        groups = together([(cell, finder.window(cell)) for cell in active], rect)
        patches = [self.ground.patch(view, part) for _, part in groups]
        floor = self.ground.floor.tones(rect) if view.cover.any else None
        patches = self._plain.told(active, patches, view, floor)
        if view.cover.islands.any():
            crowd = pieces_in_crowds(finder, groups, patches, view, [*read, *tiles])
            self.ground.uncover(view, [*tiles, *read, *crowd])
            patches = [self.ground.below_hands(patch, view, part) for patch, (_, part) in zip(patches, groups)]
        open_ = cells
        self._doubted.clear()
        if view.cover.any:
            read += self._held(groups, patches, view, read, tiles)
            covered = parts(self.model, view.cover.mask, rect)
            open_ = frozenset(cell for cell in cells if covered[self.model.index[cell]] < HIDDEN_FULLY)
            groups = [([cell for cell in group if cell in open_], part) for group, part in groups]
        work = [(group, patch) for (group, _), patch in zip(groups, patches)]
        tiles, found = beside_tiles(self._tiles, finder, work, tiles, read, standing)
        found = self._reader.with_small_tags(image, finder, found)
        found, faces = with_astray(self._reader, image, finder, work, [*read, *tiles], standing, found)
        faint = [thing for thing in found if thing.faint]
        found = self._reader.with_drawings(image, finder, found, faces, overhung=self.ground.overhung(view))
        asked = unexplained(self.ground, open_, view, [*tiles, *found, *standing])
        known = [*tiles, *standing, *(thing for thing in found if thing.read or thing.drawn is not None)]
        drawn = self._by_drawing.found(asked, self._by_drawing.looks, view, finder, known)
        found = [*tiles, *without_told(found, drawn, self.model), *drawn]
        if self.ground.overhung(view):
            odd = view.odd & ~painted(standing, rect)
            weighed = self._plain.weighed(found)
            found = without_doubtful(weighed, view.cover, odd, view.plain, rect, self.ground.px_mm)
            self._doubted |= perhaps_pieces((each for each in weighed if each not in found), patches, self.model.scale)
        placed = finder.placed(found, standing)
        placed = without_run_colours(placed, standing, patches, finder, partial(self._are_soft, cells, view))
        placed = self._ghosts.doubted(placed, standing)
        placed = in_known_light(with_leftovers(placed, standing, patches, self.model), patches, self.model)
        placed += slivers(placed, standing, patches, finder)
        placed = self._kept.told(cells, placed, standing, patches)
        placed = self._heights.told(cells, placed, standing, patches)
        self._tiles.remember((thing for thing in placed if thing.best_look in self._tiles.looks), view)
        return view, placed, faint

    def _drawn_and_tiles(
        self, cells: Sequence[Cell], view: View, standing: Sequence[Found]
    ) -> tuple[list[Found], list[Found]]:
        """The tiles in `cells`, and before them what is drawn upon and looks like a tile's paper: where a board has
        tiles, that is recognised first."""
        if not self._tiles.looks:
            return [], []
        finder = self._finder(view.pose)
        as_paper = self._by_drawing.near(self._tiles.rgb, OTHER_TONE)
        drawn = self._by_drawing.found(cells, as_paper, view, finder, standing)
        return drawn, self._tiles.find(cells, view, finder.cell_views.light(self._tiles.rgb), standing, drawn)

    def _held(
        self,
        groups: Sequence[tuple[list[Cell], Rect]],
        patches: Sequence[Patch],
        view: View,
        read: Sequence[Found],
        tiles: Sequence[Found],
    ) -> list[Found]:
        """Pieces that a hand touches beside those that were `read` and `tiles`: they are taken off what covers the
        board in `view`. The rest of that is closed in `patches`, of which each shows a group of cells."""
        finder, held = self._finder(view.pose), list[Found]()
        for (group, part), patch in zip(groups, patches):
            more, doubted = self._touched.uncover(finder, group, part, patch, view, [*read, *held, *tiles])
            held += more
            self._doubted |= doubted
        for (_, part), patch in zip(groups, patches):
            patch.open[:] = finer(~cut(view.cover.mask, view.rect, part), patch.open.shape)
        return held

    def _are_soft(self, cells: frozenset[Cell], view: View, found: Sequence[Found]) -> bool:
        """Whether shadows are soft, these being `found` in the `cells` that `view` shows."""
        shade = self.ground.shade.copy()
        shade[part_of(view.rect)] = view.shade
        elsewhere = (thing for cell, things in self._findings.found.items() if cell not in cells for thing in things)
        return are_soft(shade, [*found, *elsewhere], self.ground.px_mm)

    def _hollow(self, view: View) -> frozenset[Cell]:
        """Cells in which something may lie that looks like its floor, and casts a shadow or lies in an arm's."""
        unseen = ~self.ground.floor.seen[part_of(view.rect)] | view.cover.mask
        if unseen.all():
            return frozenset()
        shapes = self._finder(view.pose).shapes
        found = hollows(view.shade, view.odd | unseen, shapes, self.ground.px_mm, PERHAPS)
        x, y = view.rect[:2]
        middles = np.array([(each.row + y, each.column + x) for each in found], np.intp).reshape(-1, 2)
        return shown_at(self.model, view.pose, *middles.T) if found else frozenset()

    def learn(
        self,
        pyramid: Pyramid,
        pose: Pose,
        squares: list[tuple[int, Quad]],
        placement: Mapping[Cell, Contents],
    ) -> Mapping[Cell, CellEvidence]:
        """Takes `placement` for what truly lies on the board in the picture last looked at.

        Only cells that were looked at since the last time teach something. The answer is the evidence after that: of
        these cells, or of all if the floor or a colour was seen for the first time.
        """
        fresh, first = frozenset(self._fresh), not self.ground.floor.seen.any()
        if not fresh:
            return {}
        alone = {cell: lain[0] for cell, lain in placement.items() if len(lain) == 1 and cell in fresh}
        looked = Looked(pyramid, pose, self._finder(pose), self._findings.found, self._printed, self._tiles.looks)
        news = learn_colours(self.palette, self.ground, looked, alone) or first
        learn_sides(self.palette, self.ground, looked, alone)
        rect = self.ground.whole if first or self._lessons % LESSONS == 0 else self._around(pose, fresh)
        self._lessons += 1
        standing = standing_room(self.model, pose, [cell for cell, contents in placement.items() if contents])
        beneath = not first and self.ground.count_lesson()
        self.ground.learn(pyramid, pose, standing, rect, beneath)
        self._refresh_printed()
        if news:
            fresh = frozenset(self.model.order)
            self.regard_whole(pyramid, pose, squares, afresh=True)
        elif rect == self.ground.whole:
            give_back()
        fresh |= self._tell_heights(self._heights.learn(placement))
        self._ghosts.learn({cell: self._findings.found.get(cell, []) for cell in fresh}, placement)
        if not beneath and (shadows := learnt(self.ground, self._findings.told(placement))) is not None:
            self._findings.shadows, self._finds = shadows, None
        self._fresh.clear()
        return {cell: self.evidence[cell] for cell in fresh}

    def _tell_heights(self, heights: Mapping[Cell, Mapping[Place, Piled]]) -> frozenset[Cell]:
        """Cells of what was seen in which it is known only now how high piles are, each by its uppermost's place."""
        for cell, piles in heights.items():
            here = with_heights(self._findings.found.get(cell, []), self.evidence[cell], piles)
            self._findings.know_better(cell, *here)
            self._plain.know_better(cell, Plain(*here))
        return frozenset(heights)

    def _around(self, pose: Pose, cells: frozenset[Cell]) -> Rect:
        """The part of the raster that shows `cells` and what stands in them."""
        windows = [coarse(self._finder(pose).window(cell)) for cell in cells]
        rect = windows[0]
        for other in windows:
            rect = joined(rect, other)
        height, width = self.ground.shape
        return rect[0], rect[1], min(width, rect[2]), min(height, rect[3])
