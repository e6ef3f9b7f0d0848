"""A recording of a live table is whole at every moment: after a crash, on a full disk, and when it is closed."""

from __future__ import annotations

import os
import shutil
import threading
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest

from engines.data import DataError
from vision.recorder import JOURNAL, Recorder, RecordingFull, record, rescue
from vision.recording import picture, read
from vision.sources.source import LIVE, Frame

from .fakes import picture as grey


def begun(folder: Path, **limits: int) -> Recorder:
    return Recorder(folder, game="casablanca_escape", options={"players": "red,blue"}, **limits)


def test_closed_recording_has_frames_known_placements_and_entries(tmp_path: Path) -> None:
    recorder = begun(tmp_path / "r")
    recorder.add(grey(10), 0.0, known={})
    recorder.add(grey(20), 1.5, known={"2702": ("disc:red",)})
    recorder.note({"type": "act", "seat": "red"}, 2.0)
    recorder.add(grey(30), 3.0)
    folder = recorder.close()
    recording = read(folder)
    assert recording.game == "casablanca_escape"
    assert recording.options == {"players": "red,blue"}
    assert [(frame.t, frame.known) for frame in recording.frames] == [
        (0.0, {}),
        (1.5, {"2702": ["disc:red"]}),
        (3.0, None),
    ]
    assert [(entry.t, entry.entry) for entry in recording.entries] == [(2.0, {"type": "act", "seat": "red"})]
    assert np.abs(picture(folder, recording.frames[1]).astype(int) - 20).max() <= 2
    assert not (folder / JOURNAL).exists()


def test_recording_can_be_read_while_it_is_written(tmp_path: Path) -> None:
    recorder = begun(tmp_path / "r")
    assert read(tmp_path / "r").frames == []
    for number in range(30):
        recorder.add(grey(number), float(number))
    assert len(read(tmp_path / "r").frames) >= 27


def test_crash_costs_no_frame(tmp_path: Path) -> None:
    recorder = begun(tmp_path / "r")
    for number in range(30):
        recorder.add(grey(number), float(number))
    recorder.note({"type": "undo", "seq": 3}, 99.5)
    crashed = shutil.copytree(tmp_path / "r", tmp_path / "crashed")
    assert rescue(crashed) == 30
    recording = read(crashed)
    assert [frame.t for frame in recording.frames] == [float(number) for number in range(30)]
    assert len(recording.entries) == 1
    assert rescue(crashed) == 30, "a whole recording stays as it is"


def test_line_cut_off_by_a_power_cut_is_left_out(tmp_path: Path) -> None:
    recorder = begun(tmp_path / "r")
    for number in range(3):
        recorder.add(grey(number), float(number))
    journal = tmp_path / "r" / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-9])
    assert rescue(tmp_path / "r") == 2


def test_damage_in_the_middle_of_a_journal_is_named(tmp_path: Path) -> None:
    begun(tmp_path / "r").add(grey(1), 0.0)
    journal = tmp_path / "r" / JOURNAL
    journal.write_bytes(journal.read_bytes().replace(b'"frame"', b'"dance"', 1) + b"{}\n")
    with pytest.raises(DataError, match=r"recording.jsonl: line 2: cannot be read"):
        rescue(tmp_path / "r")


def test_nothing_to_rescue_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"neither recording.json nor recording.jsonl"):
        rescue(tmp_path)


def test_folder_with_a_recording_is_not_written_over(tmp_path: Path) -> None:
    begun(tmp_path / "r").close()
    with pytest.raises(FileExistsError, match="holds a recording already"):
        begun(tmp_path / "r")


def test_recording_ends_at_its_limit_and_stays_readable(tmp_path: Path) -> None:
    recorder = begun(tmp_path / "r", most_bytes=2000)
    for number in range(3):
        recorder.add(grey(number), float(number))
    with pytest.raises(RecordingFull, match="limit: the recording has 0 MB"):
        recorder.add(np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8), 3.0)
    assert sum(path.stat().st_size for path in (tmp_path / "r" / "frames").iterdir()) <= 2000
    assert len(read(recorder.close()).frames) == recorder.frames == 3


def test_recording_leaves_the_disk_room_for_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**10, 10**10 - 4 * 10**8, 4 * 10**8))
    with pytest.raises(RecordingFull, match="disk: only 400 MB are free"):
        begun(tmp_path / "r").add(grey(1), 0.0)


def test_disk_that_fills_up_ends_the_recording_but_not_the_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = begun(tmp_path / "r")
    recorder.add(grey(1), 0.0)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(RecordingFull, match=r"disk: .*No space left on device"):
            recorder.add(grey(2), 1.0)
    with pytest.raises(RecordingFull, match="disk"):
        recorder.note({"type": "undo", "seq": 1}, 2.0)
    assert [frame.t for frame in read(recorder.close()).frames] == [0.0]


def test_time_never_runs_backwards(tmp_path: Path) -> None:
    recorder = begun(tmp_path / "r")
    recorder.add(grey(1), 5.0)
    with pytest.raises(ValueError, match=r"the frame at 4.0 s is before the last one at 5.0 s"):
        recorder.add(grey(2), 4.0)


class ThreeFrames:
    """A source that gives three frames, a blind moment between them, and then asks to end."""

    status, detail = LIVE, ""

    def __init__(self, until: threading.Event) -> None:
        self._answers = [Frame(1, 50.0, grey(1)), None, Frame(4, 52.5, grey(2)), Frame(5, 53.0, grey(3))]
        self._until = until

    def newest(self, after: int, timeout_s: float) -> Frame | None:
        if not self._answers:
            self._until.set()
            return None
        return self._answers.pop(0)

    def close(self) -> None:
        """Nothing to close."""


def test_live_source_is_recorded_from_its_first_frame_on(tmp_path: Path) -> None:
    until = threading.Event()
    recorder, counted = begun(tmp_path / "r"), list[int]()
    record(ThreeFrames(until), recorder, until, interval_s=0.0, on_frame=counted.append)
    assert [frame.t for frame in read(recorder.close()).frames] == [0.0, 2.5, 3.0]
    assert counted == [1, 2, 3]
