"""Why a network camera's stream does not open: the host reads what to do about it, not only that it failed."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from vision.sources import NO_ANSWER, SourceError
from vision.sources.opencv import StreamOpener
from vision.sources.rtsp import why_closed

NO_VIDEO = b"v=0\r\nm=audio 0 RTP/AVP 0\r\n"
VIDEO = b"v=0\r\nm=video 0 RTP/AVP 96\r\n"

Camera = Callable[[bytes], str]


def described(sdp: bytes) -> bytes:
    return b"RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: %d\r\n\r\n" % len(sdp) + sdp


@pytest.fixture
def camera() -> Iterator[Camera]:
    """Starts a camera that answers every request with those bytes; gives its host and port."""
    doors: list[socket.socket] = []

    def answering(answer: bytes) -> str:
        door = socket.create_server(("127.0.0.1", 0))
        doors.append(door)

        def serve() -> None:
            while True:
                try:
                    line, _ = door.accept()
                except OSError:
                    return
                with line:
                    line.recv(4096)
                    for part in (answer[:20], answer[20:]):  # as packets come
                        line.sendall(part)

        threading.Thread(target=serve, daemon=True).start()
        return f"127.0.0.1:{door.getsockname()[1]}"

    yield answering
    for door in doors:
        door.shutdown(socket.SHUT_RDWR)
        door.close()


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (b"RTSP/1.0 401 Unauthorized\r\nCSeq: 1\r\n\r\n", "wants a user and a password"),
        (b"RTSP/1.0 403 Forbidden\r\nCSeq: 1\r\n\r\n", "does not take that user"),
        (b"RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n", "has nothing at /board"),
        (b"RTSP/1.0 453 Not Enough Bandwidth\r\n\r\n", "refuses: 453 Not Enough Bandwidth"),
        (described(NO_VIDEO), "sends no video"),
        (described(VIDEO), "H.264 or MJPEG"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "does not speak RTSP"),
        (b"", "does not speak RTSP"),
    ],
)
def test_a_camera_that_refuses_is_quoted_in_words(camera: Camera, answer: bytes, says: str) -> None:
    assert says in why_closed(f"rtsp://{camera(answer)}/board")


def test_a_wrong_password_is_told_apart_from_none(camera: Camera) -> None:
    refusing = camera(b"RTSP/1.0 401 Unauthorized\r\nCSeq: 1\r\n\r\n")
    assert "does not take that user and that password" in why_closed(f"rtsp://ilsa:rick@{refusing}/board")


def test_nobody_at_the_address_is_said_as_the_network_says_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    assert why_closed(f"rtsp://127.0.0.1:{port}/board").startswith("does not answer: ")
    assert "does not answer" in why_closed("rtsp://127.0.0.1:99999/board")


def test_the_host_reads_the_reason_and_never_the_password(camera: Camera) -> None:
    refusing = camera(b"RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n")
    with pytest.raises(SourceError) as refused:
        StreamOpener(f"rtsp://ilsa:letters@{refusing}/board")(threading.Event())
    assert refused.value.status == NO_ANSWER
    assert "has nothing at /board" in str(refused.value)
    assert "letters" not in str(refused.value)
