"""Cameras that do what a test tells them: deliver, stall, freeze, die and come back."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sources.source import SourceError

Picture: TypeAlias = NDArray[np.uint8]
Step: TypeAlias = int | Exception | str


def picture(value: int) -> Picture:
    """A small picture that is told apart by its grey value."""
    return np.full((24, 32, 3), value, np.uint8)


def write_picture(path: Path, value: int) -> None:
    """The same as a file."""
    cv2.imwrite(str(path), picture(value))


class FakeCapture:
    """Delivers the pictures of one script; an error in it is raised, "wait" stalls until it is released or closed.

    `torn`: what giving the device back raises, if anything.
    """

    def __init__(self, script: Sequence[Step], closing: threading.Event, torn: Exception | None = None) -> None:
        self._script: Iterator[Step] = iter(script)
        self._closing, self._torn = closing, torn
        self.released = False

    def read(self) -> Picture:
        step = next(self._script, "wait")
        if isinstance(step, Exception):
            raise step
        if isinstance(step, str):
            self._closing.wait(30)
            raise SourceError("no_pictures", "stalled to the end of the test")
        return picture(step)

    def release(self) -> None:
        self.released = True
        if self._torn is not None:
            raise self._torn


class FakeCamera:
    """Opens one script after the other, the last one again and again; an error stands for a camera that won't open."""

    def __init__(self, *scripts: Sequence[Step] | Exception, torn: Exception | None = None) -> None:
        self._scripts, self._torn = list(scripts), torn
        self.opened: list[FakeCapture] = []
        self.tries = 0

    def __call__(self, closing: threading.Event) -> FakeCapture:
        script = self._scripts[min(self.tries, len(self._scripts) - 1)]
        self.tries += 1
        if isinstance(script, Exception):
            raise script
        self.opened.append(FakeCapture(script, closing, self._torn))
        return self.opened[-1]
