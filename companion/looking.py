"""Lets an eye look at a source without end: newest frame in, observation to the table, colours learnt back."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Contents, Observation
from vision.board_model import BoardModel
from vision.eye import Eye
from vision.memory import Tidier
from vision.pose import Pose
from vision.sources import LIVE, RESTING, Frame, Source
from vision.threads import ends_in_time
from vision.witnesses import Verdict

NO_FRAME_S = 1.0
"""s without a frame after which the table is told that the eye is blind, unless the camera is only slow: whether it is
live its source says, and many a camera takes longer for a single picture."""

TIDY_S = 5.0
"""s without anything new on the board after which memory is given back, and again: it takes 1 to 8 ms."""
AFTER_ERROR_S = 2.0
"""s of rest after a look that failed: what failed once, as on a full disk, mostly fails again at once."""
PICTURE_QUALITY = 80
"""JPEG quality of the picture on the host page: a few hundred kB at 1080p, artefacts not visible."""

log = logging.getLogger(__name__)


class Watched(Protocol):
    """What looking needs from the table."""

    def observe(self, observation: Observation) -> object:
        """Takes what was seen."""
        ...

    def refine(self, observation: Observation) -> object:
        """Takes what the eye says anew of a picture, now that it has learnt from it."""
        ...

    def confirmed(self) -> Mapping[Cell, Contents] | None:
        """What surely lies on the board now, place by place; None while anything is in doubt."""
        ...


class View(msgspec.Struct, frozen=True):
    """A frame, the board that is looked for in it, and where it is found, if it is.

    `verdict`: what markers, print and lattice say of that; `blind`: why nothing is seen, if nothing is.
    """

    frame: Frame
    model: BoardModel
    pose: Pose | None
    verdict: Verdict = Verdict()
    blind: str = ""


class Looking:
    """A thread that looks until `close`.

    An error in looking blinds the eye for that frame, one in making the eye until it can be made; both are logged, as
    is what the table could not take.
    """

    def __init__(self, source: Source, eye: Callable[[], Eye], board: Callable[[], object], table: Watched) -> None:
        """`eye` is made in the thread: it may take seconds (its board's picture must be drawn).

        It is made anew whenever `board` answers another value: another board lies on the table then.
        """
        self._source = source
        self._make_eye = eye
        self._board = board
        self._eye: Eye | None = None
        self._looked_for: object = None
        self._table = table
        self._frame: Frame | None = None
        self._view: View | None = None
        self._over = threading.Event()
        self._thread = ends_in_time(threading.Thread(target=self._look_on, name="looking", daemon=True), self._over)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def close(self) -> None:
        """Stops looking and closes the source."""
        self._over.set()
        self._source.close()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    @property
    def status(self) -> str:
        """How the source fares, in the source's words."""
        return self._source.status

    @property
    def detail(self) -> str:
        """What the status alone does not say."""
        return self._source.detail

    @property
    def stages_ms(self) -> Mapping[str, float]:
        """How long each stage of the last look took, ms."""
        return dict(self._eye.stages_ms) if self._eye else {}

    @property
    def frame(self) -> Frame | None:
        """The newest frame looked at."""
        return self._frame

    @property
    def view(self) -> View | None:
        """The newest frame that was looked at with the board in it; None before the first."""
        return self._view

    def outlines(self) -> list[NDArray[np.float64]]:
        """The cells' outlines in the newest frame, parts of its sides; empty while the board is not found."""
        frame, eye = self._frame, self._eye
        if frame is None or eye is None:
            return []
        return [outline / (frame.image.shape[1], frame.image.shape[0]) for outline in eye.outlines()]

    def hint(self, corners: NDArray[np.float64]) -> None:
        """Somebody showed the board's corners in the newest picture (4 × 2, parts of its sides, clockwise)."""
        frame, eye = self._frame, self._eye
        if frame is not None and eye is not None:
            eye.hint(corners * (frame.image.shape[1], frame.image.shape[0]))
            eye.expect(corners)

    def picture(self, cells: bool) -> bytes | None:
        """The newest frame as JPEG, with the recognised cells drawn over it if `cells`; None without a frame."""
        frame, eye = self._frame, self._eye
        if frame is None:
            return None
        image = eye.overlay(frame.image) if cells and eye is not None else frame.image
        done, data = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, PICTURE_QUALITY))
        return data.tobytes() if done else None

    def _look_on(self) -> None:
        tidier = Tidier(TIDY_S)
        while not self._over.is_set():
            try:
                self._look(tidier)
            except Exception:  # a full disk or a damaged file, say: the evening goes on with the next look
                log.exception("a look came to nothing")
                self._over.wait(AFTER_ERROR_S)

    def _look(self, tidier: Tidier) -> None:
        board = self._board()
        if self._eye is None or board != self._looked_for:
            self._eye, self._view = self._made(), None
            self._looked_for = board
            tidier.busy(time.monotonic())
        eye = self._eye
        frame = self._source.newest(self._frame.number if self._frame else -1, NO_FRAME_S)
        if frame is None and self._source.status in (LIVE, RESTING):
            tidier.idle(time.monotonic())
            return
        if frame is None:
            self._table.observe(blind("no_frame", time.monotonic()))
            self._over.wait(0.2)
            return
        self._frame = self._frame or frame  # the first is shown at once, each later one with what was seen in it
        seen = self._seen(eye, frame.image, frame.t)
        self._frame = frame
        self._view = View(frame, eye.model, eye.whole_pose, eye.verdict, seen.blind)
        if seen.evidence:
            tidier.busy(time.monotonic())
        else:
            tidier.idle(time.monotonic())
        if board != self._board():
            return  # another game was put on the table meanwhile: what this eye saw means nothing there
        self._table.observe(seen)
        placement = self._table.confirmed()
        if placement is not None:
            self._table.refine(eye.learn(placement))

    def _made(self) -> Eye:
        try:
            return self._make_eye()
        except Exception:
            self._eye = self._view = None  # it looked for another board
            self._table.observe(blind("error", time.monotonic()))
            raise

    def _seen(self, eye: Eye, image: NDArray[np.uint8], t: float) -> Observation:
        try:
            return eye.look(image, t)
        except Exception:  # whatever one odd frame does, the evening goes on with the next
            log.exception("a frame could not be looked at")
            return blind("error", t)


def blind(reason: str, t: float) -> Observation:
    """The observation of an eye that sees nothing, for `reason` (a text key)."""
    return Observation(t=t, evidence={}, blind=reason)
