"""A piece that leans on another throws a longer shadow, and that shadow is nothing that lies there."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.physical import Cell
from tests.evening.room import camera, furnishing
from vision.evidence import CellEvidence
from vision.eye import Eye
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop

LOWER, UPPER = "disc:green", "disc:red"


def seen(pictures: Path, cell: Cell, off_mm: tuple[float, float]) -> CellEvidence:
    """What the eye says of `cell` when a red disc leans there on a green one that lies in the middle."""
    kit, model = furnishing(pictures)
    eye, shutter = Eye(model), camera(pictures, "A0", 1)
    bare = TableTop(kit.geometry, kit.looks).with_supply([LOWER, UPPER])
    below, above = (piece.id for piece in bare.pieces)
    x, y = kit.geometry.centres[cell]
    leaning = bare.moved(below, x, y).moved(above, x + off_mm[0], y + off_mm[1])
    cells = {}
    for number, top in enumerate((bare, leaning, leaning, leaning)):
        cells.update(eye.look(shutter.take(top.resting(), Faults(), float(number)), float(number)).evidence)
    evidence = cells[cell]
    assert isinstance(evidence, CellEvidence)
    return evidence


@pytest.mark.parametrize("off_mm", [(6.2, -2.2), (6.5, -6.0), (2.0, 7.0)])
def test_the_shadow_of_a_disc_that_leans_on_another_is_no_third_piece(
    pictures: Path, off_mm: tuple[float, float]
) -> None:
    evidence = seen(pictures, "2501", off_mm)
    three = {look: evidence.loglik(tuple(sorted((LOWER, UPPER, look)))) for look in furnishing(pictures)[1].bodies}
    assert max(three.values()) < evidence.loglik((LOWER, UPPER)) - 1
