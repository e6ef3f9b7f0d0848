"""A small network camera on loopback: a real MJPEG stream, and single pictures, over HTTP."""

from __future__ import annotations

import base64
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

FRAME_S = 0.02


def jpeg(value: int) -> bytes:
    """A grey JPEG with a little noise, different each time."""
    rng = np.random.default_rng(value)
    image = np.clip(rng.normal(value, 6, (96, 128, 3)), 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", image)[1].tobytes()


class NetworkCamera:
    """Serves ``/stream``, ``/shot.jpg`` and the same as ``/capture`` while `plugged_in`.

    While `breaks_off` its pictures are sent by half; with a `password` it wants that of the user "host". Some cameras'
    streams do not say a picture's length, and some say the `boundary` between two with its dashes, or in quotes. Before
    each picture it `thinks_s` without a byte.
    """

    def __init__(self, port: int) -> None:
        self.plugged_in = True
        self.breaks_off = False
        self.says_length = True
        self.boundary = "frame"
        self.password = ""
        self.address = f"http://127.0.0.1:{port}"
        self.value = 100
        self.thinks_s = 0.0


class _Handler(BaseHTTPRequestHandler):
    camera: NetworkCamera

    def do_GET(self) -> None:
        if not self.camera.plugged_in:
            self.send_error(503)
        elif self.camera.password and self.headers.get("Authorization") != self._wanted():
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
        elif self.path == "/stream":
            self._stream()
        elif self.path in ("/shot.jpg", "/capture"):
            time.sleep(self.camera.thinks_s)
            data = jpeg(self.camera.value)
            self._answer("image/jpeg", data[: len(data) // 2] if self.camera.breaks_off else data)
        elif self.path == "/nothing":
            self.send_error(404)
        else:
            self._answer("text/plain", b"no picture here")

    def _wanted(self) -> str:
        return "Basic " + base64.b64encode(f"host:{self.camera.password}".encode()).decode()

    def _answer(self, kind: str, data: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={self.camera.boundary}")
        self.end_headers()
        number = 0
        while self.camera.plugged_in:
            number += 1
            data = jpeg(60 + number % 100)
            data = data[: len(data) // 2] if self.camera.breaks_off else data
            length = f"Content-Length: {len(data)}\r\n" if self.camera.says_length else ""
            head = f"--frame\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode()
            try:
                self.wfile.write(head + data + b"\r\n")
            except OSError:
                return
            time.sleep(max(FRAME_S, self.camera.thinks_s))

    def log_message(self, *args: object) -> None:
        """Says nothing."""


@contextmanager
def network_camera() -> Iterator[NetworkCamera]:
    """A camera that is there for as long as the test needs it."""
    handler = type("Handler", (_Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    handler.camera = NetworkCamera(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield handler.camera
    finally:
        handler.camera.plugged_in = False
        server.shutdown()
        server.server_close()
        thread.join(2)
