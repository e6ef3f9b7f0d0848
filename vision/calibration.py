"""Leads a person through calibrating a lens: takes views of the ChArUco sheet and says which are still missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens, calibrated

MORE_VIEWS = "more_views"
MORE_CORNERS = "more_corners"
"""The sheet was not yet in every part of the picture; the corners are where lenses bend most."""
MORE_TILT = "more_tilt"
"""Every view was straight from above: focal length and distance cannot be told apart."""
MORE_SIZES = "more_sizes"
"""The sheet was always equally far away."""

LEAST_MM, MOST_MM = 1.0, 1000.0
"""Of a sheet's markers and squares: no camera reads smaller ones, and nobody holds larger ones before it."""
FEWEST_VIEWS = 8
"""With fewer views the focal length scatters by more than 1 % (tried with rendered views of a known lens)."""
FEWEST_CORNERS = 10
"""A view with fewer corners of the sheet says too little to be kept."""
PARTS = (6, 4)
"""Columns and rows that the picture is divided into for coverage."""
COVERED_PARTS = 20
"""Of those 24 parts, so many must have shown corners of the sheet."""
TILTED_DEG = 18.0
TILTED_VIEWS = 3
SIZE_RATIO = 1.25
"""Between the largest and the smallest view of the sheet."""
NEW_PX = 0.05
"""A view counts as new if the sheet moved by this part of the picture's width since every kept view."""

Size: TypeAlias = tuple[int, int]
"""Width and height of a picture, px."""
View: TypeAlias = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Corners of the sheet in mm (N×3) and where they were seen in px (N×2)."""


class Sheet(msgspec.Struct, frozen=True):
    """The printed ChArUco sheet: `columns` × `rows` squares of `square_mm`, markers of `marker_mm` in the white ones.

    `dictionary` is OpenCV's name of the marker set, of which the first ones are used.
    """

    columns: int = 10
    rows: int = 7
    square_mm: float = 25.0
    marker_mm: float = 18.75
    dictionary: str = "DICT_5X5_50"

    def board(self) -> cv2.aruco.CharucoBoard:
        """The sheet as OpenCV knows it; raises `ValueError` for an impossible sheet."""
        number = getattr(cv2.aruco, self.dictionary, None)
        if not self.dictionary.startswith("DICT_") or number is None:
            raise ValueError(f"there is no dictionary of markers {self.dictionary!r}")
        if min(self.columns, self.rows) < 3:
            raise ValueError(f"{self.columns} × {self.rows} squares are too few; a sheet has 3 × 3 or more")
        if not 0 < self.marker_mm < self.square_mm:
            sizes = f"markers of {self.marker_mm:g} mm do not fit into squares of {self.square_mm:g} mm"
            raise ValueError(f"{sizes}; a sheet has markers smaller than its squares")
        if self.marker_mm < LEAST_MM or self.square_mm > MOST_MM:
            sizes = f"markers of {self.marker_mm:g} mm in squares of {self.square_mm:g} mm"
            raise ValueError(f"{sizes} are on no sheet; right are {LEAST_MM:g} to {MOST_MM:g} mm")
        dictionary = cv2.aruco.getPredefinedDictionary(number)
        if self.columns * self.rows // 2 > len(dictionary.bytesList):
            raise ValueError(f"{self.dictionary} has too few markers for {self.columns} × {self.rows} squares")
        return cv2.aruco.CharucoBoard((self.columns, self.rows), self.square_mm, self.marker_mm, dictionary)


class Calibration:
    """Views of one camera, gathered until they are enough.

    Views in pictures of another size tell of another lens: they are kept apart, and count once that size is back.
    """

    def __init__(self, sheet: Sheet) -> None:
        self._board = sheet.board()
        self._finder = cv2.aruco.CharucoDetector(self._board)
        self._gathered: dict[Size, list[View]] = {}
        self._size: Size = (0, 0)

    @property
    def views(self) -> int:
        """How many views are kept of pictures as large as the last."""
        return len(self._views)

    @property
    def size(self) -> Size:
        """Width and height of the last picture, px; (0, 0) before the first."""
        return self._size

    @property
    def aside(self) -> Mapping[Size, int]:
        """How many views are kept of pictures of each other size."""
        return {size: len(views) for size, views in self._gathered.items() if views and size != self._size}

    @property
    def _views(self) -> list[View]:
        return self._gathered.setdefault(self._size, [])

    def add(self, image: NDArray[np.uint8]) -> bool:
        """Keeps the view of `image` (BGR or grey) if it shows enough of the sheet and is a new one; says whether."""
        self._size = image.shape[1], image.shape[0]
        view = self._view(image)
        if view is None or not self._is_new(view, self._size):
            return False
        self._views.append(view)
        return True

    def missing(self) -> tuple[str, ...]:
        """What the views do not show yet, as short keys; empty when they are enough."""
        wanted = []
        if len(self._views) < FEWEST_VIEWS:
            wanted.append(MORE_VIEWS)
        if len(self._covered(self._size)) < COVERED_PARTS:
            wanted.append(MORE_CORNERS)
        if sum(_tilt_deg(view, self._size) >= TILTED_DEG for view in self._views) < TILTED_VIEWS:
            wanted.append(MORE_TILT)
        scales = [_px_per_mm(view) for view in self._views]
        if not scales or max(scales) < SIZE_RATIO * min(scales):
            wanted.append(MORE_SIZES)
        return tuple(wanted)

    def lens(self) -> Lens:
        """The lens that explains all views; raises `ValueError` while some are `missing` or where none fits."""
        wanted = self.missing()
        if wanted:
            raise ValueError(f"the views are not enough for a lens yet: {', '.join(wanted)}")
        return calibrated(self._size, [mm for mm, _ in self._views], [px for _, px in self._views])

    def drawn(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A copy of `image` with the sheet's corners marked where they are found, to show to the person."""
        shown = image.copy()
        corners, ids, _, _ = self._finder.detectBoard(image)
        if ids is not None and len(ids):
            cv2.aruco.drawDetectedCornersCharuco(shown, corners, ids, (0, 200, 255))
        return shown

    def _view(self, image: NDArray[np.uint8]) -> View | None:
        corners, ids, _, _ = self._finder.detectBoard(image)
        if ids is None or len(ids) < FEWEST_CORNERS:
            return None
        mm, px = self._board.matchImagePoints(list(corners), ids)
        points = np.asarray(mm, np.float32).reshape(-1, 3)
        if np.linalg.matrix_rank(points[:, :2] - points[:, :2].mean(0), tol=1.0) < 2:
            return None
        return points, np.asarray(px, np.float32).reshape(-1, 2)

    def _is_new(self, view: View, size: Size) -> bool:
        seen = _outline_px(view)
        return all(np.abs(_outline_px(kept) - seen).max() > NEW_PX * size[0] for kept in self._views)

    def _covered(self, size: Size) -> set[tuple[int, int]]:
        columns, rows = PARTS
        return {
            (min(columns - 1, int(x * columns / size[0])), min(rows - 1, int(y * rows / size[1])))
            for _, px in self._views
            for x, y in px
        }


def _plane(view: View) -> NDArray[np.float64]:
    """The homography from the sheet (mm) to the picture (px), lens distortion left aside."""
    homography, _ = cv2.findHomography(view[0][:, :2], view[1])
    return np.asarray(homography, np.float64)


def _outline_px(view: View) -> NDArray[np.float64]:
    """Where a square of 100 mm around the sheet's origin would be seen: comparable whatever part was visible."""
    square = np.array([[[0, 0], [100, 0], [100, 100], [0, 100]]], np.float64)
    seen: NDArray[np.float64] = np.asarray(cv2.perspectiveTransform(square, _plane(view)), np.float64)[0]
    return seen


def _px_per_mm(view: View) -> float:
    """How large the sheet was seen."""
    mm, px = view
    return float(np.sqrt(cv2.contourArea(cv2.convexHull(px)) / cv2.contourArea(cv2.convexHull(mm[:, :2].copy()))))


def _tilt_deg(view: View, size: Size) -> float:
    """About how far the sheet leans away from the picture's plane, for a camera of usual angle of view (60°)."""
    focal = size[0] * 0.87
    to_camera = np.array([[1 / focal, 0, -size[0] / 2 / focal], [0, 1 / focal, -size[1] / 2 / focal], [0, 0, 1]])
    across, down = (to_camera @ _plane(view))[:, :2].T
    normal = np.cross(across / np.linalg.norm(across), down / np.linalg.norm(down))
    return float(np.degrees(np.arccos(np.clip(abs(normal[2]) / np.linalg.norm(normal), 0, 1))))
