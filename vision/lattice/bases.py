"""The two kinds of lattices, the lattices near a given one, and how round their cells are."""

from __future__ import annotations

import math
from functools import cache
from typing import Literal

import numpy as np

from vision.lattice.patches import Matrix

Kind = Literal["hex", "square"]
KINDS: tuple[Kind, ...] = ("hex", "square")
HEX_PLANE = np.array([[1.0, 0.5], [0.0, math.sqrt(3) / 2]])
"""Hex coordinates (i, j) → plane, pitch 1."""


@cache
def nearby_lattices() -> tuple[Matrix, ...]:
    """Lattices near a given one, each once, itself first: given coordinates → their own."""
    found: list[Matrix] = [np.eye(2)]
    for index in (2, 3, 4):
        for a in (one for one in range(1, index + 1) if index % one == 0):
            for b in range(index // a):
                coarse = np.array([[a, b], [0, index // a]], np.float64)
                if index < 4:
                    found.append(np.asarray(np.linalg.inv(coarse), np.float64))
                found.append(coarse.T)
    found.append(np.eye(2) / 2)
    return tuple(found)


def reduced(steps: Matrix) -> Matrix:
    """Whole 2×2 from lattice coordinates with frequencies `steps` (rows) to those of the least ones, ≥ 90° apart."""
    change = np.eye(2)
    one, two = steps
    for _ in range(24):
        if one @ one > two @ two:
            one, two, change = two, one, change[::-1]
        times = round(float(one @ two / (one @ one)))
        if times == 0:
            break
        two = two - times * one
        change = np.array([change[0], change[1] - times * change[0]])
    if one @ two > 0:
        change = np.array([change[0], -change[1]])
    return change


def roundness(steps: Matrix, kind: Kind) -> float:
    """Ratio of axes of a round cell as drawn, where frequencies (rows, per px) are `steps`."""
    (a, b), (c, d) = ((HEX_PLANE if kind == "hex" else np.eye(2)) @ steps).tolist()
    # the singular values are (sum ± apart) / 2
    total, apart = math.hypot(a + d, b - c), math.hypot(a - d, b + c)
    return (total + apart) / max(abs(total - apart), 1e-12)
