"""Judges what lies beside a hand: a piece that it touches, or a part of the hand and its shadow."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bodies import roomier
from vision.claims import Patch
from vision.found import Found
from vision.light import Tone, median
from vision.occlusion import REACH_MM, STRANGE, Cover
from vision.pose import Rect
from vision.rects import cut, part_of, wider, within
from vision.spots import RIM_PX, coarse, grown, meets, paint, painted
from vision.texture import disc
from vision.view import View

FREE_EDGE = 0.3
"""Part of a piece's edge along which bare floor must be seen for it to be believed while a hand touches it."""
BESIDE_COVER_MM = 4.0
"""How near to a hand a doubtful thing is taken for a part of it."""
OF_A_HAND = 0.5
"""Part of a doubtful thing that must hang together with a hand for it to be a part of it."""
KNOWN_WELL = 3.5
"""Log odds of being a known piece from which something that touches a hand is believed to be a piece."""
DOUBTED = 1.0
"""The same from which nobody can say that there is no piece."""
ENDS, NEARLY_WHOLE = 0.62, 0.9
"""Part of its outline along which a thing must end, and part of its face that must be seen, for that to be enough."""
ENDS_WHOLLY = 0.9
"""Part of its outline along which what is no part of a hand ends."""
MOSTLY_SEEN = 0.6
"""Part of a face that must be seen for that."""
BULGING = 0.6
"""Part of the smallest piece's width that a bulge of what covers the board is thick: blurred edges are thinner."""
SWALLOWED = 0.4
"""Part of the smallest piece's face from which what bulges out of a hand may be a piece that it touches: where less of
one is seen its cell is hidden."""
BESIDE_MM, OTHER_TONE = 12.0, 0.6
"""Distance of a bulge from what it bulges out of, and how far (tone, a length over the channels) its colour is from
that if it is another thing."""
HAND_MM, HAND = 30.0, 1.5
"""How far around what may be a finger its hand is looked for, and how many times as large at least that is: beside 22
of 28 pieces of a colour that was seen there, too, it was less, the rim of a hand or a part of its sleeve."""
SLEEVE_MM, SLEEVE = 45.0, 3.0
"""The same for its sleeve, and how many times as large as a face what has one colour there is if it is that: 8 and
more, beside a hand that holds a piece 1 at most."""
ALIKE_TONE, ALIKE_HUE, ALIKE = 0.4, 0.25, 0.25
"""How near colours are that are alike, how near hues are of a hand that one light shines on, and the part of what is
thick beside a bulge that has its colour if it is a part of that, of a sleeve beside a hand or of paper: 0.3 and more;
of a piece the rim is taken for thick, 0.15 at most."""


def is_held(found: Found, patch: Patch, scale: float) -> bool:
    """Whether `found`, which a hand touches, is a piece for sure."""
    if found.read:
        return True
    if found.known <= (DOUBTED if _ends_wholly(found) else KNOWN_WELL):
        return False
    return found.stood(patch) or (found.visible > MOSTLY_SEEN and (_ends(found) or _stands_free(found, patch, scale)))


def may_be_piece(found: Found, patch: Patch, scale: float) -> bool:
    """Whether `found`, which a hand touches, may be a piece."""
    return found.known > DOUBTED and _stands_free(found, patch, scale)


def _stands_free(found: Found, patch: Patch, scale: float) -> bool:
    """Whether bare floor is seen along a good part of a thing's edge: a hand's own patches have hand around them."""
    x0, y0 = found.rect[:2]
    px, py = patch.rect[0], patch.rect[1]
    pad = max(2, round(2.0 * scale))
    whole = roomier(found.silhouette, pad)
    wide = cv2.dilate(whole, np.ones((2 * pad + 1, 2 * pad + 1), np.uint8))
    tight = cv2.dilate(whole, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((wide > 0.5) & (tight < 0.1))
    ys, xs = ys + y0 - pad - py, xs + x0 - pad - px
    inside = (ys >= 0) & (xs >= 0) & (ys < patch.misfit.shape[0]) & (xs < patch.misfit.shape[1])
    ring = patch.misfit[ys[inside], xs[inside]]
    return ring.size > 0 and float((ring < STRANGE).mean()) > FREE_EDGE


def without_doubtful(
    found: list[Found],
    cover: Cover,
    odd: NDArray[np.bool_],
    tones: Tone,
    rect: Rect,
    px_mm: float,
) -> list[Found]:
    """`found` without what is no piece for sure, which is added to what covers `rect`; `tones`: of that.

    What is strange beside a hand is the hand's, or its shadow's; and so is what is longer than pieces are: where a
    sleeve passes for floor or shadow it falls apart. `px_mm`: scale of the coarse raster.
    """
    mask = cover.mask
    near = grown(mask, max(1, round(BESIDE_COVER_MM * px_mm)))
    sure, doubtful, kept = np.zeros(mask.shape, np.bool_), [], []
    for thing in found:
        spot = np.zeros(mask.shape, np.bool_)
        paint(spot, thing, rect)
        if _is_sure(thing) or is_apart(thing, spot, cover, tones, px_mm):
            kept.append(thing)
            sure |= spot
        else:
            doubtful.append((thing, spot))
    count, labels, stats, _ = cv2.connectedComponentsWithStats((odd & ~sure).astype(np.uint8), connectivity=8)
    of_it = np.bincount(labels[near], minlength=count) > 0
    of_it |= np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) > REACH_MM * px_mm
    of_it[0] = False
    held = of_it[labels]
    kept += [thing for thing, spot in doubtful if not (spot & near).any() and not _is_part(spot & odd, held)]
    mask |= held
    return kept


def is_apart(thing: Found, spot: NDArray[np.bool_], cover: Cover, tones: Tone, px_mm: float) -> bool:
    """Whether `thing`, which is seen in a `spot` of what `cover` and `tones` show, ends where a piece does and has
    another colour than the hand beside it."""
    return _ends_free(thing) and not is_of_hand(spot, cover, tones, px_mm)


def _is_sure(thing: Found) -> bool:
    """Whether `thing` is a piece, though a hand may be beside it."""
    return thing.read or thing.known > KNOWN_WELL


def _ends_free(thing: Found) -> bool:
    """Whether `thing` is likelier a piece, seen nearly whole: a fingertip is, too, where its finger is not seen."""
    return thing.known > DOUBTED and _ends(thing)


def _ends(thing: Found) -> bool:
    """Whether `thing` is seen nearly whole, and to end along most of its outline."""
    return thing.edged > ENDS and thing.visible > NEARLY_WHOLE


def _ends_wholly(thing: Found) -> bool:
    """Whether `thing` is seen as a whole, and to end all around: no part of a hand does."""
    return thing.edged > ENDS_WHOLLY and thing.visible > NEARLY_WHOLE


def _is_part(spot: NDArray[np.bool_], held: NDArray[np.bool_]) -> bool:
    """Whether most of `spot` is a part of what a hand touches: a finger goes on, however thin it is."""
    return bool(np.count_nonzero(spot & held) > OF_A_HAND * np.count_nonzero(spot))


def part_under(found: Found, cover: NDArray[np.bool_]) -> float:
    """How much of the place where `found`, which may be a piece, was seen is covered now; `cover`: of the whole coarse
    raster."""
    whole = (0, 0, cover.shape[1], cover.shape[0])
    if found.known < DOUBTED or not meets(found, whole):
        return 0.0
    rect = within(coarse(wider(found.rect, RIM_PX)), whole)
    covered = cut(cover, whole, rect)[painted([found], rect)]
    return float(covered.mean()) if covered.size else 0.0


def bulges(cover: Cover, thick_px: float) -> NDArray[np.bool_]:
    """What bulges out of something thick that covers the board, as fingers do, and a piece that it touches;
    `thick_px`: so thick."""
    thin = (cover.mask & ~cover.core).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(thin, cv2.MORPH_OPEN, disc(thick_px / 2)) > 0, np.bool_)


def differs(bulge: NDArray[np.bool_], cover: Cover, tones: Tone, px_mm: float) -> bool:
    """Whether a `bulge` has a colour that the thick part beside it has nowhere, as no finger and no cuff has."""
    near = grown(bulge, round(BESIDE_MM * px_mm)) & cover.core
    if not near.any():
        return False
    own, there = median(tones[bulge]), tones[near]
    alike = np.linalg.norm(there - own, axis=1) < ALIKE_TONE
    return float(np.linalg.norm(own - median(there))) > OTHER_TONE and float(alike.mean()) < ALIKE


def swallows(bulging: NDArray[np.bool_], cover: Cover, tones: Tone, px_mm: float, face_px: float) -> bool:
    """Whether one of the bulges of what covers the board, all of them `bulging`, may be a piece that it touches, of
    which faces have `face_px`."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(bulging.astype(np.uint8), connectivity=8)
    large = (number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] > SWALLOWED * face_px)
    return any(_is_piece(labels == number, cover, tones, px_mm, face_px) for number in large)


def _is_piece(bulge: NDArray[np.bool_], cover: Cover, tones: Tone, px_mm: float, face_px: float) -> bool:
    """Whether a `bulge` may be a piece: it differs, and does not go on. A finger and the piece below its tip have two
    colours together, of which one does not go on; a hole in that is a part of it."""
    if differs(bulge, cover, tones, px_mm):
        return not goes_on(bulge, cover, tones, px_mm, face_px)
    other = bulge & (np.linalg.norm(tones - median(tones[bulge]), axis=2) > OTHER_TONE)
    whole = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_CLOSE, disc(1))
    other = bulge & (cv2.morphologyEx(whole, cv2.MORPH_OPEN, disc(1)) > 0)
    if np.count_nonzero(other) <= SWALLOWED * face_px:
        return False
    return not all(goes_on(part, cover, tones, px_mm, face_px) for part in (other, bulge & ~other))


def goes_on(bulge: NDArray[np.bool_], cover: Cover, tones: Tone, px_mm: float, face_px: float) -> bool:
    """Whether what covers the board around a `bulge` has its colour in one piece that is larger than pieces are, whose
    faces have `face_px`: a sleeve beside a hand."""
    part = _around(bulge, SLEEVE_MM * px_mm)
    alike = cover.mask[part] & ~bulge[part]
    alike &= np.linalg.norm(tones[part] - median(tones[bulge]), axis=2) < ALIKE_TONE
    _, _, stats, _ = cv2.connectedComponentsWithStats(alike.astype(np.uint8), connectivity=8)
    return bool((stats[1:, cv2.CC_STAT_AREA] > SLEEVE * face_px).any())


def is_of_hand(bulge: NDArray[np.bool_], cover: Cover, tones: Tone, px_mm: float) -> bool:
    """Whether much of what covers the board around a `bulge` has its colour: fingers go on, and end in a hand. A dull
    white piece is hardly brighter than skin, and has another hue."""
    part = _around(bulge, HAND_MM * px_mm)
    own, around = bulge[part], cover.mask[part] & ~grown(bulge[part], 1)
    if not around.any():
        return False
    alike = _alike(tones[part][around], median(tones[part][own]))
    return bool(alike.mean() >= ALIKE and np.count_nonzero(alike) >= HAND * np.count_nonzero(own))


def looks_like_hand(then: Tone, spot: NDArray[np.bool_], window: Rect, view: View, px_mm: float) -> bool:
    """Whether what covers the board around a `spot` of a `window` looks like what was seen there before (`then`: tones
    of the window): a pale hand upon a white piece is as white."""
    area = within(wider(window, round(HAND_MM * px_mm)), view.rect)
    around = cut(view.cover.mask, view.rect, area).copy()
    cut(around, area, window)[:] &= ~spot
    if not (spot.any() and around.any()):
        return False
    alike = _alike(cut(view.plain, view.rect, area)[around], median(then[spot]))
    return bool(alike.mean() >= ALIKE)


def _alike(tones: Tone, tone: Tone) -> NDArray[np.bool_]:
    """Which of N `tones` are like another."""
    off = tones - tone
    hue = off - off.mean(axis=1, keepdims=True)
    return np.asarray((np.linalg.norm(off, axis=1) < ALIKE_TONE) & (np.linalg.norm(hue, axis=1) < ALIKE_HUE))


def _around(spot: NDArray[np.bool_], reach_px: float) -> tuple[slice, slice]:
    """The part of a picture up to so far beside a `spot`."""
    left, top, across, down = cv2.boundingRect(spot.astype(np.uint8))
    height, width = spot.shape
    return part_of(within(wider((left, top, left + across, top + down), round(reach_px)), (0, 0, width, height)))
