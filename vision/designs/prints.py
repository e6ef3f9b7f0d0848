"""The prints that a tile may bear, as matrices: every look at every small turn, on the points of a grid."""

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
BLUR_PX = 1.6
"""Blur of the prints, px of the face, as a camera that sees a tile 40 px wide blurs them."""
DARK = 8.0
"""Added to a channel (0…255) before its logarithm: below it is noise."""


class Prints(msgspec.Struct, frozen=True):
    """Row ``i * len(turns_deg) + j`` of each matrix in `values` (one for each channel) is look i at turn j."""

    looks: tuple[Look, ...]
    turns_deg: tuple[float, ...]
    values: tuple[Grey, ...]

    def at(self, row: int) -> tuple[Look, float]:
        """The look and the turn of a row."""
        return self.looks[row // len(self.turns_deg)], self.turns_deg[row % len(self.turns_deg)]


def points_somewhere(look: Look) -> bool:
    """Whether a piece of `look` points one of four ways."""
    return look.rpartition(":")[2] in FACINGS


def faced(look: Look, quarters: int) -> Look:
    """The look of the same tile turned clockwise by so many quarters."""
    piece, _, facing = look.rpartition(":")
    return f"{piece}:{FACINGS[(FACINGS.index(facing) + quarters) % len(FACINGS)]}"


def prints_of(
    model: BoardModel, looks: Sequence[Look], turns_deg: Sequence[float], points: NDArray[np.float32]
) -> Prints:
    """The prints of `looks`, all of which have a face, at `points` (N × 2, px of the face beside its middle)."""
    seen = [channels(whole_face(model, look)) for look in looks]
    values = [np.concatenate([_turned(each, turns_deg, points) for each in channel]) for channel in zip(*seen)]
    return Prints(tuple(looks), tuple(turns_deg), tuple(values))


def channels(bgr: NDArray[np.uint8]) -> tuple[Grey, Grey]:
    """How light a face is, and how warm: logarithms, so that a shadow on it moves the first and not the second."""
    tones = np.log(cv2.GaussianBlur(bgr, (0, 0), 1.0).astype(np.float32) + DARK)
    light = tones.mean(axis=2)
    return light.astype(np.float32), (tones[..., 2] - tones[..., 0]).astype(np.float32)


def whole_face(model: BoardModel, look: Look, blur_px: float = BLUR_PX) -> NDArray[np.uint8]:
    """A face as it would be seen from straight above, BGR, `FACE_PX` wide."""
    face = model.faces[look].astype(np.float32)
    solid = face[..., 3:] / 255
    under = np.array(model.bodies[look].rgb[::-1], np.float32)
    whole = (face[..., :3] * solid + under * (1 - solid)).astype(np.uint8)
    return cv2.GaussianBlur(whole, (0, 0), blur_px).astype(np.uint8, copy=False)


def grid(reach_px: float, step_px: float, is_round: bool = False) -> NDArray[np.float32]:
    """Points (x, y) around (0, 0), px, up to `reach_px` along each axis, or all around."""
    count = int(reach_px / step_px)
    ticks = np.arange(-count, count + 1, dtype=np.float32) * np.float32(step_px)
    x, y = np.meshgrid(ticks, ticks)
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    return points[np.hypot(points[:, 0], points[:, 1]) <= reach_px] if is_round else points


def _turned(grey: Grey, turns_deg: Sequence[float], points: NDArray[np.float32]) -> Grey:
    """The face's values where the points lie once it is turned clockwise: turns × points."""
    middle = np.float32((FACE_PX - 1) / 2)
    found = []
    for degrees in turns_deg:
        angle = np.radians(-degrees)
        back = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
        at = (points @ back + middle).astype(np.float32)
        found.append(cv2.remap(grey, at[:, :1], at[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).ravel())
    return np.array(found, np.float32)


def quarters(face: NDArray[np.uint8], piece: str) -> Mapping[Look, NDArray[np.uint8]]:
    """The four looks of a piece whose face, as it points north, is given: its design turned by quarters."""
    return {f"{piece}:{facing}": np.ascontiguousarray(np.rot90(face, -turn)) for turn, facing in enumerate(FACINGS)}
