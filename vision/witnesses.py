"""Three witnesses of where a board lies, its markers, its print and its lattice: what each says of one pose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
import numpy as np

from vision.markers import Quad
from vision.pose import Pose
from vision.pyramid import Pyramid

MARKER_OFF_MM = 8.0
"""Beside where the pose puts it, from which a marker is in the wrong place: on a fold that stands up it is 6 mm off."""
PRINT_SEEN = 0.2
"""Part of the print's drawing that must be recognised for it to speak at all: under two arms it is 0.4."""
LATTICE_OFF = 0.25
"""Pitches by which the lattice is elsewhere; where it is right it is seen within 0.05."""

Name = Literal["markers", "print", "lattice"]
Says = Literal["agrees", "differs", "silent"]


class Witness(msgspec.Struct, frozen=True):
    """What one witness says of a pose; `off` is by how much it differs, in cells.

    `where`: the markers that lie elsewhere, by number.
    """

    name: Name
    says: Says
    off: float = 0.0
    where: tuple[int, ...] = ()


class Verdict(msgspec.Struct, frozen=True):
    """What all witnesses say of the pose that is believed."""

    witnesses: tuple[Witness, ...] = ()

    @property
    def disbelieved(self) -> tuple[Witness, ...]:
        """Those who say something else."""
        return tuple(one for one in self.witnesses if one.says == "differs")

    @property
    def stands(self) -> bool:
        """Whether as many speak for the pose as against it."""
        return len(self.disbelieved) <= self._agree

    @property
    def settled(self) -> bool:
        """Whether the pose stands whatever one more witness says."""
        return len(self.disbelieved) < self._agree

    @property
    def _agree(self) -> int:
        return sum(one.says == "agrees" for one in self.witnesses)


def heard(likeness: float, pose: Pose, squares: Iterable[tuple[int, Quad]]) -> Verdict:
    """What markers (among `squares`) and print say of `pose`, each asked for itself.

    `likeness`: part of the print's drawing that is recognised there, as `Registrar.likeness`.
    """
    return Verdict((markers(pose, squares), Witness("print", "agrees" if likeness > PRINT_SEEN else "silent")))


def with_lattice(verdict: Verdict, pyramid: Pyramid, pose: Pose) -> Verdict:
    """`verdict` with what the lattice says; asking it takes about a second.

    It is asked about the plane that fits the whole of the pose best: lens and folds have bent it.
    """
    from vision.lattice.witness import witness  # only here: most boards never need it, and it is much to load

    said = witness(pyramid.grey, pose.plane(), pose.model.centres, pose.model.pitch_mm)
    if said is None:
        lattice = Witness("lattice", "silent")
    else:
        lattice = Witness("lattice", "differs" if said.off > LATTICE_OFF else "agrees", said.off)
    return Verdict((*verdict.witnesses, lattice))


def markers(pose: Pose, squares: Iterable[tuple[int, Quad]], most_mm: float = MARKER_OFF_MM) -> Witness:
    """What the markers among `squares` say of `pose`: each may lie `most_mm` beside its place.

    Those that are where they belong speak for it if there are two of them; one alone may be anything.
    """
    off: dict[int, float] = {}
    own = [(number, quad) for number, quad in squares if number in pose.model.markers]
    if own:
        there = pose.to_board(np.concatenate([quad for _, quad in own])).reshape(-1, 4, 2)
        for (number, _), corners in zip(own, there):
            away = float(np.hypot(*(corners - pose.model.markers[number]).T).max())
            off[number] = min(away, off.get(number, np.inf))
    wrong = tuple(sorted(number for number, away in off.items() if away > most_mm))
    if wrong:
        return Witness("markers", "differs", max(off[number] for number in wrong) / pose.model.pitch_mm, wrong)
    return Witness("markers", "agrees" if len(off) > 1 else "silent")
