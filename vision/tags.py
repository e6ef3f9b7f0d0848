"""Reads the tags on pieces and says in which cell each stands."""

from __future__ import annotations

from collections.abc import Iterable

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


def read_face(image: NDArray[np.uint8], pose: Pose, foot_mm: tuple[float, float], body: Body) -> list[tuple[int, Quad]]:
    """Looks for a tag on the face of a piece that stands at `foot_mm`, enlarged; corners are those in the picture."""
    half = body.size_mm * 0.6
    lean = pose.lean_mm(foot_mm, body.height_mm)
    middle = np.array(foot_mm) + lean
    square = middle + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
    source = pose.to_picture(square).astype(np.float32)
    side = ENLARGED_PX
    target = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    warp = cv2.getPerspectiveTransform(source, target)
    grey = cv2.cvtColor(cv2.warpPerspective(image, warp, (side, side), flags=cv2.INTER_CUBIC), cv2.COLOR_BGR2GRAY)
    back = np.linalg.inv(warp)
    return [
        (number, cv2.perspectiveTransform(quad.reshape(-1, 1, 2), back).reshape(4, 2).astype(np.float64))
        for number, quad in find_squares(grey.astype(np.uint8), pose.model.tag_dictionary)
    ]

