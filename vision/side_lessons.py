"""Learns what the sides of tall pieces look like from those that lie alone in a confirmed position."""

from __future__ import annotations

import math
from collections.abc import Mapping

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.claims import Patch
from vision.colour_lessons import SEEN_WELL, Looked, by_outline, place_of
from vision.found import Found
from vision.ground import Ground
from vision.light import median
from vision.looked_at_heights import MUCH_MM, apart
from vision.palette import Palette
from vision.rects import cut, within
from vision.spots import coarse, finer, painted, standing_in
from vision.standing import footprint

TALL = 0.4
"""How far a piece's top is seen beside its foot, as a part of its size, for its side to be worth learning."""
LEAST_PX = 30
"""Pixels of a side from which its tone is measured."""


def learn_sides(palette: Palette, ground: Ground, looked: Looked, alone: Mapping[Cell, Look]) -> None:
    """Learns what the sides of tall pieces look like, of which one lies `alone` in its cell, where heights
    differ much."""
    if apart(looked.finder.bodies) <= MUCH_MM:
        return
    tall = {cell: look for cell, look in alone.items() if look not in looked.tiles and _shows_side(looked, cell, look)}
    if tall:  # colours were learnt since it was looked
        looked = msgspec.structs.replace(looked, finder=looked.finder.afresh())
    model = ground.model
    for cell, look in tall.items():
        thing = by_outline(ground, looked, cell, look)
        if thing is None or thing.visible < SEEN_WELL:
            continue
        part = within(coarse(thing.rect), ground.whole)
        patch = ground.uncovered(looked.pyramid, looked.pose, part)
        patch.open[:] *= finer(~painted(standing_in(looked.found, part, but=(cell,)), part), patch.open.shape)
        seen = _side_tone(thing, patch, model.scale)
        if seen is not None:
            number = palette.index[model.bodies[look].rgb]
            expected = palette.expected(place_of(ground, looked, cell))
            palette.sides.learn(number, seen - expected[number])


def _shows_side(looked: Looked, cell: Cell, look: Look) -> bool:
    """Whether a piece without a tag that stands in `cell` shows enough of its side."""
    model = looked.finder.model
    body = model.bodies[look]
    lean_mm = math.hypot(*looked.pose.lean_mm(model.cells[cell].centre, body.height_mm))
    return body.tag is None and lean_mm >= TALL * body.size_mm


def _side_tone(thing: Found, patch: Patch, scale: float) -> NDArray[np.float64] | None:
    """Median tone of the side of `thing` where `patch` is open; None if too little of it is. `scale`: px/mm of the fine
    raster."""
    rect = within(thing.rect, patch.rect)
    if rect[2] <= rect[0] or rect[3] <= rect[1]:
        return None
    face = np.zeros(thing.silhouette.shape, np.uint8)
    corners = np.array(footprint(thing.outline, thing.face_mm)) * scale - 0.5 - thing.rect[:2]
    cv2.fillPoly(face, [np.round(corners).astype(np.int32)], 1)
    kernel = np.ones((3, 3), np.uint8)
    side = cv2.erode((thing.silhouette > 0.9).astype(np.uint8), kernel) > cv2.dilate(face, kernel)
    part = cut(side, thing.rect, rect) & (patch.open[patch.part(rect)] > 0.5)
    if np.count_nonzero(part) < LEAST_PX:
        return None
    return np.asarray(median(patch.seen[patch.part(rect)][part]), np.float64)
