"""Draws one piece as the camera sees it: walls, top face with its pictogram, soft shadow; knows no table."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from engines.pieces import PieceLook
from vision.virtual.camera import Camera, Pixels
from vision.virtual.light import Light
from vision.virtual.pieces import Piece, Resting, footprint

Picture = NDArray[np.uint8]
Coverage = NDArray[np.float32]

FINER = 4
"""A piece is drawn four times as fine in each direction and averaged, as a sensor's pixel does."""
SHIFT = 4
"""Bits of a pixel's fraction that OpenCV's polygons take."""
DISC_CORNERS = 40
WALL_AMBIENT = 0.50
"""Light on a wall that faces away from the lamp, of that on a top face."""
SHADOW_DEPTH = 0.55
"""Part of the light that a lamp's shadow takes away right beside a piece."""
CONTACT_DEPTH = 0.38
"""Part of the ambient light missing in the gap under a piece's edge."""
LAMP_WIDTH = 0.16
"""Apparent half width of the lamp (radians): what makes shadows soft."""
LAMP_POINTS = ((0.0, 0.0), (1.0, 0.0), (-0.5, 0.87), (-0.5, -0.87), (0.45, 0.5), (-0.5, 0.1), (0.3, -0.6))
GLOSS_ON_PAINT = 0.45
"""Painted wood mirrors less of a bright window than the board's varnish."""


class Sprite(msgspec.Struct, frozen=True):
    """A small picture to be laid over the big one at (`x`, `y`) px, `cover` being its opacity 0…1.

    `dark` is what its shadow leaves of the light on the board, `dark_on` the same on the pieces right under it.
    """

    x: int
    y: int
    colour: Picture
    cover: Coverage
    dark: Coverage
    dark_on: Coverage | None
    level: int
    depth_mm: float

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom (exclusive) in px."""
        height, width = self.cover.shape
        return self.x, self.y, self.x + width, self.y + height


def sprite(resting: Resting, body: PieceLook, face: Picture | None, camera: Camera, light: Light) -> Sprite | None:
    """The piece as `camera` sees it, or None where it is outside the picture.

    `face` is the drawing on its top as RGBA, square, `body.size_mm` wide.
    """
    piece, low = resting.piece, resting.z_mm
    high = low + body.height_mm
    ring = footprint(piece, body, DISC_CORNERS).astype(np.float64)
    bottom = camera.project(_at(ring, low))
    top = camera.project(_at(ring, high))
    shadows = [camera.project(_at(hull, 0.0)) for hull in _shadows(ring, low, high, light)]
    on_pieces = [camera.project(_at(hull, low)) for hull in _shadows(ring, 0.0, body.height_mm, light)] if low else []
    every = np.vstack([bottom, top, *shadows, *on_pieces])
    left, upper = np.floor(every.min(0)).astype(int) - 3
    right, lower = np.ceil(every.max(0)).astype(int) + 4
    if right <= 0 or lower <= 0 or left >= camera.size[0] or upper >= camera.size[1]:
        return None
    canvas = _Canvas(int(left), int(upper), int(right - left), int(lower - upper))
    gain, gloss = light.at(float(top[:, 0].mean()), float(top[:, 1].mean()))
    paint = np.array(body.rgb[::-1], np.float32)
    _walls(canvas, ring, bottom, top, paint, light)
    _top(canvas, piece, body, top, high, paint, face, camera)
    colour, cover = canvas.averaged()
    lit = np.clip(colour * gain, 0, 255)
    lit += (255 - lit) * min(1.0, GLOSS_ON_PAINT * gloss)
    softness_px = camera.px_per_mm(piece.x, piece.y) * (0.7 + 0.05 * body.height_mm)
    dark = canvas.shadow(shadows, None if low else bottom, softness_px)
    dark_on = canvas.shadow(on_pieces, bottom, softness_px) if low else None
    depth_mm = camera.depth_mm(piece.x, piece.y)
    return Sprite(canvas.x, canvas.y, lit.astype(np.uint8), cover, dark, dark_on, resting.level, depth_mm)


class _Canvas:
    """A piece's own small drawing sheet, `FINER` times as fine as the picture."""

    def __init__(self, x: int, y: int, width: int, height: int) -> None:
        self.x, self.y, self.width, self.height = x, y, width, height
        self.colour = np.zeros((height * FINER, width * FINER, 3), np.uint8)
        self.cover = np.zeros((height * FINER, width * FINER), np.uint8)

    def fine(self, pixels: Pixels) -> Pixels:
        """Pixels of the picture as pixels of this sheet."""
        return (pixels - (self.x, self.y) + 0.5) * FINER - 0.5

    def polygon(self, pixels: Pixels, bgr: NDArray[np.float32]) -> None:
        """Fills a convex polygon."""
        corners = np.round(self.fine(pixels) * (1 << SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(self.colour, corners, [float(part) for part in np.clip(bgr, 0, 255)], cv2.LINE_8, SHIFT)
        cv2.fillConvexPoly(self.cover, corners, 255.0, cv2.LINE_8, SHIFT)

    def averaged(self) -> tuple[NDArray[np.float32], Coverage]:
        """Colour and opacity at the picture's resolution."""
        size = (self.width, self.height)
        # Every picture is a little soft; the same for pieces as for the board.
        cover = cv2.GaussianBlur(cv2.resize(self.cover, size, interpolation=cv2.INTER_AREA), (3, 3), 0.5)
        colour = cv2.GaussianBlur(cv2.resize(self.colour, size, interpolation=cv2.INTER_AREA), (3, 3), 0.5)
        opacity = np.asarray(cover, np.float32) / np.float32(255)
        return np.asarray(colour, np.float32) / np.maximum(opacity, 1e-3)[:, :, None], opacity

    def shadow(self, hulls: list[Pixels], touching: Pixels | None, softness_px: float) -> Coverage:
        """What the lamp's shadow, and the gap under an edge `touching` the ground, leave of the light, 0…1."""
        fallen = np.zeros((self.height, self.width), np.float32)
        for hull in hulls:
            fallen += self._filled(cv2.convexHull(hull.astype(np.float32)).reshape(-1, 2))
        left = 1 - cv2.GaussianBlur(fallen, (0, 0), 0.7) * np.float32(SHADOW_DEPTH / (255 * len(hulls)))
        if touching is not None:
            gap = cv2.GaussianBlur(self._filled(touching), (0, 0), max(0.8, softness_px))
            left = left * (1 - gap * np.float32(CONTACT_DEPTH / 255))
        return np.asarray(left, np.float32)

    def _filled(self, outline: ArrayLike) -> NDArray[np.float32]:
        sheet = np.zeros((self.height, self.width), np.uint8)
        corners = np.round((np.asarray(outline) - (self.x, self.y)) * (1 << SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(sheet, corners, (255.0,), cv2.LINE_AA, SHIFT)
        return sheet.astype(np.float32)


def _at(ring: NDArray[np.float64], z_mm: float) -> NDArray[np.float64]:
    return np.column_stack([ring, np.full(len(ring), z_mm)])


def _shadows(ring: NDArray[np.float64], low_mm: float, high_mm: float, light: Light) -> list[NDArray[np.float64]]:
    """Where a body between two heights above a plane shades it, for several points of the lamp; to be hulled."""
    tx, ty, tz = light.towards
    hulls = []
    for dx, dy in LAMP_POINTS:
        cast = -np.array([tx / tz + dx * LAMP_WIDTH, ty / tz + dy * LAMP_WIDTH])
        hulls.append(np.vstack([ring + cast * low_mm, ring + cast * high_mm]))
    return hulls


def _walls(
    canvas: _Canvas, ring: NDArray[np.float64], bottom: Pixels, top: Pixels, paint: NDArray[np.float32], light: Light
) -> None:
    middle = ring.mean(0)
    count = len(ring)
    order = sorted(range(count), key=lambda edge: bottom[edge, 1] + bottom[(edge + 1) % count, 1])
    for edge in order:
        after = (edge + 1) % count
        outward = (ring[edge] + ring[after]) / 2 - middle
        outward /= np.linalg.norm(outward)
        direct = max(0.0, float(outward @ light.towards[:2])) * 1.1
        shade = (WALL_AMBIENT + (1 - WALL_AMBIENT) * direct) ** (1 / 2.2)
        canvas.polygon(np.vstack([bottom[edge], bottom[after], top[after], top[edge]]), paint * np.float32(shade))


def _top(
    canvas: _Canvas, piece: Piece, body: PieceLook, top: Pixels, high: float, paint: NDArray[np.float32],
    face: Picture | None, camera: Camera,
) -> None:  # fmt: skip
    canvas.polygon(top, paint)
    mask = np.zeros_like(canvas.cover)
    corners = np.round(canvas.fine(top) * (1 << SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(mask, corners, 255.0, cv2.LINE_8, SHIFT)
    if face is not None:
        square = footprint(piece, msgspec.structs.replace(body, shape="square"))
        seen = canvas.fine(camera.project(_at(square.astype(np.float64), high))).astype(np.float32)
        side = face.shape[1] - 0.5, face.shape[0] - 0.5
        drawn = np.array([[-0.5, -0.5], [side[0], -0.5], [side[0], side[1]], [-0.5, side[1]]], np.float32)
        onto = cv2.getPerspectiveTransform(drawn, seen)
        warped = cv2.warpPerspective(face, onto, mask.shape[::-1], flags=cv2.INTER_AREA)
        opacity = warped[:, :, 3:].astype(np.float32) * (mask[:, :, None] > 0) / 255
        mixed = canvas.colour * (1 - opacity) + warped[:, :, 2::-1] * opacity
        canvas.colour[:] = mixed.astype(np.uint8)
    # The rounded edge catches light; a painted top is never quite even.
    bright = np.clip(paint * 1.12 + 22, 0, 255)
    cv2.polylines(canvas.colour, [corners], True, [float(part) for part in bright], 1, cv2.LINE_AA, SHIFT)
    rows = np.linspace(1.05, 0.97, canvas.colour.shape[0], dtype=np.float32)[:, None, None]
    sheen = np.clip(canvas.colour * rows + 2.5 * math.sin(piece.x + piece.y), 0, 255).astype(np.uint8)
    cv2.copyTo(sheen, mask, canvas.colour)
