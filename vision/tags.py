"""Reads the tags on pieces and says in which cell each stands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import BoardModel, Body
from vision.markers import Quad, find_squares
from vision.pose import Pose

SIDE_OF_PIECE = (0.35, 0.80)
"""Smallest and largest side of a tag's black square, as a part of its piece's size."""
ENLARGED_PX = 72
"""Size to which a piece's face is enlarged to read a tag that was too small in the picture."""
SHOWN = 1.2
"""Width that is enlarged, as a part of the piece's size."""
TAG_SIDES = (0.46, 0.51, 0.56, 0.61)
"""Sides of a tag's black square that are tried, as a part of its piece's size; a white edge is around it."""
LEAST_LIKE = 0.72
"""Correlation of modules from which a tag is believed; a face without a tag stays below 0.6."""
LEAST_AHEAD = 0.12
"""By how much it must be ahead of the next tag; two tags of the dictionary differ in at least 4 of 16 modules."""


class Tag(msgspec.Struct, frozen=True):
    """A tag that was read: its piece's body, where it stands (mm), in which cell, how far inside its border (mm)."""

    body: Body
    foot_mm: tuple[float, float]
    cell: Cell
    room_mm: float


def placed(squares: Iterable[tuple[int, Quad]], model: BoardModel, pose: Pose) -> list[Tag]:
    """The tags among `squares` (ids and corners in the picture) that are of a piece's size and lie in a cell."""
    bodies = {body.tag: body for body in model.bodies.values() if body.tag is not None}
    tags: dict[int, Tag] = {}
    for number, quad in squares:
        body = bodies.get(number)
        if body is None:
            continue
        corners = pose.to_board(quad, body.height_mm)
        side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
        if not SIDE_OF_PIECE[0] * body.size_mm < side < SIDE_OF_PIECE[1] * body.size_mm:
            continue
        x, y = corners.mean(axis=0)
        cell, room = model.cell_at(float(x), float(y))
        if cell is not None:
            tags[number] = Tag(body, (float(x), float(y)), cell, room)
    return list(tags.values())


def read_face(image: NDArray[np.uint8], pose: Pose, foot_mm: tuple[float, float], model: BoardModel) -> Tag | None:
    """The tag on the face of a piece that stands at about `foot_mm`, read enlarged, or None if there is no telling.

    First as ArUco does it, by its border; then, for a tag that is very small or of which a finger hides a corner, by
    all its modules together.
    """
    bodies = {body.tag: body for body in model.bodies.values() if body.tag is not None}
    if not bodies:
        return None
    size = max(body.size_mm for body in bodies.values())
    height = float(np.mean([body.height_mm for body in bodies.values()]))
    grey, back = _enlarged(image, pose, foot_mm, size, height)
    squares = [
        (number, cv2.perspectiveTransform(quad.reshape(-1, 1, 2), back).reshape(4, 2).astype(np.float64))
        for number, quad in find_squares(grey, model.tag_dictionary)
    ]
    read = placed(squares, model, pose)
    if read:
        return min(read, key=lambda tag: float(np.hypot(*np.subtract(tag.foot_mm, foot_mm))))
    found = _by_modules(grey, tuple(sorted(number for number in bodies if number is not None)), model.tag_dictionary)
    if found is None:
        return None
    number, (x, y) = found
    px = cv2.perspectiveTransform(np.array([[[x, y]]], np.float64), back).reshape(1, 2).astype(np.float64)
    body = bodies[number]
    at = pose.to_board(px, body.height_mm)[0]
    cell, room = model.cell_at(float(at[0]), float(at[1]))
    return None if cell is None else Tag(body, (float(at[0]), float(at[1])), cell, room)


def _enlarged(
    image: NDArray[np.uint8], pose: Pose, foot_mm: tuple[float, float], size_mm: float, height_mm: float
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A face seen from straight above, `ENLARGED_PX` wide for `SHOWN` of its size, and the way back to the picture."""
    half = size_mm * SHOWN / 2
    middle = np.array(foot_mm) + pose.lean_mm(foot_mm, height_mm)
    square = middle + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
    side = ENLARGED_PX
    target = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    warp = cv2.getPerspectiveTransform(pose.to_picture(square).astype(np.float32), target)
    face = cv2.warpPerspective(image, warp, (side, side), flags=cv2.INTER_CUBIC)
    return cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.uint8), np.linalg.inv(warp).astype(np.float64)


def _by_modules(
    grey: NDArray[np.uint8], numbers: tuple[int, ...], dictionary: int
) -> tuple[int, tuple[float, float]] | None:
    """The tag whose modules fit an enlarged face best at any place, size and turn, and its middle; None in doubt."""
    places, patterns = _sample_points(), _patterns(numbers, dictionary)
    x, y = places[..., 0].astype(np.float32), places[..., 1].astype(np.float32)
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.5).astype(np.float32)
    samples = cv2.remap(smooth, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    samples = np.clip(samples, *np.percentile(smooth, [4, 96])).astype(np.float32)
    samples = samples - samples.mean(axis=1, keepdims=True)
    samples = samples / (np.linalg.norm(samples, axis=1, keepdims=True) + 1e-3)
    likeness = np.einsum("ij,kj->ik", samples, patterns)
    each = likeness.max(axis=0).reshape(len(numbers), 4).max(axis=1)
    order = np.argsort(-each)
    second = float(each[order[1]]) if len(order) > 1 else 0.0
    if float(each[order[0]]) < LEAST_LIKE or float(each[order[0]]) - second < LEAST_AHEAD:
        return None
    best = int(np.argmax(likeness[:, order[0] * 4 : order[0] * 4 + 4].max(axis=1)))
    middle = places[best].mean(axis=0)
    return numbers[int(order[0])], (float(middle[0]), float(middle[1]))


@cache
def _sample_points() -> NDArray[np.float64]:
    """Centres of 8 × 8 modules (a tag and its white edge) at every place, size and turn that is tried: K × 64 × 2."""
    ticks = np.arange(8) - 3.5
    grid = np.stack(np.meshgrid(ticks, ticks), axis=2).reshape(-1, 2)
    points = []
    for side in TAG_SIDES:
        module = side / SHOWN * ENLARGED_PX / 6
        for angle in np.radians(np.arange(0, 90, 5)):
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            turned = grid @ turn.T * module
            for dx, dy in product((-4.0, -2.0, 0.0, 2.0, 4.0), repeat=2):
                points.append(turned + (ENLARGED_PX - 1) / 2 + (dx, dy))
    return np.array(points)


@cache
def _patterns(numbers: tuple[int, ...], dictionary: int) -> NDArray[np.float32]:
    """Modules of each tag in four turns, mean 0 and length 1: 4·N × 64."""
    known = cv2.aruco.getPredefinedDictionary(dictionary)
    rows = []
    for number in numbers:
        tag = np.pad(known.generateImageMarker(number, 6).astype(np.float32), 1, constant_values=255)
        rows += [np.rot90(tag, turn).ravel() for turn in range(4)]
    values = np.array(rows, np.float32)
    values -= values.mean(axis=1, keepdims=True)
    return np.asarray(values / np.linalg.norm(values, axis=1, keepdims=True), np.float32)
