"""The same picture says the same in every run: what is found first claims its pixels, so cells have one order."""

from __future__ import annotations

import pytest

from engines.physical import Cell
from tests.vision.toytable import Camera, model
from vision import sight, spots
from vision.eye import Eye
from vision.pose import Rect


def test_cells_are_asked_in_one_order_and_not_in_that_of_a_set(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[Cell]] = []

    def noting(windows: list[tuple[Cell, Rect]], rect: Rect) -> list[tuple[list[Cell], Rect]]:
        asked.append([cell for cell, _ in windows])
        return spots.together(windows, rect)

    monkeypatch.setattr(sight, "together", noting)
    lying = {"0202": ["disc:red"], "0303": ["square:blue"], "0304": ["disc:green"], "0503": ["disc:black"]}
    Eye(model()).look(Camera().take(lying), 0.0)
    assert asked
    assert len(asked[0]) >= len(lying)
    assert asked == [sorted(cells) for cells in asked]
