"""A pinhole camera with a real lens above a table: where millimetres fall in the picture and back; draws nothing.

Table coordinates are the board's: mm, origin at the board's top left, x right, y down (towards the near
side), z up from the board's face.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

Pixels: TypeAlias = NDArray[np.float64]
"""Points in the picture, N×2, the centre of the top left pixel at (0, 0)."""

LENS = (-0.055, 0.012, 0.0004, -0.0003)
"""k1, k2, p1, p2 of a good webcam: the edge of the picture bends by about ten pixels at 1080p."""
FITTING_ROUNDS = 12
"""Rounds of aiming and stepping back until the board fits; six are enough for views from 35° to 90°."""


class Viewpoint(msgspec.Struct, frozen=True):
    """Where the camera stands, said as a person would.

    `azimuth_deg`: 0 is at the board's near (bottom) side, 90 at its right side. `elevation_deg`: 90 looks
    straight down. `roll_deg` turns the camera about its own axis; `fill` is the part of the picture the
    board may fill; `fov_deg` the horizontal angle of view; `lens`: its k1, k2, p1, p2; `jolt_mm` moves the finished
    camera.
    """

    azimuth_deg: float = 4.0
    elevation_deg: float = 54.0
    roll_deg: float = -0.8
    fill: float = 0.92
    fov_deg: float = 64.0
    lens: tuple[float, float, float, float] = LENS
    jolt_mm: tuple[float, float, float] = (0.0, 0.0, 0.0)
    jolt_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)


class Camera(msgspec.Struct, frozen=True):
    """A camera in place: `matrix` 3×3, `distortion` (k1, k2, p1, p2); `rotation`, `translation`: table → camera."""

    size: tuple[int, int]
    matrix: NDArray[np.float64]
    distortion: NDArray[np.float64]
    rotation: NDArray[np.float64]
    translation: NDArray[np.float64]

    def project(self, points_mm: ArrayLike) -> Pixels:
        """Pixels of N points (x, y, z) in table mm."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 1, 3)
        # With x right and y towards the viewer a right-handed z points into the table: OpenCV is given -z.
        rvec, _ = cv2.Rodrigues(self.rotation)
        pixels, _ = cv2.projectPoints(points * (1, 1, -1), rvec, self.translation, self.matrix, self.distortion)
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def on_plane(self, pixels: ArrayLike, z_mm: float = 0.0) -> NDArray[np.float64]:
        """Where the rays through N `pixels` meet the plane at height `z_mm`: N×2 in table mm."""
        points = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        flat = cv2.undistortPoints(points, self.matrix, self.distortion).reshape(-1, 2)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.rotation
        eye = -self.rotation.T @ self.translation
        along = (-z_mm - eye[2]) / rays[:, 2]
        met: NDArray[np.float64] = eye[:2] + rays[:, :2] * along[:, None]
        return met

    def px_per_mm(self, x_mm: float, y_mm: float) -> float:
        """How many pixels a millimetre across the line of sight takes at that place of the board."""
        here, there = self.project([(x_mm, y_mm, 0), (x_mm + 1, y_mm, 0)])
        return float(np.linalg.norm(there - here))

    def depth_mm(self, x_mm: float, y_mm: float, z_mm: float = 0.0) -> float:
        """Distance along the line of sight; what is nearer covers what is farther."""
        return float(self.rotation[2] @ np.array([x_mm, y_mm, -z_mm]) + self.translation[2])


def place_camera(view: Viewpoint, size_px: tuple[int, int], board_mm: tuple[float, float]) -> Camera:
    """The camera at `view`, so far away that the whole board (width, height in mm) is in the picture."""
    width, height = size_px
    focal = width / 2 / math.tan(math.radians(view.fov_deg) / 2)
    matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    corners = [(x, y, 0.0) for x in (0.0, board_mm[0]) for y in (0.0, board_mm[1])]
    aim = np.array([board_mm[0] / 2, board_mm[1] / 2, 0.0])
    distance = max(board_mm)
    for _ in range(FITTING_ROUNDS):
        camera = _facing(view, aim, distance, size_px, matrix)
        seen = camera.project(corners)
        low, high = seen.min(0), seen.max(0)
        distance *= float(max((high[0] - low[0]) / width, (high[1] - low[1]) / height)) / view.fill
        middle = camera.on_plane([(low + high) / 2])[0]
        centre = camera.on_plane([((width - 1) / 2, (height - 1) / 2)])[0]
        aim[:2] += middle - centre
    return _jolted(_facing(view, aim, distance, size_px, matrix), view)


def _facing(
    view: Viewpoint, aim: NDArray[np.float64], distance: float, size: tuple[int, int], matrix: NDArray[np.float64]
) -> Camera:
    azimuth, elevation = math.radians(view.azimuth_deg), math.radians(view.elevation_deg)
    away = np.array(
        [math.sin(azimuth) * math.cos(elevation), math.cos(azimuth) * math.cos(elevation), -math.sin(elevation)]
    )
    forward = -away
    right = np.array([math.cos(azimuth), -math.sin(azimuth), 0.0])
    down = np.cross(forward, right)
    roll = _turn(0.0, 0.0, view.roll_deg)
    rotation = roll @ np.vstack([right, down, forward])
    eye = aim + away * distance
    return Camera(size, matrix, np.array(view.lens), rotation, -rotation @ eye)


def _jolted(camera: Camera, view: Viewpoint) -> Camera:
    rotation = _turn(*view.jolt_deg) @ camera.rotation
    eye = -camera.rotation.T @ camera.translation + np.array(view.jolt_mm) * (1, 1, -1)
    return Camera(camera.size, camera.matrix, camera.distortion, rotation, -rotation @ eye)


def _turn(pitch_deg: float, yaw_deg: float, roll_deg: float) -> NDArray[np.float64]:
    turned = np.eye(3)
    for axis, angle in enumerate((pitch_deg, yaw_deg, roll_deg)):
        vector = np.zeros(3)
        vector[axis] = math.radians(angle)
        turned = np.asarray(cv2.Rodrigues(vector)[0], np.float64) @ turned
    return turned
