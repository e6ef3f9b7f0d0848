"""What looks like hexes on the whole and is none: stitches, gaps between numbers, ticks about numbers."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from vision.lattice.averaging import BINS, elsewhere
from vision.lattice.candidates import candidate
from vision.lattice.confidence import NO_MORE_LONE
from vision.lattice.edges import Edges, Fit
from vision.lattice.grids import in_picture, nearest_cells, steps_of
from vision.lattice.lines import Values
from vision.lattice.outlines import PARTS
from vision.lattice.patches import Matrix
from vision.lattice.result import plane_of
from vision.lattice.view import View

SIZE, PITCH_PX = (960, 540), 16.0
CORNER = 0.53
"""Pitches from the middle of a hex from which its edges are ticks about corners."""


def hexes(upright: Matrix) -> Fit:
    """Hexes all over a picture, of whose edges of one direction the rows (2×`PARTS`) show so much by turns."""
    view = View(np.diag([1 / PITCH_PX, 1 / PITCH_PX, 1.0]), SIZE)
    cells = in_picture("hex", view, 1.0)
    shown = np.full((len(cells), 3, PARTS), 0.75)
    shown[:, 2] = upright[cells[:, 1] % 2]
    every = shown.reshape(-1, PARTS)
    on, beside = np.maximum(every, 0), np.maximum(-every, 0)
    edges = Edges(np.repeat(cells, 3, axis=0), np.tile(np.arange(3), len(cells)), on, beside)
    return Fit("hex", view, True, edges, cells, 1.0)


def test_stitches_that_lean_to_either_side_by_turns_are_no_edges_of_hexes() -> None:
    one_way, other_way = np.array([0.75, 0.1, -0.5, 0.4, 0.7]), np.array([0.6, 0.5, 0.3, 0.6, 0.6])
    assert candidate(hexes(np.array([one_way, other_way]))).confidence < 0.1


def test_numbers_beside_one_edge_of_every_cell_or_every_second_leave_hexes_as_sure() -> None:
    plain, covered = np.full(PARTS, 0.75), np.array([0.7, 0.5, -0.4, 0.5, 0.7])
    assert candidate(hexes(np.array([covered, covered]))).confidence > 0.99
    assert candidate(hexes(np.array([plain, np.maximum(covered, 0.0)]))).confidence > 0.99


def test_dots_and_numbers_are_no_edges_of_hexes_a_third_as_large() -> None:
    plain = hexes(np.full((2, PARTS), 0.75))
    # how much of each edge of every third cell showed of a map of dots with numbers above them
    shown = np.array(
        [
            [(-0.4, 0, 0.9), (0, 0, 0.8), (0, 0, 0.8)],
            [(-0.3, 0.7, 0.9), (0, 0.6, 0.5), (0, 0.1, 0.1)],
            [(-0.2, 0.1, 0.4), (0, 0.6, 0.6), (0, 0.7, 0.1)],
        ]
    )
    some = shown[plain.edges.which, plain.edges.cells[:, 0] % 3, plain.edges.cells[:, 1] % 3]
    for each, is_one in ((some, False), (np.full(len(some), shown.mean()), True)):
        on = np.tile(each[:, None], (1, PARTS))
        edges = msgspec.structs.replace(plain.edges, on=np.maximum(on, 0), beside=np.maximum(-on, 0))
        assert (candidate(msgspec.structs.replace(plain, edges=edges)).confidence > 0.99) == is_one


@pytest.mark.parametrize(("ends", "own", "others"), [(False, 0.14, 0.19), (True, 0.19, 0.44)])
def test_many_cells_make_no_hexes_of_outlines_that_fit_elsewhere_too(ends: bool, own: float, others: float) -> None:
    fit = hexes(np.full((2, PARTS), 0.75))
    fit = msgspec.structs.replace(fit, edges=fit.edges.ends) if ends else fit
    assert candidate(msgspec.structs.replace(fit, elsewhere=own)).confidence > 0.99
    assert candidate(msgspec.structs.replace(fit, elsewhere=others)).confidence < 0.1


def mean_of_hexes(dark: float, bright: float, moved: float, ticks: bool = False) -> Values:
    """The mean of cells with so dark outlines about (0, 0), or their corners, and so bright ones about (0, `moved`)."""
    plane = plane_of("hex")[:2, :2]
    j, i = (np.mgrid[:BINS, :BINS] + 0.5) / BINS
    mean = np.zeros((BINS, BINS))
    for strength, by in ((-dark, 0.0), (bright, moved)):
        places = np.column_stack([i.ravel(), j.ravel() - by]) @ plane.T
        off = places - nearest_cells("hex", places) @ plane.T
        past = 0.5 - np.abs(off @ steps_of("hex").T).max(axis=1)
        line = strength * np.exp(-((past / 0.03) ** 2)).reshape(BINS, BINS)
        is_corner = np.hypot(*off.T).reshape(BINS, BINS) > CORNER
        mean += np.where(is_corner, line, 0) if ticks and strength < 0 else line
    return mean.astype(np.float32)


def test_bright_gaps_are_told_from_bright_lines_by_the_dark_outlines_beside_them() -> None:
    lines, gaps = mean_of_hexes(0.0, 0.5, 0.4), mean_of_hexes(1.0, 0.5, 0.4)
    for mean, others in ((lines, False), (gaps, True)):
        assert elsewhere(mean, "hex", 24.0, False, at=(0.0, 0.4)) < NO_MORE_LONE["hex"]
        assert (elsewhere(mean, "hex", 24.0, False, at=(0.0, 0.4), both=True) > NO_MORE_LONE["hex"]) is others


def test_bright_gaps_are_told_from_bright_lines_by_dark_ticks_that_show_more() -> None:
    faint, plain = (mean_of_hexes(dark, 0.3, 0.4, ticks=True) for dark in (0.1, 1.0))
    for mean, others in ((faint, False), (plain, True)):
        assert (elsewhere(mean, "hex", 24.0, False, at=(0.0, 0.4), both=True) > NO_MORE_LONE["hex"]) is others
