"""A print in the light that lies on its tile: how well that explains what is seen, and what things on it lie on."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.bodies import Mask
from vision.claims import UNKNOWN, Laid
from vision.designs.prints import Grey
from vision.floor import ART_SPREAD, FLOOR_PEAK, HUE_SPREAD, NOISE, deviation
from vision.light import BRIGHTEST, Tone, brightness, energy, median
from vision.palette import Rgb
from vision.pose import Rect

EDGE = 0.5
"""Part of the tone's range among a pixel's neighbours that a print may be off by: half a pixel, and blur."""
HUES_PX = 5
"""Width of the square around a pixel, px, whose printed hues it may show: JPEG keeps them less finely than light."""
INKED = 0.35
"""Darkness beside the paper's (tone) from which a point of a print is ink."""
BURNT = BRIGHTEST - 0.03
"""Tone from which a channel of paper is burnt out: the light on it is what is less bright tells, or more."""
FADED = 0.5
"""Most that ink may be lighter or darker than expected beside its paper, tone: gloss veils it."""
LAID_SPREAD = 1.2
"""By how much the floor's spreads are larger on a tile, whose light is measured on itself."""

FEW, ALIKE = 200, 0.1
"""Points of paper that are compared with each other, and how far apart in tone those are that show the same."""
AROUND_MM, HUE_AROUND = 4.0, 0.02
"""Width of the square over which hue is a mean, and its standard deviation there (a length over three channels)."""
PLAIN, SHADED, SOME = 0.05, 0.3, 0.2
"""Slack, and darkening, tone, below which a pixel counts there; and part of the square in which some must."""
DEEP_TONE, UNLIT = 0.7, 6.0
"""Darkening from which only a shadow can explain a tile, and log odds against so deep a one (as `vision.ground`)."""


class Lit(msgspec.Struct, frozen=True):
    """A print as it is `expected` to be seen, its `slack` (variance by a small error of place); its paper's tone."""

    expected: Tone
    slack: Grey
    paper: NDArray[np.float64]

    def density(self, seen: Tone) -> Grey:
        """How well it explains each pixel that is `seen` (log density)."""
        misfit = deviation(seen, self.expected, self.slack, ART_SPREAD**2)
        return np.asarray(np.maximum(FLOOR_PEAK - 0.5 * misfit, UNKNOWN), np.float32)

    def laid(
        self, seen: Tone, rect: Rect, whole: NDArray[np.bool_], inside: NDArray[np.bool_], rgb: Rgb, px_mm: float
    ) -> Laid:
        """The same as the floor of what lies on it: `rect` is where the tile is seen, `whole` marks it there, `inside`
        its face."""
        depth = np.clip(brightness(cv2.subtract(self.expected, seen)) / DEEP_TONE, 0, 1)
        misfit = deviation(seen, self.expected, self.slack, LAID_SPREAD**2) + 2 * UNLIT * depth
        misfit = np.maximum(misfit, np.maximum(self._off_hue(seen, inside, px_mm), self._beside_hues(seen)))
        return Laid(rect, whole | inside, inside, self.expected, misfit.astype(np.float32, copy=False), rgb, self.paper)

    def _beside_hues(self, seen: Tone) -> Grey:
        """Squared deviation of each pixel's hue from all that are printed near it: a violet ship may be as dark as the
        ink beside it."""
        grey = brightness(seen)
        hues, printed = seen - grey[..., None], self.expected - brightness(self.expected)[..., None]
        kernel = np.ones((HUES_PX, HUES_PX), np.uint8)
        off = np.maximum(cv2.erode(printed, kernel) - hues, hues - cv2.dilate(printed, kernel))
        spread = (LAID_SPREAD * HUE_SPREAD) ** 2 + NOISE**2 * np.exp(-2 * grey)
        return np.asarray(energy(np.maximum(off, 0)) / spread, np.float32)

    def _off_hue(self, seen: Tone, inside: NDArray[np.bool_], px_mm: float) -> Grey:
        """Squared deviation of the hue around each pixel: one point of a white ship may be cream, all are not."""
        off = cv2.subtract(seen, self.expected)
        bright = brightness(off)
        plain = (inside & (self.slack < PLAIN**2) & (np.abs(bright) < SHADED)).astype(np.float32)
        side = (2 * max(1, round(AROUND_MM / 2 * px_mm)) + 1,) * 2
        count = cv2.blur(plain, side)
        hue = cv2.blur((off - bright[..., None]) * plain[..., None], side) / np.maximum(count, SOME)[..., None]
        return np.asarray(energy(hue) * plain / HUE_AROUND**2, np.float32)


def under_light(printed: Tone, seen: Tone, face: Mask) -> Lit:
    """A print (tones in even light) in the light in which the tile that bears it is `seen`.

    Paper and ink are each as they are seen on this tile: gloss lies on both, and shows on ink. Where the paper is burnt
    out, what is printed between them, as a frame is, says how bright the light is.
    """
    inside = cv2.erode(face, np.ones((3, 3), np.uint8)) > 0.9
    dark = brightness(printed)
    paper_dark = float(np.quantile(dark[inside], 0.8)) if inside.any() else 0.0
    inked = inside & (dark < paper_dark - INKED)
    bare = inside & (dark > paper_dark - INKED / 2)
    off = (seen - printed).astype(np.float32)
    light = shown = _commonest(off[bare])
    between = inside & ~inked & ~bare
    if between.sum() > FEW and bare.any():
        burnt = median(seen[bare]) > BURNT
        light = np.where(burnt, np.maximum(shown, median(off[between])), shown)
    on_ink = light + np.clip(median(off[inked]) - light, -FADED, FADED) if inked.sum() > 20 else light
    share = np.clip((paper_dark - dark) / max(paper_dark - float(dark[inside].min(initial=paper_dark)), 1e-3), 0, 1)
    expected = (printed + light + share[..., None] * (on_ink - light)).astype(np.float32)
    np.minimum(expected, np.float32(BRIGHTEST), out=expected)
    kernel = np.ones((3, 3), np.uint8)
    grey = brightness(expected)
    slack = np.square(EDGE * (cv2.dilate(grey, kernel) - cv2.erode(grey, kernel))).astype(np.float32)
    paper = (median(printed[bare]) + shown).astype(np.float64) if bare.any() else np.zeros(3)
    return Lit(expected, slack, paper)


def _commonest(tones: Tone) -> Tone:
    """The tone (3) of which there is most among some (N × 3): the paper's, and no mixture with what lies on it."""
    if not len(tones):
        return np.zeros(3, np.float32)
    few = tones[:: max(1, len(tones) // FEW)]
    near = _alike(few.T[:, :, None], few.T[:, None])
    middle = few[np.count_nonzero(near, axis=1).argmax()]
    for _ in range(2):
        middle = median(tones[_alike(tones.T, middle)])
    return np.asarray(middle, np.float32)


def _alike(some: Tone, others: Tone) -> NDArray[np.bool_]:
    """Which of `some` tones show the same as `others`; channels come first in both."""
    blue, green, red = (np.abs(one - other) < ALIKE for one, other in zip(some, others))
    return np.asarray(blue & green & red, np.bool_)
