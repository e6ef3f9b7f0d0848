"""A bare HTTP client for event streams: what a phone does, seen byte by byte."""

from __future__ import annotations

import json
import socket
import time
from typing import Any, NamedTuple


class Event(NamedTuple):
    """One server-sent event."""

    id: str
    kind: str
    data: Any


class Stream:
    """An open event stream. `everything` holds each byte that came, headers too."""

    def __init__(self, port: int, path: str, *, cookie: str = "", last_id: str = "", lang: str = "en") -> None:
        self.everything = b""
        self._raw = b""
        self._text = b""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Accept: text/event-stream", f"Accept-Language: {lang}"]
        lines += [f"Cookie: {cookie}"] if cookie else []
        lines += [f"Last-Event-ID: {last_id}"] if last_id else []
        self._socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self._raw:
            self._read()
        head, _, self._raw = self._raw.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def next(self, timeout_s: float = 5.0) -> Event:
        """The next event; `TimeoutError` where none comes, `EOFError` at the stream's end."""
        end = time.monotonic() + timeout_s
        while True:
            self._unchunk()
            block, found, rest = self._text.partition(b"\n\n")
            if not found:
                self._socket.settimeout(max(0.01, end - time.monotonic()))
                self._read()
                continue
            self._text = rest
            fields = dict(line.split(b": ", 1) for line in block.split(b"\n"))
            if b"data" in fields:
                return Event(fields[b"id"].decode(), fields[b"event"].decode(), json.loads(fields[b"data"]))

    def _read(self) -> None:
        got = self._socket.recv(65536)
        if not got:
            raise EOFError("the stream has ended")
        self.everything += got
        self._raw += got

    def _unchunk(self) -> None:
        """Moves whole chunks (HTTP/1.1) from the raw bytes to the text."""
        while b"\r\n" in self._raw:
            size, _, body = self._raw.partition(b"\r\n")
            length = int(size, 16)
            if length == 0:
                if b"\n\n" in self._text:
                    return  # the last events came together with the end
                raise EOFError("the stream has ended")
            if len(body) < length + 2:
                return
            self._text += body[:length]
            self._raw = body[length + 2 :]

    def silent(self, for_s: float) -> bool:
        """Whether nothing at all comes for `for_s` seconds."""
        try:
            self.next(for_s)
        except TimeoutError:
            return True
        return False

    def close(self) -> None:
        """The phone is gone."""
        self._socket.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
