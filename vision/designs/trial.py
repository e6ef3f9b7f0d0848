"""Whether a tile lies in one place, which one, and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.claims import EXPLAINED
from vision.designs.corner_tags import CornerTags
from vision.designs.edges import edges_seen
from vision.designs.frame import Frames
from vision.designs.glance import Glance
from vision.designs.memory import TileMemory, strange_part
from vision.designs.prints import faced
from vision.designs.reader import DesignReader, Disc, Reading
from vision.designs.renderer import TileRenderer
from vision.found import Found
from vision.light import tone_of_rgb
from vision.spots import COARSE
from vision.view import View

READ_FROM = 0.78
"""Correlation of what is open of a tile with its print from which it is one; what is none stays below 0.6. With less it
is one if its paper looks as paper should, and its print explains most of it: a white ship hides its arrows."""
SHOWN, PAPER_HUE, PAPER_LIGHT = 0.55, 0.12, 0.35
"""Part of a face that its print must explain for that, and how far its paper may be off in hue and brightness, tone."""
SURELY = 0.85
"""Likeness, the part of what is open that the print explains, and the part that is no floor, from which, together, a
tile is seen as plainly as can be; and the sureness from which one is sure."""
FRAMED, UNFRAMED = 0.5, 0.3
"""Part of its frame from which a tile is read as surely as may be, and by how much less one without is."""
SUPPOSING = 0.3
"""By how much less a reading explains for which all of a tile would be hidden."""
HARDLY_SURE, HARDLY_EDGED = 0.5, 0.82
"""Sureness and part of the edges below which, both, nothing is a tile: what was read into crowds of pieces where none
lies has 0.43 and 0.78 at most, of 510 tiles with one piece or two on them the least 0.45 and, where so unsure, 0.84."""
STRANGE_PART, STRANGE_COVERED = 0.06, 0.3
"""Part of a tile that its print must explain better than the board does, which has arrows printed on it, too; and the
same of one that is not read well: a ship on a printed square is no tile."""
UNLIKE_FLOOR, HARDLY_STRANGE, MUST_BE_UNLIKE = 0.15, 0.15, 0.4
"""How much more alike a tile must be to its print than to what is printed on the board there (correlation); and by how
much more its print must explain what is strange than miss where floor is seen (parts of a tile) not to be asked for
more of that. Ships on printed squares: 0.26 and 0.08 at most in 28 such pictures; tiles: 0.37 and 0.2 at least, but for
one in a hundred with two ships on it."""
SURELY_STRANGE, EDGED, EDGED_LEAST = 0.4, 0.75, 0.5
"""The same difference from which a tile need not show most of its edges, which other tiles may touch; and the part of
them that it must show otherwise, and in any case."""
BEYOND_DOUBT, MOSTLY_OPEN = 0.93, 0.7
"""Likeness, and the part of a tile that is open, from which it need not show most of its edges either, and none if it
shows its frame; less need be open where the same one was read before. Glare bleaches edges, of tiles that have 0.98,
and so does a floor as pale as paper. Pieces on printed squares in twelve pictures: 0.91 at most, and of what is unlike
the floor 0.82."""


class Tried(msgspec.Struct, frozen=True):
    """A tile that may well lie in a place, and how surely it does."""

    sureness: float
    """Likeness, less where the print explains little or few edges or little of the frame are seen: 0 to 1."""
    tile: Found
    plainly: bool
    """Whether all that is open of it is seen as plainly as can be."""
    explains: float
    """How well it explains what is seen beside another reading of the same place: as surely as it does, less where it
    must suppose that something hides a part of it."""

    @property
    def settled(self) -> bool:
        """Whether no other place of its cell need be tried."""
        return self.sureness > SURELY or self.plainly


class Trials:
    """Tries places of one board for its tiles."""

    def __init__(self, model: BoardModel, reader: DesignReader, renderer: TileRenderer, memory: TileMemory) -> None:
        self._model = model
        self._reader, self._renderer, self._memory = reader, renderer, memory
        self._tags = CornerTags(model)

    @cached_property
    def frames(self) -> Frames:
        return Frames(self._model, self._reader.looks)

    @cached_property
    def paper(self) -> NDArray[np.float64]:
        """The tone of a tile's paper in even light (3)."""
        return tone_of_rgb(self._model.bodies[self._reader.looks[0]].rgb)

    def edged(self, view: View, middle_mm: tuple[float, float], turn_deg: float) -> float:
        """Part of the edges that is seen of a tile which lies there."""
        return edges_seen(view.pyramid.image, view.pose, self._model, middle_mm, turn_deg, self._reader.size_mm)

    def tried(
        self, look: Glance, middle_mm: tuple[float, float], turn_deg: float, discs: Sequence[Disc] = (), *, exact: bool
    ) -> Tried | None:
        """The tile that lies at `middle_mm`, turned by `turn_deg` clockwise, None where none does.

        `discs`: what is known to lie on it. `exact`: whether its place is known to 1 mm and 3°.
        """
        view, own = look.view, look.own_at(middle_mm)
        reading = self._reader.read(view.pyramid.image, view.pose, middle_mm, turn_deg, own, discs, exact=exact)
        if reading is None:
            return None
        reading = self._memory.recalled(reading)
        upright = _upright(reading)
        tag = self._tags.read(view.pyramid.image, view.pose, upright.middle_mm, upright.turn_deg, self._reader.size_mm)
        unlike = reading.likeness - reading.floor
        if tag is None and unlike < UNLIKE_FLOOR:
            return None
        edged = self.edged(view, upright.middle_mm, upright.turn_deg)
        plain_or_known = reading.open_ > MOSTLY_OPEN or self._memory.knows(upright)
        certain = reading.likeness > BEYOND_DOUBT and unlike > MUST_BE_UNLIKE and plain_or_known
        if edged < EDGED_LEAST and not certain:
            return None
        tile = self._renderer.found(view, upright if tag is None else upright.told(tag))
        strange, bare = _told_from_floor(view, tile)
        if strange < (STRANGE_PART if reading.likeness > READ_FROM else STRANGE_COVERED):
            return None
        if tag is None and unlike < MUST_BE_UNLIKE and strange - bare < HARDLY_STRANGE:
            return None
        if edged < EDGED and strange - bare < SURELY_STRANGE and not certain:
            return None
        framed = self.frames.part(view.pyramid.image, view.pose, tile.face_mm, tile.turn_deg)
        if edged < EDGED_LEAST and framed < FRAMED:
            return None
        off = tile.tone - look.paper(tile.face_mm, self.paper)
        as_paper = float(np.abs(off - off.mean()).max()) < PAPER_HUE and abs(float(off.mean())) < PAPER_LIGHT
        plain = reading.likeness > READ_FROM and not reading.on_it
        well = reading.likeness > SURELY and tile.shown > SURELY * reading.open_
        sure = tag is not None or plain or ((well or tile.shown > SHOWN) and as_paper)
        filled = strange_part(tile, view)
        plainly = well and filled > SURELY
        sureness = reading.likeness * (0.5 + 0.5 * tile.shown) * (0.7 + 0.3 * filled) * (1.0 if certain else edged)
        sureness *= 1 - UNFRAMED * (1 - min(max(framed, 0.0), FRAMED) / FRAMED)
        if tag is None and sureness < HARDLY_SURE and edged < HARDLY_EDGED:
            return None
        explains = sureness * (1 - SUPPOSING * (1 - reading.open_))
        return Tried(sureness, tile, plainly, explains) if sure else None


def _told_from_floor(view: View, tile: Found) -> tuple[float, float]:
    """Parts of a tile's silhouette that its print explains and the board's floor does not, and the other way about."""
    left, top, right, bottom = (value // COARSE for value in tile.rect)
    x, y = view.rect[:2]
    odd = view.odd[max(0, top - y) : max(0, bottom - y), max(0, left - x) : max(0, right - x)]
    if not odd.size or tile.density is None:
        return 0.0, 0.0
    inside, explained = tile.silhouette > 0.5, tile.density > EXPLAINED
    strange, bare = (
        float(cv2.resize((inside & part).astype(np.float32), odd.shape[::-1], interpolation=cv2.INTER_AREA)[of].sum())
        for part, of in ((explained, odd), (~explained, ~odd))
    )
    px = inside.size / odd.size / max(1.0, float(tile.silhouette.sum()))
    return strange * px, bare * px


def _upright(reading: Reading) -> Reading:
    """The same reading, its turn at most 45° from the way it points."""
    quarters = round(reading.turn_deg / 90)
    if not quarters:
        return reading
    looks = {faced(look, quarters): value for look, value in reading.looks.items()}
    return msgspec.structs.replace(
        reading, looks=looks, best=faced(reading.best, quarters), turn_deg=reading.turn_deg - 90 * quarters
    )
