"""The colour of a face in the light in which the board was learnt, whatever light is on it now."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import cv2
import msgspec
import numpy as np

from vision.board_model import BoardModel
from vision.claims import STRANGE_ENOUGH, Patch
from vision.evidence import Paper
from vision.found import Found
from vision.leftover import patch_of
from vision.light import median
from vision.rects import wider, within

AROUND_MM = 9.0
"""How far around a thing the floor tells what light is on it."""
DARKEST = 3.2
"""Tone of a channel below which nobody can tell in an arm's shade what it is in the light: a yellow's blue is next to
nothing in either, and nothing says how much of that is shade."""
LEAST_MM2 = 40.0
"""Floor that must be seen there."""


def in_known_light(found: Iterable[Found], patches: Collection[Patch], model: BoardModel) -> list[Found]:
    """`found`, each with the colour of its face, where floor around it, which `patches` show, tells what light is on
    it."""
    return [msgspec.structs.replace(thing, paper=_paper(thing, patches, model)) for thing in found]


def _paper(thing: Found, patches: Iterable[Patch], model: BoardModel) -> Paper | None:
    patch = patch_of(thing.rect, patches)
    if patch is None or thing.read or np.isnan(thing.tone).any() or (patch.overhung and thing.tone.min() < DARKEST):
        return None
    area = within(wider(thing.rect, round(AROUND_MM * model.scale)), patch.rect)
    if area[2] <= area[0] or area[3] <= area[1]:
        return None
    part = patch.part(area)
    bare = (patch.misfit[part] < STRANGE_ENOUGH) & (patch.open[part] > 0.5)
    if np.count_nonzero(bare) < LEAST_MM2 * model.scale**2:
        return None
    light = median(cv2.subtract(patch.seen[part], patch.floor[part])[bare])
    light = light + patch.gain_at(*((each.start + each.stop) // 2 for each in part))
    blue, green, red = (thing.tone - light).tolist()
    return Paper((blue, green, red), patch.overhung)
