"""Draws pieces on a photographed board with polygons alone: a second hand beside the virtual table's painter.

Knows shapes, sizes, colours and faces; not which places there are, nor what games are played.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.measures.other_view import Points, Room
from engines.physical import Look
from engines.pieces import PieceLook

Picture = NDArray[np.uint8]

FINER = 2
"""Drawn at so many times the picture's size, each way, and reduced."""
SIDE_LIGHT, TOP_LIGHT = 0.62, 0.97
"""Light on a piece's side, and on its top, beside that on the board."""
SIXTEENTHS = 4
"""Bits of a pixel with which polygons are drawn."""
STRIP = 16
"""Rows of a picture that are worked on at once."""
SLEEVES = ((150, 90, 60), (60, 60, 160), (70, 75, 70), (200, 200, 205), (40, 34, 36))
SKIN = ((120, 150, 205), (60, 85, 130), (150, 180, 230))
"""Colours of arms, BGR: dark sleeves among them, which are as dark as some boards' margins."""
ARM_MM, ARM_ABOVE_MM = 70.0, 60.0
"""Width of an arm, and how far above the board it is: its shadow falls beside it."""


class Lying(msgspec.Struct, frozen=True):
    """A piece at (`x`, `y`) mm, turned by `turn` (radians), its underside `above` the board by so many mm."""

    look: Look
    x: float
    y: float
    turn: float
    above: float = 0.0


class Arm(msgspec.Struct, frozen=True):
    """An arm from outside the board (`shoulder`) to its fingers (`tip`), mm; colours are BGR."""

    shoulder: tuple[float, float]
    tip: tuple[float, float]
    sleeve: tuple[int, int, int]
    skin: tuple[int, int, int]


class Drawing:
    """Pictures of one board in one room. `art`: BGR of the whole print; `faces`: BGRA tops of pieces, may be none."""

    def __init__(
        self,
        room: Room,
        board_mm: tuple[float, float],
        art: Picture,
        pieces: Mapping[Look, PieceLook],
        faces: Mapping[Look, Picture],
        luck: np.random.Generator,
    ) -> None:
        self.room, self._pieces, self._faces, self._luck = room, pieces, faces, luck
        self._size = (room.camera.size[0] * FINER, room.camera.size[1] * FINER)
        width, height = board_mm
        corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], np.float64)
        print_px = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * art.shape[1::-1]
        self._floor = self._on_table(art, print_px, self._px(corners))

    def _px(self, points_mm: Points) -> Points:
        """Places in the finer picture."""
        return self.room.camera.project(points_mm) * FINER

    def _on_table(self, art: Picture, print_px: Points, corners: Points) -> Picture:
        width, height = self._size
        patches = self._luck.normal(self.room.table, 12, (height // 16, width // 16)).clip(0, 255).astype(np.uint8)
        grey = cv2.resize(patches, self._size, interpolation=cv2.INTER_LINEAR)
        table = cv2.merge([grey, grey, grey])
        shrink = min(1.0, 1.2 * float(np.ptp(corners[:, 0])) / art.shape[1])
        small = cv2.resize(art, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        plane = cv2.getPerspectiveTransform((print_px * shrink).astype(np.float32), corners.astype(np.float32))
        cv2.warpPerspective(
            small, plane, self._size, table, cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
        )  # the table stays where the print is not
        return np.asarray(table, np.uint8)

    def take(self, lying: Sequence[Lying], arm: Arm | None = None) -> tuple[Picture, NDArray[np.bool_]]:
        """A picture of the pieces, each after those below it, and where an arm hides what is there."""
        shade = self._arm_shadow(arm) if arm is not None else None
        image = self._shaded(lying, shade)
        far_first = sorted(lying, key=lambda one: (one.above, self._px(np.array([[one.x, one.y, 0.0]]))[0, 1]))
        for piece in far_first:
            self._put(image, piece, self._light_on(piece, shade))
        hidden = np.zeros((self._size[1], self._size[0]), np.uint8)
        if arm is not None:
            self._reach_in(image, hidden, arm)
        size = self.room.camera.size
        seen = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        return self._photographed(seen), cv2.resize(hidden, size, interpolation=cv2.INTER_AREA) > 127

    def _photographed(self, light: NDArray[np.float32]) -> Picture:
        """The room's light and the camera's blur and noise on a picture, which is changed."""
        for rows in _strips(light):
            self._illuminate(light, rows)
        soft = cv2.GaussianBlur(light, (0, 0), self.room.blur_px)
        picture = np.empty(light.shape, np.uint8)
        for rows in _strips(light):
            noisy = self._luck.normal(0, self.room.noise, soft[rows].shape)
            noisy += soft[rows]
            picture[rows] = np.clip(noisy, 0, 255, out=noisy)
        return picture

    def _illuminate(self, light: NDArray[np.float32], rows: slice) -> None:
        """The room's light on some `rows` of a picture."""
        room, (height, width) = self.room, light.shape[:2]
        down, across = (np.mgrid[-1 : 1 : each * 1j].astype(np.float32) for each in (height, width))
        y, x = down[rows, None], across
        lit = light[rows] * (1 + room.slope[0] * x + room.slope[1] * y)[..., None] * np.array(room.tint)
        if room.glare is not None:
            at_x, at_y, radius, strength = room.glare
            off = np.hypot(x - (2 * at_x - 1), (y - (2 * at_y - 1)) * height / width) / (2 * radius)
            lit += (strength * np.exp(-np.square(off)))[..., None]
        light[rows] = lit

    def _shaded(self, lying: Sequence[Lying], shade: NDArray[np.float32] | None) -> Picture:
        """The board with soft shadows, of pieces and of an arm (`shade`)."""
        shadow: NDArray[np.float32] = np.zeros(self.room.camera.size[::-1], np.float32)
        for piece in lying:
            foot = self._outline(piece)
            top = foot + np.array(self.room.cast) * (piece.above + self._pieces[piece.look].height_mm)
            _fill(shadow, _hull(np.concatenate([self._flat(foot), self._flat(top)]) / FINER), (1.0,))
        shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), max(0.5, self.room.soft_mm * self._px_mm)), np.float32)
        if shade is not None:
            np.maximum(shadow, shade, out=shadow)
        image = np.empty_like(self._floor)
        for rows in _strips(shadow):
            floor = self._floor[FINER * rows.start : FINER * rows.stop]
            near = slice(max(0, rows.start - 1), rows.stop + 1)  # enlarging looks at the next row
            left = cv2.resize(255 * (1 - self.room.deep * shadow[near]), None, fx=FINER, fy=FINER).astype(np.uint8)
            left = left[FINER * (rows.start - near.start) :][: len(floor)]
            image[FINER * rows.start : FINER * rows.stop] = cv2.multiply(floor, cv2.merge([left] * 3), scale=1 / 255)
        return image

    @property
    def _px_mm(self) -> float:
        """Pixels of the picture that a mm takes at the board's corner."""
        return float(np.linalg.norm(np.diff(self._px(np.array([(0.0, 0, 0), (100.0, 0, 0)])), axis=0))) / FINER / 100

    def _light_on(self, piece: Lying, shade: NDArray[np.float32] | None) -> float:
        """Part of the light that an arm leaves a piece: its shadow falls on them as on the board."""
        if shade is None:
            return 1.0
        height = piece.above + self._pieces[piece.look].height_mm
        top = np.array([piece.x, piece.y]) + np.array(self.room.cast) * height
        column, row = np.round(self._flat(top[None])[0] / FINER - 0.5).astype(int)
        inside = 0 <= row < shade.shape[0] and 0 <= column < shade.shape[1]
        return 1 - self.room.deep * float(shade[row, column]) if inside else 1.0

    def _arm_shadow(self, arm: Arm) -> NDArray[np.float32]:
        cast = np.array(self.room.cast) * ARM_ABOVE_MM
        shadow = np.zeros(self.room.camera.size[::-1], np.float32)
        _fill(shadow, self._flat(_limb(arm.shoulder, arm.tip, ARM_MM * 0.8) + cast) / FINER, (1.0,))
        return np.asarray(cv2.GaussianBlur(shadow, (0, 0), max(1.0, 12 * self._px_mm)), np.float32)

    def _reach_in(self, image: Picture, hidden: Picture, arm: Arm) -> None:
        """An arm in its sleeve, and three fingers."""
        shoulder, tip = np.array(arm.shoulder), np.array(arm.tip)
        along = (tip - shoulder) / np.linalg.norm(tip - shoulder)
        across, wrist = np.array([-along[1], along[0]]), tip - 150 * along
        limbs = [(_limb(arm.shoulder, wrist, ARM_MM), arm.sleeve), (_limb(wrist, tip - 50 * along, 55.0), arm.skin)]
        limbs += [
            (_limb(tip - 70 * along + 20 * k * across, tip + 14 * k * across, 16.0), arm.skin) for k in (-1, 0, 1)
        ]
        for limb, colour in limbs:
            polygon = self._px(np.column_stack([limb, np.full(len(limb), 30.0)]))
            _fill(image, polygon, colour)
            _fill(hidden, polygon, (255,))

    def _put(self, image: Picture, piece: Lying, light: float) -> None:
        body, foot = self._pieces[piece.look], self._outline(piece)
        top = piece.above + body.height_mm
        lower, upper = (self._px(np.column_stack([foot, np.full(len(foot), z)])) for z in (piece.above, top))
        bgr = np.array(body.rgb[::-1], np.float64)
        _fill(image, _hull(np.concatenate([lower, upper])), tuple(((bgr * SIDE_LIGHT + 4) * light).tolist()))
        face = self._faces.get(piece.look)
        if face is None:
            _fill(image, upper, tuple((np.minimum(bgr * TOP_LIGHT + 6, 255) * light).tolist()))
        else:
            self._print_face(image, piece, body.size_mm, top, face, light)

    def _print_face(
        self, image: Picture, piece: Lying, size_mm: float, above: float, face: Picture, light: float
    ) -> None:
        cos, sin, half, side = math.cos(piece.turn), math.sin(piece.turn), size_mm / 2, face.shape[0]
        square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        square = square @ np.array([[cos, sin], [-sin, cos]]) + (piece.x, piece.y)
        corners = self._px(np.column_stack([square, np.full(4, above)]))
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, self._size)
        if (high <= low).any():
            return
        own = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
        plane = cv2.getPerspectiveTransform(own, (corners - low).astype(np.float32))
        span = (int(high[0] - low[0]), int(high[1] - low[1]))
        shown = cv2.warpPerspective(face, plane, span, flags=cv2.INTER_AREA).astype(np.float32)
        opaque = shown[..., 3:] / 255
        under = image[low[1] : high[1], low[0] : high[0]]
        under[:] = (shown[..., :3] * opaque * light + under * (1 - opaque)).astype(np.uint8)

    def _flat(self, points: Points) -> Points:
        return self._px(np.column_stack([points, np.zeros(len(points))]))

    def _outline(self, piece: Lying) -> Points:
        """A piece's outline seen from straight above, N × 2 mm."""
        body = self._pieces[piece.look]
        if body.shape == "disc":
            turns, radius = np.linspace(0, 2 * math.pi, 40, endpoint=False), body.size_mm / 2
        else:
            turns, radius = np.radians((45, 135, 225, 315)) + piece.turn, body.size_mm / math.sqrt(2)
        return np.column_stack([piece.x + radius * np.cos(turns), piece.y + radius * np.sin(turns)])


def _strips(picture: NDArray[np.float32]) -> Iterator[slice]:
    """Rows of a picture, from the first to the last, so few at once that the processor keeps them near."""
    for first in range(0, picture.shape[0], STRIP):
        yield slice(first, first + STRIP)


def _limb(one: Sequence[float] | Points, other: Sequence[float] | Points, width: float) -> Points:
    """A capsule from one point to another, N × 2."""
    start, end = np.asarray(one, np.float64), np.asarray(other, np.float64)
    heading = math.atan2(end[1] - start[1], end[0] - start[0])
    half = np.linspace(-math.pi / 2, math.pi / 2, 12)
    ends = [
        place + width / 2 * np.column_stack([np.cos(turn), np.sin(turn)])
        for place, turn in ((end, heading + half), (start, heading + math.pi + half))
    ]
    return np.concatenate(ends)


def _hull(points: Points) -> Points:
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), np.float64)


def _fill(image: NDArray[np.uint8] | NDArray[np.float32], polygon: Points, colour: Sequence[float]) -> None:
    corners = np.round((polygon - 0.5) * (1 << SIXTEENTHS)).astype(np.int32)
    cv2.fillPoly(image, [corners], tuple(colour), cv2.LINE_AA, SIXTEENTHS)
