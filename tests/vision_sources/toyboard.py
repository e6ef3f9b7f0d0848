"""A small board for a virtual table: six by four hexes, a wide box, four markers, coloured pieces."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.pieces import PieceLook
from vision.virtual.kit import Kit
from vision.virtual.pieces import Geometry

PITCH_MM = 24.0
SIZE_MM = (220.0, 150.0)
PX_PER_MM = 4
MARKER_MM = 20.0
MARKERS = {0: (4.0, 4.0), 1: (196.0, 4.0), 2: (196.0, 126.0), 3: (4.0, 126.0)}
"""Top left corner of each marker."""
SIZE_PX = (640, 360)
RED, WHITE, BLUE = (190, 28, 34), (234, 231, 222), (26, 66, 165)
LOOKS = {
    "disc:red": PieceLook("disc", 16, 5, RED),
    "disc:red:back": PieceLook("disc", 16, 5, RED),
    "disc:blue": PieceLook("disc", 16, 5, BLUE),
    "square:white": PieceLook("square", 15, 6, WHITE),
    "tag:7": PieceLook("disc", 18, 4, BLUE),
}


def hex_at(x: float, y: float) -> list[tuple[float, float]]:
    radius = PITCH_MM / math.sqrt(3)
    return [(x + radius * math.sin(k * math.pi / 3), y + radius * math.cos(k * math.pi / 3)) for k in range(6)]


@cache
def geometry() -> Geometry:
    centres = {
        f"{column:02}{row:02}": (45.0 + PITCH_MM * (column + 0.5 * (row % 2)), 40.0 + PITCH_MM * 0.866 * row)
        for column in range(5)
        for row in range(4)
    }
    outlines = {cell: hex_at(*centre) for cell, centre in centres.items()}
    centres["box"] = (110.0, 132.0)
    outlines["box"] = [(65.0, 121.0), (155.0, 121.0), (155.0, 143.0), (65.0, 143.0)]
    return Geometry(SIZE_MM, centres, outlines, boxes={"0403": "box"})


@cache
def kit() -> Kit:
    width, height = (round(side * PX_PER_MM) for side in SIZE_MM)
    art = np.full((height, width, 3), (168, 200, 190), np.uint8)
    for outline in geometry().outlines.values():
        cv2.polylines(art, [np.round(outline * PX_PER_MM).astype(np.int32)], True, (70, 80, 90), 2, cv2.LINE_AA)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in MARKERS.items():
        side, left, top = round(MARKER_MM * PX_PER_MM), round(x * PX_PER_MM), round(y * PX_PER_MM)
        art[top - 8 : top + side + 8, left - 8 : left + side + 8] = 255
        art[top : top + side, left : left + side] = cv2.aruco.generateImageMarker(dictionary, number, side)[:, :, None]
    return Kit.made(geometry(), art, LOOKS, {"disc:red:back": striped()})


def striped() -> NDArray[np.uint8]:
    """A face of white stripes on the piece's own colour."""
    face = np.zeros((64, 64, 4), np.uint8)
    face[8:56, 10:54] = 255
    face[::8, :, 3] = 0
    return face


def marker_corners_mm(number: int) -> NDArray[np.float64]:
    """ArUco's corners 0–3 on the board's face, 4×3."""
    x, y = MARKERS[number]
    far = MARKER_MM
    return np.array([(x, y, 0), (x + far, y, 0), (x + far, y + far, 0), (x, y + far, 0)], np.float64)


def found_markers(image: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
    """Corners (px) of the markers that OpenCV finds in a picture."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(image)
    return (
        {int(number): corner[0].astype(np.float64) for number, corner in zip(ids.ravel(), corners)}
        if len(corners)
        else {}
    )
