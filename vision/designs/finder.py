"""Finds the tiles on a board, before anything else: what is printed on them is no piece that lies on them.

Knows where tiles may lie and which of these places to believe; not which pixels a tile has, which is the renderer's.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.board_model import FACE_PX, BoardModel, Body
from vision.designs.frame import Framed
from vision.designs.gamut import Gamut
from vision.designs.glance import Glance
from vision.designs.memory import TileMemory
from vision.designs.prints import FACINGS
from vision.designs.reader import DesignReader, Disc
from vision.designs.renderer import TileRenderer
from vision.designs.search import Search
from vision.designs.trial import EDGED_LEAST, HARDLY_SURE, Trials, Tried
from vision.found import Found
from vision.light import tone_of_rgb
from vision.palette import Rgb
from vision.pose import Pose
from vision.spots import COARSE
from vision.standing import foot_of
from vision.view import View

ENOUGH = 0.8
"""Sureness of a tile from which no place is tried that is farther away than `RIVAL`: such places have 0.77 at most."""
UNSEEN = 0.2
"""Part of its frame that at least is seen of any tile: with two ships on it 0.26."""
LIKELIEST = 2
"""Places of a cell that are tried at first: tiles that are seen well say how the others are lit."""
RIVAL = 0.2
"""Places so near to each other, in sizes of a tile, are taken for one another: its shaded side passes for its frame."""
RIM_PX = 5
"""The rim of a face has no colour of the print's: there is shade, and the edge of the card."""
HUES = (0.24, 0.12)
"""How far from a print's colours a tile's may be (tone): at first, and once some tiles were seen."""
READ_WELL, MOSTLY_SHOWN = 6.0, 0.75
"""Log odds that a tile is a known one, and the part of its face that its print must explain, from which it is
remembered: nothing lies on it."""
STAYING = 0.65
"""Likeness that a tile is given that is remembered and not read."""
OTHER_TONE = 0.4
"""Tone by which a channel of a piece is off that of paper for it to be no part of a tile: white is 0.11 off cream."""
EVEN, IN_DOUBT = 0.06, 1.0
"""How much more of two readings of one tile the first must explain to be believed, and its log odds against the second
where it does not."""
SAME, OVERLAP = 0.65, 0.85
"""Middles of two tiles are farther apart than this, in sizes; and what is nearer to a surer one than the other is no
tile if it is hardly sure: it is read from parts of both."""

NEAR_MM, NEAR_DEG = 1.5, 6.0
"""Places so near to each other, in a tile of 26 mm, are found from one another: a look tries 2 mm and 12° each way."""

Lain = tuple[tuple[float, float], float]
"""Where a tile may lie: its middle (mm) and how it is turned (degrees clockwise)."""


class TileFinder:
    """Finds and reads the tiles of one board. Where its pieces bear no prints that point somewhere, there are none."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self._reader = DesignReader(model)
        self._renderer = TileRenderer(model, self._reader.looks)
        self._memory = TileMemory()
        self._trials = Trials(model, self._reader, self._renderer, self._memory)
        self._framed: dict[Cell, list[Framed]] = {}
        self._read_beside: dict[tuple[float, float], list[Disc]] = {}
        self._last: Glance

    @property
    def looks(self) -> frozenset[Look]:
        """Looks of tiles."""
        return frozenset(self._reader.looks)

    @property
    def rgb(self) -> Rgb:
        """The colour of their paper."""
        return self.model.bodies[self._reader.looks[0]].rgb

    @cached_property
    def others(self) -> Mapping[Look, Body]:
        """The bodies of all pieces that are no tiles; of all, where there are only tiles."""
        others = {look: body for look, body in self.model.bodies.items() if look not in self.looks}
        return others or self.model.bodies

    def find(
        self,
        cells: Sequence[Cell],
        view: View,
        light: NDArray[np.float64],
        standing: Sequence[Found],
        upon: Sequence[Found] = (),
    ) -> list[Found]:
        """The tiles in or beside `cells`; `standing` are elsewhere and stay. `upon`: what is known to lie on tiles.

        `light`: how much brighter (tone) than printed a tile's paper is expected in each cell of the model (N × 3).
        Colours of tiles that are seen well say how others are lit, which ships cover. A tile that was read while it
        was open is looked for where it lay, and is what it was unless another one is seen there.
        """
        if not self._reader.looks or not cells:
            return []
        self._framed.clear()
        self._read_beside.clear()
        tried: list[Tried] = []
        found: list[Found] = []
        sure: list[Found] = []
        left = list(cells)
        for number, gamut in enumerate(self._gamuts, start=1):
            look = Glance(view, light, gamut, self.model)
            tried += self._tried_in(look, left, [*sure, *standing], upon, everywhere=number == len(self._gamuts))
            found = self._apart_from(standing, tried)
            if not found:
                continue
            sure = [each.tile for each in tried if each.sureness > ENOUGH]
            places = {self.model.cell_at(*tile.face_mm)[0] for tile in sure}
            left = [cell for cell in left if cell not in places]
            light = light + np.median(
                [tile.tone - look.paper(tile.face_mm, self._trials.paper) for tile in found], axis=0
            )
        self._last = Glance(view, light, self._gamuts[-1 if found else 0], self.model)
        return [self._upon(view, tile) for tile in (*found, *self._staying(view, cells, [*found, *standing]))]

    def _upon(self, view: View, tile: Found) -> Found:
        """`tile`, and below it what was read there before: its rim may show beside another that was laid upon it."""
        cell, _ = self.model.cell_at(*tile.face_mm)
        others = [] if cell is None else self._memory.below(cell, tile)
        seen = (self._renderer.found(view, self._memory.remembered(other, STAYING)).laid for other in others)
        beneath = (msgspec.structs.replace(each, beneath=True) for laid in seen for each in laid)
        return msgspec.structs.replace(tile, laid=(*beneath, *tile.laid))

    def _staying(self, view: View, cells: Iterable[Cell], others: Sequence[Found]) -> Iterator[Found]:
        """Tiles of `cells` that were read before and are not seen to have gone, where no other is read: what came to
        stand on them hides too much of their print, but not of their edges."""
        for before in filter(None, map(self._memory.within, cells)):
            apart = _apart(before.face_mm, others, SAME * self._reader.size_mm)
            if apart and self._trials.edged(view, before.face_mm, before.turn_deg) > EDGED_LEAST:
                yield self._renderer.found(view, self._memory.remembered(before, STAYING))

    def _tried_in(
        self,
        look: Glance,
        cells: Sequence[Cell],
        standing: Sequence[Found],
        upon: Sequence[Found],
        *,
        everywhere: bool,
    ) -> list[Tried]:
        """The tiles that are read in `cells` apart from those `standing` elsewhere, some in place of each other; `upon`
        are things that may lie on them; `everywhere` as for `_places`."""
        least_mm = SAME * self._reader.size_mm
        tried: list[Tried] = []
        for cell in cells:
            begun: list[Lain] = []
            widely: list[Lain] = []  # of these: a wider look from beside an exact one may find what that missed
            likely: Found | None = None
            for middle_mm, turn_deg, exact in self._places(look, cell, everywhere):
                if likely is not None and math.dist(middle_mm, likely.face_mm) > RIVAL * self._reader.size_mm:
                    continue
                if _apart(middle_mm, standing, least_mm) and not _near_one(
                    middle_mm, turn_deg, begun if exact else widely
                ):
                    begun.append((middle_mm, turn_deg))
                    if not exact:
                        widely.append((middle_mm, turn_deg))
                    discs = self._on(middle_mm, upon, look.view.pose)
                    read = self._trials.tried(look, middle_mm, turn_deg, discs, exact=exact)
                    if read is None:
                        continue
                    tried.append(read)
                    sure = read.sureness > ENOUGH
                    begun.append((read.tile.face_mm, read.tile.turn_deg))
                    if sure or not exact:
                        widely.append((read.tile.face_mm, read.tile.turn_deg))
                    if read.settled:
                        break
                    likely = read.tile if likely is None and sure else likely
        return tried

    def _apart_from(self, standing: Sequence[Found], tried: Sequence[Tried]) -> list[Found]:
        """Of tiles that were `tried` those that explain most first, as far as they lie apart from `standing` and each
        other; each doubted for rivals in its place that explain as much."""
        least_mm = SAME * self._reader.size_mm
        found: list[Found] = []
        for best in sorted(tried, key=lambda each: -each.explains):
            tile = best.tile
            if best.sureness < HARDLY_SURE and not _apart(tile.face_mm, found, OVERLAP * self._reader.size_mm):
                continue
            if _apart(tile.face_mm, [*found, *standing], least_mm):
                even = (each.tile for each in tried if best.explains - each.explains < EVEN)
                rivals = (each.best_look for each in even if not _apart(each.face_mm, [tile], least_mm))
                found.append(_doubting(tile, frozenset(rivals) - {tile.best_look}))
        return found

    def _places(self, look: Glance, cell: Cell, everywhere: bool) -> Iterator[tuple[tuple[float, float], float, bool]]:
        """Where a tile may lie in a cell, how it is turned, and whether that is exact: where one lay, where the frame
        of one is seen, and where a print is recognised, or, unless `everywhere`, by the likeliest frames alone."""
        before = self._memory.within(cell)
        if before is not None:
            yield before.face_mm, before.turn_deg, False
        for at_mm, turn_deg in itertools.islice(self._by_frame(look, cell), None if everywhere else LIKELIEST):
            yield at_mm, turn_deg, True
        if not everywhere:
            return
        middle_mm = self.model.cells[cell].centre
        for spot in self._search.around(look.channels, look.open_, look.view.rect[:2], middle_mm):
            yield spot.middle_mm, spot.turn_deg, False

    def _by_frame(self, look: Glance, cell: Cell) -> Iterator[Lain]:
        """Where tiles seem to lie in a cell by their frames, of which ships hide little; and how they are turned."""
        image, pose = look.view.pyramid.image, look.view.pose
        if cell not in self._framed:
            self._framed[cell] = self._trials.frames.around(look.view, self.model.cells[cell].centre)
        for number, framed in enumerate(self._framed[cell]):
            if not framed.exact:
                self._framed[cell][number] = framed = self._trials.frames.refined(image, pose, framed)
            if framed.part > UNSEEN:
                yield framed.middle_mm, framed.turn_deg

    def read_again(self, tiles: Iterable[Found], found: Sequence[Found]) -> list[Found]:
        """`tiles`, of the last look, beside what was `found` to lie on them."""
        again = []
        for tile in tiles:
            discs = self._on(tile.face_mm, found, self._last.view.pose)
            if not discs or self._read_beside.get(tile.face_mm) == discs:
                again.append(tile)
                continue
            other = self._best_at(self._placed_again(tile), discs)
            again.append(tile if other is None else self._upon(self._last.view, other))
            self._read_beside[again[-1].face_mm] = discs
        return again

    def _placed_again(self, tile: Found) -> Iterator[Lain]:
        """Where the frame of a tile is seen that was read, and where it was read, which what lies on it may falsify."""
        cell, _ = self.model.cell_at(*tile.face_mm)
        if cell is not None:
            near_mm = SAME * self._reader.size_mm
            yield from (each for each in self._by_frame(self._last, cell) if math.dist(each[0], tile.face_mm) < near_mm)
        yield tile.face_mm, tile.turn_deg

    def _best_at(self, places: Iterable[Lain], discs: Sequence[Disc]) -> Found | None:
        """The tile that explains what is seen best, at one of some places of the last look, known what lies there."""
        best: Tried | None = None
        begun: list[Lain] = []
        for middle_mm, turn_deg in places:
            if not _near_one(middle_mm, turn_deg, begun):
                begun.append((middle_mm, turn_deg))
                read = self._trials.tried(self._last, middle_mm, turn_deg, discs, exact=True)
                if read is not None and (best is None or read.explains > best.explains):
                    best = read
                if read is not None and (read.sureness > ENOUGH or read.plainly):
                    break
        return None if best is None else best.tile

    def beneath(self, cells: Iterable[Cell], tiles: Sequence[Found], found: Sequence[Found]) -> list[Found]:
        """Tiles of the last look in `cells` where none was read, below what was `found` to stand there: who knows what
        hides a part of a print reads the rest."""
        more: list[Found] = []
        plain = [thing for thing in found if self._unlike_paper(thing)]
        for cell in cells:
            middle_mm = self.model.cells[cell].centre
            here = [thing for thing in plain if math.dist(thing.face_mm, middle_mm) < self._reader.size_mm]
            if not here or not _apart(middle_mm, tiles, SAME * self._reader.size_mm):
                continue
            best = self._best_at(self._by_frame(self._last, cell), _discs(here, self._last.view.pose))
            if best is not None and _apart(best.face_mm, [*tiles, *more], SAME * self._reader.size_mm):
                more.append(self._upon(self._last.view, best))
        return more

    def _unlike_paper(self, thing: Found) -> bool:
        """Whether a thing surely is no part of a tile: it has another colour than paper, or its own drawing."""
        if thing.drawn is not None:
            return True
        look = thing.best_look
        if look is None or thing.known < 0:
            return False
        return bool(np.abs(tone_of_rgb(self.model.bodies[look].rgb) - self._trials.paper).max() > OTHER_TONE)

    def remember(self, tiles: Iterable[Found], view: View) -> None:
        """Keeps what those of `tiles` are on which nothing lies."""
        plain = (tile for tile in tiles if tile.known > READ_WELL and tile.shown > MOSTLY_SHOWN)
        self._memory.keep((tile for tile in plain if tile.cell), view)

    def forget_gone(self, cells: Iterable[Cell], view: View) -> None:
        """Forgets the tiles in `cells` that are seen to have gone."""
        self._memory.forget_gone(cells, view)

    def _on(self, middle_mm: tuple[float, float], found: Iterable[Found], pose: Pose) -> list[Disc]:
        """The round things that lie on the tile at `middle_mm`, as far as they are seen."""
        reach = self._reader.size_mm
        return _discs((each for each in found if math.dist(each.face_mm, middle_mm) < reach), pose)

    @cached_property
    def _gamuts(self) -> tuple[Gamut, ...]:
        inner = slice(RIM_PX, FACE_PX - RIM_PX)
        prints = [self._renderer.tones[look][inner, inner] for look in self._reader.looks if look.endswith(FACINGS[0])]
        return tuple(Gamut(prints, hue) for hue in HUES)

    @cached_property
    def _search(self) -> Search:
        return Search(self.model, self._reader.looks, self.model.scale / COARSE)


def _apart(middle_mm: tuple[float, float], tiles: Iterable[Found], least_mm: float) -> bool:
    return all(math.dist(middle_mm, tile.face_mm) > least_mm or tile.outline.is_round for tile in tiles)


def _discs(found: Iterable[Found], pose: Pose) -> list[Disc]:
    """The round ones of what was `found`, as they are seen."""
    return [
        Disc(each.face_mm, each.outline.size_mm / 2, foot_of(each.face_mm, each.height_mm, pose))
        for each in found
        if each.outline.is_round
    ]


def _near_one(middle_mm: tuple[float, float], turn_deg: float, lain: Iterable[Lain]) -> bool:
    """Whether a tile supposed there would be found where one of `lain` was: a look finds what is so near."""
    return any(math.dist(middle_mm, at) < NEAR_MM and abs(turn_deg - turn) < NEAR_DEG for at, turn in lain)


def _doubting(tile: Found, rivals: frozenset[Look | None]) -> Found:
    """A tile that was read as one of `rivals`, too, from a place that is hardly another, and as well."""
    best = max(tile.looks.values())
    looks = {look: max(value, best - IN_DOUBT) if look in rivals else value for look, value in tile.looks.items()}
    return msgspec.structs.replace(tile, looks=looks)
