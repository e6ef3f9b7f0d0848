"""A piece that looks like its floor is found by the shadow around it; soft shadows and printed discs are no pieces."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.bodies import Outline, face
from vision.hollow import PERHAPS, Hollow, hollows

SIDE, SCALE = 81, 2.0
MIDDLE = SIDE // 2
SHAPES = [(True, 10.0), (False, 14.5)]
NOTHING = np.zeros((SIDE, SIDE), np.bool_)


def around(outline: Outline, right_mm: float = 0.0, depth: float = 0.3) -> NDArray[np.float32]:
    """What is darker than the floor (tone) around a piece of the floor's colour, whose shadow falls to its right."""
    own = face(outline, SCALE, SIDE)
    moved = np.roll(own, round(right_mm * SCALE), axis=1)
    soft = cv2.GaussianBlur(cv2.dilate(moved, np.ones((5, 5), np.uint8)), (0, 0), SCALE)
    return np.asarray(cv2.GaussianBlur(depth * soft * (1 - own), (0, 0), 0.7), np.float32)


def plainest(
    shade: NDArray[np.float32], things: NDArray[np.bool_] = NOTHING, shapes: list[tuple[bool, float]] = SHAPES
) -> Hollow | None:
    return max(hollows(shade, things, shapes, SCALE), default=None)


@pytest.mark.parametrize("outline", [Outline(True, 10.0), Outline(False, 14.5), Outline(False, 14.5, 3)])
def test_what_a_shadow_surrounds_has_the_shape_of_a_piece(outline: Outline) -> None:
    seen = plainest(around(outline))
    assert seen is not None
    assert (seen.outline, seen.row, seen.column) == (
        outline,
        pytest.approx(MIDDLE, abs=1),
        pytest.approx(MIDDLE, abs=1),
    )
    assert seen.mask((SIDE, SIDE), SCALE).sum() == pytest.approx(face(outline, SCALE, SIDE).sum(), rel=0.05)


def test_a_dark_drawing_on_what_lies_in_a_shadow_does_not_hide_it() -> None:
    dot = face(Outline(True, 10.0), SCALE, SIDE) * np.indices((SIDE, SIDE)).sum(axis=0) / SIDE
    assert plainest((around(Outline(True, 14.0)) + dot).astype(np.float32), shapes=[(True, 14.0)]) is not None


def test_a_shadow_that_falls_to_one_side_may_be_a_pieces_and_is_looked_at_finely() -> None:
    assert hollows(around(Outline(True, 10.0), right_mm=1.0), NOTHING, SHAPES, SCALE, PERHAPS)


def test_a_soft_shadow_is_no_piece_and_neither_is_the_light_between_two() -> None:
    blot = cv2.GaussianBlur(face(Outline(True, 12.0), SCALE, SIDE), (0, 0), 5.0) * 0.4
    assert plainest(blot.astype(np.float32)) is None
    bars = np.zeros((SIDE, SIDE), np.float32)
    bars[:, MIDDLE - 24 : MIDDLE - 11] = bars[:, MIDDLE + 12 : MIDDLE + 25] = 0.3
    assert plainest(bars) is None


def test_a_printed_disc_that_seems_shifted_by_a_pixel_is_no_piece() -> None:
    disc = face(Outline(True, 10.0), SCALE, SIDE) * 0.4
    assert plainest(np.asarray(disc - np.roll(disc, 1, axis=1), np.float32)) is None


def test_nothing_is_found_where_another_thing_is_or_nobody_knows_the_floor() -> None:
    outline = Outline(True, 10.0)
    assert plainest(around(outline), face(outline, SCALE, SIDE) > 0.5) is None
    assert plainest(around(outline), ~NOTHING) is None
