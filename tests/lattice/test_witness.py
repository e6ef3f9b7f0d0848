"""The printed lattice tells how far a board lies from where it was said to lie."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.measures.no_lattice import without_lattice
from companion.measures.photographs import Photograph, photograph
from vision.lattice.witness import plane_of_board, witness

PITCH_MM = 17.0


@pytest.fixture(scope="module")
def taken() -> Photograph:
    return photograph(2, "hex", (1280, 720), "plain")


def board(of: Photograph) -> tuple[np.ndarray, np.ndarray]:
    """Board mm → px, and the centres of the cells in the picture, mm."""
    to_picture = of.lattice @ np.diag([1 / PITCH_MM, 1 / PITCH_MM, 1.0])
    flat = np.column_stack([of.centres, np.ones(len(of.centres))]) @ np.linalg.inv(to_picture).T
    return to_picture, flat[:, :2] / flat[:, 2:]


def moved(by_pitches: float) -> np.ndarray:
    return np.array([[1, 0, by_pitches * PITCH_MM], [0, 1, 0], [0, 0, 1.0]])


@pytest.mark.parametrize("by", [0.0, 0.2, -0.35])
def test_a_board_is_seen_as_far_from_its_place_as_it_was_nudged(taken: Photograph, by: float) -> None:
    to_picture, centres = board(taken)
    said = witness(cv2.cvtColor(taken.image, cv2.COLOR_BGR2GRAY), to_picture @ moved(by), centres, PITCH_MM)
    assert said is not None
    assert said.off == pytest.approx(abs(by), abs=0.03)
    assert said.seen > 0.5


def test_where_the_lattice_is_seen_the_board_is_where_it_was_taken(taken: Photograph) -> None:
    to_picture, centres = board(taken)
    said = witness(cv2.cvtColor(taken.image, cv2.COLOR_BGR2GRAY), to_picture @ moved(0.2), centres, PITCH_MM)
    assert said is not None
    seen = cv2.perspectiveTransform(centres[None], said.to_picture)[0]
    assert np.hypot(*(seen - taken.centres).T).max() < 0.05 * taken.pitch_px


def test_a_picture_of_something_else_says_nothing_about_the_board(taken: Photograph) -> None:
    to_picture, centres = board(taken)
    _, other = without_lattice(3, (1280, 720))
    assert witness(cv2.cvtColor(other, cv2.COLOR_BGR2GRAY), to_picture, centres, PITCH_MM) is None


def test_a_board_of_rings_has_no_lattice() -> None:
    rings = np.array([(r * math.cos(t), r * math.sin(t)) for r in (20, 40, 60) for t in np.arange(9) * 2 * math.pi / 9])
    assert plane_of_board(rings, 20.0) is None
