"""A folder of pictures as a camera: those already there one after the other, then whatever is dropped into it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sources.source import NO_DEVICE, NO_PICTURES, SourceError

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
SHOWN_S = 1.0
"""How long each picture that was there at first is shown, and how often the last one is shown again."""
LOOK_S = 0.2
"""How often the folder is looked at. A file that grew since the last look is still being written."""

Stamp: TypeAlias = tuple[int, int]
"""Size in bytes and time of change in ns."""
Listing: TypeAlias = dict[str, Stamp]


def listing(folder: Path) -> Listing:
    """Every picture in `folder` with its stamp; raises `SourceError` where there is no folder."""
    found: Listing = {}
    try:
        for path in folder.iterdir():
            if path.suffix.lower() in ENDINGS and not path.name.startswith("."):
                try:
                    stat = path.stat()
                except FileNotFoundError:
                    continue
                found[path.name] = stat.st_size, stat.st_mtime_ns
    except OSError as error:
        raise SourceError(NO_DEVICE, f"the folder {folder} cannot be read: {error.strerror}") from error
    return found


def newest_settled(before: Listing, now: Listing, shown: Listing) -> str | None:
    """The newest picture that is written to its end (unchanged between two looks) and was not shown as it is."""
    settled = [
        (stamp[1], name) for name, stamp in now.items() if before.get(name) == stamp and shown.get(name) != stamp
    ]
    return max(settled)[1] if settled else None


class FolderOpener:
    """Opens a folder of pictures; `shown_s` is how long each of the first ones stays."""

    def __init__(self, folder: Path, shown_s: float = SHOWN_S, look_s: float = LOOK_S) -> None:
        self._folder, self._shown_s, self._look_s = folder, shown_s, look_s

    def __call__(self, closing: threading.Event) -> FolderCapture:
        first = listing(self._folder)
        return FolderCapture(self._folder, first, self._shown_s, self._look_s, closing)


class FolderCapture:
    """The folder while it is watched. The pictures of `first` come in the order of their names."""

    def __init__(self, folder: Path, first: Listing, shown_s: float, look_s: float, closing: threading.Event) -> None:
        self._folder, self._shown_s, self._look_s, self._closing = folder, shown_s, look_s, closing
        self._waiting = sorted(first)
        self._shown = dict(first)
        self._seen = dict(first)
        self._last: NDArray[np.uint8] | None = None

    def read(self) -> NDArray[np.uint8]:
        """As `Capture.read`: a new picture as soon as it is there, else the last one again after `shown_s`."""
        waited_s = 0.0 if self._last is not None else self._shown_s
        while True:
            if waited_s >= self._shown_s:
                while self._waiting:
                    image = self._picture(self._waiting.pop(0))
                    if image is not None:
                        return image
                if self._last is not None:
                    return self._last
            if self._closing.wait(self._look_s):
                raise SourceError(NO_PICTURES, f"{self._folder} was closed")
            waited_s += self._look_s
            now = listing(self._folder)
            name = newest_settled(self._seen, now, self._shown)
            self._seen = now
            if name is not None:
                # Whatever else was dropped before it is old news.
                self._shown.update(now)
                self._waiting.clear()
                image = self._picture(name)
                if image is not None:
                    return image

    def release(self) -> None:
        """Nothing is held open."""

    def _picture(self, name: str) -> NDArray[np.uint8] | None:
        try:
            data = np.frombuffer((self._folder / name).read_bytes(), np.uint8)
        except OSError:
            return None
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
        if image is None:
            return None
        self._last = np.asarray(image, np.uint8)
        return self._last
