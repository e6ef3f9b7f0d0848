"""Where the board lies in the picture: a homography, a local correction for folds and lens, the camera's place."""

from __future__ import annotations

import math
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel

MAP_STEP = 8
"""Raster pixels between exact points of the map; between them it is interpolated (error below 0.01 px)."""
USUAL_FOCAL = 0.85
"""Focal length as a part of the picture's width: phones and webcams lie between 0.6 and 1.2."""
FOCAL_SPREAD = 0.3
"""Standard deviation of the logarithm of that."""
GEOMETRY_SPREAD = 0.02
"""How far the two conditions that a homography puts on the focal length are off for folded boards and real lenses."""

Matrix = NDArray[np.float64]
Rect = tuple[int, int, int, int]
"""x0, y0, x1, y1 on the working raster, px; the ends are not contained."""


class Pose:
    """A board seen by a camera. `homography` maps mm on the board to px of the picture.

    `correction` (rows × columns × 2, mm, at `MAP_STEP` raster pixels) is added to a point before the homography.
    """

    def __init__(
        self, model: BoardModel, homography: Matrix, picture_size: tuple[int, int], camera: Matrix | None = None
    ) -> None:
        self.model = model
        self.homography = homography / homography[2, 2]
        self.picture_size = picture_size
        self.camera = camera
        columns, rows = model.raster_size[0] // MAP_STEP + 3, model.raster_size[1] // MAP_STEP + 3
        self.correction: NDArray[np.float32] = np.zeros((rows, columns, 2), np.float32)

    def corrected(self, correction: NDArray[np.float32], homography: Matrix | None = None) -> Pose:
        """The same pose with another local correction (and homography)."""
        pose = Pose(self.model, self.homography if homography is None else homography, self.picture_size, self.camera)
        pose.correction = correction
        return pose

    @cached_property
    def grid_mm(self) -> NDArray[np.float32]:
        """Points of the board, mm, at which `correction` and the map are exact (one step beyond each border)."""
        rows, columns = self.correction.shape[:2]
        # centres of blocks of MAP_STEP pixels, the first block being the one before the raster
        x = (np.arange(columns, dtype=np.float32) - 0.5) * MAP_STEP / self.model.scale
        y = (np.arange(rows, dtype=np.float32) - 0.5) * MAP_STEP / self.model.scale
        return np.stack(np.meshgrid(x, y), axis=2)

    @cached_property
    def _maps(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        points = (self.grid_mm + self.correction).reshape(-1, 1, 2).astype(np.float64)
        exact = cv2.perspectiveTransform(points, self.homography).reshape(self.grid_mm.shape).astype(np.float32)
        rows, columns = self.correction.shape[:2]
        full = cv2.resize(exact, (columns * MAP_STEP, rows * MAP_STEP), interpolation=cv2.INTER_LINEAR)
        width, height = self.model.raster_size
        full = full[MAP_STEP : MAP_STEP + height, MAP_STEP : MAP_STEP + width]
        fixed, parts = cv2.convertMaps(full[..., 0], full[..., 1], cv2.CV_16SC2)
        return fixed.astype(np.int16, copy=False), parts.astype(np.uint16, copy=False)

    def rectify(self, image: NDArray[np.uint8], rect: Rect | None = None) -> NDArray[np.uint8]:
        """The board's raster, or its part `rect`, as `image` shows it."""
        fixed, parts = self._maps
        if rect is not None:
            x0, y0, x1, y1 = rect
            fixed, parts = fixed[y0:y1, x0:x1], parts[y0:y1, x0:x1]
        # beyond the picture there is nothing; `in_picture` tells where
        return cv2.remap(image, fixed, parts, cv2.INTER_LINEAR).astype(np.uint8, copy=False)

    @cached_property
    def in_picture(self) -> NDArray[np.bool_]:
        """Pixels of the coarse raster that lie inside the picture."""
        fixed, _ = self._maps
        half = fixed[::2, ::2]
        width, height = self.picture_size
        return (half[..., 0] >= 1) & (half[..., 1] >= 1) & (half[..., 0] < width - 2) & (half[..., 1] < height - 2)

    def to_picture(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points on the board (N × 2, mm) as px of the picture."""
        moved = points_mm + self._correction_at(points_mm)
        return cv2.perspectiveTransform(moved.reshape(-1, 1, 2), self.homography).reshape(-1, 2).astype(np.float64)

    def to_board(self, points_px: NDArray[np.float64], height_mm: float = 0.0) -> NDArray[np.float64]:
        """Points of the picture (N × 2, px) as mm on the plane `height_mm` above the board."""
        back = np.linalg.inv(self.homography)
        seen = cv2.perspectiveTransform(points_px.reshape(-1, 1, 2).astype(np.float64), back)
        floor = seen.reshape(-1, 2).astype(np.float64)
        floor = floor - self._correction_at(floor)
        lift = self.lift(height_mm)
        return np.asarray((floor + lift * self.centre_mm[:2]) / (1 + lift), np.float64)

    def _correction_at(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        at = points_mm * self.model.scale / MAP_STEP + 0.5
        x, y = at[:, 0].astype(np.float32), at[:, 1].astype(np.float32)
        values = cv2.remap(self.correction, x[:, None], y[:, None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return values.reshape(-1, 2).astype(np.float64)

    @cached_property
    def centre_mm(self) -> NDArray[np.float64]:
        """The camera's optical centre in board coordinates, mm; its third number is the height above the board."""
        matrix = self.camera if self.camera is not None else _guessed_camera(self.homography, self.picture_size)
        first, second, shift = (np.linalg.inv(matrix) @ self.homography).T
        size = math.sqrt(float(np.linalg.norm(first)) * float(np.linalg.norm(second)))
        first, second, shift = first / size, second / size, shift / size
        turn = _nearest_rotation(np.stack([first, second, np.cross(first, second)], axis=1))
        centre = -turn.T @ shift
        return np.array([centre[0], centre[1], max(abs(float(centre[2])), 50.0)])

    def lift(self, height_mm: float) -> float:
        """Factor by which a point that is `height_mm` above the board is pushed away from the camera's foot."""
        return height_mm / max(float(self.centre_mm[2]) - height_mm, 1.0)

    def lean_mm(self, point_mm: tuple[float, float], height_mm: float) -> tuple[float, float]:
        """Where, seen from the camera, a point `height_mm` above `point_mm` seems to lie beside it, mm."""
        lift = self.lift(height_mm)
        return lift * (point_mm[0] - float(self.centre_mm[0])), lift * (point_mm[1] - float(self.centre_mm[1]))


def _nearest_rotation(matrix: Matrix) -> Matrix:
    left, _, right = np.linalg.svd(matrix)
    turn = left @ right
    return np.asarray(turn if np.linalg.det(turn) > 0 else left @ np.diag([1.0, 1.0, -1.0]) @ right, np.float64)


def _guessed_camera(homography: Matrix, picture_size: tuple[int, int]) -> Matrix:
    """A camera matrix: principal point in the middle, the focal length that fits homography and habit best.

    A homography of a plane must have two columns of equal length and at right angles once the camera matrix is
    taken off; seen from straight above any focal length does that, and habit decides.
    """
    width, height = picture_size
    best, best_cost = 1.0, math.inf
    for focal in np.geomspace(0.45, 2.2, 60) * max(width, height):
        matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
        first, second, _ = (np.linalg.inv(matrix) @ homography).T
        size = float(first @ first + second @ second) / 2
        off_square = float(first @ second) / size
        unequal = float(first @ first - second @ second) / (2 * size)
        habit = math.log(focal / (USUAL_FOCAL * max(width, height))) / FOCAL_SPREAD
        cost = (off_square**2 + unequal**2) / GEOMETRY_SPREAD**2 + habit**2
        if cost < best_cost:
            best, best_cost = float(focal), cost
    return np.array([[best, 0, (width - 1) / 2], [0, best, (height - 1) / 2], [0, 0, 1.0]])
