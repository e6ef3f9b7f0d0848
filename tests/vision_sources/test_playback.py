"""Recordings as cameras, in their own time or step by step."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec
import pytest

from engines.data import DataError
from tests.waiting import comes_true
from vision.recording import RecordedFrame, Recording
from vision.sources import ENDED, LIVE, open_source
from vision.sources.playback import PlaybackOpener

from .fakes import write_picture

until = partial(comes_true, within_s=8.0)


def recording(folder: Path, times: Sequence[float]) -> Path:
    (folder / "frames").mkdir(parents=True)
    frames = []
    for number, t in enumerate(times):
        write_picture(folder / "frames" / f"{number}.png", 10 * (number + 1))
        frames.append(RecordedFrame(f"frames/{number}.png", t))
    (folder / "recording.json").write_bytes(msgspec.json.encode(Recording(1, None, frames)))
    return folder


def test_stepped_recording_gives_every_frame_in_its_own_time(tmp_path: Path) -> None:
    with closing(open_source(str(recording(tmp_path / "r", [0.0, 1.5, 9.0])), stepped=True)) as source:
        frames = [source.newest(after, 0.0) for after in range(3)]
        assert [(frame.number, frame.t, frame.image[0, 0, 0]) for frame in frames if frame] == [
            (1, 0.0, 10),
            (2, 1.5, 20),
            (3, 9.0, 30),
        ]
        assert source.status == LIVE
        assert source.newest(3, 0.0) is None
        assert source.status == ENDED


def test_recording_is_played_in_its_own_time(tmp_path: Path) -> None:
    now = [100.0]
    opener = PlaybackOpener(recording(tmp_path / "r", [5.0, 6.5, 8.0, 20.0]), clock=lambda: now[0])
    closing_ = threading.Event()
    closing_.set()  # no wait takes time
    capture = opener(closing_)
    shown = []
    for now[0] in (100.0, 101.0, 101.6, 103.2, 130.0, 150.0):
        shown.append(int(capture.read()[0, 0, 0]))
    assert shown == [10, 10, 20, 30, 40, 40]


def test_recording_played_twice_as_fast_skips_what_is_past(tmp_path: Path) -> None:
    now = [0.0]
    opener = PlaybackOpener(recording(tmp_path / "r", [0.0, 1.0, 2.0]), speed=2.0, clock=lambda: now[0])
    capture = opener(threading.Event())
    assert capture.read()[0, 0, 0] == 10
    now[0] = 1.0
    assert capture.read()[0, 0, 0] == 30


def test_playing_recording_is_a_live_source(tmp_path: Path) -> None:
    with closing(open_source(str(recording(tmp_path / "r", [0.0, 0.05])))) as source:
        assert until(lambda: (frame := source.newest(0, 2.0)) is not None and frame.image[0, 0, 0] == 20)
        assert source.status == LIVE


def test_damaged_recording_is_told_at_once(tmp_path: Path) -> None:
    folder = recording(tmp_path / "r", [0.0, 1.0])
    (folder / "frames" / "1.png").unlink()
    with pytest.raises(DataError, match=r"frames\[1\].file: there is no picture"):
        open_source(str(folder))
