"""Pictures of the board that are kept, one for each entry of the log that all notice, if the players asked for it.

Off unless asked for; small; bounded; beside the games in the data folder and nowhere else; forgotten with their game.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table import Table
from vision.threads import ends_in_time
from vision.whole_file import write_whole

WIDTH_PX = 800
"""Width of a kept picture: pieces can be told apart on a phone, and a move takes some 60 kB."""
QUALITY = 62
"""JPEG quality: the pieces' edges are clean; a third of the bytes of the host page's picture."""
MOST_BYTES = 96 * 1024 * 1024
"""Bytes that one game may keep: some 1500 moves, four times a long evening's."""
AFTER_S = 0.8
"""s from an entry to its picture: the hand that made the move is on its way back."""

WAKE_S = 60.0
"""s after which a keeper looks by itself whether something has happened."""

log = logging.getLogger(__name__)

Picture = NDArray[np.uint8]


class KeptPictures:
    """The folder with a folder for each game that has pictures.

    >>> kept = KeptPictures(data / "moments")
    >>> kept.keep(3, 17, frame)
    True
    >>> kept.picture(3, 17)[:2]
    b'\\xff\\xd8'
    """

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most_bytes = most_bytes
        self._sizes: dict[int, int] = {}

    def keep(self, game: int, seq: int, image: Picture) -> bool:
        """Keeps `image` (BGR) as the picture of entry `seq`; False where the game's share of the disk is used up."""
        height = round(image.shape[0] * WIDTH_PX / image.shape[1])
        small = cv2.resize(image, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
        _, data = cv2.imencode(".jpg", small, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
        size = self._size(game)
        if size + data.nbytes > self._most_bytes:
            return False
        write_whole(self._of(game) / f"{seq:06}.jpg", data.tobytes())
        self._sizes[game] = size + data.nbytes
        return True

    def picture(self, game: int, seq: int) -> bytes | None:
        """The picture of that entry as JPEG, None where none was kept."""
        try:
            return (self._of(game) / f"{seq:06}.jpg").read_bytes()
        except OSError:
            return None

    def entries(self, game: int) -> frozenset[int]:
        """The entries of `game` that have a picture."""
        return frozenset(int(path.stem) for path in self._of(game).glob("*.jpg") if path.stem.isdigit())

    def forget(self, game: int) -> None:
        """Removes every picture of `game`."""
        shutil.rmtree(self._of(game), ignore_errors=True)
        self._sizes.pop(game, None)

    def _of(self, game: int) -> Path:
        return self._folder / str(game)

    def _size(self, game: int) -> int:
        if game not in self._sizes:
            self._sizes[game] = sum(path.stat().st_size for path in self._of(game).glob("*.jpg"))
        return self._sizes[game]


class PictureKeeper:
    """Keeps the newest picture of the board after each commit that all notice, in a thread of its own, while `wanted`
    says so. How many there are, and when they were made, tells of nothing hidden."""

    def __init__(
        self, table: Table, kept: KeptPictures, newest: Callable[[], Picture | None], wanted: Callable[[], bool]
    ) -> None:
        self._table = table
        self._kept = kept
        self._newest = newest
        self._wanted = wanted
        self._over = threading.Event()
        keeping = threading.Thread(target=self._keep_on, name="keeping pictures", daemon=True)
        self._thread = ends_in_time(keeping, self._over)

    def start(self) -> None:
        """Begins to keep."""
        self._thread.start()

    def close(self) -> None:
        """Ends; a picture that is due is still kept."""
        self._over.set()
        with self._table.changed:
            self._table.changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=2 * AFTER_S)

    def _keep_on(self) -> None:
        at = self._newest_entry()
        while not self._over.is_set():
            with self._table.changed:
                self._table.changed.wait_for(partial(self._has_news, at), timeout=WAKE_S)
            now = self._newest_entry()
            if now == at:
                continue
            at = now
            if now is None or not self._wanted():
                continue
            self._over.wait(AFTER_S)
            image = self._newest()
            later = self._newest_entry()
            if image is None or later is None or later[0] != now[0]:
                continue  # no picture, or the game is off the table by now, perhaps forgotten
            try:
                if not self._kept.keep(*now, image):
                    log.warning("game %d keeps no more pictures: its share of the disk is used up", now[0])
            except (OSError, cv2.error) as error:
                log.warning("a picture could not be kept: %s", error)

    def _has_news(self, at: tuple[int, int] | None) -> bool:
        return self._over.is_set() or self._newest_entry() != at

    def _newest_entry(self) -> tuple[int, int] | None:
        """The game on the table and its newest entry that all notice."""
        moment = self._table.moment
        newest = moment.journal.newest_noticed() if moment.journal is not None else None
        return None if newest is None else (moment.row.id, newest)
