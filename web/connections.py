"""Connections as cheroot opens them, so that whoever is slow, silent or many takes no thread from anybody else.

By itself cheroot gives every new connection a thread, before a byte of it has come, and shakes hands for TLS in the
one thread that takes all connections. Here a connection waits without a thread until its request has come whole; a
handshake and a large body are waited for in a thread, by a deadline. Of either kind an address has so many at once.
"""

from __future__ import annotations

import logging
import re
import socket
import ssl
import threading
import time
from collections import Counter, defaultdict, deque
from typing import Any

from cheroot import wsgi
from cheroot.errors import FatalSSLAlert
from cheroot.makefile import StreamReader, StreamWriter
from cheroot.server import HTTPConnection, HTTPRequest
from cheroot.ssl.builtin import BuiltinSSLAdapter

from web.limits import client_of
from web.security import LARGEST_REQUEST
from web.site import StreamSeats

_log = logging.getLogger(__name__)

MOST_OPEN = 400
"""Open connections at a door: with two doors and all else, fewer than the 1024 files that a process may open."""
MOST_OPEN_OF_ONE = 192
"""Of one address; a browser opens six, and a house full of phones may share one address."""
MOST_ANSWERED_OF_ONE = 12
"""Requests of one address that are answered at once, event streams apart; more wait for their turn."""
MOST_AWAITED_OF_ONE = 6
"""Handshakes and large bodies of one address that are waited for at once: two phones that send photos need two."""
HANDSHAKE_S = 5.0
HEADER_S = 10.0
"""From the first byte of a request to the end of its header, and of a small body; phones take milliseconds."""
BODY_S = 10.0
SLOWEST_BYTES_S = 64_000
"""B/s, on top of `BODY_S`: a photo of 12 MB may take three minutes over a poor network."""
RECV_S = 10.0
"""Longest wait for a client to send or to take any bytes at all."""
LARGEST_HEADER = 16 * 1024
CHUNK = 16 * 1024
LENGTH = re.compile(rb"\ncontent-length\s*:\s*(\d{1,18})", re.IGNORECASE)
NEVER_WHOLE = re.compile(rb"\n(?:transfer-encoding|expect)\s*:", re.IGNORECASE)
"""What the client sends in pieces of unknown number, or when it is told to."""


class Greeted(BuiltinSSLAdapter):
    """TLS whose handshake is left to the thread that answers: nobody waits for somebody else's."""

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, str]]:
        """`sock` as one of TLS, its hands not shaken yet, so nothing is known of it."""
        try:
            return self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False), {}
        except OSError as error:
            raise FatalSSLAlert(*error.args) from error


class _Punctual(socket.SocketIO):
    """Reads a socket until a deadline, a monotonic time in s; `TimeoutError` then."""

    until = float("inf")
    _sock: socket.socket

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock, "r")
        self.ahead = bytearray()
        """What was read before a thread was taken."""

    def readinto(self, buffer: Any) -> int | None:
        if self.ahead:
            taken = self.ahead[: len(buffer)]
            buffer[: len(taken)] = taken
            del self.ahead[: len(taken)]
            return len(taken)
        left_s = self.until - time.monotonic()
        if left_s <= 0:
            raise TimeoutError("timed out")
        self._sock.settimeout(min(left_s, RECV_S))
        try:
            return super().readinto(buffer)
        finally:
            self._sock.settimeout(RECV_S)


class _Reader(StreamReader):
    """What a client sends; `gathers` while a request is waited for that has not come whole."""

    def __init__(self, sock: socket.socket, bufsize: int) -> None:
        self.punctual = _Punctual(sock)
        super(StreamReader, self).__init__(self.punctual, bufsize)
        self.bytes_read = 0
        self.gathers = False

    def has_data(self) -> bool:
        """Whether a request, or its beginning, is here already and may be read."""
        return not self.gathers and bool(self.punctual.ahead or super().has_data())  # type: ignore[no-untyped-call]


class _Request(HTTPRequest):
    """A request that must have come by a deadline."""

    def parse_request(self) -> None:
        """The head by one deadline; what the application then reads of the body by another."""
        self.conn.allow(HEADER_S)
        super().parse_request()
        length = int(self.inheaders.get(b"Content-Length") or self.server.max_request_body_size) if self.ready else 0
        self.conn.allow(BODY_S + min(length, self.server.max_request_body_size) / SLOWEST_BYTES_S)


class Connection(HTTPConnection):
    """A client's connection to a `Door`, which counts it."""

    RequestHandlerClass = _Request
    server: Door

    def __init__(self, server: Door, sock: socket.socket, _makefile: object = None) -> None:
        super().__init__(server, sock, _file)
        self.is_new, self.is_closed, self.is_whole = True, False, False
        self._greeted = not isinstance(sock, ssl.SSLSocket)
        self._since = 0.0

    @property
    def client(self) -> str:
        """Who counts as one."""
        return client_of(self.remote_addr)

    @property
    def kind(self) -> tuple[str, bool]:
        """Whose it is, and whether its request is here whole: connections of a kind share their places."""
        return self.client, self.is_whole

    def gathered(self) -> bool:
        """Takes what has come, without waiting; whether a thread can go on with it.

        Raises `OSError` where the client is gone, or was too slow.
        """
        if not self._greeted or self.rfile.has_data():
            self.is_whole = False
            return True
        ahead = self.rfile.punctual.ahead
        self._since = self._since or time.monotonic()
        self.socket.settimeout(0)
        try:
            self._take(ahead)
        finally:
            self.socket.settimeout(RECV_S)
        whole = _is_whole(ahead)
        self.rfile.gathers = whole is None
        if whole is None and time.monotonic() - self._since > HEADER_S:
            raise TimeoutError("timed out")
        if whole is None:
            return False
        self.is_whole, self._since = whole, 0.0
        return True

    def _take(self, ahead: bytearray) -> None:
        try:
            while True:
                come = self.socket.recv(CHUNK)
                if not come:
                    raise ConnectionResetError("the client is gone")
                ahead += come
                if not (isinstance(self.socket, ssl.SSLSocket) and self.socket.pending()):
                    return
        except (BlockingIOError, ssl.SSLWantReadError):
            return

    def allow(self, seconds: float) -> None:
        """What is read now must have come in so many s."""
        self.rfile.punctual.until = time.monotonic() + seconds

    def communicate(self) -> bool:
        """Reads a request and answers it; whether the connection is to be kept."""
        try:
            if not self._greeted:
                return self._shakes_hands() and (self.socket.pending() == 0 or self._answers())
            return self._answers()
        finally:
            self.server.answered(self)

    def _answers(self) -> bool:
        return bool(super().communicate())  # type: ignore[no-untyped-call]

    def _shakes_hands(self) -> bool:
        self.socket.settimeout(HANDSHAKE_S)
        try:
            self.socket.do_handshake()
            self.ssl_env = self.server.ssl_adapter.get_environ(self.socket)
        except OSError as error:
            _log.info("%s: no handshake: %s", self.remote_addr, error)
            return False
        self.socket.settimeout(RECV_S)
        self._greeted = True
        return True

    def close(self) -> None:
        """The connection is over, and counts no more."""
        try:
            super().close()
        finally:
            self.server.left(self)


class Door(wsgi.Server):
    """A port of pages, at which every address has its share of connections and threads."""

    ConnectionClass = Connection

    def __init__(self, *args: Any, streams: StreamSeats | None, **options: Any) -> None:
        """As cheroot's server. `streams`: counts the event streams, whose number has a limit of its own."""
        super().__init__(*args, **options)
        self._streams = streams
        self._places = threading.RLock()  # whoever is turned away for want of room leaves while it is held
        self._open: Counter[str] = Counter()
        self._answered: Counter[tuple[str, bool]] = Counter()
        self._waiting: defaultdict[tuple[str, bool], deque[Connection]] = defaultdict(deque)
        if streams is not None:
            streams.entered.append(lambda client: self._next_of((client, True)))

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """What went wrong goes into the log: by itself cheroot writes every phone that hangs up onto the terminal."""
        _log.log(level, "%s", msg.strip(), exc_info=traceback)

    def process_conn(self, conn: Connection) -> None:
        """`conn` is new, or has something to read."""
        if conn.is_new:
            if self._enters(conn):
                self.put_conn(conn)
            else:
                conn.close()
            return
        try:
            if not conn.gathered():
                self.put_conn(conn)
                return
        except OSError:
            conn.close()
            return
        with self._places:
            self._waiting[conn.kind].append(conn)
        self._next_of(conn.kind)

    def put_conn(self, conn: Connection) -> None:
        """Waits for what `conn` asks next; one whose answer ends while the door is closing is hung up."""
        try:
            super().put_conn(conn)
        except ValueError:  # nothing can be waited for any more
            if self.ready:
                raise
            conn.close()

    def answered(self, conn: Connection) -> None:
        """The thread that read `conn` and answered is free."""
        with self._places:
            self._answered[conn.kind] -= 1
            if not self._answered[conn.kind]:
                del self._answered[conn.kind]
        self._next_of(conn.kind)

    def left(self, conn: Connection) -> None:
        """`conn` is closed."""
        with self._places:
            if conn.is_new or conn.is_closed:
                return
            conn.is_closed = True
            self._open[conn.client] -= 1
            if not self._open[conn.client]:
                del self._open[conn.client]

    def stop(self) -> None:
        """Takes no more connections, and closes those that wait."""
        super().stop()
        with self._places:
            waiting = [conn for line in self._waiting.values() for conn in line]
            self._waiting.clear()
        for conn in waiting:
            conn.close()

    def _enters(self, conn: Connection) -> bool:
        with self._places:
            if self._open[conn.client] >= MOST_OPEN_OF_ONE or self._open.total() >= MOST_OPEN:
                return False
            self._open[conn.client] += 1
            conn.is_new = False
            return True

    def _next_of(self, kind: tuple[str, bool]) -> None:
        """Whoever of a kind waits for a thread gets one, while there are places."""
        client, whole = kind
        streams = self._streams.of(client) if self._streams is not None else 0
        most = MOST_ANSWERED_OF_ONE + streams if whole else MOST_AWAITED_OF_ONE
        with self._places:
            line = self._waiting.get(kind, deque())
            while line and self._answered[kind] < most:
                self._answered[kind] += 1
                super().process_conn(line.popleft())
            if not line:
                self._waiting.pop(kind, None)


def _is_whole(come: bytearray) -> bool | None:
    """Whether `come` is a whole request; None where the rest is to be waited for, False where a thread must do that."""
    head, found, body = come.partition(b"\r\n\r\n")
    if not found:
        return False if b"\n\n" in come or len(come) > LARGEST_HEADER else None
    length = max(map(int, LENGTH.findall(head)), default=0)
    if NEVER_WHOLE.search(head) or length > LARGEST_REQUEST:
        return False
    return True if len(body) >= length else None


def _file(sock: socket.socket, mode: str, bufsize: int) -> StreamReader | StreamWriter:
    return _Reader(sock, bufsize) if "r" in mode else StreamWriter(sock, mode, bufsize)
