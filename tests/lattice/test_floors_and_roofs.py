"""Tiles of roofs and planks on floors lie as regularly as cells of a board, and are none."""

from __future__ import annotations

import numpy as np
import pytest

from companion.cli.find import Budget
from companion.measures.no_lattice import without_lattice
from companion.measures.repeating import herringbone, roof
from vision.lattice import find_lattice

SIZE = (640, 360)


@pytest.mark.parametrize("seed", [4, 6])
def test_rounded_tiles_of_a_roof_are_neither_squares_nor_hexes(seed: int) -> None:
    assert find_lattice(roof(np.random.default_rng(seed), *SIZE)) is None


@pytest.mark.parametrize("seed", [2, 7])
def test_planks_laid_in_a_herringbone_are_no_squares(seed: int) -> None:
    assert find_lattice(herringbone(np.random.default_rng(seed), *SIZE)) is None


def test_corners_of_planks_are_no_dots() -> None:
    name, floor = without_lattice(231035, (1920, 1080))
    assert name == "herringbone"
    assert find_lattice(floor, is_time_up=Budget(2.0).is_up) is None
