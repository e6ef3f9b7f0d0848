"""A game's own board and pieces as eyes know them beforehand, and as the virtual camera renders them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from companion.looks import looks_of
from companion.paper.beside import beside
from companion.paper.raster import raster_faces
from companion.pictures import board_picture
from engines.game import Game
from vision.board_model import FACE_PX, BoardModel
from vision.traffic import piece_of
from vision.virtual.kit import Kit

RENDERED_FACE_PX = 128
"""Width of a piece's face for the virtual camera, which sees a piece 20 to 40 px wide."""


def model_of(
    game: Game[Any, Any], options: Mapping[str, str], cache: Path | None = None, markers_beside: bool = False
) -> BoardModel:
    """The board that `game` ships for `options` (as from `engines.options.chosen`), as eyes know it.

    Its picture is kept in folder `cache`, by default the user's cache folder. `markers_beside`: its markers do not
    count, others lie beside it (`companion.paper.beside`). Of its pieces only those that are played with are known.
    """
    board = game.board(options)
    picture = board_picture(board, cache or usual_cache())
    played = looks_of(game, options, game.seats)
    pieces = {look: body for look, body in game.pieces(options).items() if look in played}
    model = BoardModel.from_board(board, pieces, picture, raster_faces(pieces, FACE_PX))
    model.supply = Counter(map(piece_of, game.supply(options, game.seats)))
    if markers_beside:
        model.markers = {number: np.array(corners, np.float64) for number, corners in beside(board).items()}
    return model


def kit_of(game: Game[Any, Any], options: Mapping[str, str], cache: Path | None = None) -> Kit:
    """The same board and its pieces for the virtual camera."""
    board, pieces = game.board(options), game.pieces(options)
    picture = board_picture(board, cache or usual_cache())
    faces = {look: face[:, :, [2, 1, 0, 3]] for look, face in raster_faces(pieces, RENDERED_FACE_PX).items()}
    return Kit.of(board, picture, pieces, faces)


def usual_cache() -> Path:
    """Where drawn boards are kept for programs without a data folder."""
    return Path(platformdirs.user_cache_path("tavolo"))
