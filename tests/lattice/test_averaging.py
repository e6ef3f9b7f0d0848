"""Maps whose numbers are all that one sees are found by the mean of their cells, and numbers alone are not believed."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.measures.finding import offsets
from companion.measures.photographs import photograph
from companion.measures.printed_maps import Kind, Picture, Points, corners, letter, whole
from vision.lattice import find_lattice
from vision.lattice.averaging import BINS, by_dot, by_edges, mean_cell
from vision.lattice.following import Followed
from vision.lattice.homography import through
from vision.lattice.lines import Level
from vision.lattice.view import View

SIZE = (960, 540)
PITCH = 30.0
CLOSE = 0.10
PAPER, NOISE = 215, 3.0


def printed(kind: Kind, line: int, dot: int = 0, numbers: bool = True) -> tuple[Picture, Points]:
    """A tilted photograph of a map, with a bold number in every cell or without, and its centres.

    Lines, and dots, are so many grey values darker than the paper, under noise of `NOISE`.
    """
    row = math.sqrt(3) / 2 if kind == "hex" else 1.0
    i, j = np.meshgrid(np.arange(30), np.arange(18))
    shift = (j % 2) / 2 if kind == "hex" else np.zeros(j.shape)
    centres = np.column_stack([((i + shift) * PITCH).ravel(), (j * row * PITCH).ravel()]) + 40
    sheet = np.full((620, 980), PAPER, np.uint8)
    for outline in corners(kind, centres, PITCH):
        cv2.polylines(sheet, [whole(outline)], True, PAPER - line, 1, cv2.LINE_AA)
    for number, (x, y) in enumerate(centres.tolist()):
        if dot:
            cv2.circle(sheet, (round(x), round(y)), 2, PAPER - dot, -1, cv2.LINE_AA)
        if numbers:
            letter(sheet, f"{number % 30:02d}{number // 30:02d}", (x - 7, y + 8), 6.5, (30, 30, 30), "sans", 800)
    pose = np.array([[0.95, 0.10, -20], [-0.06, 0.86, 25], [-5e-5, 1.6e-4, 1]])
    seen = cv2.warpPerspective(sheet, pose, SIZE, borderValue=90).astype(np.float64)
    seen += np.random.default_rng(7).standard_normal(seen.shape) * NOISE
    places = through(pose, centres)
    inside = ((places > 0) & (places < SIZE)).all(axis=1)
    return np.asarray(np.clip(seen, 0, 255), np.uint8), places[inside]


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_lines_fainter_than_the_noise_are_found_between_bold_numbers(kind: Kind) -> None:
    image, centres = printed(kind, line=8)
    lattice = find_lattice(image)
    assert lattice is not None
    assert offsets(lattice, kind, centres).max() < CLOSE


def test_faint_dots_alone_say_where_cells_lie() -> None:
    image, centres = printed("hex", line=0, dot=20, numbers=False)
    lattice = find_lattice(image)
    assert lattice is not None
    assert offsets(lattice, "hex", centres).max() < CLOSE


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_numbers_alone_do_not_say_where_cells_lie(kind: Kind) -> None:
    image, _ = printed(kind, line=0)
    assert find_lattice(image) is None


def test_a_row_of_bold_numbers_beside_a_line_does_not_draw_squares_to_itself() -> None:
    picture = photograph(207036, "square")
    lattice = find_lattice(picture.image)
    assert lattice is not None
    assert offsets(lattice, "square", picture.centres).max() < CLOSE


def drawn(*lines: tuple[float, float], along: tuple[int, ...] = (0, 1)) -> NDArray[np.float32]:
    """A mean cell of squares with a dark line at each place across it, for each of the directions."""
    mean = np.zeros((BINS, BINS), np.float32)
    for place in lines:
        for axis in along:
            at = round(place[axis] * BINS) % BINS
            mean[(slice(None), at) if axis == 0 else (at, slice(None))] -= 1
    return mean


def test_edges_lie_half_a_cell_beside_the_middle() -> None:
    place = by_edges(drawn((0.75, 0.25)), "square", np.eye(2), 40.0, (True, False))
    assert place.dark
    assert np.allclose(place.at, (0.25, 0.75), atol=0.03)
    assert place.stands_out(0.1, 0.6)


def test_lines_in_one_direction_only_are_no_edges_of_squares() -> None:
    place = by_edges(drawn((0.75, 0.25), along=(0,)), "square", np.eye(2), 40.0, (True, False))
    assert not place.stands_out(0.1, 0.6)


def test_two_equal_dots_in_a_cell_are_no_middle() -> None:
    mean = np.zeros((BINS, BINS), np.float32)
    cv2.circle(mean, (12, 12), 2, -1.0, -1)
    one = by_dot(mean, "square", np.eye(2), True)
    assert one is not None
    assert one.stands_out(0.01, 0.6)
    cv2.circle(mean, (34, 20), 2, -1.0, -1)
    two = by_dot(mean, "square", np.eye(2), True)
    assert two is not None
    assert not two.stands_out(0.01, 0.6)


@pytest.mark.parametrize(("beside", "is_dot"), [(0.0, True), (0.25, False)])
def test_a_dot_is_in_the_middle_of_no_cell_that_lines_run_across(beside: float, is_dot: bool) -> None:
    mean = drawn((0.75 + beside, 0.75), along=(0, 1))
    cv2.circle(mean, (12, 12), 2, 1.0, -1)
    assert (by_dot(mean, "square", np.eye(2), False) is not None) is is_dot


@pytest.mark.parametrize(("arm", "is_dot"), [(0, True), (5, False)])
def test_where_dashes_meet_is_no_dot_in_the_middle_of_a_cell(arm: int, is_dot: bool) -> None:
    mean = np.zeros((BINS, BINS), np.float32)
    if not arm:
        cv2.circle(mean, (24, 24), 2, 1.0, -1)
    for turn in range(4 if arm else 0):
        x, y = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])[turn] * arm
        cv2.line(mean, (24, 24), (24 + int(x), 24 + int(y)), 1.0, 2)
    mean = cv2.GaussianBlur(mean, (0, 0), 1.0)
    dot = by_dot(mean, "square", np.eye(2), False)
    assert (dot is not None) is is_dot


def test_taps_that_are_no_rectangle_do_not_hide_what_is_found_without_them() -> None:
    image, centres = printed("hex", line=60)
    taps = [(30, 60), (900, 20), (700, 500), (60, 300)]
    lattice = find_lattice(image, taps)
    assert lattice is not None
    assert offsets(lattice, "hex", centres).max() < CLOSE


@pytest.mark.parametrize(("seed", "kind"), [(240008, "square"), (240011, "hex")])
def test_where_ticks_or_lines_meet_is_no_dot_in_the_middle_of_a_cell(seed: int, kind: Kind) -> None:
    photo = photograph(seed, kind)
    lattice = find_lattice(photo.image)
    assert lattice is not None
    assert offsets(lattice, kind, photo.centres).max() < CLOSE


@pytest.mark.filterwarnings("error")
def test_the_mean_of_cells_near_the_horizon_leaves_out_what_lies_beyond() -> None:
    horizon, before, beyond = 100, 1.0, -50.0
    level = Level(np.full((200, 200), beyond, np.float32), 1.0)
    level.lines[:horizon] = before
    steep = View(np.array([[0.1, 0, -10], [0, 0, 10], [0, -0.01, 1.0]]), (200, 200))
    seen = mean_cell(level, Followed(steep, np.array([[100.0, 90.0]]), 40.0))
    assert set(np.unique(seen)) <= {0.0, before}
