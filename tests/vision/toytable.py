"""A small printed board of any grid on a virtual table, photographed under chosen light, faults and viewpoint."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Look
from engines.pieces import PieceLook
from vision.board_model import BoardModel, Body, CellArea, regular_outline
from vision.virtual.camera import Viewpoint
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.pieces import Geometry, TableTop
from vision.virtual.shutter import Shutter

Picture = NDArray[np.uint8]

SIZE_MM = (400.0, 280.0)
PITCH_MM = 26.0
PX_MM = 4
SIZE_PX = (1280, 720)
MARKER_MM = 24.0
COLOURS = {
    "red": (190, 28, 34),
    "blue": (26, 66, 165),
    "green": (24, 122, 56),
    "yellow": (240, 196, 24),
    "black": (26, 26, 28),
    "white": (234, 231, 222),
}
LOOKS = {
    **{f"disc:{name}": PieceLook("disc", 17, 4.5, rgb) for name, rgb in COLOURS.items()},
    **{f"square:{name}": PieceLook("square", 14.5, 4.5, rgb) for name, rgb in COLOURS.items()},
    "disc:red:back": PieceLook("disc", 17, 4.5, COLOURS["red"]),
    "tag:7": PieceLook("disc", 18, 4.5, COLOURS["blue"]),
    "tag:9": PieceLook("disc", 18, 4.5, COLOURS["blue"]),
}
TERRAIN = ((168, 200, 190), (150, 205, 160), (205, 190, 150), (140, 190, 215))
"""BGR of the print's fields."""


def centres(grid: str) -> dict[Cell, tuple[float, float]]:
    """Cells inside the margin, named by column and row."""
    found = {}
    for column in range(12):
        for row in range(8):
            if grid == "square":
                x, y = column * PITCH_MM, row * PITCH_MM
            elif grid == "hex-flat":
                x, y = column * PITCH_MM * math.sqrt(3) / 2, (row + 0.5 * (column % 2)) * PITCH_MM
            else:
                x, y = (column + 0.5 * (row % 2)) * PITCH_MM, row * PITCH_MM * math.sqrt(3) / 2
            if x < 290 and y < 190:
                found[f"{column:02}{row:02}"] = (x + 55, y + 48)
    return found


def marker_places() -> dict[int, tuple[float, float]]:
    width, height = SIZE_MM
    far_x, far_y = width - MARKER_MM - 5, height - MARKER_MM - 5
    return {0: (5.0, 5.0), 1: (far_x, 5.0), 2: (far_x, far_y), 3: (5.0, far_y)}


@cache
def art(grid: str) -> Picture:
    """The print: fields with dots and lines, cell borders, markers; different everywhere, as printed maps are."""
    luck = np.random.default_rng(5)
    width, height = (round(side * PX_MM) for side in SIZE_MM)
    picture = np.full((height, width, 3), 225, np.uint8)
    for cell, (x, y) in centres(grid).items():
        outline = np.round((regular_outline(grid, PITCH_MM) + np.array([x, y])) * PX_MM).astype(np.int32)
        cv2.fillPoly(picture, [outline], TERRAIN[int(luck.integers(len(TERRAIN)))])
        for _ in range(6):
            spot = (np.array([x, y]) + luck.normal(0, 5, 2)) * PX_MM
            cv2.circle(picture, (round(spot[0]), round(spot[1])), 3, (110, 140, 120), -1, cv2.LINE_AA)
        cv2.polylines(picture, [outline], True, (90, 100, 110), 2, cv2.LINE_AA)
        cv2.putText(
            picture, cell, (round(x * PX_MM) - 22, round((y - 7) * PX_MM)), 0, 0.5, (70, 70, 70), 1, cv2.LINE_AA
        )
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in marker_places().items():
        side, left, top = (round(value * PX_MM) for value in (MARKER_MM, x, y))
        picture[top - 12 : top + side + 12, left - 12 : left + side + 12] = 255
        picture[top : top + side, left : left + side] = cv2.aruco.generateImageMarker(dictionary, number, side)[
            ..., None
        ]
    return picture


@cache
def faces() -> dict[Look, Picture]:
    """The two sides of a red disc: a white wheel, and white bars."""
    wheel, bars = np.zeros((64, 64, 4), np.uint8), np.zeros((64, 64, 4), np.uint8)
    cv2.circle(wheel, (32, 32), 19, (255, 255, 255, 255), 7, cv2.LINE_AA)
    bars[14:50, 14:24] = bars[14:50, 40:50] = bars[28:36, 14:50] = 255
    return {"disc:red": wheel, "disc:red:back": bars}


@cache
def model(grid: str = "hex-pointy") -> BoardModel:
    """What an eye knows of the board."""
    cells = {
        cell: CellArea(centre, regular_outline(grid, PITCH_MM) + np.array(centre))  # type: ignore[arg-type]
        for cell, centre in centres(grid).items()
    }
    far = MARKER_MM
    markers = {
        number: np.array([(x, y), (x + far, y), (x + far, y + far), (x, y + far)])
        for number, (x, y) in marker_places().items()
    }
    bodies = {
        look: Body(look, it.shape, it.size_mm, it.height_mm, it.rgb, int(look[4:]) if look.startswith("tag:") else None)
        for look, it in LOOKS.items()
    }
    return BoardModel(SIZE_MM, PITCH_MM, cells, markers, bodies, art(grid), faces())


@cache
def kit(grid: str) -> Kit:
    outlines = {cell: area.outline for cell, area in model(grid).cells.items()}
    geometry = Geometry(SIZE_MM, centres(grid), outlines, boxes={})
    return Kit.made(geometry, art(grid), LOOKS, faces())


@cache
def shutter(grid: str, view: Viewpoint | None) -> Shutter:
    """One camera for all tests of a view: setting one up takes longer than a picture."""
    return Shutter(kit(grid), size=SIZE_PX, seed=1, view=view)


class Camera:
    """A camera over a board: `take` photographs a placement."""

    def __init__(self, grid: str = "hex-pointy", view: Viewpoint | None = None, seed: int = 1) -> None:
        self._kit = kit(grid)
        self._luck = random.Random(seed)
        self._shutter = shutter(grid, view)

    def take(self, placement: Mapping[Cell, Sequence[Look]], faults: Faults | None = None, t: float = 0.0) -> Picture:
        supply = [look.removesuffix(":back") for looks in placement.values() for look in looks]
        top = TableTop(self._kit.geometry, self._kit.looks).with_supply(supply)
        lying = top.laid_out(placement, self._luck).resting()
        return self._shutter.take([piece for piece in lying if piece.level >= 0], faults or Faults(), t)
