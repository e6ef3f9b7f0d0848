"""What an eye knows beforehand of a game's own board: its picture, drawn once and kept, and its pieces."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import platformdirs

from companion.paper.raster import raster_faces
from companion.pictures import board_picture
from engines.game import Game
from vision.board_model import FACE_PX, BoardModel


def model_of(game: Game[Any, Any], options: Mapping[str, str], cache: Path | None = None) -> BoardModel:
    """The board that `game` ships for `options` (as from `engines.options.chosen`), as eyes know it.

    Its picture is kept in folder `cache`, by default the user's cache folder.
    """
    board = game.board(options)
    picture = board_picture(board, cache or platformdirs.user_cache_path("tavolo"))
    pieces = game.pieces(options)
    return BoardModel.from_board(board, pieces, picture, raster_faces(pieces, FACE_PX))
