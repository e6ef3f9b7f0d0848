"""Boards of which few large cells are in view, many of them under pieces and arms, are found."""

from __future__ import annotations

import numpy as np
import pytest

from companion.measures.finding import CLOSE, offsets
from companion.measures.photographs import photograph
from vision.lattice import find_lattice
from vision.lattice.edges import Edges, Fit
from vision.lattice.view import View

SIDE = 8
VIEW = View(np.eye(3), (100, 100))


def board_without(missing: np.ndarray) -> Fit:
    """A board of squares of which the edges (`SIDE`×`SIDE`×2) that are `missing` do not show."""
    i, j = np.meshgrid(np.arange(SIDE), np.arange(SIDE), indexing="ij")
    cells = np.column_stack([i.ravel(), j.ravel()])
    on = np.repeat(1.0 - missing.reshape(-1, 1), 5, axis=1)
    edges = Edges(np.repeat(cells, 2, axis=0), np.tile(np.arange(2), len(cells)), on, np.zeros_like(on))
    return Fit("square", VIEW, True, edges, cells, 1.0)


@pytest.mark.parametrize(("seed", "size"), [(270025, (1920, 1080)), (244006, (1920, 1080)), (260034, (1280, 720))])
def test_a_board_under_arms_and_pieces_is_found(seed: int, size: tuple[int, int]) -> None:
    board = photograph(seed, "hex", size)
    lattice = find_lattice(board.image)
    assert lattice is not None
    assert offsets(lattice, "hex", board.centres).max() < CLOSE


def test_cells_that_a_piece_hides_wholly_do_not_make_a_board_uneven() -> None:
    hidden = np.zeros((SIDE, SIDE, 2))
    for i, j in ((2, 2), (2, 4), (4, 2), (4, 4), (6, 6)):
        hidden[i, j] = hidden[i - 1, j, 0] = hidden[i, j - 1, 1] = 1
    assert board_without(hidden).even > 0.9


def test_a_wall_lacks_every_second_upright_edge_of_courses_that_are_there() -> None:
    bricks = np.zeros((SIDE, SIDE, 2))
    i, j = np.meshgrid(np.arange(SIDE), np.arange(SIDE), indexing="ij")
    bricks[..., 0] = (i + j) % 2
    assert board_without(bricks).even < 0.1
