"""Small cells of a large picture are found in a part of it, and all over it from there."""

from __future__ import annotations

import itertools
import math

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.measures.finding import CLOSE, offsets
from companion.measures.printed_maps import Points, corners, whole
from vision.lattice import find_lattice

SIZE = (3600, 2700)
PITCH = 26.0
SOON = 60
"""Times that it is asked whether time is up: in four seconds about so many."""


def photographed() -> tuple[NDArray[np.uint8], Points]:
    """Hexes of 20 to 30 px under faint thin lines, engraved ground about them, on a slanted sheet; their centres."""
    rng = np.random.default_rng(8)
    width, height = 3000, 2100
    i, j = np.meshgrid(np.arange(114), np.arange(92))
    centres: Points = np.column_stack([(i + j % 2 / 2).ravel() * PITCH, j.ravel() * math.sqrt(3) / 2 * PITCH]) + 20
    sheet = np.full((height, width), 190, np.uint8)
    for place in rng.uniform(0, 1, (12_000, 2)) * (width, height):
        turn, half = rng.uniform(0, math.pi), rng.uniform(3, 8)
        step = half * np.array([math.cos(turn), math.sin(turn)])
        cv2.line(sheet, whole(place - step).tolist(), whole(place + step).tolist(), 165, 1, cv2.LINE_AA)
    for outline in corners("hex", centres, PITCH):
        cv2.polylines(sheet, [whole(np.round(outline * 16))], True, 165, 1, cv2.LINE_AA, 4)
    turn, tilt, focal = math.radians(20), math.radians(25), 3600.0
    plane = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    plane = plane @ np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    leaning = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, math.sin(tilt), focal * 1.02]])
    onto = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]]) @ leaning @ plane
    seen = cv2.warpPerspective(sheet, onto, SIZE, flags=cv2.INTER_AREA, borderValue=90)
    noise = rng.standard_normal(seen.shape, np.float32) * 6
    inside = ((centres > PITCH) & (centres < np.array([width, height]) - PITCH)).all(axis=1)
    there = cv2.perspectiveTransform(centres[inside][None], onto)[0]
    return np.clip(cv2.GaussianBlur(seen, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8), np.asarray(there, np.float64)


def test_small_hexes_are_found_soon_to_the_corners_of_a_picture_of_ten_megapixels() -> None:
    picture, centres = photographed()
    looks = itertools.count()
    lattice = find_lattice(picture, is_time_up=lambda: next(looks) > SOON)
    assert lattice is not None
    assert offsets(lattice, "hex", centres).max() < CLOSE
