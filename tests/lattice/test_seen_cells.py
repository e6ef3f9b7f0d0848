"""Which cells of a lattice are the board's: those that are seen, and what pieces hide between them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.lattice import Lattice
from vision.lattice.bases import Kind
from vision.lattice.patches import Matrix
from vision.lattice.view import View

PITCH_PX, SIZE = 40.0, (900, 700)


def lattice(kind: Kind, cells: Matrix) -> Lattice:
    """A lattice of which just those cells are seen, straight from above."""
    to_picture = np.array([[PITCH_PX, 0.0, 100.0], [0.0, PITCH_PX, 100.0], [0.0, 0.0, 1.0]])
    bare = Lattice(kind, to_picture, 1.0, np.zeros((0, 2)), PITCH_PX, View(np.linalg.inv(to_picture), SIZE))
    return Lattice(kind, to_picture, 1.0, bare.centres(cells), PITCH_PX, bare.view)


def board(kind: Kind) -> list[tuple[int, int]]:
    """Ten cells in each of eight rows, one above the other: rows of hexes are shifted by half a cell."""
    return [(i - j // 2 if kind == "hex" else i, j) for i in range(10) for j in range(8)]


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_no_cell_is_counted_that_the_board_has_not(kind: Kind) -> None:
    cells = lattice(kind, np.array(board(kind))).cells_within(SIZE)
    assert set(map(tuple, cells.tolist())) == set(board(kind))


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_cells_that_pieces_hide_are_the_boards_too(kind: Kind) -> None:
    hidden = {board(kind)[number] for number in (18, 35, 36, 60)}
    seen = np.array([cell for cell in board(kind) if cell not in hidden])
    cells = lattice(kind, seen).cells_within(SIZE)
    assert set(map(tuple, cells.tolist())) == set(board(kind))


def test_a_cell_whose_centre_is_beside_the_picture_is_not_counted() -> None:
    whole = lattice("square", np.array(board("square")))
    assert len(whole.cells_within((150, 700))) == 16
