"""A part of the board as seen: its tones beside its floor's, and what of it is neither floor nor shadow."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.light import Tone
from vision.occlusion import Cover
from vision.pose import Pose, Rect
from vision.pyramid import Pyramid
from vision.rects import part_of


class View(msgspec.Struct, frozen=True):
    """A part of the board as seen: arrays have the size of `rect` (coarse).

    `gain`: present light beside the reference's; `plain`: tones with that taken off; `factor`: on the misfit; `lit`:
    the same of what is not much darker than the floor; `drawn` (0…1): how much of the floor's drawing is found;
    `shade`: how much darker than the floor; `odd`: neither floor nor its shadow; `stark`: what of that is so by its
    tones, and not because the floor's drawing is missing; `faint`: hardly the floor; `cover`: what of `odd` is no
    piece; `shade_hue`: how shadows change the hue, as for `deviation`.
    """

    pyramid: Pyramid
    pose: Pose
    rect: Rect
    gain: Tone
    plain: Tone
    factor: NDArray[np.float32]
    lit: NDArray[np.float32]
    drawn: NDArray[np.float32]
    shade: NDArray[np.float32]
    odd: NDArray[np.bool_]
    stark: NDArray[np.bool_]
    faint: NDArray[np.bool_]
    cover: Cover
    shade_hue: NDArray[np.float32] | None = None

    @property
    def seen(self) -> NDArray[np.bool_]:
        """Where the picture shows the board, and not what covers it."""
        return self.pose.in_picture[part_of(self.rect)] & ~self.cover.mask

    def gain_at(self, place_mm: tuple[float, float], px_mm: float) -> NDArray[np.float32]:
        """Present light beside the reference's at a place, or the nearest in `rect`; `px_mm`: of the coarse raster."""
        height, width = self.gain.shape[:2]
        x, y = (int(value * px_mm) for value in place_mm)
        row, column = y - self.rect[1], x - self.rect[0]
        at: NDArray[np.float32] = self.gain[min(max(0, row), height - 1), min(max(0, column), width - 1)]
        return at
