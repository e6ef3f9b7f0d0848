"""Tells what lies over the board (a hand, an arm, a sheet of paper) from pieces that lie on it, in one picture."""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.texture import Texture, disc

STRANGE = 10.0
"""Squared deviation above which a pixel is neither floor nor what was there before."""
STRANGE_BLANK = 1.5
"""The same where the floor's drawing is missing."""
ROOM_MM = 4.0
"""How much thicker than the largest piece, with its side as seen, a thing must be to be more than a piece."""
REACH_MM = 36.0
"""A strange thing that touches the board's border and is at least this long is a finger or an edge of paper."""
FILL_MM, FILLED = 21.0, 0.7
"""A place of whose surroundings of this size so much is covered is covered too."""
HALO_MM = 1.0
"""What is blurred by an edge belongs to the thing."""


class Cover(msgspec.Struct, frozen=True):
    """What covers the board: `mask` on the coarse raster; `core` is the part of it that is too thick for pieces.

    `islands` reach in from nowhere: no arm, but perhaps pieces that lie close together, of a march or a heap.
    """

    mask: NDArray[np.bool_]
    core: NDArray[np.bool_]
    islands: NDArray[np.bool_]

    @property
    def any(self) -> bool:
        return bool(self.mask.any())


def misfit_factor(darker: NDArray[np.float32], texture: Texture) -> NDArray[np.float32]:
    """What squared deviations from the floor are multiplied by: less where a shadow lets the drawing through, more
    where the drawing is missing. `darker`: by how much than the floor (tone)."""
    factor = np.multiply(texture.found, np.float32(-0.8))
    factor *= darker > -0.02
    factor += 1
    blank = np.multiply(texture.missing, np.float32(STRANGE / STRANGE_BLANK - 1))
    return np.multiply(factor, np.add(blank, np.float32(1), out=blank), out=factor)


def find_cover(
    odd: NDArray[np.bool_], px_mm: float, piece_mm: float, border: NDArray[np.bool_], roomy: NDArray[np.bool_]
) -> Cover:
    """What of `odd` (coarse) is no piece: too thick, or reaching in over the board's border.

    `piece_mm`: the largest piece with its side as seen. `border`: pixels at the board's border or the picture's.
    `roomy`: cells in which many pieces may lie together (holding boxes); what stays within them is pieces.
    """
    closed = cv2.morphologyEx(odd.astype(np.uint8), cv2.MORPH_CLOSE, disc(2.0 * px_mm))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8, ltype=cv2.CV_16U)
    touches = np.bincount(labels[border], minlength=count) > 0
    long = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) > REACH_MM * px_mm
    covers = touches & long
    core = _core(closed, (piece_mm + ROOM_MM) / 2 * px_mm)
    if core.any():
        thick = np.bincount(labels[core], minlength=count) > 0
        outside = np.bincount(labels[~roomy], minlength=count) > (5 * px_mm) ** 2
        covers |= thick & outside
    covers[0] = False
    if not covers.any():
        return Cover(np.zeros_like(odd), np.zeros_like(odd), np.zeros_like(odd))
    covered = cv2.dilate(covers[labels].astype(np.uint8), disc(HALO_MM * px_mm))
    # where skin happens to have the colour of the floor, what is around it tells
    side = int(FILL_MM * px_mm) | 1
    around = cv2.blur(covered.astype(np.float32), (side, side)) > FILLED
    return Cover((covered > 0) | around, core & covers[labels], (covers & ~touches)[labels])


def _core(mask: NDArray[Any], radius_px: float) -> NDArray[np.bool_]:
    """What is left of a mask where a disc of this radius has room in it."""
    deepest = float(cv2.distanceTransform(mask, cv2.DIST_L2, 3).max(initial=0.0))
    if deepest < 0.9 * radius_px:  # nearly always: pieces are thin, and an opening takes long
        return np.zeros(mask.shape, np.bool_)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, disc(radius_px)) > 0, np.bool_)
