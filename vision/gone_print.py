"""Dark print that is not seen where nothing is found: a piece that is as pale as the floor around it lies upon it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.burnt import BURNT
from vision.claims import UNKNOWN
from vision.evidence import SUREST, Thing
from vision.ground import Ground
from vision.light import brightness, median
from vision.palette import Palette, Places, colour_loglik
from vision.pose import Rect
from vision.rects import cut
from vision.spots import pixels, without_specks

GONE_MM2, PALER, GONE_PX = 5.0, 0.25, 6
"""Area of dark print in a cell that is not seen though nothing is found there, how much paler (tone) its place is, and
px of the coarse raster that do not count by themselves. A white piece on pale paper shows so, and nearly nothing else
does: of 82 recordings by another hand none had 3 mm² of that in any place."""
LIT, LIT_PART = 0.1, 0.08
"""How much paler all of a cell is in a lamp's mirror image, and the part of the rest of it that may be so by chance: of
a cell with a white piece less than a tenth was, of cells in a lamp's light more than that."""


BURNT_PART = 0.5
"""Part of a cell that is burnt out from which its print is gone there, too: nobody can say that anything lies there."""
STILL_DARK = 0.5
"""How much darker (tone) than the rest of its cell a place is that is print all the same: a camera may show black print
paler than it is all evening, and it is no piece for that."""


def upon_print(
    ground: Ground, palette: Palette, printed: NDArray[np.float64], rect: Rect, open_: NDArray[np.bool_]
) -> Mapping[Cell, Thing]:
    """What lies on print that is much paler than it was, by its cell: no shadow does that, and a lamp that is mirrored
    makes the paper beside it paler too, where nothing is told so.

    `printed`: the palette's printed colours in every cell (N × C × 3) in the reference's light; `open_`: where in
    `rect` (coarse) no thing is found and nothing covers the board.
    """
    shade = cut(ground.shade, ground.whole, rect)
    gone = without_specks(cut(ground.stark, ground.whole, rect) & (shade < -PALER) & open_, GONE_PX)
    area_mm2 = pixels(ground.model, gone, rect) / ground.px_mm**2
    if not (area_mm2 > GONE_MM2).any():
        return {}
    rest = open_ & ~gone
    lit = pixels(ground.model, rest & (shade < -LIT), rect) > LIT_PART * pixels(ground.model, rest, rect)
    order = ground.model.order
    labels, bright = cut(ground.model.labels, ground.whole, rect), brightness(ground.tones(rect))
    burnt = bright + brightness(ground.gain(rect)) > BURNT
    found = {}
    for number in np.flatnonzero((area_mm2 > GONE_MM2) & ~lit).tolist():
        own = labels == number + 1
        around, there = own & rest, own & gone
        if not around.any() or float(burnt[around].mean()) > BURNT_PART:
            continue
        if float(np.median(bright[around]) - np.median(bright[there])) < STILL_DARK:
            found[order[number]] = _thing(
                ground, palette, Places(printed[number], ground.model.centres[number]), rect, there
            )
    return found


def _thing(ground: Ground, palette: Palette, here: Places, rect: Rect, gone: NDArray[np.bool_]) -> Thing:
    """What lies where print is `gone`: any piece that has the colour which is seen there, or none of the game's."""
    tone = median(ground.tones(rect)[gone]).astype(np.float64)
    shades = colour_loglik(tone, palette.expected(here), palette.spreads())
    bodies = {look: shades[palette.index[body.rgb]] for look, body in ground.model.bodies.items() if body.tag is None}
    peak = max(bodies.values(), default=-np.inf)
    looks = {look: float(SUREST + shade - peak) for look, shade in bodies.items() if shade > peak - SUREST}
    known = float(np.clip(peak - UNKNOWN, -8, 10))
    rows, columns = np.nonzero(gone)
    x, y = ((float(each.mean()) + off + 0.5) / ground.px_mm for each, off in zip((columns, rows), rect[:2]))
    return Thing(looks, SUREST - max(0.0, known), (x, y))
