"""How the board looked while nothing hung over it, and which places still look like that under an arm.

The shadows of an arm are soft: two pictures of a place where nothing moved differ by what changes slowly across it. Of
what was put there, taken or turned, much differs within a few millimetres.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import BoardModel
from vision.cast_shadows import in_shadow
from vision.claims import Patch
from vision.deviation import against_gone, unlike
from vision.evidence import CellEvidence
from vision.found import Found
from vision.hands import bulges, is_of_hand
from vision.light import Packed, Tone, packed, unpacked
from vision.other_tone import FLOOR_PX, has_other_tone
from vision.pose import Rect
from vision.rects import Value, cut, wider, within
from vision.spots import COARSE, ENOUGH_SEEN, coarse, grown, painted, seen_of
from vision.view import View

LOOKED_MM = 3.0
"""Window over whose mean no deviation may be large."""
ALIKE, ALIKE_ANYWHERE = 1.0, 10.0
"""Mean squared deviation of floor that looks as it did, and the most of any window of it: where a piece came they were
1.6 and 18 and more; of places where nothing changed nine in ten have less than 0.9 and 10."""
FEW, LONE_PX = 1.5, 4
"""How much more, as a part of that and by the root of their number, a few pixels may differ by chance; and how many
are added to that number: of counters that fill their places a pixel of floor is seen."""
USUAL, NOISES, ENOUGH_PLACES = 0.5, (0.1, 3.0), 20
"""That deviation of the quarter of all places that differs least from what it was, in a picture of usual noise; how
many times as much it may be at least and at most; and how many places tell it."""
THING_ALIKE, THING_ALIKE_ANYWHERE = 2.0, 16.0
"""The same of a thing; where another lies instead the first was 35."""
GONE, GONE_PART = 20.0, 0.4
"""Log likelihood of a thing's standing where it stood against bare floor there, from which it does, and the part of
what would differ then that may: of those that stayed the first was 400 and more, of those that left less than 0."""
SEEN_BEFORE = 2.0
"""How much surer it is that a thing is a piece if it stands where it stood (log odds)."""
BORDER_MM, ASTRIDE = 1.0, 4.0
"""How near to its cell's border hardly any piece is put, and how much less surely what stands there is one."""
BUMP_MM, BUMP = 4.5, 0.2
"""Thickness of what bulges out of a hand, and that part, from which what has another colour may have come there."""
NEWCOMER_MM = 2.5
"""Around what came its edge and the rim of its shadow are seen."""
BESIDE_MM = 25.0
"""How far beside what hangs over the board nothing is said of what changed."""
CHANGED, CHANGED_MM = 20.0, 2.5
"""Squared deviation from which a pixel is not as it was, and width of what is not that is no edge."""
EDGE_MM = 1.5
"""Around what covers the board its blurred edge and its reflection are seen."""


class Plain(msgspec.Struct, frozen=True):
    """What was found in a cell, and its evidence, while nothing hung over the board."""

    found: tuple[Found, ...]
    evidence: CellEvidence


class PlainView:
    """What places looked like while nothing hung over them. Rectangles and arrays are on the coarse raster."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        height, width = model.labels.shape
        self._tones: Packed = np.zeros((height, width, 3), np.uint16)
        self._seen = np.zeros((height, width), np.bool_)
        self._plain: dict[Cell, Plain] = {}
        self._noisy = 1.0

    @property
    def of(self) -> Mapping[Cell, Plain]:
        """What was found in every cell that was seen plainly."""
        return self._plain

    def keep(self, view: View, plain: Mapping[Cell, Plain]) -> None:
        """Remembers what `view` showed of the cells that were seen `plain`."""
        labels = self._cut(self.model.labels, view.rect)
        told = np.zeros(len(self.model.order) + 1, np.bool_)
        told[[0, *(self.model.index[cell] + 1 for cell in plain)]] = True
        where = told[labels] & view.seen
        cv2.copyTo(packed(view.plain), where.astype(np.uint8), self._cut(self._tones, view.rect))
        self._cut(self._seen, view.rect)[:] |= where
        self._plain |= plain

    def forget(self, cells: Iterable[Cell]) -> None:
        """Forgets what was plainly seen in `cells`: something else is there by now."""
        for cell in cells:
            self._plain.pop(cell, None)

    def know_better(self, cell: Cell, plain: Plain) -> None:
        """Takes more that is known of what was seen in `cell` for what was seen there plainly, if anything was."""
        if cell in self._plain:
            self._plain[cell] = plain

    def unchanged(self, cells: frozenset[Cell], view: View, floor: Tone, exactly: bool = False) -> frozenset[Cell]:
        """Those of `cells` that look in `view` as they plainly did; `floor`: tones of the empty board there, in the
        reference's light. Those in which something may have come that a hand touches are not among them. Where nothing
        hangs over the board they do so `exactly`, but for the picture's noise: a counter upon another of its colour
        differs little.
        """
        rect, tones, gain = view.rect, view.plain, view.gain
        known = sorted(cells & self._plain.keys())
        if not known:
            return frozenset()
        px_mm, then = self.model.scale / COARSE, self.then(rect)
        seen = ~grown(~view.seen, max(1, round(EDGE_MM * px_mm))) & self._cut(self._seen, rect)
        weight = seen.astype(np.float32)
        off = unlike(tones, then, gain, weight, px_mm)
        side = (int(LOOKED_MM * px_mm) | 1,) * 2
        around = np.divide(cv2.blur(off, side), np.maximum(cv2.blur(weight, side), np.float32(1e-3)), dtype=np.float32)
        holding = [cell for cell in known if self._plain[cell].found]
        bare = seen & ~painted((thing for cell in holding for thing in self._plain[cell].found), rect)
        labels, count = self._cut(self.model.labels, rect), len(self.model.order) + 1
        area, bare_px = (np.bincount(labels[each], minlength=count) for each in (seen, bare))
        enough = area > ENOUGH_SEEN * np.concatenate([[1], self.model.floor_px])
        noise = self._noise(off, seen, labels, enough)
        noise = noise if exactly else max(1.0, noise)
        anywhere = min(1.0, noise)
        total = np.bincount(labels[bare], weights=off[bare], minlength=count)
        moved = np.bincount(labels[bare & (around > ALIKE_ANYWHERE * anywhere)], minlength=count)
        alike = enough & (moved == 0) & (total <= ALIKE * noise * (bare_px + FEW * np.sqrt(bare_px + LONE_PX)))
        same = {cell for cell in known if alike[self.model.index[cell] + 1]}
        same -= self._joined(same, view)
        if holding:
            gone = unlike(floor, then, gain, weight, px_mm)
            for cell in holding:
                things = self._plain[cell].found
                if not all(self._stands(thing, view, seen, off, around, gone, noise) for thing in things):
                    same -= {cell, *(home for thing in things for home in thing.homes)}
        return frozenset(same)

    def _noise(
        self, off: NDArray[np.float32], seen: NDArray[np.bool_], labels: NDArray[np.uint16], told: NDArray[np.bool_]
    ) -> float:
        """How many times as much as usually places differ in which nothing changed; kept where too few are `told`."""
        if np.count_nonzero(told[1:]) >= ENOUGH_PLACES:
            total, area = (np.bincount(labels[seen], weights=each, minlength=len(told)) for each in (off[seen], None))
            means = total[1:][told[1:]] / area[1:][told[1:]]
            self._noisy = float(np.clip(np.quantile(means, 0.25) / USUAL, *NOISES))
        return self._noisy

    def not_split(self, found: list[Found], cells: frozenset[Cell], view: View, floor: Tone) -> list[Found]:
        """`found` in `cells`; where more pieces are, though all that `view` shows looks as it plainly did, and each of
        them does, those that were seen then: of a drawn face each part was taken for another thing. `floor`: as for
        `unchanged`."""
        number = _pieces(found)
        before = _pieces(thing for cell in cells & self._plain.keys() for thing in self._plain[cell].found)
        more = {cell for cell, count in before.items() if number[cell] > count}
        same = self.unchanged(frozenset(more), view, floor) if more else frozenset()
        if not same:
            return found
        rect, seen = view.rect, self.seen_again(view)
        off = self._off(view, seen)
        same -= {thing.cell for thing in found if thing.cell in same and not self._looks_alike(thing, rect, seen, off)}
        then = [thing for cell in sorted(same) for thing in self._plain[cell].found]
        return [*then, *(thing for thing in found if thing.cell not in same)]

    def _looks_alike(self, thing: Found, rect: Rect, seen: NDArray[np.bool_], off: NDArray[np.float32]) -> bool:
        """Whether what is seen where a thing was found is hardly `off` what plainly was there."""
        own = seen_of(thing, rect, seen)
        return own is None or float(off[own].mean()) <= THING_ALIKE * max(1.0, self._noisy)

    def untouched(self, found: list[Found], cells: frozenset[Cell], view: View, floor: Tone) -> list[Found]:
        """`found` in `cells`, with what plainly stood there and looks as it did, in place of all that was fitted to it
        otherwise because something came beside it. `floor`: as for `unchanged`."""
        then = [thing for cell in sorted(cells & self._plain.keys()) for thing in self._plain[cell].found]
        fresh = [each for each in found if not any(each.is_again(thing) for thing in then)]
        pieces = ((thing, [each for each in fresh if each.is_upon(thing)]) for thing in then if thing.is_piece)
        asked = [(thing, upon) for thing, upon in pieces if upon]
        if not asked:
            return found
        px_mm, rect = self.model.scale / COARSE, view.rect
        seen = self.seen_again(view)
        off = self._off(view, seen)
        gone = unlike(floor, self.then(rect), view.gain, seen.astype(np.float32), px_mm)
        around = cv2.blur(off, (int(LOOKED_MM * px_mm) | 1,) * 2).astype(np.float32, copy=False)
        told = found
        for thing, upon in asked:
            others = (each for each in fresh if not any(each is other for other in upon))
            beside = seen & ~grown(painted(others, rect), round(NEWCOMER_MM * px_mm))
            if self._stands(thing, view, beside, off, around, gone, self._noisy):
                told = [each for each in told if not (each.is_again(thing) or any(each is other for other in upon))]
                told.append(thing)
        return told

    def told(self, cells: Iterable[Cell], patches: Iterable[Patch], view: View, floor: Tone | None) -> list[Patch]:
        """`patches` of `view`, which show `cells`, with what plainly stood there, what changed since then, and what lay
        there. `floor`: as for `unchanged`, None where no hand is over the board: nobody asks what lay there then."""
        things = [thing for cell in cells if cell in self._plain for thing in self._plain[cell].found]
        if not things:
            return list(patches)
        stood = tuple((look, each.face_mm) for each in things if (look := each.best_look))
        changed, lay = self._changed(things, view), None if floor is None else self._lay(things, view, floor)
        return [
            msgspec.structs.replace(
                patch,
                stood=stood,
                changed=None if changed is None else cut(changed, view.rect, coarse(patch.rect)),
                lay=None if lay is None else cut(lay, view.rect, coarse(patch.rect)),
            )
            for patch in patches
        ]

    def _changed(self, stood: Sequence[Found], view: View) -> NDArray[np.bool_] | None:
        """Where `view` shows something else than what plainly `stood` there: something may have come to lie upon it;
        None if nothing of that is seen."""
        px_mm, rect = self.model.scale / COARSE, view.rect
        own = painted(stood, rect) & self.seen_again(view)
        if view.cover.any:  # beside what hangs over the board its shade, and what it mirrors, change everything
            own &= ~grown(view.cover.mask, round(BESIDE_MM * px_mm))
        if not own.any():
            return None
        off = self._off(view, own)
        side = int(CHANGED_MM * px_mm) | 1
        return cv2.morphologyEx((off > CHANGED).astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8)) > 0

    def _lay(self, stood: Sequence[Found], view: View, floor: Tone) -> NDArray[np.bool_]:
        """Where in what `view` shows something plainly `stood`, or floor was seen in a shadow."""
        in_shade = in_shadow(self.then(view.rect) - floor) & self._cut(self._seen, view.rect)
        return np.asarray(in_shade | painted(stood, view.rect), np.bool_)

    def _off(self, view: View, seen: NDArray[np.bool_]) -> NDArray[np.float32]:
        """How far what is `seen` in `view` is off what plainly was there (squared deviation)."""
        then, px_mm = self.then(view.rect), self.model.scale / COARSE
        return unlike(view.plain, then, view.gain, seen.astype(np.float32), px_mm)

    def then(self, rect: Rect) -> Tone:
        """What `rect` plainly looked like, in the reference's light."""
        return unpacked(self._cut(self._tones, rect))

    def seen_again(self, view: View) -> NDArray[np.bool_]:
        """What `view` shows of what was plainly seen."""
        return view.seen & self._cut(self._seen, view.rect)

    def weighed(self, things: Iterable[Found]) -> list[Found]:
        """`things` that something hangs over or near; those that were seen in the same place, looking the same, while
        nothing did are known the better, and those that would stand on a border the worse: parts of arms do."""
        return [self._weighed(thing) for thing in things]

    def _weighed(self, thing: Found) -> Found:
        plain = self._plain.get(thing.cell)
        for each in () if plain is None else plain.found:
            if thing.is_at(each.best_look, each.face_mm):
                return msgspec.structs.replace(thing, known=thing.known + SEEN_BEFORE)
        if not thing.cell or thing.read or thing.drawn is not None:
            return thing
        astride = self.model.room(thing.cell, thing.foot_mm) < BORDER_MM
        return msgspec.structs.replace(thing, known=thing.known - ASTRIDE) if astride else thing

    def _joined(self, cells: set[Cell], view: View) -> set[Cell]:
        """Those of `cells` in which what covers the board bulges and is of another colour than a hand: a piece that it
        touches is taken for a part of it."""
        px_mm, labels = self.model.scale / COARSE, self._cut(self.model.labels, view.rect)
        bulging = bulges(view.cover, BUMP_MM * px_mm)
        face_px = math.pi / 4 * (self.model.smallest_mm * px_mm) ** 2
        large = np.bincount(labels[bulging], minlength=len(self.model.order) + 1) > BUMP * face_px
        bumps = {cell: bulging & (labels == number) for cell in cells if large[number := self.model.index[cell] + 1]}
        return {cell for cell, bump in bumps.items() if not is_of_hand(bump, view.cover, view.plain, px_mm)}

    def _stands(
        self,
        thing: Found,
        view: View,
        seen: NDArray[np.bool_],
        off: NDArray[np.float32],
        around: NDArray[np.float32],
        gone: NDArray[np.float32],
        noise: float,
    ) -> bool:
        """Whether `thing` is seen to stand where it stood: what is `off`, on each pixel and as a mean `around` it; and
        what would be if it were `gone`. `noise`: as `_noise` tells it."""
        own = seen_of(thing, view.rect, seen)
        if own is None or float(around[own].max()) > THING_ALIKE_ANYWHERE * min(1.0, noise):
            return False
        amiss, if_gone = float(off[own].sum()), float(gone[own].sum())
        told = against_gone(amiss, if_gone, self.model.scale / COARSE) > GONE
        alike = amiss <= min(THING_ALIKE * noise * np.count_nonzero(own), GONE_PART * if_gone)
        return told and alike and not self._has_other_tone(thing, view)

    def _has_other_tone(self, thing: Found, view: View) -> bool:
        """Whether the middle of `thing` has another colour than it plainly had: of a wide one that looks like light."""
        window = within(wider(coarse(thing.rect), FLOOR_PX[1]), view.rect)
        hidden = cut(view.cover.mask, view.rect, window)
        return has_other_tone(painted([thing], window), hidden, cut(view.plain, view.rect, window), self.then(window))

    def _cut(self, values: NDArray[Value], rect: Rect) -> NDArray[Value]:
        height, width = self.model.labels.shape
        return cut(values, (0, 0, width, height), rect)


def _pieces(things: Iterable[Found]) -> Counter[Cell]:
    """How many of `things` are likelier pieces than nothing, in each cell."""
    return Counter(thing.cell for thing in things if thing.is_piece)
