"""Independent streams of chance of one seed: what one part of a scene draws changes no other."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")

Luck = np.random.Generator


def luck_of(seed: int, part: str) -> Luck:
    """The chance of that part of the scene with this seed."""
    return np.random.default_rng([seed, zlib.crc32(part.encode())])


def one_of(choices: Sequence[T], luck: Luck) -> T:
    """Any of them, each as likely."""
    return choices[int(luck.integers(len(choices)))]


def any_turn(luck: Luck) -> float:
    """An angle, radians."""
    return float(luck.uniform(0, 2 * math.pi))
