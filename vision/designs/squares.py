"""Finds where a square tile lies by its outline alone: what is strange on the board, whatever lies on the tile."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

REACH = 0.45
"""How far from the middle of its place a tile's middle is looked for, in sizes of a tile."""
RING = 1.3
"""Width of the square around a tile, in sizes, on which little else should lie."""
TURNS_DEG = tuple(range(-30, 31, 6))
"""Turns that are tried; who reads the tile refines them."""
FILLED = 0.5
"""Part of a tile that must be strange: its paper may look like the floor here and there."""
BESIDE = 0.5
"""Weight of what is strange around a tile against what is strange on it: other tiles may touch it."""
LEAST_CLEAR = 0.2
"""How much clearer than its surroundings a tile must lie."""
MOST, APART = 3, 0.25
"""Places that are tried around one, and how far they are apart at least, each way, in sizes of a tile."""


class Square(msgspec.Struct, frozen=True):
    """Where a tile lies, px of the raster and degrees clockwise; `clear`: by how much more its place is strange than
    what is around it, −1…1."""

    middle_px: tuple[float, float]
    turn_deg: float
    clear: float


def squares_near(odd: NDArray[np.bool_], middle_px: tuple[float, float], side_px: float) -> list[Square]:
    """Where tiles of `side_px` seem to lie around a place of a raster on which `odd` marks what is no floor, clearest
    first, `MOST` of them at most."""
    reach = round(REACH * side_px)
    room = round(RING * side_px * 0.72) + reach + 1
    x, y = (round(value) for value in middle_px)
    left, top = max(0, x - room), max(0, y - room)
    part = odd[top : y + room + 1, left : x + room + 1].astype(np.float32)
    if not part.size or min(part.shape) < side_px:
        return []
    near = (slice(max(0, y - top - reach), y - top + reach + 1), slice(max(0, x - left - reach), x - left + reach + 1))
    each = np.array([_clear(part, (x - left, y - top), side_px, turn)[near] for turn in TURNS_DEG])
    turns, clear = each.argmax(axis=0), each.max(axis=0)
    found: list[Square] = []
    apart = max(1, round(APART * side_px))
    while clear.size and len(found) < MOST:
        row, column = (int(value) for value in np.unravel_index(int(clear.argmax()), clear.shape))
        if clear[row, column] < LEAST_CLEAR:
            break
        middle = float(left + near[1].start + column), float(top + near[0].start + row)
        found.append(Square(middle, float(TURNS_DEG[int(turns[row, column])]), float(clear[row, column])))
        clear[max(0, row - apart) : row + apart + 1, max(0, column - apart) : column + apart + 1] = -1.0
    return found


def _clear(part: NDArray[np.float32], middle_px: tuple[int, int], side_px: float, turn_deg: int) -> NDArray[np.float32]:
    """By how much more a square around each pixel is strange than what is around it; −1 where it is not filled.

    The raster is turned back about `middle_px` for means over upright squares: that takes a tenth of the time.
    """
    size = part.shape[1::-1]
    turn = cv2.getRotationMatrix2D(middle_px, float(turn_deg), 1.0)
    upright = cv2.warpAffine(part, turn, size)
    inside, whole = (
        cv2.blur(upright, (round(side) | 1,) * 2, borderType=cv2.BORDER_CONSTANT) for side in (side_px, RING * side_px)
    )
    around = (whole * RING**2 - inside) / (RING**2 - 1)
    clear = np.where(inside > FILLED, inside - BESIDE * around, np.float32(-1)).astype(np.float32)
    back = cv2.warpAffine(clear, turn, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=(-1.0,))
    return np.asarray(back, np.float32)
