"""A network camera that answers each request with one picture: asked again and again."""

from __future__ import annotations

import http.client
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import unquote, urlsplit, urlunsplit

import numpy as np
from numpy.typing import NDArray

from vision.encoded import BadPicture, decoded
from vision.sources.addresses import without_password
from vision.sources.opencv import BLANKS
from vision.sources.reasons import Reason
from vision.sources.refused import by_code, by_network
from vision.sources.source import NO_ANSWER, NO_PICTURES, SourceError

INTERVAL_S = 0.25
"""Between two pictures: a phone's camera app and an ESP32 keep up with four a second."""
CONNECT_S = 4.0
"""Until the camera takes the call; a dead address is told soon."""
WHOLE_S = 8.0
"""For a whole picture, and without a byte of one: slower cameras are of no use."""
LARGEST_BYTES = 32_000_000


class _Patient(http.client.HTTPConnection):
    """Once the camera has taken the call it may think about its picture."""

    def connect(self) -> None:
        super().connect()
        self.sock.settimeout(WHOLE_S)


class _PatientSecure(http.client.HTTPSConnection):
    def connect(self) -> None:
        super().connect()
        self.sock.settimeout(WHOLE_S)


class _Http(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Patient, req)


class _Https(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_PatientSecure, req)


class Address:
    """An address (http or https) that is asked for; a user and a password in it are sent as the camera wants them."""

    def __init__(self, url: str) -> None:
        self._parts = parts = urlsplit(url)
        self.label = without_password(url)
        host = parts.netloc.rpartition("@")[2]
        self._url = urlunsplit((parts.scheme, host, parts.path or "/", parts.query, ""))
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        if parts.username is not None:
            passwords.add_password(None, self._url, unquote(parts.username), unquote(parts.password or ""))
        self._opener = urllib.request.build_opener(
            *(_Http(), _Https()),
            *(urllib.request.HTTPBasicAuthHandler(passwords), urllib.request.HTTPDigestAuthHandler(passwords)),
        )

    @contextmanager
    def asked(self) -> Iterator[http.client.HTTPResponse]:
        """The camera's answer; raises `SourceError` where there is none, or a refusal."""
        try:
            with self._opener.open(self._url, timeout=CONNECT_S) as answer:
                yield answer
        except urllib.error.HTTPError as error:
            why = by_code(error.code, str(error.reason), self._parts)
            raise SourceError(NO_ANSWER, Reason.of("says", camera=self.label, why=why)) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise SourceError(NO_ANSWER, Reason.of("says", camera=self.label, why=by_network(error))) from error


class StillsOpener:
    """Asks `url` (http or https) for a picture every `interval_s`."""

    def __init__(self, url: str, interval_s: float = INTERVAL_S) -> None:
        self._address, self._interval_s = Address(url), interval_s

    def __call__(self, closing: threading.Event) -> StillsCapture:
        return StillsCapture(self._address, self._interval_s, closing)


class StillsCapture:
    """The camera while it answers. One that is no picture, or half of one, is left out; not three in a row."""

    def __init__(self, address: Address, interval_s: float, closing: threading.Event) -> None:
        self._address, self._interval_s, self._closing = address, interval_s, closing
        self._first = True

    def read(self) -> NDArray[np.uint8]:
        """As `Capture.read`."""
        problem = ""
        for _ in range(BLANKS):
            if not self._first and self._closing.wait(self._interval_s):
                break
            self._first = False
            try:
                return decoded(self._data(), LARGEST_BYTES)
            except BadPicture as error:
                problem = str(error)
        raise SourceError(NO_PICTURES, Reason.of("no_still", camera=self._address.label, problem=problem))

    def release(self) -> None:
        """Nothing is held between requests."""

    def _data(self) -> bytes:
        """One answer to its end; raises `SourceError` for none or one that takes too long, `BadPicture` for half."""
        end, data = time.monotonic() + WHOLE_S, bytearray()
        with self._address.asked() as answer:
            announced = answer.length
            wanted = LARGEST_BYTES + 1 if announced is None else min(announced, LARGEST_BYTES + 1)
            while len(data) < wanted and (part := answer.read1(1 << 18)):
                data += part
                if time.monotonic() > end:
                    raise SourceError(NO_ANSWER, Reason.of("slow", camera=self._address.label, seconds=f"{WHOLE_S:g}"))
        if announced is not None and len(data) < wanted:
            raise BadPicture("the picture breaks off before its end")
        return bytes(data)
