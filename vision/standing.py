"""Where things stand: on the board or on one another, and therefore in which cell, each with its probability.

A picture shows where a face is, not how high. A piece that lies on another is higher and seems to stand farther from
the camera than it does. What tells is whether two pieces could lie side by side where they seem to lie, and
which of them hides the other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import BoardModel
from vision.bodies import TURNS, Mask, Outline
from vision.claims import UNKNOWN
from vision.evidence import SUREST
from vision.fit import GRAIN_MM2
from vision.pose import Pose, Rect
from vision.rects import within

PLACE_MM = 0.55
"""Standard deviation of where a piece is seen on the board: print, folds, edges in shade."""
PLACE_PX = 0.35
"""The same of where it is found on the fine raster, px."""
LEAN_PART = 0.15
"""The same of its lean, as a part of it: a guessed lens, a worn piece."""
INTO_MM = 0.8
"""Standard deviation of how deep two pieces side by side seem to lie in each other."""
RESTS_MM = 0.8
"""A piece that rests on another lies over it this far at least, as a mean over its width."""
ON_TOP = 0.12
"""How often of two pieces that lie close together one rests on the other."""
HIDES_NATS = 6.0
"""No look at what hides what says more than this."""
OVERLAPS_MM, SURELY = 2.0, 0.95
"""How far beyond its cell's border the middle of a piece may be, beside where it may be else, that rests on another in
that cell; and the probability of its doing so from which that counts, unless it stands in that cell anyway."""
LEANS = 0.8
"""How far aside of another, as a part of their mean width, the middle of a piece is at most that rests on it."""
LEAST = 1e-4
"""Probability below which a height or a cell is not thought of."""
DOUBT_NATS = 1.5
"""Log odds of a cell that count as none: a wrong cell is far worse than a question."""


class Foot(msgspec.Struct, frozen=True):
    """One way in which a thing may stand: `z_mm` above the board, its foot at `at_mm`, with probability `p`; `upon_mm`:
    the foot of what it rests on, where that is seen to be hidden by it."""

    p: float
    z_mm: float
    at_mm: tuple[float, float]
    upon_mm: tuple[float, float] | None = None


class Body3(Protocol):
    """A thing as seen: `face_mm` is the middle of its face as if it lay on the board, `rect` where its pixels are."""

    @property
    def face_mm(self) -> tuple[float, float]: ...
    @property
    def outline(self) -> Outline: ...
    @property
    def height_mm(self) -> float: ...
    @property
    def rect(self) -> Rect: ...
    @property
    def silhouette(self) -> Mask: ...
    @property
    def density(self) -> NDArray[np.float32] | None: ...


def feet(things: Sequence[Body3], pose: Pose) -> list[tuple[Foot, ...]]:
    """The ways in which each of `things` may stand, likeliest first."""
    scale = pose.model.scale
    levels: list[dict[float, float]] = [{0.0: 1.0} for _ in things]
    near, bearers = _pairs(things), dict[tuple[int, float], tuple[float, int]]()
    # twice, so that a third piece stands on what the second stands on
    for _ in range(2 if len(near) > 1 else len(near)):
        now: list[dict[float, float]] = [{0.0: 1.0} for _ in things]
        for one, other in near:
            for upper, lower in ((one, other), (other, one)):
                z = max(levels[lower], key=lambda each: levels[lower][each])
                hidden = hides(things[upper], things[lower], scale)
                p = _on_top(things[upper], things[lower], z, pose, hidden)
                top = z + things[lower].height_mm
                now[upper] = {level: share * (1 - p) for level, share in now[upper].items()}
                now[upper][top] = now[upper].get(top, 0.0) + p
                if hidden > 0:
                    bearers[upper, top] = max(bearers.get((upper, top), (0.0, lower)), (p, lower))
        levels = now
    ways = [_ways(thing, level, pose) for thing, level in zip(things, levels)]
    firsts = [each[0].at_mm for each in ways]
    for (upper, top), (_, lower) in bearers.items():
        reach = LEANS * (things[upper].outline.size_mm + things[lower].outline.size_mm) / 2
        ways[upper] = tuple(_upon(way, firsts[lower], reach) if way.z_mm == top else way for way in ways[upper])
    return ways


def _upon(way: Foot, bearer_mm: tuple[float, float], reach_mm: float) -> Foot:
    """`way`, in which something rests on what stands at `bearer_mm`, unless that is farther off than `reach_mm`."""
    return msgspec.structs.replace(way, upon_mm=bearer_mm) if math.dist(way.at_mm, bearer_mm) < reach_mm else way


def _ways(thing: Body3, level: Mapping[float, float], pose: Pose) -> tuple[Foot, ...]:
    likely = sorted(((p, z) for z, p in level.items() if p > LEAST), reverse=True)
    return tuple(Foot(p, z, foot_of(thing.face_mm, thing.height_mm + z, pose)) for p, z in likely)


def _pairs(things: Sequence[Body3]) -> list[tuple[int, int]]:
    """Things so near to each other that they might touch."""
    if len(things) < 2:
        return []
    at = np.array([thing.face_mm for thing in things])
    reach = np.array([0.71 * thing.outline.size_mm + thing.height_mm for thing in things])
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    ones, others = np.nonzero(np.tril(apart < reach[:, None] + reach[None], -1))
    return list(zip(ones.tolist(), others.tolist()))


def foot_of(face_mm: tuple[float, float], height_mm: float, pose: Pose) -> tuple[float, float]:
    """What is straight below a face that is `height_mm` above the board and seems to lie on it at `face_mm`."""
    lift = pose.lift(height_mm)
    centre = pose.centre_mm
    return (face_mm[0] + lift * float(centre[0])) / (1 + lift), (face_mm[1] + lift * float(centre[1])) / (1 + lift)


def _on_top(upper: Body3, lower: Body3, z_mm: float, pose: Pose, hidden: float) -> float:
    """Probability that `upper` rests on `lower`, which stands `z_mm` high; `hidden`: log odds that it hides that."""
    low, high = z_mm + upper.height_mm, z_mm + upper.height_mm + lower.height_mm
    ground = foot_of(lower.face_mm, z_mm + lower.height_mm, pose)
    beside = depth(upper, foot_of(upper.face_mm, low, pose), lower, ground)
    resting = depth(upper, foot_of(upper.face_mm, high, pose), lower, ground)
    # the other way round `lower` would be the higher one
    raised = foot_of(lower.face_mm, high, pose)
    below = depth(upper, foot_of(upper.face_mm, low, pose), lower, raised)
    apart = math.log(1 - ON_TOP) - 0.5 * (beside / INTO_MM) ** 2
    above = math.log(ON_TOP / 2) - 0.5 * (max(0.0, RESTS_MM - resting) / (0.5 * RESTS_MM)) ** 2 + hidden / 2
    under = math.log(ON_TOP / 2) - 0.5 * (max(0.0, RESTS_MM - below) / (0.5 * RESTS_MM)) ** 2 - hidden / 2
    most = max(apart, above, under)
    return math.exp(above - most) / sum(math.exp(each - most) for each in (apart, above, under))


def depth(one: Body3, one_at: tuple[float, float], other: Body3, other_at: tuple[float, float]) -> float:
    """How deep two footprints lie in each other, mm: their common area over the smaller one's width."""
    area, _ = cv2.intersectConvexConvex(footprint(one.outline, one_at), footprint(other.outline, other_at))
    return float(area) / min(one.outline.size_mm, other.outline.size_mm)


def footprint(outline: Outline, at_mm: tuple[float, float]) -> NDArray[np.float32]:
    """Corners of an outline (N × 2, mm on the board) whose middle is `at_mm`."""
    return (_ring(outline) + at_mm).astype(np.float32)


@lru_cache(maxsize=256)
def _ring(outline: Outline) -> NDArray[np.float64]:
    """Corners of an outline around its middle, mm."""
    if outline.is_round:
        angles = np.arange(20) * (2 * np.pi / 20)
        radius = outline.size_mm / 2
    else:
        angles = np.arange(4) * (np.pi / 2) + np.pi / 4 + math.radians(90 * outline.turn / TURNS)
        radius = outline.size_mm / math.sqrt(2)
    return np.asarray(np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius, np.float64)


def hides(upper: Body3, lower: Body3, scale: float) -> float:
    """Log odds, by the pixels in which both would be seen, that `upper` hides `lower`."""
    if upper.density is None or lower.density is None:
        return 0.0
    x0, y0, x1, y1 = within(upper.rect, lower.rect)
    if x1 <= x0 or y1 <= y0:
        return 0.0
    one, other = (
        (slice(y0 - each.rect[1], y1 - each.rect[1]), slice(x0 - each.rect[0], x1 - each.rect[0]))
        for each in (upper, lower)
    )
    both = (upper.silhouette[one] > 0.5) & (lower.silhouette[other] > 0.5)
    if not both.any():
        return 0.0
    mine, theirs = (np.maximum(each, UNKNOWN) for each in (upper.density[one][both], lower.density[other][both]))
    says = float(np.clip(mine - theirs, -5, 5).sum()) / (scale**2 * GRAIN_MM2)
    return float(np.clip(2 * says, -HIDES_NATS, HIDES_NATS))


def homes(model: BoardModel, ways: Sequence[Foot], lean_mm: float) -> dict[Cell, float]:
    """Log odds of each cell in which a thing may stand; `lean_mm` is how far its face seems to lie beside its foot."""
    spread = math.hypot(PLACE_MM, PLACE_PX / model.scale, LEAN_PART * lean_mm)
    chances: dict[Cell, float] = {}
    stands = model.cell_at(*ways[0].at_mm)[0]
    for foot in ways:
        own = None if foot.upon_mm is None else model.cell_at(*foot.upon_mm)[0]
        more = OVERLAPS_MM if own is not None and (own == stands or foot.p > SURELY) else 0.0
        for cell in model.cells_near(foot.at_mm, 4 * spread + more):
            room = model.room(cell, foot.at_mm) + (more if cell == own else -more)
            p = foot.p * 0.5 * math.erfc(-room / spread / math.sqrt(2))
            if p > LEAST:
                chances[cell] = chances.get(cell, 0.0) + p
    return {cell: _doubted(log_odds(p)) for cell, p in chances.items()}


def log_odds(p: float) -> float:
    """Log odds of a probability above 0; of certainty they are large, not infinite."""
    return math.log(p / max(1 - p, 1e-9))


def _doubted(odds: float) -> float:
    return float(np.clip(math.copysign(max(0.0, abs(odds) - DOUBT_NATS), odds), -SUREST, SUREST))
