"""Keeps a board's picture between evenings: drawing it takes seconds, reading it a blink."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.boards.board import Board

WORKING_WIDTH_PX = 2400
"""Width of the picture that the virtual camera looks at: finer than a 1080p camera sees the board, 12 MB in memory."""


def board_picture(board: Board, cache: Path, width_px: int = WORKING_WIDTH_PX) -> NDArray[np.uint8]:
    """The printed board as a BGR picture of `width_px`, from folder `cache` where it was drawn before.

    The file's name holds a digest of the drawing, so a changed board is drawn anew.
    """
    svg = board.svg()
    path = cache / f"board-{hashlib.sha256(svg.encode()).hexdigest()[:16]}-{width_px}.png"
    kept = cv2.imread(str(path), cv2.IMREAD_COLOR) if path.is_file() else None
    if kept is not None:
        return kept.astype(np.uint8, copy=False)
    from companion.paper.export import raster_board  # only here: drawing needs a renderer, reading does not

    picture = raster_board(board, width_px)
    cache.mkdir(parents=True, exist_ok=True)
    done, data = cv2.imencode(".png", picture)
    if done:
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(data.tobytes())
        fresh.replace(path)
    return picture
