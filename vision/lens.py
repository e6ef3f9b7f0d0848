"""What a camera's lens does to a picture: found from pictures of the ChArUco sheet, kept per camera as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from engines.data import DataError, load_json
from vision.whole_file import write_whole

FORMAT = 1
WORST_RMS_PX = 2.0
"""A calibration that misses by more saw a bent sheet, or blurred pictures: it is refused when read."""
SETTLED = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 40, 0.01)
"""When a point's way back through the lens is exact enough, px; OpenCV's usual five rounds are too few."""
BEYOND_CORNERS = 1.1
"""How far beyond the picture's corners, as a factor, distortion is still computed: further out it may turn back."""
FAR = 100.0
"""By how much what lies beyond is moved away from the middle: out of any picture."""


class _LensFile(msgspec.Struct, frozen=True):
    """``format`` 1: numbers as OpenCV has them; ``distortion`` is k1, k2, p1, p2, k3."""

    format: int
    camera: str
    size: tuple[int, int]
    camera_matrix: tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
    distortion: tuple[float, float, float, float, float]
    rms_px: float


class Lens(msgspec.Struct, frozen=True):
    """A calibrated lens for pictures of `size` (width, height) px.

    `matrix` is 3×3, `distortion` k1, k2, p1, p2, k3; `rms_px` is how far, in the mean, a corner of the sheet
    lay from where these numbers put it.
    """

    matrix: NDArray[np.float64]
    distortion: NDArray[np.float64]
    size: tuple[int, int]
    rms_px: float

    def undistorted(self, pixels: ArrayLike) -> NDArray[np.float64]:
        """Where N pixels would be without distortion: N×2 px under the same camera matrix."""
        points = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(points, self.matrix, self.distortion, None, None, self.matrix, SETTLED)
        return np.asarray(straight, np.float64).reshape(-1, 2)

    def distorted(self, pixels: ArrayLike) -> NDArray[np.float64]:
        """Where N pixels of a picture without distortion (N×2 px under the same camera matrix) truly are.

        What such a lens cannot see, because it lies beyond the picture's corners, stays far outside the picture.
        """
        points = np.asarray(pixels, np.float64).reshape(-1, 2)
        middle, focal = self.matrix[:2, 2], self.matrix[[0, 1], [0, 1]]
        rays = (points - middle) / focal
        beyond = (rays * rays).sum(axis=1) > self._reach**2
        rays[beyond] = 0.0
        seen, _ = cv2.projectPoints(
            np.column_stack([rays, np.ones(len(rays))]), np.zeros(3), np.zeros(3), self.matrix, self.distortion
        )
        placed = np.asarray(seen, np.float64).reshape(-1, 2)
        placed[beyond] = middle + FAR * (points[beyond] - middle)
        return placed

    @property
    def _reach(self) -> float:
        """How far from the middle (as a ray's x, y for z = 1) the picture's corners look, and a little more."""
        width, height = self.size
        corners = np.array([(0.0, 0.0), (width - 1.0, 0.0), (0.0, height - 1.0), (width - 1.0, height - 1.0)])
        rays = (self.undistorted(corners) - self.matrix[:2, 2]) / self.matrix[[0, 1], [0, 1]]
        return BEYOND_CORNERS * float(np.hypot(rays[:, 0], rays[:, 1]).max())

    def scaled(self, size: tuple[int, int]) -> Lens:
        """The same lens for pictures of another size; raises `ValueError` unless the sides' ratio is the same."""
        part = size[0] / self.size[0]
        if abs(self.size[1] * part - size[1]) > 1.5:
            raise ValueError(
                f"the lens was calibrated for pictures of {self.size[0]}×{self.size[1]} px; "
                f"{size[0]}×{size[1]} px is not the same shape"
            )
        # Centres of pixels are whole numbers, so the picture's corner is at -0.5.
        scale = np.array([[part, 0, (part - 1) / 2], [0, part, (part - 1) / 2], [0, 0, 1]])
        return Lens(scale @ self.matrix, self.distortion, size, self.rms_px * part)

    def fitting(self, size: tuple[int, int]) -> Lens | None:
        """The same lens for pictures of this size; none for those of another shape, which it was not calibrated for."""
        try:
            return self if self.size == size else self.scaled(size)
        except ValueError:
            return None


def save_lens(path: Path, lens: Lens, camera: str) -> None:
    """Writes `lens` of the camera called `camera` to `path`; raises `OSError` where it cannot be written."""
    matrix = lens.matrix.tolist()
    k1, k2, p1, p2, k3 = (*lens.distortion.ravel().tolist(), 0.0)[:5]
    file = _LensFile(
        FORMAT,
        camera,
        lens.size,
        (tuple(matrix[0]), tuple(matrix[1]), tuple(matrix[2])),
        (k1, k2, p1, p2, k3),
        round(lens.rms_px, 4),
    )
    write_whole(path, msgspec.json.format(msgspec.json.encode(file), indent=1))


def load_lens(path: Path) -> Lens:
    """The lens kept in `path`; raises `DataError` naming the file and what is wrong in it."""
    file = load_json(path, _LensFile)
    if file.format != FORMAT:
        raise DataError(path, "format", f"{file.format} is not known; this program reads format {FORMAT}")
    if min(file.size) < 1:
        raise DataError(path, "size", f"{list(file.size)} is no size of a picture; both sides must be above 0 px")
    matrix = np.array(file.camera_matrix, np.float64)
    (fx, skew, cx), (zero, fy, cy), last = matrix
    if not (np.isfinite(matrix).all() and fx > 0 and fy > 0 and skew == zero == 0 and last.tolist() == [0, 0, 1]):
        raise DataError(path, "camera_matrix", "must be [[fx, 0, cx], [0, fy, cy], [0, 0, 1]] with fx and fy above 0")
    if not (0 <= cx <= file.size[0] and 0 <= cy <= file.size[1]):
        raise DataError(path, "camera_matrix", f"the middle ({cx:.0f}, {cy:.0f}) is outside a picture of {file.size}")
    if not all(math.isfinite(number) for number in file.distortion):
        raise DataError(path, "distortion", "must be five numbers: k1, k2, p1, p2, k3")
    if not 0 <= file.rms_px <= WORST_RMS_PX:
        raise DataError(path, "rms_px", f"{file.rms_px} px is no calibration; right is 0 to {WORST_RMS_PX:g}")
    return Lens(matrix, np.array(file.distortion, np.float64), file.size, file.rms_px)


def lens_path(folder: Path, camera: str) -> Path:
    """The file in `folder` for the lens of the camera called `camera` (``v4l2:0``, an address without password)."""
    name = "".join(sign if sign.isalnum() else "-" for sign in camera).strip("-")
    if not name:
        raise ValueError(f"{camera!r} does not name a camera")
    return folder / f"lens-{name}.json"


def calibrated(
    size: tuple[int, int], corners_mm: Sequence[NDArray[np.float32]], corners_px: Sequence[NDArray[np.float32]]
) -> Lens:
    """The lens that explains where the sheet's corners (N×3 mm per view) were seen (N×2 px per view).

    Raises `ValueError` where OpenCV finds none, or one that is far off.
    """
    try:
        rms, matrix, distortion, _, _ = cv2.calibrateCamera(
            list(corners_mm), list(corners_px), size, np.eye(3), np.zeros(5), flags=cv2.CALIB_FIX_K3
        )
    except cv2.error as error:
        raise ValueError(f"these views do not give a lens: {error.err}") from error
    if not rms <= WORST_RMS_PX:
        raise ValueError(f"the views contradict each other ({rms:.1f} px): is the sheet flat, are the pictures sharp?")
    return Lens(np.asarray(matrix, np.float64), np.asarray(distortion, np.float64).ravel(), size, float(rms))
