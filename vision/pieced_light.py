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
BARED, LEAST_BARED, BARED_SHADE = 5.0, 0.005, 0.1
"""How many times as much must be bared by another light as is covered by it, the part of what is seen, and how much
darker (tone) that is than by the light before, for that to be believed: an arm throws a shadow, and its colours into
it; a sleeve as pale as the board would be taken for light."""
LIT, LIT_MM = 0.05, 2.0
"""How much brighter (tone) print is than in the present light, and was in that before, from which it is lit as it was
before; and over what that is smoothed."""
LEAST_UNCOVERED = 0.001
"""Part of what is seen that such light must uncover: where white pieces lie in deep shade nothing was."""


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


def bares(light: View, before: View) -> bool:
    """Whether another `light` bares much that seemed covered, and was darker than the board, and covers hardly any."""
    bared, covered = light.cover.mask < before.cover.mask, light.cover.mask > before.cover.mask
    enough = np.count_nonzero(bared) > max(BARED * np.count_nonzero(covered), LEAST_BARED * bared.size)
    return bool(enough and before.shade[bared].mean() > BARED_SHADE)


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


def uncovers(lit: View, before: View) -> bool:
    """Whether what is `partly_lit` shows floor where something seemed to cover it `before`, and makes hardly any
    strange."""
    gone, new = lit.odd < before.odd, lit.odd > before.odd
    uncovered = np.count_nonzero(lit.cover.mask < before.cover.mask) > LEAST_UNCOVERED * lit.odd.size
    return bool(uncovered and np.count_nonzero(gone) > BARED * np.count_nonzero(new))
