"""What is asked of a lattice that was fitted: how much speaks for it, and whether it is another one, moved or not."""

from __future__ import annotations

from functools import cached_property

import msgspec
import numpy as np

from vision.lattice.confidence import certainty, promise, worth
from vision.lattice.edges import Fit
from vision.lattice.grids import nearest_cells
from vision.lattice.naming import Named
from vision.lattice.patches import Matrix
from vision.lattice.plausible import squash
from vision.lattice.result import plane_of

WORTH_A_LOOK, PROMISING, HARDLY_EVEN = 0.03, 1.0, 0.2
"""Worth of a fitted lattice from which it is fitted again to finer lines; and, for one without any, what must be seen
of it and how evenly: rows of numbers drown every third edge until finer lines are looked at."""
SAME = 0.15
"""Pitches by which two lattices may differ and be the same."""
ALMOST = 0.5
"""Part of the worth of one lattice from which another is nearly as likely."""


class Candidate(msgspec.Struct, frozen=True, dict=True):
    """A lattice whose outlines were fitted, and by how much the plane must be stretched for a camera to see it so."""

    fit: Fit
    squash: float

    @property
    def confidence(self) -> float:
        """How sure it is, 0…1."""
        return certainty(self.fit.kind, self.worth)

    @cached_property
    def worth(self) -> float:
        """What speaks for it, among others in the same picture."""
        return worth(self.fit, self.squash)

    @property
    def is_promising(self) -> bool:
        """Whether finer lines may show that it is there."""
        if self.worth >= WORTH_A_LOOK:
            return True
        hardly_even = min(self.fit.solid, self.fit.even) > HARDLY_EVEN
        return hardly_even and promise(self.fit, self.squash) > PROMISING

    def is_moved(self, other: Candidate) -> bool:
        """Whether it is another, moved by a part of a cell or not at all."""
        return is_moved(self.fit, other.fit)

    def is_same(self, other: Candidate) -> bool:
        """Whether the other one is the same where this one is seen."""
        return is_same(Named(self.fit.kind, self.fit.dark, self.fit.view, 0.0), other.fit, seen_px(self.fit))

    def clearer_than(self, other: Candidate) -> bool:
        """Whether more speaks for it than for another.

        Of two that differ only in where in the cell its centre lies that is the one of which more is seen: rows of
        numbers are as even as the best print, but there is less of them.
        """
        if self.worth > ALMOST * other.worth and other.worth > ALMOST * self.worth and is_moved(self.fit, other.fit):
            return self.fit.shown > other.fit.shown
        return self.worth > other.worth


def seen_px(fit: Fit) -> Matrix:
    """The centres (n×2 px) of the cells about which a lattice is seen."""
    return fit.view.picture(fit.seen @ plane_of(fit.kind)[:2, :2].T)


def candidate(fit: Fit) -> Candidate:
    """A fitted lattice as one that may be believed."""
    return Candidate(fit, squash(np.asarray(np.linalg.inv(fit.view.to_plane), np.float64), fit.view.size))


def is_moved(one: Fit, other: Fit) -> bool:
    """Whether one lattice is the other, moved by a part of a cell or not at all."""
    if one.kind != other.kind:
        return False
    plane = plane_of(one.kind)[:2, :2]
    around = np.median(one.seen, axis=0) + np.array([(0, 0), (1, 0), (0, 1)])
    there = other.view.plane(one.view.picture(around @ plane.T))
    steps = there[1:] - there[0]
    whole = nearest_cells(one.kind, steps)
    near = np.hypot(*(steps - whole @ plane.T).T) < SAME
    return bool(near.all() and abs(round(float(np.linalg.det(whole)))) == 1)


def is_same(one: Named, other: Fit, seen: Matrix) -> bool:
    """Whether a named lattice is one that was fitted before, where it was seen."""
    if one.kind != other.kind:
        return False
    plane = plane_of(one.kind)[:2, :2]
    middle = nearest_cells(one.kind, one.view.plane(np.median(seen, axis=0)[None]))
    around = one.view.picture((middle + np.array([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)])) @ plane.T)
    there = other.view.plane(around)
    cells = nearest_cells(one.kind, there)
    off = np.hypot(*(there - cells @ plane.T).T)
    apart = len(np.unique(cells, axis=0)) == len(cells) and np.abs(cells - cells[0]).max() == 1
    return bool(apart and (off < SAME).all())
