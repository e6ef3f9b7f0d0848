"""The drawing of the escape's map: whole, light enough for phones, and true to the board."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import engines.casablanca_escape
from engines.boards.drawing.curves import inset, loops
from engines.boards.drawing.lattice import cell_loops
from engines.boards.drawing.poster import LAYERS, poster
from engines.boards.hex import HexBoard
from engines.boards.loader import load_board

FILE = Path(engines.casablanca_escape.__file__).with_name("data") / "board.toml"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def board() -> HexBoard:
    return load_board(FILE, "A0")


@pytest.fixture(scope="module")
def drawing(board: HexBoard) -> ET.Element:
    return ET.fromstring(board.svg())


def test_one_unit_of_the_drawing_is_a_millimetre(drawing: ET.Element) -> None:
    assert drawing.get("width") == "1189mm"
    assert drawing.get("height") == "841mm"
    assert drawing.get("viewBox") == "0 0 1189 841"


def test_every_layer_is_a_group_of_its_name_from_bottom_to_top(drawing: ET.Element) -> None:
    assert [child.get("id") for child in drawing if child.tag == f"{SVG}g"] == list(LAYERS)


def test_a_single_layer_can_be_drawn_alone(board: HexBoard) -> None:
    alone = ET.fromstring(poster(board, "en", ["rail"]))
    assert [child.get("id") for child in alone if child.tag == f"{SVG}g"] == ["rail"]


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_names_of_places_and_margins_are_printed_in_the_language(board: HexBoard, lang: str) -> None:
    words = {text.text for text in ET.fromstring(board.svg(lang)).iter(f"{SVG}text")}
    assert {board.name(cell, lang) for cell in board.chart.names} <= words
    assert {
        board.word(key, lang) for key in ("remaining", "gold", "water", "track", "legend", "subtitle", "recon")
    } <= words
    assert set(board.features["friend"].values()) <= words


def test_a_phone_loads_the_mirror_in_less_than_150_kilobytes(board: HexBoard) -> None:
    for sheet in ("A0", "A1"):
        assert len(gzip.compress(load_board(FILE, sheet).mirror_svg().encode(), 6)) < 150_000


def test_every_place_can_be_lit_on_a_phone(board: HexBoard) -> None:
    mirror = ET.fromstring(board.mirror_svg())
    lit = {path.get("data-cell"): path for path in mirror.iter(f"{SVG}path") if path.get("data-cell")}
    assert lit.keys() == board.places.keys()
    assert lit["2702"].get("class") == "cell city"
    assert lit["2008+"].get("data-of") == "2008"
    x, y = board.places["2702"].outline[0]
    assert lit["2702"].get("d", "").startswith(f"M{x:.1f}".removesuffix(".0"))
    assert y == pytest.approx(float(re.split("[M,l]", lit["2702"].get("d", ""))[2]), abs=0.06)


def test_the_drawing_needs_nothing_from_outside_and_runs_nothing(board: HexBoard) -> None:
    for svg in (board.svg(), board.mirror_svg()):
        assert "<script" not in svg
        assert "<style" not in svg
        assert " style=" not in svg
        assert set(re.findall(r'href="([^"]*)"', svg)) == {"#coast"}


def test_the_same_board_is_always_drawn_the_same(board: HexBoard) -> None:
    assert board.svg() == board.svg()


def test_one_outline_runs_round_a_zone(board: HexBoard) -> None:
    sahara = board.zones["Sahara"] | {board.named("Ghadames")}
    assert len(cell_loops(board, sahara)) == 1
    assert len(cell_loops(board, board.zones["Sahara"])) == 2, "the oasis is a hole in it"


def test_loops_join_sides_end_to_end() -> None:
    square = [((0.0, 0.0), (0.0, 1.0)), ((1.0, 1.0), (1.0, 0.0)), ((0.0, 1.0), (1.0, 1.0)), ((1.0, 0.0), (0.0, 0.0))]
    (loop,) = loops(square)
    assert len(loop) == 4
    assert set(loop) == {(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)}


def test_an_outline_moved_inwards_keeps_its_distance(board: HexBoard) -> None:
    (loop,) = cell_loops(board, ["1708"])
    x, y = board.places["1708"].centre
    for corner, moved in zip(loop, inset(loop, 2.0)):
        assert abs(moved[0] - x) <= abs(corner[0] - x)
        assert abs(moved[1] - y) < abs(corner[1] - y)
    flat = [abs(px - x) for px, _ in inset(loop, 2.0) if abs(px - x) > 1]
    assert flat == pytest.approx([10.0] * 4), "the sides of a hex of 24 mm were 12 mm from its middle"
