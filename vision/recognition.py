"""Recognises a board by the features of its print, wherever and however it lies in the picture, without markers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.pose import Matrix
from vision.pyramid import Pyramid

PRINT_FEATURES, PICTURE_FEATURES = 3000, 4000
"""Most features of one view of the print, and of a picture: beyond them recognition gets slower and no better."""
PICTURE_PX = 1440
"""Longer side to which a picture is reduced: a hex of 16 px still has its name and its terrain."""
SQUEEZED = 0.5
"""How flat the print is in the views from the sides (60° of tilt), after Morel and Yu (ASIFT, 2009)."""
DIRECTIONS = (0, 45, 90, 135)
"""Degrees in which the print is squeezed."""
RATIO = 0.82
"""A match must be this much nearer than the next best elsewhere (Lowe 2004): a map's cells repeat."""
TOLERANCE_MM = 4.0
"""How far a match may lie beside the plane: boards bend, lenses too."""
LEAST_MATCHES = 14
"""Matches that must agree; among 400 of pure chance, eight do."""
CONFIDENCE, ITERATIONS = 0.999, 6000

Points = NDArray[np.float32]


class Features(msgspec.Struct, frozen=True):
    """Where features are (N × 2: mm on the print, px in a picture) and how they look (N × 128, root-SIFT)."""

    at: Points
    looks: NDArray[np.float32]


class Recogniser:
    """Finds one print in pictures. The print's own features are made when they are first needed.

    >>> Recogniser(model).plane(Pyramid(image))
    array([[...]])
    """

    def __init__(self, model: BoardModel) -> None:
        self.model = model

    def plane(self, pyramid: Pyramid, thorough: bool = True) -> Matrix | None:
        """Homography from mm on the board to px of the picture, within about a cell; None if not recognised.

        Features hold to a tilt of about 50°. If `thorough`, views of the print from the sides are asked for beyond
        it; making those takes some seconds, once.
        """
        seen = _features_of_picture(pyramid)
        if len(seen.at) < LEAST_MATCHES:
            return None
        found = _plane(*_matches(self._from_above, seen))
        return _plane(*_matches(self._from_all_sides, seen)) if found is None and thorough else found

    @cached_property
    def _from_above(self) -> Features:
        return self._features([(self._grey, np.eye(2, 3))])

    @cached_property
    def _from_all_sides(self) -> Features:
        return self._features(_squeezed(self._grey))

    @cached_property
    def _grey(self) -> NDArray[np.uint8]:
        return np.asarray(cv2.cvtColor(self.model.art, cv2.COLOR_BGR2GRAY), np.uint8)

    def _features(self, views: Iterable[tuple[NDArray[np.uint8], NDArray[np.float64]]]) -> Features:
        seen = [_sift(view, PRINT_FEATURES, back) for view, back in views]
        at = (np.concatenate([view.at for view in seen]) + 0.5) / self.model.scale
        return Features(at.astype(np.float32), np.concatenate([view.looks for view in seen]))


def _plane(board: Points, picture: Points) -> Matrix | None:
    """The homography on which enough pairs of places agree, in many places of the board; else None."""
    if len(board) < LEAST_MATCHES:
        return None
    # from the picture to the board, where the tolerance is the same everywhere
    back, agrees = cv2.findHomography(picture, board, cv2.USAC_MAGSAC, TOLERANCE_MM, None, ITERATIONS, CONFIDENCE)
    if back is None:
        return None
    chosen = agrees.ravel() > 0
    if len(np.unique(np.round(board[chosen] / TOLERANCE_MM), axis=0)) < LEAST_MATCHES:
        return None
    homography, _ = cv2.findHomography(board[chosen], picture[chosen], 0)
    return None if homography is None else np.asarray(homography, np.float64)


def _squeezed(grey: NDArray[np.uint8]) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float64]]]:
    """The print as it is seen from the sides, each view with the map (2 × 3) back to the print."""
    height, width = grey.shape
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    for angle in np.radians(DIRECTIONS):
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        squeeze = turn.T @ np.diag((SQUEEZED, 1.0)) @ turn
        forth = np.column_stack([squeeze, middle - squeeze @ middle])
        soft = cv2.GaussianBlur(grey, (0, 0), 0.6 / SQUEEZED)
        seen = cv2.warpAffine(soft, forth, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        yield np.asarray(seen, np.uint8), np.asarray(cv2.invertAffineTransform(forth), np.float64)


def _features_of_picture(pyramid: Pyramid) -> Features:
    grey = pyramid.grey
    shrink = min(1.0, PICTURE_PX / max(grey.shape))
    if shrink < 1.0:
        grey = np.asarray(cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    shift = 0.5 / shrink - 0.5
    return _sift(grey, PICTURE_FEATURES, np.array([[1 / shrink, 0, shift], [0, 1 / shrink, shift]]))


def _sift(grey: NDArray[np.uint8], most: int, back: NDArray[np.float64]) -> Features:
    """Features of `grey`, their places sent through `back` (2 × 3), as root-SIFT (Arandjelović and Zisserman 2012)."""
    points, looks = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02).detectAndCompute(grey, None)
    if looks is None or not points:
        return Features(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32))
    at = np.array([point.pt for point in points]) @ back[:, :2].T + back[:, 2]
    roots = np.sqrt(looks / np.maximum(looks.sum(axis=1, keepdims=True), 1e-6))
    return Features(at.astype(np.float32), roots.astype(np.float32))


def _matches(board: Features, picture: Features) -> tuple[Points, Points]:
    """Places on the board and in the picture that look alike, and like nothing elsewhere on the board."""
    index = cv2.FlannBasedMatcher({"algorithm": 1, "trees": 4}, {"checks": 48})
    pairs = index.knnMatch(picture.looks, board.looks, k=4)
    on_board, in_picture = [], []
    for number, candidates in enumerate(pairs):
        best = candidates[0]
        place = board.at[best.trainIdx]
        # the same feature in another view of the print is no rival
        rivals = (one.distance for one in candidates[1:] if np.abs(board.at[one.trainIdx] - place).max() > TOLERANCE_MM)
        if best.distance < RATIO * next(rivals, np.inf):
            on_board.append(place)
            in_picture.append(picture.at[number])
    return np.array(on_board, np.float32).reshape(-1, 2), np.array(in_picture, np.float32).reshape(-1, 2)
