"""What is seen of the floor around a pile of pieces, and how dark it would be if the pile were so high."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.bodies import TURNS, corners
from vision.cast_shadows import BOUNCED
from vision.claims import Patch
from vision.found import Found
from vision.lamp import Lamp
from vision.leftover import seen_in
from vision.light import brightness, energy
from vision.pose import Rect
from vision.rects import meet, wider, within

RIM_MM = 1.0
"""Around things their edges and the floor mix."""
BRIGHTER, DARKER = -0.4, 1.2
"""Tones between which the floor is darker than it was, if that is a shadow."""
FINER = 2
"""Pixels each way into which one is divided where shadows are drawn."""
BESIDE_PX = 2
"""Drawing takes in pixels so far beside what is drawn at most."""
LEAST_BLUR_PX = 0.3
"""Blur below which none is made."""
FAR, LEAST_PX, ENOUGH_PX = 0.03, 30, 400
"""Part of a shadow below which a pixel lies in none; pixels below which nothing can be told, and that tell enough."""


class Solid(msgspec.Struct, frozen=True):
    """A thing that casts a shadow. `face_mm`: where its face seems to lie on the board; `lean`: how far (mm) it seems
    to lie from where it is for each mm of its height; `outline_mm` (N × 2): corners of its face around its middle."""

    face_mm: NDArray[np.float64]
    lean: NDArray[np.float64]
    height_mm: float
    outline_mm: NDArray[np.float64]

    def body(self, height_mm: float) -> NDArray[np.float64]:
        """Corners (mm) of what is seen of it and what it lies on, its face being so high."""
        return np.concatenate([self.outline_mm + self.face_mm, self.outline_mm + self.foot(height_mm)])

    def shadow(self, height_mm: float, lamp: Lamp) -> NDArray[np.float64]:
        """The same of the shadow on the board, seen or not."""
        foot = self.foot(height_mm)
        cast = np.array(lamp.cast_at((float(foot[0]), float(foot[1]))))
        return _swept(self.outline_mm + foot, height_mm * cast)

    def foot(self, height_mm: float) -> NDArray[np.float64]:
        """Where (mm) it stands, its face being so high."""
        return np.asarray(self.face_mm - height_mm * self.lean, np.float64)


class Neighbours:
    """Things that cast shadows on what `rect` of a raster with `scale` px/mm shows."""

    def __init__(self, things: Sequence[Solid], rect: Rect, scale: float) -> None:
        self._feet = np.array([each.foot(each.height_mm) for each in things]).reshape(-1, 2)
        self._heights = np.array([each.height_mm for each in things])[:, None]
        self._standing = [each.outline_mm + foot for each, foot in zip(things, self._feet)]
        self._low = np.array([each.min(axis=0) for each in self._standing]).reshape(-1, 2)
        self._high = np.array([each.max(axis=0) for each in self._standing]).reshape(-1, 2)
        self._rect_mm = (np.array(rect[:2]) - BESIDE_PX) / scale, (np.array(rect[2:]) + BESIDE_PX) / scale

    def shadows(self, lamp: Lamp) -> Iterator[NDArray[np.float64]]:
        """Corners (mm) of those of their shadows that fall into the rectangle, as `Solid.shadow` has them."""
        cast = np.array(lamp.cast) + lamp.apart * (self._feet - np.array(lamp.middle_mm))
        falls = self._heights * cast
        low, high = self._low + np.minimum(falls, 0), self._high + np.maximum(falls, 0)
        meets = (high > self._rect_mm[0]).all(axis=1) & (low < self._rect_mm[1]).all(axis=1)
        return (_swept(self._standing[each], falls[each]) for each in np.flatnonzero(meets).tolist())


class Surroundings:
    """The floor around a pile. `darker`: how much darker (tone) those of its pixels are, row by row, of which that can
    be told; `pile` is the uppermost thing of it, of which `pieces` are seen, upon each other `seen_mm` high. `scale`:
    px/mm; `highest_mm`: up to which height it may be asked."""

    def __init__(
        self,
        top: Found,
        pile: Sequence[Found],
        everything: Sequence[Found],
        patch: Patch,
        model: BoardModel,
        highest_mm: float,
        reach_mm: float,
    ) -> None:
        self.pile, self.scale, self.highest_mm = solid(top, model), model.scale, highest_mm
        self.pieces, self.seen_mm = len(pile), sum(each.height_mm for each in pile)
        rect: Rect = within(wider(top.rect, round(reach_mm * model.scale)), patch.rect)
        part = patch.part(rect)
        self._corner_px: tuple[float, float] = rect[:2]
        """Where their corner is, on a raster of that scale."""
        self._shape = (max(0, rect[3] - rect[1]), max(0, rect[2] - rect[0]))
        near = [
            each
            for each in everything
            if each is not top and meet(wider(each.rect, round(reach_mm * model.scale)), rect)
        ]
        self._others = Neighbours([solid(each, model) for each in near], rect, model.scale)
        if not all(self._shape):
            self._usable, self.darker = np.zeros(0, np.intp), np.zeros(0, np.float32)
            return
        off = cv2.subtract(patch.seen[part], patch.floor[part])
        darker = -brightness(off)
        hues = energy(off) - 3 * np.square(darker)
        things = seen_in([top, *near], rect, model) | (self._drawn(self.pile.body(highest_mm)) > FAR)
        rim = max(1, round(RIM_MM * model.scale))
        things = cv2.dilate(things.astype(np.uint8), np.ones((2 * rim + 1,) * 2, np.uint8)) > 0
        usable = ~things & (patch.open[part] > 0.5) & patch.known_in(part) & (hues < BOUNCED**2)
        self._usable = np.flatnonzero(usable & (darker > BRIGHTER) & (darker < DARKER))
        self.darker = darker.ravel()[self._usable]

    def sparser(self) -> Surroundings:
        """The same, but every second pixel alone, each way: enough where many piles are asked together."""
        fewer, (height, width) = copy(self), self._shape
        fewer.scale = self.scale / 2
        fewer._corner_px = (self._corner_px[0] - 0.5) / 2, (self._corner_px[1] - 0.5) / 2
        fewer._shape = ((height + 1) // 2, (width + 1) // 2)
        rows, columns = np.divmod(self._usable, max(1, width))
        kept = (rows % 2 == 0) & (columns % 2 == 0)
        fewer._usable = rows[kept] // 2 * fewer._shape[1] + columns[kept] // 2
        fewer.darker = self.darker[kept]
        return fewer

    @property
    def tells(self) -> bool:
        """Whether enough is seen."""
        return len(self.darker) >= LEAST_PX

    def shaded(self, height_mm: float, lamp: Lamp) -> NDArray[np.float32]:
        """How much of a shadow (0…1) each pixel would lie in, if the pile were so high."""
        shadow = self._drawn(self.pile.shadow(height_mm, lamp), *self._others.shadows(lamp))
        blur = lamp.soft_mm * self.scale
        if blur > LEAST_BLUR_PX:
            shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), blur), np.float32)
        return shadow.ravel()[self._usable]

    def level(self, shaded: NDArray[np.float32]) -> float:
        """How much darker the floor is where no shadow falls, these pixels being so much `shaded` at most."""
        far = self.darker[shaded < FAR]
        return float(np.median(far[:: max(1, len(far) // ENOUGH_PX)])) if len(far) >= LEAST_PX else 0.0

    def _drawn(self, *solids_mm: NDArray[np.float64]) -> NDArray[np.float32]:
        """The part (0…1) of each pixel that lies within the hull of the corners of any of some solids."""
        height, width = self._shape
        mask = np.zeros((height * FINER, width * FINER), np.uint8)
        for corners_mm in solids_mm:
            hull = cv2.convexHull(corners_mm.astype(np.float32))[:, 0]
            places = ((hull * self.scale - self._corner_px) * FINER - 0.5) * 16
            cv2.fillConvexPoly(mask, np.round(places).astype(np.int32), 255, cv2.LINE_8, 4)
        return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.float32) / np.float32(255)


def _swept(outline: NDArray[np.float64], by: NDArray[np.float64]) -> NDArray[np.float64]:
    """Corners of what an `outline` (N × 2) covers as it is moved `by` so much."""
    return np.concatenate([outline, outline + by])


def solid(found: Found, model: BoardModel) -> Solid:
    """A thing as far as it casts a shadow: one whose drawing is recognised is known exactly, others are fitted a little
    too large where something sticks out below them."""
    lean, drawn = np.array(found.lean), found.drawn
    if drawn is None:
        outline = found.outline
        turn_deg = 90 * outline.turn / TURNS
        own = corners(outline.is_round, outline.size_mm, turn_deg)
        return Solid(np.array(found.face_mm), lean, found.height_mm, own)
    body = model.bodies[found.best_look or ""]
    return Solid(np.array(drawn.at_mm), lean, found.height_mm, corners(body.is_round, body.size_mm, drawn.turn_deg))
