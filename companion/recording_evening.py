"""Records what a camera sees of a game's board, without a table: for setting up, and for reports."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from vision.recorder import Recorder, record
from vision.sources import open_source
from vision.sources.source import Source

LOOK_S = 1.0
"""How long a look for the first picture waits before it says again how the camera fares."""


class NoPicture(Exception):
    """The camera showed nothing; the message says how it fared."""


def record_camera(
    game: str,
    options: Mapping[str, str],
    eye: str,
    folder: Path,
    until: threading.Event,
    every_s: float,
    on_frame: Callable[[int], None],
    on_wait: Callable[[str], None],
) -> int:
    """Records the camera `eye` into `folder` until the event is set; answers how many frames there are.

    While no picture has come `on_wait` is told how the camera fares, and nothing is written. Raises `UnknownSource` for
    no camera, `NoPicture`, `FileExistsError` for a folder in use, `RecordingFull` at a limit.
    """
    source = open_source(eye)
    try:
        _wait_for_a_picture(source, until, on_wait)
        recorder = Recorder(folder, game=game, options=options)
        try:
            record(source, recorder, until, interval_s=every_s, on_frame=on_frame)
        finally:
            recorder.close()
    finally:
        source.close()
    return recorder.frames


def _wait_for_a_picture(source: Source, until: threading.Event, on_wait: Callable[[str], None]) -> None:
    while source.newest(0, LOOK_S) is None:
        if until.is_set():
            raise NoPicture(source.detail)
        on_wait(source.detail or source.status)
