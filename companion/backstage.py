"""What stands beside the table: the cameras that look, recordings of what they see, and where phones join."""

from __future__ import annotations

import io
import logging
import threading
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.camera import PHONE
from companion.camera_reasons import after_name, fares_in_line
from companion.looking import Looking
from companion.recording_evening import folders
from companion.sensors.boards import BoardState
from companion.words import Words
from engines.physical import Cell, Contents
from vision.recorder import Recorder, RecordingFull
from vision.sources import LIVE, NO_PICTURES, OPENING, RESTING
from vision.threads import ends_in_time

RECORD_EVERY_S = 1.0
"""s between recorded frames: a move takes longer than that to be made by hand."""

log = logging.getLogger(__name__)


class EyeStage:
    """Implements `companion.service.Backstage`. May be called from any thread."""

    def __init__(
        self,
        looking: Looking,
        eye: str,
        recordings: Callable[[int], Path],
        head: Callable[[], tuple[int, str, Mapping[str, Any]]],
        known: Callable[[], Mapping[Cell, Contents] | None],
        words: Callable[[str], Words],
        join_url: Callable[[], str],
        boards: Callable[[], Sequence[BoardState]] = tuple,
        further: Sequence[tuple[Looking, str]] = (),
    ) -> None:
        """`eye` is the name of the camera of `looking`, empty where nothing looks.

        `further` are the other cameras, each with its name. `recordings` answers the folder for recordings of a game by
        its number; `head` number, kind and options of the game on the table, `known` what surely lies on the board now.
        """
        self._looking = looking
        self._watched = (looking, *(one for one, _ in further))
        self._cameras = (*(((looking, eye),) if eye else ()), *further)
        self._recordings = recordings
        self._head = head
        self._known = known
        self._words = words
        self._join_url = join_url
        self._boards = boards
        self._recorders: tuple[Recorder, ...] = ()
        self._folder: Path | None = None
        self._last: Path | None = None
        self._stop = threading.Event()

    def eye_words(self, lang: str) -> str:
        """Each camera and sensor board, and how it fares: a line for each."""
        words = self._words(lang)
        lines = []
        for looking, eye in self._cameras:
            lines.append(fares_in_line(eye, _status_key(looking, eye), looking.detail, lang))
        for board in self._boards():
            key = "unlearnt" if board.unlearnt else board.status
            status = words.say(f"eye.{key}", {"detail": after_name(board.spec, board.detail, lang)})
            lines.append(words.say("eye.boards", {"eye": board.spec, "status": status}))
        return "\n".join(lines)

    def stages_ms(self) -> Mapping[str, float]:
        """How long each stage of the last look took."""
        return self._looking.stages_ms

    def camera_jpeg(self, cells: bool) -> bytes | None:
        """The newest picture of the first camera that gives any; a photo until the next one is taken."""
        giving = (looking for looking, _ in self._cameras if looking.status in (LIVE, RESTING))
        return next((picture for looking in giving if (picture := looking.picture(cells)) is not None), None)

    def join_url(self) -> str:
        """Where phones join."""
        return self._join_url()

    def recording(self) -> bool:
        """Whether frames are being recorded."""
        return bool(self._recorders)

    def set_recording(self, on: bool) -> None:
        """Starts a recording of every camera in a new folder, or completes those that run."""
        if on and not self._recorders:
            number, game, options = self._head()
            self._folder = self._recordings(number) / time.strftime("%Y-%m-%d-%H%M%S")
            into = folders(self._folder, len(self._watched))
            self._recorders = tuple(Recorder(folder, game=game, options=options) for folder in into)
            self._stop.clear()
            recording = threading.Thread(
                target=self._record, args=(self._recorders, number), name="recording", daemon=True
            )
            ends_in_time(recording, self._stop).start()
        elif not on and self._recorders:
            self._stop.set()
            self._complete()

    def _complete(self) -> None:
        for recorder in self._recorders:
            recorder.close()
        self._last, self._recorders = self._folder, ()

    def recorded(self) -> bool:
        """Whether recordings were completed, and are still there."""
        return self._last is not None and self._last.exists()

    def recording_zip(self) -> bytes | None:
        """The last completed recording, of every camera, as a zip file."""
        if self._last is None or not self.recorded():
            return None
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:  # pictures are compressed already
            for path in sorted(self._last.rglob("*")):
                if path.is_file():
                    archive.write(path, path.relative_to(self._last.parent))
        return packed.getvalue()

    def _record(self, recorders: Sequence[Recorder], game: int) -> None:
        numbers = [-1] * len(recorders)
        began = time.monotonic()
        try:
            while not self._stop.wait(RECORD_EVERY_S):
                if self._head()[0] != game:
                    self.set_recording(False)  # another game is on the table: it would be another recording
                    return
                for at, (looking, recorder) in enumerate(zip(self._watched, recorders)):
                    frame = looking.frame
                    if frame is not None and frame.number != numbers[at]:
                        numbers[at] = frame.number
                        recorder.add(frame.image, max(0.0, frame.t - began), self._known())
        except (RecordingFull, ValueError, OSError) as error:
            log.warning("the recording ends: %s", error)
            if self._recorders is recorders:
                self._complete()


def _status_key(looking: Looking, eye: str) -> str:
    """The text for how a camera fares; of a phone another than of what somebody plugs in."""
    status = looking.status
    return f"phone_{status}" if eye == PHONE and status in (OPENING, NO_PICTURES) else status
