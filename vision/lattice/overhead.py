"""Lattices that a picture shows as from above: its lines are laid flat by many tilts, and what repeats is added up.

In a tilted picture cells shrink from the near edge to the far, and what repeats fades in any window large enough to
tell thin lines from dense art. Laid flat it repeats throughout, all windows have the same frequencies, and those of
hexes and squares lie at known angles and distances from each other: only size and turn are left to be found.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Container
from functools import cache

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.bases import KINDS, Kind
from vision.lattice.homography import through
from vision.lattice.lines import Level, Values, halved
from vision.lattice.patches import Matrix
from vision.lattice.ridges import Ridges, thinned
from vision.lattice.spectra import HANN, WINDOW

TILTS_DEG = (15.0, 27.0, 37.0, 46.0)
"""Tilts that are laid flat, besides none: those between them leave a cell drawn out by less than a tenth."""
TURNS = (6, 9, 11, 12)
"""Directions in which the board is tilted, of each tilt."""
FOCAL = 0.95
"""Focal length that is assumed, in widths of the picture: that of phones."""
NEAREST, FARTHEST = 0.5, 1.7
"""Size of what is laid flat beside its size in the picture, at least and at most."""
STRIDE, BLOCK = 80, 8
"""Px from window to window, and of blocks in which points are counted."""
MOST_WINDOWS = 32
"""Windows of which the spectra are added up, at most, chosen evenly."""
MOST_POINTS = 150_000
"""Points on lines that are laid flat, at most."""
BLUR_PX = 0.6
"""Deviation by which points are blurred, px of the finest of `SCALES`: what is laid flat smaller loses none."""
LEAST_POINTS = 60
"""Points on lines in a window, at least."""
SCALES = (2, 4, 8)
"""Times that a picture is reduced in which cells of 16 to 64, 32 to 128, 64 to 250 px are looked for."""
CYCLES = (4.6, 18.5)
"""Cycles per window of the first ring of frequencies that are looked for."""
SIZES = 60
"""Sizes between them that are tried."""
RINGS: dict[Kind, tuple[tuple[float, tuple[tuple[int, int], ...]], ...]] = {
    "hex": (
        (1.0, ((1, 0), (0, 1), (1, 1))),
        (0.7, ((1, -1), (2, 1), (1, 2))),
        (0.6, ((2, 0), (0, 2), (2, 2))),
        (1.0, ((3, 1), (3, 2), (1, 3), (2, 3), (1, -2), (2, -1))),
    ),
    "square": (
        (1.0, ((1, 0), (0, 1))),
        (0.5, ((1, 1), (1, -1))),
        (0.7, ((2, 0), (0, 2))),
        (0.5, ((3, 0), (0, 3))),
    ),
}
"""Orders of the frequencies of a lattice's edges, by their distance from the middle, and what each ring counts."""
SHARPER = (0.35, 0.2, 0.1)
"""Cycles per window by which frequencies are moved to where more power is, in three rounds."""
FOLDS: dict[Kind, int] = {"hex": 60, "square": 90}
FLAT_MOST = 3
"""Lattices that are looked at of what is flat already: the right one is the clearest or next to it."""
CLEAR = 4.3
"""Deviations by which the power of a lattice stands out among all sizes and turns, for it to be looked at."""


class Overhead(msgspec.Struct, frozen=True):
    """A lattice as it may lie: `to_cells` takes px of the picture to (i, j), whatever lies at (0, 0).

    `clear`: deviations by which it stands out; `places` (n×2 px): where in the picture it is seen best.
    """

    kind: Kind
    to_cells: Matrix
    clear: float
    places: Matrix
    pitch_px: float
    scale: int


def tilts(size: tuple[int, int]) -> list[Matrix]:
    """Homographies that lay flat a picture of `size` taken at various tilts; about as large in the middle."""
    found = [np.eye(3)]
    for tilt, turns in zip(TILTS_DEG, TURNS, strict=True):
        found += [laid_flat(math.radians(tilt), 2 * math.pi * k / turns, size) for k in range(turns)]
    return found


def laid_flat(tilt: float, turn: float, size: tuple[int, int], focal: float = FOCAL) -> Matrix:
    """Px of a picture of `size` → px of the plane as from above, for a camera tilted by `tilt` towards `turn`."""
    away = focal * max(size)
    c, s = math.cos(turn), math.sin(turn)
    spin = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    lean = np.array([[math.cos(tilt), 0, -math.sin(tilt)], [0, 1, 0], [math.sin(tilt), 0, math.cos(tilt)]])
    rays = np.array([[1 / away, 0, -size[0] / 2 / away], [0, 1 / away, -size[1] / 2 / away], [0, 0, 1]])
    flat = spin.T @ lean @ spin @ rays
    matrix = np.diag([away * math.cos(tilt) ** 1.5, away * math.cos(tilt) ** 1.5, 1.0]) @ flat
    return np.asarray(matrix)


def about(to_cells: Matrix, place: NDArray[np.float64], level: Level) -> tuple[tuple[float, float], Matrix]:
    """A place of the picture (2 px) on a level, px, and 3×3 from px of the level from there → (i, j), (0, 0) there."""
    x, y = (place - (level.scale - 1) / 2) / level.scale
    moved = to_cells @ level.to_picture @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
    moved = moved / moved[2, 2]
    moved[:2] -= np.outer(moved[:2, 2], moved[2])
    return (float(x), float(y)), np.asarray(moved)


def strewn_level(lines: Ridges, size: tuple[int, int], scale: int) -> Level:
    """The points of lines of a picture of `size` as a level of it."""
    signed = lines.weight * np.where(lines.dark, -1.0, 1.0)
    shift = (scale - 1) / 2
    width, height = (max(1, side // scale) for side in size)
    at = np.clip(np.round((lines.points - shift) / scale), 0, (width - 1, height - 1)).astype(np.intp)
    shown = np.bincount(at[:, 1] * width + at[:, 0], signed, width * height).reshape(height, width)
    return Level(np.asarray(np.clip(shown / scale, -1.5, 1.5), np.float32), float(scale))


def _strewn(lines: Ridges, size: tuple[int, int]) -> Values:
    """The points of lines of a picture of `size` as a picture reduced as the finest of `SCALES`, a little blurred."""
    width, height = (int(side) // SCALES[0] + 1 for side in size)
    at = np.clip((lines.points / SCALES[0] + 0.5).astype(np.intp), 0, (width - 1, height - 1))
    signed = np.where(lines.dark, -lines.weight, lines.weight)
    shown = np.bincount(at[:, 1] * width + at[:, 0], signed, width * height).astype(np.float32).reshape(height, width)
    return np.asarray(cv2.GaussianBlur(shown, (0, 0), BLUR_PX), np.float32)


def _laid(shown: Values, matrix: Matrix, size: tuple[int, int]) -> tuple[Values, NDArray[np.float64]] | None:
    """What `_strewn` shows as `matrix` lays it flat, where it stays about as large, and the flat px of its corner.

    None where nothing does.
    """
    m = matrix / (matrix[2] @ [size[0] / 2, size[1] / 2, 1])
    height, width = shown.shape
    y, x = np.mgrid[0 : height + 16 : 16, 0 : width + 16 : 16] * float(SCALES[0])
    depth = m[2, 0] * x + m[2, 1] * y + m[2, 2]
    near = (depth > 1 / FARTHEST) & (depth < 1 / NEAREST)
    if not near.any():
        return None
    ahead = np.array([((row[0] * x + row[1] * y + row[2]) / depth)[near] for row in m[:2]])
    low, high = ahead.min(axis=1), ahead.max(axis=1)
    size_flat = [max(int(side) // 8 * 8 + 8, WINDOW) for side in (high - low) / SCALES[0]]
    finer, shift = np.diag([SCALES[0], SCALES[0], 1.0]), np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
    if not near.all():
        along = (m[2, 0] * SCALES[0] * np.arange(width)).astype(np.float32)
        down = (m[2, 1] * SCALES[0] * np.arange(height) + m[2, 2]).astype(np.float32)[:, None]
        shown = shown * ((along + down > 1 / FARTHEST) & (along + down < 1 / NEAREST))
    flat = cv2.warpPerspective(shown, np.linalg.inv(finer) @ shift @ m @ finer, size_flat, flags=cv2.INTER_LINEAR)
    return np.asarray(flat, np.float32), low


def overheads(
    some: Ridges,
    size: tuple[int, int],
    scales: Container[int] = SCALES,
    is_time_up: Callable[[], bool] = lambda: False,
    most: int = 8,
    is_flat: bool = False,
) -> list[Overhead]:
    """Up to `most` lattices that `some` lines of a picture of `size` may show, the clearest first; none if time is up
    before all tilts were tried. Of the `SCALES` some may be asked only; of the tilts none where it `is_flat` already.
    """
    found: list[_Sign] = []
    lines = thinned(some, MOST_POINTS)
    if len(lines) < LEAST_POINTS:
        return []
    every = _strewn(lines, size)
    for matrix in [np.eye(3)] if is_flat else tilts(size):
        if is_time_up():
            return []
        laid = _laid(every, matrix, size)
        if laid is None:
            continue
        shown, _ = laid
        for scale in SCALES:
            if scale > SCALES[0]:
                shown = _halved(shown)
            if scale not in scales:
                continue
            even = _evened(shown)
            if even is None:
                continue
            for kind in KINDS:
                found += [_Sign(clear, kind, at / scale, matrix, scale) for clear, at in _combed(even, kind)]
    return [_overhead(one, every, size) for one in _different(found, size, FLAT_MOST if is_flat else most)]


def _halved(shown: Values) -> Values:
    """Half as wide and high, twice the mean: a line of points is as strong as before; at least a window."""
    small = 2 * halved(shown)
    height, width = small.shape
    below, beside = max(0, WINDOW - height), max(0, WINDOW - width)
    return np.asarray(cv2.copyMakeBorder(small, 0, below, 0, beside, cv2.BORDER_CONSTANT, value=0), np.float32)


def _windows(shown: Values) -> tuple[list[Values], NDArray[np.intp]]:
    """Windows of a picture of points, those with enough of them, and their corners (n×2 px)."""
    height, width = shown.shape
    xs, ys = ([*range(0, side - WINDOW, STRIDE), side - WINDOW] for side in (width, height))
    every = np.array([(x, y) for y in ys for x in xs], np.intp)
    blocks = cv2.resize(np.abs(shown), (width // BLOCK, height // BLOCK), interpolation=cv2.INTER_AREA)
    mean = cv2.blur(blocks, (WINDOW // BLOCK, WINDOW // BLOCK))
    x, y = np.minimum((every + WINDOW // 2) // BLOCK, (mean.shape[1] - 1, mean.shape[0] - 1)).T
    chosen = np.flatnonzero(mean[y, x] > LEAST_POINTS / WINDOW**2)
    if len(chosen) > MOST_WINDOWS:
        chosen = chosen[np.linspace(0, len(chosen) - 1, MOST_WINDOWS).astype(np.intp)]
    corners = every[chosen]
    return [shown[y : y + WINDOW, x : x + WINDOW] for x, y in corners.tolist()], corners


def _power(one: Values, other: Values) -> Values:
    """The power of two windows (`WINDOW`²) together at every frequency, as the transform orders them."""
    both = np.empty((WINDOW, WINDOW, 2), np.float32)
    np.multiply(one, HANN, out=both[:, :, 0])
    np.multiply(other, HANN, out=both[:, :, 1])
    found = cv2.dft(both).view(np.complex64)[:, :, 0]
    return np.asarray(found.real**2 + found.imag**2 + np.float32(1e-3), np.float32)


def _evened(shown: Values) -> Values | None:
    """The mean spectrum (`WINDOW`², no frequency in the middle) of all windows over what is usual as far from there."""
    stack, _ = _windows(shown)
    if not stack:
        return None
    pairs = list(itertools.zip_longest(stack[0::2], stack[1::2], fillvalue=stack[-1]))
    total = np.zeros((WINDOW, WINDOW), np.float32)
    for at in range(0, len(pairs), 3):
        # of three at once: a logarithm takes as long as a transform
        total += cv2.log(np.prod([_power(*pair) for pair in pairs[at : at + 3]], axis=0))
    return _over_usual(np.asarray(total / len(pairs), np.float32))


def _over_usual(power: Values) -> Values:
    """Logarithms of power over what is usual at the same distance from the middle, where no frequency is."""
    ring, counts = _rings()
    usual = (np.bincount(ring, power.ravel()) / counts).astype(np.float32)
    return np.asarray(np.fft.fftshift(power - usual[ring].reshape(power.shape)), np.float32)


@cache
def _rings() -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    whole = np.fft.fftfreq(WINDOW, 1 / WINDOW)
    ring = np.round(np.hypot(whole[:, None], whole[None])).astype(np.intp).ravel()
    return ring, np.bincount(ring).astype(np.float64)


@cache
def orders(kind: Kind) -> tuple[Matrix, NDArray[np.float64]]:
    """Orders (n×2) of a lattice's frequencies, and what each counts."""
    orders = [order for _, ring in RINGS[kind] for order in ring]
    weights = [weight / len(ring) for weight, ring in RINGS[kind] for _ in ring]
    return np.array(orders, np.float64), np.array(weights)


@cache
def _comb(kind: Kind) -> tuple[Values, Values, NDArray[np.float64], NDArray[np.float64]]:
    """Where the frequencies of lattices of all sizes (rows) and turns lie in a spectrum; the sizes and turns (rad)."""
    cycles = np.geomspace(*CYCLES, SIZES)
    turns = np.radians(np.arange(0, FOLDS[kind], 1.5))
    steps = np.array([frequencies(kind, 1.0, float(turn)) for turn in turns])
    at = np.einsum("na,tad->ntd", orders(kind)[0], steps)[:, None] * cycles[:, None, None] + WINDOW // 2
    return np.asarray(at[..., 0], np.float32), np.asarray(at[..., 1], np.float32), cycles, turns


def _shown(even: Values, kind: Kind, xs: Values, ys: Values) -> Values:
    """How strong lattices are in an evened spectrum, whose frequencies lie at `xs`, `ys` (orders × rows × columns)."""
    count, rows, columns = xs.shape
    seen = cv2.remap(even, xs.reshape(count * rows, columns), ys.reshape(count * rows, columns), cv2.INTER_LINEAR)
    return np.asarray(np.tensordot(orders(kind)[1], seen.reshape(count, rows, columns), axes=1), np.float32)


def _combed(even: Values, kind: Kind, most: int = 2) -> list[tuple[float, Matrix]]:
    """The clearest lattices of an evened spectrum: deviations by which each stands out, frequencies (rows, per px)."""
    xs, ys, cycles, turns = _comb(kind)
    total = _shown(even, kind, xs, ys)
    total = (total - total.mean()) / (total.std() + 1e-9)
    found = []
    for _ in range(most):
        row, column = (int(one) for one in np.unravel_index(int(total.argmax()), total.shape))
        if total[row, column] < CLEAR:
            break
        steps = sharper(even, kind, frequencies(kind, float(cycles[row]), float(turns[column])))
        found.append((float(total[row, column]), steps / WINDOW))
        columns = (np.arange(-4, 5) + column) % len(turns)
        total[max(0, row - 4) : row + 5, columns] = -9
    return found


def sharper(even: Values, kind: Kind, steps: Matrix) -> Matrix:
    """Frequencies (rows, cycles per window) moved to where most power is near: cells need not be quite regular."""
    for move in SHARPER:
        tried = steps + move * _MOVES
        at = np.einsum("na,tad->ntd", orders(kind)[0], tried)[:, None] + WINDOW // 2
        xs, ys = np.asarray(at[..., 0], np.float32), np.asarray(at[..., 1], np.float32)
        steps = tried[int(_shown(even, kind, xs, ys).argmax())]
    return steps


_MOVES = np.array(list(itertools.product((-1.0, 0.0, 1.0), repeat=4))).reshape(-1, 2, 2)


def frequencies(kind: Kind, per_px: float, turn: float) -> Matrix:
    """Rows: frequencies (cycles per px) whose phases are i and j."""
    apart = 2 * math.pi / 3 if kind == "hex" else math.pi / 2
    return per_px * np.array([(math.cos(t), math.sin(t)) for t in (turn, turn + apart)])


def _local(to_cells: Matrix, at: NDArray[np.float64]) -> Matrix:
    """Frequencies (rows, cycles per px) about a point (2 px)."""
    x, y, depth = to_cells @ np.append(at, 1.0)
    return np.asarray((to_cells[:2, :2] - np.outer([x / depth, y / depth], to_cells[2, :2])) / depth)


class _Sign(msgspec.Struct, frozen=True):
    """A lattice of a `kind` in the picture that `matrix` lays flat, reduced `scale` times: `steps` per flat px."""

    clear: float
    kind: Kind
    steps: Matrix
    matrix: Matrix
    scale: int

    @property
    def to_cells(self) -> Matrix:
        """Px of the picture → (i, j)."""
        onto = np.eye(3)
        onto[:2, :2] = self.steps
        return np.asarray(onto @ self.matrix)


def _different(found: list[_Sign], size: tuple[int, int], most: int) -> list[_Sign]:
    """The clearest, of those alike in the middle of the picture one each."""
    kept: list[tuple[_Sign, Matrix]] = []
    middle = np.array(size) / 2
    for one in sorted(found, key=lambda one: -one.clear):
        here = _local(one.to_cells, middle)
        if not any(one.kind == other.kind and _alike(here, there) for other, there in kept):
            kept.append((one, here))
            if len(kept) == most:
                break
    return [one for one, _ in kept]


def _alike(one: Matrix, other: Matrix) -> bool:
    change = one @ np.linalg.inv(other)
    whole = np.round(change)
    return bool(np.abs(change - whole).max() < 0.22 and abs(abs(np.linalg.det(whole)) - 1) < 0.1)


def _overhead(one: _Sign, every: Values, size: tuple[int, int]) -> Overhead:
    """A sign with the places where it is seen best."""
    laid = _laid(every, one.matrix, size)
    assert laid is not None, "what stood out was laid flat"
    shown, low = laid
    for _ in range(int(math.log2(one.scale / SCALES[0]))):
        shown = _halved(shown)
    stack, corners = _windows(shown)
    at = np.einsum("na,ad->nd", orders(one.kind)[0], one.steps * WINDOW * one.scale)[:, None, None] + WINDOW // 2
    xs, ys = np.asarray(at[..., 0], np.float32), np.asarray(at[..., 1], np.float32)
    strong = [float(_shown(_over_usual(np.log(_power(each, each))), one.kind, xs, ys)[0, 0]) for each in stack]
    best = np.argsort(-np.array(strong))
    places = (corners[best] + WINDOW / 2) * one.scale + low
    places = through(np.asarray(np.linalg.inv(one.matrix)), places)
    det = abs(float(np.linalg.det(_local(one.to_cells, places[0]))))
    return Overhead(one.kind, one.to_cells, one.clear, places, 1 / math.sqrt(det), one.scale)
