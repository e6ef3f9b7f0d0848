"""How large an encoded picture is, as its head says: known before its pixels take any memory."""

from __future__ import annotations

import struct
from collections.abc import Iterator

JPEG, PNG, WEBP = b"\xff\xd8", b"\x89PNG", b"RIFF"
START_OF_SCAN, ALONE = 0xDA, frozenset({0x01, *range(0xD0, 0xD9)})
"""JPEG markers (ITU-T T.81, table B.1): behind the first lies the picture itself, the others have no length."""
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers of a frame's head, which begins with its precision, its height and its width."""


def sides_px(data: bytes) -> tuple[int, int] | None:
    """Width and height of a JPEG, PNG or WebP; None for other data, and where the head does not say."""
    try:
        if data.startswith(JPEG):
            return next((_of_frame(data, at) for marker, at in segments(data) if marker in FRAMES), None)
        if data.startswith(PNG):
            width, height = struct.unpack_from(">II", data, 16)
            return int(width), int(height)
        return _of_webp(data) if data.startswith(WEBP) else None
    except struct.error:
        return None


def bits_a_colour(data: bytes) -> int:
    """Bits of each colour of a pixel of a JPEG or PNG; 8 where the head does not say, as of a WebP always."""
    if data.startswith(PNG) and len(data) > 24:
        return data[24]
    if data.startswith(JPEG):
        return next((data[at + 4] for marker, at in segments(data) if marker in FRAMES and at + 4 < len(data)), 8)
    return 8


def _of_frame(data: bytes, at: int) -> tuple[int, int]:
    height, width = struct.unpack_from(">HH", data, at + 5)
    return int(width), int(height)


def _of_webp(data: bytes) -> tuple[int, int] | None:
    """As RFC 9649 has them: less one and in 24 bits, less one and in 14 bits, or in 14 bits of 16 (RFC 6386)."""
    kind = data[12:16]
    if kind == b"VP8X":
        low, middle, high = struct.unpack_from("<HHH", data, 24)
        return (low | (middle & 0xFF) << 16) + 1, (middle >> 8 | high << 8) + 1
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None


def segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Markers of a JPEG's head with where each begins, up to that of the scan, behind which lies the picture.

    The head may hold a small picture with an end of its own. A head that breaks off ends with marker 0 where it does.
    """
    at = len(JPEG)
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        yield marker, at
        if marker == START_OF_SCAN:
            return
        at += 1 if marker == 0xFF else 2 if marker in ALONE else 2 + int(struct.unpack_from(">H", data, at + 2)[0])
    yield 0, min(at, len(data))
