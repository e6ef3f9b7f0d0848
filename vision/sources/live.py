"""Keeps a camera open and its last picture at hand: one grabbing thread, no queue, reopening with back-off."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from vision.sources.backoff import Backoff
from vision.sources.pulse import Pulse, fingerprint
from vision.sources.reasons import Reason
from vision.sources.source import CLOSED, FROZEN, LIVE, NO_PICTURES, OPENING, Frame, SourceError
from vision.threads import ends_in_time

log = logging.getLogger(__name__)

CLOSING_S = 1.5
"""How long `close` waits for a thread that may sit in a driver's blocking read; it ends by itself later."""

AT_FIRST_S = 2.0
"""How long the picture that was frozen may come once more after opening anew: what passes a camera's pictures on often
sends the last one that it has first, or one that says "connecting", and those of the camera a moment later."""


class Capture(Protocol):
    """An open camera as the grabbing thread uses it; never shared between threads."""

    def read(self) -> NDArray[np.uint8]:
        """The next picture (BGR, the caller's to keep), waited for; raises `SourceError` when the camera died."""
        ...

    def release(self) -> None:
        """Gives the device back."""
        ...


@runtime_checkable
class Choosy(Protocol):
    """A capture that goes on with the last picture where a newer one cannot be read."""

    @property
    def left_out(self) -> str:
        """Why the newest is no picture; empty once one is again."""
        ...


class Opener(Protocol):
    """Opens the camera anew; waits inside it or its capture end when `closing` is set. Raises `SourceError`."""

    def __call__(self, closing: threading.Event) -> Capture: ...


def _unexpected(error: Exception) -> SourceError:
    """What no opener and no capture reckoned with; the log has all of it."""
    log.error("a camera failed", exc_info=error)
    return SourceError(NO_PICTURES, f"{type(error).__name__}: {error}")


class LiveSource:
    """A `Source` over any capture. `notices_frozen` is off for pictures that may rightly stand still."""

    def __init__(
        self,
        opener: Opener,
        *,
        notices_frozen: bool = True,
        backoff: Backoff | None = None,
        pulse: Pulse | None = None,
        clock: Callable[[], float] = time.monotonic,
        name: str = "camera",
    ) -> None:
        self._opener, self._clock, self._notices_frozen = opener, clock, notices_frozen
        self._backoff, self._pulse = backoff or Backoff(), pulse or Pulse()
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._frame: Frame | None = None
        self._grabbed = 0
        self._status, self._detail = OPENING, ""
        grabbing = threading.Thread(target=self._keep_grabbing, name=name, daemon=True)
        self._thread = ends_in_time(grabbing, self._closing)
        self._thread.start()

    @property
    def status(self) -> str:
        with self._changed:
            return NO_PICTURES if self._is_silent() else self._status

    @property
    def detail(self) -> str:
        with self._changed:
            if self._is_silent():
                return Reason.of("silent", seconds=f"{self._pulse.patience_s:.0f}")
            return self._detail

    def newest(self, after: int, timeout_s: float) -> Frame | None:
        with self._changed:
            self._changed.wait_for(lambda: self._status == CLOSED or self._is_newer(after), timeout_s)
            return self._frame if self._is_newer(after) else None

    def close(self) -> None:
        self._closing.set()
        self._say(CLOSED, "")
        self._thread.join(CLOSING_S)

    def _is_silent(self) -> bool:
        return self._status in (LIVE, OPENING) and self._pulse.is_silent(self._clock())

    def _is_newer(self, after: int) -> bool:
        return self._status == LIVE and self._frame is not None and self._frame.number > after

    def _say(self, status: str, detail: str) -> None:
        with self._changed:
            if self._status != CLOSED:
                self._status, self._detail = status, detail
            if status != LIVE:
                self._frame = None
            self._changed.notify_all()

    def _keep_grabbing(self) -> None:
        backoff = self._backoff
        while not self._closing.is_set():
            try:
                capture = self._opener(self._closing)
                backoff = backoff.opened(self._clock())
                try:
                    self._grab(capture)
                finally:
                    capture.release()
            except Exception as error:  # whatever a driver raises, a camera that is plugged in again is seen again
                died = error if isinstance(error, SourceError) else _unexpected(error)
                backoff = backoff.failed(self._clock())
                self._say(died.status, died.detail)
                self._closing.wait(max(0.0, backoff.retry_at - self._clock()))

    def _grab(self, capture: Capture) -> None:
        """Publishes pictures until the source is closed; raises `SourceError` when the camera dies."""
        began = self._clock()
        with self._changed:
            self._pulse = self._pulse.started(began)
        while not self._closing.is_set():
            image = capture.read()
            t = self._clock()
            with self._changed:
                self._pulse = self._pulse.heard(t, fingerprint(image) if self._notices_frozen else 0)
                if self._notices_frozen and self._pulse.is_frozen(t):
                    if t - began < AT_FIRST_S:
                        continue
                    raise SourceError(FROZEN, Reason.of("same", seconds=f"{self._pulse.frozen_s:g}"))
                if self._status != CLOSED:
                    self._grabbed += 1
                    self._frame = Frame(self._grabbed, t, image)
                    self._status, self._detail = LIVE, capture.left_out if isinstance(capture, Choosy) else ""
                self._changed.notify_all()
