"""A recording as a camera: played in its own time, or stepped frame by frame."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.data import DataError
from vision.recording import RecordedFrame, picture, read
from vision.sources.source import CLOSED, ENDED, LIVE, NO_DEVICE, NO_PICTURES, Frame, SourceError

HELD_S = 0.4
"""How often a frame is delivered again while the next one is not due: a camera on a still table is not blind."""


class PlaybackOpener:
    """Plays the recording in `folder`, `speed` times as fast as it was; the last frame stays for ever.

    Opened again after an error it goes on where the time is, as a camera would.
    """

    def __init__(self, folder: Path, speed: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        if not speed > 0:
            raise ValueError(f"a recording cannot be played at speed {speed}; right is a number above 0")
        self._folder, self._speed, self._clock = folder, speed, clock
        self._started: float | None = None

    def __call__(self, closing: threading.Event) -> PlaybackCapture:
        try:
            frames = read(self._folder).frames
        except DataError as error:
            raise SourceError(NO_DEVICE, str(error)) from error
        if not frames:
            raise SourceError(NO_PICTURES, f"{self._folder}: the recording has no frames")
        if self._started is None:
            self._started = self._clock()
        return PlaybackCapture(self._folder, frames, self._started, self._speed, self._clock, closing)


class PlaybackCapture:
    """A recording while it plays. A frame whose time has passed is skipped if a later one is due too."""

    def __init__(
        self, folder: Path, frames: list[RecordedFrame], started: float, speed: float, clock: Callable[[], float],
        closing: threading.Event,
    ) -> None:  # fmt: skip
        self._folder, self._frames, self._started, self._speed = folder, frames, started, speed
        self._clock, self._closing = clock, closing
        self._shown = -1
        self._image: NDArray[np.uint8] | None = None

    def read(self) -> NDArray[np.uint8]:
        """As `Capture.read`: the frame that became due, else the shown one again after `HELD_S`."""
        due = self._due()
        if due == self._shown:
            self._closing.wait(min(HELD_S, self._until_next()))
            due = self._due()
        if due != self._shown or self._image is None:
            try:
                self._image = picture(self._folder, self._frames[due])
            except DataError as error:
                raise SourceError(NO_PICTURES, str(error)) from error
            self._shown = due
        return self._image

    def release(self) -> None:
        """Nothing is held open."""

    def _due(self) -> int:
        now = self._frames[0].t + (self._clock() - self._started) * self._speed
        return max((number for number, frame in enumerate(self._frames) if frame.t <= now), default=0)

    def _until_next(self) -> float:
        if self._shown + 1 >= len(self._frames):
            return HELD_S
        elapsed = (self._clock() - self._started) * self._speed
        return max(0.0, (self._frames[self._shown + 1].t - self._frames[0].t - elapsed) / self._speed)


class SteppedRecording:
    """A `Source` that gives every frame of a recording, one per call, in the recording's own time; none is skipped.

    Raises `DataError` where the recording cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._frames = read(folder).frames
        self._closed = threading.Event()
        self._ended = False

    @property
    def status(self) -> str:
        """``live``, ``ended`` after the last frame, ``closed``."""
        if self._closed.is_set():
            return CLOSED
        return ENDED if self._ended else LIVE

    @property
    def detail(self) -> str:
        """Says which recording has ended."""
        return f"the recording {self._folder} has no more frames" if self.status == ENDED else ""

    def newest(self, after: int, timeout_s: float) -> Frame | None:
        """Frame number `after` + 1, at once; None after the last. `timeout_s` is not needed."""
        self._ended = after >= len(self._frames)
        if self._closed.is_set() or self._ended:
            return None
        number = max(0, after)
        return Frame(number + 1, self._frames[number].t, picture(self._folder, self._frames[number]))

    def close(self) -> None:
        """No more frames."""
        self._closed.set()
