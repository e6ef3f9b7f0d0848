"""What every camera answers, whatever it is: its newest picture, and why there is none."""

from __future__ import annotations

from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

LIVE = "live"
"""Pictures come."""
OPENING = "opening"
"""Not opened yet for the first time."""
CLOSED = "closed"
"""`close` was called."""
NO_DEVICE = "no_device"
"""There is no such camera, folder or recording."""
NO_ANSWER = "no_answer"
"""The camera is there but cannot be opened: busy, no permission, host down, wrong address."""
NO_PICTURES = "no_pictures"
"""It was open but stopped delivering pictures, or delivers what is no picture."""
FROZEN = "frozen"
"""It delivers the same picture, byte for byte, again and again."""
RESTING = "resting"
"""Photos are taken by hand, and nobody takes one now."""
ENDED = "ended"
"""A stepped recording has no more frames."""


class Frame(msgspec.Struct, frozen=True):
    """A picture as it was taken: `image` is height × width × 3, BGR; nobody writes into it.

    `number` counts a source's frames from 1; `t` is when it was grabbed (s, `time.monotonic`; a
    recording's own time when it is stepped).
    """

    number: int
    t: float
    image: NDArray[np.uint8]


class Source(Protocol):
    """A camera, real or not. Always the newest frame, never a queue."""

    @property
    def status(self) -> str:
        """``live``, or a short key that says why no pictures come."""
        ...

    @property
    def detail(self) -> str:
        """What the key alone does not say, in words for the host; empty while all is well.

        A ``live`` camera says here why its newest picture was left out.
        """
        ...

    def newest(self, after: int, timeout_s: float) -> Frame | None:
        """The newest frame with a number above `after`, waited for at most `timeout_s`.

        None when none came: the camera is slow while `status` is ``live``, else it is blind.
        """
        ...

    def close(self) -> None:
        """Ends the source and its threads; further calls of `newest` answer None."""
        ...


class SourceError(Exception):
    """A camera cannot be opened or read: `status` is the short key, `detail` says what was wrong with what."""

    def __init__(self, status: str, detail: str) -> None:
        super().__init__(f"{status}: {detail}")
        self.status = status
        self.detail = detail
