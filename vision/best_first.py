"""Finds the pieces in a patch of the board: one after the other, best first, then each once more beside the rest.

Knows what was found and which pixels that explains; what the best thing in one cell is, the `Finder` says.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

import cv2
import msgspec
import numpy as np

from engines.physical import Cell
from vision.claims import ODD, Claims, Patch
from vision.found import Found
from vision.laid import with_laid
from vision.rects import joined, meet, wider
from vision.rims import may_be_heaped
from vision.things import WELL_INSIDE_MM, Finder
from vision.window import CellView

MOST_THINGS = 4
"""Things looked for in a plain cell; boxes that hold many have room for more."""
MOST_IN_BOX = 14
TOUCH_MM = 2.5
"""Things this near to each other are looked at once more, each beside the others."""
PLAIN = 100.0
"""Log likelihood from which a thing that is found no more beside others says that these are amiss: two washers beside
shadows as dark as they had 136 and 147; where it is half below others it may be a part of them."""
MOVED_MM = 2.0
"""How far from where it was a thing must be found then for those that touch it to be looked at a third time."""


def things_in(
    finder: Finder, cells: Iterable[Cell], patch: Patch, read: Iterable[Found] = (), standing: Iterable[Found] = ()
) -> list[Found]:
    """The things in `cells` beside those that were `read` (tags, drawings, tiles) and are there; `standing` are
    elsewhere.

    Where they stand is asked of `Finder.placed`. Where none was found there may be a faint one (`Finder.faintest`).
    """
    search = _Search(finder, patch, list(standing), list(read))
    search.run(list(cells))
    return search.found[search.given :]


class _Search:
    """One search in one patch: what was found so far, and which pixels that explains."""

    def __init__(self, finder: Finder, patch: Patch, standing: list[Found], read: list[Found]) -> None:
        self.finder, self.found, self.given = finder, list(read), len(read)
        self._counts = Counter(thing.cell for thing in read)
        laid = [each for thing in read for each in thing.laid]
        self._claims = Claims(with_laid(patch, laid, finder.model.scale), finder.model.scale)
        self._views: Mapping[Cell, CellView] = {}
        exact = [thing for thing in read if thing.read or thing.drawn is not None]
        sure = [*standing, *exact]
        for known in sure:
            self._claims.add(msgspec.structs.replace(known, density=None))
        for tile in (thing for thing in read if not (thing.read or thing.drawn is not None or thing.laid)):
            self._claims.add(tile)  # what its print does not explain may be a thing that lies on it

    def run(self, cells: list[Cell]) -> None:
        """Finds what there is in `cells`."""
        doubtful: dict[Cell, tuple[Found, int]] = {}
        order = self._by_strangeness(cells)
        self._views = dict(self.finder.views(order, self._claims))
        for cell in order:
            while self._counts[cell] < self._room(cell):
                thing = self._best(cell)
                if thing is None:
                    break
                if self.finder.model.room(cell, thing.foot_mm) < WELL_INSIDE_MM:
                    doubtful[cell] = thing, self._claims.changes
                    break
                self._take(thing)
        self._settle(doubtful)
        self._look_again()
        for cell in cells:
            lit = None if self._counts[cell] >= self._room(cell) else self.finder.hollowest(cell, self._claims)
            if lit is not None:
                self._take(lit)
        for cell, view in self._views.items():
            if 0 < self._counts[cell] < self._room(cell):
                self._claims.unstrike(cell)
                below = self.finder.glimpsed(view, cell, self._claims)
                if below is not None and all(self._may_be_below(below, other) for other in self.found):
                    self.found.append(below)
        faint = (self.finder.faintest(view, cell, self._claims) for cell, view in self._bare())
        self.found += filter(None, faint)

    def _may_be_below(self, glimpsed: Found, other: Found) -> bool:
        """Whether what is `glimpsed` may lie half below another thing, if it touches that."""
        return not _touch(glimpsed, other) or may_be_heaped(glimpsed, other, self.finder.model.bodies)

    def _bare(self) -> list[tuple[Cell, CellView]]:
        """Cells in which nothing was found; what was too little to be a thing there may be a faint one."""
        bare = [(cell, view) for cell, view in self._views.items() if not self._counts[cell]]
        for cell, _ in bare:
            self._claims.unstrike(cell)
        return bare

    def _best(self, cell: Cell) -> Found | None:
        view = self._views.get(cell)
        best = None if view is None else self.finder.best(cell, self._claims, view)
        return None if best is None or any(best.is_same(each) for each in self.found) else best

    def _still(self, cell: Cell, thing: Found, then: int) -> Found | None:
        """What is the best now in `cell`: the `thing` that was, if nothing has changed near it."""
        around = wider(joined(self.finder.window(cell), thing.rect), self.finder.semblances.shadow_px)
        return thing if self._claims.unchanged(around, then) else self._best(cell)

    def _take(self, thing: Found) -> None:
        self.found.append(thing)
        self._counts[thing.cell] += 1
        self._claims.add(thing)

    def _settle(self, doubtful: Mapping[Cell, tuple[Found, int]]) -> None:
        """Takes things near borders where they fit best; of each is known when it was found, in changes of claims."""
        tried = {cell: self._still(cell, thing, then) for cell, (thing, then) in doubtful.items()}
        things = {cell: thing for cell, thing in tried.items() if thing is not None}
        while things:
            cell = max(things, key=lambda each: (things[each].score, each))
            taken = things.pop(cell)
            self._take(taken)
            again = {each for each in things if meet(things[each].rect, taken.rect)}
            if self._counts[cell] < self._room(cell):
                again.add(cell)
            for each in sorted(again):
                things.pop(each, None)
                next_one = self._best(each)
                if next_one is not None:
                    things[each] = next_one

    def _look_again(self) -> None:
        """Fits each thing that touches others once more: the first ones were fitted before the others were known. What
        touches one that was found elsewhere then, or was plain and is found no more, and was fitted before it, was
        fitted beside the wrong one: a washer's shadow that passes for a washer explains most of that."""
        again = sorted(self.found[self.given :], key=lambda each: each.score)
        fitted, moved = list[Found](), list[tuple[int, Found]]()
        for thing in again:
            if not self._touched(thing):
                continue
            better = self._fitted_again(thing)
            if better is None:
                moved += [(len(fitted), thing)] if thing.score > PLAIN else []
                continue
            if math.dist(better.face_mm, thing.face_mm) > MOVED_MM:
                moved.append((len(fitted), better))
            fitted.append(better)
        for number, thing in enumerate(fitted):
            if any(number < later and _touch(thing, other) for later, other in moved):
                self._fitted_again(thing)

    def _fitted_again(self, thing: Found) -> Found | None:
        """What is the best in its cell in place of `thing`, None if there is nothing then. What may be no more than a
        shadow that a plain thing casts explains nothing of it."""
        shadows = [other for other in self.found[self.given :] if other is not thing and _touch(thing, other)]
        shadows = [other for other in shadows if thing.score > PLAIN and max(other.looks.values(), default=1.0) < 0]
        for each in [thing, *shadows]:
            self._leave(each)
        better = self._best(thing.cell)
        if better is not None:
            self._take(better)
        for shadow in shadows:
            if (other := self._best(shadow.cell)) is not None:
                self._take(other)
        return better

    def _leave(self, thing: Found) -> None:
        """Nothing is explained by `thing` any more."""
        self._claims.remove(thing)
        self._claims.unstrike(thing.cell)
        self.found = [other for other in self.found if other is not thing]
        self._counts[thing.cell] -= 1

    def _room(self, cell: Cell) -> int:
        """How many things may lie in `cell` side by side."""
        model = self.finder.model
        return MOST_THINGS if model.areas_mm2[cell] < 1.3 * model.pitch_mm**2 else MOST_IN_BOX

    def _touched(self, thing: Found) -> bool:
        """Whether another thing is so near that each was fitted with a part of the other."""
        x, far = thing.face_mm[0], _reach(thing.outline.size_mm, self.finder.cell_views.largest_mm)
        near = [other for other in self.found if abs(other.face_mm[0] - x) < far]
        return any(other is not thing and _touch(thing, other) for other in near)

    def _by_strangeness(self, cells: list[Cell]) -> list[Cell]:
        """Cells by how much stands out in their middle, most first: what lies there claims its pixels before others."""
        finder, patch = self.finder, self._claims.patch
        odd = cv2.boxFilter((patch.misfit > ODD).view(np.uint8), cv2.CV_32F, (round(9 * finder.model.scale) | 1,) * 2)
        amount = {}
        for cell in cells:
            area = finder.model.cells[cell]
            lean = finder.pose.lean_mm(area.centre, finder.model.tallest_mm / 2)
            x, y = (round((place + off) * finder.model.scale) for place, off in zip(area.centre, lean))
            x, y = x - patch.rect[0], y - patch.rect[1]
            inside = 0 <= x < odd.shape[1] and 0 <= y < odd.shape[0]
            amount[cell] = float(odd[y, x]) if inside else 0.0
        return sorted(cells, key=lambda cell: (-amount[cell], cell))


def _touch(one: Found, other: Found) -> bool:
    return math.dist(one.face_mm, other.face_mm) < _reach(one.outline.size_mm, other.outline.size_mm)


def _reach(one_mm: float, other_mm: float) -> float:
    """How far apart the middles of two things of these sizes are that touch."""
    return 0.5 * (one_mm + other_mm) * 1.2 + TOUCH_MM
