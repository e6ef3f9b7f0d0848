"""The drawing of the city: whole, light enough for phones, true to the board, in three languages."""

from __future__ import annotations

import gzip
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import engines.corteo
from engines.boards.drawing.city import LAYERS, city_plan
from engines.boards.hex import HexBoard
from engines.boards.loader import load_board

FILE = Path(engines.corteo.__file__).with_name("data") / "board.toml"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=["100x70", "A0"], scope="module")
def board(request: pytest.FixtureRequest) -> HexBoard:
    return load_board(FILE, request.param)


def test_every_layer_is_a_group_of_its_name_from_bottom_to_top(board: HexBoard) -> None:
    drawing = ET.fromstring(board.svg())
    assert drawing.get("width") == f"{board.size_mm[0]:g}mm"
    assert [child.get("id") for child in drawing if child.tag == f"{SVG}g"] == list(LAYERS)


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_streets_squares_and_margins_are_lettered(board: HexBoard, lang: str) -> None:
    words = {text.text for text in ET.fromstring(board.svg(lang)).iter(f"{SVG}text")}
    streets = {line.names["en"] for line in board.chart.lines if line.kind == "street"}
    assert streets <= words
    assert {"CORSO STORICO", "VIALE BILLIKID", "Mento", "M", board.word("prison", lang)} <= words
    assert {board.word(f"sign_{sign}", lang) for sign in board.features["sign"].values()} <= words


def test_a_phone_loads_the_mirror_in_less_than_100_kilobytes_and_can_tap_every_hex(board: HexBoard) -> None:
    mirror = board.mirror_svg("it")
    assert len(gzip.compress(mirror.encode(), 6)) < 100_000
    tapped = {element.get("data-cell") for element in ET.fromstring(mirror).iter() if element.get("data-cell")}
    assert board.cells <= tapped


def test_all_of_it_lies_on_the_sheet_and_clear_of_the_markers(board: HexBoard) -> None:
    width, height = board.size_mm
    left, _ = board.sheet.origin_mm
    marker = board.sheet.marker_mm * (1 + 2 / 6) + board.sheet.marker_inset_mm - board.sheet.marker_mm / 6
    assert left > marker - 1
    for place in board.places.values():
        assert all(0 <= x <= width and 0 <= y <= height for x, y in place.outline)


def test_a_layer_can_be_drawn_alone(board: HexBoard) -> None:
    alone = ET.fromstring(city_plan(board, "en", ["walls"]))
    assert [child.get("id") for child in alone if child.tag == f"{SVG}g"] == ["walls"]
