"""Prints of boards as their owners' cameras saw them empty: kept per camera and board, instead of the shipped art."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kept_picture import keep
from companion.per_board import file_for
from vision.board_model import BoardModel
from vision.lens import Lens
from vision.pose import Pose

FOLDER = "prints"
Picture = NDArray[np.uint8]


class OwnPrints:
    """The prints in one folder. `version` changes whenever one is learnt or forgotten. May be used from any thread."""

    def __init__(self, folder: Path, eye: str) -> None:
        """`eye` is the camera's name: what one camera makes of a print another may see in other colours."""
        self._folder, self._eye = folder, eye
        self.version = 0

    def apply(self, model: BoardModel, game: str, options: Mapping[str, str]) -> BoardModel:
        """`model` with its owner's print, if one was learnt for this game and these options; as it is otherwise."""
        art = self.picture(game, options)
        if art is not None:
            model.reprint(art)
        return model

    def picture(self, game: str, options: Mapping[str, str]) -> Picture | None:
        """The print as it was learnt for this game and these options, if one was."""
        path = self._path(game, options)
        art = cv2.imread(str(path), cv2.IMREAD_COLOR) if path.is_file() else None
        return None if art is None else np.asarray(art, np.uint8)

    def known(self, game: str, options: Mapping[str, str]) -> bool:
        """Whether a print of one's own is used."""
        return self._path(game, options).is_file()

    def learn(self, print_: Picture, game: str, options: Mapping[str, str]) -> None:
        """Keeps `print_` (as `Pose.rectify` flattens the board); raises `OSError` where it cannot be written."""
        keep(print_, self._path(game, options))
        self.version += 1

    def forget(self, game: str, options: Mapping[str, str]) -> None:
        """The shipped art counts again."""
        self._path(game, options).unlink(missing_ok=True)
        self.version += 1

    def _path(self, game: str, options: Mapping[str, str]) -> Path:
        return file_for(self._folder, self._eye, game, options, ".png")


class OwnPrint:
    """The print of the board that is on the table now; `board` answers game and options."""

    def __init__(self, prints: OwnPrints, board: Callable[[], tuple[str, Mapping[str, str]]]) -> None:
        self._prints, self._board = prints, board

    @property
    def known(self) -> bool:
        return self._prints.known(*self._board())

    @property
    def picture(self) -> Picture | None:
        """The print that was learnt, if one was."""
        return self._prints.picture(*self._board())

    def learn(self, print_: Picture) -> None:
        """Raises `OSError` where it cannot be kept."""
        self._prints.learn(print_, *self._board())

    def forget(self) -> None:
        self._prints.forget(*self._board())


def corners_mm(model: BoardModel) -> NDArray[np.float64]:
    """The board's corners, clockwise from its top left (4 × 2, mm)."""
    width, height = model.size_mm
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)


def shown_pose(
    corners_px: NDArray[np.float64], model: BoardModel, picture_size: tuple[int, int], lens: Lens | None = None
) -> Pose:
    """Where a board lies whose corners are shown clockwise from its top left (4 × 2, px), through `lens` if known."""
    known = None if lens is None else lens.fitting(picture_size)
    straight = corners_px if known is None else known.undistorted(corners_px)
    plane, _ = cv2.findHomography(corners_mm(model), straight, 0)
    if plane is None:
        raise ValueError("four corners in one line are no board")
    return Pose(model, np.asarray(plane, np.float64), picture_size, known)
