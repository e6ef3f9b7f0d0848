"""Learns from known pieces how deep the shadows are that they cast this evening, and which way they fall; and tells
what lies in such.

A single lamp's shadows are as dark as black pieces; a window's are hardly seen. Where they fall tells one from the
other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.cast_shadows import BOUNCED, FAINTLY_DARKER
from vision.found import Found
from vision.ground import Ground
from vision.light import brightness, energy
from vision.pose import Rect
from vision.rects import part_of, wider, within
from vision.shade_hue import per_tone
from vision.shadows import DEEPER, Shadows
from vision.spots import grown, painted

DARK = 0.25
"""Darkening (tone) from which the floor beside a piece lies in its shadow."""
RIM_MM = 1.0
"""Around a piece its edge and the floor mix."""
REACH = 2.5
"""How far a shadow reaches beyond its piece at most, in heights."""
LEAST_MM2, LEAST_PIECES = 4.0, 4
"""Area of a shadow that tells something, and how many must."""
ALIKE, REFITTED = 0.7, 3
"""Cosine of the angle up to which a shadow falls as the others do, and how often others than these are left out: what
is fitted too small or too low has a dark rim."""
AGREED = 0.6
"""Part of all that lies in shadow that must fall the same way."""
MOSTLY = 0.9
"""Part of all that lies in shadow that is no darker than the deepest of them."""
DEEP, FEW, MANY = 0.5, 0.12, 8
"""Darkening (tone) of deep shadows; the part of all pieces beside which something so dark may be seen though they cast
none, it being a black piece; and how many pieces tell that: under a single lamp a fifth and more of them cast some,
elsewhere one in seventeen at most had something so dark beside it."""


def learnt(ground: Ground, things: Sequence[Found]) -> Shadows | None:
    """The shadows of `things`, all that lies on the board, as last seen; None if they are few or fall anywhere."""
    if not things:
        return None
    px_mm, dark = ground.px_mm, _in_shadow(ground, things)
    rows, columns = np.nonzero(dark)
    if not len(rows):
        return None
    places = np.column_stack([columns + 0.5, rows + 0.5]) / px_mm
    shades = ground.shade[rows, columns]
    ways: list[NDArray[np.float64]] = []
    spots: list[tuple[float, float]] = []
    depths: list[NDArray[np.float32]] = []
    lain: list[NDArray[np.intp]] = []
    for thing, own in _beside(things, places, LEAST_MM2 * px_mm**2):
        way = (places[own] - thing.foot_mm).mean(axis=0)
        ways.append(way / max(float(np.hypot(*way)), 1e-6))
        spots.append(thing.foot_mm)
        depths.append(shades[own])
        lain.append(own)
    if len(ways) < LEAST_PIECES:
        return None
    weight = np.array([len(each) for each in depths], np.float64)
    deepest = float(np.quantile(np.concatenate(depths), MOSTLY))
    shadows = _falling(np.array(spots), np.array(ways), weight, deepest)
    for _ in range(REFITTED):
        alike = [number for number in range(len(ways)) if np.dot(shadows.way(spots[number]), ways[number]) > ALIKE]
        if len(alike) < LEAST_PIECES:
            return None
        shadows = _falling(np.array(spots)[alike], np.array(ways)[alike], weight[alike], deepest)
    if weight[alike].sum() <= AGREED * weight.sum():
        return None
    own = np.concatenate([lain[number] for number in alike])
    return msgspec.structs.replace(shadows, hue=_hue(ground, rows[own], columns[own]))


def _hue(ground: Ground, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> tuple[float, float, float]:
    """How shadows that lie there change the hue of their floor, per tone of darkening (B, G, R; their mean is 0)."""
    off = ground.tones(ground.whole)[rows, columns] - ground.floor.tones(ground.whole)[rows, columns]
    darker = np.maximum(-off.mean(axis=1, keepdims=True), np.float32(DARK))
    blue, green, red = per_tone(off, darker).tolist()
    return blue, green, red


def are_soft(shade: NDArray[np.float32], things: Sequence[Found], px_mm: float) -> bool:
    """Whether `things`, all that surely lies on the board, cast no deep shadow; False where they are few. `shade`: how
    much darker than its floor the whole board is, on a raster of `px_mm` px/mm."""
    if len(things) < MANY:
        return False
    height, width = shade.shape
    near = grown(painted(things, (0, 0, width, height)), max(1, round(RIM_MM * px_mm)))
    rows, columns = np.nonzero((shade > DEEP) & ~near)
    places = np.column_stack([columns + 0.5, rows + 0.5]) / px_mm
    return sum(1 for _ in _beside(things, places, LEAST_MM2 * px_mm**2)) < FEW * len(things)


def _beside(
    things: Sequence[Found], places: NDArray[np.float64], least: float
) -> Iterator[tuple[Found, NDArray[np.intp]]]:
    """Each of `things` that has enough of dark `places` (N × 2 mm) within its shadow's reach, and which they are; each
    is its nearest thing's. `least`: how many are enough."""
    nearest = _nearest(places, [thing.foot_mm for thing in things])
    for number, thing in enumerate(things):
        own = np.flatnonzero(nearest == number)
        reach = thing.outline.size_mm / 2 + REACH * thing.height_mm
        own = own[np.hypot(*(places[own] - thing.foot_mm).T) < reach]
        if len(own) >= least:
            yield thing, own


def _nearest(places: NDArray[np.float64], feet: Sequence[tuple[float, float]]) -> NDArray[np.intp]:
    """Which of `feet` (mm) is nearest to each of `places` (N × 2 mm); foot by foot, for places may be very many."""
    nearest, least = np.zeros(len(places), np.intp), np.full(len(places), np.inf)
    for number, foot in enumerate(feet):
        away = np.square(places - foot).sum(axis=1)
        closer = away < least
        nearest[closer], least[closer] = number, away[closer]
    return nearest


def _falling(
    spots: NDArray[np.float64], ways: NDArray[np.float64], weight: NDArray[np.float64], deepest: float
) -> Shadows:
    """The shadows that fall in those `ways` (N × 2) at those `spots` (N × 2 mm), as near as may be; `weight`: what each
    of them says."""
    weight = weight / weight.sum()
    middle = weight @ spots
    aside = spots - middle
    towards = weight @ ways
    apart = max(0.0, float(weight @ (aside * ways).sum(axis=1) / max(float(weight @ (aside**2).sum(axis=1)), 1e-6)))
    return Shadows(deepest, (float(middle[0]), float(middle[1])), (float(towards[0]), float(towards[1])), apart)


def cast(
    ground: Ground, shadows: Shadows, left: NDArray[np.bool_], pieces: NDArray[np.bool_], rect: Rect
) -> NDArray[np.bool_]:
    """What is `left` unexplained in `rect` (coarse) and lies in a shadow as are known this evening, which one of
    `pieces`, where they are seen in it, may cast."""
    found, part = np.zeros_like(left), part_of(rect)
    dark = left & (ground.shade[part] > FAINTLY_DARKER) & (ground.shade[part] < shadows.deepest + DEEPER)
    dark[dark] = _of_its_hue(ground, rect, dark)
    reach = round(REACH * ground.model.tallest_mm * ground.px_mm)
    _, blots, stats, middles = cv2.connectedComponentsWithStats(dark.astype(np.uint8), connectivity=8)
    for number in range(1, len(stats)):
        x, y, width, height = (int(value) for value in stats[number, :4])
        here = part_of(within(wider((x, y, x + width, y + height), reach), (0, 0, *left.shape[::-1])))
        own = blots[here] == number
        across, down = (middles[number] + rect[:2]) / ground.px_mm
        found[here][own] |= shadows.may_reach(own, pieces[here], (float(across), float(down)), reach)
    return found


def _in_shadow(ground: Ground, things: Sequence[Found]) -> NDArray[np.bool_]:
    """Where floor that was seen empty is dark, and of its own hue, and nothing lies."""
    near = grown(painted(things, ground.whole), max(1, round(RIM_MM * ground.px_mm)))
    dark = ground.floor.seen & ~ground.cover & ~near & (ground.shade > DARK)
    dark[dark] = _of_its_hue(ground, ground.whole, dark)
    return dark


def _of_its_hue(ground: Ground, rect: Rect, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether pixels of `rect` (coarse), one after the other, have their floor's hue."""
    if not where.any():  # OpenCV takes no empty picture
        return np.zeros(0, np.bool_)
    off = (ground.tones(rect)[where] - ground.floor.tones(rect)[where])[:, None]
    return np.asarray((energy(off) - 3 * np.square(brightness(off)))[:, 0] < BOUNCED**2, np.bool_)
