"""Tells an arm's shadow on floor that a lamp burns out from things: there a camera sees for the first time what colour
the floor has, and a shadow ends softly."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import BRIGHTEST, Tone
from vision.tone_edges import tone_edges

NEARLY_BURNT = 0.04
"""Tone below the brightest from which a channel may be burnt out in truth: noise and print are averaged."""
HEADROOM = 0.2
"""Tone by which a burnt channel of the floor may be brighter than a camera can say: up to 0.17 was seen."""
FADES = 0.35
"""Part of its outline along which a shadow fades into bare floor: on its other side is the arm. A part of the arm that
might be floor has more of the arm beside it, or an edge."""


def beyond(seen: Tone, expected: Tone) -> Tone:
    """The `expected` tones of a floor, those of burnt channels as much brighter as a shadow would show them to be that
    makes all channels darker alike."""
    off = cv2.subtract(seen, expected)
    blue, green, red = cv2.split(off)
    least = np.minimum(np.minimum(blue, green), red)
    more = np.clip(off - least[..., None], 0, np.float32(HEADROOM))
    more *= expected > BRIGHTEST - NEARLY_BURNT
    return np.asarray(np.add(expected, more, out=more), np.float32)


def shadows(perhaps: NDArray[np.bool_], bare: NDArray[np.bool_], off: Tone) -> NDArray[np.bool_]:
    """What of `perhaps` fades into `bare` floor beside it, as shadows do; `off`: by how much what is seen is brighter
    than the floor."""
    edges = tone_edges(off)
    inner = (perhaps & ~edges).astype(np.uint8)  # a thing within a shadow is apart from it
    count, labels = cv2.connectedComponents(inner, connectivity=4, ltype=cv2.CV_16U)
    around = cv2.dilate(labels, np.ones((3, 3), np.uint8))
    rim = (around > 0) & (labels == 0)
    soft = np.bincount(around[rim & bare & ~edges], minlength=count)
    fades = soft > FADES * np.bincount(around[rim], minlength=count)
    fades[0] = False
    faded = fades[labels].astype(np.uint8)
    return np.asarray((cv2.dilate(faded, np.ones((3, 3), np.uint8)) > 0) & perhaps, np.bool_)
