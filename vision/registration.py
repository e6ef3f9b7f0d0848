"""Finds the board in a picture by its markers, fits it to the printed art, and refuses what cannot be it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.art import Art, Matches
from vision.board_model import BoardModel
from vision.bow import bowed
from vision.lens import Lens
from vision.markers import Quad, find_squares
from vision.pose import FOCAL_SPREAD, USUAL_FOCAL, Matrix, Pose
from vision.pyramid import Pyramid

NO_BOARD = "no_board"
IMPLAUSIBLE = "implausible"
MIRRORED = "mirrored"
UNLIKE_ART = "unlike_art"
"""Reasons for which there is no pose."""

MARKER_ERROR = 0.008
"""Largest RMS error of markers against one plane, as a part of the picture's longer side: a board with a fold that
stands up 6 mm, seen from the side, is off by 0.003."""
CORNER_ERROR_PX = 0.7
"""Standard deviation of a marker's corner beside its place on a plane: noise, a little of lens and fold."""
FOCAL_RANGE, FOCAL_STEPS = (0.45, 2.2), 24
"""Focal lengths that are tried, as parts of the picture's longer side, and how many."""
SMALLEST_BOARD = 0.03
"""Part of the picture's area below which a board is not usable."""
NEAR_MM, FAR_MM = 14.0, 70.0
"""Smoothing of the correction where there is much evidence (a fold stays sharp) and where there is little."""
TEAR_MM = 2.5
"""By how much a place may differ from its surroundings: a board bends, it does not tear."""
NEIGHBOURS_MM = (2.0, 1.5, 1.2)
"""The same beside its nearest neighbours, round after round (graduated non-convexity; Blake and Zisserman 1987): beside
a sleeve or a sheet of paper drawings are mistaken for each other by some mm; a fold needs 1 mm."""
WIDER = 0.1
"""Weight of three times as wide surroundings where the nearest neighbours are asked."""
UNSEEN, UNEVEN_MM = 0.3, 1.0
"""Weight with which nothing is known of a place: far from all that is seen the smooth bend alone is believed. On a
board that is more uneven than that, single places are believed more."""
NEAR_ENOUGH_MM = 10.0
"""A fit that moves every cell by less than this was made from places that could all be found from where they were
looked for; after a larger one, where two markers told little of the board's far side, it is looked for again."""
MOST_ROUNDS = 4
BEND_MM, BEND_NOISE_MM = 1.0, 3.0
"""How far paper bends beside what a plane and a lens do to it; error of a place, counted for many that err together."""
SURE = 0.2
"""Trust in a place of the drawing from which it counts as recognised."""
RECOGNISED, LEAST_RECOGNISED = 0.4, 0.3
"""Trust from which a place speaks for this print, and the part of them that must: with an arm over the board three
quarters do, on its mirror image, whose hexes lie alike, a quarter, on noise one in fourteen."""
LEAST_OF_KNOWN = 0.15
"""The same where the print's features were recognised: of a mirror image they are only where it is like the print."""
MIRROR_MARGIN = 0.05
"""Parts of the drawing by which a mirror image must be recognised better to be believed. It was by 0.15 and more where
a picture was mirrored, and in none of sixty pictures of five boards that were not, two fifths hidden or nothing."""
ENOUGH = 600
"""Places from which plane and lens are told as well as from more; folds are told from all."""
SPARSE = 4
"""Every so many points of the grid tell what a plane, a lens and a smooth bend do: to 0.01 mm."""
LEAST_DRAWN = 0.15
"""Part of a print that has a drawing below which its markers alone are believed."""


class Refused(Exception):
    """There is no pose; `reason` is one of this module's reasons."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Registrar:
    """Finds one board. `lens`: the camera's, if it was calibrated."""

    def __init__(self, model: BoardModel, lens: Lens | None = None) -> None:
        self.model = model
        self.lens = lens
        self._art = Art(model)

    def find(self, image: NDArray[np.uint8], squares: list[tuple[int, Quad]] | None = None) -> Pose:
        """The board's pose in `image` (BGR). `squares`: ArUco squares, if already found. Raises `Refused`."""
        pyramid = Pyramid(image)
        rough = self.by_markers(find_squares(pyramid.grey) if squares is None else squares, pyramid.size)
        return self.refine(pyramid, rough)

    def by_markers(self, squares: list[tuple[int, Quad]], picture_size: tuple[int, int]) -> Pose:
        """The pose that the markers among `squares` say; raises `Refused`."""
        lens = self._lens_for(picture_size)
        seen: dict[int, Quad] = {}
        for number, quad in squares:
            if number in self.model.markers and (number not in seen or _area(quad) > _area(seen[number])):
                seen[number] = quad
        if len(seen) < 2:
            raise Refused(NO_BOARD)
        if lens is not None:
            seen = {number: lens.undistorted(quad) for number, quad in seen.items()}
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
        if len(seen) == 2:
            homography = self._by_camera(seen, picture_size, lens)
            self._check_shape(homography, picture_size)
        return Pose(self.model, homography, picture_size, lens)

    def by_plane(self, homography: Matrix, picture_size: tuple[int, int]) -> Pose:
        """The pose of a board whose plane is known roughly, mm to px; raises `Refused` for what no camera sees."""
        self._check_shape(homography, picture_size)
        return Pose(self.model, homography, picture_size, self._lens_for(picture_size))

    def by_print(self, pyramid: Pyramid, homography: Matrix) -> Pose:
        """The pose of a board whose print was recognised in about this plane, fitted; raises `Refused`."""
        pose = self.refine(pyramid, self.by_plane(homography, pyramid.size), LEAST_OF_KNOWN)
        self._check_not_mirrored(pyramid, pose)
        return pose

    def by_corners(self, pyramid: Pyramid, corners_px: NDArray[np.float64]) -> Pose:
        """The pose of a board whose corners somebody showed (4 × 2, px, clockwise from any of them), fitted to its
        print: whichever way round the print is recognised best. Raises `Refused`.
        """
        width, height = self.model.size_mm
        board = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
        lens = self._lens_for(pyramid.size)
        straight = corners_px if lens is None else lens.undistorted(corners_px)
        best: Pose | None = None
        refusal = Refused(UNLIKE_ART)
        for turn in range(4):
            plane, _ = cv2.findHomography(board, np.roll(straight, -turn, axis=0), 0)
            try:
                pose = self.refine(pyramid, self.by_plane(np.asarray(plane, np.float64), pyramid.size))
            except Refused as other:
                refusal = other
                continue
            if best is None or self.likeness(pyramid, pose) > self.likeness(pyramid, best):
                best = pose
        if best is None:
            raise refusal
        pose = self.refine(pyramid, best)  # fingers are off by more than one fit can mend everywhere
        self._check_not_mirrored(pyramid, pose)
        return pose

    def _by_camera(self, seen: Mapping[int, Quad], picture_size: tuple[int, int], lens: Lens | None) -> Matrix:
        """The plane of markers that lie together, as a camera may see it.

        Eight corners in two places say little about the board's far side; that pixels are square, and what focal
        lengths are usual, says much more.
        """
        board = np.concatenate([self.model.markers[number] for number in seen])
        space = np.column_stack([board, np.zeros(len(board))])
        picture = np.concatenate(list(seen.values()))
        longer, middle = max(picture_size), (np.array(picture_size) - 1) / 2
        best, best_cost = None, np.inf
        focals = np.geomspace(*FOCAL_RANGE, 1 if lens is not None else FOCAL_STEPS) * longer
        for focal in focals:
            camera = (
                np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]]) if lens is None else lens.matrix
            )
            _, turns, shifts, _ = cv2.solvePnPGeneric(space, picture, camera, None, flags=cv2.SOLVEPNP_IPPE)
            for turn, shift in zip(turns, shifts):
                turn, shift = cv2.solvePnPRefineLM(space, picture, camera, None, turn, shift)
                axes, _ = cv2.Rodrigues(turn)
                plane = camera @ np.column_stack([axes[:, 0], axes[:, 1], shift])
                back = cv2.perspectiveTransform(board.reshape(-1, 1, 2), plane).reshape(-1, 2)
                error = float(((back - picture) ** 2).sum()) / CORNER_ERROR_PX**2
                habit = 0.0 if lens is not None else math.log(focal / (USUAL_FOCAL * longer)) / FOCAL_SPREAD
                if error + habit**2 < best_cost:
                    best, best_cost = plane, error + habit**2
        if best is None:
            raise Refused(IMPLAUSIBLE)
        return np.asarray(best, np.float64)

    def _lens_for(self, picture_size: tuple[int, int]) -> Lens | None:
        return None if self.lens is None else self.lens.fitting(picture_size)

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

    def _check_not_mirrored(self, pyramid: Pyramid, pose: Pose) -> None:
        """Raises `Refused` for a print in a mirrored picture: rings and rows of houses look alike there."""
        straight, mirrored = self._art.straight_and_mirrored(pyramid, pose, RECOGNISED)
        if mirrored > straight + MIRROR_MARGIN:
            raise Refused(MIRRORED)

    def refine(self, pyramid: Pyramid, rough: Pose, least: float = LEAST_RECOGNISED) -> Pose:
        """`rough` fitted to the printed art; raises `Refused` where less than the part `least` of it is recognised."""
        pose = rough
        for _ in range(MOST_ROUNDS):
            found = self._art.matched(pyramid, pose)
            if not self._enough(found, least):
                raise Refused(UNLIKE_ART)
            before, pose = pose, self._fitted(pose, found)
            off = pose.to_picture(self.model.centres) - before.to_picture(self.model.centres)
            if float(np.abs(off).max()) < NEAR_ENOUGH_MM * pose.px_mm:
                break
        return pose

    def likeness(self, pyramid: Pyramid, pose: Pose) -> float:
        """Part of the print's drawing that is recognised at `pose`, 0…1, without moving anything."""
        return float((self._art.unmoved(pyramid, pose).trust > SURE).mean())

    def _enough(self, found: Matches, least: float) -> bool:
        """Whether enough of the drawing is recognised; a print without a drawing is believed by its markers."""
        own = self._art.own
        return bool(self._art.drawn < LEAST_DRAWN or (found.trust[own] > RECOGNISED).mean() > least)

    def _fitted(self, pose: Pose, found: Matches) -> Pose:
        """`pose` after `found`: the part that a plane can do goes into the homography, the rest into the correction."""
        sure = found.trust > SURE
        board = found.art_mm[sure]
        picture = pose.to_picture(found.seen_mm[sure])
        if pose.lens is not None:
            picture = pose.lens.undistorted(picture)
        if len(board) < 8:
            return pose
        some = slice(None, None, max(1, len(board) // ENOUGH))
        plane, _ = cv2.findHomography(board[some], picture[some], cv2.RANSAC, 2.5 * pose.px_mm)
        if plane is None:
            raise Refused(UNLIKE_ART)
        homography = np.asarray(plane, np.float64)
        self._check_shape(homography, pose.picture_size)
        to_board = np.asarray(np.linalg.inv(homography), np.float64)
        back = _sent(picture, to_board)
        lens = bowed(board[some], picture[some], found.trust[sure][some], homography, pose.picture_size)
        bow = _sent(lens.to_picture(board), to_board) - board
        bend = _bend(self._even(board), back - board - bow, found.trust[sure])
        smooth = bow + _powers(self._even(board)) @ bend
        rest, weight = self._art.spread(sure, back - board - smooth, found.trust[sure])
        around = _smooth(rest, weight, FAR_MM / self._art.step_mm)
        weight[np.hypot(*np.moveaxis(rest - around, 2, 0)) > TEAR_MM] = 0
        kept = _agreeing(rest, weight, NEAR_MM / self._art.step_mm)
        uneven = math.sqrt(float(((rest * rest).sum(axis=2) * kept).sum() / (kept.sum() + 1e-6))) + 1e-3
        near = _smooth(rest, kept, NEAR_MM / self._art.step_mm, UNSEEN * min((UNEVEN_MM / uneven) ** 2, 1.0))
        at = (pose.grid_mm / self._art.step_mm - 0.5).astype(np.float32)
        field = cv2.remap(near, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        # the rest is so smooth that some of the grid tells all of it
        rows, columns = (np.unique(np.append(np.arange(0, size, SPARSE), size - 1)) for size in field.shape[:2])
        grid = pose.grid_mm[np.ix_(rows, columns)].astype(np.float64)
        some_mm = grid.reshape(-1, 2)
        whole = _sent(lens.to_picture(some_mm), to_board) - some_mm + _powers(self._even(some_mm)) @ bend
        between = _between(whole.reshape(grid.shape).astype(np.float32), rows, columns)
        return pose.corrected((field + between).astype(np.float32, copy=False), homography)

    def _even(self, points_mm: NDArray[np.floating]) -> NDArray[np.float64]:
        """Points of the board, −1…1 along each side."""
        return np.asarray(points_mm / (np.array(self.model.size_mm) / 2) - 1, np.float64)


def _between(values: NDArray[np.float32], rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.float32]:
    """Values of some `rows` and `columns` of a grid (the first and the last among them) on all of it."""
    y = np.interp(np.arange(rows[-1] + 1), rows, np.arange(len(rows))).astype(np.float32)
    x = np.interp(np.arange(columns[-1] + 1), columns, np.arange(len(columns))).astype(np.float32)
    across, down = np.meshgrid(x, y)
    return cv2.remap(values, across, down, cv2.INTER_LINEAR).astype(np.float32, copy=False)


def _area(quad: NDArray[np.float64]) -> float:
    return float(abs(cv2.contourArea(quad.astype(np.float32))))


def _sent(points: NDArray[np.float64], homography: Matrix) -> NDArray[np.float64]:
    return cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography).reshape(-1, 2).astype(np.float64)


def _powers(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Products of powers of x and y up to the third, N × 10: what a lens does to a board, but for very wide ones."""
    x, y = np.ascontiguousarray(places.T)
    xx, yy = x * x, y * y
    return np.array([np.ones_like(x), x, y, xx, x * y, yy, xx * x, xx * y, x * yy, yy * y]).T


def _bend(places: NDArray[np.float64], off_mm: NDArray[np.float64], trust: NDArray[np.float32]) -> NDArray[np.float64]:
    """The smooth bend (coefficients of `_powers`, 10 × 2, mm) that explains most of `off_mm` at `places`."""
    basis = _powers(places)
    bend = np.zeros((basis.shape[1], 2))
    ridge = np.eye(len(bend)) * (BEND_NOISE_MM / BEND_MM) ** 2
    for _ in range(3):
        far = np.hypot(*(off_mm - basis @ bend).T) / TEAR_MM
        weight = (trust * np.clip(1 - far * far, 0, 1) ** 2)[:, None]
        bend = np.linalg.solve(basis.T @ (basis * weight) + ridge, basis.T @ (off_mm * weight))
    return bend


def _agreeing(values: NDArray[np.float32], weight: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    """`weight`, less where a value (mm) is not what its neighbours are."""
    own, kept = 1 / (2 * math.pi * sigma**2), weight
    for limit in NEIGHBOURS_MM:
        weighed = values * kept[..., None]
        total, amount = (cv2.GaussianBlur(each, (0, 0), sigma) for each in (weighed, kept))
        far_total, far_amount = (cv2.GaussianBlur(each, (0, 0), 3 * sigma) for each in (weighed, kept))
        beside = np.maximum(amount - own * kept, 0) + WIDER * far_amount + 1e-6
        off = values - (total - own * weighed + WIDER * far_total) / beside[..., None]
        kept = weight * np.clip(1 - (off * off).sum(axis=2) / limit**2, 0, 1) ** 2
    return np.asarray(kept, np.float32)


def _smooth(
    values: NDArray[np.float32], weight: NDArray[np.float32], sigma: float, unseen: float = 0.0
) -> NDArray[np.float32]:
    """Weighted average of the surroundings; where they weigh nothing, of ever wider ones, and of `unseen` zeros."""
    total, amount = np.zeros_like(values), np.zeros_like(weight)
    for factor, share in ((1.0, 1.0), (3.0, 0.02), (9.0, 0.0005)):
        wide = sigma * factor
        total += share * cv2.GaussianBlur(values * weight[..., None], (0, 0), wide)
        amount += share * cv2.GaussianBlur(weight, (0, 0), wide)
    return np.asarray(total / (amount + 1e-7 + unseen)[..., None], np.float32)
