"""The eye: looks at one picture after the other and says what it knows of each cell that changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Contents, Observation
from vision.board_model import BoardModel
from vision.changes import Change, ChangeWatch
from vision.evidence import CellEvidence
from vision.lens import Lens
from vision.markers import Quad
from vision.pose import Matrix, Pose, Rect
from vision.pyramid import Pyramid
from vision.recognition import Recogniser
from vision.rects import joined, meet
from vision.registration import NO_BOARD, Refused, Registrar
from vision.sight import Sight
from vision.squares import SquareWatch
from vision.stages import Stages

NO_FRAME = "no_frame"
COVERED = "covered"
"""Reasons for being blind, beside those of `vision.registration`."""
HELD_PX = 1.0
"""Markers this near to where they were have not moved."""
HELD_LIKENESS = 0.2
"""Part of the board that must look like the art for a pose to be held while its markers cannot be seen."""
COVERED_PART = 0.75
"""Part of the board that may be covered before nothing is said at all."""
RECOGNISE_S, MOST_PATIENCE = 2.0, 4
"""s between two attempts to recognise the print where no markers are: each takes about one on a small machine. After
a failed attempt twice as long, at most so many times."""


class Eye:
    """Watches one board. Not for use from two threads at once.

    >>> eye = Eye(BoardModel.from_folder(folder))
    >>> eye.look(image, t=0.0).evidence["2702"].loglik(("disc:red",))
    -11.3
    """

    def __init__(self, model: BoardModel, lens: Lens | None = None) -> None:
        self.model = model
        self._stages = Stages()
        self._registrar = Registrar(model, lens)
        self._squares = SquareWatch(model)
        self._changes = ChangeWatch(model)
        self._sight = Sight(model, self._stages)
        self._pose: Pose | None = None
        self._pyramid: Pyramid | None = None
        self._t = 0.0
        self._moving: frozenset[Cell] = frozenset()
        self._recogniser = Recogniser(model)
        self._failures = 0
        self._retry_at = -np.inf
        self._hint: NDArray[np.float64] | None = None

    @property
    def stages_ms(self) -> Mapping[str, float]:
        """What each stage of the last look took, ms: changes, find, rectify, floor, cover, things."""
        return self._stages.ms

    @property
    def pose(self) -> Matrix | None:
        """Homography from mm on the board to px of the picture, None while the board is not found."""
        return None if self._pose is None else self._pose.homography

    @property
    def evidence(self) -> Mapping[Cell, CellEvidence]:
        """The newest evidence of every cell that was ever judged."""
        return self._sight.evidence

    def look(self, image: NDArray[np.uint8], t: float) -> Observation:
        """What can be said of the board in `image` (BGR) taken at `t` s; cells that did not change are left out."""
        self._stages.begin()
        if image.size == 0:
            return Observation(t, {}, blind=NO_FRAME)
        pyramid = Pyramid(image)
        with self._stages("changes"):
            change = self._changes.since_last(pyramid, t, self._pose)
        with self._stages("find"):
            try:
                moved = self._locate(pyramid, t, change.near_markers or change.everywhere)
            except Refused as refusal:
                self.forget()
                return Observation(t, {}, blind=refusal.reason)
        assert self._pose is not None
        self._pyramid, self._t = pyramid, t
        self._moving = self.model.cells_under(change.moving)
        if not moved and len(self._moving) == len(self.model.order):
            return Observation(t, {}, self._moving)  # the light is changing: soon it has
        whole = moved or change.everywhere
        seen = self._seen(pyramid, self._pose, change, whole)
        self._changes.settle(whole)
        if self._sight.cover_part > COVERED_PART:
            return Observation(t, {}, blind=COVERED)
        hidden = self._sight.hidden | self._moving
        return Observation(t, {cell: what for cell, what in seen.items() if cell not in hidden}, hidden)

    def learn(self, placement: Mapping[Cell, Contents]) -> Observation:
        """Takes `placement` for what truly lies on the board in the last picture: floor and colours are learnt from it.

        Pixels that something covers are not learnt. The answer is what the last picture says after that;
        without a last picture on which the board was found nothing is learnt, and neither while something moves:
        a piece just put down would be taken for floor.
        """
        if self._pose is None or self._pyramid is None:
            return Observation(self._t, {}, blind=NO_FRAME)
        if self._moving:
            return Observation(self._t, {}, self._sight.hidden | self._moving)
        seen = self._sight.learn(self._pyramid, self._pose, self._squares.squares, placement)
        hidden = self._sight.hidden
        return Observation(self._t, {cell: what for cell, what in seen.items() if cell not in hidden}, hidden)

    def hint(self, corners_px: NDArray[np.float64]) -> None:
        """Somebody says where the board's corners are in the picture (4 × 2, px, clockwise from any): the next look
        begins there, and believes it as far as the print agrees.
        """
        self._hint = corners_px

    def forget(self) -> None:
        """Forgets where the board was and what lay on it; what was learnt of floor and colours stays."""
        self._pose = None
        self._changes.forget()

    def overlay(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A copy of `image` with the outlines of occupied (green), doubtful (amber) and hidden (grey) cells."""
        drawn, pose = image.copy(), self._pose  # looking goes on meanwhile and may lose the board
        if pose is None:
            return drawn
        for cell in self.model.order:
            colour = self._sight.colour_of(cell)
            if colour is not None:
                outline = np.round(pose.to_picture(self.model.cells[cell].outline)).astype(np.int32)
                cv2.polylines(drawn, [outline], True, colour, 2, cv2.LINE_AA)
        return drawn

    def _locate(self, pyramid: Pyramid, t: float, doubtful: bool) -> bool:
        """Finds the board if need be; True if it is elsewhere than before. Raises `Refused`."""
        if self._hint is not None:
            corners, self._hint = self._hint, None
            self._pose = self._registrar.by_corners(pyramid, corners)
            self._squares.hold()
            return True
        if self._pose is not None and not doubtful:
            return False
        size = pyramid.size
        held = self._pose is not None and self._pose.picture_size == size
        if held and self._squares.stay(pyramid, HELD_PX):
            return False
        squares = self._squares.read(pyramid)
        if held and self._pose is not None:
            error = self._squares.off_px()
            if error is not None and error < HELD_PX:
                return False
            if error is None and self._registrar.likeness(pyramid, self._pose) > HELD_LIKENESS:
                return False
        self._pose = self._registrar.refine(pyramid, self._rough(pyramid, squares, t))
        self._squares.hold()
        return True

    def _rough(self, pyramid: Pyramid, squares: list[tuple[int, Quad]], t: float) -> Pose:
        """The pose that the markers say; where there are none, the one in which the print itself is recognised."""
        try:
            return self._registrar.by_markers(squares, pyramid.size)
        except Refused as refusal:
            if refusal.reason != NO_BOARD or t < self._retry_at:
                raise
            plane = self._recogniser.plane(pyramid, thorough=self._failures > 0)
            self._failures = 0 if plane is not None else self._failures + 1
            self._retry_at = t + RECOGNISE_S * 2 ** min(max(0, self._failures - 1), MOST_PATIENCE)
            if plane is None:
                raise
        return self._registrar.by_plane(plane, pyramid.size)

    def _seen(self, pyramid: Pyramid, pose: Pose, change: Change, whole: bool) -> Mapping[Cell, CellEvidence]:
        """Looks closely at what changed."""
        if whole:
            return self._sight.regard_whole(pyramid, pose, self._squares.squares)
        seen: dict[Cell, CellEvidence] = {}
        for cells, rect in self._regions(change):
            seen |= self._sight.regard(pyramid, pose, cells, rect)
        return seen

    def _regions(self, change: Change) -> Iterable[tuple[frozenset[Cell], Rect]]:
        """Groups of cells that a change concerns, each with the part of the coarse raster that shows them."""
        changed = change.changed.astype(np.uint8)
        left, top, across, down = cv2.boundingRect(changed)
        if not across or self._pose is None:
            return []
        part = changed[top : top + down, left : left + across]
        count, labels, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8)
        groups = []
        for number in range(1, count):
            x, y, width, height = (int(value) for value in stats[number, :4])
            rows, columns = np.nonzero(labels[y : y + height, x : x + width] == number)
            x, y = x + left, y + top
            cells = self._sight.shown_at(self._pose, rows + y, columns + x)
            groups.append(self._sight.around(self._pose, cells, (x, y, x + width, y + height)))
        return _merged(groups)


def _merged(groups: list[tuple[frozenset[Cell], Rect]]) -> list[tuple[frozenset[Cell], Rect]]:
    """Groups whose parts of the raster overlap, joined."""
    apart: list[tuple[frozenset[Cell], Rect]] = []
    for cells, rect in groups:
        while touching := [other for other in apart if meet(other[1], rect)]:
            for other in touching:
                apart.remove(other)
                cells, rect = cells | other[0], joined(rect, other[1])
        apart.append((cells, rect))
    return apart
