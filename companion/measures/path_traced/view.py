"""A camera over a board: where it stands, and through which lens it sees which place where."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.measures.path_traced.luck import Luck
from companion.measures.path_traced.terrain import Points, Raster

SIZE = (1920, 1080)
"""Pictures, px."""
SENSOR_MM, FOCAL_MM = 36.0, (24.0, 42.0)
"""Width of the sensor, and focal lengths for it."""
BENT, BENDS = 0.6, (-0.1, 0.03)
"""How often a lens bends what is straight, and how much at one focal length from the middle (barrel below 0)."""
MARGIN = 1.1
"""Size of the straight picture, in pictures, of which a barrel-shaped one is made."""
LOW_DEG, HIGH_DEG, LOW = (42.0, 62.0), (62.0, 88.0), 0.55
"""Heights of cameras above the table, and how often it is a low one."""
FILLS = (0.86, 0.97)
"""Part of the picture that the board fills, the way in which it fills more."""
FOCUSED = 0.6
"""How often what is nearer or farther than the board's middle is not quite in focus."""
FITTING = 40
"""Steps in which a camera is moved until the whole board is in the picture."""


class Lens(msgspec.Struct, frozen=True):
    """Focal length in px of a picture of `size`; `bend`: how much points one focal length from the middle move out.

    `stop`: f-number where depth is blurred; `focus`: the distance in focus, in distances of the board's middle.
    """

    size: tuple[int, int]
    focal_px: float
    bend: float
    stop: float | None
    focus: float

    @property
    def straight_size(self) -> tuple[int, int]:
        """Size of the picture without bend, px, that `bent` takes."""
        margin = MARGIN if self.bend < 0 else 1.0
        return int(self.size[0] * margin), int(self.size[1] * margin)

    def bent(self, straight: Raster) -> Raster:
        """A picture as this lens bends it, of one without bend."""
        middle = (np.array(self.size) - 1) / 2
        columns, rows = np.meshgrid(*(np.arange(side) for side in self.size))
        seen = (np.dstack([columns, rows]) - middle) / self.focal_px
        plane = seen
        for _ in range(12):
            plane = seen / (1 + self.bend * (plane**2).sum(axis=2, keepdims=True))
        source = (plane * self.focal_px + (np.array(straight.shape[1::-1]) - 1) / 2).astype(np.float32)
        return np.asarray(cv2.remap(straight, source[..., 0], source[..., 1], cv2.INTER_CUBIC), np.float32)


class View(msgspec.Struct, frozen=True):
    """A camera. `eye` in mm from the board's middle, x right, y up the board; rows of `axes`: right, up and back."""

    lens: Lens
    eye: Points
    axes: Points
    far_mm: float

    def project(self, world_mm: Points) -> Points:
        """N × 3 points of the world as N × 2 px; the centre of the top left pixel is at (0, 0)."""
        beside = (np.atleast_2d(world_mm) - self.eye) @ self.axes.T
        plane = beside[:, :2] * (1, -1) / -beside[:, 2:]
        plane = plane * (1 + self.lens.bend * (plane**2).sum(axis=1, keepdims=True))
        return np.asarray(plane * self.lens.focal_px + (np.array(self.lens.size) - 1) / 2, np.float64)

    def shows(self, points_px: Points, border_px: float = 0.0) -> NDArray[np.bool_]:
        """Which of N × 2 points are in the picture, at least so far from its border."""
        inside = (points_px >= border_px) & (points_px <= np.array(self.lens.size) - 1 - border_px)
        return np.asarray(inside.all(axis=1))


class Stand(msgspec.Struct, frozen=True):
    """Where a camera stands: `far_mm` from what it aims at (mm from the board's middle), `rise` above the table.

    `turn`: around the board, 0 is before its lower side; `roll`: about where it looks. All are radians.
    """

    aim: tuple[float, float]
    far_mm: float
    rise: float
    turn: float
    roll: float

    def view(self, lens: Lens) -> View:
        """What is seen from here."""
        back = np.array(
            [math.sin(self.turn) * math.cos(self.rise), -math.cos(self.turn) * math.cos(self.rise), math.sin(self.rise)]
        )
        right = np.cross([0.0, 0.0, 1.0], back)
        right /= np.linalg.norm(right)
        up = np.cross(back, right)
        c, s = math.cos(self.roll), math.sin(self.roll)
        eye = np.array([*self.aim, 0.0]) + back * self.far_mm
        return View(lens, eye, np.stack([c * right + s * up, c * up - s * right, back]), self.far_mm)

    def nudged(self, luck: Luck) -> Stand:
        """Where it stands after somebody touched it."""
        aim = np.array(self.aim) + luck.normal(0, 5, 2)
        far_mm, roll = self.far_mm * luck.uniform(0.99, 1.01), self.roll + luck.normal(0, 0.006)
        return msgspec.structs.replace(self, aim=(float(aim[0]), float(aim[1])), far_mm=far_mm, roll=roll)

    def nearer(self, size_mm: tuple[float, float], luck: Luck) -> Stand:
        """A place from which a part of the board is seen."""
        aim = np.array(self.aim) + luck.normal(0, 0.08, 2) * size_mm
        return msgspec.structs.replace(
            self, aim=(float(aim[0]), float(aim[1])), far_mm=self.far_mm * luck.uniform(0.55, 0.9)
        )


def to_world(size_mm: tuple[float, float], points_mm: Points) -> Points:
    """N × 3 points of a board of that size (from its upper left, y down, z up) as `View` has them, mm."""
    return np.asarray((points_mm - (size_mm[0] / 2, size_mm[1] / 2, 0)) * (1, -1, 1), np.float64)


def some_lens(luck: Luck) -> Lens:
    """Any lens."""
    focal_px = luck.uniform(*FOCAL_MM) / SENSOR_MM * SIZE[0]
    bend = luck.uniform(*BENDS) if luck.random() < BENT else 0.0
    stop = luck.uniform(6, 16) if luck.random() < FOCUSED else None
    return Lens(SIZE, focal_px, bend, stop, luck.uniform(0.97, 1.03))


def some_stand(size_mm: tuple[float, float], lens: Lens, luck: Luck) -> Stand:
    """A place on any side of the board from which `lens` sees all of it."""
    rise = math.radians(luck.uniform(*(LOW_DEG if luck.random() < LOW else HIGH_DEG)))
    turn = luck.integers(4) * math.pi / 2 + luck.normal(0, 0.35)
    stand = Stand((0.0, 0.0), 1000.0, rise, turn, luck.normal(0, 0.06))
    fill = luck.uniform(*FILLS)
    width, height = size_mm
    corners = to_world(size_mm, np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)]))
    for _ in range(FITTING):
        view = stand.view(lens)
        seen = view.project(corners)
        beside = (seen.max(axis=0) + seen.min(axis=0)) / 2 - np.array(lens.size) / 2
        far_mm = stand.far_mm * float((np.ptp(seen, axis=0) / lens.size).max() / fill) ** 0.7
        right, down = beside * 0.8 * far_mm / lens.focal_px
        aim = np.array(stand.aim) + view.axes[0, :2] * right - view.axes[1, :2] * down / max(0.4, math.sin(rise))
        stand = msgspec.structs.replace(stand, aim=(float(aim[0]), float(aim[1])), far_mm=far_mm)
    return stand
