"""What changed in the picture since it was last looked at closely, and what is moving right now."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.pose import Pose
from vision.pyramid import Pyramid, sampled_at

SMALLER = 4
"""The picture is watched at this fraction of its size: noise averages out over 16 px, a piece is still 3 px wide."""
CHANGED = 3.5, 7.0
"""Change of a small pixel's channel, 0…255 over 3 × 3, from which it has changed: without noise, and at most. That of
a noisy camera stays below 6."""
FINELY_CHANGED = 2.5, 12.0
"""The same of the grey of a picture twice as large: in the small one a pale counter of 9 px with a dark middle and a
dark shadow is hardly paler than the floor. That of a noisy camera stays below 12."""
NOISES = 1.5, 5.0
"""By how much both are larger for each grey level of what changes where nothing does."""
QUIET_TILES = 16, 12
"""Tiles of a picture, the median of which is quiet: arms and light change fewer, or nearly all."""
QUIET_S = 0.6
"""Pictures nearer in time show movement; those further apart show what was moved."""
EVERYWHERE = 0.4
"""Part of the board that must change at once for it to be the light or the camera and not a hand."""
MARKER_MARGIN = 1.35
"""A marker's surroundings that count as the marker."""
TILES, WIDE = 8, 16
"""Tiles of a side of the board, and in how many of all of them something must change for it to be in many places: a
move changes four, an arm up to fifteen, the edges of a board that was touched all of them."""
ALONG = np.arange(8) / 8
"""Points of a side of the board that are drawn: a lens bends it."""

Mask = NDArray[np.bool_]


class Small(msgspec.Struct, frozen=True):
    """What is watched of a picture, smoothed: its `colours` at a quarter of its size, its `greys` at a half."""

    colours: NDArray[np.uint8]
    greys: NDArray[np.uint8]


class Change(msgspec.Struct, frozen=True):
    """Masks on the coarse raster: `changed` since last looked at and quiet now, `moving` now.

    `everywhere`: the whole picture must be looked at; `near_markers`: the board may have been nudged.
    """

    changed: Mask
    moving: Mask
    everywhere: bool
    near_markers: bool

    @property
    def wide(self) -> bool:
        """Whether it is in many places of the board at once."""
        both = self.changed | self.moving
        top, left = (np.arange(TILES) * side // TILES for side in both.shape)
        bands = [band.any(axis=0) for band in np.split(both, top[1:])]
        return sum(int(np.count_nonzero(np.logical_or.reduceat(band, left))) for band in bands) >= WIDE


class ChangeWatch:
    """Remembers small pictures: the last one, and the parts of those that were looked at."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self._done: Small | None = None
        self._last: Small | None = None
        self._now: Small | None = None
        self._moving_small: NDArray[np.uint8] | None = None
        self._last_t = 0.0
        self._pose: Pose | None = None
        self._board: NDArray[np.uint8] | None = None
        self._markers: NDArray[np.uint8] | None = None

    def forget(self) -> None:
        """The next picture counts as wholly new."""
        self._done = self._last = None

    def since_last(self, pyramid: Pyramid, t: float, pose: Pose | None) -> Change:
        """What changed in a picture taken at `t` s."""
        now = self._now = Small(_smooth(pyramid.quarter), _smooth(pyramid.grey_half))
        height, width = self.model.raster_size[1] // 2, self.model.raster_size[0] // 2
        none = np.zeros((height, width), np.bool_)
        last, done, quick = self._last, self._done, t - self._last_t < QUIET_S
        self._last, self._last_t = self._now, t
        self._moving_small = None
        if pose is None or done is None or last is None or done.colours.shape != now.colours.shape:
            return Change(none, none, everywhere=True, near_markers=True)
        self._outline(pose)
        assert self._board is not None
        assert self._markers is not None
        changed = _differs(self._now, done)
        if not quick:
            moving = np.zeros_like(changed)
        elif last is done:
            moving = changed
        else:
            moving = _differs(self._now, last)
        self._moving_small = moving
        inside = changed & self._board
        everywhere = float(inside.sum()) > EVERYWHERE * float(self._board.sum())
        near_markers = bool((changed & ~moving & self._markers).any())
        if not inside.any() and not moving.any():
            return Change(none, none, everywhere=False, near_markers=near_markers)
        still = changed * (cv2.dilate(moving, np.ones((5, 5), np.uint8)) == 0).astype(np.uint8)
        rests, moves = (self._on_board(each, pose) if each.any() else none for each in (still, moving))
        return Change(rests, moves, everywhere=everywhere, near_markers=near_markers)

    def settle(self, everywhere: bool) -> None:
        """The last picture was looked at; where something moved it was not, unless `everywhere`."""
        if self._done is None or everywhere or self._moving_small is None or self._now is None:
            self._done = self._now
            return
        if self._moving_small.any():
            colours, greys = self._done.colours.copy(), self._done.greys.copy()
            rests = 1 - self._moving_small
            cv2.copyTo(self._now.colours, rests, colours)
            cv2.copyTo(self._now.greys, cv2.resize(rests, greys.shape[::-1], interpolation=cv2.INTER_NEAREST), greys)
            self._done = Small(colours, greys)
        else:
            self._done = self._now

    def _outline(self, pose: Pose) -> None:
        """Where board and markers lie in the small picture (kept while the pose is)."""
        if self._pose is pose and self._board is not None:
            return
        assert self._now is not None
        self._pose = pose
        width, height = self.model.size_mm
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
        sides = [
            corner + (after - corner) * part
            for corner, after in zip(corners, np.roll(corners, -1, 0))
            for part in ALONG
        ]
        self._board = np.zeros(self._now.colours.shape[:2], np.uint8)
        self._markers = np.zeros(self._now.colours.shape[:2], np.uint8)
        _fill(self._board, pose.to_picture(np.array(sides)))
        for marker in self.model.markers.values():
            middle = marker.mean(axis=0)
            _fill(self._markers, pose.to_picture(middle + MARKER_MARGIN * (marker - middle)))

    def _on_board(self, small: NDArray[np.uint8], pose: Pose) -> Mask:
        """A mask of the small picture as one of the coarse raster."""
        wide = cv2.dilate(small, np.ones((3, 3), np.uint8)).astype(np.uint8, copy=False)
        return np.asarray(sampled_at(wide, pose.small_at, cv2.INTER_NEAREST) > 0, np.bool_)


def _smooth(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return cv2.blur(picture, (3, 3)).astype(np.uint8, copy=False)


def _differs(one: Small, other: Small) -> NDArray[np.uint8]:
    """1 where two pictures differ by more than noise, which averages out; of their colours' size."""
    channels = cv2.split(cv2.absdiff(one.colours, other.colours))
    changed = _above_noise(cv2.max(cv2.max(channels[0], channels[1]), channels[2]), CHANGED, NOISES[0])
    finely = _above_noise(cv2.absdiff(one.greys, other.greys), FINELY_CHANGED, NOISES[1])
    if cv2.countNonZero(finely):
        changed |= cv2.dilate(finely, np.ones((2, 2), np.uint8), anchor=(0, 0))[::2, ::2].astype(np.uint8, copy=False)
    return changed


def _above_noise(change: cv2.typing.MatLike, limits: tuple[float, float], per_level: float) -> NDArray[np.uint8]:
    """1 where a change is larger than noise, in more than single pixels."""
    some = change[::2, ::2].astype(np.float32)
    noise = float(np.median(cv2.resize(some, QUIET_TILES, interpolation=cv2.INTER_AREA)))
    least = min(limits[0] + per_level * noise, limits[1])
    large = cv2.threshold(change, math.ceil(least) - 1, 1, cv2.THRESH_BINARY)[1].astype(np.uint8, copy=False)
    if cv2.countNonZero(large):
        large = cv2.morphologyEx(large, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)).astype(np.uint8, copy=False)
    return large


def _fill(mask: NDArray[np.uint8], quad: NDArray[np.float64]) -> None:
    cv2.fillPoly(mask, [np.round(quad / SMALLER).astype(np.int32)], 1)
