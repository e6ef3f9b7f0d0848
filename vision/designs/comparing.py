"""Compares what is seen of a tile with prints, point by point: how alike they are, what each costs, what covers it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board_model import FACE_PX
from vision.designs.prints import Grey, Prints, grid
from vision.polynomials import matrix_product

STEP_PX = 2.0
"""Every so many pixels of a face are compared: more than a tile of 40 px has grains."""
MARGIN_PX = 3.0
"""The rim of a tile is shade and shadow; it is not compared."""
FLAT = 1e-3
"""Contrast below which there is none."""
TONE, LOST = 0.15, 0.6
"""Standard deviation of a point of a tile beside its print, tone: blur, noise; and from which it is no part of it."""
POINT_SAYS = 4.0
"""Most that one point says against a print."""
CONTRASTS = (0.55, 1.2)
"""How strong ink may be beside its declared strength: gloss veils it."""
FITS = 4
"""Rounds in which level and contrast are fitted to the points that fit."""
COVERED_SAYS = 0.9
"""What a point says against a print if something lies on it (as `POINT_SAYS`): more than a point of a print that fits
(0.4 in the mean), less than one that does not."""


class Way(msgspec.Struct, frozen=True):
    """How one round looks at a tile: with which `prints`, at which `places` (rows, columns beside the supposed one), at
    `every` how many of the points; `last`: whether it tells the print, and not the place alone."""

    prints: Prints
    places: tuple[tuple[int, int], ...]
    every: int = 1
    last: bool = False

    def rough(self, every: int) -> Way:
        """The same at `every` how many of the points."""
        values = tuple(np.ascontiguousarray(each[:, ::every]) for each in self.prints.values)
        prints = msgspec.structs.replace(self.prints, values=values)
        return Way(prints, self.places, every)


def covered(points: Grey, weights: Grey, below: Grey) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """What each print costs, a mean over `points` (prints × points), if what lies where it fits least is no part of it;
    and the number of that cover. `below`: which points lie below each cover."""
    whole = points.mean(axis=1, dtype=np.float64)
    if not below.shape[1]:
        return whole, np.zeros(len(points), np.intp)
    spared = matrix_product(points - np.float32(COVERED_SAYS) * weights, below) / points.shape[1]
    best = spared.argmax(axis=1)
    gain = spared[np.arange(len(points)), best].astype(np.float64)
    return whole - np.maximum(gain, 0), best


def seen_at(face: Grey, places: Sequence[tuple[int, int]], every: int = 1) -> Grey:
    """`every` how many of the compared points of a face with room around it, at every place (rows, columns beside
    it)."""
    return cv2.remap(face, *_maps(face.shape[0], tuple(places), every), cv2.INTER_LINEAR).astype(np.float32, copy=False)


def compared_points() -> NDArray[np.float32]:
    """The points of a face that are compared (N × 2, px beside its middle)."""
    return grid(FACE_PX / 2 - MARGIN_PX, STEP_PX)


@lru_cache(maxsize=8)
def _maps(
    side_px: int, places: tuple[tuple[int, int], ...], every: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where `every` how many of these points are in a picture of a face with room around it, for every place: x and y,
    places × N."""
    middle, points = np.float32((side_px - 1) / 2), compared_points()[::every]
    rows, columns = (np.array([[place[axis]] for place in places], np.float32) for axis in (0, 1))
    return points[:, 0] + columns + middle, points[:, 1] + rows + middle


def correlation(prints: Grey, seen: Grey, weights: Grey, total: Grey) -> Grey:
    """Weighted correlation of every print (rows) with the face at every place (columns); 0 where nothing of it is seen:
    `total`, the sum of the `weights` of each place's points, is 0 there."""
    total = np.where(total > 0, total, np.float32(1))
    off = seen - ((weights * seen).sum(axis=1) / total)[:, None]
    weighed = off * weights
    spread = np.sqrt((weighed * off).sum(axis=1))
    mean = matrix_product(prints, weights.T) / total
    contrast = np.sqrt(np.maximum(matrix_product(np.square(prints), weights.T) - np.square(mean) * total, FLAT))
    return np.asarray(matrix_product(prints, weighed.T) / (contrast * np.maximum(spread, FLAT)), np.float32)


def costs_of(prints: Sequence[Grey], seen: Sequence[Grey], weights: Grey) -> Grey:
    """What it costs to explain each point that is seen (columns) by each print (rows), by channels.

    Ink and paper are as light as they are seen; a point says so much at most, for something may lie on it.
    """
    one, each = (np.concatenate(list(some)) for some in (prints, seen))
    one -= one.mean(axis=1, keepdims=True)
    each -= each.mean(axis=1, keepdims=True)
    off = _off_print(one, each, np.concatenate([weights] * len(prints)))
    squares = np.square(np.multiply(off, np.float32(1 / TONE), out=off), out=off)
    squared: Grey = squares.reshape(len(prints), *weights.shape).sum(axis=0)
    squared *= np.float32(0.5)
    return np.multiply(weights, np.minimum(squared, np.float32(POINT_SAYS), out=squared), out=squared)


def _off_print(one: Grey, each: Grey, weights: Grey) -> Grey:
    """By how much what is seen (`each`) is off the print (`one`), row by row, once level and contrast are fitted."""
    squares, products = one * one, one * each
    trust, off = weights, np.empty_like(one)
    for number in range(1, FITS + 1):
        total = trust.sum(axis=1) + np.float32(FLAT)
        middle, level, square, product = (_sums(trust, of) / total for of in (one, each, squares, products))
        spread = np.maximum(square - middle * middle, 0) + np.float32(FLAT) / total
        contrast = np.clip((product - middle * level) / spread, *CONTRASTS).astype(np.float32)
        np.multiply(one, contrast[:, None], out=off)
        np.subtract(each, off, out=off)
        off -= (level - contrast * middle)[:, None]
        if number == FITS:
            break
        trust = np.square(off * np.float32(1 / LOST))
        np.subtract(1, np.minimum(trust, 1, out=trust), out=trust)
        np.multiply(weights, np.square(trust, out=trust), out=trust)
    return off


def _sums(weights: Grey, values: Grey) -> Grey:
    """The weighted sum of each row."""
    return np.asarray(np.einsum("ij,ij->i", weights, values), np.float32)
