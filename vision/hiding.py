"""Which part of a thing's face others hide that lie before it."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import WIDE_PX, around
from vision.found import Found
from vision.rects import meet
from vision.standing import hides

AS_WELL = 0.6
"""Log odds by pixels below which it is not they that tell which of two things hides the other: of like colours the one
of which more is seen does."""
HIDES = 0.5
"""Part of a pixel that must be covered to be hidden."""


def hidden_in(thing: Found, others: Iterable[Found], size_mm: float, scale: float) -> NDArray[np.bool_] | None:
    """Where others lie before a thing in the square in which its face, of that size, is compared with drawings; None if
    none does. `scale`: px/mm of the raster on which they are seen."""
    left, top, px_mm = around(thing.face_mm, size_mm)
    hidden = np.zeros((WIDE_PX, WIDE_PX), np.bool_)
    zoom = px_mm / scale
    for other in others:
        if other is thing or not meet(other.rect, thing.rect) or not _lies_before(other, thing, scale):
            continue
        x, y = ((end / scale - start) * px_mm for end, start in zip(other.rect[:2], (left, top)))
        warp = np.array([(zoom, 0.0, x + 0.5 * zoom - 0.5), (0.0, zoom, y + 0.5 * zoom - 0.5)])
        hidden |= cv2.warpAffine(other.silhouette, warp, (WIDE_PX, WIDE_PX)) > HIDES
    return hidden if hidden.any() else None


def _lies_before(other: Found, thing: Found, scale: float) -> bool:
    odds = hides(other, thing, scale)
    return odds > AS_WELL or (odds > -AS_WELL and other.visible * other.score > thing.visible * thing.score)
