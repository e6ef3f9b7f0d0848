"""Whether the outline of a face is round or has corners: the lobes of its radius around the middle.

The radius of a disc's face is the same in every direction; that of a square's has four lobes, an eighth of the radius
high. How a lamp shades the piece, or at what height it is supposed, changes the radius in other ways: it moves the
middle (one lobe), draws the face out (two) or bulges to one side (three).
"""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.light import Tone

DIRECTIONS = 64
"""Directions in which the outline is looked for."""
STEP_PX = 0.2
"""How densely each of them is looked at."""
NEAREST, FARTHEST = 0.5, 1.7
"""From where to where the outline is looked for, beside the radius supposed."""
FACE, OUTLINE, BESIDE = 0.75, 0.6, (1.15, 1.55)
"""The same: up to where the face is surely seen, from where its outline may come, and where what lies beside it is."""
LEAST_STEP = 12.0
"""How much (0…255, all channels together) the face must differ from what lies beside it."""
LEAST_DIRECTIONS = 40
"""Directions in which the outline must be found."""
HARMONICS = (1, 2, 3, 4, 8)
"""Lobes that are told from each other: a square has four, and eight for its corners are sharp."""
LOBES = 4
ROUNDS, ROBUST = 6, 2.0
"""How often the lobes are fitted, and from how many times the usual deviation a direction counts for less."""
ALIKE = 4.0
"""Directions next to each other that go wrong together."""

ROUND, SHARP, OFF = (0.01, 0.08), (0.014, 0.2), 1.5
"""By how much lobes are off those of a disc, and of a square, where nothing disturbs the outline (as parts of its
radius, and px more), and how many times the spread of the fit beside that: of 1,155 pieces in 43 evenings."""
LEAST = 0.5
"""How many times that lobes are at least supposed to be: none at all are no likelier a disc than few."""
SQUARES = (
    (0.0, 0.11, 0.16, 0.2, 0.23, 0.28, 0.31, 0.34, 0.36, 0.45),
    (0.127, 0.126, 0.122, 0.116, 0.105, 0.078, 0.055, 0.036, 0.015, 0.003),
)
"""How high the lobes of a square are if it is so blurred (drawn squares, blurred)."""
RUBBED_PX = 0.5
"""How much lower (px) those of real ones are: corners are worn, and pictures packed."""
FREEDOM = 5.0
"""Degrees of freedom of Student's t, for outlines that something else disturbs."""
MOST = 4.0
"""No outline speaks more clearly than this (log likelihood)."""


class Lobes(msgspec.Struct, frozen=True):
    """Four lobes of an outline, as parts of its mean radius (`radius_px`): their `height`, how far that may be off
    (`spread`, a standard deviation), and over how much of it face and floor mix (`blur`: from a quarter to three)."""

    radius_px: float
    height: float
    spread: float
    blur: float


def lobes(
    seen: Tone, usable: NDArray[np.bool_], middle: tuple[float, float], radius_px: float, tone: NDArray[np.float64]
) -> Lobes | None:
    """The lobes of a face of some `tone` (BGR) about its `middle` (row, column of `seen`); None where its outline is
    seen in too few directions. `usable`: the pixels that show it, or what lies beside it."""
    found = _radii(seen, usable, middle, radius_px, tone)
    known = np.isfinite(found[0])
    if np.count_nonzero(known) < LEAST_DIRECTIONS:
        return None
    radii, turns = found[0][known], _TURNS[known]
    waves = [np.ones_like(turns), *(wave(count * turns) for count in HARMONICS for wave in (np.cos, np.sin))]
    design = np.stack(waves, axis=1)
    weight = np.ones(len(radii))
    for _ in range(ROUNDS):
        weighted = design * weight[:, None]
        sizes = np.linalg.lstsq(weighted, radii * weight, rcond=None)[0]
        off = radii - design @ sizes
        usual = max(1.48 * float(np.median(np.abs(off))), STEP_PX / 2)
        weight = 1 / np.sqrt(1 + np.square(off / (ROBUST * usual)))
    mean = float(sizes[0])
    own = 1 + 2 * HARMONICS.index(LOBES)
    spread = np.linalg.pinv(weighted.T @ weighted)[own : own + 2, own : own + 2]
    return Lobes(
        mean,
        float(np.hypot(*sizes[own : own + 2])) / mean,
        usual * math.sqrt(ALIKE * float(np.trace(spread)) / 2) / mean,
        float(np.nanmedian(found[1])) / mean,
    )


_STUDENT = math.lgamma((FREEDOM + 1) / 2) - math.lgamma(FREEDOM / 2) - math.log(FREEDOM * math.pi) / 2
_TURNS = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS


def _radii(
    seen: Tone, usable: NDArray[np.bool_], middle: tuple[float, float], radius_px: float, tone: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How far from the middle the face ends in every direction, and over what length it mixes with what lies beside it
    (2 × directions, px); NaN where that is not seen. Half of the step in brightness is its outline."""
    away = np.arange(NEAREST * radius_px, FARTHEST * radius_px, STEP_PX)
    rows = middle[0] + np.sin(_TURNS)[:, None] * away
    columns = middle[1] + np.cos(_TURNS)[:, None] * away
    light = np.exp(np.asarray(seen, np.float32))
    at = columns.astype(np.float32), rows.astype(np.float32)
    off = np.linalg.norm(cv2.remap(light, *at, cv2.INTER_LINEAR) - np.exp(tone), axis=-1)
    shown = cv2.remap(usable.astype(np.float32), *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT) > 0.5
    part = away / radius_px
    face = np.median(off[:, part < FACE], axis=1)
    step = np.median(off[:, (part >= BESIDE[0]) & (part <= BESIDE[1])], axis=1) - face
    begins = np.searchsorted(part, OUTLINE)
    quarter, half, three = (_crossed(off, face + share * step, int(begins)) for share in (0.25, 0.5, 0.75))
    last = np.nan_to_num(np.ceil(np.fmax(half, three))).astype(np.intp)[:, None]
    good = (step > LEAST_STEP) & np.take_along_axis(shown, last, axis=1)[:, 0]
    return np.where(good, [away[0] + STEP_PX * half, STEP_PX * (three - quarter)], np.nan)


def _crossed(off: NDArray[np.floating], limit: NDArray[np.float64], begins: int) -> NDArray[np.float64]:
    """Where each row first exceeds its limit, from a column on, between two columns; NaN where it does so from the
    beginning or nowhere."""
    over = off > limit[:, None]
    over[:, :begins] = False
    first = over.argmax(axis=1)[:, None]
    there, before = (np.take_along_axis(off, at, axis=1)[:, 0] for at in (first, np.maximum(first - 1, 0)))
    good = over.any(axis=1) & (before < limit)
    share = (limit - before) / np.where(good, there - before, 1)
    return np.where(good, first[:, 0] - 1 + share, np.nan)


def cornered(seen: Lobes) -> float:
    """How much likelier a square has such lobes than a disc (log likelihood)."""
    round_, sharp = (math.hypot(part, px / seen.radius_px, OFF * seen.spread) for part, px in (ROUND, SHARP))
    height = max(seen.height, LEAST * round_)
    disc = math.log(height) - 2 * math.log(round_) - (FREEDOM / 2 + 1) * math.log1p((height / round_) ** 2 / FREEDOM)
    off = (seen.height - max(0.0, float(np.interp(seen.blur, *SQUARES)) - RUBBED_PX / seen.radius_px)) / sharp
    square = _STUDENT - math.log(sharp) - (FREEDOM + 1) / 2 * math.log1p(off**2 / FREEDOM)
    return float(np.clip(square - disc, -MOST, MOST))
