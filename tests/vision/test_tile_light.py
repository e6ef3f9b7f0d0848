"""The print of a tile as the floor of what lies on it: what it explains, and what it does not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.designs.light import under_light
from vision.light import Tone, tone
from vision.occlusion import STRANGE

CREAM, NAVY, VIOLET = (196, 236, 248), (110, 66, 38), (120, 44, 92)  # BGR
SIDE = 48


def painted() -> NDArray[np.uint8]:
    """Paper with an upright stroke of ink in its middle."""
    face = np.full((SIDE, SIDE, 3), CREAM, np.uint8)
    face[:, 22:26] = NAVY
    return face


def misfit_of(seen: Tone) -> NDArray[np.float32]:
    """How far what is seen is off a tile that is painted so."""
    face = np.ones((SIDE, SIDE), np.float32)
    lit = under_light(tone(painted()), seen, face)
    inside = face > 0.5
    return lit.laid(seen, (0, 0, SIDE, SIDE), inside, inside, (248, 236, 196), 1.0).misfit


def test_a_violet_ship_as_dark_as_the_ink_beside_it_is_not_taken_for_ink() -> None:
    picture = painted()
    picture[18:30, 18:30] = VIOLET
    beside = misfit_of(tone(picture))[20:28, 20:28]
    assert (beside > STRANGE).all()


def test_ink_seen_half_a_pixel_aside_is_ink() -> None:
    picture = painted()
    picture[:, 26] = np.mean([CREAM, NAVY], axis=0)
    picture[:, 22] = picture[:, 26]
    assert (misfit_of(tone(picture))[4:-4, 4:-4] < STRANGE).all()
