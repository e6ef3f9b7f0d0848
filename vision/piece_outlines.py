"""Whether what no piece's colour explains ends all around where a piece would: a lamp may be mirrored in its top."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np

from engines.physical import Cell
from vision.bodies import TURNS, Outline, face, silhouette
from vision.found import Found
from vision.ground import Ground
from vision.light import Tone
from vision.outline_edge import MARGIN_PX, STEPPED, Edge, pooled, steps_off
from vision.pose import Pose
from vision.rects import cut, part_of, wider, within
from vision.spots import floor_of, painted

ALL_AROUND, SEEN_PART = 0.85, 0.95
"""Part of an outline across which tones step as on no bare floor, and part of it that must be seen, for a piece to have
it: of 133 pieces in seven path-traced evenings all but white ones on pale ground had more, of 1,075 empty places none
in which no neighbour stood at the border had more than 0.6."""
REACH_PX = 4
"""How far from the middle of what is strange a piece's may be seen."""
TURN_STEP = 2
"""Of how many turns of a square one is tried: where an outline is off by a pixel tones still step."""
FINE_MM, FINE_PX = 0.5, 0.5
"""How much sizes, and how far pieces seem to lean, differ at least for outlines to be tried apart."""


def is_outlined(ground: Ground, pose: Pose, cell: Cell, around: Iterable[Found]) -> bool:
    """Whether tones step all along the outline of a piece of the game, one without a tag, near the middle of what is
    strange in `cell`, as they do not on the bare floor. Where something lies `around` it nothing is told."""
    model, whole = ground.model, ground.whole
    far = MARGIN_PX + REACH_PX + math.ceil(model.largest_mm * ground.px_mm)
    window = within(wider(floor_of(model, cell), far), whole)
    odd = cut(ground.odd, whole, window) & (model.labels[part_of(window)] == model.index[cell] + 1)
    if not odd.any():
        return False
    hidden = painted(around, window) | cut(ground.cover, whole, window)
    now, bare, gain = pooled(ground.tones(window)), pooled(ground.floor.tones(window)), pooled(ground.gain(window))
    rows, columns = np.nonzero(odd)
    middle = np.array((columns.mean(), rows.mean()), np.float32)
    reach = np.arange(-REACH_PX, REACH_PX + 1, dtype=np.float32)
    places = middle + np.stack(np.meshgrid(reach, reach), axis=-1).reshape(-1, 1, 2)
    covered = hidden.astype(np.float32)
    return any(_fits(edge, places, now, bare, gain, covered) for edge in _outlines(ground, pose, cell))


def _outlines(ground: Ground, pose: Pose, cell: Cell) -> Iterator[Edge]:
    """The outlines that pieces without a tag have in `cell`, around their middles."""
    model, px_mm = ground.model, ground.px_mm
    tried = set()
    for body in model.bodies.values():
        if body.tag is not None:
            continue
        lean = (
            round(each * px_mm / FINE_PX) * FINE_PX for each in pose.lean_mm(model.cells[cell].centre, body.height_mm)
        )
        size = round(body.size_mm / FINE_MM) * FINE_MM
        tried.add((body.is_round, size, *lean))
    for is_round, size, x, y in sorted(tried):
        for turn in range(0, 1 if is_round else TURNS, TURN_STEP):
            edge = _outline(is_round, size, turn, (x, y), px_mm)
            if edge is not None:
                yield edge


@lru_cache(maxsize=512)
def _outline(is_round: bool, size_mm: float, turn: int, lean_px: tuple[float, float], px_mm: float) -> Edge | None:
    """The outline of a piece around the middle of what is seen of it; None where that is too small."""
    half = math.ceil(0.75 * size_mm * px_mm + math.hypot(*lean_px)) + MARGIN_PX
    whole = silhouette(face(Outline(is_round, size_mm, turn), px_mm, 2 * half + 1), lean_px) > 0.5
    edge = Edge.of(whole, np.zeros_like(whole))
    if edge is None:
        return None
    rows, columns = np.nonzero(whole)
    middle = np.array((columns.mean(), rows.mean()), np.float32)
    return Edge(edge.inside - middle, edge.outside - middle)


def _fits(edge: Edge, places: Tone, now: Tone, bare: Tone, gain: Tone, covered: Tone) -> bool:
    """Whether an outline is one at one of some `places` (P×1×2), where nothing lies over it (`covered`: 1 there)."""
    many = Edge(*((side[None] + places).reshape(-1, 2).astype(np.float32) for side in (edge.inside, edge.outside)))
    last = np.array(now.shape[1::-1], np.float32) - 1
    told = (many.within(covered)[0] + many.beyond(covered)[0]) == 0
    for side in (many.inside, many.outside):
        told &= ((side >= 0) & (side <= last)).all(axis=1)
    stepped = (steps_off(many, now, bare, gain) > STEPPED) & told
    number, seen = (each.reshape(len(places), -1).sum(axis=1) for each in (stepped, told))
    enough = seen >= SEEN_PART * len(edge.inside)
    return bool((enough & (number > ALL_AROUND * seen)).any())
