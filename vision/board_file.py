"""The file ``board.json`` of a board's folder and the pictures it names: read, and refused with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.boards.board import Grid
from engines.data import DataError, load_json
from engines.physical import Cell, Look
from engines.pieces import CornerTag
from vision.encoded import whole_picture

LONGEST_SIDE_MM = 5000
"""No table is longer; a larger number is a slip of the pen and would take all memory."""


class CellEntry(msgspec.Struct):
    """One cell: its centre, and its outline unless the grid gives it; mm."""

    x: float
    y: float
    outline: list[tuple[float, float]] | None = None


class PieceEntry(msgspec.Struct):
    """What one look is like; sizes in mm, `face` names a picture of its top, `stacking` is as of a `PieceLook`."""

    shape: str
    size_mm: float
    height_mm: float
    rgb: tuple[int, int, int]
    face: str | None = None
    corner_tag: CornerTag | None = None
    stacking: int = 0


class BoardFile(msgspec.Struct):
    """The whole file; `size_mm` is width and height, `markers` are ArUco ids with their four corners in mm."""

    art: str
    grid: Grid
    size_mm: tuple[float, float]
    cells: dict[Cell, CellEntry]
    pitch_mm: float
    markers: dict[int, list[tuple[float, float]]]
    pieces: dict[Look, PieceEntry]


def read_board_file(path: Path) -> BoardFile:
    """The board file at `path`. Raises `DataError` naming the key that is missing, wrong or fits no board."""
    file = load_json(path, BoardFile)
    _check(path, file)
    return file


def read_picture(path: Path, key: str, name: str, flags: int) -> NDArray[np.uint8]:
    """The picture that `key` of the board file at `path` names, as cv2's `flags` want it, or a `DataError`."""
    file = path.parent / name
    if not file.is_file():
        raise DataError(path, key, f"there is no picture {name!r} beside it")
    picture = whole_picture(file.read_bytes(), flags)
    if picture is None:
        raise DataError(path, key, f"{name!r} is not a picture that can be read")
    return picture


def _check(path: Path, file: BoardFile) -> None:
    """Raises `DataError` for numbers that fit the types but no board."""
    longest = max(file.size_mm)
    problems: Sequence[tuple[str, bool, str]] = (
        ("size_mm", min(file.size_mm) <= 0, "both sides must be above 0 mm"),
        ("size_mm", longest > LONGEST_SIDE_MM, f"no side is longer than {LONGEST_SIDE_MM} mm"),
        ("pitch_mm", file.pitch_mm <= 0, "must be above 0 mm"),
        ("pitch_mm", file.pitch_mm > longest, "cells lie further apart than the board is long"),
        ("cells", not file.cells, "a board has at least one cell"),
    )
    for key, wrong, right in problems:
        if wrong:
            raise DataError(path, key, right)
    for number, corners in file.markers.items():
        if len(corners) != 4:
            raise DataError(path, f"markers.{number}", f"a marker has 4 corners, not {len(corners)}")
        if not _nearby(corners, file.size_mm):
            raise DataError(path, f"markers.{number}", "the marker lies nowhere near the board")
    for look, piece in file.pieces.items():
        if piece.size_mm <= 0 or piece.height_mm < 0:
            raise DataError(path, f"pieces.{look}", "size_mm must be above 0 and height_mm not below")
        if max(piece.size_mm, piece.height_mm) > longest:
            raise DataError(path, f"pieces.{look}", "the piece is larger than the board")
        if piece.stacking < 0:
            raise DataError(path, f"pieces.{look}.stacking", "is a number of pieces, or 0 where nothing says it")
        if not all(0 <= value <= 255 for value in piece.rgb):
            raise DataError(path, f"pieces.{look}.rgb", f"{list(piece.rgb)} is not a colour; values are 0…255")
    for cell, place in file.cells.items():
        if not (0 <= place.x <= file.size_mm[0] and 0 <= place.y <= file.size_mm[1]):
            raise DataError(path, f"cells.{cell}", f"({place.x:g}, {place.y:g}) mm is not on the board")
        if place.outline is not None and len(place.outline) < 3:
            raise DataError(path, f"cells.{cell}.outline", "an outline has at least 3 points")
        if place.outline is not None and not _nearby(place.outline, file.size_mm):
            raise DataError(path, f"cells.{cell}.outline", "the outline leads nowhere near the board")


def _nearby(points: Sequence[tuple[float, float]], size_mm: tuple[float, float]) -> bool:
    """Whether `points` (mm) lie on the board, or beside it no further away than it is long."""
    longest = max(size_mm)
    return all(-longest <= x <= size_mm[0] + longest and -longest <= y <= size_mm[1] + longest for x, y in points)
