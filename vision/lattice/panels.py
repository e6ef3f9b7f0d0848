"""Whether a lattice was laid over two panels of a map that lie a part of a cell apart, where it is right in neither.

What is printed lies aside of it then by a step at a straight seam: a structural break (Chow, Econometrica 28, 1960) of
what remains beside what a slant or a lens makes, which is smooth.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.patches import Matrix

ASIDE = 0.02
"""Cells by which what is printed lies aside, on average, for a seam to be looked for."""
WAYS, CUTS, LEAST_SIDE = 12, 20, 0.1
"""Directions of seams that are tried, places of each, and the part of all patches that lies on a side of it, at least.
"""
KNOWN, MOST_SMOOTH = 40, 0.95
"""Patches that must be known, and the part of a step that smooth functions may be, at most, for it to be told."""
TOLD = 0.45
"""Part of what remains that a step must tell: where one lattice was drawn over two panels it told 0.62 to 0.75, of 94
other maps of 54 patches and more 0.23 at most."""
APART = 0.12
"""Cells of the step from which one lattice is wrong on one of the panels at least."""
BESIDE = 1.0
"""Cells beside the seam that are left out: what is printed about them is of both panels."""


class Panel(msgspec.Struct, frozen=True):
    """What lies more than `at` cells along `across` (2), as (i, j) of a lattice."""

    across: Matrix
    at: float

    def holds(self, places: Matrix) -> NDArray[np.bool_]:
        """Which places (n×2 cells) lie on it, and not at its very seam."""
        return np.asarray(places @ self.across > self.at + BESIDE, np.bool_)


def larger_panel(places: Matrix, off: Matrix, weight: NDArray[np.float64]) -> Panel | None:
    """The larger of two panels, where what is printed at `places` (n×2 cells) of a lattice lies `off` (n×2) from it.

    `weight` (n) is how surely it does. None where all may be one panel.
    """
    weight = weight / weight.sum()
    if len(places) < KNOWN or weight @ (off**2).sum(axis=1) < ASIDE**2:
        return None
    root, (x, y) = np.sqrt(weight)[:, None], ((places - weight @ places) / np.ptp(places, axis=0).max()).T
    smooth, _ = np.linalg.qr(root * np.column_stack([np.ones(len(x)), x, y, x * x, x * y, y * y]))

    def remains(of: Matrix) -> Matrix:
        return np.asarray(root * of - smooth @ (smooth.T @ (root * of)))

    left, most, best = remains(off), 0.0, None
    for turn in np.arange(WAYS) * math.pi / WAYS:
        across = np.array([math.cos(turn), math.sin(turn)])
        along = places @ across
        cuts = np.quantile(along, np.linspace(LEAST_SIDE, 1 - LEAST_SIDE, CUTS))
        beyond = along[:, None] > cuts
        part = weight @ beyond
        steps = remains(beyond.astype(np.float64))
        own = (steps**2).sum(axis=0)
        is_told = own > (1 - MOST_SMOOTH) * part * (1 - part)
        step = np.where(is_told[:, None], steps.T @ left, 0.0) / np.maximum(own, 1e-9)[:, None]
        told = (step**2).sum(axis=1) * own
        here = int(told.argmax())
        if told[here] > most and np.hypot(*step[here]) > APART:
            side = 1.0 if part[here] > 0.5 else -1.0
            most, best = float(told[here]), Panel(side * across, side * float(cuts[here]))
    return best if most > TOLD * float((left**2).sum()) else None
