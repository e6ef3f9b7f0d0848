"""A board whose own markers are gone is found by those that lie beside it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.board_eye import model_of
from companion.cli.play import play
from companion.paper.beside import beside, marker_pictures, rim_mm, side_mm
from companion.paper.export import export_board
from companion.paper.kit import Order, print_kit
from companion.paper.raster import raster_png
from engines import registry
from engines.options import chosen
from tests.paper.looking import words_on
from tests.toys.chase import GAME as CHASE
from vision.board_model import BoardModel
from vision.registration import Registrar

ESCAPE = registry.find("casablanca_escape")
OPTIONS = chosen(ESCAPE.options, {"board": "A1"})
PX_MM = 1.6

Table = tuple[NDArray[np.uint8], NDArray[np.float64], BoardModel]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A slanting picture of a table with the board, its corners covered, markers beside it; mm → px; the model."""
    model = model_of(ESCAPE, OPTIONS, tmp_path_factory.mktemp("pictures"), markers_beside=True)
    board = ESCAPE.board(OPTIONS)
    around = 90.0
    width, height = (round((side + 2 * around) * PX_MM) for side in board.size_mm)
    wood = np.full((height, width, 3), (70, 105, 140), np.uint8)
    art = cv2.resize(model.art, [round(side * PX_MM) for side in board.size_mm], interpolation=cv2.INTER_AREA)
    left = round(around * PX_MM)
    wood[left : left + art.shape[0], left : left + art.shape[1]] = art
    for corners in board.markers.values():
        x0, y0, x1, y1 = (round((value + around) * PX_MM) for value in (*corners[0], *corners[2]))
        wood[y0 - 14 : y1 + 14, x0 - 14 : x1 + 14] = (90, 60, 50)
    whole = side_mm(board) + 2 * rim_mm(side_mm(board))
    for number, corners in beside(board).items():
        png = raster_png(marker_pictures(board)[f"marker-{number}.svg"].decode(), round(whole * PX_MM))
        marker = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
        x, y = (round((value - rim_mm(side_mm(board)) + around) * PX_MM) for value in corners[0])
        wood[y : y + marker.shape[0], x : x + marker.shape[1]] = marker
    slant = np.array([[0.95, 0.06, 40], [-0.03, 0.9, 90], [-2e-5, 6e-5, 1]])
    to_picture = slant @ np.array([[PX_MM, 0, around * PX_MM], [0, PX_MM, around * PX_MM], [0, 0, 1]])
    picture = cv2.warpPerspective(wood, slant, (1600, 1150), borderValue=(60, 60, 60))
    return np.asarray(picture, np.uint8), to_picture, model


def test_the_board_is_found_by_markers_beside_it(table: Table) -> None:
    picture, to_picture, model = table
    pose = Registrar(model).find(picture)
    points = model.centres[::25]
    due = cv2.perspectiveTransform(points.reshape(-1, 1, 2), to_picture).reshape(-1, 2)
    assert np.abs(pose.to_picture(points) - due).max() < 2.0, "a hex is 28 px wide here"


def test_the_exported_board_says_where_the_markers_lie(tmp_path: Path) -> None:
    export_board(CHASE, chosen(CHASE.options, {}), tmp_path, markers_beside=True)
    markers = json.loads((tmp_path / "board.json").read_text())["markers"]
    assert set(markers) == {"0", "1", "2", "3"}
    assert markers["0"][0][0] < 0
    assert markers["1"][0][0] > CHASE.board({}).size_mm[0]


def test_the_command_on_the_sheet_starts_a_table_whose_camera_looks_beside_the_printed_board(tmp_path: Path) -> None:
    list(print_kit(Order(ESCAPE, OPTIONS, ESCAPE.seats), ["markers"], tmp_path))
    (sheet,) = tmp_path.glob("markers-*.pdf")
    command = re.search(r"tavolo play (.+?) This serves", words_on(sheet))
    assert command is not None
    asked = play.make_context("play", command[1].split()).params
    assert (asked["game"], asked["markers"], asked["option"]) == (ESCAPE.id, "beside", ("board=A1",))
    assert asked["eye"] not in ((), ("virtual",)), "the virtual table has its markers on the board, and says so"
