"""The two sides of an outline, on which tones are compared: how they step across it."""

from __future__ import annotations

import math
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.floor import NOISE
from vision.light import Tone, energy

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
STEPPED = 12.0
"""Squared deviation of a step of tones (over three channels) from which it is none of the bare floor's."""
LEAST_POINTS = 8
"""Points of an outline that tell anything."""


class Edge(msgspec.Struct, frozen=True):
    """Places (N×2: x, y, in px) on either side of an outline, opposite each other."""

    inside: NDArray[np.float32]
    outside: NDArray[np.float32]

    @classmethod
    def of(cls, spot: NDArray[np.bool_], others: NDArray[np.bool_]) -> Edge | None:
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


def step_variance(expected: Tone, noise: NDArray[Any]) -> NDArray[np.float32]:
    """Variance of each channel's step (1×N×3), so large a one being `expected`, in a picture of such `noise`."""
    return np.asarray(noise + np.float32(STEP**2) + np.float32(STEP_PART**2) * energy(expected)[..., None], np.float32)


def step_noise(here: Tone, beside: Tone, gain: Tone) -> NDArray[np.float32]:
    """What a camera's noise adds to that of the step between tones (1×N×3) on either side; `gain`: present light beside
    the reference's, in which tones are."""
    level = np.minimum(here, beside) + gain
    return np.asarray(2 * np.exp(-2 * level) * np.float32((NOISE / POOLED) ** 2), np.float32)


def steps_off(edge: Edge, now: Tone, bare: Tone, gain: Tone) -> NDArray[np.float32]:
    """Squared deviation, over three channels, of the step of tones at each of N places from that on `bare` floor."""
    here, beside = edge.within(now), edge.beyond(now)
    expected = edge.within(bare) - edge.beyond(bare)
    variance = step_variance(expected, step_noise(here, beside, edge.within(gain)))
    return np.asarray((np.square(here - beside - expected) / variance).sum(axis=2)[0], np.float32)


def pooled(tones: Tone) -> Tone:
    """The mean of so many pixels around each."""
    return cv2.blur(tones, (POOLED, POOLED)).astype(np.float32, copy=False)


def _at(values: NDArray[np.float32], places: NDArray[np.float32]) -> NDArray[np.float32]:
    """`values` of a raster (h×w or h×w×3) at N places, as a picture of one row."""
    at = cv2.remap(values, places[None, :, :1], places[None, :, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(at, np.float32)
