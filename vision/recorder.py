"""Writes a recording of a live table frame by frame, so that a crash or a full disk costs no more than one."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.data import DataError
from engines.physical import Cell, Look
from vision.recording import FORMAT, RecordedEntry, RecordedFrame, Recording
from vision.sources.source import Source
from vision.whole_file import write_whole

JPEG_QUALITY = 90
"""Percent; about 0.5 MB for a 1080p picture of a table."""
MOST_BYTES = 2_000_000_000
"""An hour at a frame a second."""
KEEP_FREE_BYTES = 500_000_000
"""What a recording leaves free on the disk: the evening's log must always fit."""
INTERVAL_S = 1.0
LAG = 0.1
"""``recording.json`` is written anew when a tenth more is known; until then the journal has it."""
JOURNAL = "recording.jsonl"
PATIENCE_S = 0.5
"""Longest wait for a frame before it is asked whether recording shall end."""


class RecordingFull(Exception):
    """Nothing more is recorded: `reason` is ``limit`` (the recording is as large as it may be) or ``disk``."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


class _Head(msgspec.Struct, frozen=True, tag="head"):
    game: str | None
    board: str | None
    options: dict[str, Any]


class _Frame(msgspec.Struct, frozen=True, tag="frame"):
    frame: RecordedFrame


class _Note(msgspec.Struct, frozen=True, tag="entry"):
    entry: RecordedEntry


_Line: TypeAlias = _Head | _Frame | _Note


class Recorder:
    """Writes into `folder`, which must not hold a recording yet. May be called from any thread.

    `options` are those of the evening, players included; `board` is a board folder to copy in, for a board
    that does not ship with the game. Raises `FileExistsError` for a folder in use.
    """

    def __init__(
        self,
        folder: Path,
        *,
        game: str | None,
        options: Mapping[str, Any] | None = None,
        board: Path | None = None,
        quality: int = JPEG_QUALITY,
        most_bytes: int = MOST_BYTES,
        keep_free_bytes: int = KEEP_FREE_BYTES,
    ) -> None:
        if (folder / "recording.json").exists() or (folder / JOURNAL).exists():
            raise FileExistsError(f"{folder} holds a recording already")
        self.folder = folder
        self._quality, self._most_bytes, self._keep_free_bytes = quality, most_bytes, keep_free_bytes
        self._lock = threading.Lock()
        self._lines: list[_Line] = [_Head(game, "board" if board else None, dict(options or {}))]
        self._frames = 0
        self._bytes = 0
        self._last_t = float("-inf")
        self._folded = 0
        self._broken = ""
        (folder / "frames").mkdir(parents=True, exist_ok=True)
        if board is not None:
            shutil.copytree(board, folder / "board", dirs_exist_ok=True)
        self._journal = (folder / JOURNAL).open("ab")
        self._journal.write(msgspec.json.encode(self._lines[0]) + b"\n")
        self._durable()
        self._fold()

    @property
    def frames(self) -> int:
        """How many frames are recorded."""
        return self._frames

    def add(self, image: NDArray[np.uint8], t: float, known: Mapping[Cell, Sequence[Look]] | None = None) -> None:
        """Records a picture (BGR) taken at `t` s; `known` is the whole placement where set-up knows it.

        Raises `RecordingFull` when a limit is reached, `ValueError` for a time before the last frame's.
        """
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        if not done:
            raise ValueError(f"a picture of shape {image.shape} cannot be written as JPEG")
        with self._lock:
            if t < self._last_t:
                raise ValueError(f"the frame at {t} s is before the last one at {self._last_t} s")
            self._check_space(data.nbytes)
            placement = None if known is None else {cell: list(looks) for cell, looks in known.items()}
            frame = RecordedFrame(f"frames/{self._frames:04}.jpg", round(t, 3), placement)
            with self._ending_when_full():
                with (self.folder / frame.file).open("wb") as file:
                    file.write(data.tobytes())
                    file.flush()
                    os.fsync(file.fileno())
                self._append(_Frame(frame))
            self._frames, self._bytes, self._last_t = self._frames + 1, self._bytes + data.nbytes, t

    def note(self, entry: Mapping[str, Any], t: float) -> None:
        """Records a log entry (plain JSON) that came from a phone at `t` s; raises `RecordingFull`."""
        with self._lock, self._ending_when_full():
            self._append(_Note(RecordedEntry(round(t, 3), dict(entry))))

    def close(self) -> Path:
        """Completes the recording; answers its folder."""
        with self._lock:
            if not self._journal.closed:
                with suppress(OSError):
                    self._journal.close()
                self._fold()
                (self.folder / JOURNAL).unlink()
        return self.folder

    def _check_space(self, more: int) -> None:
        if self._bytes + more > self._most_bytes:
            raise RecordingFull("limit", f"the recording has {self._bytes / 1e6:.0f} MB, as much as it may have")
        free = shutil.disk_usage(self.folder).free
        if free - more < self._keep_free_bytes:
            raise RecordingFull("disk", f"only {free / 1e6:.0f} MB are free on the disk of {self.folder}")

    @contextmanager
    def _ending_when_full(self) -> Iterator[None]:
        """After a write that failed nothing more is written: half a line may stand at the journal's end."""
        if self._broken:
            raise RecordingFull("disk", self._broken)
        try:
            yield
        except OSError as error:
            self._broken = f"{self.folder} cannot be written: {error.strerror}"
            raise RecordingFull("disk", self._broken) from error

    def _append(self, line: _Line) -> None:
        self._journal.write(msgspec.json.encode(line) + b"\n")
        self._durable()
        self._lines.append(line)
        if len(self._lines) >= self._folded * (1 + LAG) + 1:
            self._fold()

    def _durable(self) -> None:
        self._journal.flush()
        os.fsync(self._journal.fileno())

    def _fold(self) -> None:
        _write(self.folder, _folded(self._lines))
        self._folded = len(self._lines)


def rescue(folder: Path) -> int:
    """Completes a recording that a crash or a power cut ended; answers how many frames it has.

    Does nothing to a recording that was closed. A last line that was cut off is left out. Raises `DataError`
    where there is nothing to rescue.
    """
    journal = folder / JOURNAL
    if not journal.exists():
        if (folder / "recording.json").exists():
            return len(msgspec.json.decode((folder / "recording.json").read_bytes(), type=Recording).frames)
        raise DataError(folder, "", f"there is neither recording.json nor {JOURNAL}")
    lines: list[_Line] = []
    raw = journal.read_bytes().split(b"\n")
    for number, line in enumerate(raw, start=1):
        if not line:
            continue
        try:
            lines.append(msgspec.json.decode(line, type=_Line))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            if number == len(raw):
                break
            raise DataError(journal, f"line {number}", f"cannot be read: {error}") from error
    if not lines or not isinstance(lines[0], _Head):
        raise DataError(journal, "line 1", "says not which game it is")
    recording = _folded(lines)
    _write(folder, recording)
    journal.unlink()
    return len(recording.frames)


def record(
    source: Source,
    recorder: Recorder,
    until: threading.Event,
    *,
    interval_s: float = INTERVAL_S,
    on_frame: Callable[[int], None] | None = None,
) -> None:
    """Records the newest frame of `source` every `interval_s` until the event is set; times count from the first one.

    While the source is blind nothing is recorded. Raises `RecordingFull`.
    """
    after, began = 0, None
    while not until.is_set():
        asked = time.monotonic()
        frame = source.newest(after, PATIENCE_S)
        if frame is None:
            continue
        after = frame.number
        began = frame.t if began is None else began
        recorder.add(frame.image, frame.t - began)
        if on_frame is not None:
            on_frame(recorder.frames)
        until.wait(max(0.0, interval_s - (time.monotonic() - asked)))


def _folded(lines: Sequence[_Line]) -> Recording:
    head = lines[0]
    assert isinstance(head, _Head)
    frames = [line.frame for line in lines if isinstance(line, _Frame)]
    entries = [line.entry for line in lines if isinstance(line, _Note)]
    return Recording(FORMAT, head.game, frames, head.board, head.options, entries)


def _write(folder: Path, recording: Recording) -> None:
    write_whole(folder / "recording.json", msgspec.json.format(msgspec.json.encode(recording), indent=1))
