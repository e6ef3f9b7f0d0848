"""A board that lies wholly in a picture tells by its sides how it is tilted, however little of it the board covers."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.measures.finding import CLOSE, offsets
from companion.measures.printed_maps import Picture, Points, cloud, draw_sheet
from vision.lattice import find_lattice
from vision.lattice.exposure import well_lit
from vision.lattice.homography import through
from vision.lattice.overhead import laid_flat
from vision.lattice.sheet import sheet

WIDTH, HEIGHT = 1920, 1080
PITCH_PX, TILT_DEG, TURN_DEG = 44.0, 46.0, 25.0
"""Px from hex to hex in the middle of the picture, of which the board covers a tenth, and how it lies."""


def table(rng: np.random.Generator) -> Picture:
    carpet = cloud(rng, (HEIGHT, WIDTH), 40.0, 2)[..., None] * 12 + np.array([50.0, 70.0, 90.0])
    return np.asarray(np.clip(carpet + rng.standard_normal((HEIGHT, WIDTH, 1)) * 3, 0, 255), np.uint8)


@pytest.fixture(scope="module")
def board_on_a_table() -> tuple[Picture, Points, Points]:
    """A map of hexes on a carpet, where its cells are seen, and where its corners."""
    rng = np.random.default_rng(61)
    drawn = draw_sheet(rng, "hex", 12, 8, 100.0, 1.3, "outline", True)
    high, wide = drawn.image.shape[:2]
    smaller = PITCH_PX / drawn.pitch_px
    flat = laid_flat(math.radians(TILT_DEG), math.radians(TURN_DEG), (WIDTH, HEIGHT))
    x, y = through(flat, np.array([(WIDTH / 2, HEIGHT / 2)]))[0] - smaller * np.array([wide, high]) / 2
    pose = np.linalg.inv(flat) @ np.array([[smaller, 0, x], [0, smaller, y], [0, 0, 1]])
    lies = cv2.warpPerspective(cv2.GaussianBlur(drawn.image, (0, 0), 0.9), pose, (WIDTH, HEIGHT))
    where = cv2.warpPerspective(np.ones((high, wide), np.uint8), pose, (WIDTH, HEIGHT))[..., None]
    edge = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
    image = np.asarray(np.where(where > 0, lies, table(rng)), np.uint8)
    return image, through(pose, drawn.centres), through(pose, edge)


def test_the_sides_of_a_board_or_of_its_frame_say_how_it_is_tilted(
    board_on_a_table: tuple[Picture, Points, Points],
) -> None:
    image, _, lying = board_on_a_table
    corners = sheet(well_lit(image))
    assert corners is not None
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    on_board = through(cv2.getPerspectiveTransform(lying.astype(np.float32), square), corners)
    sides = np.abs(np.roll(on_board, -1, axis=0) - on_board)
    assert sides.min(axis=1).max() < 0.008
    assert 0.9 < sides.max(axis=1).min() <= sides.max(axis=1).max() < 1.01


def test_a_carpet_alone_has_no_sheet_on_it() -> None:
    assert sheet(well_lit(table(np.random.default_rng(5)))) is None


def test_a_small_tilted_board_on_a_carpet_is_found(board_on_a_table: tuple[Picture, Points, Points]) -> None:
    image, centres, _ = board_on_a_table
    lattice = find_lattice(image)
    assert lattice is not None
    assert offsets(lattice, "hex", centres).max() < CLOSE
