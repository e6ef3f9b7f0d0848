"""Folds a picture's lines into one cell, or a block of cells, of a lattice: what repeats adds up, all else fades."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.lines import Level, Values
from vision.lattice.lock_in import Lock
from vision.lattice.patches import Matrix

MOST_PIXELS = 160_000
"""Pixels folded at most, chosen evenly."""
FRACTION = 12
"""Cells per side of the block that is searched for coarser repetition: it shows halves, thirds and quarters."""
FRACTION_BINS = 8
"""Bins per cell and side of that block."""
SPARSE, ALONE = (5, 7), 4.0
"""Repetitions so many times as coarse that are looked for too, of two frequencies that span no more of a lattice's; and
how many times the power must be there that the same number of other frequencies has at most."""
CLEAR = 9.0
"""Power over that of orders which nothing has, for a coarser repetition to be believed."""
PART = 0.02
"""Least power of a coarser repetition, of the strongest there is."""
ROUNDS = 8


class Doubt(msgspec.Struct, frozen=True):
    """What is asked of a coarser repetition for it to be believed.

    It must have so much power over that of orders which nothing has (`clear`), so much of the strongest there is
    (`part`), and repeat 2 or 3 times as coarsely, or as often as is said in `sparse`.
    """

    clear: float
    part: float
    sparse: tuple[int, ...]


LITTLE_DOUBT = Doubt(CLEAR, PART, SPARSE)
MUCH_DOUBT = Doubt(20.0, 0.08, ())
"""Of photographs of maps coarser repetitions that were right had 28 and 0.10 at least, others up to 18 and 0.13."""
MUCH_DOUBT_OF_ALL = Doubt(MUCH_DOUBT.clear, MUCH_DOUBT.part, SPARSE)
"""The same of repetitions that are sparser yet."""


class Sample(msgspec.Struct, frozen=True):
    """Pixels where a lattice was seen: `values` of the lines, `at` (n×2) their coordinates, `points` (n×2 px)."""

    values: Values
    at: Matrix
    points: Matrix


def sampled(fine: Level, level: Level, lock: Lock, to_cells: Matrix, most: int = MOST_PIXELS) -> Sample:
    """Pixels of level `fine`, so many at `most`, in patches that agree with a lock on `level`.

    `to_cells`: picture px → (i, j).
    """
    height, width = fine.lines.shape
    ratio = level.scale / fine.scale
    step = max(4, lock.side // 2) * ratio
    mask = np.zeros((height, width), np.bool_)
    corners = (lock.centres[lock.agreeing] + 0.5) * ratio - step / 2
    for x, y in corners:
        mask[max(0, round(y)) : round(y + step), max(0, round(x)) : round(x + step)] = True
    where = np.flatnonzero(mask)
    if len(where) > most:
        where = where[:: -(-len(where) // most)]
    y, x = np.divmod(where, width)
    points = np.column_stack([x, y]).astype(np.float64)
    return Sample(fine.lines.ravel()[where], coordinates(to_cells @ fine.to_picture, points), points)


def coordinates(matrix: Matrix, points: Matrix) -> Matrix:
    """N points through a homography, column by column: eight times as fast as `through` for so many."""
    x, y = points.T
    depth = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2]
    return np.column_stack([(row[0] * x + row[1] * y + row[2]) / depth for row in matrix[:2]])


def folded(sample: Sample, cells: int, bins: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean of the lines in a block of `cells`×`cells`, `bins` per cell and side (rows are j); pixels per bin."""
    side = cells * bins
    i, j = np.floor(sample.at.T * bins).astype(np.intp) % side
    where = j * side + i
    count = np.bincount(where, minlength=side * side).astype(np.float64)
    total = np.bincount(where, sample.values, side * side)
    return (total / np.maximum(count, 1)).reshape(side, side), count.reshape(side, side)


def coarsened(sample: Sample, doubt: Doubt = LITTLE_DOUBT) -> NDArray[np.float64]:
    """2×2: lattice coordinates → those of the coarsest lattice that all that repeats has in common.

    A lock may follow any part of a pattern's spectrum, and so a lattice many times too fine.
    """
    whole = np.eye(2)
    for _ in range(ROUNDS):
        step = _coarser(msgspec.structs.replace(sample, at=sample.at @ whole.T), doubt)
        if step is None:
            break
        whole = step @ whole
    return whole


def _coarser(sample: Sample, doubt: Doubt) -> NDArray[np.float64] | None:
    """2×2 to the coordinates of a lattice 2 or 3 times as coarse, or 5 or 7 times, where that repeats too."""
    block, count = folded(sample, FRACTION, FRACTION_BINS)
    total = (block - np.average(block, weights=count + 1e-9)) * count
    power = np.abs(np.fft.fft2(total)) ** 2
    orders = np.fft.fftfreq(len(block), 1 / len(block)).astype(np.intp)
    b, a = np.meshgrid(orders, orders, indexing="ij")
    near = (np.hypot(a, b) > 2) & (np.maximum(np.abs(a), np.abs(b)) <= 2 * FRACTION)
    nothing = near & (((a % 2 != 0) & (a % 3 != 0)) | ((b % 2 != 0) & (b % 3 != 0)))
    floor = float(power[nothing].mean())
    best: tuple[float, int, int, int] | None = None
    cell = near & (a % FRACTION == 0) & (b % FRACTION == 0)
    enough = max(doubt.clear * floor, doubt.part * float(power[cell].max(initial=0)))
    for part in (2, 3):
        coarse = FRACTION // part
        some = near & (a % coarse == 0) & (b % coarse == 0) & ~cell & (power > enough)
        if some.any():
            at = np.flatnonzero(some)[np.argmax(power[some])]
            strength = float(power.ravel()[at])
            if best is None or strength > best[0]:
                best = strength, part, int(a.ravel()[at]) // coarse, int(b.ravel()[at]) // coarse
    if best is None:
        return next((step for part in doubt.sparse if (step := _coarser_by(sample, part)) is not None), None)
    _, part, a_part, b_part = best
    return _with_order(part, a_part % part, b_part % part)


def _coarser_by(sample: Sample, part: int) -> NDArray[np.float64] | None:
    """2×2 to the coordinates of a lattice a prime number of times as coarse, where that repeats too.

    Its frequencies are some of those of parts of the cell; all other choices of as many must show far less.
    """
    block, count = folded(sample, part, FRACTION_BINS)
    total = (block - np.average(block, weights=count + 1e-9)) * count
    power = np.abs(np.fft.fft2(total)) ** 2
    orders = np.fft.fftfreq(len(block), 1 / len(block)).astype(np.intp)
    b, a = np.meshgrid(orders, orders, indexing="ij")
    near = np.maximum(np.abs(a), np.abs(b)) <= 2 * part
    cell = (a % part == 0) & (b % part == 0)
    chosen = [(1, other) for other in range(part)] + [(0, 1)]
    shown = [float(power[near & ~cell & ((a * y - b * x) % part == 0)].sum()) for x, y in chosen]
    most = int(np.argmax(shown))
    rest = max(one for number, one in enumerate(shown) if number != most)
    if shown[most] < max(ALONE * rest, PART * float(power[near & cell].max(initial=0))):
        return None
    return _with_order(part, *chosen[most])


def _with_order(part: int, a: int, b: int) -> NDArray[np.float64]:
    """Rows: a basis of the frequencies spanned by (1, 0), (0, 1) and (a, b)/part."""
    if a:
        turn = next(k for k in range(1, part) if k * a % part == 1)
        return np.array([[1 / part, (turn * b % part) / part], [0, 1]])
    return np.array([[1, 0], [0, 1 / part]])
