"""Reads ArUco squares of a whole picture once, and says how far the board's markers are from where they were."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.markers import Quad, find_squares, sharpened


class SquareWatch:
    """The squares of the newest whole picture (markers and tags), and the markers by which the board was found."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self.squares: list[tuple[int, Quad]] = []
        self._held: dict[int, Quad] = {}

    def read(self, grey: NDArray[np.uint8]) -> list[tuple[int, Quad]]:
        """The squares of a picture: at half its size, which costs a quarter, or at full size.

        Full size it is where markers are missing, or pieces have tags, which are smaller.
        """
        if any(body.tag is not None for body in self.model.bodies.values()):
            self.squares = find_squares(grey, self.model.tag_dictionary)
            return self.squares
        half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        rough = find_squares(half, self.model.tag_dictionary)
        self.squares = [(number, sharpened(grey, 2 * quad + 0.5)) for number, quad in rough]
        if len(self._markers()) < len(self._held or self.model.markers):
            self.squares = find_squares(grey, self.model.tag_dictionary)
        return self.squares

    def hold(self) -> None:
        """The board was found by the squares last read."""
        self._held = self._markers()

    def off_px(self) -> float | None:
        """How far the worst marker is from where it was when the board was found, px; None if too few are seen."""
        now = self._markers()
        both = [number for number in now if number in self._held]
        if len(both) < min(2, len(self._held)) or not both:
            return None
        return max(float(np.linalg.norm(now[number] - self._held[number], axis=1).mean()) for number in both)

    def _markers(self) -> dict[int, Quad]:
        return {number: quad for number, quad in self.squares if number in self.model.markers}
