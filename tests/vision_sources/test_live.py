"""A camera behind `LiveSource`: the newest frame only, and a reason whenever there is none."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count

import pytest

from tests.waiting import comes_true
from vision.sources.backoff import Backoff
from vision.sources.live import LiveSource
from vision.sources.pulse import Pulse
from vision.sources.source import CLOSED, FROZEN, LIVE, NO_ANSWER, NO_PICTURES, Frame, SourceError

from .fakes import FakeCamera, picture

SOON = Backoff(first_s=0.01, most_s=0.02)
UNPLUGGED = SourceError(NO_PICTURES, "unplugged")
until = partial(comes_true, within_s=5.0)


def first_frame(source: LiveSource, after: int = 0) -> Frame:
    frame = source.newest(after, 5.0)
    assert frame is not None
    return frame


def test_only_the_newest_frame_is_kept() -> None:
    with closing(LiveSource(FakeCamera([10, 20, 30]))) as source:
        assert until(lambda: (frame := source.newest(0, 1.0)) is not None and frame.number == 3)
        frame = first_frame(source)
        assert frame.image[0, 0, 0] == 30
        assert source.newest(frame.number, 0.01) is None
        assert source.status == LIVE


def test_camera_that_dies_says_why_and_comes_back() -> None:
    camera = FakeCamera([10, UNPLUGGED], SourceError(NO_ANSWER, "busy"), [20])
    with closing(LiveSource(camera, backoff=SOON)) as source:
        assert until(lambda: camera.tries == 3)
        frame = first_frame(source)
        assert frame.image[0, 0, 0] == 20
        assert frame.number == 2, "numbers go on where they were, so nobody misses the first frame after"
        assert (source.status, source.detail) == (LIVE, "")
        assert camera.opened[0].released


@pytest.mark.parametrize(
    "camera",
    [
        FakeCamera([10, MemoryError("no room for a picture")], [20]),
        FakeCamera(RuntimeError("the driver is not ready"), [20]),
        FakeCamera([10, UNPLUGGED], [20], torn=RuntimeError("it cannot be given back")),
    ],
)
def test_whatever_a_driver_raises_the_camera_comes_back(camera: FakeCamera) -> None:
    with closing(LiveSource(camera, backoff=SOON)) as source:
        assert until(lambda: (frame := source.newest(0, 1.0)) is not None and frame.image[0, 0, 0] == 20)
        assert (source.status, source.detail) == (LIVE, "")


def test_what_nobody_reckoned_with_is_told_while_the_camera_is_away() -> None:
    with closing(LiveSource(FakeCamera(RuntimeError("the driver is not ready")), backoff=SOON)) as source:
        assert until(lambda: source.status == NO_PICTURES)
        assert source.detail == "RuntimeError: the driver is not ready"


def test_dead_camera_gives_no_frame_but_a_reason() -> None:
    camera = FakeCamera([10, UNPLUGGED], SourceError(NO_ANSWER, "busy"))
    with closing(LiveSource(camera, backoff=SOON)) as source:
        assert until(lambda: source.status == NO_ANSWER)
        assert source.detail == "busy"
        assert source.newest(0, 0.01) is None, "the last picture of a dead camera is not what lies on the table"


def test_camera_that_will_not_open_is_tried_again_and_again() -> None:
    camera = FakeCamera(SourceError(NO_ANSWER, "busy"))
    with closing(LiveSource(camera, backoff=SOON)):
        assert until(lambda: camera.tries >= 4)


def test_stalled_camera_is_told_although_its_read_never_returns() -> None:
    now = [0.0]
    with closing(LiveSource(FakeCamera([10]), clock=lambda: now[0], pulse=Pulse(silent_s=4.0))) as source:
        first_frame(source)
        assert source.status == LIVE
        now[0] = 4.5
        assert source.status == NO_PICTURES
        assert "more than 4 s" in source.detail


def ticking(step_s: float) -> Callable[[], float]:
    """A clock that moves on whenever it is asked."""
    ticks = count()
    return lambda: next(ticks) * step_s


def test_frozen_camera_is_told_and_stays_told_when_it_is_opened_again() -> None:
    camera = FakeCamera([10] * 40, [10] * 20)
    with closing(LiveSource(camera, clock=ticking(0.25), backoff=Backoff(first_s=0, most_s=0))) as source:
        assert until(lambda: camera.tries >= 5)
        assert source.status == FROZEN
        assert source.detail == "unchanged for more than 6 s"
        assert source.newest(0, 0.01) is None


def test_frozen_camera_that_moves_again_is_live_again() -> None:
    camera = FakeCamera([10] * 40, [11])
    with closing(LiveSource(camera, clock=ticking(0.25), backoff=Backoff(first_s=0, most_s=0))) as source:
        assert until(lambda: source.status == LIVE and camera.tries == 2)
        assert first_frame(source).image[0, 0, 0] == 11


def test_frozen_camera_whose_old_picture_still_comes_first_is_live_again() -> None:
    camera = FakeCamera([10] * 40, [10, 10, 11])
    with closing(LiveSource(camera, clock=ticking(0.25), backoff=Backoff(first_s=0, most_s=0))) as source:
        assert until(lambda: source.status == LIVE and camera.tries == 2)
        assert first_frame(source).image[0, 0, 0] == 11


def test_pictures_that_may_stand_still_are_not_called_frozen() -> None:
    with closing(LiveSource(FakeCamera([10] * 60), notices_frozen=False, clock=ticking(0.25))) as source:
        assert until(lambda: (frame := source.newest(0, 1.0)) is not None and frame.number == 60)


def test_close_wakes_who_waits_and_ends_the_thread_quickly() -> None:
    source = LiveSource(FakeCamera(SourceError(NO_ANSWER, "busy")), backoff=Backoff(first_s=60.0, most_s=60.0))
    answers: list[Frame | None] = []
    waiting = threading.Thread(target=lambda: answers.append(source.newest(0, 30.0)))
    waiting.start()
    assert until(lambda: source.status == NO_ANSWER)
    started = time.monotonic()
    source.close()
    waiting.join(2)
    assert time.monotonic() - started < 1.0
    assert answers == [None]
    assert source.status == CLOSED
    assert source.newest(0, 0.0) is None


def test_slow_reader_delays_nobody() -> None:
    with closing(LiveSource(FakeCamera(list(range(200))), notices_frozen=False)) as source:
        held = first_frame(source)
        assert until(lambda: (frame := source.newest(0, 0.1)) is not None and frame.number == 200)
        assert held.image[0, 0, 0] == picture(held.number - 1)[0, 0, 0], "a frame that is held does not change"


@pytest.mark.parametrize("timeout_s", [0.0, 0.02])
def test_waiting_for_a_frame_ends_when_time_is_up(timeout_s: float) -> None:
    with closing(LiveSource(FakeCamera(["wait"]))) as source:
        started = time.monotonic()
        assert source.newest(0, timeout_s) is None
        assert time.monotonic() - started < 1.0
