"""The prints that a tile may bear, as one matrix: every look at every small turn, as grey values on a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import FACE_PX, BoardModel

Grey = NDArray[np.float32]

FACINGS = ("north", "east", "south", "west")
"""Last part of the look of a piece that points somewhere, clockwise: ``tile:c:south``."""
TURNS_DEG = (-28, -21, -14, -7, 0, 7, 14, 21, 28)
"""How much a hand may lay a tile askew; beyond, it is taken as pointing the next way."""
GRID_PX = 3
"""Every so many pixels of a face are compared: 16 × 16 points, as many as a tile of 40 px has grains."""
BLUR_PX = 1.6
"""Blur of the prints, as a camera that sees a tile 40 px wide blurs them."""
MARGIN_PX = 2
"""The rim of a tile is shade and shadow; it is not compared."""


DARK = 8.0
"""Added to a channel (0…255) before its logarithm: below it is noise."""


class Prints(msgspec.Struct, frozen=True):
    """`looks` are the rivals; of each channel (`channels`) a matrix whose row ``i * len(TURNS_DEG) + j`` is look i at
    turn j, on the grid's points."""

    looks: tuple[Look, ...]
    values: tuple[Grey, ...]


def points_somewhere(look: Look) -> bool:
    """Whether a piece of `look` points one of four ways."""
    return look.rpartition(":")[2] in FACINGS


def grid() -> NDArray[np.intp]:
    """Rows (and columns) of a face, px, that are compared."""
    return np.arange(MARGIN_PX + GRID_PX // 2, FACE_PX - MARGIN_PX, GRID_PX)


def prints_of(model: BoardModel, looks: Sequence[Look]) -> Prints:
    """The prints of `looks`, all of which have a face."""
    seen = [channels(_whole(model, look)) for look in looks]
    return Prints(tuple(looks), tuple(np.concatenate([_turned(each) for each in channel]) for channel in zip(*seen)))


def channels(bgr: NDArray[np.uint8]) -> tuple[Grey, Grey]:
    """How light a face is, and how warm: logarithms, so that a shadow on it moves the first and not the second."""
    tones = np.log(cv2.GaussianBlur(bgr, (0, 0), 1.0).astype(np.float32) + DARK)
    light = tones.mean(axis=2)
    return light.astype(np.float32), (tones[..., 2] - tones[..., 0]).astype(np.float32)


def _whole(model: BoardModel, look: Look) -> NDArray[np.uint8]:
    face = model.faces[look].astype(np.float32)
    solid = face[..., 3:] / 255
    under = np.array(model.bodies[look].rgb[::-1], np.float32)
    whole = (face[..., :3] * solid + under * (1 - solid)).astype(np.uint8)
    return cv2.GaussianBlur(whole, (0, 0), BLUR_PX).astype(np.uint8, copy=False)


def _turned(grey: Grey) -> Grey:
    middle = ((FACE_PX - 1) / 2, (FACE_PX - 1) / 2)
    rows = grid()
    found = []
    for degrees in TURNS_DEG:
        turn = cv2.getRotationMatrix2D(middle, -degrees, 1.0)
        values = cv2.warpAffine(grey, turn, (FACE_PX, FACE_PX), borderMode=cv2.BORDER_REPLICATE)
        found.append(values[np.ix_(rows, rows)].ravel())
    return np.array(found, np.float32)


def quarters(face: NDArray[np.uint8], piece: str) -> Mapping[Look, NDArray[np.uint8]]:
    """The four looks of a piece whose face, as it points north, is given: its design turned by quarters."""
    return {f"{piece}:{facing}": np.ascontiguousarray(np.rot90(face, -turn)) for turn, facing in enumerate(FACINGS)}
