"""Finds what looks like its floor and lies in no shadow where all the floor around it does: a white piece on white
paper is betrayed by the shadow that it casts, or by an arm's, which end sharply where the piece begins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.bodies import TURNS, Mask, Outline, face
from vision.claims import RIM_MM, Claims
from vision.light import brightness, median
from vision.pose import Rect

INNER_MM, OUTER_MM = (0.3, 1.8), (0.3, 1.8)
"""How far within an outline, and outside it, what is there is compared: mm from it to mm from it."""
SHADED = 0.03
"""Tone by which the floor outside must be darker than what is within, at least."""
NOISY = 2.0
"""The same in standard deviations of the tone just within: farther in a face may be drawn upon."""
ALL_AROUND, PERHAPS = 0.7, 0.6
"""Part of an outline along which it must be: of empty floor beside pieces 0.62 at most, of white pieces on white paper
0.79 and more; and the part from which it is looked at finely."""
DEEPEST = 0.5
"""Darkening, tone, that counts no more than this: the edge of a black piece would outvote all the rest."""
RESPONDS = 0.03
"""Mean of the same over a round outline from which it is looked at closely."""
OTHERS = 0.15
"""Part of it that may show other things: a line of the print, off by less than a pixel."""
NO_FLOOR = 100.0
"""Squared deviation of what is no floor."""
POINTS, ACROSS = 24, 3
"""Points of an outline that are looked at, and samples on each side of each."""


class Hollow(msgspec.Struct, frozen=True, order=True):
    """An outline outside which it is darker than within by `rise` (tone); its middle is in `row` and `column`, px."""

    rise: float
    outline: Outline
    row: int
    column: int

    def mask(self, shape: tuple[int, ...], scale: float) -> NDArray[np.bool_]:
        """What lies within, in a picture of that `shape`."""
        half = math.ceil(0.75 * self.outline.size_mm * scale)
        inside = face(self.outline, scale, 2 * half + 1) > 0.5
        whole = np.zeros((shape[0] + 2 * half, shape[1] + 2 * half), np.bool_)
        whole[self.row : self.row + 2 * half + 1, self.column : self.column + 2 * half + 1] = inside
        return whole[half : half + shape[0], half : half + shape[1]]


def hollows(
    shade: NDArray[np.float32],
    things: NDArray[np.bool_],
    shapes: Sequence[tuple[bool, float]],
    scale: float,
    least: float = ALL_AROUND,
    middles: NDArray[np.bool_] | None = None,
) -> list[Hollow]:
    """The hollows in what is darker than its floor by `shade` (tone) of some `shapes` (round or not, mm).

    `things`: where others are seen, which are neither floor nor in a hollow, or nobody knows what the floor looks like;
    `scale`: px/mm; `least`: part of an outline along which it must end; `middles`: where theirs may be, all by default.
    """
    # what is much lighter is no shadow: a printed disc that seems shifted is darker on one side, lighter on the other
    flat = np.where(things, np.float32(0), np.clip(shade, -SHADED, DEEPEST)).astype(np.float32)
    found = list[Hollow]()
    for is_round, size in shapes:
        if (size - 2 * INNER_MM[0]) * scale < 1:
            continue  # a piece so small has nothing within its rim that a picture shows
        ring = _ring(is_round, size, scale)
        if min(flat.shape) < len(ring):
            continue
        darker = cv2.filter2D(flat, -1, ring, borderType=cv2.BORDER_REPLICATE)
        peaks = darker > RESPONDS if middles is None else middles & (darker > RESPONDS)
        if not peaks.any():
            continue
        places = np.argwhere(peaks & (darker == cv2.dilate(darker, np.ones((5, 5), np.uint8))))
        if not len(places):
            continue
        beyond, within = np.moveaxis(_sides(flat, is_round, size, scale, places), 1, 0)
        steps = beyond - within
        rises, shares = steps.mean(axis=2), (steps > SHADED).mean(axis=2)
        turns = np.where(shares >= least, rises, -np.inf).argmax(axis=1)
        for place in np.flatnonzero(shares.max(axis=1) >= least).tolist():
            turn, (row, column) = int(turns[place]), places[place].tolist()
            each = Hollow(float(rises[place, turn]), Outline(is_round, size, turn), row, column)
            is_other = float(things[each.mask(things.shape, scale)].mean()) > OTHERS
            if not is_other and float((steps[place, turn] > _step(within[place, turn])).mean()) >= least:
                found.append(each)
    return found


def without_floor_in_hollow(
    claims: Claims, rect: Rect, middles: NDArray[np.bool_], shapes: Sequence[tuple[bool, float]], scale: float
) -> Claims | None:
    """The same `claims` of what `rect` shows, the plainest hollow in it whose middle is among `middles` being no floor;
    None if there is none. `scale`: px/mm of the patch."""
    patch, part = claims.patch, claims.patch.part(rect)
    shade = brightness(cv2.subtract(patch.floor[part], patch.seen[part]))
    other = _with_rim(claims.taken[part] | (patch.open[part] < 0.5), scale) | ~patch.known_in(part)
    found = hollows(shade, other, shapes, scale, middles=middles)
    if not found:
        return None
    within = max(found).mask(shade.shape, scale)
    return claims.with_misfit(rect, np.where(within, np.float32(NO_FLOOR), patch.misfit[part]))


def _with_rim(things: NDArray[np.bool_], scale: float) -> NDArray[np.bool_]:
    """`things` and the rim around them, in which they mix with the floor."""
    side = 2 * max(1, round(RIM_MM * scale)) + 1
    return cv2.dilate(things.astype(np.uint8), np.ones((side, side), np.uint8)) > 0


def leaning(outline: NDArray[np.float64], lean: NDArray[np.float64], shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Where the middles of faces may be seen of what stands within an `outline` (N × 2, px) and is so high that it
    leans by up to `lean` (px), in a picture of that `shape`."""
    mask = np.zeros(shape, np.uint8)
    for part in (0.0, 0.5, 1.0):
        cv2.fillPoly(mask, [np.round(outline + part * lean).astype(np.int32)], 1)
    return mask > 0


@cache
def _ring(is_round: bool, size_mm: float, scale: float) -> Mask:
    """Weights by which the floor just outside a disc is compared with what is just within; a square passes for a disc
    as large."""
    across = size_mm if is_round else size_mm * 2 / math.sqrt(math.pi)
    side = 2 * math.ceil((across / 2 + OUTER_MM[1]) * scale + 1) + 1

    def disc(beyond_mm: float) -> Mask:
        return face(Outline(True, max(0.0, across + 2 * beyond_mm)), scale, side)

    outside, inside = disc(OUTER_MM[1]) - disc(OUTER_MM[0]), disc(-INNER_MM[0]) - disc(-INNER_MM[1])
    return np.asarray(outside / outside.sum() - inside / inside.sum(), np.float32)


def _sides(
    flat: NDArray[np.float32], is_round: bool, size_mm: float, scale: float, middles: NDArray[np.intp]
) -> NDArray[np.float32]:
    """How dark it is outside each point of an outline, and how dark within, wherever its middle is (N × 2, row and
    column): N × 2 × turns × points."""
    x, y = _beside(is_round, size_mm, scale)
    down, right = middles.T.astype(np.float32)[..., None]
    tones = cv2.remap(flat, right + x.ravel(), down + y.ravel(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(tones.reshape(len(middles), *x.shape).mean(axis=2), np.float32)


@cache
def _beside(is_round: bool, size_mm: float, scale: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where what is just outside and within the points of an outline is looked at, px beside its middle: x and y, each
    two sides × samples × turns × points."""
    outlines = [Outline(is_round, size_mm, turn) for turn in range(1 if is_round else TURNS)]
    at, outwards = (np.stack(each) for each in zip(*map(_points, outlines)))
    near, far = (np.linspace(*each, ACROSS) for each in (OUTER_MM, INNER_MM))
    beyond = np.stack([near, -far])[:, :, None, None, None]
    x, y = np.moveaxis((at + beyond * outwards) * scale, -1, 0).astype(np.float32)
    return x, y


def _step(within: NDArray[np.float32]) -> float:
    """By how much it must be darker outside what is so dark at points `within` its outline: more than noise."""
    return max(SHADED, NOISY * 1.48 * float(median(np.abs(within - median(within)))))


def _points(outline: Outline) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points of an outline around its middle (mm, x and y), and the ways outwards there; none at a square's corners."""
    half = outline.size_mm / 2
    if outline.is_round:
        angles = np.arange(POINTS) * (2 * np.pi / POINTS)
        outwards = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        return half * outwards, outwards
    turn = np.pi / 2 * outline.turn / TURNS
    each = POINTS // 4
    along = ((np.arange(each) + 0.5) / each * 2 - 1) * 0.85 * half
    sides = [(np.cos(turn + quarter * np.pi / 2), np.sin(turn + quarter * np.pi / 2)) for quarter in range(4)]
    outwards = np.repeat(np.array(sides), each, axis=0)
    across = np.stack([-outwards[:, 1], outwards[:, 0]], axis=1)
    return half * outwards + np.tile(along, 4)[:, None] * across, outwards
