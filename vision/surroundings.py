"""What is seen of the floor around a pile of pieces, and how dark it would be if the pile were so high."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

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
COARSER = 2
"""Pixels of the raster each way in which shadows are drawn, and of which one is made that is compared: what is fitted
are areas, of which none is as small."""
BESIDE_PX = 2
"""Drawing takes in pixels so far beside what is drawn at most."""
LEAST_BLUR_PX = 0.3
"""Blur below which none is made."""
FAR, LEAST_PX, ENOUGH_PX = 0.03, 8, 400
"""Part of a shadow below which a pixel lies in none; pixels below which nothing can be told, and that tell enough."""


Number = TypeVar("Number", np.uint8, np.float32)


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
        self._standing = [each.outline_mm + each.foot(each.height_mm) for each in things]
        self._feet = np.array([each.foot(each.height_mm) for each in things]).reshape(-1, 2)
        self._heights = np.array([each.height_mm for each in things])[:, None]
        limits = [(each.min(axis=0), each.max(axis=0)) for each in self._standing]
        self._low, self._high = (
            (np.array(each).reshape(-1, 2) for each in zip(*limits)) if limits else (self._feet,) * 2
        )
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
    of these pixels to the mm; `highest_mm`: up to which height it may be asked."""

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
        self.pile, self.scale, self.highest_mm = solid(top, model), model.scale / COARSER, highest_mm
        self.pieces, self.seen_mm = len(pile), sum(each.height_mm for each in pile)
        x0, y0, x1, y1 = within(wider(top.rect, round(reach_mm * model.scale)), patch.rect)
        self._shape = (max(0, (y1 - y0) // COARSER), max(0, (x1 - x0) // COARSER))
        self._rect: Rect = (x0, y0, x0 + COARSER * self._shape[1], y0 + COARSER * self._shape[0])
        part = patch.part(self._rect)
        near = [
            each
            for each in everything
            if each is not top and meet(wider(each.rect, round(reach_mm * model.scale)), self._rect)
        ]
        self._others = Neighbours([solid(each, model) for each in near], self._rect, model.scale)
        if not all(self._shape):
            self._usable, self.darker = np.zeros(0, np.intp), np.zeros(0, np.float32)
            return
        off = cv2.subtract(patch.seen[part], patch.floor[part])
        darker = -brightness(off)
        hues = energy(off) - 3 * np.square(darker)
        things = seen_in([top, *near], self._rect, model) | (self._mask(self.pile.body(highest_mm)) > 0)
        rim = max(1, round(RIM_MM * model.scale))
        things = cv2.dilate(things.astype(np.uint8), np.ones((2 * rim + 1,) * 2, np.uint8)) > 0
        usable = ~things & (patch.open[part] > 0.5) & patch.known_in(part) & (hues < BOUNCED**2)
        usable &= (darker > BRIGHTER) & (darker < DARKER)
        self._usable = np.flatnonzero(self._coarse(usable.astype(np.float32)) == 1)
        self.darker = self._coarse(darker).ravel()[self._usable]

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
        return self._coarse(self._mask(*solids_mm)).astype(np.float32) / np.float32(255)

    def _mask(self, *solids_mm: NDArray[np.float64]) -> NDArray[np.uint8]:
        """Which of the raster's pixels lie within such hulls: 255, and 0 elsewhere."""
        mask = np.zeros(tuple(COARSER * each for each in self._shape), np.uint8)
        for corners_mm in solids_mm:
            hull = cv2.convexHull(corners_mm.astype(np.float32))[:, 0]
            places = (hull * (COARSER * self.scale) - self._rect[:2] - 0.5) * 16
            cv2.fillConvexPoly(mask, np.round(places).astype(np.int32), 255, cv2.LINE_8, 4)
        return mask

    def _coarse(self, raster: NDArray[Number]) -> NDArray[Number]:
        """The means of what the pixels that are compared are made of."""
        return np.asarray(cv2.resize(raster, self._shape[::-1], interpolation=cv2.INTER_AREA), raster.dtype)


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
