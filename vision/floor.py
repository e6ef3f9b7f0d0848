"""What the empty board looks like today, and how well a pixel fits that, shadows and small misfits allowed for."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.light import (
    BRIGHTEST,
    PACKED,
    Packed,
    Print,
    Tone,
    bright_of,
    brightness,
    energy,
    fit_gain,
    fit_print,
    packed,
    sampled,
    spread,
    strips,
    tile_count,
    tiled,
    tone,
    unpacked,
    usual_change,
)
from vision.pose import Rect
from vision.rects import part_of

BRIGHT_SPREAD, HUE_SPREAD = 0.026, 0.02
"""Standard deviations of a floor pixel's tone beside what is expected, in brightness and hue (a length over the three
channels), measured on recordings after the light was fitted."""
ART_SPREAD = 1.8
"""By how much these are larger where the floor was never seen empty and only the art says what it looks like."""
MISFIT = 0.28
"""Part of the tone's range among a pixel's neighbours that registration may be off by."""
NOISE = 4.0
"""Standard deviation of a channel's noise, 0…255."""
SHADOW_COST, SHADOW_COST_PER_TONE = 2.0, 6.0
"""What it costs (squared deviations) to explain a darker pixel by a shadow, and by a deeper one."""
SHADOW_DEPTH = 1.3
"""Deepest usual shadow, tone: a lamp's shadow in a room with some other light."""
DEEPER = 0.15
"""How far (standard deviation, tone) one may be deeper still."""
SHADOW_HUE = 0.07
"""How much hue may change in a shadow, per tone of darkening: it is lit by the room and not by the lamp."""
FAR = np.float32(1e9)
"""More than any squared deviation."""
BAND_PX = 64
"""Rows of the fine raster that are learnt at a time: the whole takes 15 MB in each of several arrays."""
NEIGHBOURS = np.ones((3, 3), np.uint8)


class Floor:
    """The empty board under today's light.

    What it looks like, in the light of the reference, is kept of the fine raster; `seen` marks coarse pixels that were
    truly seen empty, the others come from the art. `print` says how printed colours look here.
    """

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self.tiles = tile_count(model.size_mm)
        self._fine: Packed = packed(tone(model.art))
        self._art_tiles = unpacked(cv2.resize(self._fine, self.tiles, interpolation=cv2.INTER_AREA).astype(np.uint16))
        height, width = self._fine.shape[:2]
        self.seen: NDArray[np.bool_] = np.zeros((height // 2, width // 2), np.bool_)
        self._coarse: Packed = np.zeros((height // 2, width // 2, 3), np.uint16)
        self.coarse_slack: NDArray[np.float32] = np.zeros((height // 2, width // 2), np.float32)
        self.print: Print | None = None
        self._refresh()

    def bootstrap(self, coarse: Tone, trust: NDArray[np.float32], texture: NDArray[np.float32]) -> None:
        """Learns today's light from the art: `coarse` are tones of the board as seen, with whatever lies on it.

        `trust` and `texture` (rows × columns of tiles) as for `light.fit_print`.
        """
        seen = tiled(coarse, self.tiles)
        self.print = fit_print(self._art_tiles, seen, trust, texture)
        height, width = self._fine.shape[:2]
        for top in range(0, height, BAND_PX):
            band = slice(top, min(height, top + BAND_PX))
            printed = cv2.transform(tone(self.model.art[band]), self.print.matrix)
            light = spread(self.print.light, (width, height), (0, top, width, band.stop))
            self._fine[band] = packed(np.minimum(np.add(printed, light, out=printed), np.float32(BRIGHTEST)))
        self.seen[:] = False
        self._refresh()

    def learn(self, seen: Tone, rect: Rect, empty: NDArray[np.bool_], share: float) -> None:
        """Takes `seen` (fine tones in the reference's light) of `rect` (coarse) for the floor where `empty` is set.

        `share`: weight of what is new where the floor had been seen before. `settle` is due when all of it was taken.
        """
        x0, y0, x1, y1 = rect
        known = self.seen[y0:y1, x0:x1]
        weight = np.where(known, np.float32(share), np.float32(1.0)) * empty
        fine = cv2.resize(weight, seen.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        kept = self._fine[2 * y0 : 2 * y1, 2 * x0 : 2 * x1]
        kept[:] = packed(cv2.blendLinear(seen, unpacked(kept), fine, 1 - fine).astype(np.float32, copy=False))
        known |= empty

    def settle(self, rect: Rect) -> None:
        """Follows what was learnt in `rect` (coarse)."""
        self._refresh(rect)
        if self.print is not None:
            rest = self.tile_tones - cv2.transform(self._art_tiles, self.print.matrix)
            self.print = Print(self.print.matrix, cv2.GaussianBlur(rest, (0, 0), 0.8).astype(np.float32))

    def _refresh(self, rect: Rect | None = None) -> None:
        """Follows what is kept of the fine raster in `rect` (coarse)."""
        height, width = self.seen.shape
        x0, y0, x1, y1 = (0, 0, width, height) if rect is None else rect
        part = self._fine[2 * y0 : 2 * y1, 2 * x0 : 2 * x1]
        halved = cv2.resize(part, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        self._coarse[y0:y1, x0:x1] = halved
        coarse = self.tones((0, 0, width, height))
        self.tile_tones = tiled(coarse, self.tiles)
        self.coarse_slack[y0:y1, x0:x1] = _slack(coarse, (x0, y0, x1, y1))

    def tones(self, rect: Rect) -> Tone:
        """What `rect` (coarse) looks like in the reference's light."""
        return unpacked(self._coarse[part_of(rect)])

    @property
    def bright(self) -> NDArray[np.float32]:
        """How bright the coarse raster is."""
        return bright_of(self._coarse)

    def gain(self, coarse: Tone, trust: NDArray[np.float32], texture: NDArray[np.float32]) -> Tone:
        """How much brighter each tile is in `coarse` (tones of the coarse raster) than in the reference."""
        height, width = self.seen.shape
        return fit_gain(usual_change(self.tones((0, 0, width, height)), coarse, self.tiles), trust, texture)

    def colour_at(self, tone_printed: NDArray[np.float64], at_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """How printed tones (C × 3) look at places (N × 2, mm) in the reference's light: N × C × 3."""
        if self.print is None:
            return np.broadcast_to(tone_printed, (len(at_mm), *tone_printed.shape)).astype(np.float64)
        light = sampled(self.print.light, at_mm / np.array(self.model.size_mm))
        return (tone_printed @ self.print.matrix.T)[None] + light[:, None]

    def expected(self, gain: Tone, rect: Rect, coarse: bool, out: Tone | None = None) -> Tone:
        """Tones of the floor in `rect` (fine, or coarse raster px) where the light is `gain` beside the reference's.

        They are written to `out` if that is given, which may be `gain` itself.
        """
        x0, y0, x1, y1 = rect
        kept = (self._coarse if coarse else self._fine)[y0:y1, x0:x1]
        expected = np.empty(kept.shape, np.float32) if out is None else out
        for strip in strips(kept.shape):
            bare = unpacked(kept[strip])
            np.minimum(np.add(bare, gain[strip], out=bare), np.float32(BRIGHTEST), out=expected[strip])
        return expected

    def beside(
        self, seen: Tone, gain: Tone, rect: Rect, shade_hue: NDArray[np.float32] | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], float]:
        """How bright the floor is in `rect` (coarse) where the light is `gain` beside the reference's, the squared
        deviation of what is `seen` there, and the part of the floor that is burnt out in some channel. `shade_hue` is
        as for `deviation`.

        A few rows at a time: what is expected of a whole board takes 4 MB, which is time as well.
        """
        x0, y0, x1, y1 = rect
        bright, squared = (np.empty(seen.shape[:2], np.float32) for _ in range(2))
        burnt = 0
        for strip in strips(squared.shape):
            row = (x0, y0 + strip.start, x1, min(y1, y0 + strip.stop))
            expected = self.expected(gain[strip], row, coarse=True)
            bright[strip] = brightness(expected)
            burnt += int(np.count_nonzero(expected >= BRIGHTEST))
            squared[strip] = self.misfit(seen[strip], expected, row, coarse=True, shade_hue=shade_hue)
        return bright, squared, burnt / max(1, seen.size)

    def misfit(
        self, seen: Tone, expected: Tone, rect: Rect, coarse: bool, shade_hue: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Squared deviation of `seen` from the `expected` floor per pixel of `rect` (fine, or coarse raster px);
        `shade_hue` is as for `deviation`."""
        x0, y0, x1, y1 = rect
        slack = self.coarse_slack[y0:y1, x0:x1] if coarse else self._fine_slack(rect)
        known = self.seen[y0:y1, x0:x1] if coarse else self.seen[y0 // 2 : (y1 + 1) // 2, x0 // 2 : (x1 + 1) // 2]
        if known.all():
            return deviation(seen, expected, slack, shade_hue=shade_hue)
        if not coarse:
            known = np.repeat(np.repeat(known, 2, axis=0), 2, axis=1)[y0 % 2 :, x0 % 2 :][: y1 - y0, : x1 - x0]
        widen = np.where(known, np.float32(1.0), np.float32(ART_SPREAD**2))
        smeared = _smeared(self._coarse if coarse else self._fine, rect) * ~known
        return deviation(seen, expected, slack, widen, np.maximum(slack, smeared, out=smeared), shade_hue)

    def _fine_slack(self, rect: Rect) -> NDArray[np.float32]:
        x0, y0, x1, y1 = rect
        left = max(0, x0 - 1)
        slack = np.empty((y1 - y0, x1 - x0), np.float32)
        for strip in strips(slack.shape):
            first, last = y0 + strip.start, y0 + strip.stop
            top = max(0, first - 1)
            around = unpacked(self._fine[top : last + 1, left : x1 + 1])
            slack[strip] = _slack(around, (x0 - left, first - top, x1 - left, last - top))
        return slack


def deviation(
    seen: Tone,
    expected: Tone,
    slack: NDArray[np.float32],
    widen: NDArray[np.float32] | float = 1.0,
    of_hue: NDArray[np.float32] | None = None,
    shade_hue: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """Squared deviations of `seen` from `expected` tones, a shadow being a cheap explanation.

    `slack`: variance per pixel from misfit, `of_hue` that of its hue where it is another; `widen`: factor on the
    model's own variances; `shade_hue`: how shadows change the hue per tone of darkening, if they do.
    """
    squared = np.empty(seen.shape[:2], np.float32)
    for strip in strips(squared.shape):
        wide = widen[strip] if isinstance(widen, np.ndarray) else widen
        hue_slack = None if of_hue is None else of_hue[strip]
        squared[strip] = _deviation(seen[strip], expected[strip], slack[strip], wide, hue_slack, shade_hue)
    return squared


def _deviation(
    seen: Tone,
    expected: Tone,
    slack: NDArray[np.float32],
    widen: NDArray[np.float32] | float,
    of_hue: NDArray[np.float32] | None,
    shade_hue: NDArray[np.float32] | None,
) -> NDArray[np.float32]:
    """The same of a few rows. It works in the arrays that it has made, for new ones take as long as the sums."""
    off, base = cv2.subtract(seen, expected), brightness(seen)
    bright = brightness(off)
    np.minimum(base, base - bright, out=base)
    squared = np.multiply(bright, bright)
    hue = energy(off)
    hue -= 3 * squared
    if shade_hue is not None:
        shaded = energy(off + np.clip(bright, -SHADOW_DEPTH, 0)[..., None] * shade_hue)
        shaded -= 3 * squared
        np.minimum(hue, shaded, out=hue)
    np.maximum(hue, 0, out=hue)
    np.exp(np.multiply(base, -2, out=base), out=base)
    base *= NOISE**2
    base += slack
    plain = np.divide(squared, base + widen * np.float32(BRIGHT_SPREAD**2), out=squared)
    # what is lighter is in no shadow; what is darker may be, and in a very deep one hardly ever
    lit, light = bright > 0, np.clip(bright, -SHADOW_DEPTH, 0)
    shadow = light * np.float32(-SHADOW_COST_PER_TONE)
    shadow += np.float32(SHADOW_COST)
    deeper = np.subtract(light, bright, out=bright)
    deeper *= ~lit
    if deeper.any():
        deeper *= np.float32(1 / DEEPER)
        shadow += np.multiply(deeper, deeper, out=deeper)
    np.maximum(shadow, np.multiply(lit, FAR), out=shadow)  # copying where a mask says takes ten times as long
    np.minimum(plain, shadow, out=plain)
    if of_hue is not None:
        base += of_hue - slack
    base += widen * np.float32(HUE_SPREAD**2)
    light *= np.float32(SHADOW_HUE)
    base += np.multiply(light, light, out=light)
    plain += np.divide(hue, base, out=hue)
    return plain


def _slack(tones: Tone, rect: Rect) -> NDArray[np.float32]:
    """The variance by which a small error of registration may change the tone of each pixel in `rect`."""
    around, inside = _with_rim(tones, rect)
    off = cv2.morphologyEx(brightness(around), cv2.MORPH_GRADIENT, NEIGHBOURS)[inside] * np.float32(MISFIT)
    return np.asarray(np.multiply(off, off, out=off), np.float32)


def _smeared(kept: Packed, rect: Rect) -> NDArray[np.float32]:
    """The variance by which the hue of each pixel in `rect` may differ from what the art prints sharply.

    A camera's picture keeps colours less finely than brightness, and yellow beside brown is as bright.
    """
    around, inside = _with_rim(kept, rect)
    steps = cv2.morphologyEx(around, cv2.MORPH_GRADIENT, NEIGHBOURS)[inside]
    most = np.maximum(np.maximum(steps[..., 0], steps[..., 1]), steps[..., 2])
    off = most * np.float32(MISFIT / PACKED)
    return np.asarray(np.multiply(off, off, out=off), np.float32)


def _with_rim(values: NDArray[Any], rect: Rect) -> tuple[NDArray[Any], tuple[slice, slice]]:
    """`rect` of a raster with a pixel around it as far as there is one, and where in that it is."""
    x0, y0, x1, y1 = rect
    left, top = max(0, x0 - 1), max(0, y0 - 1)
    return values[top : y1 + 1, left : x1 + 1], (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))


FLOOR_PEAK = float(-np.log(BRIGHT_SPREAD) - 2 * np.log(HUE_SPREAD) - 1.5 * np.log(2 * np.pi))
"""Log density of a floor pixel just as expected."""
