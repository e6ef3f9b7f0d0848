"""Points on the thin lines of a picture, to a part of a px, with the direction in which each line runs."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.lines import Values
from vision.lattice.patches import Matrix

SIGMA = 1.2
"""Deviation of the Gaussian whose second derivatives are looked at, px: lines up to three px wide."""
AROUND = 20.0
"""Deviation of the neighbourhood whose usual strength a line must exceed, px."""
STANDOUT = 1.1
"""Strength over that of the neighbourhood from which a point lies on a line."""
QUIET = 0.35
"""Strength that is added to the neighbourhood's, grey values per px²: noise on plain paper is no line."""
MOST_POINTS = 60_000
"""Points kept at most, chosen evenly."""
SUREST = 2.0
"""Standing out beyond which a point counts no more."""


class Ridges(msgspec.Struct, frozen=True):
    """Points on thin lines: `points` n×2 px of the picture, `along` n×2 unit vectors, `dark` n, `weight` n (0…1).

    `scale`: how often the picture was reduced.
    """

    points: Matrix
    along: Matrix
    dark: NDArray[np.bool_]
    weight: NDArray[np.float64]
    scale: float

    def __len__(self) -> int:
        return len(self.points)

    def only(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> Ridges:
        """Some of the points."""
        return Ridges(self.points[chosen], self.along[chosen], self.dark[chosen], self.weight[chosen], self.scale)


def ridges(grey: Values, scale: float = 1.0, most: int = MOST_POINTS) -> Ridges:
    """Points on the thin lines of `grey` (H×W, 0…255), a picture that was reduced `scale` times."""
    xx, xy, yy, x, y = derivatives(grey)
    difference, total = cv2.subtract(xx, yy), cv2.add(xx, yy)
    strength = 0.5 * (cv2.magnitude(difference, xy + xy) + np.abs(total))
    stands = standing_out(strength, strength).ravel()
    at = np.flatnonzero(stands > STANDOUT)
    sign = np.where(total.ravel()[at] < 0, np.float32(-1), np.float32(1))
    # across the line: the eigenvector of the greater curvature
    turn = 0.5 * np.arctan2(2 * sign * xy.ravel()[at], sign * difference.ravel()[at])
    across_x, across_y = np.cos(turn), np.sin(turn)
    slope = x.ravel()[at] * across_x + y.ravel()[at] * across_y
    off = -slope / (sign * np.maximum(strength.ravel()[at], 1e-6))
    top = np.flatnonzero(np.abs(off) <= 0.6)
    if len(top) > most:
        top = top[np.linspace(0, len(top) - 1, most).astype(np.intp)]
    rows, columns = np.divmod(at[top], grey.shape[1])
    across = np.column_stack([across_x[top], across_y[top]]).astype(np.float64)
    place = np.column_stack([columns, rows]) + off[top, None] * across
    return Ridges(
        (place + 0.5) * scale - 0.5,
        np.column_stack([-across[:, 1], across[:, 0]]),
        sign[top] > 0,
        np.minimum(stands[at[top]] / SUREST, 1.0).astype(np.float64),
        scale,
    )


def thinned(some: Ridges, most: int = MOST_POINTS) -> Ridges:
    """At most so many of the points, chosen evenly."""
    return some if len(some) <= most else some.only(np.linspace(0, len(some) - 1, most).astype(np.intp))


def standing_out(strength: Values, of: Values) -> Values:
    """How strong `of` is beside the usual `strength` of the neighbourhood (both H×W)."""
    height, width = strength.shape
    small = cv2.resize(strength, (max(1, width // 8), max(1, height // 8)), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(np.minimum(small, 4 * float(np.median(small)) + QUIET), (0, 0), AROUND / 8)
    around = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR) + QUIET
    return np.asarray(of / around, np.float32)


def derivatives(grey: Values, sigma: float = SIGMA) -> tuple[Values, Values, Values, Values, Values]:
    """Second derivatives xx, xy, yy and first ones x, y of a blurred picture."""
    reach = int(4 * sigma) + 1
    t = np.arange(-reach, reach + 1, dtype=np.float64)
    bell = np.exp(-((t / sigma) ** 2) / 2)
    bell /= bell.sum()
    first = t / sigma**2 * bell
    second = (t**2 / sigma**4 - 1 / sigma**2) * bell
    second -= bell * second.sum()
    kernels = [np.asarray(one, np.float32) for one in (bell, first, second)]
    picture = np.asarray(grey, np.float32)

    def filtered(across: int, down: int) -> Values:
        out = cv2.sepFilter2D(picture, -1, kernels[across], kernels[down], borderType=cv2.BORDER_REPLICATE)
        return np.asarray(out, np.float32)

    return filtered(2, 0), filtered(1, 1), filtered(0, 2), filtered(1, 0), filtered(0, 1)
