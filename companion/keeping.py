"""What a table keeps on the disk beside its store: recordings and pictures, by game; measured, and forgotten."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from companion.afterwards.kept import KeptPictures

STORE = "evening.db"
RECORDINGS = "recordings"
MOMENTS = "moments"
"""Folder of the pictures that are kept of each move, a folder for each game in it."""

COARSE_BYTES = 10 * 1024 * 1024
"""Step in which the store's size is told. It grows with every entry, hidden ones too, by some 12 kB in its log of
writes, which begins anew at 4 MB: an evening stays within one step."""


class Keeping:
    """The data folder of a table, or of one without a folder (tests), where nothing is kept."""

    def __init__(self, data: Path | None, database: str = "") -> None:
        """`database` names where the games are, if not in a file in `data`."""
        self.data = data
        self.places = " · ".join(filter(None, (str(data or ""), database)))
        self.pictures = KeptPictures(data / MOMENTS) if data is not None else None

    def recordings_of(self, game: int) -> Path:
        """The folder for recordings of `game`."""
        if self.data is None:
            raise ValueError("a table without a folder keeps no recordings")
        return self.data / RECORDINGS / f"game-{game}"

    def sizes(self) -> dict[str, tuple[int, int]]:
        """Number and bytes of ``recordings`` (each a folder with a head) and ``moments`` (pictures)."""
        if self.data is None:
            return {RECORDINGS: (0, 0), MOMENTS: (0, 0)}
        heads = len(list((self.data / RECORDINGS).rglob("recording.json")))
        pictures = list((self.data / MOMENTS).rglob("*.jpg"))
        return {
            RECORDINGS: (heads, _bytes((self.data / RECORDINGS).rglob("*"))),
            MOMENTS: (len(pictures), _bytes(pictures)),
        }

    def store_bytes(self) -> int:
        """Bytes of the store with what belongs to it, rounded up to `COARSE_BYTES`."""
        return 0 if self.data is None else -(-_bytes(self.data.glob(f"{STORE}*")) // COARSE_BYTES) * COARSE_BYTES

    def forget(self, game: int) -> None:
        """Removes the recordings and pictures of `game`."""
        if self.data is not None and self.pictures is not None:
            shutil.rmtree(self.recordings_of(game), ignore_errors=True)
            self.pictures.forget(game)

    def forget_all(self) -> None:
        """Removes every recording and picture, and stores that were set aside as damaged."""
        if self.data is None:
            return
        for folder in (RECORDINGS, MOMENTS):
            shutil.rmtree(self.data / folder, ignore_errors=True)
        for damaged in self.data.glob(f"{STORE}.damaged-*"):
            damaged.unlink(missing_ok=True)


def _bytes(paths: Iterable[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.is_file())
