"""The eye: looks at one picture after the other and says what it knows of each cell that changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Contents, Observation
from vision.board_model import BoardModel
from vision.changes import Change, ChangeWatch
from vision.evidence import CellEvidence
from vision.lens import Lens
from vision.locating import Locator
from vision.pose import Matrix, Pose, Rect
from vision.pyramid import Pyramid
from vision.rects import joined, meet
from vision.registration import Refused
from vision.sharpness import Sharpness
from vision.sight import Sight
from vision.spots import COARSE, shown_at
from vision.stages import Stages
from vision.witnesses import Verdict

NO_FRAME = "no_frame"
COVERED = "covered"
BLURRED = "blurred"
"""Reasons for being blind, beside those of `vision.registration` and `vision.locating`."""
COVERED_PART = 0.75
"""Part of the board that may be covered before nothing is said at all."""
NEARLY_ALL = 0.95
"""Part of the board's cells in which something must move for none of them to be looked at meanwhile."""
HIDDEN, OCCUPIED, DOUBTFUL = (150, 150, 150), (80, 220, 60), (0, 190, 255)
"""Colours of an overlay, BGR: grey, green, amber."""


class Eye:
    """Watches one board. Not for use from two threads at once.

    >>> eye = Eye(BoardModel.from_folder(folder))
    >>> eye.look(image, t=0.0).evidence["2702"].loglik(("disc:red",))
    -11.3
    """

    def __init__(self, model: BoardModel, lens: Lens | None = None) -> None:
        self.model = model
        self._stages = Stages()
        self._locator = Locator(model, lens)
        self._changes = ChangeWatch(model)
        self._sharpness = Sharpness(model)
        self._sight = Sight(model, self._stages)
        self._pyramid: Pyramid | None = None
        self._t = 0.0
        self._moving: frozenset[Cell] = frozenset()
        self._elsewhere = False
        """Whether the whole board must be looked at: it lies elsewhere than when it was, or nothing was told since."""
        self._withheld: frozenset[Cell] = frozenset()
        """Cells judged while something moved in them: what was seen was not told, and is looked at again."""

    @property
    def stages_ms(self) -> Mapping[str, float]:
        """What each stage of the last look took, ms: changes, find, rectify, floor, cover, things."""
        return self._stages.ms

    @property
    def pose(self) -> Matrix | None:
        """Homography from mm on the board to px of the picture, None while the board is not found."""
        return None if self._pose is None else self._pose.homography

    @property
    def whole_pose(self) -> Pose | None:
        """Where the board lies, lens and folds and all, None while it is not found."""
        return self._pose

    @property
    def verdict(self) -> Verdict:
        """What markers, print and lattice said when the board was found."""
        return self._locator.verdict

    @property
    def _pose(self) -> Pose | None:
        return self._locator.pose

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
        wide = change.everywhere or change.wide
        if wide and self._pose is not None and self._sharpness.is_blurred(pyramid, self._pose):
            return self._blurred(t)
        with self._stages("find"):
            try:
                something = change.changed.any() or change.moving.any()
                doubtful = change.near_markers or change.everywhere
                moved = self._locator.locate(pyramid, t, doubtful, wide=bool(something) and change.wide)
                if not (moved or change.everywhere or something or self._withheld or self._elsewhere):
                    self._locator.rest(pyramid)
            except Refused as refusal:
                self.forget()
                return Observation(t, {}, blind=refusal.reason)
        assert self._pose is not None
        if moved and self._sharpness.is_blurred(pyramid, self._pose):
            self._locator.forget()  # it is not found exactly there
            return self._blurred(t)
        self._elsewhere |= moved
        whole = self._elsewhere or change.everywhere
        self._pyramid, self._t = Pyramid(image), t  # smaller ones are made again if something is learnt: 2 MB
        self._moving = self.model.cells_under(change.moving)
        if len(self._moving) > NEARLY_ALL * len(self.model.order):  # light or camera are still changing: soon they have
            self._moving = frozenset(self.model.order)
            return Observation(t, {}, self._moving)
        seen = self._seen(pyramid, self._pose, self._with_withheld(change), whole)
        self._elsewhere = False
        self._withheld = (self._withheld - seen.keys()) | (self._moving & seen.keys())
        self._changes.settle(whole)
        if self._sight.cover_part > COVERED_PART:
            return Observation(t, {}, blind=COVERED)
        hidden = self._sight.hidden | self._moving
        return Observation(t, {cell: what for cell, what in seen.items() if cell not in hidden}, hidden)

    def _blurred(self, t: float) -> Observation:
        """Nothing is said of a picture out of focus, or learnt from it; the next sharp one is looked at wholly."""
        self._pyramid, self._elsewhere = None, True
        return Observation(t, {}, blind=BLURRED)

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
        seen = self._sight.learn(self._pyramid, self._pose, self._locator.squares, placement)
        hidden = self._sight.hidden
        return Observation(self._t, {cell: what for cell, what in seen.items() if cell not in hidden}, hidden)

    def hint(self, corners_px: NDArray[np.float64]) -> None:
        """Somebody says where the board's corners are in the picture (4 × 2, px, clockwise from any): the next look
        begins there, and believes it as far as the print agrees.
        """
        self._locator.hint(corners_px)

    def expect(self, corners: NDArray[np.float64]) -> None:
        """Somebody said once where the board's corners are (4 × 2, parts of the picture's sides, clockwise from any):
        where it is not found by itself it is looked for there, and believed as far as the print agrees.
        """
        self._locator.expect(corners)

    def forget(self) -> None:
        """Forgets where the board was and what lay on it; what was learnt of floor and colours stays."""
        self._locator.forget()
        self._changes.forget()

    def outlines(self) -> list[NDArray[np.float64]]:
        """Every cell's outline in the picture (N × 2, px), lens and folds and all; none while it is not found."""
        pose = self._pose
        if pose is None:
            return []
        ends = np.cumsum([len(self.model.cells[cell].outline) for cell in self.model.order])
        corners = np.concatenate([self.model.cells[cell].outline for cell in self.model.order])
        return np.split(pose.to_picture(corners), ends[:-1])

    def centres(self) -> NDArray[np.float64] | None:
        """Every cell's middle in the picture (N × 2, px, in the model's order), None while the board is not found."""
        return None if self._pose is None else self._pose.to_picture(self.model.centres)

    def overlay(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A copy of `image` with the outlines of occupied (green), doubtful (amber) and hidden (grey) cells."""
        drawn, pose = image.copy(), self._pose  # looking goes on meanwhile and may lose the board
        if pose is None:
            return drawn
        for cell in self.model.order:
            colour = HIDDEN if cell in self._sight.hidden else _colour_of(self._sight.evidence.get(cell))
            if colour is not None:
                outline = np.round(pose.to_picture(self.model.cells[cell].outline)).astype(np.int32)
                cv2.polylines(drawn, [outline], True, colour, 2, cv2.LINE_AA)
        return drawn

    def _seen(self, pyramid: Pyramid, pose: Pose, change: Change, whole: bool) -> Mapping[Cell, CellEvidence]:
        """Looks closely at what changed."""
        if whole:
            return self._sight.regard_whole(pyramid, pose, self._locator.squares)
        seen = self._sight.regard(pyramid, pose, self._regions(change))
        return seen | self._sight.regard(pyramid, pose, _merged(self._sight.to_see_plainly(pose)))

    def _with_withheld(self, change: Change) -> Change:
        """`change` and the cells whose evidence was withheld and in which nothing moves any more."""
        cells = self._withheld - self._moving
        if not cells:
            return change
        changed = change.changed.astype(np.uint8)
        for cell in cells:
            outline = self.model.cells[cell].outline * (self.model.scale / COARSE)
            cv2.fillPoly(changed, [np.round(outline).astype(np.int32)], (1,))
        return msgspec.structs.replace(change, changed=changed.astype(np.bool_))

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
            cells = shown_at(self.model, self._pose, rows + y, columns + x)
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


def _colour_of(evidence: CellEvidence | None) -> tuple[int, int, int] | None:
    """The colour (BGR) in which an overlay outlines a cell of which so much is known, None for an empty one."""
    if evidence is None or not evidence.things:
        return None
    sure = max(thing.best for thing in evidence.things) > max(thing.unknown for thing in evidence.things) + 2
    return OCCUPIED if sure else DOUBTFUL
