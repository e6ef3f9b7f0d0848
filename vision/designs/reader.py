"""Compares a tile in a picture with every print that it may bear, where nothing that lies on it hides it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import FACE_PX, BoardModel
from vision.designs.prints import Grey, Prints, channels, grid, points_somewhere, prints_of
from vision.pose import Pose

SHIFTS = (-4, -2, 0, 2, 4)
"""Places beside the found one at which prints are tried, px of the face: 2 mm to each side of a tile of 26 mm."""
ROOM_PX = max(SHIFTS)
HIDES_WIDER_MM = 1.2
"""What lies on a tile hides so much more than its face: its edge and its shadow."""
GRAIN_PX = 2.6
"""Width, in the picture, of a grain that says something of its own."""
MOST_GRAINS = 90.0
MOST = 11.0
"""No print speaks more clearly than this (log odds)."""
FLAT = 1e-3
"""Contrast below which there is none."""
LEAST_OPEN = 0.2
"""Part of a tile that must be uncovered for its print to be read."""


class Disc(msgspec.Struct, frozen=True):
    """Something round that lies on a tile, as it is seen on the board's plane, mm."""

    middle_mm: tuple[float, float]
    radius_mm: float


class DesignReader:
    """Reads the prints of one board's tiles.

    >>> reader.compare(image, pose, (412.0, 96.5), "tile:a:north")["tile:c:south"]
    0.0
    """

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self._looks = tuple(look for look in model.faces if points_somewhere(look))

    def knows(self, look: Look) -> bool:
        """Whether pieces of `look` bear a print that is read."""
        return look in self._looks

    def compare(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        face_mm: tuple[float, float],
        look: Look,
        hidden: Iterable[Disc] = (),
    ) -> dict[Look, float]:
        """Log likelihood of each print for the tile whose face is seen at `face_mm` (as if it lay on the board).

        The best one's is 0. `look` is any look of that size; `hidden` is what lies on it. Empty where too little is
        seen.
        """
        size_mm = self.model.bodies[look].size_mm
        seen, open_ = self._seen(image, pose, face_mm, size_mm, hidden)
        weights = _at_shifts(open_)
        if weights.mean() < LEAST_OPEN:
            return {}
        likeness = self._likeness([_at_shifts(channel) for channel in seen], weights)
        across = pose.to_picture(np.array(face_mm) + size_mm / 2 * np.array([(-1, 0), (1, 0), (0, -1), (0, 1)]))
        area_px = float(np.prod(np.hypot(*(across[1::2] - across[::2]).T)))
        grains = min(MOST_GRAINS, area_px * float(open_.mean()) / GRAIN_PX**2)
        values = -0.5 * grains * np.log(np.maximum(1e-3, 1 - np.square(np.maximum(likeness, 0.0))))
        best = values.max()
        return {each: max(float(value - best), -MOST) for each, value in zip(self._looks, values)}

    def cut(
        self, image: NDArray[np.uint8], pose: Pose, face_mm: tuple[float, float], size_mm: float
    ) -> NDArray[np.uint8]:
        """The face of a tile as it is seen, from straight above, `FACE_PX` wide, BGR: a print that is taught."""
        return _above(image, pose, face_mm, size_mm / 2, FACE_PX)

    @cached_property
    def _prints(self) -> Prints:
        return prints_of(self.model, self._looks)

    def _seen(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        face_mm: tuple[float, float],
        size_mm: float,
        hidden: Iterable[Disc],
    ) -> tuple[tuple[Grey, ...], Grey]:
        """The channels of the face with room for shifts, and where it is open (1) or hidden (0)."""
        side = FACE_PX + 2 * ROOM_PX
        half = size_mm / 2 * side / FACE_PX
        face = _above(image, pose, face_mm, half, side)
        open_ = np.ones((side, side), np.float32)
        scale = side / (2 * half)
        for disc in hidden:
            x, y = ((at - middle + half) * scale for at, middle in zip(disc.middle_mm, face_mm))
            cv2.circle(open_, (round(x), round(y)), round((disc.radius_mm + HIDES_WIDER_MM) * scale), 0.0, -1)
        return channels(face), open_

    def _likeness(self, seen: Sequence[Grey], weights: Grey) -> NDArray[np.float64]:
        """The best correlation of each look with what is open of the face, at any turn and shift.

        `seen` (one for each channel) and `weights`: shifts × points.
        """
        total = weights.sum(axis=1)
        parts = [_correlation(prints, each, weights, total) for prints, each in zip(self._prints.values, seen)]
        likeness = np.mean(parts, axis=0)
        return np.asarray(likeness.reshape(len(self._looks), -1).max(axis=1), np.float64)


def _correlation(prints: Grey, seen: Grey, weights: Grey, total: Grey) -> Grey:
    """Weighted correlation of every print (rows) with the face at every shift (columns)."""
    off = seen - ((weights * seen).sum(axis=1) / total)[:, None]
    weighed = off * weights
    spread = np.sqrt((weighed * off).sum(axis=1))
    mean = prints @ weights.T / total
    contrast = np.sqrt(np.maximum(np.square(prints) @ weights.T - np.square(mean) * total, FLAT))
    return np.asarray(prints @ weighed.T / (contrast * np.maximum(spread, FLAT)), np.float32)


def _above(
    image: NDArray[np.uint8], pose: Pose, middle_mm: tuple[float, float], half_mm: float, side_px: int
) -> NDArray[np.uint8]:
    """A square of the board's plane from straight above."""
    square = np.array(middle_mm) + half_mm * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
    target = np.array([(0, 0), (side_px, 0), (side_px, side_px), (0, side_px)], np.float32) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(pose.to_picture(square).astype(np.float32), target)
    return cv2.warpPerspective(image, warp, (side_px, side_px), flags=cv2.INTER_LINEAR).astype(np.uint8, copy=False)


def _at_shifts(face: Grey) -> Grey:
    """The compared points of a face with room around it, at every shift: shifts × points."""
    rows = grid()
    starts = product((ROOM_PX + shift for shift in SHIFTS), repeat=2)
    return np.stack([face[np.ix_(rows + y, rows + x)].ravel() for y, x in starts])


def nearest(values: Mapping[Look, float]) -> Look | None:
    """The likeliest print; None of none."""
    return max(values, key=lambda look: values[look], default=None)
