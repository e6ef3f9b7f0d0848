"""Turns drawings into pixels with the fonts that ship beside them; needs nothing of the machine."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Mapping

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from engines.boards.board import Board
from engines.boards.drawing import FONTS
from engines.boards.drawing.pieces import piece_document
from engines.physical import Look
from engines.pieces import PieceLook

Picture = NDArray[np.uint8]

MM_PER_INCH = 25.4
WIDEST_SEARCH = 300
"""Widths tried above the least one; enough for a height that is whole to a hundredth of a pixel on any A sheet."""


def raster_png(svg: str, width_px: int) -> bytes:
    """The drawing `svg` (1 user unit = 1 mm) as PNG, `width_px` wide; its height is rounded up to a whole pixel."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width_px,
            dpi=MM_PER_INCH,
            skip_system_fonts=True,
            font_files=[str(font) for font in FONTS],
        )
    )


def fitting_width(size_mm: tuple[float, float], dpi: float) -> int:
    """Width in pixels, of `dpi` or little more, at which the height is whole too: both axes have one scale.

    >>> fitting_width((1189, 841), 200)
    9389
    """
    least = math.ceil(size_mm[0] / MM_PER_INCH * dpi)

    def rounded_up(width: int) -> float:
        height = width * size_mm[1] / size_mm[0]
        return math.ceil(height - 1e-9) - height

    return min(range(least, least + WIDEST_SEARCH), key=lambda width: (round(rounded_up(width), 3), width))


def raster_board(board: Board, width_px: int, lang: str = "en") -> Picture:
    """The printed board as a BGR picture of `width_px`, which it fills from edge to edge.

    A point at (x, y) mm is pixel (x·w/W - 0.5, y·h/H - 0.5), the centre of the top left pixel being (0, 0). Takes about
    2 s and 60 MB at 2,400 pixels, 16 s and 520 MB at 200 dpi of an A0: keep what it answers.
    """
    return _decoded(raster_png(board.svg(lang), width_px), cv2.IMREAD_COLOR)


def raster_face(look: Look, body: PieceLook, width_px: int, plain: bool = False) -> Picture:
    """The top of one piece as a BGRA picture of `width_px`, transparent around it."""
    return _decoded(raster_png(piece_document(look, body, plain), width_px), cv2.IMREAD_UNCHANGED)


def raster_faces(pieces: Mapping[Look, PieceLook], width_px: int) -> dict[Look, Picture]:
    """The tops of all `pieces` as BGRA pictures."""
    return {look: raster_face(look, body, width_px) for look, body in pieces.items()}


def _decoded(png: bytes, flags: int) -> Picture:
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), flags)
    assert picture is not None
    return picture.astype(np.uint8, copy=False)


def with_resolution(png: bytes, dpi: float) -> bytes:
    """`png` with its resolution written in (chunk ``pHYs``), so that it prints at true scale."""
    per_metre = math.floor(dpi / MM_PER_INCH * 1000 + 0.5)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    after_header = 8 + 25
    return png[:after_header] + chunk + png[after_header:]
