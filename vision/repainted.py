"""Whether what is seen in a place has the colour of what was seen there: where it has another, another lies there.

Which of some blues a blue is depends on what light is guessed to be on it; whether it is the blue that was there before
does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from engines.physical import Look
from vision.belief import Shown, stood_at
from vision.board_model import Body
from vision.evidence import Paper, Thing
from vision.light import hue

OTHER_COLOUR, OTHER_IN_SHADE = 0.35, 0.8
"""How far (tone, a length over the channels) the colour of a face is from what was seen in its place from which it is
another's: of 121 that stayed the farthest was 0.19 off, of 55 in whose place one of another colour came the nearest
0.43. In an arm's shade, where the hue alone tells anything, it was 0.2 and 0.9; of two oranges, whose blue hardly shows
but for light that the arm throws on them, 0.5 and 0.7."""
UNLIKE = 8.0
"""Log likelihood by which such a face is less likely what was seen there."""


def told(
    things: Sequence[Thing], stood: Sequence[Shown], near_mm: float, bodies: Mapping[Look, Body]
) -> tuple[Thing, ...]:
    """`things` that are seen in a cell now: each is hardly what `stood` nearest to its place, up to `near_mm` beside
    it, nor anything else of its colour, if that had another colour. `bodies` know those of looks."""
    return tuple(_told(thing, stood, near_mm, bodies) for thing in things)


def _told(thing: Thing, stood: Sequence[Shown], near_mm: float, bodies: Mapping[Look, Body]) -> Thing:
    there = stood_at(thing.foot_mm, stood, near_mm)
    if there is None or there.look not in thing.looks:
        return thing
    if thing.paper is None or there.paper is None or _is_alike(thing.paper, there.paper):
        return thing
    rgb = bodies[there.look].rgb
    less = {look: value - UNLIKE for look, value in thing.looks.items() if bodies[look].rgb == rgb}
    return msgspec.structs.replace(thing, looks={**thing.looks, **less})


def _is_alike(one: Paper, other: Paper) -> bool:
    """Whether one colour may be another, by hue alone where a shade lies on either."""
    off = np.subtract(one.tone, other.tone)
    if one.shaded or other.shaded:
        return hue(off) < OTHER_IN_SHADE
    return float(np.linalg.norm(off)) < OTHER_COLOUR
