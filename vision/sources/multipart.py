"""A network camera that sends one JPEG after the other in one answer (``multipart/x-mixed-replace``, MJPEG over HTTP).

Read here and not by FFmpeg, which makes up what is missing of a picture that breaks off.
"""

from __future__ import annotations

import http.client
import re
import time
from contextlib import ExitStack
from email import message_from_bytes

import numpy as np
from numpy.typing import NDArray

from vision.encoded import BadPicture, decoded
from vision.sources.opencv import BLANKS
from vision.sources.reasons import Reason
from vision.sources.source import NO_ANSWER, NO_PICTURES, SourceError
from vision.sources.stills import LARGEST_BYTES, WHOLE_S

MULTIPART = "multipart/"
HEAD_ENDS = re.compile(rb"\r?\n\r?\n")
READ_BYTES = 1 << 18
"""Read at a time at most; what has come is taken as it is."""


class MultipartCapture:
    """The camera while its `answer` goes on; `connection` is closed with it. `boundary` stands between its pictures,
    `label` names the camera in errors.

    Always the newest picture that has come whole. Half ones are left out; not three in a row.
    """

    def __init__(self, answer: http.client.HTTPResponse, boundary: str, label: str, connection: ExitStack) -> None:
        self._answer, self._label, self._connection = answer, label, connection
        self._mark = b"--" + boundary.lstrip("-").encode("latin-1", "replace")  # some say it with its dashes
        self._held = bytearray()

    def read(self) -> NDArray[np.uint8]:
        """As `Capture.read`."""
        problem = ""
        for _ in range(BLANKS):
            try:
                return decoded(self._newest(), LARGEST_BYTES)
            except BadPicture as error:
                problem = str(error)
        raise SourceError(NO_PICTURES, Reason.of("no_still", camera=self._label, problem=problem))

    def release(self) -> None:
        """As `Capture.release`."""
        self._connection.close()

    def _newest(self) -> bytes:
        """The last of the parts that have come to their end, waited for if none has."""
        newest, end = self._next(), time.monotonic() + WHOLE_S
        while newest is None:
            self._hear(end)
            newest = self._next()
        while (later := self._next()) is not None:
            newest = later
        return newest

    def _hear(self, end: float) -> None:
        """Takes what has come, waiting for some; raises `SourceError` where nothing more comes in time."""
        try:
            data = self._answer.read1(READ_BYTES)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise SourceError(NO_PICTURES, Reason.of("stopped", camera=self._label)) from error
        if not data:
            raise SourceError(NO_PICTURES, Reason.of("stopped", camera=self._label))
        self._held += data
        if time.monotonic() > end or len(self._held) > 2 * LARGEST_BYTES:
            raise SourceError(NO_ANSWER, Reason.of("slow", camera=self._label, seconds=f"{WHOLE_S:g}"))

    def _next(self) -> bytes | None:
        """The first part that is held and has come to its end: as its head says, or where the next one begins."""
        begin = self._held.find(self._mark)
        if begin < 0:
            return None
        head = HEAD_ENDS.search(self._held, begin)
        if head is None:
            return None
        fields = message_from_bytes(bytes(self._held[begin + len(self._mark) : head.start()]).lstrip())
        length = str(fields.get("Content-Length", "")).strip()
        if length.isdecimal() and int(length) <= LARGEST_BYTES:
            end = head.end() + int(length)
        else:
            end = self._held.find(self._mark, head.end())
        if end < 0 or end > len(self._held):
            return None
        part = bytes(self._held[head.end() : end])
        del self._held[:end]
        return part
