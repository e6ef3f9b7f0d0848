"""Fits a piece to one cell's window: where it stands, what outline and what colour it has, how well all that fits."""

from __future__ import annotations

import math
from collections.abc import Mapping

import cv2
import msgspec
import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import Body
from vision.bodies import INNER_TAG, Bank, Mask, size_prior
from vision.evidence import SUREST
from vision.floor import FLOOR_PEAK
from vision.light import Tone
from vision.palette import VEIL, Palette, colour_loglik, distance
from vision.pose import Rect

UNKNOWN = -2.5
"""Log density of the tone of a thing of which nothing is known: even over about 12 units of tone space."""
PIXEL_LIMIT = 5.0
"""No pixel says more than this, whatever its colour."""
GRAIN_MM2 = 6.0
"""Area over which pixels say the same thing twice: blur, and edges that all move with one small error of place."""
SHAPE_GRAIN_MM2 = 10.0
"""The same for telling shapes apart, which lives on edges alone."""
SHAPE_LIMIT = 9.0
"""No outline speaks more clearly than this: pieces are worn, and lie on their like."""
FACE_HUE = 0.07
"""Spread of a channel's tone over one face: noise, print, reflections."""
INK_PARTS = (0.25, 0.5, 0.75, 1.0)
"""Strengths of ink on a face's pixels; a camera far above blurs drawing and ground."""
INK_COST = 1.6
"""Log of the number of those."""
DRAWN_WEIGHT = 3.0
"""Independent opinions that the pixels of one drawn face are worth about its colour."""
HIDDEN_COST = 1.0
"""What a pixel costs that is neither floor nor the piece's colour."""
SIDE_BRIGHT = 0.6
"""Standard deviation of the brightness of a piece's side, which faces another way than its top."""
SIDE_SHARE = 0.5
"""Weight of the side against the face: its light is known badly."""
RING_MM = (0.8, 2.4)
"""The ring around a piece in which another colour must begin, mm from its edge."""
FOOT_BEYOND_MM = 1.5
"""How far beyond the cell's border a foot is still looked for."""
RIM_KNOWN = 4.0
"""Log odds that a face with black and white print and a rim of a known colour is a tagged piece."""
PRINTED = 0.07
"""Part of what stands out that must be black, and white, for a tag to be looked for."""
BLACK_SHARE = (0.3, 0.92)
"""Part of a tag's inner face that is black: its border alone is more than a third, one white module is always there."""
LEAST_PART = 0.35
"""Part of the smallest piece's face that must stand out from the floor for anything to be looked for."""
SAMPLE = 250
"""Pixels by which colours are chosen that are worth a closer look."""
LEADING = 3
"""Outlines of each shape whose place is refined."""
CLIMB = 4
"""Steps by which a rough place is improved, px each."""


class Window(msgspec.Struct, frozen=True):
    """What is seen around one cell. Arrays have the size of `rect` (fine raster).

    `floor`: log density of each pixel for the bare board, at least `UNKNOWN`; `free`: 1 where the pixel may be used.
    `expected`: tones of the palette's colours here (C × 3). `lean`: foot to face in px for 1 mm of height.
    `outline`: of the cell, N × 2, px of the window.
    """

    rect: Rect
    seen: Tone
    floor: NDArray[np.float32]
    free: NDArray[np.float32]
    expected: NDArray[np.float64]
    lean: tuple[float, float]
    outline: NDArray[np.float64]


class Fit(msgspec.Struct, frozen=True):
    """A piece of some colour at some place. `scores` are those of all outlines of the bank there."""

    colour: int
    tagged: bool
    height_mm: float
    place: tuple[int, int]
    """Row and column of the face's middle in the window."""
    scores: NDArray[np.float64]
    score: float
    best: int
    """Number of the best outline in the bank."""


class Judgement(msgspec.Struct, frozen=True):
    """What the fitted piece may be. `looks`: log likelihood of each; `known`: log odds that it is a known piece."""

    looks: Mapping[Look, float]
    known: float
    tone: NDArray[np.float64]
    visible: float


class Fitter:
    """Fits pieces of `bodies` with `bank` and `palette`; `colour_blind` goes by outline alone."""

    def __init__(self, bodies: Mapping[Look, Body], bank: Bank, palette: Palette, colour_blind: bool = False) -> None:
        self.bodies = bodies
        self.bank = bank
        self.palette = palette
        self.colour_blind = colour_blind
        self.spreads = palette.spreads()
        self.heights = _heights(bodies.values())
        self._tag_outlines = self._outlines_of_tags()
        self.plain_colours = frozenset(palette.index[body.rgb] for body in bodies.values() if body.tag is None)
        self.tag_colours = frozenset(palette.index[body.rgb] for body in bodies.values() if body.tag is not None)

    def _outlines_of_tags(self) -> NDArray[np.intp]:
        """Outlines of tagged pieces: these are made, not found in a drawer, and have their declared size."""
        declared = {body.size_mm for body in self.bodies.values() if body.tag is not None}
        near = [self.bank.discs[np.argmin(np.abs(self.bank.sizes[self.bank.discs] - size))] for size in declared]
        return np.unique(np.array(near, np.intp))

    def best(self, window: Window) -> Fit | None:
        """The fit that explains most of the window, or None where nothing stands out from the floor."""
        odd = (window.free > 0.5) & (window.floor < FLOOR_PEAK - 4)
        if odd.sum() < 16 * self.bank.scale**2:
            return None
        maps = _Maps(self, window)
        usual = self.heights[0]
        middle = odd & maps.feet(usual)
        smallest = 0.6 * float(self.bank.sizes.min()) ** 2 * self.bank.scale**2
        if middle.sum() < LEAST_PART * smallest:
            return None
        fits = [self._climbed(maps, colour, tagged, usual, None) for colour, tagged in self._likely(window, middle)]
        real = [fit for fit in fits if fit is not None and (not fit.tagged or maps.looks_printed(fit))]
        best = max(real, key=lambda fit: fit.score, default=None)
        if best is None:
            return None
        for height in self.heights[1:]:
            other = self._climbed(maps, best.colour, best.tagged, height, best)
            if other is not None and other.score > best.score:
                best = other
        return best

    def _likely(self, window: Window, odd: NDArray[np.bool_]) -> list[tuple[int, bool]]:
        """Colours (and whether with a tag) that may explain what stands out at the pixels `odd`."""
        if self.colour_blind:
            return [(self.palette.index[body.rgb], False) for body in self.bodies.values()][:1]
        step = max(1, int(odd.sum()) // SAMPLE)
        sample, floor = window.seen[odd][::step, None], window.floor[odd][::step, None]
        gain = self.density(sample, window.expected, self.spreads[0]) - floor
        mass = np.clip(gain, 0, PIXEL_LIMIT).sum(axis=0)
        if mass.max() <= 0:
            return []
        plain = sorted(self.plain_colours, key=lambda number: -float(mass[number]))
        likely = [(number, False) for number in plain[:2] if mass[number] > 0.85 * mass[plain[0]]]
        black, white = (
            (self._share(gain, number) for number in self.palette.black_white) if self.tag_colours else (0, 0)
        )
        if min(black, white) > PRINTED:
            tags = sorted(self.tag_colours, key=lambda number: -float(mass[number]))
            likely += [(number, True) for number in tags[:2]]
        return likely

    def _share(self, gain: NDArray[np.floating], number: int) -> float:
        """Part of sampled pixels that this colour explains about as well as any other does."""
        return float((gain[:, number] > np.maximum(gain.max(axis=1) - 1.0, 0)).mean())

    def density(
        self, seen: Tone, expected: NDArray[np.floating], bright: NDArray[np.floating] | np.floating
    ) -> NDArray[np.floating]:
        """Log density of tones (… × 3) for the faces of colours (… × 3)."""
        squared, volume = distance(seen, expected, np.asarray(bright), FACE_HUE, VEIL)
        return np.asarray(-0.5 * squared - volume - np.float32(1.5 * math.log(2 * math.pi)))

    def _climbed(self, maps: _Maps, colour: int, tagged: bool, height: float, near: Fit | None) -> Fit | None:
        """The best fit of a colour and height, from `near` or else from the likeliest place on."""
        allowed = maps.feet(height)
        place = near.place if near is not None else maps.roughly(colour, tagged, allowed)
        if place is None:
            return None
        layers = maps.layers(colour, tagged, height)
        for _ in range(CLIMB):
            totals = self._scores(layers, place, self.bank.discs, reach=1)
            totals[cropped(allowed.astype(np.float32), place, 1).ravel() == 0] = -np.inf
            offset = int(np.argmax(totals.max(axis=1)))
            if offset == 4 or not np.isfinite(totals[offset]).any():
                break
            place = (place[0] + offset // 3 - 1, place[1] + offset % 3 - 1)
        outlines = self._tag_outlines if tagged else np.arange(len(self.bank.outlines))
        scores = np.full(len(self.bank.outlines), -np.inf)
        scores[outlines] = self._scores(layers, place, outlines, reach=0)[0]
        # the place was found with discs: the best of each shape may lie a pixel beside it
        leading = np.concatenate([self._leading(scores, True), self._leading(scores, False)])
        scores[leading] = np.maximum(scores[leading], self._scores(layers, place, leading, reach=1).max(axis=0))
        scores /= self.bank.scale**2 * GRAIN_MM2
        best = int(np.argmax(scores))
        return Fit(colour, tagged, height, place, scores, float(scores[best]), best)

    def _leading(self, scores: NDArray[np.float64], is_round: bool) -> NDArray[np.intp]:
        """The best few outlines of a shape."""
        alike = np.flatnonzero((self.bank.is_round == is_round) & np.isfinite(scores))
        return alike[np.argsort(-scores[alike])[:LEADING]]

    def _scores(
        self,
        layers: list[tuple[NDArray[np.float32], Mask]],
        place: tuple[int, int],
        outlines: NDArray[np.intp],
        reach: int,
    ) -> NDArray[np.float64]:
        """How well each of `outlines` fits at each place within `reach` px of `place`: places × outlines."""
        places = (2 * reach + 1) ** 2
        totals = np.zeros((places, len(outlines)), np.float64)
        for values, masks in layers:
            side = masks.shape[1]
            crop = cropped(values, place, side // 2 + reach)
            windows = _windows(crop, side).reshape(places, side * side)
            chosen = masks if len(outlines) == len(masks) else masks[outlines]
            # not a matrix product: BLAS would start threads for it, which costs more than it is worth beside others
            totals += np.einsum("ij,kj->ik", windows, chosen.reshape(len(outlines), side * side))
        return totals

    def judge(self, window: Window, fit: Fit) -> Judgement:
        """What the piece of `fit` may be."""
        maps = _Maps(self, window)
        face = self.bank.faces[fit.best]
        tone, visible, covered = maps.tone(fit, face)
        shades = colour_loglik(tone, window.expected, self.spreads)
        peak_each = 1.0
        if self.palette.ink and not fit.tagged:
            shades, peak_each = maps.drawn(fit, face), DRAWN_WEIGHT
        if fit.tagged:
            shades, covered = maps.rim(fit)
        alike = {look: body for look, body in self.bodies.items() if (body.tag is not None) == fit.tagged}
        likelihood = {look: float(shades[self.palette.index[body.rgb]]) for look, body in alike.items()}
        peak = max(likelihood.values())
        shaped = {look: self._shape(fit, body) for look, body in alike.items()}
        top = max(value for look, value in shaped.items() if likelihood[look] > peak - SUREST)
        strength = min(fit.score, SUREST)
        looks = {
            look: strength + (likelihood[look] - peak) + max(-SHAPE_LIMIT, shaped[look] - top)
            for look in alike
            if likelihood[look] > peak - SUREST
        }
        spill = 0.0 if fit.tagged else maps.spill(fit, face)
        known = (
            (RIM_KNOWN if fit.tagged else peak / peak_each - UNKNOWN)
            - 10 * max(0.0, 0.7 - covered)
            - 8 * max(0.0, 0.45 - visible)
        )
        return Judgement(looks, known - 12 * max(0.0, spill - 0.25), tone, visible)

    def _shape(self, fit: Fit, body: Body) -> float:
        """Log likelihood of the body's outline, up to a constant."""
        same = self.bank.is_round == body.is_round
        values = fit.scores[same] * GRAIN_MM2 / SHAPE_GRAIN_MM2 + size_prior(self.bank.sizes[same], body.size_mm)
        return float(values.max())


class _Maps:
    """One window, with the maps that fits are scored on."""

    def __init__(self, fitter: Fitter, window: Window) -> None:
        self.fitter, self.window = fitter, window
        self._layers: dict[tuple[int, bool], NDArray[np.float32]] = {}

    def layer(self, colour: int, side: bool = False) -> NDArray[np.float32]:
        """How much better than floor each pixel is explained by the face (or side) of `colour`."""
        key = (colour, side)
        if key not in self._layers:
            window, fitter = self.window, self.fitter
            if fitter.colour_blind:
                gain = np.where(window.floor < FLOOR_PEAK - 5, 1.5, -2.0)
            else:
                density = self.density(colour, side)
                # a finger, a gloss or a neighbour may hide a part of any piece
                gain = np.maximum(density, UNKNOWN - HIDDEN_COST) - window.floor
            share = SIDE_SHARE if side else 1.0
            self._layers[key] = (np.clip(gain, -PIXEL_LIMIT, PIXEL_LIMIT) * window.free * share).astype(np.float32)
        return self._layers[key]

    def density(self, colour: int, side: bool = False) -> NDArray[np.floating]:
        """Log density of each pixel for the face (or side) of `colour`, plain or with ink of some strength on it."""
        window, fitter = self.window, self.fitter
        bright = np.float32(SIDE_BRIGHT if side else fitter.spreads[0][colour])
        density = fitter.density(window.seen, window.expected[colour].astype(np.float32), bright)
        ink = fitter.palette.ink.get(colour)
        if ink is None or side:
            return density
        base, drawn = (np.exp(window.expected[number]) for number in (colour, ink))
        for part in INK_PARTS:
            mixed = np.log((1 - part) * base + part * drawn).astype(np.float32)
            density = np.maximum(density, fitter.density(window.seen, mixed, bright) - INK_COST)
        return density

    def layers(self, colour: int, tagged: bool, height: float) -> list[tuple[NDArray[np.float32], Mask]]:
        """Maps and the masks (K × side × side) with which they count."""
        bank = self.fitter.bank
        sides = bank.sides((round(self.window.lean[0] * height), round(self.window.lean[1] * height)))
        if not tagged:
            return [(self.layer(colour), bank.faces), (self.layer(colour, side=True), sides)]
        black, white = (self.layer(number) for number in self.fitter.palette.black_white)
        half = (math.log(2) * self.window.free).astype(np.float32)
        printed, rim = np.maximum(black, white) - half, np.maximum(self.layer(colour), white) - half
        return [(printed, bank.inner), (rim, bank.faces - bank.inner), (self.layer(colour, side=True), sides)]

    def roughly(self, colour: int, tagged: bool, allowed: NDArray[np.bool_]) -> tuple[int, int] | None:
        """Where the face's middle is about, its foot being in the cell."""
        bank = self.fitter.bank
        middling = float(np.median(bank.sizes))
        if tagged:
            black, white = (self.layer(number) for number in self.fitter.palette.black_white)
            values = np.maximum(np.maximum(black, white), self.layer(colour))
        else:
            values = self.layer(colour)
        side = round(0.85 * middling * bank.scale) | 1
        total = cv2.blur(values, (side, side), borderType=cv2.BORDER_CONSTANT)
        if not allowed.any():
            return None
        total[~allowed] = -np.inf
        row, column = np.unravel_index(int(np.argmax(total)), total.shape)
        return int(row), int(column)

    def feet(self, height: float) -> NDArray[np.bool_]:
        """Places of the face's middle for which the foot stands in the cell."""
        lean = self.window.lean
        points = self.window.outline + np.array([lean[0] * height, lean[1] * height])
        mask = np.zeros(self.window.free.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
        beyond = max(1, round(FOOT_BEYOND_MM * self.fitter.bank.scale))
        return cv2.dilate(mask, np.ones((2 * beyond + 1, 2 * beyond + 1), np.uint8)) > 0

    def tone(self, fit: Fit, face: Mask) -> tuple[NDArray[np.float64], float, float]:
        """Median tone of the visible face, the part of it that is visible, the part of that which fits its colour."""
        sure = cv2.erode(face, np.ones((3, 3), np.uint8)) > 0.9
        inside = sure & (self._cut(self.window.free, fit, face) > 0.9)
        if inside.sum() < 4:
            return self.window.expected[fit.colour], 0.0, 0.0
        fits = self._cut(self.layer(fit.colour), fit, face)[inside] > 0
        part = float(inside.sum()) / max(float(sure.sum()), 1.0)
        if fit.colour in self.fitter.palette.ink or self.fitter.colour_blind:
            inside = self._bare(fit, inside)
        return self._median(fit, inside), part, float(fits.mean())

    def _bare(self, fit: Fit, inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Of a drawn face's pixels, the third that is least like the ink."""
        ink = self.fitter.palette.ink.get(fit.colour)
        if ink is None:
            return inside
        off = self.window.seen - self.window.expected[ink].astype(np.float32)
        far = self._cut(np.sqrt(np.square(off).sum(axis=2)), fit, inside)
        limit = float(np.percentile(far[inside], 66))
        return inside & (far >= limit)

    def drawn(self, fit: Fit, face: Mask) -> NDArray[np.float64]:
        """How well each colour explains a face that may be drawn upon: mean log density of its pixels, weighted."""
        sure = cv2.erode(face, np.ones((3, 3), np.uint8)) > 0.9
        inside = sure & (self._cut(self.window.free, fit, face) > 0.9)
        values = np.full(len(self.fitter.palette.colours), -SUREST)
        if inside.sum() < 4:
            return np.zeros(len(values))
        for number in self.fitter.plain_colours:
            density = np.maximum(self._cut(self.density(number), fit, face)[inside], UNKNOWN - 1)
            values[number] = DRAWN_WEIGHT * float(density.mean())
        return values

    def rim(self, fit: Fit) -> tuple[NDArray[np.float64], float]:
        """How well each colour explains a tagged piece's rim (the white square's corners reach into it), and the part
        of the rim that the best one explains."""
        fitter = self.fitter
        bank, white = fitter.bank, fitter.palette.black_white[1]
        face = bank.faces[fit.best]
        y, x = np.indices(face.shape) - face.shape[0] // 2
        wide = np.hypot(x, y) > INNER_TAG * bank.sizes[fit.best] * bank.scale
        rim = (face > 0.9) & wide & (self._cut(self.window.free, fit, face) > 0.9)
        values = np.full(len(fitter.palette.colours), -SUREST)
        paper = self._cut(self.layer(white), fit, face)[rim]
        explained = 0.0
        for number in fitter.tag_colours:
            gain = np.maximum(self._cut(self.layer(number), fit, face)[rim], paper)
            values[number] = float(np.maximum(gain, -1).sum()) / bank.scale**2 / GRAIN_MM2
            if gain.size and values[number] >= values.max():
                explained = float((gain > 0).mean())
        return values, explained

    def looks_printed(self, fit: Fit) -> bool:
        """Whether the face has the black and the white of a tag, and not one of them alone."""
        inner = self.fitter.bank.inner[fit.best]
        black, white = (self._cut(self.layer(number), fit, inner) for number in self.fitter.palette.black_white)
        inside = (inner > 0.9) & (self._cut(self.window.free, fit, inner) > 0.9)
        share = float((black > white)[inside].mean()) if inside.any() else 0.0
        return BLACK_SHARE[0] < share < BLACK_SHARE[1]

    def _median(self, fit: Fit, inside: NDArray[np.bool_]) -> NDArray[np.float64]:
        channels = [self._cut(self.window.seen[..., number], fit, inside)[inside] for number in range(3)]
        return np.array([np.median(channel) for channel in channels], np.float64)

    def _cut(self, values: NDArray[np.floating], fit: Fit, like: NDArray[np.generic]) -> NDArray[np.floating]:
        return cropped(values, fit.place, like.shape[0] // 2)

    def spill(self, fit: Fit, face: Mask) -> float:
        """Part of the ring around the face and side that has the same colour: a piece ends, a sleeve goes on."""
        scale = self.fitter.bank.scale
        lean = (round(self.window.lean[0] * fit.height_mm), round(self.window.lean[1] * fit.height_mm))
        face = np.pad(face, max(abs(each) for each in lean))
        whole = np.maximum(face, np.roll(face, (-lean[1], -lean[0]), axis=(0, 1)))
        inner, outer = (max(1, round(width * scale)) for width in RING_MM)
        room = np.pad(whole, outer)
        ring = cv2.dilate(room, np.ones((2 * outer + 1,) * 2, np.uint8)) - cv2.dilate(
            room, np.ones((2 * inner + 1,) * 2, np.uint8)
        )
        free = (ring > 0.5) & (self._cut(self.window.free, fit, ring) > 0.9)
        if free.sum() < 8:
            return 0.0
        return float((self._cut(self.layer(fit.colour), fit, ring)[free] > 1.5).mean())


def _heights(bodies: object) -> tuple[float, ...]:
    """Heights that are tried: one, or two where pieces differ much."""
    values = [body.height_mm for body in bodies]  # type: ignore[attr-defined]
    if not values:
        return (0.0,)
    low, high = min(values), max(values)
    return ((low + high) / 2,) if high - low < 1.5 else (low + 0.25 * (high - low), high - 0.25 * (high - low))


def _windows(values: NDArray[np.floating], side: int) -> NDArray[np.floating]:
    """Every window of `side` × `side` in a square picture (`sliding_window_view`, without its checks)."""
    values = np.ascontiguousarray(values)
    count = values.shape[0] - side + 1
    return as_strided(values, (count, count, side, side), values.strides * 2, writeable=False)


def cropped(values: NDArray[np.floating], place: tuple[int, int], half: int) -> NDArray[np.floating]:
    """A square of `values` around `place`, zeros beyond the border."""
    row, column = place
    top, left, bottom, right = row - half, column - half, row + half + 1, column + half + 1
    inner = values[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    if inner.shape == (2 * half + 1, 2 * half + 1):
        return inner
    wide = np.zeros((2 * half + 1, 2 * half + 1), values.dtype)
    y, x = max(0, -top), max(0, -left)
    wide[y : y + inner.shape[0], x : x + inner.shape[1]] = inner
    return wide
