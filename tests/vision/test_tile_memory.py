"""What was read of a tile before something came to lie on it counts, unless the tile is seen to be another."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.bodies import Outline
from vision.designs.memory import TileMemory
from vision.designs.reader import Reading
from vision.found import Found

MIDDLE, SIDE = (100.0, 80.0), 26
G, F = "tile:g:south", "tile:f:south"


@pytest.fixture
def memory() -> TileMemory:
    """Remembers a tile g that lay 20° askew."""
    tile = Found(
        face_mm=MIDDLE, outline=Outline(False, 26.0), height_mm=2.0, score=50.0, looks={G: 0.0, F: -11.0},
        unknown=0.0, known=3.0, tone=np.zeros(3), visible=1.0, shown=1.0, rect=(0, 0, SIDE, SIDE),
        silhouette=np.ones((SIDE, SIDE), np.float32), density=None, cell="0101", turn_deg=20.0,
    )  # fmt: skip
    view: Any = SimpleNamespace(rect=(0, 0, SIDE, SIDE), odd=np.ones((SIDE, SIDE), np.bool_))
    memory = TileMemory()
    memory.keep([tile], view)
    return memory


def read(turn_deg: float, likeness: float = 0.88) -> Reading:
    """An f is read there, by a margin of 5, though something seems to lie on half of it."""
    return Reading({F: 0.0, G: -5.0}, F, MIDDLE, turn_deg, likeness, 0.5)


def test_what_lies_as_it_did_is_the_tile_that_was_read_there(memory: TileMemory) -> None:
    assert memory.recalled(read(22.0)).best == G


@pytest.mark.parametrize("turn_deg", [0.0, -5.0, 60.0])
def test_a_tile_turned_otherwise_is_another(memory: TileMemory, turn_deg: float) -> None:
    assert memory.recalled(read(turn_deg)).best == F


def test_the_same_way_of_another_quarter_is_not_turned(memory: TileMemory) -> None:
    assert memory.recalled(read(110.0)).best == G


def test_a_turn_that_is_read_badly_tells_nothing(memory: TileMemory) -> None:
    assert memory.recalled(read(0.0, likeness=0.6)).best == G
