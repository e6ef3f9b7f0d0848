"""What repeats is told from what is many times as fine: strong frequencies of a print may span but some of its own."""

from __future__ import annotations

import numpy as np
import pytest

from vision.lattice.folding import Sample, coarsened

CELLS = 24
PER_CELL = 20
"""Pixels per cell of the print, and side."""


def printed(orders: list[tuple[int, int]], noise: float) -> Sample:
    """A print of squares with waves of some `orders` in each, at whole coordinates of its cells."""
    y, x = np.mgrid[: CELLS * PER_CELL, : CELLS * PER_CELL] / PER_CELL
    values = np.random.default_rng(11).standard_normal(x.shape) * noise
    for a, b in orders:
        values += np.cos(2 * np.pi * (a * x + b * y))
    at = np.column_stack([x.ravel(), y.ravel()])
    return Sample(values.ravel().astype(np.float32), at, at)


def in_coordinates(sample: Sample, frequencies: list[tuple[int, int]]) -> Sample:
    """The same as a lock has it that has followed two `frequencies` only."""
    return Sample(sample.values, sample.at @ np.array(frequencies, np.float64).T, sample.points)


@pytest.mark.parametrize(
    ("frequencies", "times"),
    [([(1, 0), (0, 1)], 1), ([(2, 0), (0, 1)], 2), ([(2, 1), (-1, 2)], 5), ([(3, 1), (-1, 2)], 7)],
)
def test_what_repeats_is_found_from_frequencies_that_span_but_a_part_of_its_own(
    frequencies: list[tuple[int, int]], times: int
) -> None:
    sheet = printed([*frequencies, (1, 1)] if times > 1 else frequencies, noise=2.0)
    found = coarsened(in_coordinates(sheet, frequencies))
    assert abs(np.linalg.det(found)) == pytest.approx(1 / times)
    spanned = found @ np.array(frequencies)
    assert np.allclose(spanned, np.round(spanned)), "whole cells stay whole"


def test_art_that_repeats_nowhere_is_no_coarser_print() -> None:
    fine = printed([(1, 0), (0, 1)], noise=6.0)
    assert np.array_equal(coarsened(fine), np.eye(2))
