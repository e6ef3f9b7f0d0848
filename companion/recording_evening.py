"""Records what a camera sees of a game's board, without a table: for setting up, and for reports."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from vision.recorder import Recorder, record
from vision.sources import open_source


def record_camera(
    game: str,
    options: Mapping[str, str],
    eye: str,
    folder: Path,
    until: threading.Event,
    every_s: float,
    on_frame: Callable[[int], None],
) -> int:
    """Records the camera `eye` into `folder` until the event is set; answers how many frames there are.

    Raises `UnknownSource` for no camera, `FileExistsError` for a folder in use, `RecordingFull` at a limit.
    """
    source = open_source(eye)
    try:
        recorder = Recorder(folder, game=game, options=options)
        try:
            record(source, recorder, until, interval_s=every_s, on_frame=on_frame)
        finally:
            recorder.close()
    finally:
        source.close()
    return recorder.frames
