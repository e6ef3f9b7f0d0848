"""Seams where fields of colour meet, with or without a line between them: what prints that have no thin lines show."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice.lines import CLIP, Values
from vision.lattice.ridges import SIGMA, Ridges, standing_out, thinned

STANDOUT = 1.5
"""Change over that of the neighbourhood from which a point lies on a seam."""
SUREST = 3.0
"""Standing out beyond which a point counts no more."""
AROUND_PX = 12.0
"""Deviation of the neighbourhood whose usual change is taken from a picture of seams: what repeats is left."""


def change(colour: Values) -> tuple[Values, Values]:
    """How much `colour` (H×W×n) changes across each pixel, all channels together, and the direction, radians."""
    blurred = cv2.GaussianBlur(colour, (0, 0), SIGMA)
    xx, xy, yy = (np.zeros(colour.shape[:2], np.float32) for _ in range(3))
    for channel in cv2.split(blurred):
        x = cv2.Sobel(channel, cv2.CV_32F, 1, 0, ksize=1, scale=0.5)
        y = cv2.Sobel(channel, cv2.CV_32F, 0, 1, ksize=1, scale=0.5)
        xx += x * x
        xy += x * y
        yy += y * y
    half = (xx - yy) / 2
    strength = np.sqrt((xx + yy) / 2 + np.sqrt(half * half + xy * xy))
    return np.asarray(strength, np.float32), np.asarray(0.5 * np.arctan2(xy, half), np.float32)


def seam_map(strength: Values) -> Values:
    """A picture of seams (H×W) of even strength, about 0, for the change across each pixel."""
    stands = np.minimum(standing_out(strength, strength), 2 * CLIP)
    return np.asarray(np.clip(stands - cv2.GaussianBlur(stands, (0, 0), AROUND_PX), -CLIP, CLIP), np.float32)


def seams(strength: Values, across: Values, scale: float) -> Ridges:
    """Points on the seams of a picture that was reduced `scale` times."""
    stands = standing_out(strength, strength)
    height, width = strength.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    step_x, step_y = np.cos(across), np.sin(across)
    before = cv2.remap(strength, x - step_x, y - step_y, cv2.INTER_LINEAR)
    after = cv2.remap(strength, x + step_x, y + step_y, cv2.INTER_LINEAR)
    top = (stands > STANDOUT) & (strength >= before) & (strength > after)
    rows, columns = np.nonzero(top)
    at = rows, columns
    curve = before[at] - 2 * strength[at] + after[at]
    off = np.clip(0.5 * (before[at] - after[at]) / np.minimum(curve, -1e-6), -0.6, 0.6)
    normal: NDArray[np.float64] = np.column_stack([step_x[at], step_y[at]]).astype(np.float64)
    place = np.column_stack([columns, rows]) + off[:, None] * normal
    weight = np.minimum(stands[at] / SUREST, 1.0).astype(np.float64)
    found = Ridges(
        (place + 0.5) * scale - 0.5,
        np.column_stack([-normal[:, 1], normal[:, 0]]),
        np.ones(len(place), np.bool_),
        weight,
        scale,
    )
    return thinned(found)
