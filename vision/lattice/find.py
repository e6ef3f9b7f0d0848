"""``find_lattice``: the printed lattice of a picture, or None where there is none to be sure of."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.lattice.bend import Bend, homography_of, lens_bend, straightened
from vision.lattice.hint import corners_of, only_within
from vision.lattice.lines import LEAST_SIDE, Level, levels
from vision.lattice.patches import Matrix
from vision.lattice.result import Lattice, plane_of, through
from vision.lattice.search import SOLID, Candidate, candidates

WORKING_PX = 1920
"""Longest side of a picture that is looked at; larger ones are reduced."""
LARGER = 1.5
"""Pictures this many times as large are looked at again, twice as fine, where nothing is found."""
FOUND = 0.5
"""Confidence from which a lattice counts as found."""
FOUND_HINTED = 0.35
"""The same where a person has pointed at the board."""
SURE = 0.98
"""Confidence from which no other lattice is looked for."""
THROUGHOUT = 0.62
"""Part of a region that must agree for that."""
LEVELS_COARSE, LEVELS_FINE = (1, 2, 3, 0), (0, 1)
EDGE_ROUNDS = 12
"""Rounds of weighing the worst cell more, where a lens bends the lattice."""


def find_lattice(image: NDArray[np.uint8], hint: ArrayLike | None = None) -> Lattice | None:
    """The printed lattice of hexes or squares in a picture (H×W×3 BGR or H×W grey), None where there is none.

    `hint`: four points (px) near the corners of the board, in any order. Raises `BadHint` where they are none, and
    `ValueError` for what is no picture.
    """
    if image.ndim not in (2, 3) or image.size == 0:
        raise ValueError(f"a picture has rows and columns of pixels, this has the shape {image.shape}")
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image[:, :, :3], cv2.COLOR_BGR2GRAY), np.uint8)
    size = grey.shape[1], grey.shape[0]
    corners = None if hint is None else corners_of(np.asarray(hint, np.float64), size)
    scale = max(1.0, max(size) / WORKING_PX)
    found = _found(grey, scale, corners, LEVELS_COARSE)
    if found is None and scale >= LARGER:
        found = _found(grey, scale / 2 if scale >= 2 else 1.0, corners, LEVELS_FINE)
    return found


def _found(grey: NDArray[np.uint8], scale: float, corners: Matrix | None, order: tuple[int, ...]) -> Lattice | None:
    """The lattice of a picture reduced `scale` times, in px of the whole picture."""
    reduced = np.asarray(grey, np.float32)
    if scale > 1:
        reduced = cv2.resize(grey, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    height, width = reduced.shape
    if min(height, width) < LEAST_SIDE:
        return None
    there = np.array([grey.shape[1] / width, grey.shape[0] / height])
    pyramid = levels(reduced)
    if corners is not None:
        here = (corners + 0.5) / there - 0.5
        pyramid = [only_within(level, here) for level in pyramid]
    best = _best(pyramid, (width, height), order, scale)
    if best is None or best.confidence < (FOUND if corners is None else FOUND_HINTED):
        return None
    shift = (there - 1) / 2
    whole = np.array([[there[0], 0, shift[0]], [0, there[1], shift[1]], [0, 0, 1]])
    bend = _bend(best, (width, height))
    homography = whole @ (best.homography() if bend is None else _straight(best, bend, (width, height)))
    return Lattice(
        best.motif.kind,
        homography / homography[2, 2],
        best.confidence,
        best.seen * there + shift,
        best.pitch_px * float(there.mean()),
        None if bend is None else bend.coefficient,
    )


def _best(pyramid: list[Level], size: tuple[int, int], order: tuple[int, ...], scale: float) -> Candidate | None:
    best: Candidate | None = None
    for number in order:
        for one in candidates(pyramid, size, number, scale):
            if best is None or one.worth > best.worth:
                best = one
            if best.confidence >= SURE and best.together >= THROUGHOUT and best.motif.solid >= SOLID:
                return best
        if best is not None and best.confidence >= SURE:
            return best
    return best


def _bend(found: Candidate, size: tuple[int, int]) -> Bend | None:
    """The lens, from where the patches saw the lattice."""
    matrix = np.asarray(np.linalg.inv(plane_of(found.motif.kind)), np.float64)
    cells = through(found.to_cells, found.bent) + found.off
    bend = lens_bend(cells, found.bent, np.minimum(found.weight, 10.0), size)
    return None if bend is None else msgspec.structs.replace(bend, homography=bend.homography @ matrix)


def _straight(found: Candidate, bend: Bend, size: tuple[int, int]) -> Matrix:
    """The homography that is nowhere far off where the lattice was seen, in a picture that a lens has bent."""
    points = found.seen
    plane = through(np.asarray(np.linalg.inv(bend.homography)), straightened(points, bend.coefficient, size))
    weight = np.ones(len(points))
    matrix = homography_of(points, plane, weight)
    for _ in range(EDGE_ROUNDS):
        off = np.hypot(*(through(matrix, points) - plane).T)
        weight = weight * (0.3 + off / (off.max() + 1e-9))
        weight /= weight.mean()
        matrix = homography_of(points, plane, weight)
    return np.asarray(np.linalg.inv(matrix), np.float64)
