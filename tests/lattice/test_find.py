"""The printed lattice is found in pictures by itself, and nothing is found where there is none."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli.find import find
from companion.measures.finding import offsets
from companion.measures.no_lattice import without_lattice
from companion.measures.photographs import Photograph, photograph
from companion.measures.printed_maps import corners, whole
from vision.lattice import BadHint, find_lattice

SIZE = (1280, 720)
CLOSE = 0.10


@pytest.fixture(scope="module")
def hexes() -> Photograph:
    return photograph(2, "hex", SIZE, "plain")


@pytest.fixture(scope="module")
def squares() -> Photograph:
    return photograph(4, "square", SIZE, "plain")


def test_every_hex_of_a_printed_map_is_found_within_a_tenth_of_the_pitch(hexes: Photograph) -> None:
    lattice = find_lattice(hexes.image)
    assert lattice is not None
    assert lattice.confidence > 0.9
    assert offsets(lattice, "hex", hexes.centres).max() < CLOSE


def test_every_square_of_a_printed_map_is_found_within_a_tenth_of_the_pitch(squares: Photograph) -> None:
    lattice = find_lattice(squares.image)
    assert lattice is not None
    assert offsets(lattice, "square", squares.centres).max() < CLOSE


def test_the_last_entry_of_the_homography_is_one(hexes: Photograph) -> None:
    lattice = find_lattice(hexes.image)
    assert lattice is not None
    assert lattice.homography[2, 2] == pytest.approx(1)


def test_a_board_of_half_the_picture_is_found_with_a_hint_of_its_corners(hexes: Photograph) -> None:
    low, high = hexes.centres.min(axis=0), hexes.centres.max(axis=0)
    corners = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    lattice = find_lattice(hexes.image, corners)
    assert lattice is not None
    assert offsets(lattice, "hex", hexes.centres).max() < CLOSE


def test_four_points_on_a_line_are_no_corners(hexes: Photograph) -> None:
    with pytest.raises(BadHint):
        find_lattice(hexes.image, [(0, 0), (10, 10), (20, 20), (30, 30)])


@pytest.mark.parametrize("seed", [0, 3, 4, 7])
def test_no_lattice_is_found_where_there_is_none(seed: int) -> None:
    name, image = without_lattice(seed, (800, 450))
    assert find_lattice(image) is None, name


def test_no_board_is_found_in_a_table_with_uneven_columns() -> None:
    name, image = without_lattice(207061, (960, 540))
    assert name == "results"
    assert find_lattice(image) is None


def test_a_lattice_of_which_hardly_anything_shows_is_not_guessed() -> None:
    rng, size, pitch = np.random.default_rng(4), (480, 360), 40.0
    i, j = np.meshgrid(np.arange(-1, 13), np.arange(-1, 12))
    centres = np.column_stack([((i + (j % 2) / 2) * pitch).ravel(), (j * pitch * math.sqrt(3) / 2).ravel()])
    drawn = np.full(size[::-1], 190, np.uint8)
    for outline in whole(np.round(corners("hex", centres, pitch) * 16)):
        for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            if rng.random() < 0.17:
                cv2.line(drawn, start, end, 90, 1, cv2.LINE_AA, 4)
    seen = drawn + rng.standard_normal(drawn.shape) * 4
    assert find_lattice(np.clip(seen, 0, 255).astype(np.uint8)) is None


def test_a_picture_too_small_for_cells_has_no_lattice() -> None:
    assert find_lattice(np.zeros((40, 60, 3), np.uint8)) is None


def test_the_command_answers_in_json_and_draws(hexes: Photograph, tmp_path: Path) -> None:
    picture, drawn = tmp_path / "map.png", tmp_path / "drawn.png"
    cv2.imwrite(str(picture), hexes.image)
    ran = CliRunner().invoke(find, [str(picture), "--json", "--draw", str(drawn)])
    assert ran.exit_code == 0, ran.output
    answer = json.loads(ran.output)
    assert set(answer) == {"found", "kind", "homography", "confidence", "lens", "time_up", "ms"}
    assert (answer["found"], answer["kind"]) == (True, "hex")
    assert cv2.imread(str(drawn)).shape == hexes.image.shape


def test_the_drawing_is_named_as_it_is_written(hexes: Photograph, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "map.png"), hexes.image)
    answer = CliRunner().invoke(find, [str(tmp_path / "map.png"), "--draw", str(tmp_path / "drawn [new].png")])
    assert "drawn [new].png" in "".join(answer.output.split("\n"))


@pytest.mark.parametrize("to", ["nowhere/x.png", "x.txt"])
def test_a_drawing_that_cannot_be_written_is_refused_before_the_search(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, to: str
) -> None:
    monkeypatch.setattr("companion.cli.find.find_lattice", lambda *_: pytest.fail("searched"))
    cv2.imwrite(str(tmp_path / "map.png"), np.full((300, 400, 3), 120, np.uint8))
    ran = CliRunner().invoke(find, [str(tmp_path / "map.png"), "--draw", str(tmp_path / to)])
    assert isinstance(ran.exception, SystemExit | FileNotFoundError)


def test_a_search_ends_when_time_is_up_and_says_so(tmp_path: Path) -> None:
    asked = []
    _, image = without_lattice(0, SIZE)
    assert find_lattice(image, is_time_up=lambda: asked.append(1) is None) is None
    assert len(asked) < 20, "nothing was looked at any more"
    picture = tmp_path / "text.png"
    cv2.imwrite(str(picture), image)
    answer = json.loads(CliRunner().invoke(find, [str(picture), "--json", "--seconds", "0.1"]).output)
    assert (answer["found"], answer["time_up"]) == (False, True)


def test_no_lattice_is_an_answer_not_an_error(tmp_path: Path) -> None:
    picture = tmp_path / "blank.png"
    cv2.imwrite(str(picture), np.full((300, 400, 3), 200, np.uint8))
    ran = CliRunner().invoke(find, [str(picture), "--json"])
    assert ran.exit_code == 0
    answer = json.loads(ran.output)
    assert (answer["found"], answer["kind"], answer["homography"]) == (False, None, None)


def test_a_hint_that_is_no_point_is_refused(hexes: Photograph, tmp_path: Path) -> None:
    picture = tmp_path / "map.png"
    cv2.imwrite(str(picture), hexes.image)
    ran = CliRunner().invoke(find, [str(picture), "--hint", "1,2", "3,4", "5,x", "7,8"])
    assert ran.exit_code == 2
    assert "5,x" in ran.output


def test_a_hint_beside_the_picture_is_refused_and_one_that_helped_nothing_not_advised_again(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((300, 400, 3), 120, np.uint8))
    beside = CliRunner().invoke(find, [str(tmp_path / "grey.png"), "--hint", "500,9", "900,9", "900,90", "500,90"])
    assert beside.exit_code == 2
    assert "lies beside the picture (400×300 px)" in " ".join(beside.output.split())
    partly = CliRunner().invoke(find, [str(tmp_path / "grey.png"), "--hint", "-50,9", "390,9", "390,290", "-50,290"])
    assert (partly.exit_code, "no lattice" in partly.output, "--hint" in partly.output) == (0, True, False)


def test_a_board_that_lies_beside_most_of_what_the_hint_encloses_is_said_to_be_looked_for_there_alone(
    hexes: Photograph, tmp_path: Path
) -> None:
    picture = np.full((hexes.image.shape[0], 3 * hexes.image.shape[1], 3), 120, np.uint8)
    picture[:, : hexes.image.shape[1]] = hexes.image
    cv2.imwrite(str(tmp_path / "map.png"), picture)
    width, height = picture.shape[1], picture.shape[0]
    whole_picture = ("0,0", f"{width},0", f"{width},{height}", f"0,{height}")
    ran = CliRunner().invoke(find, [str(tmp_path / "map.png"), "--hint", *whole_picture])
    assert "on most of what the four points enclose" in " ".join(ran.output.split())
