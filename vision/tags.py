"""Reads the tags on pieces and says in which cell each stands."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import BoardModel, Body
from vision.face_square import face_square
from vision.markers import Quad, find_squares
from vision.polynomials import matrix_product
from vision.pose import Pose

SIDE_OF_PIECE = (0.35, 0.80)
"""Smallest and largest side of a tag's black square, as a part of its piece's size."""
SIZE_PX = 80
"""Size to which a piece's face is enlarged to read its tag: 7 px a module."""
SHOWN = 0.2
"""How much more than the face is enlarged, as a part of the piece's size."""
TAG_SIDES = (0.46, 0.51, 0.56, 0.61)
"""Sides of a tag's black square that are tried, as a part of its piece's size; a white edge is around it."""
PRINTED_SIDE = 0.015
"""How far a tag's side may be from the declared one: what is printed beside a face's other print is no other size."""
REACH, STEP = 0.2, 0.04
"""How far from the middle of the face a tag is looked for, and in what steps, as a part of the piece's size: a far
counter's side and its shadow draw the guess of its middle 3 mm aside."""
REACH_PRINTED = 0.10
"""The same reach around where a tag is printed that is beside the middle: there is more to try, as it may be turned."""
TURN_DEG = 6
"""Steps in which a tag is turned."""
FRAMES, AROUND = 24, 6
"""Best places of a tag's frame, at which its modules are compared; and those of these around which they are, too."""
FLAT = 1.0
"""Sum of squares (0…255) below which what is seen of a frame is no more than noise."""
LEAST_CONTRAST = 0.45
"""How much darker its dark parts are than its light ones, at least, where something may be printed black on white."""
LEAST_FRAMED = 0.5
"""Correlation of the frame's modules below which there is no tag at all: those of 8 px are above 0.7."""
SOFTNESS_PX = 0.75
"""Softness of a picture (standard deviation): its pixels' own width, its lens and what enlarging adds."""
LEAST_LIKE = 0.80
"""Correlation of modules from which a tag is believed."""
LEAST_AHEAD = 1.5
"""How much more of what is seen the next tag must leave unexplained: two tags may differ in 3 of 16 modules only."""


class Layout(msgspec.Struct, frozen=True):
    """Where on the faces of a board's pieces their tags are: which sides (parts of the piece's size) are tried, and how
    far to the right of the face's middle and below it a tag's middle is, the face being upright."""

    sides: tuple[float, ...] = TAG_SIDES
    off: tuple[float, float] = (0.0, 0.0)
    reach: float = REACH

    @classmethod
    def of(cls, bodies: Iterable[Body]) -> Layout:
        """That of pieces which all bear their tags in one way, or in the middle."""
        for body in bodies:
            if body.corner_tag is not None:
                side = body.corner_tag.side
                return cls((side - PRINTED_SIDE, side + PRINTED_SIDE), body.corner_tag.middle, REACH_PRINTED)
        return cls()

    @property
    def beside(self) -> float:
        """How far a tag's middle is from the face's, in sizes."""
        return math.hypot(*self.off)

    @property
    def width_px(self) -> int:
        """How much is enlarged."""
        return round(SIZE_PX * (1 + SHOWN + 2 * self.beside))

    def middle(self, at: tuple[float, float], turn: float, size: float) -> tuple[float, float]:
        """The middle of a face of `size` whose tag has its middle `at`, turned clockwise by `turn` (radians)."""
        x, y = self.off[0] * size, self.off[1] * size
        cosine, sine = math.cos(turn), math.sin(turn)
        return at[0] - cosine * x + sine * y, at[1] - sine * x - cosine * y


class Tag(msgspec.Struct, frozen=True):
    """A tag that was read: its piece's body, where it stands (mm), in which cell."""

    body: Body
    foot_mm: tuple[float, float]
    cell: Cell


def placed(squares: Iterable[tuple[int, Quad]], model: BoardModel, pose: Pose) -> list[Tag]:
    """The tags among `squares` (ids and corners in the picture) that are of a piece's size and lie in a cell."""
    bodies = {body.tag: body for body in model.bodies.values() if body.tag is not None}
    layout = Layout.of(bodies.values())
    tags: dict[int, Tag] = {}
    for number, quad in squares:
        body = bodies.get(number)
        if body is None:
            continue
        corners = pose.to_board(quad, body.height_mm)
        side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
        if not SIDE_OF_PIECE[0] * body.size_mm < side < SIDE_OF_PIECE[1] * body.size_mm:
            continue
        (x, y), (right, down) = corners.mean(axis=0), corners[1] - corners[0]
        at = layout.middle((float(x), float(y)), math.atan2(down, right), body.size_mm)
        cell, _ = model.cell_at(*at)
        if cell is not None:
            tags[number] = Tag(body, at, cell)
    return list(tags.values())


def read_face(image: NDArray[np.uint8], pose: Pose, foot_mm: tuple[float, float], model: BoardModel) -> Tag | None:
    """The tag on the face of a piece that stands at about `foot_mm`, read enlarged, or None if there is no telling.

    First by all its modules together, which small tags need; then as ArUco does it, by its border.
    """
    bodies = {body.tag: body for body in model.bodies.values() if body.tag is not None}
    if not bodies:
        return None
    size = max(body.size_mm for body in bodies.values())
    height = float(np.mean([body.height_mm for body in bodies.values()]))
    layout = Layout.of(bodies.values())
    grey, back, module_px = _enlarged(image, pose, foot_mm, size, height, layout)
    numbers = tuple(sorted(bodies))
    found = _by_modules(grey, module_px, numbers, model.tag_dictionary, layout)
    if found is None:
        squares = [
            (number, cv2.perspectiveTransform(quad.reshape(-1, 1, 2), back).reshape(4, 2).astype(np.float64))
            for number, quad in find_squares(grey, model.tag_dictionary)
        ]
        read = placed(squares, model, pose)
        return min(read, key=lambda tag: float(np.hypot(*np.subtract(tag.foot_mm, foot_mm))), default=None)
    number, at_px, turn = found
    x, y = layout.middle(at_px, turn, SIZE_PX)
    px = cv2.perspectiveTransform(np.array([[[x, y]]], np.float64), back).reshape(1, 2).astype(np.float64)
    body = bodies[number]
    at = pose.to_board(px, body.height_mm)[0]
    cell, _ = model.cell_at(float(at[0]), float(at[1]))
    return None if cell is None else Tag(body, (float(at[0]), float(at[1])), cell)


def number_at(
    image: NDArray[np.uint8],
    pose: Pose,
    face_mm: tuple[float, float],
    size_mm: float,
    numbers: tuple[int, ...],
    dictionary: int,
) -> int | None:
    """Which of the tags of these `numbers` a face of `size_mm` bears whose middle is seen at `face_mm` (as if it lay on
    the board); None if there is no telling.
    """
    layout = Layout()
    grey, _, module_px = _enlarged(image, pose, face_mm, size_mm, 0.0, layout)
    found = _by_modules(grey, module_px, numbers, dictionary, layout)
    return None if found is None else found[0]


def _enlarged(
    image: NDArray[np.uint8],
    pose: Pose,
    foot_mm: tuple[float, float],
    size_mm: float,
    height_mm: float,
    layout: Layout,
) -> tuple[NDArray[np.uint8], NDArray[np.float64], float]:
    """A face seen from straight above, `SIZE_PX` wide, with what is around it; the way back to the picture; and about
    how wide a module of a tag is there (the root of its area, px)."""
    side = layout.width_px
    shown = face_square(image, pose, foot_mm, size_mm * side / SIZE_PX, height_mm)
    if shown is None:
        return np.zeros((side, side), np.uint8), np.eye(3), 1.0
    back = shown.way_back(side)
    how = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    face = cv2.warpPerspective(cv2.cvtColor(shown.picture, cv2.COLOR_BGR2GRAY), back, (side, side), flags=how)
    back = np.array([(1, 0, shown.left_top[0]), (0, 1, shown.left_top[1]), (0, 0, 1)]) @ back
    module_px = math.sqrt(cv2.contourArea(shown.corners)) * SIZE_PX / side * float(np.mean(TAG_SIDES)) / 6
    return face.astype(np.uint8, copy=False), back.astype(np.float64, copy=False), module_px


def _by_modules(
    grey: NDArray[np.uint8], module_px: float, numbers: tuple[int, ...], dictionary: int, layout: Layout
) -> tuple[int, tuple[float, float], float] | None:
    """The tag whose modules fit an enlarged face best at any place, size and turn, its middle and how it is turned
    clockwise (radians); None in doubt.

    `module_px`: about how wide a module was in the picture.
    """
    if not _contrasts(grey):
        return None
    seen = grey.astype(np.float32)
    best = _framed(seen, layout)
    if not len(best):
        return None
    patterns = _patterns(numbers, dictionary, round(SOFTNESS_PX / module_px, 1))
    rough = _alike(seen, best, patterns).max(axis=1)
    near = best[np.argpartition(-rough, AROUND)[:AROUND]]
    places = (near[:, None, :] + _around()[None]).reshape(-1, 4)
    alike = _alike(seen, places, patterns)
    each = alike.max(axis=0).reshape(len(numbers), 4).max(axis=1)
    order = np.argsort(-each)
    first = float(each[order[0]])
    second = max(0.0, float(each[order[1]])) if len(order) > 1 else 0.0
    if first < LEAST_LIKE or 1 - second**2 < LEAST_AHEAD * (1 - first**2):
        return None
    place, quarters = np.divmod(int(np.argmax(alike[:, order[0] * 4 : order[0] * 4 + 4])), 4)
    x, y, turn = places[place, :3].tolist()
    # a pattern turned back by so many quarters fits what is turned forward by less
    return numbers[int(order[0])], (x, y), turn - quarters * math.pi / 2


def _contrasts(grey: NDArray[np.uint8]) -> bool:
    """Whether a face has dark and light parts (the twelfth and the last but eleven of them), as print has."""
    below = np.bincount(grey.ravel(), minlength=256).cumsum()
    dark, light = np.searchsorted(below, (0.08 * grey.size, 0.92 * grey.size))
    return bool(light - dark >= LEAST_CONTRAST * light)


def _framed(seen: NDArray[np.float32], layout: Layout) -> NDArray[np.float32]:
    """The places at which a tag's frame is seen best, of those that are tried: K × 4; none where there is no tag."""
    places, pixels = _frames(layout)
    samples = seen.ravel()[pixels]  # the nearest ones: what a tag's border looks like is plain
    total, along = matrix_product(_over_frame(), samples)
    power = np.einsum("ij,ij->j", samples, samples) - np.square(total) / len(samples)
    likeness = along / np.sqrt(np.maximum(power, 0) + np.float32(FLAT))
    if float(likeness.max()) < LEAST_FRAMED:
        return places[:0]
    return places[np.argpartition(-likeness, FRAMES)[:FRAMES]]


def _alike(
    seen: NDArray[np.float32], places: NDArray[np.float32], patterns: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Correlation of what is seen at places (K × 4) with modules of tags (T × 64, levelled): K × T."""
    return matrix_product(_levelled(_sampled(seen, *_modules_at(places))), patterns.T)


def _sampled(seen: NDArray[np.float32], x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
    """What is seen at points whose columns and rows are given: K × M, as these."""
    return np.asarray(cv2.remap(seen, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _levelled(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each row with mean 0 and length 1."""
    samples = samples - samples.mean(axis=1, keepdims=True)
    lengths = np.sqrt(np.einsum("ij,ij->i", samples, samples))
    samples /= lengths[:, None] + np.float32(1e-3)
    return samples


@cache
def _frames(layout: Layout) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Every place that is tried: x and y of a tag's middle (px), its turn (radians), a module's width (px), K × 4; and
    the pixels of an enlarged face, row after row, that are nearest to the middles of the frame's modules: 24 × K."""
    middle, reach = (layout.width_px - 1) / 2, layout.reach + layout.beside
    shifts = np.arange(-reach, reach + STEP / 2, STEP) * SIZE_PX + middle
    turns = np.radians(np.arange(0, 90, TURN_DEG))
    widths = np.array(layout.sides) * SIZE_PX / 6
    places = np.array(list(product(shifts, shifts, turns, widths)), np.float32)
    columns, rows = (
        np.clip(np.rint(at[:, _frame_modules()]), 0, layout.width_px - 1).astype(np.intp) for at in _modules_at(places)
    )
    return places, np.ascontiguousarray((rows * layout.width_px + columns).T)


@cache
def _around() -> NDArray[np.float32]:
    """What is added to a place to try those around it, half a step away: 27 × 4."""
    shift, turn = STEP * SIZE_PX / 2, math.radians(TURN_DEG) / 2
    return np.array([(x * shift, y * shift, a * turn, 0) for x, y, a in product((-1, 0, 1), repeat=3)], np.float32)


def _modules_at(places: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Columns and rows of the centres of 8 × 8 modules (a tag and its white edge) at each of K places: K × 64 each."""
    turned = np.stack([np.cos(places[:, 2]), np.sin(places[:, 2])], axis=1) * places[:, 3:]
    found = turned @ _ticks() + places[:, :2].T[:, :, None]
    return found[0], found[1]


@cache
def _ticks() -> NDArray[np.float32]:
    """What the cosine and the sine of a turn are multiplied by for the columns, and for the rows, of 8 × 8 modules one
    wide: 2 × 2 × 64."""
    y, x = (axis.ravel() for axis in np.indices((8, 8), np.float32) - np.float32(3.5))
    return np.array([(x, -y), (y, x)], np.float32)


@cache
def _frame_modules() -> NDArray[np.bool_]:
    """Every other one of the 8 × 8 modules that are a tag's border or the white edge around it."""
    frame = np.indices((8, 8)).sum(axis=0) % 2 == 0
    frame[2:6, 2:6] = False
    return np.asarray(frame.ravel(), np.bool_)


@cache
def _over_frame() -> NDArray[np.float32]:
    """What the modules of a frame are weighed with for their sum, and for their correlation with white around black
    (mean 0, length 1): 2 × 24."""
    white = np.ones((8, 8), np.float32)
    white[1:7, 1:7] = 0
    frame = white.ravel()[_frame_modules()]
    return np.stack([np.ones_like(frame), _levelled(frame[None])[0]])


@lru_cache(maxsize=64)
def _patterns(numbers: tuple[int, ...], dictionary: int, softness: float) -> NDArray[np.float32]:
    """Modules of each tag in four turns as a picture shows them that is so soft (modules), levelled: 4·N × 64."""
    known, soft = cv2.aruco.getPredefinedDictionary(dictionary), _softened(softness)
    # beyond the white edge lies the piece, neither black nor white
    tags = np.full((len(numbers), 10, 10), 128, np.float32)
    tags[:, 1:9, 1:9] = 255
    for tag, number in zip(tags, numbers):
        tag[2:8, 2:8] = known.generateImageMarker(number, 6)
    shown = np.asarray(soft @ tags @ soft.T, np.float32)
    rows = np.stack([np.rot90(shown, turn, axes=(1, 2)) for turn in range(4)], axis=1).reshape(-1, 64)
    return np.asfortranarray(_levelled(rows))  # as products take it, turned


def _softened(softness: float) -> NDArray[np.float32]:
    """What of each of ten modules in a row is seen in the middles of all but the outer two, at a `softness` (modules):
    8 × 10."""
    fine = 5
    apart = np.asarray(np.kron(np.eye(10), np.ones((fine, 1))), np.float32)
    soft = cv2.GaussianBlur(apart, (1, 0), sigmaX=1, sigmaY=max(0.1, softness) * fine)
    return np.asarray(soft[fine + fine // 2 : -fine : fine], np.float32)
