"""Finds the lamp by the shadows of piles that are known."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from vision.lamp import Lamp
from vision.surroundings import Surroundings

MOST, FIRST = 20, 8
"""Piles that are asked at most, and how many of them where the lamp may be anywhere yet."""
LIMIT = 0.25
"""Difference (tone) of what is seen from a shadow as it should be, from which more says nothing more: that is none."""
CASTS, WAYS, SOFT_MM = (0.4, 0.8, 1.3), 12, (1.0, 3.0)
"""Lengths of a shadow beside the height of what casts it, directions, and blurs (standard deviation) tried first."""
STEP, FINEST = 0.3, 0.04
"""Steps of `cast` by which it is bettered, from the first to the last."""
APART_MM = 100.0
"""Distance over which a step of `cast` is one of `apart`."""
SOFTEST_MM, SHARPEST_MM, LONGEST = 6.0, 0.3, 2.5
"""Limits of what is believed: blurs, and lengths of shadows beside heights."""
SHALLOW, DEEPEST = 0.08, 1.2
"""Darkening (tone) below which shadows tell nothing, and of the deepest."""
AWAY_MM2 = 0.2
"""Area, all of it in shadow, by which each pile must be seen to cast it one way, and not to be dark all around,
for a lamp to be believed: where none was to be seen it was 0.1 at most."""


def fitted(around: Sequence[tuple[Surroundings, float]], known: Lamp | None = None) -> Lamp | None:
    """The lamp under which what is seen `around` piles that are so high (mm) is as it should be, as near as may be;
    None if no lamp's shadows are seen. It is looked for from the one `known` before, if there is."""
    around = [(each.sparser(), height_mm) for each, height_mm in around]
    feet = np.array([each.pile.foot(height_mm) for each, height_mm in around])
    middle = float(feet[:, 0].mean()), float(feet[:, 1].mean())
    first = [known] if known is not None else list(_first(middle))
    some = around[:: math.ceil(len(around) / FIRST)]
    _, lamp = min((_left(some, each) for each in first), key=lambda each: each[0])
    best, lamp = _left(around, lamp)
    step = STEP
    while step > FINEST:
        better, other = min((_left(around, each) for each in _beside(lamp, step)), key=lambda each: each[0])
        if better < best:
            best, lamp = better, other
        else:
            step /= 2
    rims, _ = _left(around, msgspec.structs.replace(lamp, cast=(0.0, 0.0), apart=0.0))
    area_px = (rims - best) / max(lamp.deep, SHALLOW) ** 2
    return lamp if lamp.deep > SHALLOW and area_px > AWAY_MM2 * len(around) * around[0][0].scale ** 2 else None


def _first(middle_mm: tuple[float, float]) -> Iterator[Lamp]:
    for soft_mm in SOFT_MM:
        for length in CASTS:
            for turn in np.linspace(0, 2 * math.pi, WAYS, endpoint=False).tolist():
                yield Lamp(middle_mm, (length * math.cos(turn), length * math.sin(turn)), 0.0, soft_mm, 0.0)


def _beside(lamp: Lamp, step: float) -> Iterator[Lamp]:
    """Lamps that differ from one by a `step` in one thing."""
    (x, y), replace = lamp.cast, msgspec.structs.replace
    for right, down in ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)):
        if math.hypot(x + right, y + down) < LONGEST:
            yield replace(lamp, cast=(x + right, y + down))
    for apart in (lamp.apart + step / APART_MM, lamp.apart - step / APART_MM):
        yield replace(lamp, apart=max(0.0, apart))
    for soft_mm in (lamp.soft_mm * (1 + step), lamp.soft_mm / (1 + step)):
        yield replace(lamp, soft_mm=min(SOFTEST_MM, max(SHARPEST_MM, soft_mm)))


def _left(around: Sequence[tuple[Surroundings, float]], lamp: Lamp) -> tuple[float, Lamp]:
    """What a lamp leaves unexplained, squared; and the lamp with shadows as deep as they seem to be."""
    shaded = [each.shaded(height_mm, lamp) for each, height_mm in around]
    expected = np.concatenate(shaded)
    seen = np.concatenate([each.darker - each.level(shade) for (each, _), shade in zip(around, shaded)])
    deep = min(DEEPEST, max(0.0, float(expected @ seen) / max(float(expected @ expected), 1e-6)))
    left = np.minimum(np.abs(seen - np.float32(deep) * expected), LIMIT)
    return float(left @ left), msgspec.structs.replace(lamp, deep=deep)
