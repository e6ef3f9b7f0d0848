"""How bright and of what colour the light is at every place of the board, and how print becomes picture under it.

Colours are compared as `tone`: the logarithm of a channel's value plus an offset. More or less light adds the
same to all tones of a place, and the offset keeps the camera's noise in dark places from looking like colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

OFFSET = 16.0
"""Added to a channel's value (0…255) before the logarithm; a little above the noise of a camera in a dim room."""
TILE_MM = 12.0
"""Light is measured on tiles of this side: half a cell, so that a piece spoils few."""
PARTS = 4
"""Parts of a tile each way, of whose changes the usual one is taken."""
SPOILT = 0.1
"""How far (tone) a tile's mean change is beside its usual one if something else than light changed there."""
TUKEY = 0.35
"""Tone beside the smooth fit at which a tile no longer counts: a piece or a hand, not light."""
LOCAL_TONE = 0.22
LOCAL_HUE = 0.09
"""A tile this near the smooth fit (in brightness, in hue) is light and not a thing, and corrects the fit locally."""
GROWTH, GLOSS = 8, 0.1
"""Times that tiles are judged anew beside those that are light already: a glare is reached from its rim, step by step,
and a thing, whose edge is one step, is not. Only what is so much brighter (tone) than the smooth fit may be a glare."""
SMOOTH_TILES = 1.2
"""Smoothing of the local correction, tiles."""
PRINT_RIDGE = 4.0
"""Pull of the print-to-picture matrix towards the identity, in tiles: few boards show saturated colours."""

FACE_HUE = 0.07
"""Spread of a channel's tone over one face of a piece: noise, print, reflections."""
VEIL = 7.0
"""Light that gloss and lens add to a channel here and there, 0…255."""
OWN_BRIGHT, OWN_HUE, OWN_VEIL = 0.05, 0.035, 3.0
"""Spread of brightness over one face beside its own mean; and the two above, of what is seen beside that."""
PACKED = 4096.0
"""Steps a tone takes where many are kept: tones up to 15.9 have room in two bytes."""

STRIP_PX = 16_384
"""Pixels that are worked on at a time: all that is computed of so many stays in a core's cache."""

Tone = NDArray[np.float32]
Packed = NDArray[np.uint16]

_TABLE = np.log(np.arange(256, dtype=np.float32) + OFFSET).astype(np.float32)
_SUM = np.ones((1, 3), np.float32)
_MEAN = _SUM / np.float32(3)
BRIGHTEST = float(_TABLE[255])
"""Tone of a burnt-out channel."""


def tone(picture: NDArray[np.uint8]) -> Tone:
    """The tones of a BGR picture."""
    return cv2.LUT(picture, _TABLE).astype(np.float32, copy=False)


def packed(tones: Tone) -> Packed:
    """Tones in half the memory, exact to a thousandth of a camera's noise; what is beyond is kept as 0 or the most."""
    flat = tones.reshape(len(tones), -1)
    kept = cv2.addWeighted(flat, PACKED, flat, 0, 0, dtype=cv2.CV_16U)  # rounds, and keeps within limits
    return np.asarray(kept, np.uint16).reshape(tones.shape)


def unpacked(kept: Packed) -> Tone:
    """What was `packed`."""
    tones = kept.astype(np.float32)  # at once with the product it takes half as long again
    return np.multiply(tones, np.float32(1 / PACKED), out=tones)


def strips(shape: tuple[int, ...]) -> Iterator[slice]:
    """The rows of a raster, `STRIP_PX` pixels at a time."""
    rows = max(1, STRIP_PX // max(1, shape[1]))
    for top in range(0, shape[0], rows):
        yield slice(top, min(top + rows, shape[0]))


def bright_of(kept: Packed) -> NDArray[np.float32]:
    """The `brightness` of what was `packed`, a few rows at a time: the tones of all take three times the memory."""
    bright = np.empty(kept.shape[:2], np.float32)
    for strip in strips(bright.shape):
        bright[strip] = brightness(unpacked(kept[strip]))
    return bright


def brightness(tones: NDArray[Any]) -> NDArray[np.float32]:
    """The mean over a picture's three channels (a reduction over so short an axis is slow in NumPy)."""
    return np.asarray(cv2.transform(tones, _MEAN), np.float32)


def darkened(tones: NDArray[Any], factor: NDArray[Any]) -> NDArray[np.float64]:
    """Tones in so many times the light, each channel by its own factor: of what is black already less is lost."""
    return np.asarray(np.log(np.maximum(np.exp(tones) - OFFSET, 0) * factor + OFFSET), np.float64)


def energy(tones: NDArray[Any]) -> NDArray[np.float32]:
    """The sum of squares over a picture's three channels."""
    return np.asarray(cv2.transform(cv2.multiply(tones, tones), _SUM), np.float32)


def median(values: NDArray[Any]) -> Any:
    """The median along the first axis, as `np.median`, which takes ten times as long for the few pixels of a piece."""
    middle = len(values) // 2
    if len(values) % 2:
        return np.partition(values, middle, axis=0)[middle]
    both = np.partition(values, (middle - 1, middle), axis=0)
    return (both[middle - 1] + both[middle]) / 2


def hue(tone: NDArray[Any]) -> float:
    """How far one tone, or a change of it, is from grey: a length over the three channels."""
    return float(np.sqrt(max(0.0, float((tone**2).sum()) - 3 * float(tone.mean()) ** 2)))


def tone_of_rgb(rgb: tuple[int, int, int]) -> NDArray[np.float64]:
    """The tone (BGR order) of a declared colour."""
    return np.log(np.array(rgb[::-1], np.float64) + OFFSET)


class Print(msgspec.Struct, frozen=True):
    """How printed tones become seen ones: ``matrix @ tone + light``; `light` is a field over the board's tiles."""

    matrix: NDArray[np.float64]
    light: Tone
    """Rows × columns of tiles × 3."""

    def light_at(self, part: NDArray[np.float64]) -> NDArray[np.float64]:
        """The light at places given as parts of the board's width and height (N × 2, 0…1): N × 3."""
        return sampled(self.light, part)


def sampled(field: Tone, part: NDArray[np.float64]) -> NDArray[np.float64]:
    """A field of tiles at places given as parts of the board's width and height (N × 2): N × channels."""
    rows, columns = field.shape[:2]
    x = (part[:, 0] * columns - 0.5).astype(np.float32)[:, None]
    y = (part[:, 1] * rows - 0.5).astype(np.float32)[:, None]
    values = cv2.remap(field, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return values.reshape(len(part), -1).astype(np.float64)


def spread(field: Tone, size: tuple[int, int], rect: tuple[int, int, int, int]) -> Tone:
    """The part `rect` of a field of tiles enlarged to `size` (width, height)."""
    (width, height), (rows, columns), (x0, y0, x1, y1) = size, field.shape[:2], rect
    x = ((np.arange(x0, x1, dtype=np.float32) + 0.5) * columns / width - 0.5)[None].repeat(y1 - y0, axis=0)
    y = ((np.arange(y0, y1, dtype=np.float32) + 0.5) * rows / height - 0.5)[:, None].repeat(x1 - x0, axis=1)
    return cv2.remap(field, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32, copy=False)


def tiled(values: NDArray[np.float32], tiles: tuple[int, int]) -> NDArray[np.float32]:
    """The mean of `values` over each tile; `tiles` is (columns, rows)."""
    return cv2.resize(values, tiles, interpolation=cv2.INTER_AREA).astype(np.float32)


def usual_change(before: Tone, after: Tone, tiles: tuple[int, int]) -> Tone:
    """How much brighter each tile is `after` than `before` (h × w × 3 tones): the mean over it, or where something
    spoils that the median of its parts: a piece or a shadow that takes less than half of it does not change this."""
    columns, rows = tiles
    change = cv2.subtract(after, before).astype(np.float32, copy=False)
    each = tiled(change, (columns * PARTS, rows * PARTS)).reshape(rows, PARTS, columns, PARTS, 3)
    mean = each.mean(axis=(1, 3))
    usual = median(each.transpose(1, 3, 0, 2, 4).reshape(PARTS**2, rows, columns, 3))
    spoilt = np.abs(mean - usual).max(axis=2, keepdims=True) > SPOILT
    return np.asarray(np.where(spoilt, usual, mean), np.float32)


def tile_count(size_mm: tuple[float, float]) -> tuple[int, int]:
    """Columns and rows of tiles on a board."""
    return max(6, round(size_mm[0] / TILE_MM)), max(6, round(size_mm[1] / TILE_MM))


def fit_print(art: Tone, seen: Tone, trust: NDArray[np.float32], texture: NDArray[np.float32]) -> Print:
    """How the print `art` became what is `seen` (tones of tiles), believing tiles by `trust` (0…1).

    `texture` (0…1): how much a tile's drawing is recognised; such a tile is the board whatever the light on it.
    """
    rows, columns = trust.shape
    smooth = _smooth_basis(rows, columns)
    basis = np.concatenate([art.reshape(-1, 3).astype(np.float64), smooth], axis=1)
    target = seen.reshape(-1, 3).astype(np.float64)
    start = np.concatenate([np.eye(3), np.zeros((smooth.shape[1], 3))])
    start[3] = median((target - basis @ start)[trust.ravel() > 0.5]) if (trust > 0.5).any() else 0.0
    ridge = np.diag([PRINT_RIDGE] * 3 + [1e-3] + [0.3] * (smooth.shape[1] - 1))
    solved = _robust(basis, target, trust.ravel().astype(np.float64), start, ridge)
    light = _with_local(
        (smooth @ solved[3:]).reshape(rows, columns, 3), (seen - art @ solved[:3]).astype(np.float32), trust, texture
    )
    return Print(solved[:3].T, light)


def fit_gain(changes: Tone, trust: NDArray[np.float32], texture: NDArray[np.float32]) -> Tone:
    """How much brighter every tile is now than in the reference, of which `changes` tell in tones: rows × columns × 3.

    `trust` and `texture` as for `fit_print`.
    """
    rows, columns = trust.shape
    smooth = _smooth_basis(rows, columns)
    change = changes.reshape(-1, 3).astype(np.float64)
    start = np.zeros((smooth.shape[1], 3))
    start[0] = median(change[trust.ravel() > 0.5]) if (trust > 0.5).any() else 0.0
    ridge = np.diag([1e-3] + [0.3] * (smooth.shape[1] - 1))
    solved = _robust(smooth, change, trust.ravel().astype(np.float64), start, ridge)
    return _with_local((smooth @ solved).reshape(rows, columns, 3), changes, trust, texture)


def smooth_part(gain: Tone) -> Tone:
    """`gain` (rows × columns of tiles × 3) without what bends it locally: a glare, a shadow taken for light."""
    rows, columns = gain.shape[:2]
    smooth, tiles = _smooth_basis(rows, columns), gain.reshape(-1, 3).astype(np.float64)
    start = np.zeros((smooth.shape[1], 3))
    start[0] = median(tiles)
    ridge = np.diag([1e-3] + [0.3] * (smooth.shape[1] - 1))
    solved = _robust(smooth, tiles, np.ones(len(tiles)), start, ridge)
    return np.asarray((smooth @ solved).reshape(gain.shape), np.float32)


def _smooth_basis(rows: int, columns: int) -> NDArray[np.float64]:
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=2).reshape(-1, 6)


def _robust(
    basis: NDArray[np.float64],
    target: NDArray[np.float64],
    trust: NDArray[np.float64],
    start: NDArray[np.float64],
    ridge: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Weighted least squares that lets tiles go which are far off (Tukey's biweight), pulled towards `start`."""
    solved = start
    for _ in range(5):
        each = np.abs(target - basis @ solved)
        off = np.maximum(np.maximum(each[:, 0], each[:, 1]), each[:, 2]) / TUKEY
        weight = trust * np.square(np.clip(1 - np.square(off / 2), 0, 1)) + 1e-6
        left = basis.T @ (basis * weight[:, None]) + ridge
        solved = np.linalg.solve(left, basis.T @ (target * weight[:, None]) + ridge @ start)
    return np.asarray(solved, np.float64)


def _with_local(
    smooth: NDArray[np.float64], wanted: NDArray[np.float32], trust: NDArray[np.float32], texture: NDArray[np.float32]
) -> Tone:
    """`smooth` bent locally to what tiles show that are surely the board."""
    rest = (wanted - smooth).astype(np.float32)
    sure = np.maximum(_near(rest), texture)
    glossy = np.clip(brightness(rest) / GLOSS - 1, 0, 1)
    weight, local = trust * sure, np.zeros_like(rest)
    for _ in range(GROWTH if glossy.any() else 1):
        total = cv2.GaussianBlur(rest * weight[..., None], (0, 0), SMOOTH_TILES)
        amount = cv2.GaussianBlur(weight, (0, 0), SMOOTH_TILES)[..., None]
        local = total / (amount + 0.08)
        weight = trust * np.maximum(sure, glossy * _near(rest - local))
    return np.asarray(smooth + local, np.float32)


def _near(off: Tone) -> NDArray[np.float32]:
    """How surely (0…1) tiles that are `off` what was expected are light and no thing."""
    bright = brightness(off)
    hue = np.sqrt(np.maximum(energy(off) - 3 * bright * bright, 0))
    near = np.clip(1.5 - np.abs(bright) / LOCAL_TONE, 0, 1) * np.clip(1.5 - hue / LOCAL_HUE, 0, 1)
    return np.asarray(near, np.float32)
