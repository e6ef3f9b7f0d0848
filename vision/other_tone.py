"""Whether what was seen somewhere has another colour now: another piece of its outline lies there, or upon it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Tone, median
from vision.spots import grown

MIDDLE, MIDDLE_SEEN, FLOOR_PX = 0.5, 0.5, (1, 4)
"""What is farther from a thing's outline than such a part of what is farthest is its middle, of which such a part must
be seen; and from where to where around it floor is looked at."""
DARKER, LIGHTER, OTHER_HUE = 0.3, 0.6, 0.28
"""How much darker and lighter than it was (tone), beside floor around it, the middle of a thing may be that stands
still, and how far it may be off in hue (a length over three channels). Of eleven beneath an arm that did none was off
by more than 0.18, 0.25 and 0.24; of 600 that looked as before all but a black one in deep shade were off by less than
0.2, 0.2 and 0.24. A black piece upon a violet one was darker by 0.75, a grey one of which a white one was taken by
0.47, and a yellow one upon an orange one off in hue by 0.31."""


def has_other_tone(spot: NDArray[np.bool_], hidden: NDArray[np.bool_], now: Tone, then: Tone) -> bool:
    """Whether the middle of what was seen in a `spot` has another colour `now` than `then`, as floor around it has not:
    tones of one window of the coarse raster, in the reference's light. Where most of the middle is `hidden`, by others
    or by a hand, nobody can tell."""
    inside = cv2.distanceTransform(spot.astype(np.uint8), cv2.DIST_L2, 3)
    middle = inside > MIDDLE * inside.max()
    seen, around = middle & ~hidden, grown(spot, FLOOR_PX[1]) & ~grown(spot, FLOOR_PX[0]) & ~hidden
    if np.count_nonzero(seen) < MIDDLE_SEEN * np.count_nonzero(middle) or not around.any():
        return False
    changed = now - then
    off = median(changed[seen]) - median(changed[around])
    light = float(off.mean())
    return not -DARKER < light < LIGHTER or float(np.linalg.norm(off - light)) > OTHER_HUE
