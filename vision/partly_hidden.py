"""Tagged pieces of which fingers hide so much that no tag can be read: they are known by how their faces looked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.board_model import BoardModel, Body
from vision.evidence import identified
from vision.face_parts import FACE_PX, FaceParts, fitted
from vision.face_square import face_square
from vision.found import Found
from vision.known_pieces import tagged
from vision.light import Tone, tone
from vision.pose import Pose
from vision.spots import COARSE, parts
from vision.tags import Tag
from vision.view import View

COVERED = 0.1
"""Part of a cell from which something that covers it may hide a tag in it."""
WINDOW_PX = round(1.6 * FACE_PX)
"""Width of what is looked at around a cell's middle, px of `FACE_PX` a face."""
SEEN = 0.16
"""Share of a face that must be seen: of nine that fingers hid by half or more it was 0.18 to 0.49, of seven thousand
other comparisons below and beside arms 0.14 at most."""
TELLS = 40.0
"""Log likelihood by which a whole share tells tags from each other: of another, half hidden, 0.1 and less is seen."""


class _Glimpse(msgspec.Struct, frozen=True):
    """What is seen of a face: most likely that of `look`, by the share of it and those of others; where it stands."""

    look: Look
    share: float
    foot_mm: tuple[float, float]
    cell: Cell
    shares: Mapping[Look, float]


class PartlyHidden:
    """Remembers the faces of one board's tagged pieces, and finds them where fingers hide a part. Only round ones that
    bear their tag in the middle: of others nobody knows where their rim begins."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        bodies = model.bodies.values()
        self._bodies = {
            each.look: each for each in bodies if each.tag is not None and each.is_round and each.corner_tag is None
        }
        self._faces: dict[Look, FaceParts] = {}

    def remember(self, things: Iterable[Found], view: View) -> None:
        """Remembers what the faces look like of those `things` whose tags were read while nothing hung over them."""
        for thing in things:
            body = self._bodies.get(thing.best_look or "") if thing.read else None
            face = None if body is None else _face(view, thing.foot_mm, body, FACE_PX)
            known = None if face is None else FaceParts.of(face)
            if body is not None and known is not None:
                self._faces[body.look] = known

    def found(self, cells: Iterable[Cell], view: View, read: Sequence[Found], standing: Iterable[Found]) -> list[Found]:
        """Tagged pieces in those `cells` that something covers in part, beside those that were `read` and those
        `standing` elsewhere."""
        elsewhere = {thing.best_look for thing in (*read, *standing) if thing.read}
        if not self._faces.keys() - elsewhere:
            return []
        covered, taken = parts(self.model, view.cover.mask, view.rect), {thing.cell for thing in read if thing.read}
        asked = (cell for cell in sorted(cells) if covered[self.model.index[cell]] > COVERED and cell not in taken)
        floor = (~(view.odd | view.cover.mask)).astype(np.uint8)
        best = dict[Look, _Glimpse]()
        for seen in (self._glimpsed(cell, view, floor, elsewhere) for cell in asked):
            if seen is not None and (seen.look not in best or seen.share > best[seen.look].share):
                best[seen.look] = seen
        return [self._piece(seen, view.pose, elsewhere) for seen in best.values()]

    def _glimpsed(
        self, cell: Cell, view: View, floor: NDArray[np.uint8], elsewhere: Set[Look | None]
    ) -> _Glimpse | None:
        """What is seen of the face of a piece in `cell` that is none of those `elsewhere`; `floor`: 1 where it is seen
        in `view`."""
        middle, shares, best = self.model.cells[cell].centre, dict[Look, float](), None
        for look, face in self._faces.items():
            body = self._bodies[look]
            around = None if look in elsewhere else _face(view, middle, body, WINDOW_PX)
            fit = None if around is None else fitted(around, self._bare(view, floor, middle, body), face)
            if fit is None:
                continue
            shares[look] = fit.share
            foot = middle[0] + fit.off[0] * body.size_mm, middle[1] + fit.off[1] * body.size_mm
            if (best is None or fit.share > best.share) and self.model.cell_at(*foot)[0] == cell:
                best = _Glimpse(look, fit.share, foot, cell, shares)
        return best if best is not None and best.share >= SEEN else None

    def _bare(
        self, view: View, floor: NDArray[np.uint8], foot_mm: tuple[float, float], body: Body
    ) -> NDArray[np.bool_]:
        """Where in what is looked at around the face of a piece that stands there floor is seen: no face is there."""
        px_mm, (left, top) = self.model.scale / COARSE, view.rect[:2]
        step = body.size_mm / FACE_PX * px_mm
        x, y = (np.add(foot_mm, view.pose.lean_mm(foot_mm, body.height_mm)) * px_mm - (left, top)).tolist()
        first = step * (1 - WINDOW_PX) / 2 - 0.5
        to_view = np.array([(step, 0, x + first), (0, step, y + first)])
        how = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        return cv2.warpAffine(floor, to_view, (WINDOW_PX, WINDOW_PX), flags=how) > 0

    def _piece(self, seen: _Glimpse, pose: Pose, elsewhere: Set[Look | None]) -> Found:
        """What is `seen`; it may as well be one that was never looked at while nothing hung over it."""
        others = {look: -TELLS * (seen.share - seen.shares.get(look, 0.0)) for look in self._faces}
        looks = {look: others.get(look, 0.0) for look in self._bodies if look not in elsewhere}
        piece = tagged(self.model, pose, Tag(self._bodies[seen.look], seen.foot_mm, seen.cell))
        return msgspec.structs.replace(piece, looks=identified(looks, self.model.tagged))


def _face(view: View, foot_mm: tuple[float, float], body: Body, side_px: int) -> Tone | None:
    """The tones of the face of a piece that stands there, and of what is around it, seen from straight above."""
    shown = face_square(view.pyramid.image, view.pose, foot_mm, body.size_mm * side_px / FACE_PX, body.height_mm)
    if shown is None:
        return None
    how = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    face = cv2.warpPerspective(shown.picture, shown.way_back(side_px), (side_px, side_px), flags=how)
    return tone(face.astype(np.uint8, copy=False))
