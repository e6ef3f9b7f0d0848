"""In what colours faces of pieces are drawn upon, how much of them, and how far from their middles."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.palette import Ink, Rgb
from vision.texture import disc

INK_DISTANCE = 60.0
"""How far (0…255, along all channels) a face's pixel is from the piece's colour to be ink."""
EDGE_PX = 2
"""At the edge of a face its colour mixes with what is around it, px of the face: that is no ink."""


def inks(model: BoardModel) -> Mapping[Rgb, Ink]:
    """In what faces of each colour are drawn upon; colours of plain pieces are left out."""
    found: dict[Rgb, Ink] = {}
    for look, face in model.faces.items():
        rgb = model.bodies[look].rgb
        pixels, solid = face[..., 2::-1].astype(np.float64), face[..., 3] > 200
        far = np.linalg.norm(pixels - rgb, axis=2)
        drawn = solid & (far > INK_DISTANCE)
        ink = drawn & (far > 0.6 * far[solid].max(initial=0.0))
        if np.count_nonzero(ink) > 0.03 * np.count_nonzero(solid):
            red, green, blue = np.median(pixels[ink], axis=0)
            part, reach = float(drawn[solid].mean()), _reach(drawn, solid)
            if rgb in found:
                part, reach = max(part, found[rgb].part), max(reach, found[rgb].reach)
            found[rgb] = Ink((round(red), round(green), round(blue)), part, reach)
    return found


def _reach(drawn: NDArray[np.bool_], solid: NDArray[np.bool_]) -> float:
    """How far from the middle of a `solid` face what is `drawn` on it is, in halves of its width; not at its edge."""
    half = (solid.shape[0] - 1) / 2
    from_middle = np.hypot(*(np.indices(solid.shape) - half)) / half
    within = cv2.erode(solid.astype(np.uint8), disc(EDGE_PX)) > 0
    return float(from_middle[drawn & within].max(initial=0.0))
