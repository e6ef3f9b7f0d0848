"""What covers a board and is no piece: hands and arms, and what lies there all evening, such as a sheet of paper."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.crowds import crowds
from vision.foreign import Foreign, Hanging
from vision.light import Tone
from vision.occlusion import STRANGE, Cover, find_cover
from vision.pose import Pose, Rect
from vision.rects import part_of
from vision.remembered import Remembered
from vision.spots import roomy
from vision.view import View

BORDER_MM, LEAST_BORDER_PX = 3.0, 2
"""Width of the strip along the board's border through which hands reach in; and the least one (px)."""
SEEN_SIDE = 0.35
"""Part of how far the tallest piece leans from the board's middle by which pieces seem thicker than they are."""


class Covering:
    """What covers one board. Rectangles and arrays are on the coarse raster, which has `px_mm`."""

    def __init__(self, model: BoardModel, remembered: Remembered, px_mm: float) -> None:
        self._model, self._remembered, self._px_mm = model, remembered, px_mm
        self._roomy = roomy(model)
        self._foreign = Foreign(self._roomy.shape, px_mm)
        self._hanging = Hanging()

    def found(self, plain: Tone, odd: NDArray[np.bool_], misfit: NDArray[np.float32], pose: Pose, rect: Rect) -> Cover:
        """What of `odd` is no piece, in `rect`, of which `plain` are the tones in the reference's light and `misfit`
        says how badly the floor explains them."""
        foreign = self._foreign.mask[part_of(rect)]
        remembered = self._remembered.unchanged(plain, rect, odd | foreign)
        # among pieces no drawing is found, but they are apart
        bare = self._remembered.was_floor(rect) & (misfit < STRANGE)
        cover = self._thick(odd & ~remembered & ~bare, pose, rect)
        if cover.islands.any():
            cover.islands[:] = crowds(cover.islands, plain, self._model.largest_mm * self._px_mm)
        lain = foreign & remembered
        cover.mask[lain] = cover.core[lain] = True  # a sheet of paper holds no piece between its fingers
        return cover

    def uncover(self, view: View, explained: NDArray[np.bool_]) -> None:
        """Takes what is `explained` by tiles off what covers the board in `view`."""
        foreign = view.cover.core & self._foreign.mask[part_of(view.rect)] & ~explained
        cover = self._thick(view.odd & view.cover.mask & ~explained, view.pose, view.rect)
        view.cover.mask[:], view.cover.core[:] = cover.mask | foreign, cover.core | foreign

    def hands(self, covered: NDArray[np.bool_], rect: Rect) -> NDArray[np.bool_]:
        """What is `covered` in `rect`, but by what lies there all evening."""
        return covered & ~self._foreign.rim[part_of(rect)]

    def count_lesson(self, covered: NDArray[np.bool_]) -> bool:
        """Counts one more lesson, at which all of the board is so `covered`. Answers whether an arm is over it."""
        return self._hanging.count_lesson(self.hands(covered, (0, 0, *covered.shape[::-1])))

    def lain(self, rect: Rect) -> NDArray[np.bool_]:
        """Where in `rect` something is known to lie all evening."""
        return self._foreign.mask[part_of(rect)]

    def learn(
        self, strange: NDArray[np.bool_], missing: NDArray[np.float32], cover: NDArray[np.bool_], rect: Rect
    ) -> NDArray[np.bool_]:
        """Learns what lies there all evening, as `Foreign.learn` does."""
        return self._foreign.learn(strange, missing, cover, rect)

    def _thick(self, odd: NDArray[np.bool_], pose: Pose, rect: Rect) -> Cover:
        """What of `odd` is too thick for pieces, or reaches in over the border."""
        part, (height, width) = part_of(rect), self._roomy.shape
        edge = max(LEAST_BORDER_PX, round(BORDER_MM * self._px_mm))
        border = np.zeros((height, width), np.bool_)
        border[:edge] = border[height - edge :] = True
        border[:, :edge] = border[:, width - edge :] = True
        border = border[part] | pose.at_border[part]
        middle = (self._model.size_mm[0] / 2, self._model.size_mm[1] / 2)
        lean = float(np.hypot(*pose.lean_mm(middle, self._model.tallest_mm)))
        return find_cover(odd, self._px_mm, self._model.largest_mm + SEEN_SIDE * lean, border, self._roomy[part])
