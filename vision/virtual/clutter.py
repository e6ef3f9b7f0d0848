"""What lies over a board on a real evening: a sheet of paper on a corner, an arm and a hand reaching in; knows no pieces."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.virtual.camera import Camera
from vision.virtual.light import Light

Picture = NDArray[np.uint8]

PAPER_MM = (148.0, 210.0)
PAPER_PX_PER_MM = 3.0
SKIN_BGR = (118, 152, 205)
SLEEVE_BGR = (96, 62, 48)
SOFTNESS = 3
"""The shadow of an arm in the air is drawn at a third of the picture's resolution."""
FINGERS = (
    # Root beside the palm's middle, length and radius of the finger, how far it is bent down; in mm.
    (-30.0, 72.0, 8.5, 0.20),
    (-10.0, 86.0, 9.0, 0.12),
    (11.0, 80.0, 8.8, 0.16),
    (30.0, 62.0, 7.6, 0.26),
)
THUMB = (-46.0, 58.0, 10.0)


class Overlay(msgspec.Struct, frozen=True):
    """Something laid over the picture at (`x`, `y`) px: colour in the light there, opacity 0…1, light left around it 0…1."""

    x: int
    y: int
    colour: Picture
    cover: NDArray[np.float32]
    dark: NDArray[np.float32]

    def lay_over(self, picture: Picture) -> None:
        """Draws itself into `picture`."""
        rows, columns = self.cover.shape
        part = picture[self.y : self.y + rows, self.x : self.x + columns]
        under = part * self.dark[:, :, None]
        np.copyto(part, under + (self.colour - under) * self.cover[:, :, None], casting="unsafe")

    def hides(self, size: tuple[int, int]) -> NDArray[np.bool_]:
        """Which pixels of a picture of that size nothing can be seen through."""
        hidden = np.zeros((size[1], size[0]), np.bool_)
        rows, columns = self.cover.shape
        hidden[self.y : self.y + rows, self.x : self.x + columns] = self.cover > 0.5
        return hidden


def sheet(strength: float, camera: Camera, light: Light, board_mm: tuple[float, float]) -> Overlay | None:
    """A players' aid pushed over the board's top left corner; at full strength most of an A5 sheet lies on the board."""
    if strength <= 0:
        return None
    scale = max(1.0, board_mm[0] / 700)
    width, height = PAPER_MM[0] * scale, PAPER_MM[1] * scale
    turn = math.radians(17)
    corner = np.array([(-0.85 + 0.55 * strength) * width, (-0.9 + 0.55 * strength) * height])
    axes = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    flat = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]) @ axes + corner
    paper = _printed()
    seen = camera.project(np.column_stack([flat, np.full(4, 4.0)]))
    ground = camera.project(np.column_stack([flat, np.zeros(4)]))
    left, top = np.maximum(np.floor(np.vstack([seen, ground]).min(0)).astype(int) - 12, 0)
    right, bottom = np.minimum(np.ceil(np.vstack([seen, ground]).max(0)).astype(int) + 12, camera.size)
    if right <= left or bottom <= top:
        return None
    size = int(right - left), int(bottom - top)
    rows, columns = paper.shape[:2]
    drawn = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32) - 0.5
    onto = cv2.getPerspectiveTransform(drawn, (seen - (left, top)).astype(np.float32))
    # Twice as fine, then averaged: the small print would shimmer otherwise.
    finer = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]]) @ onto
    fine = (size[0] * 2, size[1] * 2)
    colour = cv2.resize(
        cv2.warpPerspective(paper, finer, fine, borderMode=cv2.BORDER_REPLICATE), size, interpolation=cv2.INTER_AREA
    )
    cover = (
        cv2.resize(
            cv2.warpPerspective(np.full((rows, columns), 255, np.uint8), finer, fine),
            size,
            interpolation=cv2.INTER_AREA,
        ).astype(np.float32)
        / 255
    )
    gain, _ = light.at(float(seen[:, 0].mean()), float(seen[:, 1].mean()))
    fallen = np.zeros(size[::-1], np.uint8)
    tx, ty, tz = light.towards
    cast = camera.project(np.column_stack([flat - np.array([tx, ty]) / tz * 5.0, np.zeros(4)])) - (left, top)
    cv2.fillConvexPoly(fallen, np.round(cast).astype(np.int32), 255.0)
    dark = 1 - cv2.GaussianBlur(fallen, (0, 0), 2.5).astype(np.float32) * (0.45 / 255)
    lit = np.clip(colour * gain, 0, 255).astype(np.uint8)
    return Overlay(int(left), int(top), lit, np.asarray(cover, np.float32), np.asarray(dark, np.float32))


def _printed() -> Picture:
    """A typed sheet: a heading and lines of words too small to read."""
    rng = np.random.default_rng(7)
    width, height = (round(side * PAPER_PX_PER_MM) for side in PAPER_MM)
    paper = np.full((height, width, 3), (232, 238, 240), np.uint8)
    cv2.putText(paper, "Players' aid", (40, 60), cv2.FONT_HERSHEY_DUPLEX, 1.2, (40, 38, 36), 2, cv2.LINE_AA)
    for line in range(95, height - 40, 17):
        x = 40
        while x < width - 90:
            word = int(rng.integers(12, 48))
            cv2.line(paper, (x, line), (x + word, line), (105, 100, 98), 4, cv2.LINE_AA)
            x += word + 9
    return paper


def hand(strength: float, t: float, camera: Camera, light: Light, board_mm: tuple[float, float]) -> Overlay | None:
    """An arm from the near side with its hand in the air over the board, moving; `strength` is how far it reaches."""
    if strength <= 0:
        return None
    width, height = board_mm
    scale = 1.0
    palm = np.array(
        [
            width * (0.56 + 0.17 * math.sin(0.9 * t) + 0.05 * math.sin(2.3 * t)),
            height * (1.08 - 0.75 * strength + 0.06 * math.sin(1.4 * t + 1)),
        ]
    )
    shoulder = np.array([width * 0.66, height + 520.0])
    ahead = (palm - shoulder) / np.linalg.norm(palm - shoulder)
    limbs = _arm(palm, ahead, scale)
    drawn = [(camera.project(line), radius * _scale(camera, line), colour) for line, radius, colour in limbs]
    tx, ty, tz = light.towards
    fallen = [
        (camera.project(line * (1, 1, 0) - np.outer(line[:, 2] / tz, (tx, ty, 0))), radius * _scale(camera, line))
        for line, radius, _ in limbs
    ]
    ends = np.vstack([line for line, _, _ in drawn] + [line for line, _ in fallen])
    reach = max(radius for _, radius, _ in drawn) + 12
    left, top = np.maximum(np.floor(ends.min(0) - reach).astype(int), 0)
    right, bottom = np.minimum(np.ceil(ends.max(0) + reach).astype(int), camera.size)
    if right - left < SOFTNESS or bottom - top < SOFTNESS:
        return None
    size = int(right - left), int(bottom - top)
    colour = np.zeros((size[1], size[0], 3), np.uint8)
    cover = np.zeros(size[::-1], np.uint8)
    for line, radius, bgr in drawn:
        _limb(colour, cover, line - (left, top), radius, bgr)
    small = size[0] // SOFTNESS, size[1] // SOFTNESS
    dim = np.zeros(small[::-1], np.uint8)
    for line, radius in fallen:
        a, b = np.round((line - (left, top)) / SOFTNESS * 16).astype(int)
        cv2.line(dim, a.tolist(), b.tolist(), 255.0, max(1, round(2 * radius / SOFTNESS)), cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(dim, (0, 0), 5.0).astype(np.float32) * (0.5 / 255)
    dark = 1 - cv2.resize(soft, size, interpolation=cv2.INTER_LINEAR)
    middle = drawn[0][0].mean(0)
    gain, _ = light.at(float(middle[0]), float(middle[1]))
    skin = cv2.GaussianBlur(colour, (0, 0), 2.2)
    edge = cv2.GaussianBlur(cover, (3, 3), 0.8).astype(np.float32) / 255
    lit = np.clip(skin * np.minimum(gain * 1.04, 1.2), 0, 255).astype(np.uint8)
    return Overlay(int(left), int(top), lit, np.asarray(edge, np.float32), np.asarray(dark, np.float32))


def _arm(
    palm: NDArray[np.float64], ahead: NDArray[np.float64], scale: float
) -> list[tuple[NDArray[np.float64], float, tuple[int, int, int]]]:
    """Capsules (two ends in mm, radius in mm, colour) from the sleeve to the finger tips, farthest below first."""
    beside = np.array([-ahead[1], ahead[0]])

    def at(along: float, across: float, z: float) -> NDArray[np.float64]:
        spot = palm + (ahead * along + beside * across) * scale
        return np.array([spot[0], spot[1], z])

    limbs = [(np.array([at(-650, 0, 120), at(-190, 0, 78)]), 46.0, SLEEVE_BGR)]
    limbs.append((np.array([at(-200, 0, 76), at(-60, 0, 62)]), 29.0, SKIN_BGR))
    for root, length, radius, bent in FINGERS:
        knuckle, middle = at(38, root, 58), at(38 + length * 0.55, root * 1.05, 48)
        tip = at(38 + length * (1 - bent), root * 1.0, 18 + 20 * bent)
        limbs.append((np.array([knuckle, middle]), radius, SKIN_BGR))
        limbs.append((np.array([middle, tip]), radius * 0.92, SKIN_BGR))
    across, length, radius = THUMB
    limbs.append((np.array([at(-18, across * 0.6, 56), at(14, across, 44)]), radius * 1.25, SKIN_BGR))
    limbs.append((np.array([at(14, across, 44), at(14 + length * 0.75, across * 0.92, 24)]), radius, SKIN_BGR))
    limbs.append((np.array([at(-58, -6, 62), at(22, -16, 60)]), 30.0, SKIN_BGR))
    limbs.append((np.array([at(-58, 8, 62), at(24, 18, 60)]), 27.0, SKIN_BGR))
    return limbs


def _scale(camera: Camera, line: NDArray[np.float64]) -> float:
    """Pixels per mm at a limb's middle, its height taken into account."""
    x, y, z = line.mean(0)
    here, there = camera.project([(x, y, z), (x + 1, y, z)])
    return float(np.linalg.norm(there - here))


def _limb(
    colour: Picture, cover: NDArray[np.uint8], line: NDArray[np.float64], radius: float, bgr: tuple[int, int, int]
) -> None:
    """A capsule, round: darker at its rims, with the lamp's light on its upper left."""
    a, b = line
    for part in (1.0, 0.86, 0.7, 0.52, 0.32):
        shade = 0.66 + 0.38 * (1 - part**2)
        offset = -radius * (1 - part) * np.array([0.30, 0.38])
        ends = [np.round((end + offset) * 16).astype(int).tolist() for end in (a, b)]
        tone = [float(min(255, value * shade)) for value in bgr]
        cv2.line(colour, *ends, tone, max(1, round(2 * radius * part)), cv2.LINE_AA, 4)
    ends = [np.round(end * 16).astype(int).tolist() for end in (a, b)]
    cv2.line(cover, *ends, 255.0, max(1, round(2 * radius)), cv2.LINE_AA, 4)
