"""What a cell of a printed hex or square lattice looks like, and which lattice a fold shows."""

from __future__ import annotations

import math
from functools import cache
from itertools import product
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lattice.folding import Sample, folded
from vision.lattice.patches import Matrix

Kind = Literal["hex", "square"]
Print = Literal["outline", "dots"]
KINDS: tuple[Kind, ...] = ("hex", "square")
BINS = 24
"""Bins per cell and side of a fold."""
WIDTHS = (0.035, 0.07)
"""Half widths of a printed line, in pitches, as blurred by the camera and the line map."""
BESIDE = 0.2
"""Pitches beside an edge that belong to it: what is printed farther inside (numbers, signs) is not looked at."""
AROUND_DOT = 0.3
"""Pitches around a printed centre within which a dot is looked for."""
ALONG = 12
"""Places along an edge at which it is asked whether its line is there."""
ACROSS = (-0.17, -0.13, -0.10, -0.035, 0.0, 0.035, 0.10, 0.13, 0.17)
"""Pitches beside the edge that are compared there."""
LEFT, ON, RIGHT = [0, 1, 2], [3, 4, 5], [6, 7, 8]
DOTS = 0.5
"""What dots are believed, of what outlines with gaps are: any sign printed in every cell looks a little like one."""
UNSOLID = 0.15
"""What outlines with gaps are believed, of what solid ones are: text is all gaps."""
MISSING = 0.2
"""Part of a solid edge that may be missing or printed over."""
CLOSELY = 7
"""Lattices for one fold that are looked at closely."""
PROMISING: tuple[tuple[Print, float], ...] = (("outline", 1.0), ("dots", 0.6))
PLACES = 3
"""Places of the outline in a cell that are weighed."""
STRONGEST = 1.5
"""Strength of a fold, in its own medians, that lines have; bold numbers are no stronger evidence."""
ROUNDEST = 2.4
"""Ratio of axes beyond which a cell is not one that lies on a table before a camera."""
HEX_PLANE = np.array([[1.0, 0.5], [0.0, math.sqrt(3) / 2]])
"""Hex coordinates (i, j) → plane, pitch 1."""


class Motif(msgspec.Struct, frozen=True):
    """A lattice that explains a fold: `basis` (2×2): the fold's coordinates → its own, `shift` its cells' centre.

    `explained` is the share of the lines' energy, `likeness` the correlation with what is printed, beside the edges;
    `solid` how much of every edge is there (0…1, 0 for dots); `dark` print or bright.
    """

    kind: Kind
    print_: Print
    basis: Matrix
    shift: tuple[float, float]
    explained: float
    likeness: float
    solid: float
    dark: bool

    @property
    def weight(self) -> float:
        """What speaks for it, among other lattices for the same fold."""
        return self.explained * self.likeness * (UNSOLID + self.solid) * (1.0 if self.print_ == "outline" else DOTS)


@cache
def _edge_distance(kind: Kind) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """For each bin of a cell (rows j), how far the nearest edge is from its middle, in pitches, and which it is."""
    j, i = (np.mgrid[:BINS, :BINS] + 0.5) / BINS
    plane = HEX_PLANE if kind == "hex" else np.eye(2)
    away, step = [], []
    for a, b in product(range(-2, 4), repeat=2):
        x, y = plane @ np.stack([(i - a).ravel(), (j - b).ravel()])
        away.append(np.hypot(x, y))
        step.append((a, b))
    order = np.argsort(np.array(away), axis=0)
    first, second = np.take_along_axis(np.array(away), order[:2], axis=0)
    steps = np.array(step)
    between = steps[order[1]] - steps[order[0]]
    edge = np.where(between[:, 1] == 0, 0, np.where(between[:, 0] == 0, 1, 2))
    return ((second**2 - first**2) / 2).reshape(BINS, BINS), edge.reshape(BINS, BINS)


@cache
def _dot_distance(kind: Kind) -> NDArray[np.float64]:
    """For each bin of a cell, how far its middle is from the nearest centre, in pitches."""
    j, i = (np.mgrid[:BINS, :BINS] + 0.5) / BINS
    plane = HEX_PLANE if kind == "hex" else np.eye(2)
    away = [
        np.hypot(*(plane @ np.stack([(i - a).ravel(), (j - b).ravel()]))) for a, b in product(range(-1, 3), repeat=2)
    ]
    return np.asarray(np.min(away, axis=0).reshape(BINS, BINS))


@cache
def _templates(kind: Kind, print_: Print) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """Transforms of what is printed (one per width; zero mean and unit norm within its zone), and of the zone."""
    away = _edge_distance(kind)[0] if print_ == "outline" else _dot_distance(kind)
    zone = away < (BESIDE if print_ == "outline" else AROUND_DOT)
    return np.fft.fft2(np.stack(_marks(away, zone))), np.fft.fft2(zone.astype(np.float64))


@cache
def print_of(kind: Kind, print_: Print) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """What is printed around a cell whose centre is at bin 0 (rows j), bright, and the zone where it is looked for."""
    away = _edge_distance(kind)[0] if print_ == "outline" else _dot_distance(kind)
    zone = away < (BESIDE if print_ == "outline" else AROUND_DOT)
    return _marks(away, zone)[-1], zone


@cache
def _outlines(kind: Kind) -> list[NDArray[np.float64]]:
    away, _ = _edge_distance(kind)
    return _marks(away, away < BESIDE)


def _marks(away: NDArray[np.float64], zone: NDArray[np.bool_]) -> list[NDArray[np.float64]]:
    """A line or dot at distance 0 for each of the `WIDTHS`, with zero mean and unit norm within `zone`."""
    marks = []
    for width in WIDTHS:
        mark = np.where(zone, np.exp(-((away / width) ** 2) / 2), 0)
        mark -= np.where(zone, mark[zone].mean(), 0)
        marks.append(mark / np.sqrt((mark**2).sum()))
    return marks


class _Match(msgspec.Struct, frozen=True):
    amplitude: float
    likeness: float
    centre: tuple[float, float]
    dark: bool


def _matched(kind: Kind, print_: Print, fold: NDArray[np.float64], most: int) -> list[_Match]:
    """The places in a cell where what is printed fits a fold best."""
    marks, zone = _templates(kind, print_)
    flat = fold - fold.mean()
    spectrum = np.fft.fft2(flat)
    match = np.fft.ifft2(spectrum[None] * np.conj(marks)).real
    inside = zone[0, 0].real
    mean = np.fft.ifft2(spectrum * np.conj(zone)).real
    energy = np.fft.ifft2(np.fft.fft2(flat**2) * np.conj(zone)).real - mean**2 / inside
    found = []
    left = np.abs(match).max(axis=0)
    for _ in range(most):
        row, column = (int(one) for one in np.unravel_index(int(left.argmax()), left.shape))
        if left[row, column] <= 0:
            break
        width = int(np.abs(match[:, row, column]).argmax())
        amplitude = float(match[width, row, column])
        sign = math.copysign(1.0, amplitude)
        across = _between(sign * match[width, row, [column - 1, column, (column + 1) % BINS]])
        down = _between(sign * match[width, [row - 1, row, (row + 1) % BINS], column])
        likeness = abs(amplitude) / math.sqrt(max(float(energy[row, column]), 1e-12))
        # the middle of the first bin is the template's origin plus half a bin, and so is that of every bin of the fold
        centre = (column + across) / BINS, (row + down) / BINS
        found.append(_Match(abs(amplitude), likeness, centre, amplitude < 0))
        rows, columns = (np.arange(-3, 4) + row) % BINS, (np.arange(-3, 4) + column) % BINS
        left[np.ix_(rows, columns)] = 0
    return found


def _between(three: NDArray[np.float64]) -> float:
    """Where between −½ and ½ a peak lies whose middle value is the greatest of three."""
    curve = three[0] - 2 * three[1] + three[2]
    return 0.0 if curve >= -1e-12 else float(np.clip(0.5 * (three[0] - three[2]) / curve, -0.5, 0.5))


@cache
def _edge_samples(kind: Kind) -> NDArray[np.float64]:
    """Cell coordinates (edges × along × across × 2) of points on and beside each edge, `across` it as `ACROSS`."""
    plane = HEX_PLANE if kind == "hex" else np.eye(2)
    back = np.linalg.inv(plane)
    steps = np.array([(1, 0), (0, 1), (-1, 1)] if kind == "hex" else [(1, 0), (0, 1)], np.float64) @ plane.T
    length = 1 / math.sqrt(3) if kind == "hex" else 1.0
    along = (np.arange(ALONG) + 0.5) / ALONG - 0.5
    points = []
    for step in steps:
        edge = np.array([-step[1], step[0]])
        points.append(step / 2 + along[:, None, None] * length * edge + np.array(ACROSS)[None, :, None] * step)
    return np.asarray(np.stack(points) @ back.T)


def _contrasts(kind: Kind, fold: NDArray[np.float64], match: _Match) -> NDArray[np.float64]:
    """How much darker (or brighter) than beside it each edge is, edges × along."""
    at = _edge_samples(kind) + np.array(match.centre)
    i, j = (np.floor(at * BINS).astype(np.intp) % BINS).transpose(3, 0, 1, 2)
    values = fold[j, i] * (-1 if match.dark else 1)
    middle = values[:, :, ON].max(axis=2)
    return np.asarray(middle - np.maximum(values[:, :, LEFT].mean(axis=2), values[:, :, RIGHT].mean(axis=2)))


def edge_strengths(kind: Kind, block: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much brighter than beside it each edge is, in a block of whole cells whose first centre is at bin 0."""
    cells = len(block) // BINS
    found = []
    for a, b in product(range(cells), repeat=2):
        i, j = (np.floor((_edge_samples(kind) + np.array([a, b])) * BINS).astype(np.intp) % len(block)).transpose(
            3, 0, 1, 2
        )
        values = block[j, i]
        beside = np.concatenate([values[:, :, LEFT], values[:, :, RIGHT]], axis=2)
        found.append(values[:, :, ON].mean(axis=(1, 2)) - beside.mean(axis=(1, 2)))
    return np.concatenate(found)


@cache
def _bases() -> tuple[tuple[int, Matrix], ...]:
    """Lattices near a given one: the block of cells in which each repeats, and given coordinates → its own."""
    found: list[tuple[int, Matrix]] = [(1, np.eye(2))]
    for index in (2, 3, 4):
        for a in (one for one in range(1, index + 1) if index % one == 0):
            for b in range(index // a):
                coarse = np.array([[a, b], [0, index // a]], np.float64)
                if index < 4:
                    found.append((index, np.asarray(np.linalg.inv(coarse), np.float64)))
                found.append((1, coarse.T))
    found.append((2, np.eye(2) / 2))
    return tuple(found)


@cache
def nearby_lattices() -> tuple[Matrix, ...]:
    """Lattices near a given one: given coordinates → their own, each once."""
    return tuple(basis for _, basis in _bases())


def reduced(steps: Matrix) -> Matrix:
    """Whole 2×2 from lattice coordinates with frequencies `steps` (rows) to those of the least ones, ≥ 90° apart."""
    change = np.eye(2)
    one, two = steps
    for _ in range(24):
        if one @ one > two @ two:
            one, two, change = two, one, change[::-1]
        times = round(float(one @ two / (one @ one)))
        if times == 0:
            break
        two = two - times * one
        change = np.array([change[0], change[1] - times * change[0]])
    if one @ two > 0:
        change = np.array([change[0], -change[1]])
    return change


def roundness(steps: Matrix, kind: Kind) -> float:
    """Ratio of axes of a round cell as drawn, where frequencies (rows, per px) are `steps`."""
    plane = (HEX_PLANE if kind == "hex" else np.eye(2)) @ steps
    values = np.linalg.svd(plane, compute_uv=False)
    return float(values[0] / max(values[1], 1e-12))


def motifs(sample: Sample, steps: Matrix) -> list[Motif]:
    """All lattices near that of `sample` that may explain it, best first; `steps`: its frequencies, rows, per px."""
    energy = float((sample.values.astype(np.float64) ** 2).mean())
    blocks = {cells: folded(sample, cells, BINS) for cells in (1, 2, 3)}
    folds: list[tuple[float, Kind, Matrix, NDArray[np.float64]]] = []
    for cells, basis in _bases():
        here = basis @ steps
        change = reduced(here)
        kinds = [kind for kind in KINDS if roundness(change @ here, kind) <= ROUNDEST]
        if kinds:
            whole = change @ basis
            fold = _rebinned(*blocks[cells], cells, whole)
            folds += [(_promise(kind, fold), kind, whole, fold) for kind in kinds]
    best = sorted(folds, key=lambda one: -one[0])[:CLOSELY]
    seen = [motif for _, kind, basis, fold in best for motif in _explaining(kind, basis, fold, energy)]
    return sorted(seen, key=lambda one: -one.weight)


def _promise(kind: Kind, fold: NDArray[np.float64]) -> float:
    """The energy of a fold that an outline or dots explain at best, times their likeness."""
    flat = fold - fold.mean()
    usual = 2.0 * float(np.abs(flat).mean()) + 1e-9
    soft = np.clip(flat, -usual, usual)
    spectrum = np.fft.rfft2(soft)
    most = 0.0
    for print_, trust in PROMISING:
        marks = np.fft.irfft2(spectrum[None] * np.conj(_templates(kind, print_)[0][:, :, : BINS // 2 + 1]))
        most = max(most, trust * float(np.abs(marks).max()))
    return most**2


def _explaining(kind: Kind, basis: Matrix, fold: NDArray[np.float64], energy: float) -> list[Motif]:
    """The outline and the dots that explain a fold best."""
    flat = fold - np.median(fold)
    usual = 1.5 * float(np.median(np.abs(flat))) + 1e-9
    soft = np.tanh(flat / (STRONGEST * usual)) * STRONGEST * usual
    outlines = []
    places = _matched(kind, "outline", soft, PLACES) + _matched(kind, "outline", flat, PLACES)
    for match in places:
        amplitude, likeness = (max(pair) for pair in zip(_fit(kind, flat, match), _fit(kind, soft, match), strict=True))
        edges = np.sort(_contrasts(kind, soft, match), axis=1)
        solid = float(np.clip(edges[:, int(ALONG * MISSING)].min() / usual, 0, 1))
        explained = amplitude**2 / BINS**2 / energy
        outlines.append(Motif(kind, "outline", basis, match.centre, explained, likeness, solid, match.dark))
    found = sorted(outlines, key=lambda one: -one.weight)[:1]
    for match in _matched(kind, "dots", flat, 1):
        explained = match.amplitude**2 / BINS**2 / energy
        found.append(Motif(kind, "dots", basis, match.centre, explained, match.likeness, 0.0, match.dark))
    return found


def _fit(kind: Kind, fold: NDArray[np.float64], match: _Match) -> tuple[float, float]:
    """Amplitude and likeness of an outline at a given place of a fold, of the same darkness."""
    row, column = round(match.centre[1] * BINS), round(match.centre[0] * BINS)
    moved = np.roll(fold, (-row, -column), axis=(0, 1))
    best = (0.0, 0.0)
    zone = _edge_distance(kind)[0] < BESIDE
    inside = moved[zone] - moved[zone].mean()
    for mark in _outlines(kind):
        amplitude = float((moved * mark).sum()) * (-1 if match.dark else 1)
        best = max(best, (amplitude, amplitude / math.sqrt(float((inside**2).sum()) + 1e-12)))
    return best


def _rebinned(block: NDArray[np.float64], count: NDArray[np.float64], cells: int, basis: Matrix) -> NDArray[np.float64]:
    """A block of cells folded again, into one cell of another lattice."""
    j, i = (np.mgrid[: len(block), : len(block)] + 0.5) / BINS
    a, b = basis @ np.stack([i.ravel(), j.ravel()])
    where = (np.floor(b % 1 * BINS).astype(np.intp) % BINS) * BINS + np.floor(a % 1 * BINS).astype(np.intp) % BINS
    weight = np.bincount(where, count.ravel(), BINS * BINS)
    total = np.bincount(where, (block * count).ravel(), BINS * BINS)
    fold = total / np.maximum(weight, 1e-9)
    return np.where(weight > 0, fold, fold[weight > 0].mean()).reshape(BINS, BINS)
