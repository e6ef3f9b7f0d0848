"""Tells whether a board has slid since it was found, however slowly: corners of its picture, followed from there."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import Pose
from vision.pyramid import Pyramid

SMALLER = 4
"""The picture is watched at this fraction of its size."""
CORNERS, APART_PX = 80, 12
"""Most corners that are followed, and how far they are from each other in the small picture."""
CLEAR = 0.02
"""Clearness of a corner beside the clearest."""
LOOK_PX, LOOK_LEVELS = 15, 2
"""Side of the window by which a corner is followed, and how often the picture is halved for it: 60 px of the picture
are found."""
UNLIKE = 14.0
"""Mean difference of a window, grey values after levelling, from which its corner is hidden or lost."""
ENOUGH = 12
"""Corners that must be found again; under two arms it is half of them."""
SLID = 0.025
"""Part of the board's detail by which half of the corners must have moved: at twice that print that lies elsewhere was
taken for small pieces."""
LEAST_PX = 0.12
"""Px of the small picture below which nothing has moved: following errs by 0.05."""
EVERY_S = 4.0
"""Between two looks, each of which takes 3 ms: a camera that sinks takes minutes."""


class DriftWatch:
    """Remembers the picture in which one board was found. Not for use from two threads at once."""

    def __init__(self) -> None:
        self._pose: Pose | None = None
        self._held: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)
        self._then: NDArray[np.uint8] | None = None
        self._corners: NDArray[np.float32] = np.zeros((0, 1, 2), np.float32)
        self._next: float | None = None

    def hold(self, pyramid: Pyramid, pose: Pose) -> None:
        """In this picture the board lies at `pose`."""
        self._pose, self._held, self._then, self._next = pose, pyramid.grey_quarter, None, None

    def has_slid(self, pyramid: Pyramid, t: float, at_once: bool) -> bool:
        """Whether the board lies elsewhere in a picture taken at `t` s than in the one held; asked now and then, or
        `at_once`.
        """
        pose, now = self._pose, pyramid.grey_quarter
        if pose is None or now.shape != self._held.shape:
            return False
        due = self._next is not None and t >= self._next
        if self._next is None or due or at_once:
            self._next = t + EVERY_S
        if not (at_once or due):
            return False
        if self._then is None:
            self._then = _levelled(self._held)
            self._corners = _corners_on(self._then, pose)
        if len(self._corners) < ENOUGH:
            return False
        moved = _moved(self._then, _levelled(now), self._corners)
        limit = max(LEAST_PX, SLID * pose.model.detail_mm * pose.px_mm / SMALLER)
        return bool(len(moved) >= ENOUGH and np.hypot(*np.median(moved, axis=0)) > limit)


def _levelled(small: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The small picture without its light: lamps go on and off."""
    grey = small.astype(np.float32)
    fine = grey - cv2.blur(grey, (15, 15))
    # sums that run along rows come to a little less than nothing where a flat part follows a contrast
    spread = np.sqrt(np.maximum(cv2.blur(fine * fine, (31, 31)), 0)) + 4.0
    return np.clip(128 + 40 * fine / spread, 0, 255).astype(np.uint8)


def _corners_on(small: NDArray[np.uint8], pose: Pose) -> NDArray[np.float32]:
    """The clearest corners on the board (N × 1 × 2, px of the small picture), in every part of it."""
    width, height = pose.model.size_mm
    board = np.zeros(small.shape, np.uint8)
    outline = pose.to_picture(np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64))
    cv2.fillPoly(board, [np.round(outline / SMALLER).astype(np.int32)], (1,))
    found = cv2.goodFeaturesToTrack(small, CORNERS, CLEAR, APART_PX, mask=board)
    return np.zeros((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32)


def _moved(then: NDArray[np.uint8], now: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how much each corner that is seen again has moved (N × 2, px of the small picture)."""
    found, there, unlike = cv2.calcOpticalFlowPyrLK(
        then, now, corners, corners.copy(), winSize=(LOOK_PX, LOOK_PX), maxLevel=LOOK_LEVELS
    )
    sure = (np.ravel(there) > 0) & (np.ravel(unlike) < UNLIKE)
    return np.asarray((found - corners).reshape(-1, 2)[sure], np.float32)
