"""Tells what lies over the board (a hand, an arm, a sheet of paper) from pieces that lie on it, in one picture."""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.light import BRIGHTEST, Tone, brightness

STRANGE = 10.0
"""Squared deviation above which a pixel is neither floor nor what was there before."""
STRANGE_BLANK = 1.5
"""The same where the floor's drawing is missing."""
BESIDE_MM = 1.0
"""A drawing that is found this near is not missing."""
DRAWN_TONE = 0.012
"""Spread of tones above which a place has a drawing that would be seen; twice a camera's noise after smoothing."""
TEXTURE_MM = 13.0
"""Window in which the drawing of the floor is looked for under a shadow: half a cell, some lines in most places."""
SHADOW_TONE, LIT_SAYS = 0.25, 0.04
"""Darkening from which a place is in shadow, and the weight that places in full light have when a shadow is judged."""
ROOM_MM = 4.0
"""How much thicker than the largest piece, with its side as seen, a thing must be to be more than a piece."""
REACH_MM = 36.0
"""A strange thing that touches the board's border and is at least this long is a finger or an edge of paper."""
BORDER_MM = 3.0
FILL_MM, FILLED = 21.0, 0.7
"""A place of whose surroundings of this size so much is covered is covered too."""
HEAP = 2.6
"""Length of a heap of pieces in one cell, in pieces: four of them, leaning on each other."""
HALO_MM = 1.0
"""What is blurred by an edge belongs to the thing."""


class Cover(msgspec.Struct, frozen=True):
    """What covers the board: `mask` on the coarse raster; `core` is the part of it that is too thick for pieces.

    `islands` are small and reach in from nowhere: no arm, but a few pieces that lie close together.
    """

    mask: NDArray[np.bool_]
    core: NDArray[np.bool_]
    islands: NDArray[np.bool_]

    @property
    def any(self) -> bool:
        return bool(self.mask.any())


class Texture(msgspec.Struct, frozen=True):
    """Around each coarse pixel, whatever the light: `found` (0…1) how much of the floor's drawing is recognised;
    `missing` (0…1) how surely the floor has a drawing that is not there."""

    found: NDArray[np.float32]
    missing: NDArray[np.float32]


class Detail(msgspec.Struct, frozen=True):
    """How `bright` a surface is; what is drawn on it apart from that: `grey`, and its mean squares around (`power`)."""

    bright: NDArray[np.float32]
    grey: NDArray[np.float32]
    power: NDArray[np.float32]


def detail_of(tones: Tone, px_mm: float) -> Detail:
    """The drawing in `tones` of the coarse raster."""
    bright = brightness(tones)
    size = (int(9 * px_mm) | 1,) * 2
    fine = cv2.subtract(bright, cv2.blur(bright, size)).astype(np.float32, copy=False)
    return Detail(bright, fine, _mean(cv2.multiply(fine, fine), px_mm))


def compare_texture(one: Detail, other: Detail, px_mm: float) -> Texture:
    """Looks for the drawing of the floor, `other`, in what is seen, `one`."""
    both, drawn = _mean(cv2.multiply(one.grey, other.grey), px_mm), np.maximum(other.power, 0)
    alike = _alike(both, one.power, drawn)
    share = both / (drawn + np.float32(1e-5))
    readable = np.clip(np.sqrt(drawn) / DRAWN_TONE - 1, 0, 1) * (one.bright < BRIGHTEST - 0.05)
    missing = readable * np.clip((0.4 - alike) / 0.3, 0, 1) * np.clip((0.4 - share) / 0.3, 0, 1)
    # beside a thing some window still shows the drawing; on a large thing none does
    beside = cv2.erode(missing.astype(np.float32), _disc(BESIDE_MM * px_mm))
    return Texture(_found(one, other, alike, px_mm), beside.astype(np.float32, copy=False))


def found_of(one: Detail, other: Detail, px_mm: float) -> NDArray[np.float32]:
    """`Texture.found` alone."""
    alike = _alike(_mean(cv2.multiply(one.grey, other.grey), px_mm), one.power, other.power)
    return _found(one, other, alike, px_mm)


def _found(one: Detail, other: Detail, alike: NDArray[np.float32], px_mm: float) -> NDArray[np.float32]:
    # beside a black piece the drawing is found: what is dark must itself show it to be floor in a shadow
    dark = np.clip((other.bright - one.bright) * np.float32(1 / SHADOW_TONE), LIT_SAYS, 1)
    mine, theirs = cv2.multiply(one.grey, dark), cv2.multiply(other.grey, dark)
    in_shadow = _alike(
        *(_mean(cv2.multiply(*pair), px_mm) for pair in ((mine, other.grey), (mine, one.grey), (theirs, other.grey)))
    )
    found = np.clip((np.minimum(alike, in_shadow) - np.float32(0.3)) * np.float32(2.5), 0, 1)
    return np.asarray(found, np.float32)


def _mean(values: NDArray[Any], px_mm: float) -> NDArray[np.float32]:
    """The mean around each pixel, over the window in which a drawing is looked for."""
    return cv2.blur(values, (int(TEXTURE_MM * px_mm) | 1,) * 2).astype(np.float32, copy=False)


def _alike(both: NDArray[Any], power: NDArray[Any], drawn: NDArray[Any]) -> NDArray[np.float32]:
    """Correlation of two drawings, of which the mean product and the mean squares are given."""
    return np.asarray(both / (np.sqrt(np.maximum(power * drawn, 0)) + np.float32(2e-4)), np.float32)


def misfit_factor(darker: NDArray[np.float32], texture: Texture) -> NDArray[np.float32]:
    """What squared deviations from the floor are multiplied by: less where a shadow lets the drawing through, more
    where the drawing is missing. `darker`: by how much than the floor (tone)."""
    lit = np.where(darker > -0.02, 1 - np.float32(0.8) * texture.found, np.float32(1.0))
    return np.asarray(lit * (1 + np.float32(STRANGE / STRANGE_BLANK - 1) * texture.missing), np.float32)


def find_cover(
    odd: NDArray[np.bool_], px_mm: float, piece_mm: float, border: NDArray[np.bool_], roomy: NDArray[np.bool_]
) -> Cover:
    """What of `odd` (coarse) is no piece: too thick, or reaching in over the board's border.

    `piece_mm`: the largest piece with its side as seen. `border`: pixels at the board's border or the picture's.
    `roomy`: cells in which many pieces may lie together (holding boxes); what stays within them is pieces.
    """
    closed = cv2.morphologyEx(odd.astype(np.uint8), cv2.MORPH_CLOSE, _disc(2.0 * px_mm))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    touches = np.bincount(labels[border], minlength=count) > 0
    long = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) > REACH_MM * px_mm
    covers = touches & long
    core = _core(closed, (piece_mm + ROOM_MM) / 2 * px_mm)
    if core.any():
        thick = np.bincount(labels[core], minlength=count) > 0
        outside = np.bincount(labels[~roomy], minlength=count) > (5 * px_mm) ** 2
        covers |= thick & outside
    covers[0] = False
    if not covers.any():
        return Cover(np.zeros_like(odd), np.zeros_like(odd), np.zeros_like(odd))
    covered = cv2.dilate(covers[labels].astype(np.uint8), _disc(HALO_MM * px_mm))
    # where skin happens to have the colour of the floor, what is around it tells
    side = int(FILL_MM * px_mm) | 1
    around = cv2.blur(covered.astype(np.float32), (side, side)) > FILLED
    small = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) < HEAP * piece_mm * px_mm
    return Cover((covered > 0) | around, core & covers[labels], (covers & ~touches & small)[labels])


def _core(mask: NDArray[Any], radius_px: float) -> NDArray[np.bool_]:
    """What is left of a mask where a disc of this radius has room in it."""
    deepest = float(cv2.distanceTransform(mask, cv2.DIST_L2, 3).max(initial=0.0))
    if deepest < 0.9 * radius_px:  # nearly always: pieces are thin, and an opening takes long
        return np.zeros(mask.shape, np.bool_)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(radius_px)) > 0, np.bool_)


def _disc(radius_px: float) -> NDArray[np.uint8]:
    side = 2 * max(1, round(radius_px)) + 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)).astype(np.uint8)
