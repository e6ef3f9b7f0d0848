"""Tells pieces of one colour apart by the drawings on their faces (a man, a camel), at any turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.physical import Look
from vision.board_model import FACE_PX, BoardModel, Body
from vision.palette import Rgb
from vision.polynomials import matrix_product
from vision.pose import Pose

INK_DISTANCE = 60.0
"""How far (0…255, along all channels) a face's pixel is from the piece's colour to be ink."""
TURN_STEP_DEG = 10
SHIFTS = (-2, 0, 2)
"""Places beside the found one at which a drawing is tried, px of the enlarged face."""
BLUR_PX = 2.0
"""Blur of the drawings, as a camera blurs them."""
STEP_PX = 2
"""Every so many pixels of a face are compared: less than its blur, so that none of the drawing is lost."""
USED = 0.86
"""Part of the face that is compared; its edge is shade."""
GRAINS, GRAIN_PX = 40.0, 2.6
"""Independent grains in a face at most, and the width of one in the picture, px."""
MOST = 9.0
"""No drawing speaks more clearly than this (log odds)."""


def inks(model: BoardModel) -> Mapping[Rgb, Rgb]:
    """The colour in which faces of each colour are drawn upon; colours of plain pieces are left out."""
    found: dict[Rgb, Rgb] = {}
    for look, face in model.faces.items():
        rgb = model.bodies[look].rgb
        pixels = face[..., :3].reshape(-1, 3)[:, ::-1].astype(np.float64)
        solid = face[..., 3].ravel() > 200
        far = np.linalg.norm(pixels - rgb, axis=1)
        ink = solid & (far > INK_DISTANCE) & (far > 0.6 * far[solid].max(initial=0.0))
        if ink.sum() > 0.03 * solid.sum():
            middle = np.median(pixels[ink], axis=0)
            found[rgb] = (round(middle[0]), round(middle[1]), round(middle[2]))
    return found


class FaceReader:
    """Compares faces in a picture with the drawings of one board's pieces."""

    def __init__(self, model: BoardModel) -> None:
        self.model = model

    def rivals(self, look: Look) -> tuple[Look, ...]:
        """Looks with a drawing that share the colour of `look`, itself among them; empty if it is alone."""
        rgb = self.model.bodies[look].rgb
        alike = tuple(other for other in self.model.faces if self.model.bodies[other].rgb == rgb)
        return alike if look in alike and len(alike) > 1 else ()

    def compare(
        self, image: NDArray[np.uint8], pose: Pose, face_mm: tuple[float, float], looks: tuple[Look, ...]
    ) -> dict[Look, float]:
        """Log likelihood of each of `looks` (rivals), the best one's being 0, for the face whose middle is seen at
        `face_mm`, as if it lay on the board, however high it is."""
        bodies = {look: self.model.bodies[look] for look in looks}
        sizes = {body.size_mm: body for body in bodies.values()}
        seen = {size: self._shifted(self._enlarged(image, pose, face_mm, body)) for size, body in sizes.items()}
        likeness = {look: self._likeness(seen[body.size_mm], look) for look, body in bodies.items()}
        grains = min(GRAINS, self._grains(pose, face_mm, bodies[looks[0]]))
        values = {look: -0.5 * grains * np.log(max(1e-3, 1 - max(0.0, like) ** 2)) for look, like in likeness.items()}
        best = max(values.values())
        return {look: max(float(value - best), -MOST) for look, value in values.items()}

    def _grains(self, pose: Pose, face_mm: tuple[float, float], body: Body) -> float:
        """How many independent grains the picture shows of a face."""
        half = body.size_mm / 2
        middle = np.array(face_mm)
        across = pose.to_picture(middle + half * np.array([(-1, 0), (1, 0), (0, -1), (0, 1)], np.float64))
        sides = np.hypot(*(across[1::2] - across[::2]).T)
        return float(np.prod(sides)) / GRAIN_PX**2

    def _enlarged(
        self, image: NDArray[np.uint8], pose: Pose, face_mm: tuple[float, float], body: Body
    ) -> NDArray[np.float32]:
        """The face from straight above, `FACE_PX` wide, with room for shifts, in grey."""
        room = max(SHIFTS)
        half = body.size_mm / 2 * (1 + 2 * room / FACE_PX)
        square = np.array(face_mm) + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
        side = FACE_PX + 2 * room
        target = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - np.float32(0.5)
        warp = cv2.getPerspectiveTransform(pose.to_picture(square).astype(np.float32), target)
        face = cv2.warpPerspective(image, warp, (side, side), flags=cv2.INTER_LINEAR)
        grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
        return cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.float32)

    def _shifted(self, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        """The compared pixels of an enlarged face at every shift, mean 0 and length 1: shifts × pixels."""
        return _normalised(seen.ravel()[self._places])

    def _likeness(self, shifted: NDArray[np.float32], look: Look) -> float:
        """The best correlation of the drawing of `look`, at any turn and shift."""
        return float(matrix_product(self._drawings[look], shifted.T).max())

    @cached_property
    def _inside(self) -> NDArray[np.bool_]:
        ticks = np.arange(0, FACE_PX, STEP_PX) - (FACE_PX - 1) / 2
        return np.asarray(np.hypot(ticks, ticks[:, None]) < USED * FACE_PX / 2, np.bool_)

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        """The same at every shift (shifts × pixels) as places in an enlarged face's pixels, row after row."""
        width = FACE_PX + 2 * max(SHIFTS)
        rows, columns = np.nonzero(self._inside)
        starts = np.array([y * width + x for y, x in product((max(SHIFTS) + each for each in SHIFTS), repeat=2)])
        return np.asarray(starts[:, None] + (rows * width + columns) * STEP_PX, np.intp)

    @cached_property
    def _drawings(self) -> Mapping[Look, NDArray[np.float32]]:
        """Every drawing at every turn, mean 0 and length 1, on the compared part of the face."""
        return {look: self._turned(look) for look in self.model.faces}

    def _turned(self, look: Look) -> NDArray[np.float32]:
        face = self.model.faces[look].astype(np.float32)
        rgb = self.model.bodies[look].rgb
        solid = face[..., 3:] / 255
        whole = face[..., :3] * solid + np.array(rgb[::-1], np.float32) * (1 - solid)
        grey = cv2.GaussianBlur(cv2.cvtColor(whole.astype(np.uint8), cv2.COLOR_BGR2GRAY), (0, 0), BLUR_PX)
        turned = cv2.remap(grey, *self._turns, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return _normalised(turned.astype(np.float32))

    @cached_property
    def _turns(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Where the compared pixels of a face, turned by each angle, lie on its drawing: x and y, turns × pixels."""
        middle = (FACE_PX - 1) / 2
        y, x = (each * STEP_PX - middle for each in np.nonzero(self._inside))
        angles = np.radians(np.arange(0, 360, TURN_STEP_DEG))[:, None]
        cosine, sine = np.cos(angles), np.sin(angles)
        across, down = middle + cosine * x - sine * y, middle + sine * x + cosine * y
        return across.astype(np.float32), down.astype(np.float32)


def _normalised(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows with mean 0 and length 1."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-3), np.float32)
