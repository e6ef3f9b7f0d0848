"""What the sides of tall pieces look like beside their tops: another light falls on them, and they mirror the board."""

from __future__ import annotations

from collections import deque

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.light import FACE_HUE, VEIL

MEMORY = 20
"""Sides of a colour that are remembered."""


class Spread(msgspec.Struct, frozen=True):
    """Standard deviations of a side: of its brightness, of each channel beside that (tones), and of the light that the
    board mirrored in it adds to a channel (0…255)."""

    bright: float
    hue: float
    veil: float


UNSEEN = Spread(0.6, FACE_HUE, VEIL)
"""While no side was seen: a side says little then, and has its colour as a face does."""
OF_OTHERS = Spread(0.45, 0.1, 20.0)
"""If sides of other colours were."""
SEEN = Spread(0.25, 0.12, 20.0)
"""If sides of its colour were: a square shows two, in two lights."""


class SideLight:
    """How the sides of pieces of some colours, numbered, were seen: offsets (BGR tones) from what their tops are
    expected to look like."""

    def __init__(self, colours: int) -> None:
        self._seen = [deque[NDArray[np.float64]](maxlen=MEMORY) for _ in range(colours)]
        self._tell()

    def _tell(self) -> None:
        means = [np.mean(each, axis=0) for each in self._seen if each]
        common = np.median(means, axis=0).mean() * len(means) / (len(means) + 1.0) if means else 0.0
        offsets = [np.mean(each, axis=0) if each else np.full(3, common) for each in self._seen]
        self.offsets: NDArray[np.float64] = np.array(offsets).reshape(-1, 3)
        """Those that are expected (C × 3)."""
        self.spreads = tuple(SEEN if each else OF_OTHERS if means else UNSEEN for each in self._seen)
        """How far off them sides may be (C)."""

    def learn(self, colour: int, offset: NDArray[np.float64]) -> None:
        """The side of one more piece of a colour was surely seen, so far off what its top is expected to look like."""
        self._seen[colour].append(offset)
        self._tell()
