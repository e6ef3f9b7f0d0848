"""Colours that run: a compressed picture keeps those of many pixels together, so that floor beside a coloured piece has
some of its colour, and may look like another piece that lies half below it."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.claims import Patch
from vision.floor import deviation
from vision.found import Found
from vision.leftover import patch_of, seen_in
from vision.light import Tone, brightness
from vision.pose import Pose
from vision.rects import wider, within
from vision.rims import AS_RIM, HIDDEN
from vision.things import Finder

BLOCK_PX = 12
"""How far colours run in a picture, px: JPEG keeps a colour for two by two pixels and blocks of eight of these."""
RUNS = 0.1
"""Part of the range of hues around a pixel by which its own may be off so."""
TOUCH_MM = 2.5
"""Distance of two things' edges within which one's colour may have made the other."""
INSIDE_MM = 1.5
"""Distance from a tile's edge from which it is on the tile."""
MOST = 40.0
"""Squared deviation from which a pixel does not count for more."""
HARDLY = 10.0
"""Mean squared deviation of what is seen of a thing, colours that run allowed for, below which it is none: of nine in
ten such places it was 2 to 9, of a piece that lay half below another 11."""
PLAIN, DARK = 30.0, 0.8
"""Log likelihood from which what is seen, no arm being near, is more than colours that run, unless it is so dark (tone)
beside its floor that it may lie in a lamp's shadow as well: of 33 places where they had run all had 25 at most but one
such, of 14 pieces that lay half below another 12 had more."""


def without_run_colours(
    found: Sequence[Found], standing: Sequence[Found], patches: Collection[Patch], finder: Finder
) -> list[Found]:
    """`found`, those being doubted that may be nothing but the colour of another, `standing` elsewhere or found, too,
    on the floor beside it. `patches` show them; what `finder` does not look for are tiles, and what lies on them."""
    everything = [*found, *standing]
    tiles = [thing for thing in everything if thing.best_look is not None and thing.best_look not in finder.bodies]
    doubtful = {
        id(thing)
        for thing in found
        if not any(_lies_on(thing, tile) for tile in tiles)
        and _may_have_run(thing, everything, patches, finder.model, finder.pose)
    }
    return [thing.doubted(AS_RIM) if id(thing) in doubtful else thing for thing in found]


def _lies_on(thing: Found, tile: Found) -> bool:
    """Whether the middle of a thing is well inside a tile, as that of the tile itself is."""
    off = np.abs(np.subtract(thing.face_mm, tile.face_mm))
    return bool(off.max() < tile.outline.size_mm / 2 - INSIDE_MM)


def _may_have_run(
    thing: Found, everything: Sequence[Found], patches: Collection[Patch], model: BoardModel, pose: Pose
) -> bool:
    if thing.read or thing.shown > 1 - HIDDEN:
        return False
    others = [other for other in everything if other is not thing]
    if not any(_is_clearer(other, thing) and _touch(thing, other) for other in others):
        return False
    here = np.array([thing.face_mm, (thing.face_mm[0] + 1, thing.face_mm[1])])
    reach = math.ceil(BLOCK_PX * model.scale / float(np.hypot(*np.diff(pose.to_picture(here), axis=0)[0])))
    area = wider(thing.rect, reach)
    patch = patch_of(area, patches)
    if patch is None:
        return False
    area = within(area, patch.rect)
    part = patch.part(area)
    theirs = cv2.dilate(seen_in(others, area, model).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    own = seen_in([thing], area, model) & ~theirs & (patch.open[part] > 0.5)
    seen, floor = patch.seen[part], patch.floor[part]
    if not own.any() or _is_plain(thing, patch, seen[own], floor[own]):
        return False
    slack = np.zeros(own.shape, np.float32)
    off = deviation(seen, floor, slack, of_hue=np.square(RUNS * _hues(seen, reach), dtype=np.float32))
    return float(np.minimum(off[own], MOST).mean()) < HARDLY


def _is_plain(thing: Found, patch: Patch, seen: Tone, floor: Tone) -> bool:
    """Whether `thing`, of which these pixels (N × 3) are `seen`, is too plain for floor on which a colour ran."""
    return thing.score > PLAIN and not patch.overhung and float((floor - seen).mean()) < DARK


def _hues(seen: Tone, reach: int) -> NDArray[np.float32]:
    """How far hues differ around each pixel."""
    hue = seen - brightness(seen)[..., None]
    around = np.ones((2 * reach + 1,) * 2, np.uint8)
    return np.asarray((cv2.dilate(hue, around) - cv2.erode(hue, around)).max(axis=2), np.float32)


def _is_clearer(one: Found, other: Found) -> bool:
    """Whether one thing is seen better than another, or is likelier one of the game's, as a tile that was read is."""
    return one.score > other.score or one.known > other.known


def _touch(one: Found, other: Found) -> bool:
    return math.dist(one.face_mm, other.face_mm) < (one.outline.size_mm + other.outline.size_mm) / 2 + TOUCH_MM
