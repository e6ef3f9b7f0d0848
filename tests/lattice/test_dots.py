"""Dots say where cells lie only where every cell has one: dashes of larger cells leave some of them without."""

from __future__ import annotations

import numpy as np

from vision.lattice.candidates import candidate
from vision.lattice.edges import Edges, Fit
from vision.lattice.view import View

SIDE = 24
PITCH_PX = 16.0


def dots_of(shown: np.ndarray) -> Fit:
    """Hexes seen from above, of whose dots (`SIDE`×`SIDE`) a part is `shown`, by chance."""
    i, j = np.meshgrid(np.arange(shown.shape[0]), np.arange(shown.shape[1]), indexing="ij")
    cells = np.column_stack([i.ravel(), j.ravel()])
    on = (np.random.default_rng(5).random(len(cells)) < shown.ravel()).astype(np.float64)[:, None]
    view = View(np.diag([1 / PITCH_PX, 1 / PITCH_PX, 1.0]), (800, 600))
    return Fit("hex", view, True, Edges(cells, np.zeros(len(cells), np.intp), on, 1 - on), cells, 1.0)


def test_dots_of_which_every_fourth_is_hardly_there_are_dashes_of_cells_twice_as_large() -> None:
    shown = np.full((SIDE, SIDE), 0.9)
    shown[::2, ::2] = 0.65
    assert candidate(dots_of(shown)).confidence < 0.5


def test_dots_that_pieces_and_numbers_hide_here_and_there_are_believed() -> None:
    assert candidate(dots_of(np.full((SIDE, SIDE), 0.85))).confidence > 0.99


def test_a_few_dots_are_not_doubted_for_what_chance_hides() -> None:
    few = np.full((8, 7), 1.0)
    few[2, 2] = few[4, 4] = few[6, 2] = 0.0
    assert candidate(dots_of(few)).confidence > 0.9


def test_chance_does_not_excuse_that_a_quarter_of_few_dots_is_missing() -> None:
    few = np.full((8, 7), 1.0)
    few[::2, ::2] = 0.3
    assert candidate(dots_of(few)).confidence < 0.5
