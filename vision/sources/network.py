"""An address of a network camera: asked what it sends, single pictures or a stream, and opened as that."""

from __future__ import annotations

import threading
from contextlib import ExitStack

from vision.sources.live import Capture
from vision.sources.multipart import MULTIPART, MultipartCapture
from vision.sources.opencv import Make, StreamOpener, make_capture
from vision.sources.reasons import Reason
from vision.sources.source import NO_PICTURES, SourceError
from vision.sources.stills import Address, StillsOpener

PICTURE, PAGE = "image/", "text/"


class NetworkOpener:
    """Opens `url` (http or https) as what its ``Content-Type`` says: a picture is asked for again and again, of an
    answer of many pictures the next ones are waited for."""

    def __init__(self, url: str, make: Make = make_capture) -> None:
        self._address = Address(url)
        self._stills, self._stream = StillsOpener(url), StreamOpener(url, make)

    def __call__(self, closing: threading.Event) -> Capture:
        with ExitStack() as connection:
            answer = connection.enter_context(self._address.asked())
            kind, boundary = answer.headers.get_content_type(), answer.headers.get_boundary()
            if kind.startswith(MULTIPART) and boundary:
                return MultipartCapture(answer, boundary, self._address.label, connection.pop_all())
        if kind.startswith(PICTURE):
            return self._stills(closing)
        if kind.startswith(PAGE):
            raise SourceError(NO_PICTURES, Reason.of("page", camera=self._address.label, kind=kind))
        return self._stream(closing)
