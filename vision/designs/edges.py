"""How much of a tile's outline is seen: steps from its paper to what is around it, where the board prints none."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.designs.reader import above, corners, cut_square
from vision.light import Tone, tone
from vision.pose import Pose

PX_MM = 2.0
"""Scale at which edges are looked at: about a camera's."""
BESIDE_MM = 2.0
"""What is compared lies so far inside and outside: tiles are found to 1 mm, and blur is as wide."""
PIECES, SAMPLES = 8, 4
"""Pieces of each edge that are compared, of which a ship hides two or three; and places in each of them."""
CORNER = 0.08
"""Part of an edge at each end that is left out."""
STEP = 0.05
"""Least step, tone, in any channel: five times what noise makes of a piece at dusk."""
WAYS = (((1, 0), (0, -1)), ((0, 1), (1, 0)), ((1, 0), (0, 1)), ((0, 1), (-1, 0)))
"""Along each edge, and out of it (x, y)."""


def edges_seen(
    image: NDArray[np.uint8],
    pose: Pose,
    model: BoardModel,
    middle_mm: tuple[float, float],
    turn_deg: float,
    size_mm: float,
) -> float:
    """Part of a square's outline on the board at which a step of tone is seen that its print does not have.

    Tiles show 0.81 of theirs at least, with two ships on them 0.88 (a ship has edges, too); what was taken for a tile
    below ships on the bare board shows 0.84 at most, 0.44 in the median.
    """
    half_mm = size_mm / 2 + 2 * BESIDE_MM
    side = round(2 * half_mm * PX_MM)
    seen = tone(above(image, pose, middle_mm, turn_deg, half_mm, side))
    printed = tone(cut_square(model.art, corners(middle_mm, turn_deg, half_mm) * model.scale - 0.5, side))
    beside = np.abs(_steps(seen, size_mm) - _steps(printed, size_mm)).max(axis=-1)
    return float((beside > STEP).mean())


def _steps(tones: Tone, size_mm: float) -> Tone:
    """By how much brighter (tone) each piece of a square's edges is inside than outside: N × 3."""
    smooth = cv2.blur(tones, (3, 3))
    reach = (0.5 - CORNER) * size_mm
    along = np.linspace(-reach, reach, PIECES * SAMPLES)[:, None]
    inside, outside = (
        np.concatenate([along * way + (size_mm / 2 + off) * out for way, out in np.array(WAYS)])
        for off in (-BESIDE_MM, BESIDE_MM)
    )
    middle = (tones.shape[0] - 1) / 2
    ways = ((at * PX_MM + middle).astype(np.float32) for at in (inside, outside))
    one, other = (cv2.remap(smooth, at[:, :1], at[:, 1:], cv2.INTER_LINEAR) for at in ways)
    return np.asarray((one - other).reshape(-1, SAMPLES, 3).mean(axis=1), np.float32)
