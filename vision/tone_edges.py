"""Where tones change within a few pixels, as between things: light, skin and cloth change slowly."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Tone

EDGE_TONE = 0.07
"""Range of a smoothed channel's tone over three pixels from which there is an edge: of a camera's noise it is 0.01 to
0.04, between pieces of one colour, their sides and shadows, 0.15 and more; an arm's shadow takes 20 mm to end."""
SMOOTHED_PX = 3
"""Width over which noise is smoothed."""


def tone_edges(tones: Tone) -> NDArray[np.bool_]:
    """Pixels (h×w) at which any channel of `tones` (h×w×3) has an edge."""
    smooth = cv2.blur(tones, (SMOOTHED_PX, SMOOTHED_PX))
    steps = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    return np.asarray(steps >= EDGE_TONE, np.bool_)
