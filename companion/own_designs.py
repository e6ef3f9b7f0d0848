"""Designs of tiles as their owners' cameras saw them: kept per camera and game, instead of those that are printed."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kept_picture import keep
from vision.board_model import BoardModel
from vision.designs import teaching

FOLDER = "designs"
Picture = NDArray[np.uint8]


class OwnDesigns:
    """The designs in one folder, by piece: ``tile:c``. They count once every design of a game is known.

    `version` changes whenever what counts does. May be used from any thread.
    """

    def __init__(self, folder: Path, eye: str) -> None:
        """`eye` is the camera's name: what one camera makes of a print another may see in other colours."""
        self._folder, self._eye = folder, eye
        self.version = 0

    def apply(self, model: BoardModel, game: str) -> BoardModel:
        """`model` with its owner's tiles if all were learnt, as it is otherwise."""
        pieces = teaching.designs(model)
        faces = {piece: face for piece in pieces if (face := self._face(game, piece)) is not None}
        return teaching.take(model, faces) if len(faces) == len(pieces) else model

    def known(self, game: str, pieces: Iterable[str]) -> frozenset[str]:
        """Which of `pieces` were learnt."""
        return frozenset(piece for piece in pieces if self._path(game, piece).is_file())

    def picture(self, game: str, piece: str) -> bytes | None:
        """What was learnt of a piece, a PNG."""
        path = self._path(game, piece)
        return path.read_bytes() if path.is_file() else None

    def learn(self, game: str, faces: Mapping[str, Picture]) -> None:
        """Keeps `faces`; raises `OSError` where they cannot be written."""
        for piece, face in faces.items():
            keep(face, self._path(game, piece))
        self.version += 1

    def forget(self, game: str) -> None:
        """The printed tiles count again."""
        shutil.rmtree(self._home(game), ignore_errors=True)
        self.version += 1

    def _face(self, game: str, piece: str) -> Picture | None:
        path = self._path(game, piece)
        face = cv2.imread(str(path), cv2.IMREAD_COLOR) if path.is_file() else None
        return None if face is None else np.asarray(face, np.uint8)

    def _path(self, game: str, piece: str) -> Path:
        return self._home(game) / f"{piece.replace(':', '-')}.png"

    def _home(self, game: str) -> Path:
        return self._folder / f"{game}-{hashlib.sha256(self._eye.encode()).hexdigest()[:16]}"
