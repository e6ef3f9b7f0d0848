"""Whether what plainly stood somewhere stands there still, hidden, shaded or not found any more below an arm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.board_model import Body
from vision.deviation import against_gone, differing, unlike
from vision.evidence import NOT_LOOKED, CellEvidence
from vision.found import Found
from vision.hands import looks_like_hand
from vision.leftover import largest_part
from vision.light import Tone
from vision.other_tone import has_other_tone
from vision.outline_edge import MARGIN_PX
from vision.outline_steps import told_by_outline
from vision.plain_view import PlainView
from vision.pose import Rect
from vision.rects import cut, meet, part_of, wider, within
from vision.smooth_light import explained
from vision.spots import COARSE, RIM_PX, coarse, floor_of, grown, painted, refined, seen_of
from vision.view import View

STILL, PERHAPS_STILL, STILL_PART, STILL_RIM_PX = 40.0, -10.0, 0.8, 2
"""Log likelihood of a thing's standing where it stood against bare floor there, with so wide a rim, of what is not
found any more below an arm: from which it surely stands there still, if what is seen is off it by such a part of what
it is off bare floor; and may. Of some 45 that were not found twelve stood there, in deep or coloured shade: seven had
56 and more, four 8 to 22 and a white one -39; of those that were gone two had 4 and 12, the others -78 and less."""
LEFT, SEEN_TO_HAVE_LEFT = -40.0, 3.0
"""Log likelihood from which down it is seen to have left, if its outline belies it, too; and how much surer that makes
it that it is not there (log odds): of five in places that an arm did not hide, but of which little else told, three had
left, and two lay below an arm that was taken for shaded floor."""
BELIED = -20.0
"""Log likelihood below which an outline speaks against a piece: of those that were known in the dark by all of their
face the least had -17."""
LAIN_PX = 9
"""What differs from the floor in fewer px has no outline that tells anything."""


class Vanished(msgspec.Struct, frozen=True):
    """Cells in which nothing is found that plainly was: in which it stands `still`, `perhaps` does, and is seen to have
    `left`."""

    still: frozenset[Cell] = frozenset()
    perhaps: frozenset[Cell] = frozenset()
    left: frozenset[Cell] = frozenset()


def vanished(plain: PlainView, cells: Iterable[Cell], view: View, floor: Tone, others: Sequence[Found]) -> Vanished:
    """What became of what plainly was in those of `cells` in which nothing is found: it stands there still if what
    `view` shows there looks far more like it than like bare floor. `floor`: tones of the empty board there, in the
    reference's light; `others`, which are found elsewhere or stand there, hide some of either."""
    lost = {cell: each.found for cell in cells if (each := plain.of.get(cell)) is not None and each.found}
    if not lost:
        return Vanished()
    px_mm, rect = plain.model.scale / COARSE, view.rect
    then = plain.then(rect)
    seen = plain.seen_again(view) & ~grown(painted(others, rect), 1)
    off = unlike(view.plain, then, view.gain, seen.astype(np.float32), px_mm)
    gone = unlike(view.plain, floor, view.gain, seen.astype(np.float32), px_mm)
    stood = np.zeros(seen.shape, np.uint8)
    for things in lost.values():
        stood += painted(things, rect)
    still, perhaps, left = set[Cell](), set[Cell](), set[Cell]()
    for cell, things in lost.items():
        alone = seen & (stood == painted(things, rect))  # where none of the others did
        told = [_stays(thing, rect, alone, off, gone, px_mm) for thing in things]
        if all(one > STILL for one in told) and all(_outlined(each, others, view, then, floor) >= 0 for each in things):
            still.add(cell)
        elif any(one > PERHAPS_STILL for one in told):
            perhaps.add(cell)
        elif all(-math.inf < one < LEFT for one in told) and all(
            _outlined(each, others, view, then, floor) < BELIED for each in things
        ):
            left.add(cell)
    return Vanished(frozenset(still), frozenset(perhaps), frozenset(left))


def as_left(things: Iterable[Found], evidence: CellEvidence) -> CellEvidence:
    """`evidence` of a cell that `things` were seen to have left."""
    looks = [look for each in things if (look := each.best_look)]
    less = {look: evidence.absent.get(look, NOT_LOOKED) - SEEN_TO_HAVE_LEFT for look in looks}
    return msgspec.structs.replace(evidence, absent={**evidence.absent, **less})


def _stays(
    thing: Found,
    rect: Rect,
    seen: NDArray[np.bool_],
    off: NDArray[np.float32],
    gone: NDArray[np.float32],
    px_mm: float,
) -> float:
    """Log likelihood that `thing` stands where it stood against bare floor: how far what is seen is `off` it, and off
    that if it is `gone`; less than any where too little is seen."""
    own = seen_of(thing, rect, seen, STILL_RIM_PX)
    if own is None:
        return -math.inf
    amiss, if_gone = float(off[own].sum()), float(gone[own].sum())
    told = against_gone(amiss, if_gone, px_mm)
    return told if amiss < STILL_PART * if_gone else min(told, STILL)


def _outlined(thing: Found, others: Iterable[Found], view: View, then: Tone, floor: Tone) -> float:
    """Log likelihood of the outline of `thing` if that stands there still, against bare floor."""
    window = _around(coarse(thing.rect), view.rect)
    lain = _painted_in(window, others)
    return told_by_outline(painted([thing], window), lain, window, view, then, floor).likelihood


def standing_still(
    plain: PlainView,
    cells: Iterable[Cell],
    found: Mapping[Cell, Sequence[Found]],
    hidden: frozenset[Cell],
    view: View,
    floor: Tone,
) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Those of `cells` in which what plainly stood there is seen to do so still, though something hides a part of it or
    shades it; and those in which another has the same outline now. Asked are those that are `hidden`, and in which it
    is not `found` as it was. `floor`: as for `vanished`."""
    then_seen = {cell: each.found for cell in cells if (each := plain.of.get(cell)) is not None}
    stood = {cell: [each for each in things if each.is_piece] for cell, things in then_seen.items()}
    known = {cell: each for cell, each in stood.items() if _may_be(each, found.get(cell, ()), plain.model.bodies)}
    lost = {cell: each for cell, each in known.items() if cell in hidden or _is_lost(each, found.get(cell, ()))}
    if not lost:
        return frozenset(), frozenset()
    then, still, changed = plain.then(view.rect), set[Cell](), set[Cell]()
    px_mm = plain.model.scale / COARSE
    others = [thing for cell, things in found.items() if cell not in lost for thing in things]
    for cell, things in lost.items():
        own = coarse(things[0].rect) if things else floor_of(plain.model, cell)
        window = _around(own, view.rect)
        if things:
            spot = painted(things, window)
        else:
            inside = plain.model.labels[part_of(window)] == plain.model.index[cell] + 1
            other = inside & differing(cut(then, view.rect, window), cut(floor, view.rect, window))
            if np.count_nonzero(other) < LAIN_PX:
                continue
            spot = largest_part(other)
        lain = _painted_in(window, others)
        if looks_like_hand(cut(then, view.rect, window), spot, window, view, px_mm):
            lain |= cut(view.cover.mask, view.rect, window)
        outline = told_by_outline(spot, lain, window, view, then, floor)
        # what the thick part of a hand hides tells nothing; but a piece that it touches may be taken for that, too
        below = lain | grown(cut(view.cover.core, view.rect, window), 1)
        if outline.stands_still or told_by_outline(spot, below, window, view, then, floor).stands_still:
            covered = lain | cut(view.cover.mask, view.rect, window)
            now, before = (cut(each, view.rect, window) for each in (view.plain, then))
            (changed if has_other_tone(spot, covered, now, before) else still).add(cell)
        elif outline.likelihood > BELIED:
            light = explained(spot, lain, window, view, then, floor)
            if light is not None and light.stands_still:
                still.add(cell)
    return frozenset(still), frozenset(changed)


def _may_be(then: Sequence[Found], now: Sequence[Found], bodies: Mapping[Look, Body]) -> bool:
    """Whether what was found `then` was one thing at most, and nothing is found `now` but what may be that. What bears
    a drawing is known by that and not by its outline, which the counter below it has, too; and so are tiles."""
    if len(then) > 1 or any(each.drawn is not None for each in then) or any(each.read or each.drawn for each in now):
        return False
    stood = {look for each in then if (look := each.best_look)}
    alike = {(bodies[look].shape, bodies[look].rgb) for look in stood}
    pieces = {look for each in now if each.is_piece and (look := each.best_look)}
    if any((bodies[look].shape, bodies[look].rgb) in alike for look in pieces - stood):
        return False  # they differ by their print alone
    return all(any(thing.is_upon(each) for thing in then) for each in now)


def _is_lost(then: Sequence[Found], now: Sequence[Found]) -> bool:
    """Whether what was found `then`, one thing at most, is not found `now` as it was."""
    return not any(each.is_again(thing) for thing in then for each in now)


def _around(rect: Rect, limits: Rect) -> Rect:
    """The part of the coarse raster, inside `limits`, in which the outline of what is seen in `rect` is looked at."""
    return within(wider(rect, RIM_PX + MARGIN_PX), limits)


def _painted_in(window: Rect, things: Iterable[Found]) -> NDArray[np.bool_]:
    """The silhouettes of `things` and their rims in a `window` of the coarse raster."""
    near = wider(refined(window), RIM_PX)
    return painted((thing for thing in things if meet(thing.rect, near)), window)
