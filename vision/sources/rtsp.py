"""Asks a camera over RTSP why its stream does not open: OpenCV only says that it did not."""

from __future__ import annotations

import socket
import ssl
from urllib.parse import SplitResult, urlsplit, urlunsplit

from vision.sources.reasons import Reason
from vision.sources.refused import by_code, by_network

SCHEMES = ("rtsp", "rtsps")
PORTS = {"rtsp": 554, "rtsps": 322}
TIMEOUT_S = 4.0
LARGEST_BYTES = 65_536
"""Of an answer; a description of a stream has one or two thousand."""
OK = 200


def why_closed(url: str) -> Reason:
    """Why the stream at `url` (``rtsp://`` or ``rtsps://``) does not open, in words; waits for at most some seconds.

    The camera is asked to describe its stream (``DESCRIBE``, RFC 2326 §10.2), without a password: whether it wants one
    it says by itself.
    """
    parts = urlsplit(url)
    try:
        answer = _described(parts)
    except (OSError, ValueError) as error:
        return by_network(error)
    first, _, rest = answer.partition("\n")
    words = first.split(None, 2)
    if len(words) < 2 or not words[0].startswith("RTSP/") or not words[1].isdecimal():
        return Reason.of("no_rtsp")
    code = int(words[1])
    if code != OK:
        return by_code(code, " ".join(words[2:]).strip(), parts)
    if "m=video" not in rest:
        return Reason.of("no_video_here")
    return Reason.of("unreadable_video")


def _described(parts: SplitResult) -> str:
    """What the camera answers, as far as one or two packets go; raises `OSError`, and `ValueError` for a bad port."""
    host = parts.hostname or ""
    plain = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, parts.query, ""))
    request = f"DESCRIBE {plain} RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\nUser-Agent: tavolo\r\n\r\n"
    with _connected(host, parts.port or PORTS[parts.scheme], parts.scheme) as line:
        line.settimeout(TIMEOUT_S)
        line.sendall(request.encode())
        return _received(line).decode("utf-8", "replace")


def _connected(host: str, port: int, scheme: str) -> socket.socket:
    """The line, with TLS over it for ``rtsps``: cameras sign for themselves, and nothing secret is sent here."""
    bare = socket.create_connection((host, port), TIMEOUT_S)
    if scheme != "rtsps":
        return bare
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    try:
        return context.wrap_socket(bare, server_hostname=host)
    except OSError:
        bare.close()
        raise


def _received(line: socket.socket) -> bytes:
    """The answer's head, and the description that follows it."""
    answer = b""
    while len(answer) < LARGEST_BYTES:
        more = line.recv(4096)
        if not more:
            break
        answer += more
        head, end, body = answer.partition(b"\r\n\r\n")
        if end and len(body) >= _length(head):
            break
    return answer


def _length(head: bytes) -> int:
    """How many bytes follow the head, as it says; 0 where it says nothing."""
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            return int(value)
    return 0
