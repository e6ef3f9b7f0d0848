"""A network camera that answers each request with one JPEG: asked again and again."""

from __future__ import annotations

import http.client
import threading
import urllib.error
import urllib.request

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sources.opencv import without_password
from vision.sources.source import NO_ANSWER, NO_PICTURES, SourceError

INTERVAL_S = 0.25
"""Between two pictures: a phone's camera app and an ESP32 keep up with four a second."""
TIMEOUT_S = 4.0
LARGEST_BYTES = 32_000_000


class StillsOpener:
    """Asks `url` (http or https) for a picture every `interval_s`."""

    def __init__(self, url: str, interval_s: float = INTERVAL_S) -> None:
        self._url, self._interval_s = url, interval_s

    def __call__(self, closing: threading.Event) -> StillsCapture:
        return StillsCapture(self._url, self._interval_s, closing)


class StillsCapture:
    """The camera while it answers."""

    def __init__(self, url: str, interval_s: float, closing: threading.Event) -> None:
        self._url, self._interval_s, self._closing = url, interval_s, closing
        self._first = True

    def read(self) -> NDArray[np.uint8]:
        """As `Capture.read`."""
        if not self._first:
            self._closing.wait(self._interval_s)
        self._first = False
        label = without_password(self._url)
        try:
            with urllib.request.urlopen(self._url, timeout=TIMEOUT_S) as answer:
                data = answer.read(LARGEST_BYTES)
        except (OSError, urllib.error.URLError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise SourceError(NO_ANSWER, f"{label} does not answer: {reason}") from error
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
        if image is None:
            raise SourceError(NO_PICTURES, f"{label} answers, but not with a picture")
        return np.asarray(image, np.uint8)

    def release(self) -> None:
        """Nothing is held between requests."""
