"""Everything an eye knows in the board's own raster: floor, light, what covers it, what lies in each cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Contents, Look
from vision.board_model import BoardModel, Body
from vision.bodies import Bank
from vision.claims import Patch
from vision.conclusions import absent
from vision.evidence import SUREST, CellEvidence, Thing
from vision.faces import inks
from vision.floor import Floor, deviation
from vision.hands import is_held, without_doubtful
from vision.light import Tone, brightness, sampled, tiled, tone
from vision.markers import Quad
from vision.occlusion import STRANGE, Cover, compare_texture, find_cover, misfit_factor
from vision.palette import Palette
from vision.pose import Pose, Rect
from vision.pyramid import Pyramid
from vision.reader import Reader
from vision.spots import (
    COARSE,
    around_middles,
    clear,
    finer,
    grown,
    meets,
    paint,
    parts,
    roomy,
    standing_room,
    together,
)
from vision.stages import Stages
from vision.tags import Tag
from vision.things import Finder, Found

HIDDEN_PART = 0.6
"""Part of a cell's floor that may be covered, edges of what covers it included, before the cell cannot be judged."""
HIDDEN_FULLY = 0.75
"""Part from which no piece is looked for."""
WELL_INSIDE = 0.15
"""How far from a cell's border, in pitches, a piece stands that teaches its colour though nobody knows that yet."""
LEAST_BARE = 0.05
"""Part of a cell's middle that must be uncovered for its shade to be told from what is seen there."""
ODD_MM2 = 45.0
"""Strange area in a cell that no piece explains and that is too large for a crumb."""
SHADED_MEMORY = 3.0
"""Variance, against that of a floor in constant light, within which a place looks as it did: a hand shades what is
beside it."""
REFRESH = 0.3
"""Weight of what is seen of the floor in a confirmed position against what was seen before."""
FOREIGN = 0.3
"""Missing drawing from which what looks strange on a board known to be empty is taken for something that covers it."""
DEEP_TONE = 0.35
"""Darkening from which only a shadow can explain a floor."""
UNLIT, UNLIT_BY_HAND = 6.0, 3.0
"""Log odds against such a shadow where nothing is over the board, and where something is."""


class View(msgspec.Struct, frozen=True):
    """A part of the board as seen: arrays have the size of `rect` (coarse).

    `gain`: present light beside the reference's; `factor`: on the misfit; `drawn` (0…1): how much of the floor's
    drawing is found; `hand`: something is over the board and may cast a shadow.
    """

    pyramid: Pyramid
    pose: Pose
    rect: Rect
    gain: Tone
    factor: NDArray[np.float32]
    drawn: NDArray[np.float32]
    hand: bool


class Sight:
    """The board's raster under the present pose and light, and the evidence drawn from it.

    Rectangles are on the coarse raster (half of the working raster) unless said otherwise.
    """

    def __init__(self, model: BoardModel, stages: Stages) -> None:
        self.model = model
        self.floor = Floor(model)
        self.palette = Palette(model.bodies, inks(model))
        self._reader = Reader(model)
        self.evidence: dict[Cell, CellEvidence] = {}
        self.hidden: frozenset[Cell] = frozenset()
        self._stages = stages
        width, height = model.raster_size[0] // COARSE, model.raster_size[1] // COARSE
        self._shape = (height, width)
        columns, rows = self.floor.tiles
        self._gain: Tone = np.zeros((rows, columns, 3), np.float32)
        self._memory: Tone = np.zeros((height, width, 3), np.float32)
        self._remembered = np.zeros((height, width), np.bool_)
        self._cover = np.zeros((height, width), np.bool_)
        self._foreign = np.zeros((height, width), np.bool_)
        self._odd = np.zeros((height, width), np.bool_)
        self._shade = np.zeros((height, width), np.float32)
        self._drawing = np.zeros((height, width), np.float32)
        self._found: dict[Cell, list[Found]] = {}
        self._fresh: set[Cell] = set()
        self._bank: Bank | None = None
        self._roomy = roomy(model)
        self._printed = np.zeros((len(model.order), len(self.palette.colours), 3))

    @property
    def cover_part(self) -> float:
        """Part of the board that is covered now."""
        return float(self._cover.mean())

    def regard_whole(
        self, pyramid: Pyramid, pose: Pose, squares: list[tuple[int, Quad]]
    ) -> Mapping[Cell, CellEvidence]:
        """Looks at the whole board; `squares` are the ArUco squares of the picture."""
        return self._regard(pyramid, pose, frozenset(self.model.order), (0, 0, self._shape[1], self._shape[0]), squares)

    def regard(self, pyramid: Pyramid, pose: Pose, cells: frozenset[Cell], rect: Rect) -> Mapping[Cell, CellEvidence]:
        """Looks at `cells`, which `rect` shows."""
        return self._regard(pyramid, pose, cells, rect, None)

    def shown_at(self, pose: Pose, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> frozenset[Cell]:
        """Cells of which these pixels of the coarse raster may show floor or pieces."""
        px_mm = self.model.scale / COARSE
        tallest = max((body.height_mm for body in self.model.bodies.values()), default=0.0)
        middle = ((float(columns.mean()) + 0.5) / px_mm, (float(rows.mean()) + 0.5) / px_mm)
        lean = np.array(pose.lean_mm(middle, tallest)) * px_mm
        height, width = self._shape
        numbers: set[int] = set()
        for part in (0.0, 0.5, 1.0):
            y = np.clip(rows - round(lean[1] * part), 0, height - 1)
            x = np.clip(columns - round(lean[0] * part), 0, width - 1)
            numbers |= set(np.unique(self.model.labels[y, x]).tolist())
        return frozenset(self.model.order[number - 1] for number in numbers if number > 0)

    def around(self, pose: Pose, cells: frozenset[Cell], rect: Rect) -> tuple[frozenset[Cell], Rect]:
        """What must be looked at with a change in `rect` that concerns `cells`: all that shows them, and the whole of
        whatever covers them."""
        finder = self._finder(pose)
        x0, y0, x1, y1 = rect
        for cell in cells:
            wx0, wy0, wx1, wy1 = finder.window(cell)
            x0, y0 = min(x0, wx0 // COARSE), min(y0, wy0 // COARSE)
            x1, y1 = max(x1, -(-wx1 // COARSE)), max(y1, -(-wy1 // COARSE))
        height, width = self._shape
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
        if self._cover[y0:y1, x0:x1].any():
            _, labels, stats, _ = cv2.connectedComponentsWithStats(self._cover.astype(np.uint8))
            for number in np.unique(labels[y0:y1, x0:x1]):
                if number > 0:
                    left, top, across, down = (int(value) for value in stats[number, :4])
                    x0, y0, x1, y1 = min(x0, left), min(y0, top), max(x1, left + across), max(y1, top + down)
                    cells |= self._cells_of(labels == number)
        return cells, (x0, y0, x1, y1)

    def _regard(
        self,
        pyramid: Pyramid,
        pose: Pose,
        cells: frozenset[Cell],
        rect: Rect,
        squares: list[tuple[int, Quad]] | None,
    ) -> dict[Cell, CellEvidence]:
        x0, y0, x1, y1 = rect
        with self._stages("rectify"):
            coarse = tone(pose.rectify_small(pyramid, rect))
        with self._stages("floor"):
            if squares is not None:
                self._adapt(coarse, pose)
            gain = self._gain_of(rect)
            expected = self.floor.expected(gain, rect, coarse=True)
            misfit = self.floor.misfit(coarse, expected, rect, coarse=True)
            texture = compare_texture(coarse, expected, self.model.scale / COARSE)
            factor = misfit_factor(coarse, expected, texture)
            odd = (misfit * factor > STRANGE) & pose.in_picture[y0:y1, x0:x1]
        with self._stages("cover"):
            plain = cv2.subtract(coarse, gain).astype(np.float32, copy=False)
            remembered = self._as_remembered(plain, rect, odd | self._foreign[y0:y1, x0:x1])
            cover = self._covering(odd & ~remembered, pose, rect)
            lain = self._foreign[y0:y1, x0:x1] & remembered
            cover.mask[lain] = cover.core[lain] = True  # a sheet of paper holds no piece between its fingers
        with self._stages("things"):
            finder = self._finder(pose)
            view = View(pyramid, pose, rect, gain, factor, texture.found, cover.any)
            tags = self._reader.tags(pyramid.image, pose, cells, rect, squares)
            found, mask = self._things(finder, cells, view, odd, cover, tags)
        self._cover[y0:y1, x0:x1] = mask
        self._odd[y0:y1, x0:x1] = odd
        self._drawing[y0:y1, x0:x1] = texture.found
        self._shade[y0:y1, x0:x1] = brightness(cv2.subtract(expected, coarse))
        self._memory[y0:y1, x0:x1][~mask] = plain[~mask]
        self._remembered[y0:y1, x0:x1] |= ~mask
        with self._stages("things"):
            return self._conclude(cells, found, rect)

    def _adapt(self, coarse: Tone, pose: Pose) -> None:
        """Fits today's light to the whole board as seen now."""
        view = pose.in_picture.astype(np.float32)
        texture = compare_texture(coarse, self.floor.coarse, self.model.scale / COARSE)
        trust = tiled(view, self.floor.tiles)
        found = tiled(texture.found * view, self.floor.tiles)
        if self.floor.print is None:
            self.floor.bootstrap(coarse, trust, found)
        self._gain = self.floor.gain(coarse, trust, found)
        self._refresh_printed()

    def _refresh_printed(self) -> None:
        self._printed = self.floor.colour_at(self.palette.printed, self.model.centres)

    def _gain_of(self, rect: Rect) -> Tone:
        """Present light beside the reference's on a part of the coarse raster."""
        height, width = self._shape
        rows, columns = self._gain.shape[:2]
        x0, y0, x1, y1 = rect
        if rect == (0, 0, width, height):
            return cv2.resize(self._gain, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)
        x = ((np.arange(x0, x1, dtype=np.float32) + 0.5) * columns / width - 0.5)[None].repeat(y1 - y0, axis=0)
        y = ((np.arange(y0, y1, dtype=np.float32) + 0.5) * rows / height - 0.5)[:, None].repeat(x1 - x0, axis=1)
        return cv2.remap(self._gain, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)

    def _as_remembered(self, plain: Tone, rect: Rect, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Pixels among `where` that look as they did when they were last seen uncovered."""
        x0, y0, x1, y1 = rect
        where = where & self._remembered[y0:y1, x0:x1]
        if not where.any():
            return where
        memory = self._memory[y0:y1, x0:x1]
        grey = brightness(memory)
        kernel = np.ones((3, 3), np.uint8)
        around = (cv2.dilate(grey, kernel) - cv2.erode(grey, kernel))[where]
        slack = np.square(0.5 * around)[:, None].astype(np.float32)
        same = np.zeros_like(where)
        same[where] = deviation(plain[where][:, None], memory[where][:, None], slack, SHADED_MEMORY)[:, 0] < STRANGE
        return same

    def _covering(self, new: NDArray[np.bool_], pose: Pose, rect: Rect) -> Cover:
        x0, y0, x1, y1 = rect
        height, width = self._shape
        edge = max(2, round(3.0 * self.model.scale / COARSE))
        border = np.zeros(self._shape, np.bool_)
        border[:edge] = border[height - edge :] = True
        border[:, :edge] = border[:, width - edge :] = True
        border |= ~cv2.erode(pose.in_picture.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.bool_)
        middle = (self.model.size_mm[0] / 2, self.model.size_mm[1] / 2)
        largest = max((body.size_mm for body in self.model.bodies.values()), default=0.0)
        tallest = max((body.height_mm for body in self.model.bodies.values()), default=0.0)
        lean = float(np.hypot(*pose.lean_mm(middle, tallest)))
        return find_cover(
            new, self.model.scale / COARSE, largest + 0.35 * lean, border[y0:y1, x0:x1], self._roomy[y0:y1, x0:x1]
        )

    def _patch(self, view: View, rect: Rect) -> Patch:
        """What the finder looks at in `rect`, a part of what `view` shows, finely."""
        x0, y0, x1, y1 = rect
        part = (slice(y0 - view.rect[1], y1 - view.rect[1]), slice(x0 - view.rect[0], x1 - view.rect[0]))
        fine = (x0 * COARSE, y0 * COARSE, x1 * COARSE, y1 * COARSE)
        seen = tone(view.pose.rectify(view.pyramid.image, fine))
        size = (seen.shape[1], seen.shape[0])
        gain = cv2.resize(view.gain[part], size, interpolation=cv2.INTER_LINEAR).astype(np.float32)
        floor = self.floor.expected(gain, fine, coarse=False)
        misfit = self.floor.misfit(seen, floor, fine, coarse=False)
        misfit *= cv2.resize(view.factor[part], size, interpolation=cv2.INTER_LINEAR)
        depth = np.clip(brightness(cv2.subtract(floor, seen)) / DEEP_TONE, 0, 1)
        unlit = (UNLIT_BY_HAND if view.hand else UNLIT) * depth * (1 - cv2.resize(view.drawn[part], size))
        return Patch(fine, seen, misfit, np.ones(misfit.shape, np.float32), gain, floor, unlit.astype(np.float32))

    def _finder(self, pose: Pose) -> Finder:
        if self._bank is None:
            self._bank = Bank(self.model.bodies.values(), self.model.scale)
        return Finder(self.model, pose, self._bank, self.palette, self._printed)

    def _things(
        self,
        finder: Finder,
        cells: frozenset[Cell],
        view: View,
        odd: NDArray[np.bool_],
        cover: Cover,
        tags: list[Tag],
    ) -> tuple[list[Found], NDArray[np.bool_]]:
        """The things in `cells`, and what covers the board once pieces that a hand touches are taken off it."""
        image, mask, rect = view.pyramid.image, cover.mask, view.rect
        active = self._active(cells, odd, rect)
        standing = self._standing(cells, rect)
        found: list[Found] = []
        if cover.any or tags:
            patch = self._patch(view, rect)
            if cover.any:
                self._uncover(finder, active, view, patch, cover, tags)
            patch.open[:] = finer(~mask, patch.open.shape)
            covered = parts(self.model, mask, rect)
            active = [cell for cell in active if covered[self.model.index[cell]] < HIDDEN_FULLY]
            found = finder.find(active, patch, tags, standing)
        else:
            for group, part in together([(cell, finder.window(cell)) for cell in active], rect):
                found += finder.find(group, self._patch(view, part), (), standing)
        found = self._reader.with_drawings(image, finder, self._reader.with_small_tags(image, finder, found))
        if cover.any:
            found = without_doubtful(found, mask, odd, rect, self._shape, self.model.scale / COARSE)
        return finder.placed(found, standing), mask

    def _uncover(
        self, finder: Finder, active: list[Cell], view: View, patch: Patch, cover: Cover, tags: list[Tag]
    ) -> None:
        """Takes pieces that a hand touches off the cover: a piece between two fingers is a piece.

        They are looked for on everything but the hand's thick part.
        """
        core = grown(cover.core, 2)
        covered, buried = parts(self.model, cover.mask, view.rect), parts(self.model, core, view.rect)
        numbers = [(cell, self.model.index[cell]) for cell in active]
        beside = [cell for cell, number in numbers if covered[number] > 0 and buried[number] < 0.5]
        patch.open[:] = finer(~core, patch.open.shape)
        for held in self._reader.with_small_tags(view.pyramid.image, finder, finder.find(beside, patch, tags)):
            if is_held(held, patch, self.model.scale):
                clear(cover.mask, held, view.rect)

    def _standing(self, cells: frozenset[Cell], rect: Rect) -> list[Found]:
        """Things in `rect` that were found before, in cells other than `cells`."""
        return [
            thing for cell, things in self._found.items() if cell not in cells for thing in things if meets(thing, rect)
        ]

    def _active(self, cells: Iterable[Cell], odd: NDArray[np.bool_], rect: Rect) -> list[Cell]:
        """Cells in or beside which enough is strange for a piece."""
        x0, y0, x1, y1 = rect
        least = max(4.0, 12.0 * (self.model.scale / COARSE) ** 2)
        counts = np.bincount(self.model.labels[y0:y1, x0:x1][odd], minlength=len(self.model.order) + 1)
        return [cell for cell in cells if counts[self.model.index[cell] + 1] >= least]

    def _conclude(self, cells: frozenset[Cell], found: list[Found], rect: Rect) -> dict[Cell, CellEvidence]:
        """Evidence of `cells`; which of them are hidden is kept in `hidden`."""
        count = len(self.model.order) + 1
        covered = np.bincount(self.model.labels[self._cover], minlength=count)[1:] / self.model.floor_px
        middle = around_middles(self.model, self._cover.astype(np.float32))
        explained = np.zeros(self._shape, np.bool_)
        for cell in cells:
            self._found[cell] = []
        for thing in found:
            self._found.setdefault(thing.cell, []).append(thing)
        cells |= {thing.cell for thing in found}
        for things in self._found.values():
            for thing in things:
                if meets(thing, rect):
                    paint(explained, thing)
        part = (slice(rect[1], rect[3]), slice(rect[0], rect[2]))
        left = self._odd[part] & ~explained[part] & ~self._cover[part]
        unexplained = np.bincount(self.model.labels[part][left], minlength=count)[1:]
        unexplained_mm2 = unexplained / (self.model.scale / COARSE) ** 2
        open_ = 1 - self._cover.astype(np.float32)
        bare = np.maximum(around_middles(self.model, open_), LEAST_BARE)
        missing = absent(
            self.floor,
            self.palette,
            self._gain,
            sorted(cells),
            np.maximum(covered, middle),
            around_middles(self.model, self._shade * open_) / bare,
            around_middles(self.model, self._drawing * open_) / bare,
        )
        seen: dict[Cell, CellEvidence] = {}
        hidden = set(self.hidden - cells)
        near: dict[Cell, list[Thing]] = {cell: [] for cell in cells}
        for things in self._found.values():
            for each in things:
                for home in near.keys() & each.homes.keys():
                    near[home].append(each.thing(home))
        for cell in cells:
            number = self.model.index[cell]
            seen_here = near[cell]
            if covered[number] > HIDDEN_PART and not any(each.read or each.visible > 0.6 for each in self._found[cell]):
                hidden.add(cell)
            if unexplained_mm2[number] > ODD_MM2:
                seen_here.append(Thing({}, min(SUREST, float(unexplained_mm2[number]) / 10)))
            seen[cell] = CellEvidence(cell, tuple(seen_here), missing[cell])
        self.hidden = frozenset(hidden)
        self.evidence |= seen
        self._fresh |= cells
        return seen

    def _cells_of(self, mask: NDArray[np.bool_]) -> frozenset[Cell]:
        numbers = np.unique(self.model.labels[mask])
        return frozenset(self.model.order[int(number) - 1] for number in numbers if number > 0)

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
        fresh, news = frozenset(self._fresh), not self.floor.seen.any()
        if not fresh:
            return {}
        raster = pose.rectify(pyramid.image)
        rect = (0, 0, self._shape[1], self._shape[0])
        gain = self._gain_of(rect)
        gain_fine = cv2.resize(gain, self.model.raster_size, interpolation=cv2.INTER_LINEAR).astype(np.float32)
        news |= self._learn_colours(pyramid, gain, pose, placement)
        self._learn_floor(raster, gain_fine, pose, placement)
        self._refresh_printed()
        if news:
            fresh = frozenset(self.model.order)
            self._regard(pyramid, pose, fresh, rect, squares)
        self._fresh.clear()
        return {cell: self.evidence[cell] for cell in fresh}

    def _learn_colours(self, pyramid: Pyramid, gain: Tone, pose: Pose, placement: Mapping[Cell, Contents]) -> bool:
        """Learns the colours of pieces that lie alone; True if one of them was never seen before."""
        height, width = self._shape
        plain = np.zeros(self._shape, np.float32)
        view = View(pyramid, pose, (0, 0, width, height), gain, plain + 1, plain, hand=False)
        single = {
            cell: contents[0] for cell, contents in placement.items() if len(contents) == 1 and cell in self._fresh
        }
        samples = []
        for cell, look in single.items():
            body = self.model.bodies[look]
            if body.tag is not None:
                continue
            found = self._known_by_colour(cell, body) or self._known_by_outline(cell, look, view)
            if found is not None and found.visible > 0.7:
                number = self.model.index[cell]
                centre = self.model.centres[number : number + 1] / np.array(self.model.size_mm)
                here = self._printed[number, self.palette.index[body.rgb]] + sampled(self._gain, centre)[0]
                samples.append((body.rgb, found.tone - here))
        first = not all(self.palette.knows(rgb) for rgb, _ in samples)
        for rgb, offset in samples:
            self.palette.learn(rgb, offset)
        return first

    def _known_by_colour(self, cell: Cell, body: Body) -> Found | None:
        """The only thing in `cell`, if it was seen to have the colour of `body`."""
        things = self._found.get(cell, [])
        look = things[0].best_look if len(things) == 1 else None
        return things[0] if look is not None and self.model.bodies[look].rgb == body.rgb else None

    def _known_by_outline(self, cell: Cell, look: Look, view: View) -> Found | None:
        """What stands in `cell`, and nowhere near its border, and has the outline of `look`, whatever its colour."""
        finder = self._finder(view.pose).only(look)
        for _, part in together([(cell, finder.window(cell))], view.rect):
            patch = self._patch(view, part)
            patch.open[:] = finer(~self._cover[part[1] : part[3], part[0] : part[2]], patch.open.shape)
            found = finder.find([cell], patch, (), self._standing(frozenset((cell,)), part))
            inside = [
                thing for thing in found if self.model.room(cell, thing.foot_mm) > WELL_INSIDE * self.model.pitch_mm
            ]
            return max(inside, key=lambda each: each.score, default=None)
        return None

    def _learn_floor(
        self, raster: NDArray[np.uint8], gain: Tone, pose: Pose, placement: Mapping[Cell, Contents]
    ) -> None:
        """Takes for floor what is empty in `placement` (what lies between cells, too) where nothing covers it."""
        standing = standing_room(self.model, pose, [cell for cell, contents in placement.items() if contents])
        coarse = tone(cv2.resize(raster, self._shape[::-1], interpolation=cv2.INTER_AREA).astype(np.uint8))
        expected = self.floor.coarse + self._gain_of((0, 0, self._shape[1], self._shape[0]))
        texture = compare_texture(coarse, expected, self.model.scale / COARSE)
        # what is strange on cells that are known to be empty is not of this game: a sheet of paper, a cup
        foreign = self._odd & ~standing & ((texture.missing > FOREIGN) | self._cover)
        closed = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
        self._foreign = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)) > 0
        covered = self._foreign | self._cover
        learnt = ~covered & pose.in_picture & ~standing
        self._memory[self._foreign] = (coarse - self._gain_of((0, 0, self._shape[1], self._shape[0])))[self._foreign]
        self._remembered |= self._foreign
        self.floor.learn(tone(raster) - gain, learnt, REFRESH)

    def colour_of(self, cell: Cell) -> tuple[int, int, int] | None:
        """The colour (BGR) in which an overlay outlines `cell`, None for an empty one."""
        if cell in self.hidden:
            return (150, 150, 150)
        evidence = self.evidence.get(cell)
        if evidence is None or not evidence.things:
            return None
        sure = max(thing.best for thing in evidence.things) > max(thing.unknown for thing in evidence.things) + 2
        return (80, 220, 60) if sure else (0, 190, 255)
