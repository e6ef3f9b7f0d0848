"""Whether what came below a hand ends all around, as a piece does and light between fingers does not."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.found import Found
from vision.light import Tone
from vision.outline_edge import MARGIN_PX, STEPPED, Edge, pooled, steps_off
from vision.plain_view import PlainView
from vision.pose import Rect
from vision.rects import cut, meet, wider, within
from vision.spots import RIM_PX, coarse, painted, refined
from vision.view import View

ALL_AROUND = 0.85
"""Part of an outline across which tones step as on no bare floor, of what is no light: of 21 pieces that came below
hands it was 0.9 and more, nearly all of them 1; of nine patches of light and skin that passed for white pieces 0.2 to
0.82."""
EVENER, LEAST_PX = 0.65, 6
"""How much evener than the bare floor's print what hides it is, as a part of the deviation of tones, and of how many px
that is asked: of a white ship on the pale tip of a printed arrow, whose outline hardly steps, it was 0.54, of patches
of light and skin 0.77 and more."""
SHIFTS = (-1, 0, 1)
"""How far beside where it was fitted an outline may be (px)."""


def without_light(
    found: Sequence[Found], standing: Sequence[Found], plain: PlainView, view: View, floor: Tone
) -> tuple[list[Found], frozenset[Cell]]:
    """What was `found`, others `standing`, without what came near a hand to places that were `plain` to be empty and
    does not end all around; and the cells of that, of which nobody can tell. `floor`: tones of the empty board in
    `view`, in the reference's light."""
    empty = {cell for cell, each in plain.of.items() if not each.found}
    around = [*found, *standing]
    kept, lit = list[Found](), set[Cell]()
    for thing in found:
        came = thing.by_hand and thing.cell in empty and not (thing.read or thing.drawn)
        if came and not _is_no_light(thing, around, view, floor):
            lit.add(thing.cell)
        else:
            kept.append(thing)
    return kept, frozenset(lit)


def _is_no_light(thing: Found, around: Sequence[Found], view: View, floor: Tone) -> bool:
    """Whether tones step along the outline of a `thing`, where nothing hides that, as they do not on bare `floor`, or
    it hides print. Of what lies beside others nothing is told, nor where too little is seen: it does then."""
    window = within(wider(coarse(thing.rect), RIM_PX + MARGIN_PX), view.rect)
    near = (other for other in around if other is not thing and meet(other.rect, refined(window)))
    hidden = painted(near, window) | ~cut(view.seen, view.rect, window)
    spot = _seen_of(thing, window)
    edge = Edge.of(spot, hidden)
    if edge is None:
        return True
    now, bare, gain = (pooled(cut(each, view.rect, window)) for each in (view.plain, floor, view.gain))
    inside = cv2.erode((spot & ~hidden).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    if np.count_nonzero(inside) >= LEAST_PX and _unevenness(now[inside]) < EVENER * _unevenness(bare[inside]):
        return True
    shifted = (edge.moved(right, down) for right in SHIFTS for down in SHIFTS)
    return max(float((steps_off(each, now, bare, gain) > STEPPED).mean()) for each in shifted) > ALL_AROUND


def _unevenness(tones: Tone) -> float:
    """Mean squared deviation of some tones (N × 3), its root."""
    return float(np.sqrt(np.square(tones - np.median(tones, axis=0)).sum(axis=1).mean()))


def _seen_of(thing: Found, window: Rect) -> NDArray[np.bool_]:
    """Where in a `window` of the coarse raster most of a pixel shows the thing."""
    fine = refined(window)
    own = np.zeros((fine[3] - fine[1], fine[2] - fine[0]), np.float32)
    part = within(thing.rect, fine)
    own[part[1] - fine[1] : part[3] - fine[1], part[0] - fine[0] : part[2] - fine[0]] = cut(
        thing.silhouette, thing.rect, part
    )
    size = window[2] - window[0], window[3] - window[1]
    return np.asarray(cv2.resize(own, size, interpolation=cv2.INTER_AREA) > 0.5, np.bool_)
