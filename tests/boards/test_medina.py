"""The drawing of the white town: whole, true to the board, light enough for phones."""

from __future__ import annotations

import gzip
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import engines.casablanca_agents
from engines.boards.chart import ChartedBoard
from engines.boards.drawing.medina import LAYERS
from engines.boards.loader import load_any_board

FILE = Path(engines.casablanca_agents.__file__).with_name("data") / "board.toml"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=["A2", "A1"])
def board(request: pytest.FixtureRequest) -> ChartedBoard:
    return load_any_board(FILE, request.param)


def test_one_unit_is_a_millimetre_and_layers_lie_in_order(board: ChartedBoard) -> None:
    drawing = ET.fromstring(board.svg())
    width, height = board.size_mm
    assert drawing.get("viewBox") == f"0 0 {width:g} {height:g}"
    assert [child.get("id") for child in drawing if child.tag == f"{SVG}g"] == list(LAYERS)


def test_the_same_board_is_drawn_the_same_way(board: ChartedBoard) -> None:
    assert board.svg("it") == board.svg("it")


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_numbers_names_and_residents_are_printed(board: ChartedBoard, lang: str) -> None:
    words = {"".join(text.itertext()) for text in ET.fromstring(board.svg(lang)).iter(f"{SVG}text")}
    assert {str(number) for number in (2, 3, 4, *range(6, 13), *range(14, 21), 22, 23, 24)} <= words
    assert {board.name(cell, lang) for cell in ("1", "5", "13", "21", "25")} <= words
    assert "GORDON BLEU · DR. R. BLANCO" in words


def test_buildings_lie_apart_from_each_other_and_from_the_markers(board: ChartedBoard) -> None:
    circles = [
        (place.centre, place.outline[0][0] - place.centre[0]) for place in (board.places[cell] for cell in board.cells)
    ]
    for number, (one, radius) in enumerate(circles):
        for other, reach in circles[:number]:
            assert ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5 > radius + reach
        for corners in board.markers.values():
            for corner in corners:
                assert ((one[0] - corner[0]) ** 2 + (one[1] - corner[1]) ** 2) ** 0.5 > radius


def test_a_phone_loads_the_mirror_in_less_than_60_kilobytes(board: ChartedBoard) -> None:
    mirror = board.mirror_svg()
    assert len(gzip.compress(mirror.encode(), 6)) < 60_000
    drawing = ET.fromstring(mirror)
    cells = {element.get("data-cell") for element in drawing.iter() if element.get("data-cell")}
    assert cells == set(board.places)
