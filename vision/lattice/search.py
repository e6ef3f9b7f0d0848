"""Finds a printed lattice in one picture: seeds, followed over the picture, named by what their cells look like."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.confidence import borne_out, certainty, evenness, of_jpeg
from vision.lattice.folding import coarsened, sampled
from vision.lattice.lines import Level
from vision.lattice.lock_in import LEAST_PATCHES, Lock, lock_in, polished
from vision.lattice.motif import Motif, motifs
from vision.lattice.patches import LocalLattice, Matrix, Patches
from vision.lattice.plausible import squash
from vision.lattice.result import plane_of
from vision.lattice.seeds import Seed, seeds
from vision.lattice.spectra import Spectra

STRIDES = (96, 64, 40, 24)
"""Px from window to window on each level; coarse ones have few windows, so they overlap more."""
SEEDS = (5, 6, 6, 6)
"""Seeds followed on each level."""
PATCH_CELLS = 5.5
PATCH_PX = (40, 128)
LEAST_PIXELS = 400
POLISH_PITCH = 8.0
"""Px per cell on the level where a lattice is fitted to all of the picture."""
FOLD_PITCH = 20.0
"""Px per cell that a fold needs to tell lines from numbers."""
SQUASH = 0.10
"""Logarithm of a stretch that cuts trust in a lattice to a third."""
WORTH_SETTLING = 0.02
"""Confidence from which a lattice is fitted to all of the picture."""
CERTAIN = 0.999
"""Confidence from which there is no need to."""
SOLID = 0.7
"""The same for how much of every edge was seen."""
TRIED = 6
"""Motifs per lock of which the camera is asked."""


class Candidate(msgspec.Struct, frozen=True):
    """A followed lattice and what speaks for it: `to_cells` takes px of the picture to (i, j)."""

    motif: Motif
    to_cells: Matrix
    squash: float
    seen: Matrix
    agreeing: int
    usable: int
    strength: float
    pitch_px: float
    stat: float
    blocks: int
    together: float
    even: float
    bent: Matrix
    off: Matrix
    weight: NDArray[np.float64]

    @property
    def confidence(self) -> float:
        """How sure it is, 0…1."""
        return certainty(self.stat, self.blocks, self.together, self.even, self.motif, self.squash)

    @property
    def camera(self) -> float:
        """How well a camera explains its shape, 0…1."""
        return plausibility(self.squash)

    @property
    def worth(self) -> float:
        """What speaks for it, among others in the same picture."""
        return self.stat * math.sqrt(self.blocks) * self.motif.likeness * (0.3 + self.motif.solid) * self.camera

    def homography(self) -> Matrix:
        """Plane of the lattice → px of the picture."""
        matrix = np.linalg.inv(plane_of(self.motif.kind) @ self.to_cells)
        return np.asarray(matrix / matrix[2, 2], np.float64)


def candidates(pyramid: list[Level], size: tuple[int, int], number: int, scale: float) -> Iterator[Candidate]:
    """Lattices that one level of a picture may show, as they are found; none where there is no such level.

    `scale`: how often the picture was reduced (for the seams of JPEG).
    """
    if number >= len(pyramid):
        return
    level = pyramid[number]
    cut: dict[int, Patches] = {}
    for seed in seeds(Spectra(level.lines, STRIDES[number]), number, SEEDS[number]):
        lock = _followed(level, seed, cut)
        if lock is None:
            continue
        found = _named(pyramid, level, lock, size, scale)
        if found is None or found.confidence < WORTH_SETTLING:
            continue
        if found.confidence < CERTAIN or found.motif.solid < SOLID:
            better = _settled(pyramid, found, size)
            found = better if better.worth > found.worth else found
        yield found


def _side(pitch: float) -> int:
    return int(np.clip(round(pitch * PATCH_CELLS / 8) * 8, *PATCH_PX))


def _followed(level: Level, seed: Seed, cut: dict[int, Patches]) -> Lock | None:
    side = _side(seed.pitch)
    if side > min(level.lines.shape):
        return None
    if side not in cut:
        cut[side] = Patches(level.lines, side)
    lock = lock_in(cut[side], seed.frequencies, seed.centre)
    return lock if lock is not None and lock.agreeing.sum() >= LEAST_PATCHES else None


def _named(pyramid: list[Level], level: Level, lock: Lock, size: tuple[int, int], scale: float) -> Candidate | None:
    """The lattice of a lock, of which it may have followed a part only."""
    to_steps = lock.matrix @ np.linalg.inv(level.to_picture)
    basis = np.eye(3)
    basis[:2, :2] = coarsened(sampled(level, level, lock, to_steps))
    middle = np.median(lock.centres[lock.agreeing], axis=0)[None] * level.scale
    if of_jpeg(np.linalg.inv(LocalLattice(basis @ to_steps, middle).steps[0]).T, scale):
        return None
    return _best(pyramid, level, lock, basis @ to_steps, size)


def _settled(pyramid: list[Level], found: Candidate, size: tuple[int, int]) -> Candidate:
    """The same lattice fitted to all of the picture in its own frequencies, where those show it as well."""
    fitting = [level for level in pyramid if found.pitch_px / level.scale >= POLISH_PITCH]
    level = fitting[-1] if fitting else pyramid[0]
    side = _side(found.pitch_px / level.scale)
    if side > min(level.lines.shape):
        return found
    lock = polished(Patches(level.lines, side), found.to_cells @ level.to_picture)
    if lock is None or lock.agreeing.sum() < LEAST_PATCHES:
        return found
    better = _best(pyramid, level, lock, lock.matrix @ np.linalg.inv(level.to_picture), size)
    return found if better is None else better


def _best(pyramid: list[Level], level: Level, lock: Lock, to_cells: Matrix, size: tuple[int, int]) -> Candidate | None:
    """What the cells of a lock show, folded where lines are fine enough: the motif that a camera explains best."""
    seen = lock.centres[lock.agreeing] * level.scale + (level.scale - 1) / 2
    middle = np.median(seen, axis=0)[None]
    pitch = 1 / math.sqrt(LocalLattice(to_cells, middle).cells_per_px[0])
    fitting = [one for one in pyramid if pitch / one.scale >= FOLD_PITCH]
    fine = fitting[-1] if fitting else pyramid[0]
    sample = sampled(fine, level, lock, to_cells)
    if len(sample.values) < LEAST_PIXELS:
        return None
    best: tuple[float, Motif, Matrix, float] | None = None
    for motif in motifs(sample, LocalLattice(to_cells, middle).steps[0])[:TRIED]:
        here = np.eye(3)
        here[:2] = np.column_stack([motif.basis, -np.array(motif.shift)])
        cells = here @ to_cells
        stretch = squash(np.asarray(np.linalg.inv(plane_of(motif.kind) @ cells), np.float64), size)
        weight = motif.weight * plausibility(stretch)
        if best is None or weight > best[0]:
            best = weight, motif, cells, stretch
    if best is None:
        return None
    _, motif, cells, stretch = best
    apart = pitch / math.sqrt(abs(np.linalg.det(motif.basis)))
    stat, blocks = borne_out(sample, motif, apart / fine.scale)
    agreeing, usable = int(lock.agreeing.sum()), int(lock.usable.sum())
    shown = lock.weight > 0
    change = cells @ np.linalg.inv(lock.matrix @ np.linalg.inv(level.to_picture))
    off = lock.off[shown] @ (change[:2, :2] / change[2, 2]).T
    bent = lock.centres[shown] * level.scale + (level.scale - 1) / 2
    return Candidate(
        motif=motif,
        to_cells=cells,
        squash=stretch,
        seen=seen,
        agreeing=agreeing,
        usable=usable,
        strength=lock.strength,
        pitch_px=apart,
        stat=stat,
        blocks=blocks,
        together=lock.together,
        even=evenness(sample, motif),
        bent=bent,
        off=off,
        weight=lock.weight[shown],
    )


def plausibility(stretch: float) -> float:
    """How well a camera explains a plane that must be stretched so, 0…1."""
    return math.exp(-((math.log(stretch) / SQUASH) ** 2))
