"""What is exported is at true scale: the eyes find in the picture what board.json says."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import pytest

import engines.casablanca_escape
from companion.paper import export
from companion.paper.charuco import DPI, PAGE_MM, SHEET, export_charuco
from companion.paper.export import board_json, export_board
from companion.paper.raster import fitting_width, raster_board, with_resolution
from engines import registry
from engines.boards.loader import load_board
from engines.game import Game
from engines.options import chosen
from engines.pieces import PieceLook
from vision.board_model import BoardModel

from .drawn import POINTY, board_of
from .pictures import farthest_off_mm, markers_seen

FILE = Path(engines.casablanca_escape.__file__).with_name("data") / "board.toml"


class SmallGame:
    """As much of a game as an export asks for: a board of a few hexes and two pieces."""

    id = "small"

    def __init__(self, folder: Path) -> None:
        self._board = board_of(folder, POINTY)

    def board(self, options: Mapping[str, str]) -> object:
        return self._board

    def pieces(self, options: Mapping[str, str]) -> dict[str, PieceLook]:
        return {
            "disc:red": PieceLook("disc", 12.0, 3.0, (190, 28, 34), "man"),
            "square:blue": PieceLook("square", 12.0, 3.0, (26, 66, 165)),
        }


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("paper")
    game = cast("Game[Any, Any]", SmallGame(folder))
    files = export_board(game, {}, folder / "out")
    assert all(file.is_file() and file.stat().st_size for file in files)
    return folder / "out"


@pytest.mark.parametrize("sheet", ["A0", "A1"])
def test_markers_of_the_escape_are_found_where_the_board_says(sheet: str) -> None:
    board = load_board(FILE, sheet)
    assert farthest_off_mm(board, raster_board(board, 1800)) < 0.15


def test_markers_in_the_exported_picture_are_found_to_a_tenth_of_a_millimetre(exported: Path) -> None:
    picture = cv2.imread(str(exported / "board.png"))
    assert picture is not None
    told = json.loads((exported / "board.json").read_text())
    scale = picture.shape[1] / told["size_mm"][0]
    seen = markers_seen(picture.astype(np.uint8))
    assert {str(number) for number in seen} == told["markers"].keys()
    for number, corners in seen.items():
        assert np.abs((corners + 0.5) / scale - np.array(told["markers"][str(number)])).max() < 0.1


def test_the_picture_has_200_dpi_or_more_and_prints_at_its_size(exported: Path) -> None:
    data = (exported / "board.png").read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    assert width / 300 * 25.4 >= 200
    assert height == pytest.approx(width, abs=1)
    where = data.index(b"pHYs")
    across, _, unit = struct.unpack(">IIB", data[where + 4 : where + 13])
    assert unit == 1
    assert width / across * 1000 == pytest.approx(300, abs=0.1), "mm on paper"


def test_hexes_are_drawn_where_board_json_has_their_centres(exported: Path) -> None:
    picture = cv2.imread(str(exported / "board.png"))
    assert picture is not None
    told = json.loads((exported / "board.json").read_text())
    scale = picture.shape[1] / told["size_mm"][0]
    for cell, terrain in (("0200", "land"), ("0000", "sea"), ("0301", "land")):
        # a little above the middle, where no letter stands
        x, y = told["cells"][cell]["x"], told["cells"][cell]["y"] - 5
        blue, green, red = (int(value) for value in picture[int(y * scale), int(x * scale)])
        assert (red, green, blue) == {"sea": (0xE9, 0xE2, 0xCF), "land": (0xD9, 0xDF, 0xC9)}[terrain]


def test_the_eyes_read_the_exported_folder(exported: Path) -> None:
    model = BoardModel.from_folder(exported)
    assert "0200" in model.cells
    assert model.bodies["disc:red"].is_round


def test_how_many_counters_may_lie_upon_each_other_stands_in_the_board_file() -> None:
    game = registry.find("corteo")
    options = chosen(game.options, {})
    pieces = board_json(game.id, game.board(options), game.pieces(options))["pieces"]
    assert pieces["counter:mov-4-2"]["stacking"] == 2
    assert pieces["counter:barricade"]["stacking"] == 1
    assert "stacking" not in pieces["counter:smoke"]


def test_faces_of_the_pieces_are_named_beside_them(exported: Path) -> None:
    pieces = json.loads((exported / "board.json").read_text())["pieces"]
    assert pieces["disc:red"]["face"] == "faces/disc-red.png"
    assert cv2.imread(str(exported / pieces["disc:red"]["face"]), cv2.IMREAD_UNCHANGED) is not None


def test_holding_boxes_say_what_they_belong_to_and_regular_cells_have_no_outline() -> None:
    board = load_board(FILE, "A1")
    cells = board_json("casablanca_escape", board, {})["cells"]
    assert cells.keys() == board.places.keys()
    assert cells["2008+"]["of"] == "2008"
    assert len(cells["2008+"]["outline"]) == 4
    assert cells["2702"].keys() == {"x", "y"}
    assert "outline" in cells["T0"]


def test_the_exported_drawing_carries_its_fonts(exported: Path) -> None:
    svg = (exported / "board.svg").read_text()
    assert svg.count("@font-face") == 5
    assert {family for family, _, _ in export._FACES.values()} == {"Cabin", "EB Garamond", "Limelight"}


def test_the_lens_sheet_is_found_by_opencv_at_true_scale(tmp_path: Path) -> None:
    export_charuco(tmp_path)
    told = json.loads((tmp_path / "charuco.json").read_text())
    picture = cv2.imread(str(tmp_path / "charuco.png"), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    board = SHEET.board()
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(picture)
    assert corners is not None
    assert ids is not None
    assert len(ids) == (told["columns"] - 1) * (told["rows"] - 1)
    scale = picture.shape[1] / PAGE_MM[0]
    wanted = np.asarray(board.getChessboardCorners())[ids.ravel(), :2] + [told["left_mm"], told["top_mm"]]
    assert np.abs((corners.reshape(-1, 2) + 0.5) / scale - wanted).max() < 0.1
    assert DPI <= scale * 25.4 < DPI * 1.05


def test_the_lens_sheet_and_a_board_never_mistake_each_others_markers(tmp_path: Path) -> None:
    export_charuco(tmp_path)
    picture = cv2.imread(str(tmp_path / "charuco.png"))
    assert picture is not None
    assert not markers_seen(picture.astype(np.uint8)).keys() & {0, 1, 2, 3}


@pytest.mark.parametrize(("size", "dpi"), [((1189, 841), 200), ((841, 594), 200), ((297, 210), 300)])
def test_one_scale_holds_for_both_axes_of_a_print(size: tuple[float, float], dpi: float) -> None:
    width = fitting_width(size, dpi)
    height = width * size[1] / size[0]
    assert dpi <= width / size[0] * 25.4 < dpi * 1.1
    assert abs(height - round(height)) < 0.02


def test_resolution_is_written_after_the_header_of_a_png() -> None:
    done, png = cv2.imencode(".png", np.zeros((4, 4, 3), np.uint8))
    assert done
    marked = with_resolution(png.tobytes(), 254)
    assert struct.unpack(">I", marked[33 + 8 : 33 + 12]) == (10000,)
    assert cv2.imdecode(np.frombuffer(marked, np.uint8), cv2.IMREAD_COLOR) is not None
