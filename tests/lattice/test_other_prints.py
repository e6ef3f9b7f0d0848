"""Boards that show no thin lines are found by their dots or by where their colours meet, and a lens is seen through."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.measures.finding import offsets
from companion.measures.photographs import taken
from companion.measures.printed_maps import Picture, Points, Sheet, corners, whole
from vision.lattice import find_lattice
from vision.lattice.flattening import flattened
from vision.lattice.homography import through
from vision.lattice.result import Lattice
from vision.lattice.view import View

SIZE = (960, 540)
PITCH = 44.0
CLOSE = 0.10


def hex_centres() -> Points:
    i, j = np.meshgrid(np.arange(18), np.arange(12))
    return np.column_stack([((i + (j % 2) / 2) * PITCH).ravel(), (j * math.sqrt(3) / 2 * PITCH).ravel()]) + 50.0


def tilted(flat: Picture, centres: Points) -> tuple[Picture, Points]:
    """A sheet as a camera sees it that is tilted a little, with noise; the centres of its cells that are in view."""
    width, height = SIZE
    aim = np.array([(120, 40), (width - 60, 10), (width - 20, height - 30), (30, height - 10)], np.float32)
    sides = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    onto = np.asarray(cv2.getPerspectiveTransform(sides, aim), np.float64)
    seen = cv2.warpPerspective(flat, onto, SIZE, flags=cv2.INTER_AREA, borderValue=(90, 120, 100))
    noise = np.random.default_rng(3).standard_normal(seen.shape) * 3
    soft = cv2.GaussianBlur(seen, (0, 0), 0.7) + noise
    at = through(onto, centres)
    inside = ((at > 0) & (at < SIZE)).all(axis=1)
    return np.asarray(np.clip(soft, 0, 255), np.uint8), at[inside]


def test_hexes_that_show_only_a_dot_each_are_found() -> None:
    sheet = np.full((SIZE[1], SIZE[0], 3), (190, 215, 205), np.uint8)
    for centre in hex_centres():
        cv2.circle(sheet, whole(centre * 16).tolist(), 32, (40, 40, 40), -1, cv2.LINE_AA, 4)
    picture, centres = tilted(sheet, hex_centres())
    lattice = find_lattice(picture)
    assert lattice is not None
    assert offsets(lattice, "hex", centres).max() < CLOSE


def test_dots_where_hexes_meet_are_no_finer_hexes() -> None:
    sheet = np.full((SIZE[1], SIZE[0], 3), (190, 215, 205), np.uint8)
    for corner in np.unique(np.round(corners("hex", hex_centres(), PITCH).reshape(-1, 2)), axis=0):
        cv2.circle(sheet, whole(corner * 16).tolist(), 32, (40, 40, 40), -1, cv2.LINE_AA, 4)
    picture, centres = tilted(sheet, hex_centres())
    lattice = find_lattice(picture)
    assert lattice is not None
    assert offsets(lattice, "hex", centres).max() < CLOSE


def test_hexes_whose_colours_meet_without_a_line_are_found() -> None:
    sheet = np.full((SIZE[1], SIZE[0], 3), (190, 215, 205), np.uint8)
    colours = [(170, 200, 150), (120, 170, 190), (200, 180, 160), (150, 150, 200)]
    rng = np.random.default_rng(8)
    for outline in corners("hex", hex_centres(), PITCH):
        cv2.fillPoly(sheet, [whole(np.round(outline * 16))], colours[rng.integers(4)], cv2.LINE_AA, 4)
    picture, centres = tilted(sheet, hex_centres())
    lattice = find_lattice(picture)
    assert lattice is not None
    assert offsets(lattice, "hex", centres).max() < CLOSE


@pytest.mark.parametrize("bend", [-0.08, 0.0, 0.04])
def test_cells_are_where_the_lens_shows_them(bend: float) -> None:
    view = View(np.array([[1 / 60, 0, 0], [0, 1 / 60, 0], [0, 0, 1.0]]), (1920, 1080), bend)
    lattice = Lattice("square", np.linalg.inv(view.to_plane), 1.0, np.zeros((1, 2)), 60.0, view)
    cells = np.array([(0, 0), (31, 0), (16, 9), (31, 17)])
    assert lattice.cells_at(lattice.centres(cells)) == pytest.approx(cells, abs=0.01)


def test_a_board_that_was_pointed_at_is_shown_in_its_proportions() -> None:
    focal, tilt, c, s = 1500.0, math.radians(40), math.cos(0.5), math.sin(0.5)
    turn = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, math.sin(tilt), 1]]) @ np.array([[c, -s], [s, c], [0, 0]])
    camera = np.array([[focal, 0, 960], [0, focal, 540], [0, 0, 1]])
    pose = camera @ np.column_stack([turn, [-300, -200, 1400]])
    board = np.array([(0.0, 0.0), (600, 0), (600, 400), (0, 400)])
    _, onto = flattened(np.zeros((1080, 1920, 3), np.uint8), through(pose, board))
    shown = through(onto @ pose, board)
    assert (shown[1, 0] - shown[0, 0]) / (shown[3, 1] - shown[0, 1]) == pytest.approx(1.5, rel=0.02)


def test_a_chess_board_with_pieces_on_half_its_fields_is_found() -> None:
    side, rng = 58, np.random.default_rng(3)
    columns, rows = np.meshgrid(np.arange(8), np.arange(8))
    centres = np.column_stack([columns.ravel(), rows.ravel()]) * side + np.array([SIZE[0] / 2 - 3.5 * side, 65.0])
    sheet = np.full((SIZE[1], SIZE[0], 3), (70, 110, 150), np.uint8)
    light, dark = (190, 220, 235), (60, 90, 130)
    for number, outline in enumerate(corners("square", centres, side)):
        cv2.fillPoly(sheet, [whole(np.round(outline))], light if (number + number // 8) % 2 else dark)
    for number in rng.permutation(64)[:32]:
        at = whole(centres[number] + rng.normal(0, 3, 2)).tolist()
        cv2.circle(sheet, at, int(side * rng.uniform(0.28, 0.4)), (35, 35, 40) if number % 2 else (215, 230, 240), -1)
    onto = np.array([[side, 0, centres[0, 0]], [0, side, centres[0, 1]], [0, 0, 1.0]])
    board = Sheet(sheet, "square", onto, centres, side, "fields", False)
    seen = taken(rng, board, SIZE, 35.0, 52.0, "plain")
    lattice = find_lattice(seen.image)
    assert lattice is not None
    assert offsets(lattice, "square", seen.centres).max() < CLOSE
