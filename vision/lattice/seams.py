"""Seams where fields of colour meet, with or without a line between them: what prints that have no thin lines show."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.lines import CLIP, Values, values_at
from vision.lattice.ridges import SIGMA, Ridges, standing_out, thinned

STANDOUT = 1.5
"""Change over that of the neighbourhood from which a point lies on a seam."""
SUREST = 3.0
"""Standing out beyond which a point counts no more."""
AROUND_PX, COARSE = 12.0, 4
"""Deviation of the neighbourhood whose usual change is taken from a picture of seams: what repeats is left. Times that
the picture is reduced to find out what is usual where."""


class Change(msgspec.Struct, frozen=True):
    """How much a picture (H×W) changes across each pixel; `along` and `aside` say, twice turned, in which direction."""

    strength: Values
    along: Values
    aside: Values


def change(colour: Values) -> Change:
    """How `colour` (H×W×n) changes across each pixel, all channels together, by the tensor of its slopes."""
    blurred = cv2.GaussianBlur(colour, (0, 0), SIGMA)
    x = cv2.Sobel(blurred, cv2.CV_32F, 1, 0, ksize=1, scale=0.5)
    y = cv2.Sobel(blurred, cv2.CV_32F, 0, 1, ksize=1, scale=0.5)
    xx, xy, yy = (_over_channels(np.asarray(cv2.multiply(*both), np.float32)) for both in ((x, x), (x, y), (y, y)))
    half = cv2.addWeighted(xx, 0.5, yy, -0.5, 0)
    strength = cv2.sqrt(cv2.addWeighted(xx, 0.5, yy, 0.5, 0) + cv2.magnitude(half, xy))
    return Change(np.asarray(strength, np.float32), np.asarray(half, np.float32), np.asarray(xy, np.float32))


def _over_channels(values: Values) -> Values:
    """The sum over all channels (H×W) of values (H×W or H×W×n)."""
    if values.ndim == 2:
        return values
    return np.asarray(cv2.transform(values, np.ones((1, values.shape[2]), np.float32)), np.float32)


def seam_map(strength: Values) -> Values:
    """A picture of seams (H×W) of even strength, about 0, for the change across each pixel."""
    stands = np.minimum(standing_out(strength, strength), 2 * CLIP)
    height, width = stands.shape
    small = cv2.resize(stands, (max(1, width // COARSE), max(1, height // COARSE)), interpolation=cv2.INTER_AREA)
    around = cv2.resize(cv2.GaussianBlur(small, (0, 0), AROUND_PX / COARSE), (width, height))
    return np.asarray(np.clip(stands - around, -CLIP, CLIP), np.float32)


def seams(changes: Change, scale: float) -> Ridges:
    """Points on the seams of a picture that was reduced `scale` times."""
    strength = changes.strength
    stands = standing_out(strength, strength)
    rows, columns = np.nonzero(stands > STANDOUT)
    across = 0.5 * np.arctan2(changes.aside[rows, columns], changes.along[rows, columns])
    step_x, step_y = np.cos(across), np.sin(across)
    here = strength[rows, columns]
    before = values_at(strength, np.column_stack([columns - step_x, rows - step_y]))
    after = values_at(strength, np.column_stack([columns + step_x, rows + step_y]))
    top = np.flatnonzero((here >= before) & (here > after))
    rows, columns, step_x, step_y = rows[top], columns[top], step_x[top], step_y[top]
    before, here, after = before[top], here[top], after[top]
    off = np.clip(0.5 * (before - after) / np.minimum(before - 2 * here + after, -1e-6), -0.6, 0.6)
    normal: NDArray[np.float64] = np.column_stack([step_x, step_y]).astype(np.float64)
    place = np.column_stack([columns, rows]) + off[:, None] * normal
    weight = np.minimum(stands[rows, columns] / SUREST, 1.0).astype(np.float64)
    found = Ridges(
        (place + 0.5) * scale - 0.5,
        np.column_stack([-normal[:, 1], normal[:, 0]]),
        np.ones(len(place), np.bool_),
        weight,
        scale,
    )
    return thinned(found)
