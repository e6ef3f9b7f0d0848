"""Reads ArUco squares of a whole picture once, and says how far the board's markers are from where they were."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision.board_model import BoardModel
from vision.markers import Quad, find_squares, sharpened
from vision.pyramid import Pyramid

AROUND = 0.6
"""Room around a marker's place, as a part of its size, in which it is looked for before anywhere else."""
AROUND_PX = 16
"""Room around a square in which its corners are made exact, px."""


class SquareWatch:
    """The squares of the newest whole picture (markers and tags), and the markers by which the board was found."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self.squares: list[tuple[int, Quad]] = []
        self._held: dict[int, Quad] = {}

    def read(self, pyramid: Pyramid) -> list[tuple[int, Quad]]:
        """The squares of a picture, looked for with ever more care until every marker is found.

        Where pieces have tags, which are small, with all care at once.
        """
        dictionary = self.model.tag_dictionary
        if self._tagged:
            self.squares = find_squares(pyramid.grey, dictionary)
            return self.squares
        rough = find_squares(pyramid.grey_half, dictionary, quick=True)
        self.squares = [(number, _sharpened(pyramid, 2 * quad + 0.5)) for number, quad in rough]
        wanted = len(self._held or self.model.markers)
        if len(self._markers()) < wanted:
            self.squares = self._by_known(pyramid) or self.squares
        for quick in (True, False):
            if len(self._markers()) < wanted:
                self.squares = find_squares(pyramid.grey, dictionary, quick)
        return self.squares

    def _by_known(self, pyramid: Pyramid) -> list[tuple[int, Quad]]:
        """Markers, looked for where those that were read say that they are; none if these are too few to say it."""
        known = self._markers()
        if len(known) < 2:
            return []
        board = np.concatenate([self.model.markers[number] for number in known])
        plane, _ = cv2.findHomography(board, np.concatenate(list(known.values())), 0)
        if plane is None:
            return []
        places = {
            number: cv2.perspectiveTransform(quad[None], plane)[0].astype(np.float64)
            for number, quad in self.model.markers.items()
        }
        found = [(number, now) for number, now, _ in self._around(pyramid, places, quick=True)]
        return found if known.keys() <= {number for number, _ in found} else []

    def stay(self, pyramid: Pyramid, within_px: float) -> bool:
        """Whether the markers, looked for only around their places, are where they were when the board was found.

        Two that are seen are enough: the others may be covered. False too where the whole picture must be read,
        because pieces have tags.
        """
        if self._tagged or not self._held:
            return False
        off = [float(np.linalg.norm(now - then, axis=1).mean()) for now, then in self._looked_for(pyramid)]
        return len(off) >= min(2, len(self._held)) and max(off) < within_px

    def _looked_for(self, pyramid: Pyramid) -> list[tuple[Quad, Quad]]:
        """Held markers that are still about where they were: corners now and then."""
        return [(now, then) for _, now, then in self._around(pyramid, self._held)]

    def _around(
        self, pyramid: Pyramid, places: Mapping[int, Quad], quick: bool = False
    ) -> list[tuple[int, Quad, Quad]]:
        """Markers that are seen about where they are supposed: ids, corners there, and where these were supposed."""
        found = []
        for number, quad in places.items():
            low, high = quad.min(axis=0), quad.max(axis=0)
            room = AROUND * float((high - low).max())
            part, corner = pyramid.grey_around(low - room, high + room)
            if min(part.shape) < 8:
                continue
            whole_px = max(pyramid.size) if quick else 0
            for other, now in find_squares(part, self.model.tag_dictionary, quick, whole_px):
                if other == number:
                    found.append((number, now + corner, quad))
                    break
        return found

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

    @property
    def _tagged(self) -> bool:
        return any(body.tag is not None for body in self.model.bodies.values())

    def _markers(self) -> dict[int, Quad]:
        return {number: quad for number, quad in self.squares if number in self.model.markers}


def _sharpened(pyramid: Pyramid, quad: Quad) -> Quad:
    """`sharpened` in the whole picture, of which only what is around the corners is made grey."""
    part, corner = pyramid.grey_around(quad.min(axis=0) - AROUND_PX, quad.max(axis=0) + AROUND_PX)
    return sharpened(part, quad - corner) + corner
