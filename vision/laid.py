"""Flat things on which others lie: what is printed on them is floor to these, and so are their edges and shadows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.cast_shadows import in_shadow
from vision.claims import RIM_SAYS, STRANGE_ENOUGH, Laid, Patch
from vision.pose import Rect
from vision.rects import meet, within
from vision.texture import disc

EDGE_MM = 0.7
"""To both sides of an edge print, side and floor mix, and gloss lies on it."""
SHADED_MM = 4.0
"""How far a flat thing's shadow reaches: twice the height of a tile of card."""


def with_laid(patch: Patch, laid: Sequence[Laid], scale: float) -> Patch:
    """`patch` (of `scale` px/mm) with flat things as a part of its floor.

    Their edges and sides, and what lies in the shadow beside them, say little of other things.
    """
    if not laid:
        return patch
    floor, misfit, unlit, open_ = (each.copy() for each in (patch.floor, patch.misfit, patch.unlit, patch.open))
    covered, faces, edges = (np.zeros(open_.shape, np.uint8) for _ in range(3))
    for each in sorted(laid, key=lambda one: not one.beneath):
        if not meet(each.rect, patch.rect):
            continue
        here, there = _parts(patch.rect, each.rect)
        whole, inside = each.whole[there], each.inside[there]
        if each.beneath:
            edges[here] |= whole & ~cv2.erode(inside.astype(np.uint8), disc(EDGE_MM * scale)).astype(np.bool_)
            inside = inside & (each.misfit[there] < misfit[here])
            unlit[here][inside] = 0
        else:
            over = covered[here] > 0
            if _lies_below(each.misfit[there], misfit[here], inside & over & (faces[here] > 0)):
                whole, inside = whole & ~over, inside & ~over
            covered[here] |= whole
            faces[here] = np.where(whole, inside, faces[here])
            floor[here][whole], misfit[here][whole], unlit[here][whole] = patch.seen[here][whole], 0, 0
            edges[here][whole] = 0
        floor[here][inside], misfit[here][inside] = each.tones[there][inside], each.misfit[there][inside]
    beside = (
        (_grown(covered, SHADED_MM * scale) > 0)
        & (covered == 0)
        & in_shadow(cv2.blur(cv2.subtract(patch.seen, floor), (3, 3)))
    )
    edge = _grown(faces, EDGE_MM * scale) != cv2.erode(faces, disc(EDGE_MM * scale))
    edge |= (_grown(covered, EDGE_MM * scale) != covered) | (edges > 0)
    open_[beside | edge | ((covered > 0) & (faces == 0))] *= np.float32(RIM_SAYS)
    known = patch.known
    if known is not None:  # what is printed on a tile was declared, and not seen
        known = known & (cv2.resize(covered, known.shape[::-1], interpolation=cv2.INTER_NEAREST) == 0)
    return msgspec.structs.replace(
        patch, floor=floor, misfit=misfit, unlit=unlit, open=open_, laid=tuple(laid), known=known
    )


def below(laid: Iterable[Laid], place_px: tuple[float, float]) -> Laid | None:
    """What shows its face at a place of the raster."""
    for each in laid:
        column, row = int(place_px[0]) - each.rect[0], int(place_px[1]) - each.rect[1]
        if (
            not each.beneath
            and 0 <= row < each.inside.shape[0]
            and 0 <= column < each.inside.shape[1]
            and each.inside[row, column]
        ):
            return each
    return None


def _lies_below(own: NDArray[np.float32], other: NDArray[np.float32], both: NDArray[np.bool_]) -> bool:
    """Whether another flat thing is seen where `both` would show their faces, by their squared deviations there."""
    if not both.any():
        return False
    return float(np.minimum(own[both], STRANGE_ENOUGH).sum()) > float(np.minimum(other[both], STRANGE_ENOUGH).sum())


def _parts(rect: Rect, other: Rect) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Where `rect` and `other` show the same, in the arrays of each."""
    x0, y0, x1, y1 = within(other, rect)
    one, two = ((slice(y0 - each[1], y1 - each[1]), slice(x0 - each[0], x1 - each[0])) for each in (rect, other))
    return one, two


def _grown(mask: NDArray[np.uint8], by_px: float) -> NDArray[np.uint8]:
    return cv2.dilate(mask, disc(by_px)).astype(np.uint8, copy=False)
