"""A pinhole camera above a board and the light of a room: geometry alone, sharing nothing with the virtual table."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

SIZES = ((1280, 720), (1600, 1200), (1920, 1080), (1920, 1080), (2592, 1944))
"""Pictures of cheap, usual and good cameras, px."""
BORDER_PX = 25
"""Room around the board in the picture, px of one that is 1920 wide."""
BACK = 1.01
"""Factor by which the camera is taken back until the whole board is in the picture."""
LEAST_PITCH_PX = 14.0
"""Distance of neighbouring places in the picture below which set-up tells people to come nearer."""


class Pinhole(msgspec.Struct, frozen=True):
    """A camera without a lens. `eye` in mm, z up; rows of `axes` are its right, up and ahead; `focal_px`."""

    size: tuple[int, int]
    eye: Points
    axes: Points
    focal_px: float

    def project(self, points_mm: Points) -> Points:
        """N × 3 points (mm, x to the right, y down the board, z up) as N × 2 px."""
        beside = (np.atleast_2d(points_mm) * (1, -1, 1) - self.eye) @ self.axes.T
        return np.asarray(
            np.array(self.size) / 2 + beside[:, :2] * (self.focal_px, -self.focal_px) / beside[:, 2:], np.float64
        )


class Room(msgspec.Struct, frozen=True):
    """What stays all evening. `tint` (BGR) and `slope` (change across the picture, each way) are factors on the light.

    `cast`: where a shadow falls, mm per mm of height; `soft_mm`: its blur; `deep`: what it takes of the light. `table`:
    grey of the table, 0…255; `glare`: middle (parts of the picture), radius (part of its width) and added brightness,
    0…255. `noise` and `blur_px` are the camera's.
    """

    camera: Pinhole
    tint: tuple[float, float, float]
    slope: tuple[float, float]
    cast: tuple[float, float]
    soft_mm: float
    deep: float
    table: float
    glare: tuple[float, float, float, float] | None
    noise: float
    blur_px: float


def some_room(board_mm: tuple[float, float], pitch_mm: float, luck: np.random.Generator) -> Room:
    """A room with a camera that sees a whole board of that size, 50° to 88° above it, mostly from its long sides.

    `pitch_mm`: distance of neighbouring places.
    """
    cast = luck.uniform(0.4, 1.1) * _direction(luck)
    slope = luck.uniform(0.0, 0.25) * _direction(luck)
    exposure, red, blue = luck.uniform(0.72, 1.08), luck.uniform(0.92, 1.14), luck.uniform(0.83, 1.06)
    glare = (luck.uniform(0.2, 0.8), luck.uniform(0.2, 0.8), luck.uniform(0.04, 0.12), luck.uniform(40, 130))
    return Room(
        camera=_near_enough(board_mm, pitch_mm, luck),
        tint=(exposure * blue, exposure, exposure * red),
        slope=(float(slope[0]), float(slope[1])),
        cast=(float(cast[0]), float(cast[1])),
        soft_mm=luck.uniform(0.8, 4.0),
        deep=luck.uniform(0.25, 0.5),
        table=luck.uniform(50, 160),
        glare=glare if luck.random() < 0.25 else None,
        noise=luck.uniform(1.2, 3.5),
        blur_px=luck.uniform(0.45, 0.9),
    )


def _direction(luck: np.random.Generator) -> Points:
    turn = luck.uniform(0, 2 * math.pi)
    return np.array([math.cos(turn), math.sin(turn)])


def _near_enough(board_mm: tuple[float, float], pitch_mm: float, luck: np.random.Generator) -> Pinhole:
    middle = np.array(board_mm) / 2
    two = np.array([(middle[0], middle[1], 0.0), (middle[0] + pitch_mm, middle[1], 0.0)])
    while True:
        camera = _above(board_mm, luck)
        if np.linalg.norm(np.diff(camera.project(two), axis=0)) >= LEAST_PITCH_PX:
            return camera


def _above(board_mm: tuple[float, float], luck: np.random.Generator) -> Pinhole:
    size = SIZES[int(luck.integers(len(SIZES)))]
    rise = math.radians(luck.uniform(50, 88))
    side = luck.choice([90, 180, 270]) if luck.random() < 0.3 else 0
    turn = math.radians(side + luck.uniform(-20, 20))
    away = np.array([math.sin(turn) * math.cos(rise), -math.cos(turn) * math.cos(rise), math.sin(rise)])
    right = np.cross(-away, [-math.sin(turn), math.cos(turn), 0.0])
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(right, -away), -away])
    focal = size[0] * luck.uniform(0.8, 1.1)
    width, height = board_mm
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], np.float64)
    middle, far, border = np.array([width / 2, -height / 2, 0.0]), 0.5 * width, BORDER_PX * size[0] / 1920
    while True:
        camera = Pinhole(size, middle + far * away, axes, focal)
        seen = camera.project(corners)
        ahead = ((corners * (1, -1, 1) - camera.eye) @ axes[2] > 0).all()
        if ahead and (seen >= border).all() and (seen <= np.array(size) - border).all():
            return camera
        far *= BACK
