"""Reads the print of a tile in a picture: which one it is, and where exactly the tile lies and how it is turned."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import FACE_PX, BoardModel
from vision.designs.prints import Grey, Prints, channels, grid, points_somewhere, prints_of
from vision.pose import Pose

TURNS_DEG = (-12.0, -9.0, -6.0, -3.0, 0.0, 3.0, 6.0, 9.0, 12.0)
"""Turns beside the supposed one at which prints are compared; the best is refined between them."""
SHIFTS = (-4, -2, 0, 2, 4)
"""Places beside the supposed one at which prints are tried, px of the face: 2 mm to each side of a tile of 26 mm."""
ROUNDS = 3
"""Times that a tile is looked at, each from where the last one found it."""
CLOSE_TURNS_DEG, CLOSE_SHIFTS = (-3.0, -1.5, 0.0, 1.5, 3.0), (-2, -1, 0, 1, 2)
"""The same in the later rounds."""
STEP_PX = 2.0
"""Every so many pixels of a face are compared: more than a tile of 40 px has grains."""
MARGIN_PX = 3.0
"""The rim of a tile is shade and shadow; it is not compared."""
HIDES_WIDER_MM = 1.2
"""What lies on a tile hides so much more than its face: its edge and its shadow."""
GRAIN_PX = 2.6
"""Width, in the picture, of a grain that says something of its own."""
MOST_GRAINS = 90.0
MOST = 11.0
"""No print speaks more clearly than this (log odds)."""
ASKEW_DEG = 13.0
"""Standard deviation of how much a hand turns a tile beside one of the four ways."""
FLAT = 1e-3
"""Contrast below which there is none."""
LEAST_OPEN = 0.2
"""Part of a tile that must be uncovered for its print to be read."""


class Disc(msgspec.Struct, frozen=True):
    """Something round that lies on a tile, as it is seen on the board's plane, mm."""

    middle_mm: tuple[float, float]
    radius_mm: float


class Reading(msgspec.Struct, frozen=True):
    """What is read on a tile. `looks`: log likelihood of each print, the best one's being 0.

    `middle_mm` (as if it lay on the board) and `turn_deg` (clockwise, beside the best look's own way) are where it
    lies; `likeness` is its correlation with the best print.
    """

    looks: Mapping[Look, float]
    best: Look
    middle_mm: tuple[float, float]
    turn_deg: float
    likeness: float


class DesignReader:
    """Reads the prints of one board's tiles.

    >>> reader.read(image, pose, (412.0, 96.5), 8.0).looks["tile:c:south"]
    0.0
    """

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self.looks = tuple(look for look in model.faces if points_somewhere(look))
        """Looks of pieces that bear a print that is read."""
        self._points = grid(FACE_PX / 2 - MARGIN_PX, STEP_PX)

    @property
    def size_mm(self) -> float:
        """Width of a tile."""
        return self.model.bodies[self.looks[0]].size_mm

    def read(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        middle_mm: tuple[float, float],
        turn_deg: float,
        hidden: Iterable[Disc] = (),
    ) -> Reading | None:
        """What is read on the tile whose face is supposed at `middle_mm` (as if it lay on the board), turned so.

        `hidden` is what lies on it. None where too little is seen.
        """
        discs = list(hidden)
        reading = None
        for number in range(ROUNDS):
            prints, shifts = (self._close, CLOSE_SHIFTS) if number else (self._prints, SHIFTS)
            reading = self._looked(image, pose, middle_mm, turn_deg, discs, prints, shifts)
            if reading is None:
                return None
            middle_mm, turn_deg = reading.middle_mm, reading.turn_deg
        return reading

    def cut(
        self, image: NDArray[np.uint8], pose: Pose, face_mm: tuple[float, float], turn_deg: float = 0.0
    ) -> NDArray[np.uint8]:
        """The face of a tile as it is seen, from straight above, `FACE_PX` wide, BGR: a print that is taught."""
        return _above(image, pose, face_mm, turn_deg, self.size_mm / 2, FACE_PX)

    @cached_property
    def _prints(self) -> Prints:
        return prints_of(self.model, self.looks, TURNS_DEG, self._points)

    @cached_property
    def _close(self) -> Prints:
        return prints_of(self.model, self.looks, CLOSE_TURNS_DEG, self._points)

    def _looked(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        middle_mm: tuple[float, float],
        turn_deg: float,
        discs: Sequence[Disc],
        prints: Prints,
        shifts: Sequence[int],
    ) -> Reading | None:
        """One look at a tile."""
        size_mm = self.size_mm
        px_mm = FACE_PX / size_mm
        room = max(shifts)
        side = FACE_PX + 2 * room
        face = _above(image, pose, middle_mm, turn_deg, side / px_mm / 2, side)
        open_ = _open(discs, middle_mm, turn_deg, px_mm, side)
        places = [(y, x) for y in shifts for x in shifts]
        weights = self._at(open_, places)
        if weights.mean() < LEAST_OPEN:
            return None
        seen = [self._at(channel, places) for channel in channels(face)]
        total = weights.sum(axis=1)
        alike = np.mean([_correlation(one, each, weights, total) for one, each in zip(prints.values, seen)], axis=0)
        row, column = np.unravel_index(int(np.argmax(alike)), alike.shape)
        best, turn = prints.at(int(row))
        likeness = alike.reshape(len(prints.looks), -1).max(axis=1)
        grains = min(MOST_GRAINS, _area_px(pose, middle_mm, size_mm) * float(open_.mean()) / GRAIN_PX**2)
        values = -0.5 * grains * np.log(np.maximum(1e-3, 1 - np.square(np.maximum(likeness, 0.0))))
        top = float(values.max())
        off = _turned(np.array(places[int(column)][::-1], np.float64) / px_mm, turn_deg)
        return Reading(
            {each: max(float(value) - top, -MOST) for each, value in zip(prints.looks, values)},
            best,
            (middle_mm[0] + float(off[0]), middle_mm[1] + float(off[1])),
            turn_deg + turn,
            float(likeness.max()),
        )

    def _at(self, face: Grey, places: Sequence[tuple[int, int]]) -> Grey:
        """The compared points of a face with room around it, at every place (rows, columns beside it)."""
        middle = np.float32((face.shape[0] - 1) / 2)
        x = self._points[:, 0] + np.array([[place[1]] for place in places], np.float32) + middle
        y = self._points[:, 1] + np.array([[place[0]] for place in places], np.float32) + middle
        return cv2.remap(face, x, y, cv2.INTER_LINEAR).astype(np.float32, copy=False)


def _open(discs: Sequence[Disc], middle_mm: tuple[float, float], turn_deg: float, px_mm: float, side: int) -> Grey:
    """Where a face is open (1) or hidden (0)."""
    open_ = np.ones((side, side), np.float32)
    middle = (side - 1) / 2
    for disc in discs:
        x, y = (_turned(np.array(disc.middle_mm) - np.array(middle_mm), -turn_deg) * px_mm + middle).tolist()
        cv2.circle(open_, (round(x), round(y)), round((disc.radius_mm + HIDES_WIDER_MM) * px_mm), 0.0, -1)
    return open_


def _turned(point: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    """A point turned clockwise about (0, 0); y points down."""
    angle = math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([cosine * point[0] - sine * point[1], sine * point[0] + cosine * point[1]])


def _area_px(pose: Pose, middle_mm: tuple[float, float], size_mm: float) -> float:
    """Area of a tile in the picture."""
    across = pose.to_picture(np.array(middle_mm) + size_mm / 2 * np.array([(-1, 0), (1, 0), (0, -1), (0, 1)]))
    return float(np.prod(np.hypot(*(across[1::2] - across[::2]).T)))


def _correlation(prints: Grey, seen: Grey, weights: Grey, total: Grey) -> Grey:
    """Weighted correlation of every print (rows) with the face at every place (columns)."""
    off = seen - ((weights * seen).sum(axis=1) / total)[:, None]
    weighed = off * weights
    spread = np.sqrt((weighed * off).sum(axis=1))
    mean = prints @ weights.T / total
    contrast = np.sqrt(np.maximum(np.square(prints) @ weights.T - np.square(mean) * total, FLAT))
    return np.asarray(prints @ weighed.T / (contrast * np.maximum(spread, FLAT)), np.float32)


def _above(
    image: NDArray[np.uint8],
    pose: Pose,
    middle_mm: tuple[float, float],
    turn_deg: float,
    half_mm: float,
    side_px: int,
) -> NDArray[np.uint8]:
    """A square of the board's plane, turned clockwise, from straight above."""
    ring = half_mm * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
    square = np.array(middle_mm) + np.array([_turned(corner, turn_deg) for corner in ring])
    target = np.array([(0, 0), (side_px, 0), (side_px, side_px), (0, side_px)], np.float32) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(pose.to_picture(square).astype(np.float32), target)
    return cv2.warpPerspective(image, warp, (side_px, side_px), flags=cv2.INTER_LINEAR).astype(np.uint8, copy=False)
