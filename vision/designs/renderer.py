"""Draws a tile that was read as a thing that was found: which pixels are its own, and how well its print explains each.

Knows nothing of how the tile was found, nor of whether to believe that it lies there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import FACE_PX, BoardModel
from vision.bodies import TURNS, Mask, Outline, silhouette
from vision.claims import EXPLAINED, UNKNOWN
from vision.designs.light import under_light
from vision.designs.prints import faced, whole_face
from vision.designs.reader import ASKEW_DEG, Disc, Reading
from vision.evidence import SUREST, identified
from vision.floor import FLOOR_PEAK
from vision.found import Found
from vision.light import Tone, tone
from vision.view import View

KNOWN_PER_LIKENESS, KNOWN_AT = 40.0, 0.6
"""Log odds that a tile is a known one, by its likeness."""
MISSING = 0.15
"""How much better a print must explain a tile without what something on it would hide (as `reader.COVERED_GAIN`) for
the print to explain nothing there: a white ship looks like paper, and is told by the arrows that are missing."""


class TileRenderer:
    """Draws the tiles of one board, which have `looks`."""

    def __init__(self, model: BoardModel, looks: Sequence[Look]) -> None:
        self.model = model
        self._looks = looks

    def found(self, view: View, reading: Reading) -> Found:
        """The tile of `reading`, turned at most 45° from the way it points, as a thing that is seen in `view`."""
        model, body, pose = self.model, self.model.bodies[reading.best], view.pose
        scale = model.scale
        lean = pose.lean_mm(reading.middle_mm, body.height_mm)
        lean_px = (lean[0] * scale, lean[1] * scale)
        half = math.ceil(body.size_mm / math.sqrt(2) * scale + math.hypot(*lean_px)) + 2
        x, y = (value * scale - 0.5 for value in reading.middle_mm)
        left, top = round(x) - half, round(y) - half
        onto = _onto(reading, body.size_mm, scale, (x - left, y - top))
        face = _face(onto, 2 * half + 1)
        whole = silhouette(face, lean_px)
        width, height = model.raster_size
        x0, y0, x1, y1 = max(0, left), max(0, top), min(width, left + 2 * half + 1), min(height, top + 2 * half + 1)
        part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        seen = tone(pose.rectify(view.pyramid.image, (x0, y0, x1, y1)))
        printed = cv2.warpAffine(
            self.tones[reading.best], onto, (2 * half + 1, 2 * half + 1), borderMode=cv2.BORDER_REPLICATE
        )[part].astype(np.float32, copy=False)
        lit = under_light(printed, seen, face[part])
        inside = face[part] > 0.5
        density = lit.density(seen)
        shown = float((density > EXPLAINED)[inside].mean()) if inside.any() else 0.0
        density = np.where(inside, density, np.float32(FLOOR_PEAK))
        laid = lit.laid(seen, (x0, y0, x1, y1), whole[part] > 0.5, inside, body.rgb, scale)
        for disc in reading.on_it:
            if disc.gain > MISSING:
                cv2.circle(density, *_on_raster(disc, scale, (x0, y0)), UNKNOWN, -1)
                cv2.circle(laid.misfit, *_on_raster(disc, scale, (x0, y0)), 2 * (FLOOR_PEAK - UNKNOWN), -1)
        known = float(np.clip(KNOWN_PER_LIKENESS * (reading.likeness - KNOWN_AT), -8, 10))
        looks = identified(_with_next(reading), len(self._looks))
        outline = Outline(False, body.size_mm, round(reading.turn_deg / 90 * TURNS) % TURNS)
        return Found(
            reading.middle_mm, outline, body.height_mm, SUREST, looks, SUREST - known, known,
            lit.paper, shown, shown, (x0, y0, x1, y1), whole[part], density, turn_deg=reading.turn_deg,
            laid=(laid,),
        )  # fmt: skip

    @cached_property
    def tones(self) -> Mapping[Look, Tone]:
        """What prints look like in even light, as tones."""
        return {look: tone(whole_face(self.model, look)) for look in self._looks}


def _with_next(reading: Reading) -> dict[Look, float]:
    """Log likelihoods of all looks against the best: one far askew may have been meant the next way."""
    looks = dict(reading.looks)
    turn = reading.turn_deg
    beyond = faced(reading.best, 1 if turn > 0 else -1)
    further = 90 - abs(turn)
    looks[beyond] = max(looks[beyond], -0.5 * (further**2 - turn**2) / ASKEW_DEG**2)
    return looks


def _onto(reading: Reading, size_mm: float, scale: float, middle_px: tuple[float, float]) -> NDArray[np.float64]:
    """The map from a face (px) to a window of the fine raster that has the tile's middle at `middle_px`."""
    zoom = size_mm * scale / FACE_PX
    cosine, sine = zoom * math.cos(math.radians(reading.turn_deg)), zoom * math.sin(math.radians(reading.turn_deg))
    middle = (FACE_PX - 1) / 2
    return np.array(
        [
            [cosine, -sine, middle_px[0] - cosine * middle + sine * middle],
            [sine, cosine, middle_px[1] - sine * middle - cosine * middle],
        ]
    )


def _on_raster(disc: Disc, scale: float, corner_px: tuple[int, int]) -> tuple[tuple[int, int], int]:
    """Middle and radius of a disc in a window of the fine raster."""
    x, y = (round(value * scale - 0.5 - corner) for value, corner in zip(disc.middle_mm, corner_px))
    return (x, y), round(disc.radius_mm * scale)


def _face(onto: NDArray[np.float64], side_px: int) -> Mask:
    """Where a face lies in a window."""
    far = FACE_PX - 0.5
    corners = np.array([(-0.5, -0.5, 1), (far, -0.5, 1), (far, far, 1), (-0.5, far, 1)]) @ onto.T
    mask = np.zeros((side_px, side_px), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return (mask / np.float32(255)).astype(np.float32)
