"""The colours of pieces under today's light: declared ones at first, then as truly seen on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import Body
from vision.light import BRIGHTEST, VEIL, tone_of_rgb
from vision.side_light import SideLight

BRIGHT_PRIOR, HUE_PRIOR = 0.30, 0.15
"""Standard deviations by which a declared colour is off when first seen (paint against print, camera against both)."""
BRIGHT_SEEN, HUE_SEEN = 0.13, 0.04
"""The same between two places of one board once the colour is known: gloss, shade of neighbours, uneven lamps."""
MEMORY = 40
"""Sightings of a colour that are remembered: the light of an evening changes within some dozen positions."""
LIKE_LIGHT, ANY_LIGHT = 0.1, 0.25
"""Difference of light (tone) at which what was seen in one tells little of the other, and how many sightings what was
seen in any light counts for: where a lamp is mirrored a camera's colours are pale, and red is burnt out and pink."""
PALE = 0.5
"""How much brighter (tone) than elsewhere a colour's darkest channel is where a piece mirrors a window: within an
evening without one it was up to 0.3, beneath one 0.9 to 2.3."""
NEAR_MM, NEAR = 40.0, 1000.0
"""How near to a place what was seen tells of what is mirrored there, and for how many times as much it counts at most:
120 mm away it counts as what was seen anywhere."""
MISTAKEN = 3.0
"""Log odds for another colour from which something is no lesson in a colour that is known already."""

Rgb = tuple[int, int, int]
BLACK_AND_WHITE: tuple[Rgb, Rgb] = ((24, 24, 26), (236, 236, 234))
"""What tags are printed in."""


class Ink(msgspec.Struct, frozen=True):
    """In what faces of one colour are drawn upon: its `rgb`, the `part` of the face that it takes at most, and how far
    from the middle it is at most (`reach`, in halves of the face's width)."""

    rgb: Rgb
    part: float
    reach: float


class Places(msgspec.Struct, frozen=True):
    """Places of a board (…): `printed` is how a palette's colours look there if they are printed, in the reference's
    light (tones, … × C × 3); `at_mm` where they are (… × 2); `gain` the present light beside the reference's (tone)."""

    printed: NDArray[np.float64]
    at_mm: NDArray[np.float64]
    gain: NDArray[np.float64] | float = 0.0


class Sightings:
    """How a colour was seen: offsets (BGR tones) from what was expected by its declared `rgb`, in how much light, and
    where."""

    def __init__(self, rgb: Rgb) -> None:
        self._darkest = int(np.argmin(tone_of_rgb(rgb)))
        self._offsets = np.empty((0, 3))
        self._lights = np.empty(0)
        self._at_mm = np.empty((0, 2))
        self._pale = np.empty(0, np.bool_)
        self.offset = np.zeros(3)
        """Their mean, if any."""

    @property
    def count(self) -> int:
        """How many of them are remembered."""
        return len(self._lights)

    def add(self, offset: NDArray[np.float64], light: float, at_mm: NDArray[np.float64]) -> None:
        """It was seen once more, in so much `light` (tone), in this place."""
        self._offsets = np.concatenate([self._offsets, [offset]])[-MEMORY:]
        self._lights = np.append(self._lights, light)[-MEMORY:]
        self._at_mm = np.concatenate([self._at_mm, [at_mm]])[-MEMORY:]
        darkest = self._offsets[:, self._darkest]
        self._pale = darkest > darkest.min() + PALE
        self.offset = self._offsets.mean(axis=0)

    def offset_in(self, light: NDArray[np.float64], at_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Their mean in such `light` (N) at such places (N × 2): N × 3. Those seen in the like count most. Where
        some mirror something, and are pale therefore, they tell of what is near their own place, as others do."""
        alike = np.exp(-0.5 * np.square((light[:, None] - self._lights) / LIKE_LIGHT))
        weight = alike + ANY_LIGHT / self.count
        if self._pale.any():
            squared = np.square(at_mm[:, None] - self._at_mm).sum(axis=-1)
            weight *= ~self._pale + NEAR * (NEAR_MM**2 / (NEAR_MM**2 + squared)) ** 3
        return np.asarray(weight @ self._offsets / weight.sum(axis=1)[:, None], np.float64)


class Palette:
    """Every colour of the board's pieces; `colours` are the distinct rgb, looks with the same rgb share one."""

    def __init__(self, bodies: Mapping[Look, Body], inks: Mapping[Rgb, Ink] | None = None) -> None:
        inks = inks or {}
        rgbs = {body.rgb for body in bodies.values()} | {ink.rgb for ink in inks.values()}
        if any(body.tag is not None for body in bodies.values()):
            rgbs |= set(BLACK_AND_WHITE)
        self.colours: tuple[Rgb, ...] = tuple(sorted(rgbs))
        self.index: Mapping[Rgb, int] = {rgb: number for number, rgb in enumerate(self.colours)}
        self.ink: Mapping[int, int] = {self.index[rgb]: self.index[ink.rgb] for rgb, ink in inks.items()}
        """Number of the colour in which faces of a colour are drawn upon."""
        self.ink_part = np.zeros(len(self.colours))
        """Part of the faces of each colour that is drawn upon at most."""
        self.ink_reach = np.ones(len(self.colours))
        """How far from the middle of faces of each colour, in halves of their width, they are drawn upon."""
        for rgb, ink in inks.items():
            self.ink_part[self.index[rgb]] = ink.part
            self.ink_reach[self.index[rgb]] = ink.reach
        self.printed = np.array([tone_of_rgb(rgb) for rgb in self.colours]).reshape(-1, 3)
        self._seen = [Sightings(rgb) for rgb in self.colours]
        self.sides = SideLight(len(self.colours))
        """How the sides of pieces were seen."""

    @property
    def black_white(self) -> tuple[int, ...]:
        """Numbers of the colours that tags are printed in; empty where there are no tags."""
        return tuple(self.index[rgb] for rgb in BLACK_AND_WHITE if rgb in self.index)

    def expected(self, here: Places) -> NDArray[np.float64]:
        """Tones of the colours in some places: … × C × 3."""
        printed, common = here.printed, self._common()
        light = (printed - self.printed).mean(axis=-1)
        each = [self._offset(number, light[..., number], here.at_mm, common) for number in range(len(self.colours))]
        offsets = np.stack(each, axis=-2) if each else np.zeros(printed.shape)
        return np.asarray(np.minimum(printed + here.gain + offsets, BRIGHTEST), np.float64)

    def unseen(self, printed_here: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same as if none of them had been seen, but for what most have in common: the only piece of its colour
        that was may have mirrored a lamp."""
        seen = [each.offset for each in self._seen if each.count > 0]
        common = np.median(seen, axis=0) * len(seen) / (len(seen) + 2.0) if seen else np.zeros(3)
        return np.asarray(np.minimum(printed_here + common, BRIGHTEST), np.float64)

    def _offset(
        self, number: int, light: NDArray[np.float64], at_mm: NDArray[np.float64], common: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The colour's own offset as far as it was seen, in such `light` (…) at such places (… × 2), else what all
        colours have in common: … × 3."""
        seen = self._seen[number]
        if not seen.count:
            return np.broadcast_to(common, (*light.shape, 3))
        own = seen.count / (seen.count + (BRIGHT_SEEN / BRIGHT_PRIOR) ** 2)
        mean = seen.offset_in(light.reshape(-1), at_mm.reshape(-1, 2)).reshape(*light.shape, 3)
        return np.asarray(own * mean + (1 - own) * common, np.float64)

    def _common(self) -> NDArray[np.float64]:
        seen = [each.offset for each in self._seen if each.count > 0]
        return np.asarray(np.sum(seen, axis=0) / (len(seen) + 2.0) if seen else np.zeros(3), np.float64)

    def spreads(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Standard deviations of brightness and hue (C each) with which a piece is seen beside `expected`."""
        counts = np.array([each.count for each in self._seen])
        bright = BRIGHT_SEEN**2 + 1 / (1 / BRIGHT_PRIOR**2 + counts / BRIGHT_SEEN**2)
        hue = HUE_SEEN**2 + 1 / (1 / HUE_PRIOR**2 + counts / HUE_SEEN**2)
        return np.sqrt(bright), np.sqrt(hue)

    def learn(self, rgb: Rgb, tone: NDArray[np.float64], here: Places) -> None:
        """One more piece of colour `rgb` was surely seen in `tone` (BGR) in a place."""
        number = self.index[rgb]
        printed = here.printed[number]
        light = float((printed - self.printed[number]).mean())
        self._seen[number].add(tone - printed - here.gain, light, here.at_mm)

    def may_be(self, rgb: Rgb, tone: NDArray[np.float64], here: Places) -> bool:
        """Whether what is seen in `tone` in a place may be a piece of colour `rgb`. Of a colour that was not seen yet
        anything is believed.

        A hand is quicker than the table: where it has changed a piece for another, what is known is no longer there.
        """
        if not self.knows(rgb):
            return True
        likely = colour_loglik(tone, self.expected(here), self.spreads())
        return bool(likely[self.index[rgb]] > likely.max() - MISTAKEN)

    def is_ink(self, rgb: Rgb, tone: NDArray[np.float64], here: Places) -> bool:
        """Whether `tone` in a place surely is rather what faces of colour `rgb` are drawn upon in than that colour."""
        number = self.index[rgb]
        if number not in self.ink:
            return False
        likely = colour_loglik(tone, self.expected(here), self.spreads())
        return bool(likely[self.ink[number]] > likely[number] + MISTAKEN)

    def knows(self, rgb: Rgb) -> bool:
        """Whether a piece of this colour was truly seen."""
        return self._seen[self.index[rgb]].count > 0


def distance(
    seen: NDArray[Any], expected: NDArray[Any], bright: NDArray[Any] | float, hue: NDArray[Any] | float, veil: float
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Squared distance of tones (… × 3) from expected ones, and the logarithm of its volume (determinant's half).

    Channels err together by `bright`, each by `hue`, and dark ones by `veil` (0…255): gloss and stray light add
    to a channel, which changes the tone of a dark one most.
    """
    shape = np.broadcast_shapes(seen.shape[:-1], expected.shape[:-1])
    together, squared = np.zeros(shape, seen.dtype), np.zeros(shape, seen.dtype)
    weight: NDArray[Any] | float = 0.0
    logs: NDArray[Any] | float = 0.0
    for channel in range(3):
        off = seen[..., channel] - expected[..., channel]
        each = 1 / (np.square(hue) + np.square(veil * np.exp(-expected[..., channel])))
        off_each = each * off
        together += off_each
        squared += off_each * off
        weight, logs = weight + each, logs + np.log(each)
    share = np.square(bright) / (1 + np.square(bright) * weight)
    squared -= share * together * together
    volume = 0.5 * (np.log1p(np.square(bright) * weight) - logs)
    return np.maximum(squared, 0), volume


def colour_loglik(
    seen: NDArray[np.float64],
    expected: NDArray[np.float64],
    spreads: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """Log density of a piece's tone `seen` (… × 3) for the colours `expected`: Student's t with 5 degrees of freedom.

    Heavy tails on purpose: a gloss or a shade must not make a claim certain.
    """
    squared, volume = distance(seen, expected, *spreads, VEIL)
    return np.asarray(-4.0 * np.log1p(squared / 5) - volume - 1.5 * np.log(2 * np.pi), np.float64)
