"""Lights that speak: patterns in time, so that they differ for those who see colours alike, drawn frame by frame."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

import msgspec

Rgb: TypeAlias = tuple[int, int, int]

PERIOD_S = 2.0
"""Every pattern repeats after this, s. The quickest has five flashes in it, below the three a second of WCAG 2.3.1."""


class Pattern(Enum):
    """How a light behaves in time."""

    STEADY = "steady"
    """Shines."""
    BREATHING = "breathing"
    """Swells and sinks once in 2 s."""
    BLINKING = "blinking"
    """Half a second on, half a second off."""
    HURRIED = "hurried"
    """Five times in 2 s."""
    TWICE = "twice"
    """Two short flashes, then a rest."""


class Glow(msgspec.Struct, frozen=True):
    """What one light does."""

    pattern: Pattern
    rgb: Rgb


def level(pattern: Pattern, t: float) -> float:
    """How bright a light with `pattern` is at time `t` (s), 0…1.

    >>> level(Pattern.BLINKING, 0.2), level(Pattern.BLINKING, 0.7)
    (1.0, 0.0)
    """
    phase = t % PERIOD_S / PERIOD_S
    match pattern:
        case Pattern.STEADY:
            return 1.0
        case Pattern.BREATHING:
            # steps of 1/8: a light that is told every tiny change keeps the line busy and the board deaf
            return 0.25 + 0.75 * round(4 * (1 - math.cos(2 * math.pi * phase))) / 8
        case Pattern.BLINKING:
            return 1.0 if phase * 2 % 1 < 0.5 else 0.0
        case Pattern.HURRIED:
            return 1.0 if phase * 5 % 1 < 0.5 else 0.0
        case Pattern.TWICE:
            return 1.0 if phase < 0.1 or 0.2 <= phase < 0.3 else 0.0


def frame(glows: Mapping[int, Glow], lights: int, t: float, brightness: float = 1.0) -> bytes:
    """The colours of all `lights` at time `t`, three bytes each; those that `glows` does not name are dark."""
    rgb = bytearray(lights * 3)
    for light, glow in glows.items():
        if 0 <= light < lights:
            strength = level(glow.pattern, t) * brightness
            rgb[light * 3 : light * 3 + 3] = bytes(round(part * strength) for part in glow.rgb)
    return bytes(rgb)
