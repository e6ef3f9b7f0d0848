"""Reads ArUco squares of a whole picture once, and says how far the board's markers are from where they were."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.markers import Quad, find_squares
from vision.pose import Pose


class SquareWatch:
    """The squares of the newest whole picture: corner markers and tags."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self.squares: list[tuple[int, Quad]] = []

    def read(self, grey: NDArray[np.uint8]) -> list[tuple[int, Quad]]:
        """Every square in the picture."""
        self.squares = find_squares(grey, self.model.tag_dictionary)
        return self.squares

    def off_px(self, squares: list[tuple[int, Quad]], pose: Pose) -> float | None:
        """How far the worst of the board's markers is from where `pose` has it, px; None if fewer than two are seen."""
        off = []
        for number, quad in squares:
            if number in self.model.markers:
                expected = pose.to_picture(self.model.markers[number])
                off.append(float(np.linalg.norm(expected - quad, axis=1).mean()))
        return max(off) if len(off) >= 2 else None
