"""Finds the board in a picture by its markers, fits it to the printed art, and refuses what cannot be it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.markers import Quad, find_squares
from vision.pose import Matrix, Pose

NO_BOARD = "no_board"
IMPLAUSIBLE = "implausible"
MIRRORED = "mirrored"
UNLIKE_ART = "unlike_art"
"""Reasons for which there is no pose."""

MARKER_ERROR = 0.008
"""Largest RMS error of markers against one plane, as a part of the picture's longer side: a board with a fold that
stands up 6 mm, seen from the side, is off by 0.003."""
SMALLEST_BOARD = 0.03
"""Part of the picture's area below which a board is not usable."""
FLOW_PX = 420
"""Longer side of the pictures that are matched: fine enough for 0.2 mm on an A2 board, coarse enough for 20 ms."""
FLOWS = ((1, 12, 4), (0, 8, 5))
"""Finest scale, iterations and patch stride of the passes: a quick one that finds folds, a fine one that fits them."""
WINDOW_MM = 22.0
"""Side of the window over which likeness is judged: about one cell, so that a piece spoils one window only."""
GOOD_LIKENESS = 0.35
"""Correlation of a window with the art above which its displacement is believed."""
NEAR_MM, FAR_MM = 14.0, 70.0
"""Smoothing of the correction where there is much evidence (a fold stays sharp) and where there is little."""
LEAST_SURE = 0.15
"""Part of the print's drawing that must be recognised: a board covered by two arms still shows a quarter, and another
print a tenth by chance."""


class Refused(Exception):
    """There is no pose; `reason` is one of this module's reasons."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Registrar:
    """Finds one board. `camera` is the camera matrix if a lens was calibrated."""

    def __init__(self, model: BoardModel, camera: Matrix | None = None) -> None:
        self.model = model
        self.camera = camera

    def find(self, image: NDArray[np.uint8], squares: list[tuple[int, Quad]] | None = None) -> Pose:
        """The board's pose in `image` (BGR). `squares`: ArUco squares, if already found. Raises `Refused`."""
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        rough = self.by_markers(find_squares(grey) if squares is None else squares, (grey.shape[1], grey.shape[0]))
        return self.refine(grey, rough)

    def by_markers(self, squares: list[tuple[int, Quad]], picture_size: tuple[int, int]) -> Pose:
        """The pose that the markers among `squares` say; raises `Refused`."""
        seen: dict[int, Quad] = {}
        for number, quad in squares:
            if number in self.model.markers and (number not in seen or _area(quad) > _area(seen[number])):
                seen[number] = quad
        if len(seen) < 2:
            raise Refused(NO_BOARD)
        limit = MARKER_ERROR * max(picture_size)
        homography, error = self._plane(seen)
        if error > limit and len(seen) > 2:
            # one of them is not what it seems: believe the largest set that agrees
            for kept in combinations(seen, len(seen) - 1):
                other, other_error = self._plane({number: seen[number] for number in kept})
                if other_error < error:
                    homography, error = other, other_error
        if error > limit:
            raise Refused(IMPLAUSIBLE)
        self._check_shape(homography, picture_size)
        return Pose(self.model, homography, picture_size, self.camera)

    def _plane(self, seen: Mapping[int, Quad]) -> tuple[Matrix, float]:
        board = np.concatenate([self.model.markers[number] for number in seen])
        picture = np.concatenate(list(seen.values()))
        homography, _ = cv2.findHomography(board, picture, 0)
        if homography is None:
            raise Refused(IMPLAUSIBLE)
        back = cv2.perspectiveTransform(board.reshape(-1, 1, 2), homography).reshape(-1, 2)
        return np.asarray(homography, np.float64), float(np.sqrt(((back - picture) ** 2).sum(axis=1).mean()))

    def _check_shape(self, homography: Matrix, picture_size: tuple[int, int]) -> None:
        """Raises `Refused` for a board that is mirrored, turned away, folded over the horizon or a mere speck."""
        width, height = self.model.size_mm
        corners = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)], np.float64)
        seen = corners @ homography.T
        if np.any(seen[:, 2] * homography[2, 2] <= 0.05 * np.abs(seen[:, 2]).max()):
            raise Refused(IMPLAUSIBLE)
        quad = seen[:, :2] / seen[:, 2:]
        sides = np.roll(quad, -1, axis=0) - quad
        turns = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
        if np.all(turns < 0):
            raise Refused(MIRRORED)
        if np.any(turns <= 0) or _area(quad) < SMALLEST_BOARD * picture_size[0] * picture_size[1]:
            raise Refused(IMPLAUSIBLE)

    def refine(self, grey: NDArray[np.uint8], rough: Pose) -> Pose:
        """`rough` fitted to the printed art; raises `Refused` where the picture does not look like it."""
        pose = rough
        for finest, iterations, stride in FLOWS:
            flow = cv2.DISOpticalFlow.create(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM)
            flow.setFinestScale(finest)
            flow.setGradientDescentIterations(iterations)
            flow.setPatchStride(stride)
            flow.setVariationalRefinementIterations(0)
            moved, trust = self._displacement(grey, pose, flow)
            if not self._enough(trust):
                raise Refused(UNLIKE_ART)
            pose = self._fitted(pose, moved, trust)
        return pose

    def likeness(self, grey: NDArray[np.uint8], pose: Pose) -> float:
        """Part of the board in view that looks like the art at `pose`, 0…1, without moving anything."""
        seen = _normalised(self._rectified(grey, pose))
        return float((_correlation(self._art, seen, self._window) > GOOD_LIKENESS).mean())

    @cached_property
    def _size(self) -> tuple[int, int]:
        width, height = self.model.raster_size
        part = min(0.5, FLOW_PX / max(width, height))
        return round(width * part), round(height * part)

    @property
    def _px_mm(self) -> float:
        return self._size[0] / self.model.size_mm[0]

    @property
    def _window(self) -> int:
        return int(WINDOW_MM * self._px_mm) | 1

    @cached_property
    def _art(self) -> NDArray[np.float32]:
        grey = cv2.cvtColor(self.model.art, cv2.COLOR_BGR2GRAY)
        return _normalised(cv2.resize(grey, self._size, interpolation=cv2.INTER_AREA).astype(np.uint8))

    @cached_property
    def _drawn(self) -> NDArray[np.bool_]:
        """Where the print has a drawing to be recognised by, its markers left aside: they are on every board."""
        window = (self._window, self._window)
        drawn = cv2.blur(self._art * self._art, window) > 0.1
        for corners in self.model.markers.values():
            low, high = corners.min(axis=0) - WINDOW_MM, corners.max(axis=0) + WINDOW_MM
            x0, y0, x1, y1 = (round(float(value) * self._px_mm) for value in (*low, *high))
            drawn[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = False
        return np.asarray(drawn, np.bool_)

    def _enough(self, trust: NDArray[np.float32]) -> bool:
        """Whether enough of the drawing is recognised; a print without a drawing is believed by its markers."""
        drawn = self._drawn
        return bool(drawn.mean() < LEAST_SURE or (trust[drawn] > 0.2).mean() > LEAST_SURE)

    def _rectified(self, grey: NDArray[np.uint8], pose: Pose) -> NDArray[np.uint8]:
        whole = pose.rectify(grey)
        return cv2.resize(whole, self._size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)

    def _displacement(
        self, grey: NDArray[np.uint8], pose: Pose, flow: cv2.DISOpticalFlow
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Where each point of the art is found beside its place (px as matched), and how far to believe it."""
        seen = _normalised(self._rectified(grey, pose))
        moved = flow.calc(_as_bytes(self._art), _as_bytes(seen), None)  # type: ignore[call-overload]
        y, x = np.indices(seen.shape, dtype=np.float32)
        found = cv2.remap(seen, x + moved[..., 0], y + moved[..., 1], cv2.INTER_LINEAR)
        likeness = _correlation(self._art, found.astype(np.float32), self._window)
        trust = np.clip((likeness - GOOD_LIKENESS) / (1 - GOOD_LIKENESS), 0, 1)
        return moved.astype(np.float32), trust.astype(np.float32)

    def _fitted(self, pose: Pose, moved: NDArray[np.float32], trust: NDArray[np.float32]) -> Pose:
        """`pose` after `moved`: the part that a plane can do goes into the homography, the rest into the correction."""
        step = 6
        scale = self._px_mm
        rows, columns = np.mgrid[step // 2 : moved.shape[0] : step, step // 2 : moved.shape[1] : step]
        sure = trust[rows, columns] > 0.2
        places = (np.stack([columns, rows], axis=2) + 0.5) / scale
        targets = places + moved[rows, columns] / scale
        board = places[sure].astype(np.float64)
        picture = pose.to_picture(targets[sure].astype(np.float64))
        plane, _ = cv2.findHomography(board[::3], picture[::3], cv2.RANSAC, 2.5 * pose_px_mm(pose))
        if plane is None:
            raise Refused(UNLIKE_ART)
        homography = np.asarray(plane, np.float64)
        self._check_shape(homography, pose.picture_size)
        back = cv2.perspectiveTransform(picture.reshape(-1, 1, 2), np.linalg.inv(homography)).reshape(-1, 2)
        rest = np.zeros((*sure.shape, 2), np.float32)
        weight = np.zeros(sure.shape, np.float32)
        rest[sure] = back - board
        weight[sure] = trust[rows, columns][sure]
        # the board bends, it does not tear: what differs much from its surroundings was matched to something else
        around = _smooth(rest, weight, FAR_MM * scale / step)
        weight[np.hypot(*np.moveaxis(rest - around, 2, 0)) > 4.0] = 0
        near = _smooth(rest, weight, NEAR_MM * scale / step)
        at = (pose.grid_mm * scale / step - 0.5).astype(np.float32)
        field = cv2.remap(near, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return pose.corrected(field.astype(np.float32), homography)


def pose_px_mm(pose: Pose) -> float:
    """Px of the picture that a mm at the board's middle takes."""
    width, height = pose.model.size_mm
    middle = np.array([[width / 2, height / 2], [width / 2 + 1, height / 2], [width / 2, height / 2 + 1]])
    seen = cv2.perspectiveTransform(middle.reshape(-1, 1, 2), pose.homography).reshape(-1, 2)
    return float(np.linalg.norm(seen[1:] - seen[0], axis=1).max())


def _area(quad: NDArray[np.float64]) -> float:
    return float(abs(cv2.contourArea(quad.astype(np.float32))))


def _normalised(grey: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Local contrast: mean 0, spread about 1, whatever the light; flat paper stays near 0."""
    values = grey.astype(np.float32)
    fine = values - cv2.blur(values, (21, 21))
    spread = np.sqrt(np.maximum(cv2.blur(fine * fine, (41, 41)), 0))
    return np.asarray(np.clip(fine / (spread + 3.0), -3, 3), np.float32)


def _as_bytes(values: NDArray[np.float32]) -> NDArray[np.uint8]:
    return (values * 40 + 128).astype(np.uint8)


def _correlation(one: NDArray[np.float32], other: NDArray[np.float32], window: int) -> NDArray[np.float32]:
    """Correlation of two pictures in a window around every point, −1…1; near 0 where there is nothing to compare."""
    size = (window, window)
    both = cv2.blur(one * other, size)
    power = np.maximum(cv2.blur(one * one, size) * cv2.blur(other * other, size), 0)
    return np.asarray(both / (np.sqrt(power) + 0.05), np.float32)


def _smooth(values: NDArray[np.float32], weight: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    """Weighted average of the surroundings; where they weigh nothing, of ever wider ones."""
    total, amount = np.zeros_like(values), np.zeros_like(weight)
    for factor, share in ((1.0, 1.0), (3.0, 0.02), (9.0, 0.0005)):
        wide = sigma * factor
        total += share * cv2.GaussianBlur(values * weight[..., None], (0, 0), wide)
        amount += share * cv2.GaussianBlur(weight, (0, 0), wide)
    return np.asarray(total / (amount + 1e-7)[..., None], np.float32)
