"""Finds exactly where a square lies by its four edges alone, whatever is printed on it and whatever lies below."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.designs.reader import above
from vision.light import Tone, tone
from vision.pose import Pose

PX_MM = 2.5
"""Scale at which edges are looked for: a little finer than a camera's."""
REACH_MM = 6.0
"""How far from where it should be the middle of a square is looked for, each way."""
TURNS_DEG = tuple(range(-20, 21, 2))
NEAR_DEG, NEAR_MM = (-1.0, 0.0, 1.0), 1.0
"""Around the best of those it is looked for once more."""
BAND_PX = 3
"""Width of the bands to both sides of an edge that are compared."""
GAP_PX = 2
"""Pixels between them: blur."""
PIECES = 4
"""Pieces of each edge: an arrow is no edge, for it has a step at one of them only."""
CORNER = 0.06
"""Part of an edge at each end that is left out."""
HALF_STEP = 0.05
"""Step (tone) that says half of what one can say: one strong edge, or a shadow, does not outweigh three faint ones."""

Lain = tuple[tuple[float, float], float]
"""Middle (mm, as if the face lay on the board) and turn (degrees clockwise)."""


def settled(image: NDArray[np.uint8], pose: Pose, about_mm: tuple[float, float], size_mm: float) -> Lain:
    """Where a square of `size_mm` lies around a place, if there is one, and how it is turned."""
    middle, turn = _best(image, pose, about_mm, size_mm, REACH_MM, TURNS_DEG)
    return _best(image, pose, middle, size_mm, NEAR_MM, [turn + beside for beside in NEAR_DEG])


def _best(
    image: NDArray[np.uint8],
    pose: Pose,
    about_mm: tuple[float, float],
    size_mm: float,
    reach_mm: float,
    turns_deg: tuple[float, ...] | list[float],
) -> Lain:
    half_mm = size_mm / 2 + reach_mm + (BAND_PX + GAP_PX + 2) / PX_MM
    side = 2 * round(half_mm * PX_MM) + 1
    reach = round(reach_mm * PX_MM)
    each = [
        _edged(tone(above(image, pose, about_mm, turn, side / PX_MM / 2, side)), size_mm * PX_MM, reach)
        for turn in turns_deg
    ]
    number, row, column = (int(place) for place in np.unravel_index(int(np.argmax(each)), (len(each), *each[0].shape)))
    x, y, angle = (column - reach) / PX_MM, (row - reach) / PX_MM, np.radians(turns_deg[number])
    cosine, sine = float(np.cos(angle)), float(np.sin(angle))
    middle = about_mm[0] + cosine * x - sine * y, about_mm[1] + sine * x + cosine * y
    return middle, float(turns_deg[number])


def _edged(tones: Tone, side_px: float, reach: int) -> NDArray[np.float32]:
    """How much of the outline of an upright square around each place, up to `reach` px from the middle, is an edge of
    one kind: from what is around a tile to its paper it is the same step everywhere, on a line that frames it not."""
    length = max(1, round(side_px * (1 - 2 * CORNER) / PIECES))
    down = _steps(tones, length)
    across = _steps(np.ascontiguousarray(tones.transpose(1, 0, 2)), length).transpose(1, 0, 2)
    middle, half = tones.shape[0] // 2, round(side_px / 2)
    total, any_kind = (
        np.zeros((2 * reach + 1, 2 * reach + 1, 3), np.float32),
        np.zeros((2 * reach + 1,) * 2, np.float32),
    )
    for part in np.round((np.arange(PIECES) - (PIECES - 1) / 2) * length).astype(int).tolist():
        for side in (-half, half):
            inwards = np.float32(-1 if side > 0 else 1)
            for steps, row, column in ((down, side, part), (across, part, side)):
                here = _around(steps, middle + row, middle + column, reach)
                total += inwards * here
                any_kind += np.linalg.norm(here, axis=2)
    return np.asarray((np.linalg.norm(total, axis=2) + any_kind) / (4 * PIECES), np.float32)


def _steps(tones: Tone, length: int) -> Tone:
    """The step of tone from above to below each pixel, over so many pixels across; long ones are little longer."""
    kernel = np.array([-1.0] * BAND_PX + [0.0] * GAP_PX + [1.0] * BAND_PX, np.float32)[:, None] / BAND_PX
    step = cv2.sepFilter2D(tones, -1, np.full((length, 1), 1 / length, np.float32), kernel)
    return np.asarray(step / (np.linalg.norm(step, axis=2, keepdims=True) + HALF_STEP), np.float32)


def _around(values: Tone, row: int, column: int, reach: int) -> Tone:
    return values[row - reach : row + reach + 1, column - reach : column + reach + 1]
