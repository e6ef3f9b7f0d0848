"""Where the board lies in the picture: a homography, a lens, a local correction for folds, the camera's place."""

from __future__ import annotations

import math
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.lens import Lens
from vision.pyramid import Pyramid, at_level, sampled_at

MAP_STEP = 8
"""Raster pixels between exact points of the map; between them it is interpolated (error below 0.01 px)."""
RIM_PX = 2
"""Pixels of the coarse raster at the board's edge that may show the table: the fit is that good there."""
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
    """A board seen by a camera. `homography` maps mm on the board to px of the picture, as if its lens were perfect.

    `correction` (rows × columns × 2, mm, at `MAP_STEP` raster pixels) is added to a point before the homography;
    `lens`, where one was calibrated, bends what comes after it.
    """

    def __init__(
        self, model: BoardModel, homography: Matrix, picture_size: tuple[int, int], lens: Lens | None = None
    ) -> None:
        self.model = model
        self.homography = homography / homography[2, 2]
        self.picture_size = picture_size
        self.lens = lens
        columns, rows = model.raster_size[0] // MAP_STEP + 3, model.raster_size[1] // MAP_STEP + 3
        self.correction: NDArray[np.float32] = np.zeros((rows, columns, 2), np.float32)
        self._coarse_at: dict[int, NDArray[np.float32]] = {}

    def corrected(self, correction: NDArray[np.float32], homography: Matrix | None = None) -> Pose:
        """The same pose with another local correction (and homography)."""
        pose = Pose(self.model, self.homography if homography is None else homography, self.picture_size, self.lens)
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
    def _grid_px(self) -> NDArray[np.float32]:
        """Where `grid_mm` lies in the picture."""
        points = (self.grid_mm + self.correction).reshape(-1, 2).astype(np.float64)
        return self._through_lens(points).reshape(self.grid_mm.shape).astype(np.float32)

    def _through_lens(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        straight = cv2.perspectiveTransform(points_mm.reshape(-1, 1, 2), self.homography).reshape(-1, 2)
        return straight.astype(np.float64) if self.lens is None else self.lens.distorted(straight)

    def places_px(self, rect: Rect, step: int = 1, level: int = 0) -> NDArray[np.float32]:
        """Where in the picture, halved `level` times, the pixels of a raster lie whose pixels are `step` (1, 2, 4 or 8)
        working ones wide.

        `rect` is in px of that raster; the answer is rows × columns × 2.
        """
        block = MAP_STEP // step
        x0, y0, x1, y1 = rect
        left, top, right, bottom = x0 // block, y0 // block, (x1 - 1) // block + 3, (y1 - 1) // block + 3
        nodes = at_level(self._grid_px[top:bottom, left:right], level)
        size = (nodes.shape[1] * block, nodes.shape[0] * block)
        full = cv2.resize(nodes, size, interpolation=cv2.INTER_LINEAR)
        x, y = x0 - (left - 1) * block, y0 - (top - 1) * block
        return np.asarray(full[y : y + y1 - y0, x : x + x1 - x0], np.float32)

    def raster_rect(self, step: int = 1) -> Rect:
        """The whole raster whose pixels are `step` working ones wide."""
        width, height = self.model.raster_size
        return 0, 0, width // step, height // step

    def rectify(self, image: NDArray[np.uint8], rect: Rect | None = None) -> NDArray[np.uint8]:
        """The board's raster, or its part `rect`, as `image` shows it."""
        places = self.places_px(self.raster_rect() if rect is None else rect)
        # beyond the picture there is nothing; `in_picture` tells where
        return sampled_at(image, places)

    def rectify_small(self, pyramid: Pyramid, rect: Rect, grey: bool = False) -> NDArray[np.uint8]:
        """The part `rect` of the raster with pixels two working ones wide, from the smallest picture that will do."""
        level = self._coarse_level
        x0, y0, x1, y1 = rect
        return sampled_at(pyramid.level(level, grey), self.coarse_at(level)[y0:y1, x0:x1])

    @property
    def _coarse_level(self) -> int:
        """How often the picture is halved for the coarse raster."""
        return Pyramid.level_for(2 * self.px_mm / self.model.scale)

    def coarse_at(self, level: int) -> NDArray[np.float32]:
        """Where the pixels of the coarse raster lie in the picture halved `level` times: rows × columns × 2, px."""
        if level not in self._coarse_at:
            self._coarse_at[level] = self.places_px(self.raster_rect(2), 2, level)
        return self._coarse_at[level]

    @cached_property
    def small_at(self) -> NDArray[np.int16]:
        """The nearest pixel of the picture halved twice to each of the coarse raster's, rows × columns × 2."""
        return np.asarray(np.rint(self.places_px(self.raster_rect(2), 2, level=2)), np.int16)

    def plane(self) -> Matrix:
        """The homography that is nearest to the whole pose: what a lens and folds have bent is evened out."""
        centres = self.model.centres
        nearest, _ = cv2.findHomography(centres, self.to_picture(centres), 0)
        return self.homography if nearest is None else np.asarray(nearest, np.float64)

    @cached_property
    def px_mm(self) -> float:
        """Px of the picture that a mm at the board's middle takes."""
        width, height = self.model.size_mm
        middle = np.array([[width / 2, height / 2], [width / 2 + 1, height / 2], [width / 2, height / 2 + 1]])
        seen = self._through_lens(middle)
        return float(np.linalg.norm(seen[1:] - seen[0], axis=1).max())

    @cached_property
    def in_picture(self) -> NDArray[np.bool_]:
        """Pixels of the coarse raster that lie inside the picture, and not on the board's very edge."""
        level = self._coarse_level
        width, height = self.picture_size
        limits = at_level(np.array([(1, 1), (width - 2, height - 2)], np.float32), level)
        inside = np.asarray(cv2.inRange(self.coarse_at(level), *limits.astype(np.float64)) > 0, np.bool_)
        across, down = (int(side * self.model.scale / 2) - RIM_PX for side in self.model.size_mm)
        inside[:RIM_PX] = inside[down:] = False
        inside[:, :RIM_PX] = inside[:, across:] = False
        return inside

    @cached_property
    def at_border(self) -> NDArray[np.bool_]:
        """Pixels of the coarse raster that lie outside the picture or at its border."""
        return ~cv2.erode(self.in_picture.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.bool_)

    def to_picture(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points on the board (N × 2, mm) as px of the picture."""
        return self._through_lens(points_mm + self._correction_at(points_mm))

    def to_board(self, points_px: NDArray[np.float64], height_mm: float = 0.0) -> NDArray[np.float64]:
        """Points of the picture (N × 2, px) as mm on the plane `height_mm` above the board."""
        straight = points_px if self.lens is None else self.lens.undistorted(points_px)
        seen = cv2.perspectiveTransform(straight.reshape(-1, 1, 2).astype(np.float64), self._back)
        floor = seen.reshape(-1, 2).astype(np.float64)
        floor = floor - self._correction_at(floor)
        lift = self.lift(height_mm)
        return np.asarray((floor + lift * self.centre_mm[:2]) / (1 + lift), np.float64)

    @cached_property
    def _back(self) -> Matrix:
        return np.asarray(np.linalg.inv(self.homography), np.float64)

    def _correction_at(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        at = points_mm * self.model.scale / MAP_STEP + 0.5
        x, y = at[:, 0].astype(np.float32), at[:, 1].astype(np.float32)
        values = cv2.remap(self.correction, x[:, None], y[:, None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return values.reshape(-1, 2).astype(np.float64)

    @cached_property
    def centre_mm(self) -> NDArray[np.float64]:
        """The camera's optical centre in board coordinates, mm; its third number is the height above the board."""
        matrix = self.lens.matrix if self.lens is not None else guessed_camera(self.homography, self.picture_size)
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


def guessed_camera(homography: Matrix, picture_size: tuple[int, int]) -> Matrix:
    """A camera matrix: principal point in the middle, the focal length that fits homography and habit best.

    A homography of a plane must have two columns of equal length and at right angles once the camera matrix is
    taken off; seen from straight above any focal length does that, and habit decides.
    """
    width, height = picture_size
    longer = max(width, height)
    focal = np.geomspace(0.45, 2.2, 60) * longer
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    # the columns with the camera matrix taken off: 2 columns × x, y, z × focal lengths
    columns = homography[:, :2].T
    rays = (columns[:, :2] - columns[:, 2:] * middle)[..., None] / focal
    first, second = (np.vstack([ray, np.full(focal.shape, z)]) for ray, z in zip(rays, columns[:, 2]))
    lengths = (first * first).sum(axis=0), (second * second).sum(axis=0)
    size = (lengths[0] + lengths[1]) / 2
    off_square, unequal = (first * second).sum(axis=0) / size, (lengths[0] - lengths[1]) / (2 * size)
    habit = np.log(focal / (USUAL_FOCAL * longer)) / FOCAL_SPREAD
    best = float(focal[np.argmin((off_square**2 + unequal**2) / GEOMETRY_SPREAD**2 + habit**2)])
    return np.array([[best, 0, middle[0]], [0, best, middle[1]], [0, 0, 1.0]])
