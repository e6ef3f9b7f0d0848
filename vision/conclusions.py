"""What evidence says beyond the things found: what is surely not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from vision.floor import Floor
from vision.light import BRIGHTEST, Tone, sampled
from vision.palette import Palette, Places, colour_loglik

DETECT_LIMIT = 9.0
"""A piece that would stand out from the floor is absent with at most this log odds."""
FLOOR_VOLUME = 0.01
"""Part of tone space that passes for floor: three standard deviations of `vision.floor` each way."""
DRAWN_SHOWS = 4.0
"""Log odds by which a drawing, its own or the floor's that it hides, gives a piece away that has the floor's colour."""
BLINDING = 0.7
"""Part of a cell, or of its middle, that must be covered for nothing to be said of what does not lie there."""
DIM, DIM_TINGED = 2.0, 3.0
"""How fast, per tone of shadow, it becomes doubtful that a piece would be seen; and where shadows are coloured: a white
piece in one has the hue of floor in one."""
DIM_HUE = 0.7
"""The same of a piece that another hue than its floor's would give away: in a shadow that stays."""
DEEP = 0.6
"""Darkening (tone) from which hues are asked: in less shade the colours say enough."""
HUE_SPREAD, HUE_IN_SHADE = 0.05, 0.1
"""Standard deviation of the hue of floor (tone), and how much more it is per tone of shadow."""
HUE_PASSES = 3.0
"""Log likelihood by which a hue may be none of the floor's and pass for that: 2.4 standard deviations."""


def absent(
    floor: Floor,
    palette: Palette,
    printed: NDArray[np.float64],
    gain: Tone,
    cells: list[Cell],
    covered: NDArray[np.float64],
    shade: NDArray[np.float64],
    drawing: NDArray[np.float64],
    tinge: NDArray[np.float32] | None = None,
) -> dict[Cell, Absence]:
    """How surely each look is not in each of `cells` when nothing is seen there: how much it would stand out.

    `printed`: the palette's printed colours there (N × C × 3) in the reference's light; `gain`: present light beside
    that, on tiles; `covered` (part of it, or of its middle), `shade` (tone) and `drawing` (0…1, how well the floor's
    own drawing is recognised) are those of `cells`; `tinge`: how shadows change the hue per tone of
    darkening, if they do.
    """
    if not cells:
        return {}
    model = floor.model
    order = [model.index[cell] for cell in cells]
    part = model.centres[order] / np.array(model.size_mm)
    here = sampled(gain, part)
    bare = np.minimum(sampled(floor.tile_tones, part) + here, BRIGHTEST)
    numbers = sorted({palette.index[body.rgb] for body in model.bodies.values()})
    expected = palette.expected(Places(printed, model.centres[order]))[:, numbers]
    expected = np.minimum(expected + here[:, None], BRIGHTEST)
    bright, hue = (each[numbers] for each in palette.spreads())
    # the chance that a piece's colour falls so near the floor's that it is taken for it
    alike = np.minimum(colour_loglik(bare[:, None], expected, (bright, hue)) + np.log(FLOOR_VOLUME), 0)
    # in a deep shadow, and beside a hand, less is seen
    open_, dark = np.clip(1 - covered / BLINDING, 0, 1), np.clip(shade, 0, None)
    clear = open_ * np.exp(-(DIM if tinge is None else DIM_TINGED) * dark)
    alike -= DRAWN_SHOWS * drawing[:, None]
    odds = np.maximum(alike, -DETECT_LIMIT) * clear[:, None] - 0.2
    if (deep := dark > DEEP).any():
        coloured = np.maximum(_has_floors_hue(expected - bare[:, None], hue, dark, tinge), -DETECT_LIMIT)
        told = coloured * (open_ * np.exp(-DIM_HUE * dark))[:, None]
        odds = np.where(deep[:, None], np.minimum(odds, told), odds)
    columns = [numbers.index(palette.index[body.rgb]) for body in model.bodies.values()]
    drawn = np.array([look in model.faces for look in model.bodies])
    each = np.maximum(odds[:, columns] - DRAWN_SHOWS * clear[:, None] * drawn, -DETECT_LIMIT)
    # no floor looks like black print on white, whatever the colour around it
    tagged = np.array([body.tag is not None for body in model.bodies.values()])
    each[:, tagged] = -DETECT_LIMIT * clear[:, None]
    each = each.astype(np.float32)
    index = {look: number for number, look in enumerate(model.bodies)}
    return {cell: Absence(index, row) for cell, row in zip(cells, each)}


def _has_floors_hue(
    off: NDArray[np.float64], spread: NDArray[np.float64], dark: NDArray[np.float64], tinge: NDArray[np.float32] | None
) -> NDArray[np.float64]:
    """Log likelihood (N × C) that pieces have the hue of their floor, which are so far `off` that (tone, N × C × 3), as
    far as a colour's `spread` of hue (C), in a shadow so `dark` (tone, N) that may change hues by `tinge` per tone."""
    hue = off - off.mean(axis=-1, keepdims=True)
    least = np.square(hue).sum(axis=-1)
    if tinge is not None:  # what looks like floor that no shadow tinges, or tinges twice, may be a piece
        change = dark[:, None, None] * tinge
        least = np.minimum(least, np.minimum(*(np.square(hue + each).sum(axis=-1) for each in (change, -change))))
    variance = np.square(spread) + HUE_SPREAD**2 + np.square(HUE_IN_SHADE * dark)[:, None]
    return np.asarray(np.minimum(HUE_PASSES - least / (2 * variance), 0), np.float64)


class Absence(Mapping[Look, float]):
    """How surely each look is not in one cell: a row of a table, for few of its numbers are ever asked for."""

    __slots__ = ("_index", "_row")

    def __init__(self, index: Mapping[Look, int], row: NDArray[np.float32]) -> None:
        self._index, self._row = index, row

    def __getitem__(self, look: Look) -> float:
        return float(self._row[self._index[look]])

    def __iter__(self) -> Iterator[Look]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)
