"""What lies on the board all evening and is not of this game: a sheet of paper, a cup. Arms are over it for a while."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import Rect
from vision.rects import part_of
from vision.spots import grown

MISSING = 0.3
"""Missing drawing from which what looks strange on a board known to be empty is taken for something that covers it."""
RIM_MM = 3.0
"""How far around that its edge is seen, which looks a little different in every picture."""
SPECKLED = 0.2
"""Part of a place's surroundings up to which pixels that look strange are a camera's noise in the dark: 0.03 to 0.1."""
STILL = 0.95
"""Part of what is covered in either of two pictures that is so in both, if it lies there and no hand holds it."""
LINGERED = 3
"""Lessons on end at which the same is covered before that lies there all evening: nobody holds an arm so still."""


class Foreign:
    """Where such things lie on one board: `mask` on the coarse raster, and `rim`, which is that and all around it."""

    def __init__(self, shape: tuple[int, int], px_mm: float) -> None:
        self.mask = np.zeros(shape, np.bool_)
        self.rim = np.zeros(shape, np.bool_)
        self._px_mm = px_mm

    def learn(
        self, strange: NDArray[np.bool_], missing: NDArray[np.float32], cover: NDArray[np.bool_], rect: Rect
    ) -> NDArray[np.bool_]:
        """Takes for foreign what is `strange` in `rect` on cells that are known to be empty, and covers the board or
        hides its drawing (`missing`, 0…1). Answers that part of the mask."""
        foreign = strange & ((missing > MISSING) | cover)
        foreign &= cv2.blur(foreign.astype(np.float32), (9, 9)) > SPECKLED
        closed = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
        foreign = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)) > 0
        self.mask[part_of(rect)] = foreign
        self.rim = grown(self.mask, round(RIM_MM * self._px_mm))
        return np.asarray(foreign, np.bool_)


class Hanging:
    """Whether what covers a board hangs over it as arms do."""

    def __init__(self) -> None:
        self._covered: NDArray[np.bool_] | None = None
        self._lessons = 0

    def count_lesson(self, covered: NDArray[np.bool_]) -> bool:
        """Counts one more lesson, at which this is `covered` by what is not known. Answers whether an arm does that."""
        before, self._covered = self._covered, covered
        if not covered.any():
            return False
        same = before is not None and np.count_nonzero(before & covered) > STILL * np.count_nonzero(before | covered)
        self._lessons = self._lessons + 1 if same else 1
        return self._lessons < LINGERED
