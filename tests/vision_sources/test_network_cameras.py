"""Network cameras that send pictures by HTTP, one after the other or as a stream."""

from __future__ import annotations

from contextlib import closing
from functools import partial

import numpy as np
import pytest

from tests.waiting import comes_true
from vision.sources import LIVE, NO_ANSWER, NO_PICTURES, open_source

from .mjpeg import network_camera

until = partial(comes_true, within_s=8.0)


def test_mjpeg_camera_delivers_dies_and_is_waited_for() -> None:
    with network_camera() as camera, closing(open_source(camera.address + "/stream")) as source:
        frame = source.newest(0, 8.0)
        assert frame is not None, f"{source.status}: {source.detail}"
        assert frame.image.shape == (96, 128, 3)
        later = source.newest(frame.number, 5.0)
        assert later is not None
        assert later.number > frame.number
        camera.plugged_in = False
        assert until(lambda: source.status in (NO_PICTURES, NO_ANSWER))


@pytest.mark.parametrize("boundary", ["frame", "--frame", '"frame"'])
@pytest.mark.parametrize("says_length", [True, False])
def test_stream_is_read_however_its_camera_parts_the_pictures(boundary: str, says_length: bool) -> None:
    with network_camera() as camera:
        camera.boundary, camera.says_length = boundary, says_length
        with closing(open_source(camera.address + "/stream")) as source:
            first = source.newest(0, 8.0)
            assert first is not None, f"{source.status}: {source.detail}"
            assert first.image.shape == (96, 128, 3)
            later = source.newest(first.number, 5.0)
            assert later is not None
            assert not np.array_equal(later.image, first.image)


def test_stream_behind_a_password_is_opened_with_it() -> None:
    with network_camera() as camera:
        camera.password = "letters"
        with closing(open_source(camera.address.replace("//", "//host:letters@") + "/stream")) as source:
            assert source.newest(0, 8.0) is not None, f"{source.status}: {source.detail}"


def test_camera_of_single_pictures_is_asked_again_and_again() -> None:
    with network_camera() as camera, closing(open_source(camera.address + "/shot.jpg")) as source:
        frame = source.newest(0, 5.0)
        assert frame is not None
        camera.value = 200
        assert until(lambda: (new := source.newest(0, 1.0)) is not None and new.image.mean() > 180)
        camera.plugged_in = False
        assert until(lambda: source.status == NO_ANSWER)
        assert "refuses: 503" in source.detail


@pytest.mark.parametrize("path", ["/shot.jpg", "/stream"])
def test_a_camera_that_thinks_about_each_picture_longer_than_about_the_call_is_live(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("vision.sources.stills.CONNECT_S", 0.4)
    with network_camera() as camera:
        camera.thinks_s = 1.0
        with closing(open_source(camera.address + path)) as source:
            number = 0
            for _ in range(3):
                frame = source.newest(number, 8.0)
                assert frame is not None, source.detail
                number = frame.number
                assert (source.status, source.detail) == (LIVE, "")


def test_address_that_answers_without_a_picture_says_so() -> None:
    with network_camera() as camera, closing(open_source(camera.address + "/page.jpg")) as source:
        assert until(lambda: source.status == NO_PICTURES)
        assert "not with a picture" in source.detail


def test_address_that_sends_a_picture_is_asked_again_and_again_whatever_its_ending() -> None:
    with network_camera() as camera, closing(open_source(camera.address + "/capture")) as source:
        first = source.newest(0, 8.0)
        assert first is not None, f"{source.status}: {source.detail}"
        camera.value = 200
        assert until(lambda: (new := source.newest(0, 1.0)) is not None and new.image.mean() > 180)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/nothing", "has nothing at /nothing"),
        ("/page", "ends in /video"),
        ("/nothing.jpg", "not with a picture: this is not a picture"),
    ],
)
def test_address_where_no_camera_is_says_what_is_there(path: str, said: str) -> None:
    with network_camera() as camera, closing(open_source(camera.address + path)) as source:
        assert until(lambda: source.status in (NO_ANSWER, NO_PICTURES))
        assert said in source.detail


@pytest.mark.parametrize(("path", "says_length"), [("/shot.jpg", True), ("/stream", True), ("/stream", False)])
def test_half_a_picture_is_none_and_the_camera_is_believed_again_when_they_are_whole(
    path: str, says_length: bool
) -> None:
    with network_camera() as camera:
        camera.says_length = says_length
        with closing(open_source(camera.address + path)) as source:
            assert source.newest(0, 8.0) is not None
            camera.breaks_off = True
            assert until(lambda: source.status == NO_PICTURES)
            assert "breaks off" in source.detail
            assert source.newest(0, 0.01) is None
            camera.breaks_off = False
            assert source.newest(0, 8.0) is not None


def test_camera_that_wants_a_password_gets_the_one_of_its_address_which_is_never_shown() -> None:
    with network_camera() as camera:
        camera.password = "se cret"
        address = camera.address.replace("//", "//host:se%20cret@") + "/shot.jpg"
        with closing(open_source(address)) as source:
            assert source.newest(0, 8.0) is not None, source.detail
            camera.password = "changed"
            assert until(lambda: source.status == NO_ANSWER)
            assert "does not take that user" in source.detail
            assert "cret" not in source.detail


def test_camera_that_wants_a_password_which_its_address_has_not_says_how_to_give_it() -> None:
    with network_camera() as camera:
        camera.password = "se cret"
        with closing(open_source(camera.address + "/shot.jpg")) as source:
            assert until(lambda: source.status == NO_ANSWER)
            assert "as in http://user:password@" in source.detail


def test_stream_comes_back_after_its_camera_was_unplugged() -> None:
    with network_camera() as camera, closing(open_source(camera.address + "/stream")) as source:
        assert source.newest(0, 8.0) is not None, source.detail
        camera.plugged_in = False
        assert until(lambda: source.status == NO_ANSWER)
        assert "503" in source.detail
        camera.plugged_in = True
        assert source.newest(0, 20.0) is not None
