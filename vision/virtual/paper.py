"""A sheet of paper that somebody has put down on a corner of the board."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.camera import Camera
from vision.virtual.light import Light
from vision.virtual.overlay import Overlay, dimmed

Picture = NDArray[np.uint8]

PAPER_MM = (148.0, 210.0)
PAPER_PX_PER_MM = 3.0
FITS_MM = 640.0
"""Width of the board that an A5 sheet goes with; a bigger board comes with a bigger one."""
SHADOW_DEPTH = 0.45
ABOVE_MM = 4.0
"""It does not lie flat: a fold lifts it."""


def sheet(strength: float, camera: Camera, light: Light, board_mm: tuple[float, float]) -> Overlay | None:
    """A players' aid pushed over the board's top left corner, the farther the stronger; bigger on a bigger board."""
    if strength <= 0:
        return None
    scale = board_mm[0] / FITS_MM
    width, height = PAPER_MM[0] * scale, PAPER_MM[1] * scale
    turn = math.radians(17)
    corner = np.array([(-0.85 + 0.55 * strength) * width, (-0.9 + 0.55 * strength) * height])
    axes = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    flat = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]) @ axes + corner
    paper = _printed()
    seen = camera.project(np.column_stack([flat, np.full(4, ABOVE_MM)]))
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
    colour, cover = (
        cv2.resize(
            cv2.warpPerspective(flat_sheet, finer, fine, borderMode=border), size, interpolation=cv2.INTER_AREA
        ).astype(np.uint8, copy=False)
        for flat_sheet, border in (
            (paper, cv2.BORDER_REPLICATE),
            (np.full((rows, columns), 255, np.uint8), cv2.BORDER_CONSTANT),
        )
    )
    gain, _ = light.at(float(seen[:, 0].mean()), float(seen[:, 1].mean()))
    cv2.multiply(colour, np.array([*gain, 1.0]), dst=colour)
    fallen = np.zeros(size[::-1], np.uint8)
    tx, ty, tz = light.towards
    cast = camera.project(np.column_stack([flat - np.array([tx, ty]) / tz * 5.0, np.zeros(4)])) - (left, top)
    cv2.fillConvexPoly(fallen, np.round(cast).astype(np.int32), 255.0)
    dark = dimmed(cv2.GaussianBlur(fallen, (0, 0), 2.5), SHADOW_DEPTH)
    return Overlay(int(left), int(top), colour, cover, dark)


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
