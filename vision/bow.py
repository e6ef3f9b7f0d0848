"""The plane and the lens that best explain where a drawing is seen: one number says how a lens bows a board."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.pose import Matrix

TOLERANCES_MM = (12.0, 8.0, 5.0, 3.0, 2.5, 2.5)
"""How far a place may lie beside the fit, round after round (graduated non-convexity; Blake and Zisserman 1987): a
wide lens bows a board by 6 mm beside the best plane, places that are mistaken for others are off by more than 2."""
USUAL_BOW = 0.1
"""Standard deviation of a lens's bow: a phone's is 0.02 to 0.05, a wide webcam's 0.2."""
NOISE_MM = 3.0
"""Error of a place, counted for many that err together."""
MOST_BOW = 0.4

Points = NDArray[np.float64]


class Bow(msgspec.Struct, frozen=True):
    """A plane seen through a lens. `to_plane` takes (x, y, 1 + `bow`·r²) of the picture to mm on the board, x, y and r
    being counted from the picture's `middle` in parts of `reach` (px): the division model (Fitzgibbon 2001).
    """

    to_plane: Matrix
    bow: float
    middle: Points
    reach: float

    def to_picture(self, points_mm: Points) -> Points:
        """Where points of the board (N × 2, mm) are seen, px."""
        straight = cv2.perspectiveTransform(points_mm.reshape(-1, 1, 2), np.linalg.inv(self.to_plane)).reshape(-1, 2)
        squared = (straight * straight).sum(axis=1)
        root = np.sqrt(np.maximum(1 - 4 * self.bow * squared, 1e-6))
        return np.asarray(self.middle + self.reach * straight * (2 / (1 + root))[:, None], np.float64)


def bowed(
    board_mm: Points, picture_px: Points, trust: NDArray[np.float32], plane: Matrix, picture_size: tuple[int, int]
) -> Bow:
    """What explains that places of the board (N × 2) are seen there (N × 2), of which some are wrong.

    `plane`: a homography from mm to px that explains about half of them.
    """
    middle, reach = (np.array(picture_size, np.float64) - 1) / 2, float(np.hypot(*picture_size)) / 2
    seen = (picture_px - middle) / reach
    squared = (seen * seen).sum(axis=1)
    to_plane = np.linalg.inv(plane) @ np.array([[reach, 0, middle[0]], [0, reach, middle[1]], [0, 0, 1]])
    to_plane, bow = to_plane / to_plane[2, 2], 0.0
    habit = (NOISE_MM / USUAL_BOW) ** 2
    for tolerance in TOLERANCES_MM:
        rays = np.column_stack([seen, 1 + bow * squared])
        there = rays @ to_plane.T
        depth = there[:, 2:]
        place = there[:, :2] / depth
        off = place - board_mm
        weight = np.sqrt(trust) * np.clip(1 - (off * off).sum(axis=1) / tolerance**2, 0, 1)
        # how the place changes with the eight free numbers of the matrix and with the bow
        slope = np.zeros((len(seen), 2, 9))
        slope[:, 0, 0:3] = slope[:, 1, 3:6] = rays / depth
        slope[:, :, 6:8] = -place[:, :, None] * (rays[:, None, :2] / depth[:, None])
        slope[:, :, 8] = squared[:, None] * (to_plane[:2, 2] - place * to_plane[2, 2]) / depth
        weighed = (slope * weight[:, None, None]).reshape(-1, 9)
        normal, pull = weighed.T @ weighed, weighed.T @ (off * weight[:, None]).ravel()
        normal[8, 8] += habit
        pull[8] += habit * bow
        scale = np.sqrt(np.diag(normal)) + 1e-12
        step = np.linalg.solve(normal / scale / scale[:, None] + 1e-9 * np.eye(9), pull / scale) / scale
        to_plane = to_plane - np.append(step[:8], 0).reshape(3, 3)
        bow = float(np.clip(bow - step[8], -MOST_BOW, MOST_BOW))
    return Bow(np.asarray(to_plane, np.float64), bow, middle, reach)
