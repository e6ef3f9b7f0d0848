"""In what tone a piece is seen that hardly differs from its floor: the pixels of one face are more alike than pieces of
its colour are, so that a face's own tone tells them from floor where what is known of the colour does not.

Knows what is seen around a cell; not whether a piece is found there, nor which.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.bodies import Outline, face
from vision.claims import Claims, Spot
from vision.light import OWN_BRIGHT, OWN_HUE, Tone, brightness
from vision.rects import cut, within
from vision.window import Maps

INNER = 0.85
"""Part of a piece's size within which its face has one tone: beyond that lies its blurred edge."""
MAY_BE = 0.0
"""Log density of floor, and of a colour, from which a pixel may well be that."""
MUCH_ALIKE, PARTLY_ALIKE, NEARLY_ALL = 0.1, 0.2, 0.95
"""Part of what is seen around a cell that may be floor and a colour as well, from which pieces of this colour hardly
differ from floor; the same of what such a piece covers; and that from which it is floor: 20 white pieces had 0.22 to
0.77, floor in a light that had been measured beside a red piece 0.97."""
PRINTED, PRINT_SEEN = 0.06, 0.5
"""Contrast (standard deviation, tone) from which floor is printed upon, and the part of it from which that is seen: of
what lay below those white pieces 0.1 at most but twice, of such floor 1.0."""


class Even(msgspec.Struct, frozen=True):
    """A face whose pixels are alike: their mean `tone` (BGR), and by how much (log likelihood, of all pixels) that
    explains them better than what did so far."""

    tone: NDArray[np.float64]
    gain: float


def evenest(maps: Maps, allowed: NDArray[np.bool_], sizes_mm: Iterable[float], scale: float) -> Even | None:
    """The face, of a disc or a square of one of these sizes whose middle is `allowed` to be seen there, whose own tone
    explains most, as if it were normal around that in brightness and hue; None if none explains more than what did so
    far. `scale`: px/mm."""
    seen, bright = maps.view.seen, brightness(maps.view.seen)
    values = np.dstack([seen, bright * bright, (seen * seen).sum(axis=2), maps.explained]).astype(
        np.float32, copy=False
    )
    best: Even | None = None
    for size in sizes_mm:
        inner = Outline(True, INNER * size)
        half = math.ceil(inner.size_mm * scale / 2) + 1
        if min(seen.shape[:2]) <= 2 * half:
            continue
        mask = face(inner, scale, 2 * half + 1)
        mean = np.asarray(cv2.filter2D(values, -1, mask / mask.sum()), np.float32)
        gain = (_own_density(mean) - mean[..., 5]) * float(mask.sum())
        inside = np.zeros_like(allowed)
        inside[half:-half, half:-half] = allowed[half:-half, half:-half]
        row, column = divmod(int(np.where(inside, gain, -np.inf).argmax()), gain.shape[1])
        if inside[row, column] and gain[row, column] > (0.0 if best is None else best.gain):
            best = Even(mean[row, column, :3].astype(np.float64), float(gain[row, column]))
    return best


def _own_density(mean: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean log density of the pixels around each place for their own mean tone, of means (… × 6) of their tones, of
    their brightness squared and of the sum of their tones squared."""
    tones, middle = mean[..., :3], mean[..., :3].mean(axis=-1)
    bright = np.maximum(mean[..., 3] - middle * middle, 0)
    hue = np.maximum(mean[..., 4] - (tones * tones).sum(axis=-1) - 3 * bright, 0)
    together, each = 3 * OWN_BRIGHT**2 + OWN_HUE**2, OWN_HUE**2
    volume = 0.5 * math.log(together) + math.log(each) + 1.5 * math.log(2 * math.pi)
    return np.asarray(-0.5 * (3 * bright / together + hue / each) - volume, np.float32)


def hardly_differs(maps: Maps, colour: int) -> bool:
    """Whether much of what is seen around a cell may be its floor and pieces of a colour as well."""
    floor = (maps.explained > MAY_BE) & ~maps.taken
    alike = floor & (maps.view.density(colour) > MAY_BE)
    return bool(np.count_nonzero(alike) >= MUCH_ALIKE * floor.size)


def covers_its_like(spot: Spot, claims: Claims) -> bool:
    """Whether a good part of what a thing covers may be floor as well, though it is not floor in another light than is
    expected: of that all of it may be, and what is printed on it is seen."""
    patch, area = claims.patch, within(spot.rect, claims.patch.rect)
    part, own = patch.part(area), cut(spot.silhouette, spot.rect, area) > 0.5
    alike = float(np.mean(claims.floor[part][own] > MAY_BE)) if own.any() else 0.0
    return PARTLY_ALIKE <= alike < NEARLY_ALL and not _is_printed(patch.floor[part][own], patch.seen[part][own])


def _is_printed(floor: Tone, seen: Tone) -> bool:
    """Whether what is printed on floor in these tones (N × 3) is in what is seen there; not of plain floor."""
    floor, seen = floor - floor.mean(axis=0), seen - seen.mean(axis=0)
    contrast = float((floor * floor).mean())
    return contrast > PRINTED**2 and float((floor * seen).mean()) > PRINT_SEEN * contrast
