"""A Pi's own camera, told by a stand-in for `picamera2`: what is asked of it, and what goes wrong in words."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.sources import NO_ANSWER, NO_DEVICE, NO_PICTURES, SourceError, UnknownSource, open_source
from vision.sources.picamera import MANUAL_FOCUS, PicameraOpener


class Picamera2:
    """As much of the library's class as is used."""

    connected = 1
    focuses = True
    broken = ""

    def __init__(self, number: int) -> None:
        if self.broken == "open":
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.number, self.running, self.closed = number, False, False
        self.camera_controls = {"AfMode": (0, 2, 0)} if self.focuses else {}

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [{"Num": number} for number in range(cls.connected)]

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, wanted: dict[str, Any]) -> None:
        self.wanted = wanted

    def start(self) -> None:
        if self.broken == "start":
            raise RuntimeError("Device or resource busy")
        self.running = True

    def capture_array(self, name: str) -> np.ndarray:
        if self.broken == "read":
            raise RuntimeError("Camera frontend has timed out!")
        width, height = self.wanted["main"]["size"]
        return np.full((height, width, 3), (10, 20, 200), np.uint8)

    def stop(self) -> None:
        self.running = False

    def close(self) -> None:
        self.closed = True


def _opener(number: int = 0, **differences: Any) -> PicameraOpener:
    camera = type("Picamera2", (Picamera2,), differences)
    return PicameraOpener(number, lambda: SimpleNamespace(Picamera2=camera))


def _refused(opener: PicameraOpener) -> SourceError:
    with pytest.raises(SourceError) as error:
        opener(threading.Event()).read()
    return error.value


def test_pictures_come_in_full_hd_as_opencv_orders_colours() -> None:
    capture = _opener()(threading.Event())
    image = capture.read()
    assert image.shape == (1080, 1920, 3)
    assert tuple(image[0, 0]) == (10, 20, 200)


def test_the_lens_stays_where_it_is_whatever_comes_before_it() -> None:
    capture = _opener()(threading.Event())
    assert capture._camera.wanted["controls"]["AfMode"] == MANUAL_FOCUS
    fixed = _opener(focuses=False)(threading.Event())
    assert "AfMode" not in fixed._camera.wanted["controls"]


def test_the_camera_is_given_back() -> None:
    capture = _opener()(threading.Event())
    capture.release()
    assert (capture._camera.running, capture._camera.closed) == (False, True)


def test_what_is_wrong_is_said() -> None:
    assert _refused(_opener(1)).status == NO_DEVICE
    assert "did not complete" in _refused(_opener(broken="open")).detail
    assert _refused(_opener(broken="start")).status == NO_ANSWER
    assert _refused(_opener(broken="read")).status == NO_PICTURES


def test_without_the_library_it_says_how_to_bring_it() -> None:
    def missing() -> Any:
        raise ImportError("No module named 'picamera2'")

    error = _refused(PicameraOpener(0, missing))
    assert error.status == NO_ANSWER
    assert "apt install python3-picamera2" in error.detail


def test_a_numpy_that_does_not_fit_is_told_with_its_cure() -> None:
    def misbuilt() -> Any:
        raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    error = _refused(PicameraOpener(0, misbuilt))
    assert "numpy.dtype size changed" in error.detail
    assert "pip install --force-reinstall --no-deps simplejpeg" in error.detail


def test_it_is_named_by_its_number() -> None:
    with pytest.raises(UnknownSource, match="as in picamera:0"):
        open_source("picamera:front")
