"""The heights at which pieces are looked for: one for all of them where they differ little, else those they have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.physical import Look
from vision.board_model import Body
from vision.window import Cast

ALIKE_MM, LOWER = 1.5, 0.25
"""Difference of the highest and the lowest piece below which all are looked for at one height; else how far up from the
lowest."""
MUCH_MM, SAME_MM = 4.0, 0.7
"""Difference from which each colour's pieces are looked for at the heights that they have: one of the higher would be
off by a mm and more; and heights of one colour no farther apart than this are one, for of a side less than a pixel is
seen there. Pieces that lie on a tile stand higher than they are."""


def usual_height(bodies: Mapping[Look, Body]) -> float:
    """The height (mm) at which pieces are looked for: that of all where they differ little, else one of the lower."""
    values = [body.height_mm for body in bodies.values()]
    if not values:
        return 0.0
    low, high = min(values), max(values)
    return (low + high) / 2 if high - low < ALIKE_MM else low + LOWER * (high - low)


def apart(bodies: Mapping[Look, Body]) -> float:
    """Difference of the highest and the lowest piece, mm."""
    heights = [body.height_mm for body in bodies.values()]
    return max(heights, default=0.0) - min(heights, default=0.0)


def heights_of_colours(cast: Cast) -> Mapping[tuple[int, bool], Sequence[float]]:
    """Further heights (mm) at which pieces of each colour, without and with a tag, are looked for: one of the higher
    where pieces differ in height, their own where they differ much. Pieces of one height need none."""
    heights, all_apart = [body.height_mm for body in cast.bodies.values()], apart(cast.bodies)
    own: dict[tuple[int, bool], list[float]] = {}
    for body in sorted(cast.bodies.values(), key=lambda body: body.height_mm):
        kept = own.setdefault((cast.palette.index[body.rgb], body.tag is not None), [])
        if not kept or body.height_mm - kept[-1] > SAME_MM:
            kept.append(body.height_mm)
    if all_apart < ALIKE_MM:
        return {}
    return own if all_apart > MUCH_MM else dict.fromkeys(own, (max(heights) - LOWER * all_apart,))
