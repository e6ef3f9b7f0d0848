"""What a virtual table is furnished with: a board's geometry and art, its pieces and the drawings on their faces."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.boards.board import Board
from engines.physical import Look
from engines.pieces import PieceLook
from vision.virtual.pieces import Geometry

Picture = NDArray[np.uint8]

ART_WIDTH_PX = 2400
"""Widest art kept: twice as fine as a 1080p camera sees a whole board."""
ART_QUALITY = 96
"""Percent; no ring is seen after the camera's own softness."""
FACE_PX = 128
TAG_SHARE = 0.50
"""Side of a tag's black square, of the piece's size; a quiet white rim of one module surrounds it."""


class Kit(msgspec.Struct, frozen=True):
    """Board and pieces as the painter needs them; `faces` are RGBA squares as wide as the piece, tops only.

    Make one with `Kit.of` or `Kit.made`.
    """

    geometry: Geometry
    packed_art: bytes
    looks: Mapping[Look, PieceLook]
    faces: Mapping[Look, Picture]

    @classmethod
    def made(
        cls, geometry: Geometry, art_bgr: Picture, looks: Mapping[Look, PieceLook], faces: Mapping[Look, Picture]
    ) -> Kit:
        """A kit of its parts, art in any resolution; tagged pieces need no face of their own."""
        return cls(geometry, _packed(art_bgr), dict(looks), _tags(looks) | dict(faces))

    @classmethod
    def of(cls, board: Board, art_bgr: Picture, looks: Mapping[Look, PieceLook], faces: Mapping[Look, Picture]) -> Kit:
        """The kit of a board of the engines."""
        return cls.made(Geometry.of(board), art_bgr, looks, faces)

    def art(self) -> Picture:
        """The print as a BGR picture, unpacked anew (40 ms): it is needed only when the camera is placed."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.packed_art, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _packed(art_bgr: Picture) -> bytes:
    """The art at a working resolution as a JPEG: 2 MB where the print has 200."""
    height, width = art_bgr.shape[:2]
    if width > ART_WIDTH_PX:
        size = ART_WIDTH_PX, round(height * ART_WIDTH_PX / width)
        art_bgr = np.asarray(cv2.resize(art_bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", art_bgr, [cv2.IMWRITE_JPEG_QUALITY, ART_QUALITY])[1].tobytes()


def _tags(looks: Mapping[Look, PieceLook]) -> dict[Look, Picture]:
    """A face with its ArUco marker for every look ``tag:N``."""
    numbers = {look: int(look.removeprefix("tag:")) for look in looks if look.startswith("tag:")}
    kind = cv2.aruco.DICT_4X4_250 if max(numbers.values(), default=0) > 49 else cv2.aruco.DICT_4X4_50
    dictionary = cv2.aruco.getPredefinedDictionary(kind)
    return {look: _tag(cv2.aruco.generateImageMarker(dictionary, number, 6)) for look, number in numbers.items()}


def _tag(modules: NDArray[np.generic]) -> Picture:
    face = np.zeros((FACE_PX, FACE_PX, 4), np.uint8)
    module = round(FACE_PX * TAG_SHARE / 6)
    black = np.kron(np.asarray(modules, np.uint8), np.ones((module, module), np.uint8))
    white = np.pad(black, module, constant_values=255)
    start = (FACE_PX - len(white)) // 2
    face[start : start + len(white), start : start + len(white), :3] = white[:, :, None]
    face[start : start + len(white), start : start + len(white), 3] = 255
    return face
