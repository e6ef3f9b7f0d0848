"""Finds pieces of which no more than a sliver sticks out below another: blurred and mixed with the floor and with the
piece upon them, its pixels have no piece's colour, but they are a mixture with one."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import Body
from vision.cast_shadows import is_grey
from vision.claims import Patch
from vision.evidence import SUREST
from vision.fit import GRAIN_MM2
from vision.found import Found
from vision.leftover import REACH_MM, largest_part, left_over, patch_of, seen_in
from vision.light import Tone, brightness
from vision.occlusion import STRANGE
from vision.palette import Rgb
from vision.pose import Rect
from vision.rects import meet, wider, within
from vision.things import Finder
from vision.unmixing import unmixed
from vision.window import PIXEL_LIMIT

LEAST_MM2 = 8.0
"""Area that is left over, and of a piece's colour in it, from which something lies there: around 52 counters that lay
alone there was no more than 7 of any but their own, white and black; where another lay below, 12 and more."""
STANDS_OUT, EXPLAINED = 0.1, 0.3
"""How far what is left over is from any mixture of the floor and the piece upon it, as a part of the floor's light, and
the part of that which may be left with the colour of the one below: 0.14 to 0.4, and 0.3 at most, for eight of
those."""
FLAT = 0.5
"""Height, as a part of its width, up to which a piece may lie below another."""
DEEP = 0.3
"""Part of the floor's light below which no shadow is: of that, too, there was no more than 5 mm² around such counters,
and 19 and more where a black one lay below."""
TELLS = 0.02
"""Part of the floor's light by which one colour leaves more unexplained than another for each nat that it is less
likely."""
OFF_MIDDLE = 0.02
"""Pixels that a piece must explain more for each that it lies aside of the one upon it, squared."""
AS_SLIVER = 8.0
"""Log likelihood that such a sliver is a piece of its colour: it is seen of more than half of those that lie below, and
of none of 700 that lie alone, of which one may have any of eight colours."""
PLACED = 0.5
"""Part of what is seen that a piece must explain, less the bare floor that it would hide, to be there."""

Seen: TypeAlias = tuple[NDArray[np.bool_], Mapping[Rgb, float]]
"""Pixels that are seen of a piece, and how well each colour explains them (log likelihood)."""
Shape: TypeAlias = tuple[bool, float]


class Sliver(msgspec.Struct, frozen=True):
    """What is seen of a piece below another: pixels of `area` with its colour, and where bare floor is; how well each
    colour explains them (log likelihood)."""

    area: Rect
    own: NDArray[np.bool_]
    bare: NDArray[np.bool_]
    colours: Mapping[Rgb, float]


class Fitted(NamedTuple):
    """How many pixels a piece explains, less those that it may not hide; the number of its outline, and its place."""

    px: float
    outline: int
    place: tuple[int, int]


def slivers(
    found: Sequence[Found], standing: Iterable[Found], patches: Collection[Patch], finder: Finder
) -> Iterator[Found]:
    """Pieces that stick out below one of `found` whose drawing is recognised, so that its edge is known; `standing` are
    elsewhere, and `patches` show them.

    Where rules say how pieces lie upon each other more is known of them (`vision.stacked`); near a hand nobody can
    tell.
    """
    everything = [*found, *standing]
    likely = [each for each in everything if each.is_piece]
    flat = (each for each in finder.bodies.items() if each[1].height_mm < FLAT * each[1].size_mm)
    bodies = {look: body for look, body in flat if not body.stacking and body.tag is None}
    for upper in found:
        if upper.drawn is None or upper.best_look not in bodies:
            continue
        sliver = _sliver(upper, likely, patches, finder, bodies)
        if sliver is not None and (below := _piece(sliver, upper, finder, bodies)) is not None:
            yield below


def _sliver(
    upper: Found, likely: Sequence[Found], patches: Collection[Patch], finder: Finder, bodies: Mapping[Look, Body]
) -> Sliver | None:
    """What is seen of one of some `bodies` below a piece, None if there is none."""
    model, area = finder.model, wider(upper.rect, round(REACH_MM * finder.model.scale))
    patch = patch_of(area, patches)
    if patch is None or patch.overhung or not meet(patch.rect, upper.rect):
        return None
    others = [each for each in likely if each is not upper and meet(each.rect, area)]
    left, part = left_over(upper, others, patch, model)
    rgbs = {body.rgb for body in bodies.values()}
    found = _coloured(left, upper, patch, part, finder, rgbs)
    if found is None and not is_grey(bodies[upper.best_look or ""].rgb, crescent=False):
        found = _dark(left, patch, part, finder, rgbs)  # else it may be its own shaded side
    if found is None:
        return None
    own, colours = found
    area = within(area, patch.rect)
    bare = (patch.misfit[part] < STRANGE) & (patch.open[part] > 0.5) & ~seen_in([upper, *others], area, model)
    return Sliver(area, own, bare, colours)


def _coloured(
    left: NDArray[np.bool_],
    upper: Found,
    patch: Patch,
    part: tuple[slice, slice],
    finder: Finder,
    colours: Iterable[Rgb],
) -> Seen | None:
    """What of that which is `left` over beside a piece is a mixture with one of other `colours`."""
    own = _largest(left, finder)
    if own is None or np.isnan(upper.tone).any():
        return None
    seen, floor = (_light(tones[part][own]) for tones in (patch.seen, patch.floor))
    light, there = float(floor.mean()), [floor, _light(upper.tone)]
    without = float(unmixed(seen, there).off.mean())
    if without < STANDS_OUT * light:
        return None
    expected, off, much = finder.cell_views.expected_in(upper.cell, patch), dict[Rgb, float](), dict[Rgb, float]()
    for rgb in colours:
        mixture = unmixed(seen, [*there, _light(expected[finder.palette.index[rgb]])])
        off[rgb], much[rgb] = float(mixture.off.mean()), float(mixture.parts[:, -1].sum())
    best = min(off, key=lambda rgb: (off[rgb], rgb))
    enough = LEAST_MM2 * finder.model.scale**2
    if is_grey(best, crescent=True) or off[best] > EXPLAINED * without or much[best] < enough:
        return None
    return own, {rgb: (off[best] - each) / (TELLS * light) for rgb, each in off.items()}


def _dark(
    left: NDArray[np.bool_], patch: Patch, part: tuple[slice, slice], finder: Finder, colours: Iterable[Rgb]
) -> Seen | None:
    """What of that is darker than shadows are, and may have one of those `colours` that are."""
    deep = brightness(cv2.subtract(patch.seen[part], patch.floor[part])) < math.log(DEEP)
    own = _largest(left & deep, finder)
    if own is None:
        return None
    return own, {rgb: 0.0 if is_grey(rgb, crescent=False) else -SUREST for rgb in colours}


def _largest(left: NDArray[np.bool_], finder: Finder) -> NDArray[np.bool_] | None:
    """The largest part of what is left over, None if that is too little."""
    own = largest_part(left)
    return own if np.count_nonzero(own) >= LEAST_MM2 * finder.model.scale**2 else None


def _light(tones: Tone | NDArray[np.float64]) -> NDArray[np.float64]:
    return np.exp(tones, dtype=np.float64)


def _piece(sliver: Sliver, upper: Found, finder: Finder, bodies: Mapping[Look, Body]) -> Found | None:
    """The one of some `bodies` of which that is seen, where as much of it as can be is, and no bare floor; None where
    there is no place for one."""
    bank, model = finder.bank, finder.model
    gain = sliver.own.astype(np.float32) - sliver.bare.astype(np.float32)
    rows, columns = np.indices(gain.shape, np.float32)
    x, y = (value * model.scale - 0.5 - corner for value, corner in zip(upper.face_mm, sliver.area[:2]))
    aside = np.float32(OFF_MIDDLE) * (np.square(rows - y) + np.square(columns - x))
    fits: dict[Shape, Fitted] = {}
    made = upper.outline.size_mm / bodies[upper.best_look or ""].size_mm  # pieces of one set are alike
    for is_round, size_mm in {(body.is_round, body.size_mm) for body in bodies.values()}:
        for number in bank.nearest(is_round, size_mm * made):
            total = cv2.filter2D(gain, -1, bank.faces[number], borderType=cv2.BORDER_CONSTANT) - aside
            at = int(total.argmax())
            fit = Fitted(float(total.flat[at]), number, divmod(at, gain.shape[1]))
            fits[is_round, size_mm] = max(fit, fits.get((is_round, size_mm), fit))
    best, own_px = max(fits.values()), int(np.count_nonzero(sliver.own))
    if best.px < PLACED * own_px:
        return None
    looks = {
        look: AS_SLIVER
        + sliver.colours[body.rgb]
        - PIXEL_LIMIT * (best.px - fits[body.is_round, body.size_mm].px) / (bank.scale**2 * GRAIN_MM2)
        for look, body in bodies.items()
    }
    shown = own_px / max(1.0, float(bank.faces[best.outline].sum()))
    place = best.place[0] + sliver.area[1], best.place[1] + sliver.area[0]
    return finder.in_place(best.outline, place, looks, shown)
