"""Whole boards of ours, as a camera sees them on a wooden table: small hexes under art, dark edges on dark wood."""

from __future__ import annotations

import numpy as np
import pytest

from companion.board_eye import kit_of
from companion.measures.finding import offsets
from engines import registry
from engines.options import chosen
from vision.lattice import find_lattice
from vision.virtual.camera import Viewpoint
from vision.virtual.faults import Faults
from vision.virtual.shutter import Shutter


@pytest.mark.parametrize("name", ["casablanca_escape", "corteo"])
def test_the_lattice_of_a_whole_board_is_found_and_lies_right(name: str) -> None:
    game = registry.find(name)
    options = chosen(game.options, {})
    board, view = game.board(options), Viewpoint(azimuth_deg=130.0, elevation_deg=49.0)
    shutter = Shutter(kit_of(game, options), size=(1920, 1080), seed=2, view=view)
    picture = shutter.take([], Faults(), 1.0)
    centres = np.array([(*board.places[cell].centre, 0.0) for cell in sorted(board.cells)])
    lattice = find_lattice(picture)
    assert lattice is not None
    assert lattice.kind == "hex"
    off = offsets(lattice, "hex", shutter.painter.camera.project(centres), lens=True)
    assert np.quantile(off, 0.95) < 0.06
    assert off.max() < 0.1, "at the board's corners, where a lens bends most and hardly any hex is printed"
