"""Tells what colours are mixed in pixels: where pieces meet, a picture shows some of each. Knows nothing of pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec
import numpy as np
from numpy.typing import NDArray

MOST = 1.15
"""How much of all colours together there may be at most in a pixel: light varies a little from one to the next."""
RIDGE = 1e-6
"""Keeps colours that are nearly the same apart."""


class Mixture(msgspec.Struct, frozen=True):
    """The mixture that comes nearest to each of N pixels: `off`, how far it is from that (N, of 0…255), and the `parts`
    of it that each colour has (N × K)."""

    off: NDArray[np.float64]
    parts: NDArray[np.float64]


def unmixed(seen: NDArray[np.float64], colours: Sequence[NDArray[np.float64]]) -> Mixture:
    """The mixture of K `colours` (each N × 3, or 3), none of them less than nothing, that comes nearest to what is
    `seen` (N × 3), in linear light: linear spectral unmixing with parts that are not negative and at most one together.

    Shadows need no colour of their own: less than all of a colour may be there.
    """
    count = len(colours)
    each = np.stack([np.broadcast_to(colour, seen.shape) for colour in colours], axis=2)
    off, parts = np.linalg.norm(seen, axis=1), np.zeros((len(seen), count))
    for some in _subsets(count):
        basis = each[:, :, some]
        gram = np.einsum("nik,nil->nkl", basis, basis) + RIDGE * np.eye(len(some))
        there = np.linalg.solve(gram, np.einsum("nik,ni->nk", basis, seen)[..., None])[..., 0]
        far = np.linalg.norm(seen - np.einsum("nik,nk->ni", basis, there), axis=1)
        better = (there >= 0).all(axis=1) & (there.sum(axis=1) <= MOST) & (far < off)
        off[better] = far[better]
        parts[better] = 0.0
        parts[np.ix_(better, some)] = there[better]
    return Mixture(off, parts)


def _subsets(count: int) -> Iterator[list[int]]:
    for size in range(1, count + 1):
        yield from map(list, combinations(range(count), size))
