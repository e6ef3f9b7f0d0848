"""Colours that run: a compressed picture keeps those of many pixels together, so that floor beside a coloured piece has
some of its colour, and may look like another piece that lies half below it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from enum import Enum, auto

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.claims import Patch
from vision.floor import deviation
from vision.found import Found
from vision.leftover import patch_of, seen_in
from vision.light import Tone, brightness
from vision.rects import wider, within
from vision.rims import AS_LOWER, AS_RIM, HIDDEN, bears_its_own
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
"""Log likelihood from which what is seen is more than colours that run, unless it is so dark (tone) beside its floor
that it may lie in a lamp's shadow, or an arm's, as well: of 33 places where they had run all had 25 at most but one
such, of 17 pieces that lay half below another 15 had more."""


class Run(Enum):
    """What may pass for a thing: a colour that ran; or one that did on floor in the shadow of a piece, or of an arm.
    Nobody can tell it then, unless it is known that pieces cast such shadows this evening."""

    COLOUR = auto()
    IN_SHADOW = auto()
    IN_ARMS_SHADOW = auto()


def without_run_colours(
    found: Sequence[Found],
    standing: Sequence[Found],
    patches: Collection[Patch],
    finder: Finder,
    are_soft: Callable[[Sequence[Found]], bool],
) -> list[Found]:
    """`found`, those being doubted that may be nothing but the colour of another, `standing` elsewhere or found, too,
    on the floor beside it.

    `patches` show them; what `finder` does not look for are tiles, and what lies on them. `are_soft`: whether the
    shadows of what surely lies on the board are, which is asked where some of what was found may lie in one.
    """
    everything = [*found, *standing]
    tiles = [thing for thing in everything if thing.best_look is not None and thing.best_look not in finder.bodies]
    runs = {
        id(thing): run
        for thing in found
        if not any(_lies_on(thing, tile) for tile in tiles)
        and (run := _may_have_run(thing, everything, patches, finder)) is not None
    }
    if Run.IN_SHADOW in runs.values() and are_soft([each for each in found if runs.get(id(each)) != Run.IN_SHADOW]):
        runs = {thing: run for thing, run in runs.items() if run != Run.IN_SHADOW}
    sure = {Run.COLOUR} if finder.shadows is None else {Run.COLOUR, Run.IN_SHADOW}
    most = {thing: AS_RIM if run in sure else AS_LOWER for thing, run in runs.items()}
    return [thing.doubted(most[id(thing)]) if id(thing) in most else thing for thing in found]


def _lies_on(thing: Found, tile: Found) -> bool:
    """Whether the middle of a thing is well inside a tile, as that of the tile itself is."""
    off = np.abs(np.subtract(thing.face_mm, tile.face_mm))
    return bool(off.max() < tile.outline.size_mm / 2 - INSIDE_MM)


def _may_have_run(thing: Found, everything: Sequence[Found], patches: Collection[Patch], finder: Finder) -> Run | None:
    """How what is seen of `thing` may be nothing but a colour that ran, None if it is more."""
    if thing.read or thing.shown > 1 - HIDDEN:
        return None
    others = [other for other in everything if other is not thing]
    clearer = [other for other in others if _is_clearer(other, thing) and _touch(thing, other)]
    if all(bears_its_own(thing, other) for other in clearer):
        return None
    model = finder.model
    here = np.array([thing.face_mm, (thing.face_mm[0] + 1, thing.face_mm[1])])
    reach = math.ceil(BLOCK_PX * model.scale / float(np.hypot(*np.diff(finder.pose.to_picture(here), axis=0)[0])))
    area = wider(thing.rect, reach)
    patch = patch_of(area, patches)
    if patch is None:
        return None
    area = within(area, patch.rect)
    part = patch.part(area)
    theirs = cv2.dilate(seen_in(others, area, model).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    own = seen_in([thing], area, model) & ~theirs & (patch.open[part] > 0.5)
    seen, floor = patch.seen[part], patch.floor[part]
    if not own.any():
        return None
    plain, dark = thing.score > PLAIN, float((floor - seen)[own].mean()) >= DARK
    tiled = len(finder.bodies) < len(model.bodies)  # below an arm a tile may not have been read
    if plain and not dark and not (patch.overhung and tiled):
        return None
    slack = np.zeros(own.shape, np.float32)
    off = deviation(seen, floor, slack, of_hue=np.square(RUNS * _hues(seen, reach), dtype=np.float32))
    if float(np.minimum(off[own], MOST).mean()) >= HARDLY:
        return None
    if not plain:
        return Run.COLOUR
    return Run.IN_ARMS_SHADOW if patch.overhung else Run.IN_SHADOW


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
