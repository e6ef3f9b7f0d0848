"""Where the light that is known is no longer the floor's: light that was measured where pieces stand has some of their
colours and shadows, and the floor that one of them leaves looks strange in it, or like a piece of which little is shown
or that stands in more light than there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from engines.physical import Cell
from vision.evidence import CellEvidence
from vision.found import Found
from vision.ground import Ground
from vision.light import median
from vision.rects import part_of
from vision.spots import grown, painted, standing_in
from vision.view import View

LITTLE_SHOWN = 0.9
"""Part of its silhouette below which a piece is little shown; of 301 pieces of two evenings 97 % show more."""
PLAIN = 40.0
"""Log likelihood from which something was a piece, and gave the light its colour: shadows and glints had less."""
SURELY = 9.0
"""Log likelihood of its look from which a piece that seems to have come where another was surely did: most have 11 and
more, floor that was taken for one had 6.9."""
AROUND_MM, BRIGHTER, LIT = 8.0, 0.08, 0.4
"""How far around a thing floor is looked at, how much brighter than in the light that is known it is (tone) where a
shadow that was taken for light has gone, and the part of it that is if light must be measured anew: around 2,467 pieces
0.22 at most, around floor that passed for a blue disc where a tall one's long shadow had been 0.66."""
HARDLY = 0.25
"""How far (tone, a length over the channels) a face is from its floor of which it hardly differs."""


class StaleLight:
    """Cells in which light must be measured anew before they are judged."""

    def __init__(self) -> None:
        self._bared: set[Cell] = set()
        """Cells that a piece left since light was measured."""
        self._due: set[Cell] = set()
        """Those that look strange then, or like another piece, of which little is shown if it comes later."""

    def __bool__(self) -> bool:
        return bool(self._due)

    def looked(
        self,
        cells: frozenset[Cell],
        before: Mapping[Cell, list[Found]],
        seen: Mapping[Cell, CellEvidence],
        found: Mapping[Cell, list[Found]],
        lit: frozenset[Cell] = frozenset(),
        like_floor: frozenset[Cell] = frozenset(),
    ) -> None:
        """Something changed in `cells`, in some of which there were things `before`; this was `seen`, and these things
        are `found` there now, of which some are `lit`, and some `like_floor`."""
        strange = {cell for cell, each in seen.items() if _is_strange_alone(each)}
        self._due -= cells
        self._due |= lit
        if strange & before.keys():
            self._due |= strange
        self._due |= {
            cell for cell in before if _is_another(before[cell], found.get(cell, []), doubted=cell in like_floor)
        }
        self._due |= {cell for cell in seen.keys() & self._bared if _is_little_shown(found.get(cell, []))}
        self._bared |= {cell for cell in before if not found.get(cell)}

    def measured(self) -> None:
        """Light was measured anew."""
        self._bared.clear()

    def take(self) -> frozenset[Cell]:
        """The cells to be judged anew, as light is measured now."""
        due = frozenset(self._due)
        self._due.clear()
        self.measured()
        return due


def in_more_light(
    cells: Iterable[Cell], found: Mapping[Cell, list[Found]], ground: Ground, view: View
) -> frozenset[Cell]:
    """Those of `cells` in which something is `found` now, the floor around which is brighter in `view` than in the
    light that is known; none while something covers the board, in whose shade light is pieced together."""
    came = {cell: things for cell in cells if (things := found.get(cell))}
    if not came or view.cover.any:
        return frozenset()
    known = ground.floor.seen[part_of(view.rect)] & view.seen
    bare = known & ~painted(standing_in(found, view.rect), view.rect)
    brighter = view.shade < -BRIGHTER

    def is_lit(thing: Found) -> bool:
        around = grown(painted([thing], view.rect), round(AROUND_MM * ground.px_mm)) & bare
        return int(np.count_nonzero(around & brighter)) > LIT * max(1, int(np.count_nonzero(around)))

    return frozenset(cell for cell, things in came.items() if any(map(is_lit, things)))


def floor_like(cells: Iterable[Cell], found: Mapping[Cell, list[Found]], ground: Ground, view: View) -> frozenset[Cell]:
    """Those of `cells` in which something is `found` now that hardly differs from its floor: in light that was measured
    beside a yellow piece bare floor is as bluish as a white one; none while something covers the board."""
    asked = {cell: things for cell in cells if (things := found.get(cell))}
    if not asked or view.cover.any:
        return frozenset()
    off = view.plain - ground.floor.tones(view.rect)

    def is_like(thing: Found) -> bool:
        own = painted([thing], view.rect) & view.seen
        return bool(own.any()) and float(np.linalg.norm(median(off[own]))) < HARDLY

    return frozenset(cell for cell, things in asked.items() if any(map(is_like, things)))


def _is_strange_alone(evidence: CellEvidence) -> bool:
    """Whether nothing is seen in a cell but what looks like no piece."""
    return bool(evidence.things) and not any(thing.looks for thing in evidence.things)


def _is_little_shown(things: list[Found]) -> bool:
    return any(thing.shown < LITTLE_SHOWN for thing in things)


def _is_another(before: list[Found], now: list[Found], doubted: bool) -> bool:
    """Whether nothing that is found `now` is like the pieces that were found `before`, nor surely another; which may
    be `doubted`."""
    looks = {thing.best_look for thing in before if thing.score > PLAIN}
    known = (thing.best_look in looks or (thing.best > SURELY and not doubted) for thing in now)
    return bool(looks and now) and not any(known)
