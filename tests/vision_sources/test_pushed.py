"""Pictures that a phone sends: the newest wins, a photo is shown until it is believed, and nonsense is refused."""

from __future__ import annotations

import threading
import time

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera_reasons import in_words
from vision.encoded import BadPicture
from vision.sources import pushed
from vision.sources.pushed import LARGEST_BYTES, SHOWN_AGAIN, PushedSource
from vision.sources.reasons import Reason
from vision.sources.source import CLOSED, LIVE, NO_PICTURES, OPENING, RESTING


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def jpeg(level: int = 90, size: tuple[int, int] = (48, 64)) -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((*size, 3), level, np.uint8))[1])


def test_the_newest_picture_wins() -> None:
    source = PushedSource()
    source.push(jpeg(40), "stream", 0.0)
    source.push(jpeg(200), "stream", 0.0)
    frame = source.newest(0, 0.0)
    assert frame is not None
    assert (frame.number, int(frame.image.mean())) == (2, 200)
    assert source.newest(frame.number, 0.0) is None


def test_pictures_of_many_phones_are_unpacked_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    unpacking, together = threading.Semaphore(1), []

    def slowly(data: bytes, largest: int) -> NDArray[np.uint8]:
        together.append(not unpacking.acquire(blocking=False))
        time.sleep(0.05)
        unpacking.release()
        return np.zeros((48, 64, 3), np.uint8)

    monkeypatch.setattr(pushed, "decoded", slowly)
    sources = [PushedSource(), PushedSource()]
    senders = [threading.Thread(target=source.push, args=(b"", "photo", 0.0)) for source in sources * 2]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert together == [False] * 4


def test_who_sends_waits_until_the_table_has_looked() -> None:
    source = PushedSource()
    looked = threading.Event()

    def look() -> None:
        frame = source.newest(0, 5.0)
        assert frame is not None
        time.sleep(0.2)
        looked.set()
        source.newest(frame.number, 0.0)

    thread = threading.Thread(target=look)
    thread.start()
    took = source.push(jpeg(), "stream", 5.0)
    assert looked.is_set(), "the answer tells of this picture, not of the one before"
    thread.join()
    assert took.looked_at
    assert (took.width, took.height) == (64, 48)
    assert not source.push(jpeg(), "stream", 0.0).looked_at


def test_a_photo_is_shown_until_it_is_believed_and_then_nobody_misses_another() -> None:
    clock = Clock()
    source = PushedSource(clock=clock)
    assert source.status == OPENING
    source.push(jpeg(), "photo", 0.0)
    number = 0
    for _ in range(SHOWN_AGAIN):
        assert source.status == LIVE
        frame = source.newest(number, 0.0)
        assert frame is not None
        number = frame.number
        clock.now += 1.0
    assert source.newest(number, 0.0) is None
    clock.now += 600.0
    assert source.status == RESTING


def test_a_photo_is_shown_again_when_something_new_is_said_of_it_but_never_a_streams_picture() -> None:
    clock = Clock()
    source = PushedSource(clock=clock)
    source.again()
    assert source.status == OPENING
    source.push(jpeg(), "photo", 0.0)
    number = 0
    for _ in range(SHOWN_AGAIN):
        frame = source.newest(number, 0.0)
        assert frame is not None
        number = frame.number
        clock.now += 1.0
    assert source.status == RESTING
    source.again()
    assert source.status == LIVE
    shown = source.newest(number, 0.0)
    assert shown is not None
    assert shown.number > number
    source.push(jpeg(), "stream", 0.0)
    streamed = source.newest(0, 0.0)
    source.again()
    assert source.newest(0, 0.0) is streamed


def test_a_stream_that_falls_silent_has_no_pictures() -> None:
    clock = Clock()
    source = PushedSource(clock=clock)
    source.push(jpeg(), "stream", 0.0)
    assert source.status == LIVE
    clock.now += 60.0
    assert source.status == NO_PICTURES
    assert source.detail == Reason.of("silent", seconds="4")
    assert in_words(source.detail, "de") == "kein Bild seit mehr als 4 s"


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"", "empty"), (b"no picture at all", "not a picture"), (b"\xff" * (LARGEST_BYTES + 1), "bytes")],
)
def test_what_is_no_picture_is_refused_and_changes_nothing(data: bytes, reason: str) -> None:
    source = PushedSource()
    with pytest.raises(BadPicture, match=reason):
        source.push(data, "stream", 0.0)
    assert source.status == OPENING


def test_a_torn_picture_is_refused_or_shown_but_never_crashes() -> None:
    source, whole = PushedSource(), jpeg(size=(480, 640))
    for cut in range(2, len(whole), 97):
        try:
            source.push(whole[:cut], "stream", 0.0)
        except BadPicture:
            continue


def test_a_closed_table_takes_no_more_pictures() -> None:
    source = PushedSource()
    source.close()
    assert source.status == CLOSED
    with pytest.raises(ConnectionError):
        source.push(jpeg(), "stream", 1.0)
    assert source.newest(0, 1.0) is None
