"""Where somebody showed a camera its board's corners: kept per camera and board, for the next evening."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.per_board import file_for
from vision.whole_file import write_whole

FOLDER = "corners"
Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]

log = logging.getLogger(__name__)


class Expecting(Protocol):
    """An eye that may be told where a board lies."""

    def expect(self, corners: NDArray[np.float64]) -> None: ...


class ShownCorners:
    """The corners of the board that is on the table now, as one camera sees them. May be used from any thread."""

    def __init__(self, folder: Path, eye: str, board: Callable[[], tuple[str, Mapping[str, str]]]) -> None:
        """`eye` is the camera's name; `board` answers game and options."""
        self._folder, self._eye, self._board = folder, eye, board

    def keep(self, corners: NDArray[np.float64]) -> None:
        """Keeps corners (4 × 2, parts of the picture's sides, clockwise); raises `OSError` where it cannot."""
        write_whole(self._path(), msgspec.json.encode(corners.tolist()))

    def tell(self, eye: Expecting) -> None:
        """Tells `eye` where they were shown, if they were."""
        path = self._path()
        try:
            corners = msgspec.json.decode(path.read_bytes(), type=Corners)
        except FileNotFoundError:
            return
        except (OSError, msgspec.DecodeError) as error:
            log.warning("the corners that were shown cannot be read: %s: %s", path, error)
            return
        eye.expect(np.array(corners, np.float64))

    def _path(self) -> Path:
        return file_for(self._folder, self._eye, *self._board(), ".json")
