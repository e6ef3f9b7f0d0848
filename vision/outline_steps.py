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

from vision.floor import SHADOW_HUE
from vision.light import Tone, brightness, energy
from vision.outline_edge import MARGIN_PX, POOLED, Edge, pooled, step_noise, step_variance
from vision.pose import Rect
from vision.rects import cut, wider, within
from vision.view import View

HUE = 0.08
"""Standard deviation of a hue, beside noise and what a shadow changes (tone)."""
SHADED, LIT, OUT_OF_LIGHT = 1.9, 0.35, 8.0
"""How much darker and how much lighter (tone) than before something may be, and log likelihood against what is more."""
HIDDEN, ANY_STEP, ANY_HUE = 0.2, 1 / 27, 1 / 4
"""Part of an outline that a hand hides; and how densely anything's steps, of a range of 3 in each channel, and hues
lie."""
SURE, TELLS, STEPS = 15.0, 1.0, 0.33
"""Log likelihood against bare floor from which a piece stands there still, where also such a part of its outline tells
so, each point by that much. In 62 path-traced evenings it was asked of 102 pieces that were gone: where more of the
outline told so they had 7 at most, and where they had more no more than 0.30 of it told so."""
ENOUGH, HALF = 10.0, 0.45
"""The same where half of the outline tells so."""


class Told(msgspec.Struct, frozen=True):
    """What an outline tells of a piece: log `likelihood` of its standing there still, against bare floor; and the part
    of it that tells so."""

    likelihood: float
    part: float

    @property
    def stands_still(self) -> bool:
        """Whether the piece surely stands where it stood."""
        return any(self.likelihood > least and self.part > part for least, part in ((SURE, STEPS), (ENOUGH, HALF)))


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
    edge = Edge.of(cut(spot, window, area), cut(others, window, area))
    if edge is None:
        return NOTHING
    now, then, floor, gain = (pooled(cut(each, view.rect, area)) for each in (view.plain, then, floor, view.gain))
    told = _told(edge, now, then, floor, edge.within(gain))
    return Told(float(told.sum()) / POOLED, float((told > TELLS).mean()))


def _told(edge: Edge, now: Tone, then: Tone, floor: Tone, gain: Tone) -> NDArray[np.float32]:
    """Log likelihood at each point of an outline that it is seen as it was `then`, against bare floor."""
    here, beside = edge.within(now), edge.beyond(now)
    noise = step_noise(here, beside, gain)
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
    variance = step_variance(expected, noise)
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
