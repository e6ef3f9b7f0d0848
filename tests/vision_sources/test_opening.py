"""Cameras are named by text: devices and streams are opened, and what names none is refused."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.waiting import comes_true
from vision.sources import NO_DEVICE, SourceError, UnknownSource, open_source
from vision.sources.addresses import without_password
from vision.sources.opencv import OpenCvCapture, StreamOpener, V4l2Opener

until = partial(comes_true, within_s=8.0)


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("v4l2:front", "the number of the camera, as in v4l2:0"),
        ("ftp://host/x", "'ftp' is not a kind of address"),
        ("rtsp:///board", "no host name"),
        ("no-such-folder", "neither a folder nor a camera"),
        ("a" * 300, "cannot be looked at as a camera"),
        ("http://[::1", "'http://\\[::1' is no address: a port is a number"),
        ("http://cam:99999/", "a port is a number up to 65535"),
        ("http://the cam/", "spaces in a password or a path are written"),
        ("", "no camera is named; right are: v4l2:N"),
    ],
)
def test_text_that_names_no_camera_is_refused(spec: str, problem: str) -> None:
    with pytest.raises(UnknownSource, match=problem):
        open_source(spec)


def test_a_folder_that_may_not_be_looked_into_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "is_file", refused)
    with pytest.raises(UnknownSource, match="cannot be looked at as a camera \\(Permission denied\\)"):
        open_source(str(tmp_path))


@pytest.mark.parametrize("password", ["se[cret", "se#cret", "se/cret", "se?cret"])
def test_a_password_that_is_written_wrong_is_told_how_to_write_and_not_repeated(password: str) -> None:
    with pytest.raises(UnknownSource, match="are written %5B %23") as refused:
        open_source(f"rtsp://anna:{password}@192.168.1.7/board")
    assert "cret" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_camera_that_is_not_plugged_in_is_waited_for() -> None:
    with closing(open_source("v4l2:97")) as source:
        assert until(lambda: source.status == NO_DEVICE)
        assert "/dev/video97" in source.detail
        assert source.newest(0, 0.01) is None


class FakeVideo:
    """Stands for `cv2.VideoCapture`: opens only with parameters it likes, then gives the pictures of a script."""

    def __init__(self, opens: bool, script: Sequence[bool] = ()) -> None:
        self.script, self.properties = list(script), dict[int, float]()
        self.released = False
        self.isOpened = lambda: opens

    def read(self) -> tuple[bool, object]:
        came = self.script.pop(0) if self.script else False
        return came, np.zeros((4, 4, 3), np.uint8) if came else None

    def get(self, key: int) -> float:
        return self.properties.get(key, 0.0)

    def set(self, key: int, value: float) -> bool:
        self.properties[key] = value
        return True

    def release(self) -> None:
        self.released = True


def test_webcam_is_asked_for_full_hd_mjpg_and_no_queue(tmp_path: Path) -> None:
    device = tmp_path / "video3"
    device.touch()
    asked: list[Sequence[int]] = []
    video = FakeVideo(opens=True)

    def make(number: int | str, backend: int, parameters: Sequence[int]) -> FakeVideo:
        assert (number, backend) == (3, cv2.CAP_V4L2)
        asked.append(parameters)
        return video

    V4l2Opener(3, make, device)(threading.Event())  # type: ignore[arg-type]
    wanted = dict(zip(asked[0][::2], asked[0][1::2]))
    assert wanted[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert (wanted[cv2.CAP_PROP_FRAME_WIDTH], wanted[cv2.CAP_PROP_FRAME_HEIGHT]) == (1920, 1080)
    assert video.properties == {cv2.CAP_PROP_BUFFERSIZE: 1}


def test_webcam_without_full_hd_is_taken_as_it_is(tmp_path: Path) -> None:
    device = tmp_path / "video3"
    device.touch()
    videos = [FakeVideo(opens=False), FakeVideo(opens=True, script=[True])]
    made = iter(videos)
    capture = V4l2Opener(3, lambda *asked: next(made), device)(threading.Event())  # type: ignore[arg-type]
    assert capture.read().shape == (4, 4, 3)
    assert videos[0].released


def test_webcam_that_another_program_uses_says_so(tmp_path: Path) -> None:
    device = tmp_path / "video3"
    device.touch()
    opener = V4l2Opener(3, lambda *asked: FakeVideo(opens=False), device)  # type: ignore[arg-type]
    with pytest.raises(SourceError, match=r"no_answer: .*another program"):
        opener(threading.Event())


def test_webcam_may_drop_a_picture_but_not_all() -> None:
    capture = OpenCvCapture(FakeVideo(True, [False, False, True]), "camera")  # type: ignore[arg-type]
    assert capture.read().shape == (4, 4, 3)
    with pytest.raises(SourceError, match="no_pictures: camera stopped"):
        capture.read()


@pytest.mark.parametrize(("width", "height", "rate", "threads"), [(1920, 1080, 25, [1]), (3840, 2160, 25, [1, None])])
def test_a_stream_is_decoded_by_one_thread_as_each_more_shows_an_older_picture(
    width: int, height: int, rate: int, threads: list[int | None]
) -> None:
    asked: list[int | None] = []

    def make(url: str, backend: int, parameters: Sequence[int]) -> FakeVideo:
        asked.append(dict(zip(parameters[::2], parameters[1::2])).get(cv2.CAP_PROP_N_THREADS))
        video = FakeVideo(opens=True)
        video.properties = {
            cv2.CAP_PROP_FRAME_WIDTH: width,
            cv2.CAP_PROP_FRAME_HEIGHT: height,
            cv2.CAP_PROP_FPS: rate,
        }
        return video

    StreamOpener("rtsp://192.168.1.7/board", make)(threading.Event())  # type: ignore[arg-type]
    assert asked == threads, "what one core cannot decode in time would fall behind instead"


def test_password_of_a_camera_is_never_shown() -> None:
    shown = without_password("rtsp://admin:secret@192.168.1.7:554/board?token=abc")
    assert shown == "rtsp://192.168.1.7:554/board"
