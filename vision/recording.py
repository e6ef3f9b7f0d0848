"""Reads recordings: a folder with what a camera saw of an evening, and what set-up knew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.data import DataError, load_json
from engines.physical import Cell, Look
from vision.encoded import whole_picture

FORMAT = 1


class RecordedFrame(msgspec.Struct, frozen=True, omit_defaults=True):
    """One picture and what is known of it; `truth` and `hidden` are for scoring alone."""

    file: str
    t: float
    known: dict[Cell, list[Look]] | None = None
    truth: dict[Cell, list[Look]] | None = None
    hidden: list[Cell] | None = None


class RecordedEntry(msgspec.Struct, frozen=True):
    """A log entry that did not come through the camera, as plain JSON, with its time in s."""

    t: float
    entry: dict[str, Any]


class Recording(msgspec.Struct, frozen=True, omit_defaults=True):
    """The file ``recording.json``. `game` is None for a board that no engine knows."""

    format: int
    game: str | None
    frames: list[RecordedFrame]
    board: str | None = None
    options: dict[str, Any] = {}
    entries: list[RecordedEntry] = []


def read(folder: Path) -> Recording:
    """The recording in `folder`. Pictures are not read yet.

    Raises `DataError` naming file and key of what is missing or wrong.
    """
    path = folder / "recording.json"
    recording = load_json(path, Recording)
    if recording.format != FORMAT:
        raise DataError(path, "format", f"{recording.format} is not known; this program reads format {FORMAT}")
    if recording.board is not None and not (folder / recording.board / "board.json").is_file():
        raise DataError(path, "board", f"there is no {recording.board}/board.json in the recording")
    before = float("-inf")
    for number, frame in enumerate(recording.frames):
        if not _within(folder, frame.file):
            raise DataError(path, f"frames[{number}].file", f"{frame.file!r} is not in the recording's folder")
        if not (folder / frame.file).is_file():
            raise DataError(path, f"frames[{number}].file", f"there is no picture {frame.file!r}")
        if frame.t < before:
            raise DataError(path, f"frames[{number}].t", f"{frame.t} s is before the frame ahead of it ({before} s)")
        before = frame.t
    return recording


def _within(folder: Path, name: str) -> bool:
    """Whether `name` is that of something in `folder`: what one was sent must not show pictures from elsewhere."""
    return (folder / name).resolve().is_relative_to(folder.resolve())


def read_begun(folder: Path) -> Recording:
    """As `read`, for what looks at the pictures: raises `DataError` also where none was taken yet."""
    recording = read(folder)
    if not recording.frames:
        raise DataError(folder / "recording.json", "frames", "are missing: the recording has no picture to look at")
    return recording


def check_cells(folder: Path, recording: Recording, cells: frozenset[Cell], looks: frozenset[Look]) -> None:
    """Raises `DataError` where a frame names a cell that is not on the board, or a look that no piece has."""
    path = folder / "recording.json"
    for number, frame in enumerate(recording.frames):
        for key, placement in (("known", frame.known), ("truth", frame.truth)):
            for cell, contents in (placement or {}).items():
                if cell not in cells:
                    raise DataError(path, f"frames[{number}].{key}", f"there is no cell {cell!r} on the board")
                strange = [look for look in contents if look not in looks]
                if strange:
                    raise DataError(path, f"frames[{number}].{key}.{cell}", f"no piece looks like {strange[0]!r}")
        for cell in frame.hidden or ():
            if cell not in cells:
                raise DataError(path, f"frames[{number}].hidden", f"there is no cell {cell!r} on the board")


def picture(folder: Path, frame: RecordedFrame) -> NDArray[np.uint8]:
    """The frame's picture, BGR, turned as its EXIF says. Raises `DataError` if it is none."""
    path = folder / frame.file
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(path, "", f"cannot be read: {error.strerror}") from error
    image = whole_picture(data, cv2.IMREAD_COLOR)
    if image is None:
        raise DataError(path, "", "is not a JPEG or PNG picture, or is damaged")
    return image
