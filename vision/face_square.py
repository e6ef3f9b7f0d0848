"""The part of a picture that shows a piece's face, and where that face lies in it."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.pose import Pose

AROUND_PX = 5
"""Room around a face in the picture from which it is enlarged, px."""


class FaceSquare(msgspec.Struct, frozen=True):
    """A part of a picture that shows a square which lies level: the square's corners in it (4 × 2 px), and where in the
    picture it begins (left, top)."""

    picture: NDArray[np.uint8]
    corners: NDArray[np.float32]
    left_top: tuple[int, int]

    def way_back(self, side_px: int) -> NDArray[np.float64]:
        """The homography from the square seen from straight above, so wide, to `picture`."""
        target = np.array([(0, 0), (side_px, 0), (side_px, side_px), (0, side_px)], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(target, self.corners), np.float64)


def face_square(
    image: NDArray[np.uint8], pose: Pose, foot_mm: tuple[float, float], width_mm: float, height_mm: float
) -> FaceSquare | None:
    """What of `image` shows the square that is so wide, and lies so high above the board with its middle over
    `foot_mm`; None beyond the picture's border."""
    middle = np.array(foot_mm) + pose.lean_mm(foot_mm, height_mm)
    square = pose.to_picture(middle + width_mm / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64))
    left, top = np.maximum(square.min(axis=0).astype(int) - AROUND_PX, 0).tolist()
    right, below = np.maximum(square.max(axis=0).astype(int) + AROUND_PX, (left + 1, top + 1))
    shown = image[top:below, left:right]
    return FaceSquare(shown, (square - (left, top)).astype(np.float32), (left, top)) if shown.size else None
