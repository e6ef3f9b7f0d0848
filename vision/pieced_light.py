"""The light under an arm, pieced together of two that were fitted to the board: before it came, and with it there.

What an arm and its sleeve throw on the board beside it is coloured, and ends soon: fitted to the whole board, a light
that explains it there explains less elsewhere.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Tone, brightness
from vision.rects import part_of
from vision.view import View

BLEND_TILES = 1.5
"""Over how many tiles (standard deviation) is judged which light is the better, twice as far as one passes into the
other: with 1.0 and 2.2 a few more places beside arms were left open."""
BARED_SHADE = 0.1
"""How much darker (tone) than in the one light is what another may explain: what an arm throws is a shadow."""
LIT, LIT_MM = 0.05, 2.0
"""How much brighter (tone) print is than in the present light, and was in that before, from which it is lit as it was
before; and over what that is smoothed."""


def pieced(one: tuple[Tone, View], other: tuple[Tone, View], shape: tuple[int, int]) -> Tone:
    """Light over the board's tiles: that of `one`, but where what it leaves strange lies in shade and the `other`
    leaves less. Both are such lights and what the same part of the board looks like in them; `shape`: of the whole,
    coarse."""
    (before, first), (after, then) = one, other
    better = np.zeros(shape, np.float32)
    explained = first.odd & ~then.odd & (first.shade > BARED_SHADE)
    better[part_of(then.rect)] = explained.astype(np.float32) - (then.odd & ~first.odd)
    rows, columns = before.shape[:2]
    tiles = cv2.resize(better, (columns, rows), interpolation=cv2.INTER_AREA)
    wins = (cv2.GaussianBlur(tiles, (0, 0), BLEND_TILES) > 0).astype(np.float32)
    share = cv2.GaussianBlur(wins, (0, 0), BLEND_TILES / 2)[..., None]
    return np.asarray(before + share * (after - before), np.float32)


def partly_lit(
    gain: Tone, before: Tone, brighter: NDArray[np.float32], drawn: NDArray[np.float32], px_mm: float
) -> Tone | None:
    """Light `gain`, but where print that is recognised (`drawn`, 0…1) is `brighter` (tone) than in that as much of the
    light `before`; None if that is nowhere. All are of the same pixels, `px_mm` of which a mm takes.

    Between an arm and its shadow lies a strip that neither darkens, narrower than the tiles on which light is measured.
    """
    more = brightness(cv2.subtract(before, gain))
    lit = (brighter > LIT) & (more > LIT) & (drawn > 0)
    if not lit.any():
        return None
    share = np.where(lit, np.clip(brighter / np.maximum(more, np.float32(LIT)), 0, 1) * drawn, np.float32(0))
    side = (round(LIT_MM * px_mm) | 1,) * 2
    return np.asarray(gain + cv2.blur(share.astype(np.float32), side)[..., None] * (before - gain), np.float32)
