"""Dark print that is not seen where nothing is found: a piece that is as pale as the floor around it lies upon it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell
from vision.board_model import Body
from vision.bodies import Outline, face, silhouette
from vision.burnt import BURNT
from vision.claims import UNKNOWN
from vision.evidence import SUREST
from vision.found import Found
from vision.ground import Ground
from vision.known_pieces import presumed
from vision.light import brightness, median
from vision.palette import Palette, Places, colour_loglik
from vision.pose import Pose, Rect
from vision.rects import cut
from vision.spots import pixels, without_specks
from vision.standing import log_odds
from vision.window import cropped

GONE_MM2, PALER, GONE_PX = 5.0, 0.25, 6
"""Area of dark print in a cell that is not seen though nothing is found there, how much paler (tone) its place is, and
px of the coarse raster that do not count by themselves. A white piece on pale paper shows so, and nearly nothing else
does: of 82 recordings by another hand none had 3 mm² of that in any place."""
LIT, LIT_PART = 0.1, 0.08
"""How much paler all of a cell is in a lamp's mirror image, and the part of the rest of it that may be so by chance: of
a cell with a white piece less than a tenth was, of cells in a lamp's light more than that."""


BURNT_PART = 0.5
"""Part of a cell that is burnt out from which its print is gone there, too: nobody can say that anything lies there."""
STILL_DARK = 0.5
"""How much darker (tone) than the rest of its cell a place is that is print all the same: a camera may show black print
paler than it is all evening, and it is no piece for that."""
PER_MM2, LEAST = 0.5, 0.01
"""Log likelihood of each mm² of what is strange that a piece covers; and least probability of a cell to be named."""


def upon_print(
    ground: Ground,
    pose: Pose,
    palette: Palette,
    printed: NDArray[np.float64],
    rect: Rect,
    open_: NDArray[np.bool_],
) -> list[Found]:
    """What lies on print that is much paler than it was: no shadow does that, and a lamp that is mirrored makes the
    paper beside it paler too, where nothing is told so.

    `printed`: the palette's printed colours in every cell (N × C × 3) in the reference's light; `open_`: where in
    `rect` (coarse) no thing is found and nothing covers the board.
    """
    gone, numbers = _gone(ground, rect, open_)
    if not numbers:
        return []
    labels = cut(ground.model.labels, ground.whole, rect)
    strange = (cut(ground.odd, ground.whole, rect) | gone) & open_
    found = list[Found]()
    for number in numbers:
        places = Places(printed[number], ground.model.centres[number])
        one = _found(ground, pose, palette, places, rect, gone & (labels == number + 1), strange)
        if one is not None:
            found.append(one)
    return found


def is_much_paler(ground: Ground, rect: Rect) -> bool:
    """Whether so much of `rect` (coarse) is paler than print that something may lie on print there."""
    return int(np.count_nonzero(_paler(ground, rect))) > GONE_MM2 * ground.px_mm**2


def _paler(ground: Ground, rect: Rect) -> NDArray[np.bool_]:
    """Where in `rect` there is something that is much paler than the print that it hides."""
    return np.asarray(
        cut(ground.stark, ground.whole, rect) & (cut(ground.shade, ground.whole, rect) < -PALER), np.bool_
    )


def _gone(ground: Ground, rect: Rect, open_: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], list[int]]:
    """Where in `rect` print is gone, and the numbers of the cells in which that can be told."""
    shade = cut(ground.shade, ground.whole, rect)
    gone = without_specks(_paler(ground, rect) & open_, GONE_PX)
    area_mm2 = pixels(ground.model, gone, rect) / ground.px_mm**2
    if not (area_mm2 > GONE_MM2).any():
        return gone, []
    rest = open_ & ~gone
    lit = pixels(ground.model, rest & (shade < -LIT), rect) > LIT_PART * pixels(ground.model, rest, rect)
    labels, bright = cut(ground.model.labels, ground.whole, rect), brightness(ground.tones(rect))
    burnt = bright + brightness(ground.gain(rect)) > BURNT
    told = []
    for number in np.flatnonzero((area_mm2 > GONE_MM2) & ~lit).tolist():
        own = labels == number + 1
        around, there = own & rest, own & gone
        if not around.any() or float(burnt[around].mean()) > BURNT_PART:
            continue
        if float(np.median(bright[around]) - np.median(bright[there])) < STILL_DARK:
            told.append(number)
    return gone, told


def _found(
    ground: Ground,
    pose: Pose,
    palette: Palette,
    here: Places,
    rect: Rect,
    gone: NDArray[np.bool_],
    strange: NDArray[np.bool_],
) -> Found | None:
    """What lies where print is `gone`: any piece that has the colour which is seen there, or none of the game's."""
    model = ground.model
    tone = median(ground.tones(rect)[gone]).astype(np.float64)
    shades = colour_loglik(tone, palette.expected(here), palette.spreads())
    bodies = {look: body for look, body in model.bodies.items() if body.tag is None}
    if not bodies:
        return None
    shade = {look: float(shades[palette.index[body.rgb]]) for look, body in bodies.items()}
    peak = max(shade.values())
    looks = {look: SUREST + value - peak for look, value in shade.items() if value > peak - SUREST}
    known = float(np.clip(peak - UNKNOWN, -8, 10))
    body = bodies[max(looks, key=lambda look: (looks[look], look))]
    face_mm, odds = _stands(ground, pose, body, rect, gone, strange)
    return presumed(model, pose, body, face_mm, odds, looks, known, tone)


def _stands(
    ground: Ground, pose: Pose, body: Body, rect: Rect, gone: NDArray[np.bool_], strange: NDArray[np.bool_]
) -> tuple[tuple[float, float], Mapping[Cell, float]]:
    """Where the face of a piece that covers the middle of what is `gone` is seen (mm), and the log odds of the cells
    in which it stands: it covers much of what is `strange` around that."""
    px_mm = ground.px_mm
    row, column = (round(float(each.mean())) for each in np.nonzero(gone))
    at_mm = ((rect[0] + column + 0.5) / px_mm, (rect[1] + row + 0.5) / px_mm)
    lean = np.multiply(pose.lean_mm(at_mm, body.height_mm), px_mm)
    half = math.ceil(0.75 * body.size_mm * px_mm + float(np.hypot(*lean)))
    whole = silhouette(face(Outline(body.is_round, body.size_mm), px_mm, 2 * half + 1), (lean[0], lean[1]))
    around = cropped(strange.astype(np.float32), (row, column), 2 * half)
    covered = cv2.filter2D(around, -1, whole, borderType=cv2.BORDER_CONSTANT)[half:-half, half:-half] / px_mm**2
    weight = np.exp(PER_MM2 * (covered - covered.max())) * (whole[::-1, ::-1] > 0.5)
    down, across = np.indices(weight.shape) - half
    weight /= weight.sum()
    x, y = at_mm[0] + (weight * across).sum() / px_mm, at_mm[1] + (weight * down).sum() / px_mm
    labels, (height, width) = ground.model.labels, ground.shape
    rows = np.clip(np.rint(rect[1] + row + down - lean[1]).astype(np.intp), 0, height - 1)
    columns = np.clip(np.rint(rect[0] + column + across - lean[0]).astype(np.intp), 0, width - 1)
    part = np.bincount(labels[rows, columns].ravel(), weight.ravel(), len(ground.model.order) + 1)[1:]
    numbers = np.flatnonzero(part > LEAST).tolist()
    odds = {ground.model.order[each]: min(log_odds(float(part[each])), SUREST) for each in numbers}
    return (float(x), float(y)), odds
