"""A folder of pictures as a camera: those already there one after the other, then whatever is dropped into it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.encoded import BadPicture, decoded
from vision.sources.reasons import Reason
from vision.sources.source import NO_DEVICE, NO_PICTURES, SourceError

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
LARGEST_BYTES = 64_000_000
SHOWN_S = 1.0
"""How long each picture that was there at first is shown."""
HELD_S = 0.4
"""How often a picture is delivered again while there is no other: a camera on a still table is not blind."""
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
        raise SourceError(NO_DEVICE, Reason.of("folder", folder=folder, problem=error.strerror)) from error
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
        self._opened = False

    def __call__(self, closing: threading.Event) -> FolderCapture:
        there = listing(self._folder)
        in_order = sorted(there)
        if self._opened and there:
            # The pictures were shown before the folder was lost for a while: only the newest one matters.
            in_order = [max(there, key=lambda name: there[name][1])]
        self._opened = True
        return FolderCapture(self._folder, there, in_order, self._shown_s, self._look_s, closing)


class FolderCapture:
    """The folder while it is watched. `there` is what it holds already, of which `waiting` are yet to be shown."""

    def __init__(
        self,
        folder: Path,
        there: Listing,
        waiting: list[str],
        shown_s: float,
        look_s: float,
        closing: threading.Event,
    ) -> None:
        self._folder, self._shown_s, self._look_s, self._closing = folder, shown_s, look_s, closing
        self._waiting = waiting
        self._known = dict(there)
        self._seen = dict(there)
        self._shown_for_s = 0.0
        self._last: NDArray[np.uint8] | None = None
        self._unreadable = ""
        """The newest file, where it is no picture that can be read."""

    def read(self) -> NDArray[np.uint8]:
        """As `Capture.read`: a new picture as soon as it is there, else the last one again after `HELD_S`.

        One that cannot be read is left out, and told as long as it is the newest.
        """
        waited_s = 0.0
        while True:
            if self._last is None or self._shown_for_s >= self._shown_s:
                while self._waiting:
                    image = self._picture(self._waiting.pop(0))
                    if image is not None:
                        return image
            if self._last is not None and waited_s >= HELD_S:
                return self._last
            if self._last is None and self._unreadable:
                raise SourceError(NO_PICTURES, self.left_out)
            if self._closing.wait(self._look_s):
                raise SourceError(NO_PICTURES, f"{self._folder} was closed")
            waited_s += self._look_s
            self._shown_for_s += self._look_s
            image = self._dropped()
            if image is not None:
                return image

    @property
    def left_out(self) -> str:
        """As `Choosy.left_out`."""
        return Reason.of("bad_file", file=self._folder / self._unreadable) if self._unreadable else ""

    def release(self) -> None:
        """Nothing is held open."""

    def _dropped(self) -> NDArray[np.uint8] | None:
        """The newest picture that was put into the folder since it was opened, once."""
        now = listing(self._folder)
        name = newest_settled(self._seen, now, self._known)
        self._seen = now
        if self._unreadable not in now:
            self._unreadable = ""
        if name is None:
            return None
        # Whatever was dropped before it is old news; what is newer may still be on its way.
        self._known.update({other: stamp for other, stamp in now.items() if stamp[1] <= now[name][1]})
        self._waiting.clear()
        return self._picture(name)

    def _picture(self, name: str) -> NDArray[np.uint8] | None:
        try:
            self._last = decoded((self._folder / name).read_bytes(), LARGEST_BYTES, own=True)
        except (OSError, BadPicture):
            self._unreadable = name
            return None
        self._unreadable = ""
        self._shown_for_s = 0.0
        return self._last
