"""Reads the small tags in the corners of tiles that were printed with them: number and corner say what lies there."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import BoardModel
from vision.pose import Pose
from vision.tags import number_at

TAG_PART = 0.53
"""Side of a tag's black square beside the face on which it is looked for, as of tagged pieces."""


class CornerTags:
    """The tags on the tiles of one board; there may be none."""

    def __init__(self, model: BoardModel) -> None:
        self._places: dict[tuple[float, float], dict[int, Look]] = {}
        self._part = 0.0
        for look, body in model.bodies.items():
            if body.corner_tag is not None:
                x, y = body.corner_tag.middle
                self._places.setdefault((round(x, 3), round(y, 3)), {})[body.corner_tag.number] = look
                self._part = body.corner_tag.side
        self._numbers = tuple(sorted({number for looks in self._places.values() for number in looks}))

    def read(
        self,
        image: NDArray[np.uint8],
        pose: Pose,
        middle_mm: tuple[float, float],
        turn_deg: float,
        size_mm: float,
    ) -> Look | None:
        """What the tile is whose face is seen at `middle_mm` (as if it lay on the board), turned clockwise beside one
        of the four ways; None where no tag is read, or tags in two of its corners.
        """
        found: set[Look] = set()
        cosine, sine = math.cos(math.radians(turn_deg)) * size_mm, math.sin(math.radians(turn_deg)) * size_mm
        for (x, y), looks in self._places.items():
            at = middle_mm[0] + cosine * x - sine * y, middle_mm[1] + sine * x + cosine * y
            face_mm = self._part * size_mm / TAG_PART
            number = number_at(image, pose, at, face_mm, self._numbers, cv2.aruco.DICT_4X4_250)
            if number is not None and number in looks:
                found.add(looks[number])
        return found.pop() if len(found) == 1 else None
