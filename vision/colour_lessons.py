"""Learns the colours of pieces from those that lie alone in a confirmed position: what they are is known then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.best_first import things_in
from vision.board_model import Body
from vision.found import Found
from vision.ground import Ground
from vision.light import sampled
from vision.palette import Palette, Places, Rgb
from vision.pose import Pose
from vision.pyramid import Pyramid
from vision.spots import standing_in, together
from vision.things import Finder

WELL_INSIDE = 0.15
"""How far from a cell's border, in pitches, a piece stands that teaches its colour though nobody knows that yet."""
SEEN_WELL = 0.7
"""Part of a face that must be visible for its tone to be learnt."""
MISFIT_MM = 2.5
"""Height by which what was fitted to a piece may be off that: of what is off more the side was taken for the face."""


class Looked(msgspec.Struct, frozen=True):
    """A look at a board: the picture, what was `found` in each cell, and how the palette's colours look when they are
    `printed` in each cell (N × C × 3). `tiles` are looks that are read by their print and have no telling outline."""

    pyramid: Pyramid
    pose: Pose
    finder: Finder
    found: Mapping[Cell, Sequence[Found]]
    printed: NDArray[np.float64]
    tiles: frozenset[Look]


def learn_colours(palette: Palette, ground: Ground, looked: Looked, alone: Mapping[Cell, Look]) -> bool:
    """Learns the colours of pieces of which one lies `alone` in its cell; True if one was never seen before."""
    model = ground.model
    lessons: list[tuple[Rgb, NDArray[np.float64], Places]] = []
    for cell, look in alone.items():
        body = model.bodies[look]
        if body.tag is not None:
            continue
        here = place_of(ground, looked, cell)
        found = _by_colour(looked, cell, body)
        if found is not None and palette.is_ink(body.rgb, found.tone, here):
            found = None  # it was taken for a piece of its drawing's colour
        if found is None and look not in looked.tiles:
            found = by_outline(ground, looked, cell, look)
        if found is not None and found.visible > SEEN_WELL and palette.may_be(body.rgb, found.tone, here):
            lessons.append((body.rgb, found.tone, here))
    first = not all(palette.knows(rgb) for rgb, *_ in lessons)
    for rgb, tone, here in lessons:
        palette.learn(rgb, tone, here)
    return first


def place_of(ground: Ground, looked: Looked, cell: Cell) -> Places:
    """The middle of a cell, in the present light."""
    at_mm = ground.model.centres[ground.model.index[cell]]
    gain = sampled(ground.tile_gain, at_mm[None] / np.array(ground.model.size_mm))[0]
    return Places(looked.printed[ground.model.index[cell]], at_mm, np.asarray(gain, np.float64))


def _by_colour(looked: Looked, cell: Cell, body: Body) -> Found | None:
    """The only thing in `cell`, if it was seen to have the colour of `body`."""
    things = looked.found.get(cell, ())
    look = things[0].best_look if len(things) == 1 else None
    if look is None or np.isnan(things[0].tone).any() or looked.finder.model.bodies[look].rgb != body.rgb:
        return None
    if abs(things[0].height_mm - body.height_mm) > MISFIT_MM:
        return None
    return things[0]


def by_outline(ground: Ground, looked: Looked, cell: Cell, look: Look) -> Found | None:
    """What stands in `cell`, and nowhere near its border, and has the outline of `look`, whatever its colour."""
    model, finder = ground.model, looked.finder.only(look)
    groups = together([(cell, finder.window(cell))], ground.whole)
    if not groups:
        return None
    [(_, part)] = groups
    patch = ground.uncovered(looked.pyramid, looked.pose, part)
    found = things_in(finder, [cell], patch, (), standing_in(looked.found, part, but=(cell,)))
    inside = [thing for thing in found if model.room(cell, thing.foot_mm) > WELL_INSIDE * model.pitch_mm]
    return max(inside, key=lambda each: each.score, default=None)
