"""Encoded pictures as networks, folders and phones bring them (JPEG, PNG, WebP): whole, or refused with a reason."""

from __future__ import annotations

import struct
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sides import JPEG, PNG, WEBP, bits_a_colour, segments, sides_px

LARGEST_SIDE_PX = 8192
MOST_PIXELS = 50_000_000
"""A phone's still of 48 megapixels has 8064 × 6048, one of 50 has 8160 × 6120; decoded it takes 150 MB."""
SMALLEST_SIDE_PX = 16
"""Nothing can be seen in less: pixels that count visitors, and lines, are called pictures too."""
NO_PICTURE = "this is not a picture (JPEG, PNG or WebP)"


Kind = Literal["none", "broken", "too_large", "too_small", "too_deep"]


class BadPicture(ValueError):
    """What was sent is no picture that can be used; the message says why, `kind` in a word."""

    def __init__(self, problem: str, kind: Kind = "none") -> None:
        super().__init__(problem)
        self.kind = kind


def decoded(data: bytes, largest_bytes: int, *, own: bool = False) -> NDArray[np.uint8]:
    """The picture in `data`, upright as its EXIF says, height × width × 3, BGR.

    A file of one's `own` may be of another kind too, whose head does not say beforehand what memory it will take, and
    have as many pixels as its sides allow, of any depth.
    Raises `BadPicture` for what is too large or small, has more than 8 bits a colour (its decoder takes eight times the
    memory), breaks off (a decoder would make up the rest), or is no picture.
    """
    if not data:
        raise BadPicture("the picture is empty")
    if len(data) > largest_bytes:
        raise BadPicture(f"the picture has {len(data)} bytes; at most {largest_bytes} are taken", "too_large")
    if _breaks_off(data):
        raise BadPicture("the picture breaks off before its end", "broken")
    sides = sides_px(data)
    if sides is None and not own:
        raise BadPicture(NO_PICTURE)
    if sides is not None and _is_too_large(*sides, own):
        raise BadPicture(_too_large(*sides), "too_large")
    if not own and bits_a_colour(data) > 8:
        raise BadPicture("the picture has more than 8 bits a colour", "too_deep")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise BadPicture(f"the picture cannot be decoded: {error.err}", "broken") from error
    if image is None:
        raise BadPicture(NO_PICTURE)
    if _is_too_large(image.shape[1], image.shape[0], own):
        raise BadPicture(_too_large(image.shape[1], image.shape[0]), "too_large")
    if min(image.shape[:2]) < SMALLEST_SIDE_PX:
        small = f"the picture is {image.shape[1]} × {image.shape[0]} px; at least {SMALLEST_SIDE_PX} a side are needed"
        raise BadPicture(small, "too_small")
    return np.asarray(image, np.uint8)


def whole_picture(data: bytes, flags: int) -> NDArray[np.uint8] | None:
    """The picture in a file of one's own, as cv2's `flags` want it; None if it is none, or breaks off."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), flags) if data and not _breaks_off(data) else None
    return None if image is None else image.astype(np.uint8, copy=False)


def _is_too_large(width: int, height: int, own: bool) -> bool:
    return max(width, height) > LARGEST_SIDE_PX or (width * height > MOST_PIXELS and not own)


def _too_large(width: int, height: int) -> str:
    most = MOST_PIXELS // 1_000_000
    return f"the picture is {width} × {height} px; at most {LARGEST_SIDE_PX} a side and {most} million are taken"


def _breaks_off(data: bytes) -> bool:
    """Whether the end of a picture is missing; what a phone appends behind its end is no matter."""
    if data.startswith(JPEG):
        return data.find(b"\xff\xd9", [at for _, at in segments(data)][-1]) < 0
    if data.startswith(PNG):
        return b"IEND" not in data
    if data.startswith(WEBP) and len(data) >= 8:
        return len(data) - 8 < int(struct.unpack_from("<I", data, 4)[0])
    return False
