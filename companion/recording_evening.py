"""Records what cameras see of a game's board, without a table: for setting up, and for reports."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec

from vision.recorder import Recorder, record
from vision.sources import open_source
from vision.sources.source import Source

LOOK_S = 1.0
"""How long a look for the first picture waits before it says again how the camera fares."""


class Recorded(msgspec.Struct, frozen=True):
    """What came of a camera: a recording with so many frames in `folder`, or none, and how the camera fared."""

    folder: Path
    frames: int
    fared: str = ""


def folders(folder: Path, cameras: int) -> tuple[Path, ...]:
    """Where each camera's recording goes: into `folder` itself, or below it where there are several.

    A recording holds what one camera saw.
    """
    if cameras == 1:
        return (folder,)
    return tuple(folder / f"camera-{number}" for number in range(1, cameras + 1))


def record_cameras(
    game: str,
    options: Mapping[str, str],
    eyes: Sequence[str],
    folder: Path,
    until: threading.Event,
    every_s: float,
    on_frame: Callable[[str, int], None],
    on_wait: Callable[[str, str], None],
) -> list[Recorded]:
    """Records every camera of `eyes` below `folder`, at once, until the event is set.

    While a camera has shown no picture `on_wait` is told how it fares, and nothing of it is written. Raises
    `UnknownSource` for no camera, `FileExistsError` for a folder in use, `RecordingFull` at a limit.
    """

    def recorded(eye: str, source: Source, into: Path) -> Recorded:
        try:
            while source.newest(0, LOOK_S) is None:
                if until.is_set():
                    return Recorded(into, 0, source.detail)
                on_wait(eye, source.detail or source.status)
            with closing(Recorder(into, game=game, options=options)) as recorder:
                record(source, recorder, until, interval_s=every_s, on_frame=lambda frames: on_frame(eye, frames))
            return Recorded(into, recorder.frames)
        except BaseException:
            until.set()  # the others end, too
            raise

    with ExitStack() as opened, ThreadPoolExecutor(len(eyes), thread_name_prefix="recording") as at_once:
        sources = [opened.enter_context(closing(open_source(eye))) for eye in eyes]
        return list(at_once.map(recorded, eyes, sources, folders(folder, len(eyes))))
