"""What is believed of squares: not bricks, nor tables, nor what is seen here and there, nor rows of numbers."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.lattice.candidates import Candidate
from vision.lattice.edges import Edges, Fit
from vision.lattice.outlines import PARTS
from vision.lattice.view import View

SIDE = 12
"""Cells along the board."""
NO_STRETCH = 1.0


def squares_whose_uprights_show(upright: NDArray[np.float64]) -> Fit:
    """A lattice of squares with all edges along it, and of its uprights (SIDE×SIDE×PARTS) what is given."""
    i, j = np.meshgrid(np.arange(SIDE), np.arange(SIDE), indexing="ij")
    cells = np.column_stack([i.ravel(), j.ravel()])
    on = np.ones((SIDE * SIDE, 2, PARTS))
    on[:, 0] = upright.reshape(-1, PARTS)
    shown = on.reshape(-1, PARTS)
    edges = Edges(np.repeat(cells, 2, axis=0), np.tile([0, 1], SIDE * SIDE), shown, np.zeros_like(shown))
    return Fit("square", View(np.eye(3), (1200, 1200)), True, edges, cells, 1.0)


def test_squares_are_believed() -> None:
    assert Candidate(squares_whose_uprights_show(np.ones((SIDE, SIDE, PARTS))), NO_STRETCH).confidence > 0.9


def test_squares_with_one_edge_in_seven_missing_anywhere_are_believed() -> None:
    missing = np.random.default_rng(5).random((SIDE, SIDE, 1)) < 1 / 7
    assert Candidate(squares_whose_uprights_show(np.repeat(~missing, PARTS, axis=2) * 1.0), NO_STRETCH).confidence > 0.9


def test_two_courses_of_bricks_are_no_square() -> None:
    upper = np.arange(PARTS) < PARTS / 2
    odd = np.arange(SIDE)[:, None, None] % 2 == 1
    halves = np.broadcast_to(np.where(odd, upper, ~upper), (SIDE, SIDE, PARTS))
    assert Candidate(squares_whose_uprights_show(halves * 1.0), NO_STRETCH).confidence < 0.1


def test_ticks_about_the_corners_of_squares_are_believed() -> None:
    fit = squares_whose_uprights_show(np.ones((SIDE, SIDE, PARTS)))
    ticks = np.broadcast_to((np.arange(PARTS) != PARTS // 2) * 1.0, fit.edges.on.shape)
    edges = Edges(fit.edges.cells, fit.edges.which, np.asarray(ticks), fit.edges.beside)
    assert Candidate(msgspec.structs.replace(fit, edges=edges), NO_STRETCH).confidence > 0.9


@pytest.mark.parametrize("bond", [2, 3])
def test_bricks_laid_by_halves_or_thirds_are_no_squares(bond: int) -> None:
    i, j = np.meshgrid(np.arange(SIDE), np.arange(SIDE), indexing="ij")
    joints = np.repeat(((i + j) % bond == 0)[:, :, None], PARTS, axis=2)
    assert Candidate(squares_whose_uprights_show(joints * 1.0), NO_STRETCH).confidence < 0.1


def squares_without_uprights(*missing: int) -> Fit:
    """All edges but those of some columns' uprights."""
    shown = ~np.isin(np.arange(SIDE), missing)
    return squares_whose_uprights_show(np.broadcast_to(shown[:, None, None], (SIDE, SIDE, PARTS)) * 1.0)


def test_rows_of_a_table_with_uneven_columns_are_no_squares() -> None:
    assert Candidate(squares_without_uprights(4, 5, 7, 8), NO_STRETCH).confidence < 0.1


def test_squares_with_a_line_in_the_fold_of_the_map_are_believed() -> None:
    assert Candidate(squares_without_uprights(5), NO_STRETCH).confidence > 0.9


def test_squares_that_end_within_the_picture_are_believed() -> None:
    assert Candidate(squares_without_uprights(0, SIDE - 2, SIDE - 1), NO_STRETCH).confidence > 0.9


def test_squares_of_which_a_quarter_of_the_edges_shows_are_doubted_however_many_they_are() -> None:
    shown = squares_whose_uprights_show(np.ones((SIDE, SIDE, PARTS)))
    few = msgspec.structs.replace(shown.edges, beside=np.full_like(shown.edges.on, 0.75))
    assert Candidate(msgspec.structs.replace(shown, edges=few), NO_STRETCH).confidence < 0.1


def test_squares_that_are_seen_at_two_ends_of_a_wall_and_not_between_are_doubted() -> None:
    shown = squares_whose_uprights_show(np.ones((SIDE, SIDE, PARTS)))
    ends = shown.seen[(shown.seen[:, 0] < 3) | (shown.seen[:, 0] > SIDE - 4)]
    assert Candidate(msgspec.structs.replace(shown, seen=ends), NO_STRETCH).confidence < 0.1


def test_squares_under_an_arm_are_believed() -> None:
    shown = squares_whose_uprights_show(np.ones((SIDE, SIDE, PARTS)))
    beside_an_arm = shown.seen[np.abs(shown.seen[:, 0] - SIDE // 2) > 1]
    assert Candidate(msgspec.structs.replace(shown, seen=beside_an_arm), NO_STRETCH).confidence > 0.9


def test_of_two_lattices_half_a_cell_apart_the_one_that_shows_more_is_believed_though_parts_of_it_are_missing() -> None:
    gaps = np.ones((SIDE, SIDE, PARTS))
    gaps[:, :, 0] = 0.3
    lines = Candidate(squares_whose_uprights_show(gaps), NO_STRETCH)
    even = squares_whose_uprights_show(np.ones((SIDE, SIDE, PARTS)))
    fainter = msgspec.structs.replace(even.edges, beside=np.full_like(even.edges.on, 0.1))
    aside = View(np.array([[1, 0, 0.5], [0, 1, 0], [0, 0, 1.0]]), (1200, 1200))
    numbers = Candidate(msgspec.structs.replace(even, edges=fainter, view=aside), NO_STRETCH)
    assert numbers.worth > lines.worth
    assert lines.clearer_than(numbers)
    assert not numbers.clearer_than(lines)
