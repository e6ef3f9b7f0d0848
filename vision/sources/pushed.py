"""A camera that sends its pictures by itself: a phone on a stand, or one that takes a photo after each turn."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.encoded import decoded
from vision.sources.pulse import Pulse
from vision.sources.reasons import Reason
from vision.sources.source import CLOSED, LIVE, NO_PICTURES, OPENING, RESTING, Frame

LARGEST_BYTES = 12_000_000
"""Of one picture; a 12-megapixel photo of a phone has 3 to 8 MB."""
SHOWN_AGAIN = 4
"""How often a single photo is shown: the eye believes what stayed for three looks."""
AGAIN_S = 0.35
"""s between two showings of a photo."""

_decoding = threading.Lock()
"""One picture at a time is decoded, of whatever camera: each may take 150 MB."""

How = Literal["stream", "photo"]


class Took(msgspec.Struct, frozen=True):
    """What became of a sent picture: its number, width and height in px, and whether it was looked at in time."""

    number: int
    width: int
    height: int
    looked_at: bool


class PushedSource:
    """A `Source` into which others push JPEG or PNG pictures. Safe from any thread; the newest picture wins.

    A *stream* that falls silent has no pictures. A *photo* is shown a few times, as though the camera stood still, and
    then the source rests: nobody expects a picture before the next photo.

    >>> source = PushedSource()
    >>> source.push(jpeg, "stream", wait_s=1.0).looked_at
    True
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic, pulse: Pulse | None = None) -> None:
        self._clock = clock
        self._pulse = pulse or Pulse()
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._number = 0
        self._looked_at = 0
        self._left = 0
        self._how: How = "stream"
        self._closed = False

    @property
    def status(self) -> str:
        with self._changed:
            return self._status()

    @property
    def detail(self) -> str:
        with self._changed:
            silent = self._status() == NO_PICTURES
            return Reason.of("silent", seconds=f"{self._pulse.patience_s:.0f}") if silent else ""

    def push(self, data: bytes, how: How, wait_s: float) -> Took:
        """Takes an encoded picture and waits until it is looked at, at most `wait_s` s: who sends then, sends no more
        than can be used. Raises `vision.encoded.BadPicture`, and `ConnectionError` when the source is closed.
        """
        with _decoding:
            image = decoded(data, LARGEST_BYTES)
        height, width = image.shape[:2]
        with self._changed:
            if self._closed:
                raise ConnectionError("the table looks no more")
            now = self._clock()
            self._how = how
            self._left = SHOWN_AGAIN if how == "photo" else 1
            number = self._show(image, now)
            del image  # the newest alone takes memory, however many wait
            self._pulse = self._pulse.heard(now, 0)
            looked = self._changed.wait_for(lambda: self._closed or self._looked_at >= number, wait_s)
            return Took(number, width, height, looked and self._looked_at >= number)

    def again(self) -> None:
        """Shows the last photo anew, as though it had just come; nothing where pictures come by themselves."""
        with self._changed:
            if self._frame is not None and self._how == "photo":
                self._left = SHOWN_AGAIN
                self._show(self._frame.image, self._clock())

    def newest(self, after: int, timeout_s: float) -> Frame | None:
        end = self._clock() + timeout_s
        with self._changed:
            self._looked_at = max(self._looked_at, after)  # who asks for the next has done with that one
            self._changed.notify_all()
            while not self._closed:
                frame = self._frame
                if frame is not None and frame.number > after:
                    self._left -= 1
                    return frame
                now = self._clock()
                if frame is not None and self._left > 0 and now - frame.t >= AGAIN_S:
                    self._show(frame.image, now)
                    continue
                if now >= end:
                    return None
                self._changed.wait(min(end - now, AGAIN_S if self._left > 0 else end - now))
            return None

    def close(self) -> None:
        with self._changed:
            self._closed, self._frame = True, None
            self._changed.notify_all()

    def _show(self, image: NDArray[np.uint8], t: float) -> int:
        self._number += 1
        self._frame = Frame(self._number, t, image)
        self._changed.notify_all()
        return self._number

    def _status(self) -> str:
        if self._closed:
            return CLOSED
        if self._number == 0:
            return OPENING
        if self._how == "photo":
            return LIVE if self._left > 0 else RESTING
        return NO_PICTURES if self._pulse.is_silent(self._clock()) else LIVE
