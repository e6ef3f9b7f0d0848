"""Whether a piece that a hand hides in part, or shades, is seen to stand where it stood.

Tones step at its outline as they did, and not as the bare floor's would, and on both sides of it have the hues that
they had: an arm's shade is on both sides of an edge alike, and skin has neither.
"""

from __future__ import annotations

import math
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.floor import NOISE, SHADOW_HUE
from vision.light import Tone, brightness, energy
from vision.pose import Rect
from vision.rects import cut, wider, within
from vision.view import View

POOLED = 3
"""Side of the square of pixels whose mean is compared: one by one they are noise. As many of an outline tell as one."""
INSIDE_PX, OUTSIDE_PX = 2.0, 2.5
"""How far from an outline tones are compared, within it and beyond: nearer they are blurred."""
MARGIN_PX = math.ceil(OUTSIDE_PX) + POOLED
"""How far around a piece tones are asked for."""
SMOOTHED = 11
"""Points of an outline over which it is smoothed: one of pixels has corners everywhere."""
STEP, STEP_PART = 0.08, 0.12
"""Standard deviation of a channel's step, and the part of the whole step (a length over the channels) that is added to
it."""
HUE = 0.08
"""Standard deviation of a hue, beside noise and what a shadow changes (tone)."""
SHADED, LIT, OUT_OF_LIGHT = 1.9, 0.35, 8.0
"""How much darker and how much lighter (tone) than before something may be, and log likelihood against what is more."""
HIDDEN, ANY_STEP, ANY_HUE = 0.2, 1 / 27, 1 / 4
"""Part of an outline that a hand hides; and how densely anything's steps, of a range of 3 in each channel, and hues
lie."""
SURE, TELLS, STEPS = 45.0, 1.0, 0.3
"""Log likelihood against bare floor from which a piece stands there still, where also such a part of its outline tells
so, each point by that much. In 41 path-traced evenings seven pieces that were to be told so had 50 and more, by 0.43
and more of their outlines, and 76 that were gone 31 and 0.37 at most."""
LEAST_POINTS = 8
"""Points of an outline that tell anything."""


class Told(msgspec.Struct, frozen=True):
    """What an outline tells of a piece: log `likelihood` of its standing there still, against bare floor; and the part
    of it that tells so."""

    likelihood: float
    part: float

    @property
    def stands_still(self) -> bool:
        """Whether the piece surely stands where it stood."""
        return self.likelihood > SURE and self.part > STEPS


NOTHING = Told(0.0, 0.0)
"""Of an outline too little is seen."""


def told_by_outline(
    spot: NDArray[np.bool_], others: NDArray[np.bool_], window: Rect, view: View, then: Tone, floor: Tone
) -> Told:
    """What is seen in `view` of a piece that was seen `then` in a `spot` of a `window`, beside bare `floor` (tones of
    the empty board). Where `others` lie nothing is told. All of the coarse raster, in the reference's light; tones of
    the whole view."""
    left, top, across, down = cv2.boundingRect(spot.astype(np.uint8))
    x, y = window[:2]
    around = left + x, top + y, left + x + across, top + y + down
    area = within(wider(around, MARGIN_PX), window)
    edge = _Edge.of(cut(spot, window, area), cut(others, window, area))
    if edge is None:
        return NOTHING
    now, then, floor, gain = (_pooled(cut(each, view.rect, area)) for each in (view.plain, then, floor, view.gain))
    told = _told(edge, now, then, floor, edge.within(gain))
    return Told(float(told.sum()) / POOLED, float((told > TELLS).mean()))


class _Edge(msgspec.Struct, frozen=True):
    """Places (N×2: x, y) on either side of an outline, opposite each other."""

    inside: NDArray[np.float32]
    outside: NDArray[np.float32]

    @classmethod
    def of(cls, spot: NDArray[np.bool_], others: NDArray[np.bool_]) -> _Edge | None:
        """Those along the outline of `spot` where none of the `others` is; None where they are too few."""
        outlines, _ = cv2.findContours(spot.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        points = max(outlines, key=len)[:, 0].astype(np.float32) if outlines else np.zeros((0, 2), np.float32)
        if len(points) < SMOOTHED:
            return None
        half = SMOOTHED // 2
        around = np.concatenate([points[-half:], points, points[:half]])
        line = cv2.blur(around[None], (SMOOTHED, 1), borderType=cv2.BORDER_REPLICATE)[0, half:-half]
        along = np.roll(line, -2, axis=0) - np.roll(line, 2, axis=0)
        across = along[:, ::-1] * (1.0, -1.0)
        across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-6)
        across *= 1.0 if ((line - line.mean(axis=0)) * across).sum() > 0 else -1.0
        edge = cls(*((line + far * across).astype(np.float32) for far in (-INSIDE_PX, OUTSIDE_PX)))
        last = np.array(spot.shape[::-1]) - 1
        fits = [((side >= 0) & (side < last)).all(axis=1) for side in (edge.inside, edge.outside)]
        lain = sum(_at(others.astype(np.float32), side)[0] for side in (edge.inside, edge.outside))
        told = fits[0] & fits[1] & (lain == 0)
        return cls(edge.inside[told], edge.outside[told]) if np.count_nonzero(told) >= LEAST_POINTS else None

    def within(self, tones: Tone) -> Tone:
        """Tones within the outline (1×N×3)."""
        return _at(tones, self.inside)

    def beyond(self, tones: Tone) -> Tone:
        """Tones beyond it (1×N×3)."""
        return _at(tones, self.outside)


def _told(edge: _Edge, now: Tone, then: Tone, floor: Tone, gain: Tone) -> NDArray[np.float32]:
    """Log likelihood at each point of an outline that it is seen as it was `then`, against bare floor."""
    here, beside = edge.within(now), edge.beyond(now)
    noise = 2 * np.exp(-2 * (np.minimum(here, beside) + gain)) * np.float32((NOISE / POOLED) ** 2)
    stood, ground, below = edge.within(then), edge.beyond(floor), edge.within(floor)
    lit = edge.beyond(then)  # where the piece's shadow fell, which an arm may take away
    step, hue_noise = here - beside, brightness(noise) / 2
    by_step = np.logaddexp(_of_step(step, stood - lit, noise), _of_step(step, stood - ground, noise)) - math.log(2)
    bare = _of_hue(beside, ground, hue_noise)
    still = by_step + _of_hue(here, stood, hue_noise) + np.maximum(_of_hue(beside, lit, hue_noise), bare)
    gone = _of_step(step, below - ground, noise) + _of_hue(here, below, hue_noise) + bare
    return np.asarray(_or_hidden(still) - _or_hidden(gone), np.float32)


def _or_hidden(likelihood: NDArray[Any]) -> NDArray[np.float32]:
    """Log likelihood of what something may hide, in which case anything is seen."""
    anything = math.log(HIDDEN) + math.log(ANY_STEP) + 2 * math.log(ANY_HUE)
    return np.asarray(np.logaddexp(math.log(1 - HIDDEN) + likelihood, anything), np.float32)


def _of_step(step: Tone, expected: Tone, noise: NDArray[Any]) -> NDArray[np.float32]:
    """Log likelihood of each `step` (1×N×3), this being `expected`."""
    wide = np.float32(STEP_PART**2) * energy(expected)[..., None]
    variance = noise + np.float32(STEP**2) + wide
    likely = np.square(step - expected) / variance + np.log(2 * np.pi * variance)
    return np.asarray(-0.5 * likely.sum(axis=2), np.float32)


def _of_hue(now: Tone, then: Tone, noise: NDArray[Any]) -> NDArray[np.float32]:
    """Log likelihood of each hue (1×N×3), whatever soft light is on it, it having been that."""
    off = now - then
    light = brightness(off)
    variance = noise + np.float32(HUE**2) + np.square(np.float32(SHADOW_HUE) * np.minimum(light, 0))
    amiss = np.maximum(energy(off) - 3 * np.square(light), 0)
    out_of_light = OUT_OF_LIGHT * ((light < -SHADED) | (light > LIT))
    return np.asarray(-0.5 * amiss / variance - np.log(2 * np.pi * variance) - out_of_light, np.float32)


def _at(values: NDArray[np.float32], places: NDArray[np.float32]) -> NDArray[np.float32]:
    """`values` of a raster (h×w or h×w×3) at N places, as a picture of one row."""
    at = cv2.remap(values, places[None, :, :1], places[None, :, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(at, np.float32)


def _pooled(tones: Tone) -> Tone:
    return cv2.blur(tones, (POOLED, POOLED)).astype(np.float32, copy=False)
