"""Encoded pictures as networks, folders and phones bring them (JPEG, PNG, WebP): whole, or refused with a reason."""

from __future__ import annotations

import struct

import cv2
import numpy as np
from numpy.typing import NDArray

LARGEST_SIDE_PX = 8000
JPEG, PNG, WEBP = b"\xff\xd8", b"\x89PNG", b"RIFF"
START_OF_SCAN, ALONE = 0xDA, frozenset({0x01, *range(0xD0, 0xD9)})
"""JPEG markers (ITU-T T.81, table B.1): behind the first lies the picture itself, the others have no length."""


class BadPicture(ValueError):
    """What was sent is no picture that can be used; the message says why."""


def decoded(data: bytes, largest_bytes: int) -> NDArray[np.uint8]:
    """The picture in `data`, upright as its EXIF says, height × width × 3, BGR.

    Raises `BadPicture` for what is too large, breaks off (a decoder would make up the rest), or is no picture.
    """
    if not data:
        raise BadPicture("the picture is empty")
    if len(data) > largest_bytes:
        raise BadPicture(f"the picture has {len(data)} bytes; at most {largest_bytes} are taken")
    if _breaks_off(data):
        raise BadPicture("the picture breaks off before its end")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise BadPicture(f"the picture cannot be decoded: {error.err}") from error
    if image is None:
        raise BadPicture("this is not a picture (JPEG, PNG or WebP)")
    if max(image.shape[:2]) > LARGEST_SIDE_PX:
        raise BadPicture(f"the picture is {image.shape[1]} × {image.shape[0]} px; at most {LARGEST_SIDE_PX} a side")
    return np.asarray(image, np.uint8)


def _breaks_off(data: bytes) -> bool:
    """Whether the end of a picture is missing; what a phone appends behind its end is no matter."""
    if data.startswith(JPEG):
        return data.find(b"\xff\xd9", _scan_at(data)) < 0
    if data.startswith(PNG):
        return b"IEND" not in data
    if data.startswith(WEBP) and len(data) >= 8:
        return len(data) - 8 < int(struct.unpack_from("<I", data, 4)[0])
    return False


def _scan_at(data: bytes) -> int:
    """Where a JPEG's picture begins, behind its head, which may hold a small picture with an end of its own."""
    at = len(JPEG)
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == START_OF_SCAN:
            return at
        at += 1 if marker == 0xFF else 2 if marker in ALONE else 2 + int(struct.unpack_from(">H", data, at + 2)[0])
    return min(at, len(data))
