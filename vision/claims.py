"""What explains every pixel of a patch so far: the bare board, or the best of the things found on it."""

from __future__ import annotations

from typing import Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.bodies import Mask, roomier
from vision.floor import FLOOR_PEAK
from vision.light import OFFSET, Tone, median
from vision.palette import Rgb
from vision.pose import Rect
from vision.rects import cut, meet, wider, within

UNKNOWN = -2.5
"""Log density of the tone of a thing of which nothing is known: even over about 12 units of tone space."""
EXPLAINED = UNKNOWN + 1.0
"""Log density from which a thing explains a pixel that it covers; where it does not, another may lie on top of it."""
STRANGE_ENOUGH = 8.0
"""Squared deviation from which a pixel stands out enough for things to be looked for."""
ODD = 10.0
"""The same from which it is no floor."""
SHADED, LEAST_BARE, SPARSE = 0.12, 0.1, 4
"""Darkening of the floor in a window, tone, that is shade on all of it; the part of the window that must be bare floor
for that to be told; of how many pixels each way one is asked."""
LEAST_VALUE = 1.0
"""Least value of a channel (0…255) that is compared with another."""
RIM_MM = 1.2
"""Around a thing its edge, its shadow and the floor mix."""
RIM_SAYS = 0.25
"""Weight of such pixels."""


class Laid(msgspec.Struct, frozen=True):
    """A flat thing as the floor of what lies on it: `rect` is where it is seen, `whole` marks it there, `inside` its
    face, which is expected in `tones`; `misfit`: squared deviation of what is seen from these. Its paper, of the colour
    `rgb`, is seen in the tone `paper`. `beneath`: it may lie there below another, or may have gone."""

    rect: Rect
    whole: NDArray[np.bool_]
    inside: NDArray[np.bool_]
    tones: Tone
    misfit: NDArray[np.float32]
    rgb: Rgb
    paper: NDArray[np.float64]
    beneath: bool = False


class Patch(msgspec.Struct, frozen=True):
    """A part of the fine raster as seen: everything that is needed to find things in it.

    Arrays have the size of `rect`, but `gain`, present light beside the reference's, and `known`, where the floor was
    seen empty and not in print alone (None: everywhere), which have half of it each way.
    `misfit`: squared deviation from the floor; `open`: 1 where nothing covers the board; `floor`: tones of the bare
    board in the present light; `unlit`: how much less likely than by its misfit a pixel is floor, because only an
    unlikely shadow explains it; `overhung`: whether a hand is so near that its shadow may lie there; `handled`: whether
    one is over the board at all; `laid`: what is a part of the floor to other things; `stood`: looks and middles (mm)
    of the faces that were seen while no hand was; `changed`: where it no longer looks as it did then, and `lay`: where
    a thing or a shadow lay then (both as large as `known`, None if nothing is told of that).
    """

    rect: Rect
    seen: Tone
    misfit: NDArray[np.float32]
    open: NDArray[np.float32]
    gain: Tone
    floor: Tone
    unlit: NDArray[np.float32]
    overhung: bool = False
    handled: bool = False
    laid: tuple[Laid, ...] = ()
    known: NDArray[np.bool_] | None = None
    stood: tuple[tuple[Look, tuple[float, float]], ...] = ()
    changed: NDArray[np.bool_] | None = None
    lay: NDArray[np.bool_] | None = None

    def part(self, rect: Rect) -> tuple[slice, slice]:
        """Where in the arrays a `rect` inside the patch is."""
        x, y = self.rect[:2]
        return slice(rect[1] - y, rect[3] - y), slice(rect[0] - x, rect[2] - x)

    def gain_at(self, row: int, column: int) -> NDArray[np.float32]:
        """Present light beside the reference's at a pixel of `rect`."""
        height, width = self.misfit.shape
        at: NDArray[np.float32] = self.gain[row * self.gain.shape[0] // height, column * self.gain.shape[1] // width]
        return at

    def known_in(self, part: tuple[slice, slice]) -> NDArray[np.bool_]:
        """Where in a `part` of the arrays the floor was seen empty."""
        return self._finer(self.known, part, default=True)

    def changed_in(self, part: tuple[slice, slice]) -> NDArray[np.bool_]:
        """Where in a `part` of the arrays it no longer looks as it did."""
        return self._finer(self.changed, part, default=False)

    def lay_in(self, part: tuple[slice, slice]) -> NDArray[np.bool_]:
        """Where in a `part` of the arrays a thing or a shadow lay."""
        return self._finer(self.lay, part, default=False)

    def _finer(self, told: NDArray[np.bool_] | None, part: tuple[slice, slice], default: bool) -> NDArray[np.bool_]:
        rows, columns = (np.arange(each.start, each.stop) for each in part)
        if told is None:
            return np.full((len(rows), len(columns)), default)
        height, width = self.misfit.shape
        return told[np.ix_(rows * told.shape[0] // height, columns * told.shape[1] // width)]

    def shade_in(self, part: tuple[slice, slice], but: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """How much darker (BGR tones, negative) the floor in a `part` of the arrays is than expected, `but` where that
        is set: a shadow on the floor lies on its pieces, too. 0 where none does."""
        sparse = slice(None, None, SPARSE), slice(None, None, SPARSE)
        bare = (self.misfit[part][sparse] < ODD) & (self.open[part][sparse] > 0.5)
        if but is not None:
            bare &= ~but[sparse]
        if np.count_nonzero(bare) < LEAST_BARE * bare.size:
            return np.zeros(3)
        off = median((self.seen[part][sparse] - self.floor[part][sparse])[bare]).astype(np.float64)
        return off if off.mean() < -SHADED else np.zeros(3)

    def dimmed_in(self, part: tuple[slice, slice]) -> NDArray[np.float64] | None:
        """How many times the expected light (BGR) falls on the floor in a `part` of the arrays, and on what lies on it;
        None where no shade lies, as `shade_in` tells."""
        off = self.shade_in(part)
        if not off.any():
            return None
        floor = self.floor[part].mean(axis=(0, 1), dtype=np.float64)
        lit, shaded = (np.maximum(np.exp(tones) - OFFSET, LEAST_VALUE) for tones in (floor, floor + off))
        return np.asarray(shaded / lit, np.float64)

    def around(self, spot: Spot, margin: int) -> tuple[NDArray[np.bool_], tuple[slice, slice]]:
        """The pixels of `spot` in a window that reaches `margin` px beyond it, as far as the patch goes; and where in
        the patch's arrays that window is."""
        area = within(wider(spot.rect, margin), self.rect)
        own = np.zeros((max(0, area[3] - area[1]), max(0, area[2] - area[0])), np.bool_)
        x0, y0, x1, y1 = within(spot.rect, area)
        if x1 > x0 and y1 > y0:
            left, top = spot.rect[:2]
            own[y0 - area[1] : y1 - area[1], x0 - area[0] : x1 - area[0]] = (
                spot.silhouette[y0 - top : y1 - top, x0 - left : x1 - left] > 0.5
            )
        return own, self.part(area)


class Spot(Protocol):
    """A thing as far as it covers pixels."""

    @property
    def rect(self) -> Rect: ...
    @property
    def silhouette(self) -> Mask: ...


class Claim(Spot, Protocol):
    """A thing as far as pixels are concerned. `density`: log density of each of them for this thing, None for sure."""

    @property
    def density(self) -> NDArray[np.float32] | None: ...
    def is_at(self, look: Look | None, face_mm: tuple[float, float]) -> bool: ...


class Claims:
    """The things that explain a patch. `best`: log density of each pixel for its best explanation; `taken`: pixels that
    a thing explains; `weight`: what pixels say to others, less beside a thing; `strange`: pixels that stand out."""

    def __init__(self, patch: Patch, scale: float) -> None:
        self.patch = patch
        self.floor: NDArray[np.float32] = np.multiply(patch.misfit, np.float32(-0.5))
        self.floor += np.float32(FLOOR_PEAK)
        self.floor -= patch.unlit
        np.maximum(self.floor, np.float32(UNKNOWN), out=self.floor)
        self.strange: NDArray[np.bool_] = (patch.misfit > STRANGE_ENOUGH) & (patch.open > 0.5)
        self.best = self.floor.copy()
        self.taken: NDArray[np.bool_] = np.zeros(self.best.shape, np.bool_)
        self.weight: NDArray[np.float32] = np.ones(self.best.shape, np.float32)
        self._scale = scale
        self._rim = max(1, round(RIM_MM * scale))
        self._claims: list[Claim] = []
        self._struck: dict[Cell, list[Claim]] = {}
        self._touched: list[Rect] = []

    def with_misfit(self, rect: Rect, misfit: NDArray[np.float32]) -> Claims:
        """The same of what `rect` shows, where the floor is off by `misfit` (squared deviation, for each pixel)."""
        patch, part = self.patch, self.patch.part(rect)
        own = msgspec.structs.replace(
            patch,
            rect=rect,
            seen=patch.seen[part],
            floor=patch.floor[part],
            misfit=misfit,
            open=patch.open[part],
            unlit=patch.unlit[part],
        )
        claims = Claims(own, self._scale)
        claims.best[:] = np.where(self.taken[part], self.best[part], claims.best)
        claims.taken[:], claims.weight[:] = self.taken[part], self.weight[part]
        return claims

    @property
    def changes(self) -> int:
        """How often anything was added, struck out or removed."""
        return len(self._touched)

    def unchanged(self, rect: Rect, since: int) -> bool:
        """Whether all that was changed after the first `since` changes lies outside `rect`."""
        return not any(meet(rect, each) for each in self._touched[since:])

    def add(self, claim: Claim) -> None:
        """One more thing explains what it covers."""
        self._claims.append(claim)
        self._touched.append(wider(claim.rect, self._rim))
        self._apply(claim, self.patch.rect)

    def all_stand(self, rect: Rect) -> bool:
        """Whether something stood in `rect` while no hand was over the board, and all of that stands there still."""
        x0, y0, x1, y1 = (each / self._scale for each in rect)
        there = [(look, (x, y)) for look, (x, y) in self.patch.stood if x0 <= x < x1 and y0 <= y < y1]
        return bool(there) and all(any(each.is_at(*one) for each in self._claims) for one in there)

    def covered_part(self, claim: Claim) -> float:
        """Part of what it covers that things cover, too, or what hangs over the board."""
        left, top, right, bottom = claim.rect
        own = claim.silhouette > 0.5
        covered = np.zeros_like(own)
        x0, y0, x1, y1 = within(claim.rect, self.patch.rect)
        if x1 > x0 and y1 > y0:
            hung = self.patch.open[self.patch.part((x0, y0, x1, y1))] < 0.5
            covered[y0 - top : y1 - top, x0 - left : x1 - left] = hung
        for other in self._claims:
            x, y, beyond, below = other.rect
            if x < right and left < beyond and y < bottom and top < below:  # of hundreds hardly one
                x0, y0, x1, y1 = within(claim.rect, other.rect)
                theirs = other.silhouette[y0 - y : y1 - y, x0 - x : x1 - x]
                covered[y0 - top : y1 - top, x0 - left : x1 - left] |= theirs > 0.5
        return float((covered & own).sum()) / max(float(own.sum()), 1.0)

    def left_for(self, cell: Cell, rect: Rect) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """What explains the pixels of `rect` where things in `cell` are looked for, as `best` and `taken`: what was
        struck out there explains what it covers, too, where something hangs over the board, and is taken anywhere."""
        part = self.patch.part(rect)
        best, taken = self.best[part], self.taken[part]
        struck = [each for each in self._struck.get(cell, []) if meet(each.rect, rect)]
        if struck:
            best, taken = best.copy(), taken.copy()
        for each in struck:
            area = within(each.rect, rect)
            _strike(each, area, cut(best, rect, area) if self.patch.overhung else None, cut(taken, rect, area))
        return best, taken

    def strike(self, claim: Claim, cell: Cell, perhaps_of_next: bool) -> None:
        """What it covers is no thing in `cell`: nothing is looked for there any more. What is too small a part of a
        piece for one that stands in this cell may well be one that stands in the next.

        Where something hangs over the board, it is none in any cell, and a patch of that is explained by it, too: or
        the very same would be found again in place of the piece beside it. Not what is `perhaps_of_next`: as much of
        the next cell's piece as is seen from here, and what of a hand is beside it.
        """
        if perhaps_of_next or not self.patch.overhung:
            self._struck.setdefault(cell, []).append(claim)
            return
        area = within(claim.rect, self.patch.rect)
        part = self.patch.part(area)
        _strike(claim, area, self.best[part], self.taken[part])
        self._touched.append(area)

    def unstrike(self, cell: Cell) -> None:
        """What was struck out in `cell` may be a part of a thing that is looked for there once more."""
        self._struck.pop(cell, None)

    def remove(self, claim: Claim) -> None:
        """The thing is taken out again: what it covers is explained by the others."""
        self._claims = [other for other in self._claims if other is not claim]
        self._touched.append(wider(claim.rect, self._rim))
        area = within(wider(claim.rect, self._rim), self.patch.rect)
        if area[2] <= area[0] or area[3] <= area[1]:
            return
        part = self.patch.part(area)
        self.best[part] = self.floor[part]
        self.taken[part] = False
        self.weight[part] = 1.0
        for other in self._claims:
            if meet(wider(other.rect, self._rim), area):
                self._apply(other, area)

    def _apply(self, claim: Claim, limits: Rect) -> None:
        """Explains by `claim` what it covers within `limits`, and makes what is beside it say less."""
        rim = self._rim
        wide = wider(claim.rect, rim)
        area = within(wide, limits)
        if area[2] <= area[0] or area[3] <= area[1]:
            return
        part = self.patch.part(area)
        own = (slice(area[1] - wide[1], area[3] - wide[1]), slice(area[0] - wide[0], area[2] - wide[0]))
        silhouette = roomier(claim.silhouette, rim)
        grown = cv2.dilate(silhouette, np.ones((2 * rim + 1, 2 * rim + 1), np.uint8))[own]
        inside = silhouette[own] > 0.5
        beside = (grown > 0.3) & ~inside
        self.weight[part][beside] = RIM_SAYS
        if claim.density is None:
            density = np.where(inside, np.float32(FLOOR_PEAK), np.float32(UNKNOWN))
        else:
            density = roomier(claim.density, rim, UNKNOWN)[own]
        explained = inside & (density > EXPLAINED)
        self.taken[part] |= explained
        best = self.best[part]
        best[explained] = np.maximum(best, density)[explained]


def _strike(claim: Claim, area: Rect, best: NDArray[np.float32] | None, taken: NDArray[np.bool_]) -> None:
    """Marks what a claim covers of an `area` as `taken`, and as explained by it in `best`."""
    inside = cut(claim.silhouette, claim.rect, area) > 0.5
    taken |= inside
    if best is not None and claim.density is not None:
        best[inside] = np.maximum(best, cut(claim.density, claim.rect, area))[inside]
