"""How high a pile is by its shadow: that of three discs reaches three times as far as that of one, whatever is seen of
them from above."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec
import numpy as np

from engines.physical import Cell, Contents
from vision.belief import Shown
from vision.board_model import BoardModel
from vision.claims import Patch
from vision.evidence import CellEvidence, Piled, Thing
from vision.found import Found
from vision.lamp import Lamp
from vision.lamp_fit import MOST, fitted
from vision.leftover import patch_of
from vision.rects import wider
from vision.surroundings import Surroundings
from vision.upon import fill_their_place

ONE_MORE, MORE = 2, 2
"""Heights that are tried for each piece more that may lie in a pile, and how many more than are seen may."""
FEWEST = 4
"""Piles from which a lamp is looked for."""
NEARLY = 0.08
"""Difference of two heights, as a part of the tallest piece, below which only one of them is tried."""
OTHER = 0.3
"""Difference of two heights of a pile, by its shadow, as a part of the tallest piece, from which it is another: of 194
piles in which nothing had changed four had more, of 176 in which something had three in four."""
OVERLAP = 0.85
"""Distance of two things' middles, as a part of their size, from which they lie beside each other."""
REACH, BESIDE_MM = 1.2, 4.0
"""How far around a pile the floor is looked at: beside its height, and beyond that."""
AREA_MM2 = 1.2
"""Area, all of it in the shadow where it should not be, that makes a height less likely by a factor of √e."""
MOST_OFF = 1.0
"""What is seen, in parts of a shadow, is off it by this at most."""

Place = tuple[float, float]
"""Where something seems to stand on the board, mm."""

SAME_MM = 1.0
"""How far from where it was seen to stand a pile may be said to stand that is the same."""


class PileHeights:
    """What the shadows of an evening say of how high piles are. `lamp`: what casts them, None if nobody knows."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self.lamp: Lamp | None = None
        self._around: dict[Cell, list[tuple[Found, Surroundings]]] = {}
        """What was seen last around piles, each with its uppermost."""
        self._known: dict[tuple[Cell, int], tuple[Surroundings, float]] = {}
        """What was seen around those that were known to be so high (mm), the latest last."""
        self._since = 0
        """How many of these were seen since the lamp was looked for."""

    def told(
        self, cells: Iterable[Cell], found: Sequence[Found], standing: Iterable[Found], patches: Collection[Patch]
    ) -> list[Found]:
        """`found` in `cells`, the uppermost of each pile knowing how high that is; `standing` are elsewhere, and
        `patches` show them."""
        for cell in cells:
            self._around.pop(cell, None)
        here: dict[Cell, list[Found]] = {}
        for thing in filter(_is_likely, found):
            here.setdefault(thing.cell, []).append(thing)
        everything = [each for each in (*found, *standing) if _is_likely(each)]
        told: dict[int, Piled] = {}
        for cell, things in here.items():
            self._around[cell] = list(self._seen(things, everything, patches))
            if self.lamp is not None:
                told |= {id(top): self._likely(around, self.lamp) for top, around in self._around[cell]}
        return [msgspec.structs.replace(each, piled=told[id(each)]) if id(each) in told else each for each in found]

    def learn(self, placement: Mapping[Cell, Contents]) -> dict[Cell, dict[Place, Piled]]:
        """Takes `placement` for what lies on the board and was seen last, and learns how it casts its shadows. A lamp
        is looked for whenever much more is known; where it is found for the first time, how high each pile is, by where
        its uppermost seems to stand."""
        unknown = self.lamp is None
        for cell in sorted(self._around.keys() & placement.keys()):
            piles = [seen for _, seen in self._around[cell]]
            for number, (seen, height) in enumerate(self._heights(piles, placement[cell])):
                self._known.pop((cell, number), None)
                self._known[cell, number] = seen, height
                self._since += 1
        around, self._around = self._around, {}
        for oldest in list(self._known)[: max(0, len(self._known) - MOST)]:
            del self._known[oldest]
        known = len(self._known)
        if known >= FEWEST and self._since >= (known / 2 if self.lamp is None or known < MOST else MOST):
            self.lamp, self._since = fitted(list(self._known.values()), self.lamp), 0
        lamp = self.lamp if unknown else None
        if lamp is None:
            return {}
        return {cell: {top.seat_mm: self._likely(seen, lamp) for top, seen in each} for cell, each in around.items()}

    def _heights(self, piles: Sequence[Surroundings], contents: Contents) -> list[tuple[Surroundings, float]]:
        """How high each of the `piles` is in a cell that holds these `contents`, if that is known."""
        if len(piles) == 1 and contents:
            return [(piles[0], height_mm(contents, self.model))]
        if sum(pile.pieces for pile in piles) == len(contents):
            return [(pile, pile.seen_mm) for pile in piles]
        return []

    def _seen(
        self, things: Sequence[Found], everything: Sequence[Found], patches: Collection[Patch]
    ) -> Iterator[tuple[Found, Surroundings]]:
        """The uppermost of each pile of the `things` in a cell, and what is seen around it."""
        if fill_their_place(self.model, *filter(None, (each.best_look for each in things))):
            return
        for pile in _piles(things):
            top = max(pile, key=lambda each: each.visible)
            lowest = sum(each.height_mm for each in pile)
            highest = lowest + MORE * self.model.tallest_mm
            reach = REACH * highest + BESIDE_MM
            patch = patch_of(wider(top.rect, round(reach * self.model.scale)), patches)
            if patch is None or patch.overhung:
                continue
            around = Surroundings(top, pile, everything, patch, self.model, highest, reach)
            if around.tells:
                yield top, around

    def _likely(self, around: Surroundings, lamp: Lamp) -> Piled:
        """Log likelihood of each height that a pile may have against that of the likeliest."""
        lowest, highest = around.pile.height_mm, around.highest_mm
        steps = round((highest - lowest) / self.model.tallest_mm * ONE_MORE)
        heights = self._with_single_ones(np.linspace(lowest, highest, steps + 1).tolist(), around.pieces)
        shaded = [around.shaded(height, lamp) for height in heights]
        darker = around.darker - around.level(np.max(shaded, axis=0))
        left = [np.minimum(np.abs(darker / lamp.deep - each), MOST_OFF) for each in shaded]
        off_mm2 = np.array([float(each @ each) for each in left]) / around.scale**2
        likely = (off_mm2.min() - off_mm2) / (2 * AREA_MM2)
        return Piled(around.pieces, around.seen_mm, tuple(heights), tuple(likely.tolist()))

    def _with_single_ones(self, heights: Sequence[float], pieces: int) -> list[float]:
        """Some rising `heights` (mm), and those of single pieces if one is seen, which may be another than it seems:
        none is nearly another."""
        alone = self._alone_mm if pieces == 1 else ()
        kept = list(heights)
        for height in alone:
            if all(abs(height - other) > NEARLY * self.model.tallest_mm for other in kept):
                kept.append(height)
        return sorted(each for each in kept if each <= heights[-1])

    @cached_property
    def _alone_mm(self) -> Sequence[float]:
        """How high single pieces are."""
        return sorted({body.height_mm for body in self.model.bodies.values()})


def with_heights(
    found: Iterable[Found], evidence: CellEvidence, piles: Mapping[Place, Piled]
) -> tuple[tuple[Found, ...], CellEvidence]:
    """What was `found` in a cell, and its `evidence`, each uppermost of `piles` knowing how high that is."""
    replace = msgspec.structs.replace
    higher = tuple(replace(each, piled=_at(each.seat_mm, piles)) for each in found)
    things = tuple(replace(each, piled=_at(each.foot_mm, piles)) for each in evidence.things)
    return higher, replace(evidence, things=things)


def _at(place_mm: Place, piles: Mapping[Place, Piled]) -> Piled | None:
    """Which of `piles` is seen at a place: what looks as it did is not fitted anew, and stands where it did then."""
    nearest = min(piles, key=lambda each: math.dist(each, place_mm), default=None)
    return None if nearest is None or math.dist(nearest, place_mm) > SAME_MM else piles[nearest]


def piles_of(things: Sequence[Thing]) -> list[Piled]:
    """How high the piles are in which `things` lie, if that is known of all of them."""
    piles = [thing.piled for thing in things if thing.piled is not None]
    return piles if sum(pile.pieces for pile in piles) >= len(things) else []


def by_shadow(piles: Sequence[Piled], contents: Contents, model: BoardModel) -> float:
    """Log likelihood of what is seen of the shadows of all `piles` in a cell if `contents` lie there: what of them is
    not seen lies in one of the piles."""
    if not piles or not contents:
        return 0.0
    own = [pile.at(pile.seen_mm) for pile in piles]
    unseen = height_mm(contents, model) - sum(pile.seen_mm for pile in piles)
    more = [pile.at(pile.seen_mm + unseen) - plain for pile, plain in zip(piles, own)]
    return sum(own) + max(more)


def are_as_high(pairs: Iterable[tuple[Thing, Shown]], model: BoardModel) -> bool:
    """Whether the shadows of things are as long as they were when they were shown, as far as anybody knows."""
    both = [(thing.piled, stood.piled) for thing, stood in pairs]
    other = OTHER * model.tallest_mm
    return all(now is None or then is None or abs(now.mean_mm - then.mean_mm) < other for now, then in both)


def height_mm(contents: Contents, model: BoardModel) -> float:
    """How high `contents` are upon each other."""
    return sum(model.bodies[look].height_mm for look in contents if look in model.bodies)


def _piles(things: Iterable[Found]) -> list[list[Found]]:
    """Things in one cell, those together of which one lies upon another."""
    piles: list[list[Found]] = []
    for thing in things:
        touched = [pile for pile in piles if any(_overlap(thing, each) for each in pile)]
        piles = [pile for pile in piles if pile not in touched]
        piles.append([thing, *(each for pile in touched for each in pile)])
    return piles


def _overlap(one: Found, other: Found) -> bool:
    """Whether one of two things lies upon the other."""
    return math.dist(one.seat_mm, other.seat_mm) < OVERLAP * (one.outline.size_mm + other.outline.size_mm) / 2


def _is_likely(thing: Found) -> bool:
    return max(thing.looks.values(), default=0.0) > 0
