"""Recognises a board by the features of its print, wherever and however it lies in the picture, without markers."""

from __future__ import annotations

import math
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
QUICK_PX, PICTURE_PX = 864, 1440
"""Longer side to which a picture is reduced at first, and where that does not do: a hex of 16 px still has its name and
its terrain then, but features take three times as long."""
SQUEEZED = 0.5
"""How flat the print is in the views from the sides (60° of tilt), after Morel and Yu (ASIFT, 2009)."""
DIRECTIONS = (0, 45, 90, 135)
"""Degrees in which the print is squeezed."""
RATIO = 0.86
"""A match must be this much nearer than the next best elsewhere (Lowe 2004): a map's cells repeat."""
NEIGHBOURHOOD_MM, LEAST_SUPPORT = 150.0, 2
"""How far a match is asked whether its neighbours bear it out, and how many must: of the matches on five boards seen
obliquely with two fifths hidden 5 to 60 % are right, of those borne out 97 %; an arm leaves gaps of 100 mm."""
SAME_SCALE, SAME_ANGLE, SAME_PLACE = 0.5, 0.5, 0.35
"""What neighbours may differ by: logarithm of scale, radians, place beside the predicted as a part of the way there.
Seen at 50° a similarity is wrong by as much."""
TOLERANCE_MM = 4.0
"""How far a match may lie beside the plane: boards bend, lenses too."""
LEAST_MATCHES = 12
"""Matches that must agree; of pictures without the board none has had more than five."""
CONFIDENCE, ITERATIONS = 0.999, 3000
FLAT, CALMED_PX = 8, 2.0
"""Grey levels (0–255) between the darkest and the lightest place of a quarter of a picture, calmed by so many px, below
which it shows nothing: a covered lens, a lamp that went out. A board so faint that these are 13 has no feature."""

Points = NDArray[np.float32]


class Features(msgspec.Struct, frozen=True):
    """Where features are (N × 2: mm on the print, px in a picture), how they look (N × 128, root-SIFT), how large they
    are (N, in the same unit) and which way they point (N, radians).
    """

    at: Points
    looks: NDArray[np.float32]
    size: NDArray[np.float32]
    angle: NDArray[np.float32]


class Matches(msgspec.Struct, frozen=True):
    """Pairs of features that look alike: their numbers on the board and in the picture."""

    board: NDArray[np.intp]
    picture: NDArray[np.intp]


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
        if _shows_nothing(pyramid):
            return None
        found = _plane_of(self._from_above, _features_of_picture(pyramid, QUICK_PX))
        if found is not None:
            return found
        seen = _features_of_picture(pyramid, PICTURE_PX)
        found = _plane_of(self._from_above, seen)
        return _plane_of(self._from_all_sides, seen) if found is None and thorough else found

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
        return Features(
            at.astype(np.float32),
            np.concatenate([view.looks for view in seen]),
            (np.concatenate([view.size for view in seen]) / self.model.scale).astype(np.float32),
            np.concatenate([view.angle for view in seen]),
        )


def _shows_nothing(pyramid: Pyramid) -> bool:
    """Whether a picture is of one tone, but for noise; that is told much sooner than that no print is in it."""
    calmed = cv2.GaussianBlur(pyramid.grey_quarter, (0, 0), CALMED_PX)
    return int(calmed.max()) - int(calmed.min()) < FLAT


def _plane_of(board: Features, picture: Features) -> Matrix | None:
    """The homography that takes the board to the picture, None where they do not match."""
    if len(picture.at) < LEAST_MATCHES:
        return None
    found = _borne_out(board, picture, _matches(board, picture))
    return _plane(board.at[found.board], picture.at[found.picture])


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


def _features_of_picture(pyramid: Pyramid, longest_px: int) -> Features:
    grey = pyramid.grey
    shrink = min(1.0, longest_px / max(grey.shape))
    if shrink < 1.0:
        grey = np.asarray(cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    shift = 0.5 / shrink - 0.5
    return _sift(grey, PICTURE_FEATURES, np.array([[1 / shrink, 0, shift], [0, 1 / shrink, shift]]))


def _sift(grey: NDArray[np.uint8], most: int, back: NDArray[np.float64]) -> Features:
    """Features of `grey`, sent through `back` (2 × 3), as root-SIFT (Arandjelović and Zisserman 2012)."""
    points, looks = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02).detectAndCompute(grey, None)
    if looks is None or not points:
        none = np.zeros(0, np.float32)
        return Features(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32), none, none)
    linear = back[:, :2]
    at = np.array([point.pt for point in points]) @ linear.T + back[:, 2]
    angle = np.radians([point.angle for point in points])
    ahead = np.stack([np.cos(angle), np.sin(angle)], axis=1) @ linear.T
    size = np.array([point.size for point in points]) * math.sqrt(abs(float(np.linalg.det(linear))))
    roots = np.sqrt(looks / np.maximum(looks.sum(axis=1, keepdims=True), 1e-6))
    return Features(
        at.astype(np.float32),
        roots.astype(np.float32),
        size.astype(np.float32),
        np.arctan2(ahead[:, 1], ahead[:, 0]).astype(np.float32),
    )


def _matches(board: Features, picture: Features) -> Matches:
    """Features that look alike, and like nothing elsewhere on the board; each on the board once, where it fits best."""
    index = cv2.FlannBasedMatcher({"algorithm": 1, "trees": 4}, {"checks": 48})
    nearest: dict[int, tuple[float, int]] = {}
    for number, candidates in enumerate(index.knnMatch(picture.looks, board.looks, k=4)):
        best = candidates[0]
        place = board.at[best.trainIdx]
        # the same feature in another view of the print is no rival
        rivals = (one.distance for one in candidates[1:] if np.abs(board.at[one.trainIdx] - place).max() > TOLERANCE_MM)
        if best.distance < RATIO * next(rivals, np.inf):
            known = nearest.get(best.trainIdx)
            if known is None or best.distance < known[0]:
                nearest[best.trainIdx] = best.distance, number
    pairs = np.array([(one, other) for one, (_, other) in nearest.items()], np.intp).reshape(-1, 2)
    return Matches(pairs[:, 0], pairs[:, 1])


def _borne_out(board: Features, picture: Features, found: Matches) -> Matches:
    """The matches whose neighbours on the board lie in the picture where size and direction of the match put them."""
    at, seen = board.at[found.board], picture.at[found.picture]
    scale = picture.size[found.picture] / board.size[found.board]
    turn = picture.angle[found.picture] - board.angle[found.board]
    cos, sin = (scale * np.cos(turn))[:, None], (scale * np.sin(turn))[:, None]
    x, y = np.moveaxis(at[None] - at[:, None], 2, 0)
    far = np.hypot(x, y)
    to_x, to_y = np.moveaxis(seen[None] - seen[:, None], 2, 0)
    off = np.hypot(to_x - cos * x + sin * y, to_y - sin * x - cos * y)
    apart = np.abs((turn[None] - turn[:, None] + np.pi) % (2 * np.pi) - np.pi)
    agrees = (far > TOLERANCE_MM) & (far < NEIGHBOURHOOD_MM) & (off < SAME_PLACE * far * scale[:, None])
    agrees &= (np.abs(np.log(scale[None] / scale[:, None])) < SAME_SCALE) & (apart < SAME_ANGLE)
    sure = (agrees & agrees.T).sum(axis=1) >= LEAST_SUPPORT
    return Matches(found.board[sure], found.picture[sure])
