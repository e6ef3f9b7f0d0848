"""Maps that are painted for the path tracer are boards, the same for the same seed; without Blender it is said what
to install."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.measures.path_traced.__main__ import NOTHING_TO_RENDER_WITH, main
from companion.measures.path_traced.laying import Laying, supply_for
from companion.measures.path_traced.luck import luck_of
from companion.measures.path_traced.painted_map import PX_PER_MM, paint
from companion.measures.path_traced.scene import scene_of
from companion.measures.path_traced.single import FIND_FILE, TrueCells, as_markdown, found_in, picture_in
from companion.measures.path_traced.view import SIZE, Lens, Stand, some_lens, some_stand, to_world
from vision.board_file import read_board_file
from vision.board_model import BoardModel

HEXES, SQUARES = 1, 3
"""Seeds whose maps have them."""


@pytest.mark.parametrize("seed", [HEXES, SQUARES])
def test_a_painted_map_is_a_board_with_its_markers_where_it_says(tmp_path: Path, seed: int) -> None:
    paint(seed, tmp_path)
    model = BoardModel.from_folder(tmp_path)
    assert len(model.cells) > 100
    assert len(model.bodies) > 8
    art = cv2.imread(str(tmp_path / "board.jpg"))
    assert art is not None
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, found, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(art)
    assert sorted(found.ravel().tolist()) == [0, 1, 2, 3]
    for number, seen in zip(found.ravel().tolist(), corners):
        assert np.abs((seen[0] + 0.5) / PX_PER_MM - model.markers[number]).max() < 0.5


@pytest.mark.parametrize("seed", [HEXES, SQUARES])
def test_every_cell_of_a_painted_map_lies_on_the_board_and_apart_from_its_markers(tmp_path: Path, seed: int) -> None:
    board = paint(seed, tmp_path)
    model = BoardModel.from_folder(tmp_path)
    corners = np.concatenate([area.outline for area in model.cells.values()])
    assert (corners > 0).all()
    assert (corners < board.size_mm).all()
    for marker in model.markers.values():
        inside = ((corners > marker.min(axis=0)) & (corners < marker.max(axis=0))).all(axis=1)
        assert not inside.any()


def test_neighbours_on_a_painted_map_are_a_pitch_apart(tmp_path: Path) -> None:
    board = paint(HEXES, tmp_path)
    assert board.grid == "hex-pointy"
    centres = np.array([(cell.x, cell.y) for cell in board.cells.values()])
    apart = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    assert apart.min(axis=1) == pytest.approx(board.pitch_mm, abs=0.01)


def test_the_same_seed_paints_the_same_map_and_another_one_another(tmp_path: Path) -> None:
    for folder, seed in (("one", SQUARES), ("again", SQUARES), ("other", HEXES)):
        paint(seed, tmp_path / folder)
    for file in ("board.json", "board.jpg"):
        one, again, other = ((tmp_path / folder / file).read_bytes() for folder in ("one", "again", "other"))
        assert one == again
        assert one != other


def test_a_scene_is_decided_by_its_seed_and_takes_another_board_as_it_is(tmp_path: Path) -> None:
    scene = scene_of(SQUARES, tmp_path / "one")
    again = scene_of(SQUARES, tmp_path / "two", board=tmp_path / "one" / "board")
    assert (again.light, again.lens, again.stand, again.relief) == (scene.light, scene.lens, scene.stand, scene.relief)
    assert again.board == scene.board
    assert BoardModel.from_folder(again.folder).order == BoardModel.from_folder(scene.folder).order


@pytest.mark.parametrize("seed", range(8))
def test_the_whole_board_is_in_the_picture(seed: int) -> None:
    luck, (width, height) = luck_of(seed, "camera"), (594.0, 420.0)
    lens = some_lens(luck)
    view = some_stand((width, height), lens, luck).view(lens)
    corners = to_world((width, height), np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)]))
    seen = view.project(corners)
    assert view.shows(seen).all()
    assert (np.ptp(seen, axis=0) / SIZE).max() > 0.8


def test_a_lens_bends_a_picture_as_it_bends_points() -> None:
    lens = Lens((320, 180), 250.0, -0.1, None, 1.0)
    straight = Lens(lens.straight_size, 250.0, 0.0, None, 1.0)
    stand = Stand((0.0, 0.0), 500.0, 1.2, 0.3, 0.05)
    point = np.array([(150.0, 60.0, 0.0)])
    [place] = stand.view(straight).project(point)
    columns, rows = np.meshgrid(*(np.arange(side) for side in lens.straight_size))
    spot = np.exp(-((columns - place[0]) ** 2 + (rows - place[1]) ** 2) / 8).astype(np.float32)
    bent = lens.bent(np.dstack([spot] * 3))[..., 0]
    row, column = np.unravel_index(int(bent.argmax()), bent.shape)
    assert (column, row) == pytest.approx(stand.view(lens).project(point)[0], abs=0.75)


def test_pieces_lie_one_a_place_and_move_to_free_ones(tmp_path: Path) -> None:
    paint(SQUARES, tmp_path)
    board = read_board_file(tmp_path / "board.json")
    laying = Laying(board, luck_of(SQUARES, "laying"))
    supply = supply_for(board, luck_of(SQUARES, "evening"))
    laying.lay(supply)
    assert sorted(looks[0] for looks in laying.placement.values()) == sorted(supply)
    for _ in range(50):
        before = laying.placement
        begin, end = laying.move()
        assert end not in before
        assert begin not in laying.placement
        assert laying.placement[end] == before[begin]


def test_a_find_is_right_where_cells_are_and_wrong_where_they_are_said_to_be_elsewhere(tmp_path: Path) -> None:
    board = paint(HEXES, tmp_path)
    art = cv2.imread(str(tmp_path / "board.jpg"))
    assert art is not None
    px_per_mm = 1600 / board.size_mm[0]
    size = (1600, round(board.size_mm[1] * px_per_mm))
    picture_in(tmp_path).parent.mkdir()
    cv2.imwrite(str(picture_in(tmp_path)), cv2.resize(art, size, interpolation=cv2.INTER_AREA))
    for off_mm, right in ((0.0, True), (0.3 * board.pitch_mm, False)):
        cells = {
            cell: ((place.x + off_mm) * px_per_mm - 0.5, place.y * px_per_mm - 0.5)
            for cell, place in board.cells.items()
        }
        (tmp_path / FIND_FILE).write_bytes(msgspec.json.encode(TrueCells("hex-pointy", cells)))
        found = found_in(tmp_path)
        assert found.found
        assert found.right is right
        assert f"| hex-pointy | 1 | {int(right)} | {int(not right)} | 0 |" in as_markdown({"hex-pointy": [found]})


@pytest.mark.parametrize("what", [[], ["evening", "7", "1", "--out"], ["find", "7", "1", "--out"]])
def test_without_blender_it_is_said_what_to_install(
    what: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "companion.measures.path_traced.blender", raising=False)
    monkeypatch.setitem(sys.modules, "bpy", None)
    assert main([*what, str(tmp_path)] if what else []) == NOTHING_TO_RENDER_WITH == 3
    said = capsys.readouterr().err.splitlines()[-1]
    assert "pip install --no-deps bpy==5.0.1" in said
    assert "Python 3.11 on x86-64" in said
    assert not list(tmp_path.iterdir())
