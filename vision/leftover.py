"""How much of what is seen around a piece nothing explains: a good part of a counter that lies below it sticks out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import BoardModel
from vision.bodies import corners
from vision.cast_shadows import in_shadow
from vision.claims import STRANGE_ENOUGH, Patch
from vision.found import Drawn, Found
from vision.pose import Rect
from vision.rects import meet, wider, within

REACH_MM = 6.0
"""How far one of two pieces that were put into the same place sticks out below the other at most."""
OWN_RIM_MM, OTHER_RIM_MM = 1.1, 1.5
"""Around a piece, and around others or an arm, edges, sides and small errors of place leave something that nothing
explains."""
STRANGE_BESIDE_DRAWN = 40.0
"""Squared deviation from which a pixel is left over beside a piece whose drawing is recognised, so that its edge is
known: around red counters pictures are reddish, with 8 to 30."""
LEAST_PX = 2
"""Pixels that are left over below which nothing more is asked of them."""
CELL_RIM_MM = 1.5
"""How far beyond its cell's border a piece stands."""


def with_leftovers(
    found: Sequence[Found], standing: Iterable[Found], patches: Collection[Patch], model: BoardModel
) -> list[Found]:
    """`found`, each that the rules let lie upon others knowing how much around it nothing explains.

    `standing` are elsewhere; `patches` show them. What is hardly a piece explains nothing.
    """
    stacked = {look for look, body in model.bodies.items() if body.stacking > 1}
    if not stacked:
        return list(found)
    likely = [each for each in (*found, *standing) if each.is_piece]
    return [_with_leftover(each, likely, patches, model) if each.best_look in stacked else each for each in found]


def _with_leftover(thing: Found, likely: Sequence[Found], patches: Iterable[Patch], model: BoardModel) -> Found:
    area = wider(thing.rect, round(REACH_MM * model.scale))
    patch = patch_of(area, patches)
    if patch is None or not meet(patch.rect, thing.rect):
        return thing
    others = [each for each in likely if each is not thing and meet(each.rect, area)]
    return msgspec.structs.replace(thing, beside_mm2=leftover_mm2(thing, others, patch, model))


def leftover_mm2(thing: Found, others: Iterable[Found], patch: Patch, model: BoardModel) -> float:
    """The largest area in one piece, near a thing and in its cell, that neither floor, nor a shadow on it, nor the
    thing itself, one of `others` or what hangs over the board explains."""
    left, _ = left_over(thing, others, patch, model)
    return float(np.count_nonzero(largest_part(left)) / model.scale**2)


def left_over(
    thing: Found, others: Iterable[Found], patch: Patch, model: BoardModel, rim_mm: float = OWN_RIM_MM
) -> tuple[NDArray[np.bool_], tuple[slice, slice]]:
    """Pixels near a thing that all these do not explain, and where in the patch's arrays that part is; `rim_mm`: how
    far around the thing nothing is asked."""
    scale = model.scale
    area = within(wider(thing.rect, round(REACH_MM * scale)), patch.rect)
    part, strange = patch.part(area), STRANGE_ENOUGH if thing.drawn is None else STRANGE_BESIDE_DRAWN
    others = [each for each in others if meet(each.rect, area)]
    own, theirs = seen_in([thing], area, model), seen_in(others, area, model) | (patch.open[part] < 0.5)
    left = (patch.misfit[part] > strange) & ~(own | theirs)
    if np.count_nonzero(left) < LEAST_PX:
        return np.zeros_like(left), part
    here, there = _distance_px(own), _distance_px(theirs)
    left &= (here > rim_mm * scale) & (here < REACH_MM * scale) & (there > OTHER_RIM_MM * scale) & (here <= there)
    left &= _in_cell(thing.cell, area, model)
    if left.any():
        left &= ~in_shadow(cv2.subtract(patch.seen[part], patch.floor[part]))
    return left, part


def largest_part(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest of the connected parts of a mask."""
    if not mask.any():
        return mask
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return np.asarray(labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()), np.bool_)


def patch_of(area: Rect, patches: Iterable[Patch]) -> Patch | None:
    """That of `patches` which shows most of an area."""
    return max(patches, key=lambda each: _size(within(area, each.rect)), default=None)


def _size(rect: Rect) -> int:
    return max(0, rect[2] - rect[0]) * max(0, rect[3] - rect[1])


def seen_in(things: Iterable[Found], area: Rect, model: BoardModel) -> NDArray[np.bool_]:
    """Where in `area` things are seen: those whose drawing is recognised exactly there."""
    left, top = area[:2]
    mask = np.zeros((area[3] - top, area[2] - left), np.bool_)
    for thing in things:
        if thing.drawn is not None:
            mask |= _drawn_in(thing, thing.drawn, area, model)
            continue
        x0, y0, x1, y1 = within(thing.rect, area)
        if x1 > x0 and y1 > y0:
            x, y = thing.rect[:2]
            mask[y0 - top : y1 - top, x0 - left : x1 - left] |= thing.silhouette[y0 - y : y1 - y, x0 - x : x1 - x] > 0.5
    return mask


def _drawn_in(thing: Found, drawn: Drawn, area: Rect, model: BoardModel) -> NDArray[np.bool_]:
    """Where in `area` the face and the side are seen of a thing whose drawing is recognised."""
    body = model.bodies[thing.best_look or ""]
    above = corners(False, body.size_mm, drawn.turn_deg) + drawn.at_mm
    below = above - np.array(thing.lean) * thing.height_mm
    hull = cv2.convexHull(np.concatenate([above, below]).astype(np.float32))
    mask = np.zeros((area[3] - area[1], area[2] - area[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round((hull * model.scale - 0.5 - area[:2]) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask > 0


def _distance_px(mask: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Distance of every pixel from those of `mask`."""
    return np.asarray(cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 3), np.float32)


def _in_cell(cell: Cell, area: Rect, model: BoardModel) -> NDArray[np.bool_]:
    """Where in `area` a cell is, and what stands over its border."""
    mask = np.zeros((area[3] - area[1], area[2] - area[0]), np.uint8)
    outline = model.cells[cell].outline * model.scale - 0.5 - area[:2]
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    rim = round(CELL_RIM_MM * model.scale)
    return np.asarray(cv2.dilate(mask, np.ones((2 * rim + 1,) * 2, np.uint8)) > 0, np.bool_)
