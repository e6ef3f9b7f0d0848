"""Pieces that their drawings alone tell, and what is none because it bears no drawing."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.board_eye import model_of
from engines import registry
from engines.options import chosen
from tests.vision.test_unseen import said
from vision.by_drawing import peaks
from vision.evidence import SUREST, identified
from vision.faces import FaceReader
from vision.pose import Pose


def test_a_white_ship_that_sailed_onto_a_white_tile_is_seen(tmp_path: Path) -> None:
    there = said("cape_horn", 9006, 2, tmp_path)
    assert there("1302") == ("ship:white", "tile:a:south")


def test_a_tile_is_read_around_the_white_ship_on_it(tmp_path: Path) -> None:
    there = said("cape_horn", 8988, 4, tmp_path)
    assert there("1402") == ("ship:white", "tile:d:south")


def test_a_white_ship_on_a_printed_square_is_seen_in_the_first_picture(tmp_path: Path) -> None:
    assert said("cape_horn", 8990, 0, tmp_path)("1400") == ("ship:white",)


@pytest.mark.parametrize(("evening", "number", "place"), [(8995, 2, "56"), (8997, 2, "51")])
def test_a_white_clue_in_an_arms_shade_is_seen(tmp_path: Path, evening: int, number: int, place: str) -> None:
    assert said("fifth_column", evening, number, tmp_path)(place) == ("clue:white",)


def test_a_violet_clue_between_two_nuts_below_a_hand_is_seen(tmp_path: Path) -> None:
    assert said("fifth_column", 9002, 3, tmp_path)("32") == ("clue:violet", "nut:red")


def test_pieces_of_one_colour_by_each_other_are_told_though_they_lie_in_a_box(tmp_path: Path) -> None:
    there = said("casablanca_escape", 8994, 1, tmp_path)
    assert there("2008+") == ("square:black", "square:white")


def test_a_strip_of_a_tiles_paper_is_no_second_white_ship(tmp_path: Path) -> None:
    assert said("cape_horn", 8991, 2, tmp_path)("1401") != ("ship:white", "ship:white")


def test_a_tile_that_is_plainly_read_lies_there_though_another_is_missed(tmp_path: Path) -> None:
    assert said("cape_horn", 9002, 2, tmp_path)("1105") == ("tile:f:south",)


def test_a_white_piece_among_many_is_found_by_its_drawing(tmp_path: Path) -> None:
    """Those that are recognised around it are not looked for again."""
    assert said("casablanca_escape", 9012, 0, tmp_path)("2602") == ("disc:white",)


def test_a_white_square_at_the_edge_of_a_box_is_found_by_its_drawing(tmp_path: Path) -> None:
    """The box's edge is more like other drawings than the square is like its own."""
    assert said("casablanca_escape", 9012, 3, tmp_path)("2008+") == ("square:green", "square:white")


def test_what_lies_below_a_piece_found_by_its_drawing_is_another(tmp_path: Path) -> None:
    assert said("casablanca_agents", 9004, 0, tmp_path)("1") == ("agent:astaire", "agent:brauninger")


def test_a_washer_whose_own_drawing_is_seen_is_no_rim_of_the_next_one(tmp_path: Path) -> None:
    assert said("fifth_column", 8988, 0, tmp_path)("85") == ("washer:steel",)


def test_what_plainly_bears_one_drawing_is_no_piece_with_another_that_is_missed(tmp_path: Path) -> None:
    there = said("fifth_column", 9003, 3, tmp_path)
    assert [there(place) for place in ("35", "69", "80")] == [("clue:white",)] * 3


def test_one_drawing_is_seen_in_one_place_and_another_close_to_it() -> None:
    likeness = np.zeros((2, 20, 30), np.float32)
    likeness[0, 8, 10], likeness[0, 9, 12], likeness[1, 9, 11], likeness[1, 15, 25] = 0.95, 0.9, 0.7, 0.8
    assert list(peaks(likeness, 4)) == [(8, 10, [0]), (15, 25, [1]), (9, 11, [1])]


def test_which_of_many_it_is_counts_for_its_being_there() -> None:
    plainly = identified({"tile:a:south": 0.0, "tile:b:south": -11.0}, 32)
    assert plainly["tile:a:south"] == pytest.approx(SUREST + math.log(32), abs=0.01)
    assert plainly["tile:a:south"] - plainly["tile:b:south"] == pytest.approx(11.0)


def test_what_may_be_any_of_them_is_no_surer_for_being_read() -> None:
    looks = {f"tile:{name}:south": 0.0 for name in "abcdefgh"}
    assert identified(looks, 8) == pytest.approx(dict.fromkeys(looks, SUREST))


def test_roads_that_resemble_a_figure_are_no_piece(tmp_path: Path) -> None:
    """A face is eight pixels wide there."""
    assert said("casablanca_escape", 9083, 1, tmp_path)("2811") == ()


@pytest.mark.parametrize(
    ("game_id", "look", "period_deg"),
    [
        ("corteo", "counter:lc-4-2", 360),
        ("corteo", "counter:barricade", 180),
        ("fifth_column", "cup:gold", 360),
        ("fifth_column", "clue:violet", 0),
    ],
)
def test_a_figure_shows_how_its_counter_is_turned_and_a_round_spot_does_not(
    game_id: str, look: str, period_deg: int
) -> None:
    game, px_mm, at_mm = registry.find(game_id), 4, 60
    model = model_of(game, chosen(game.options, {}))
    side = round(model.bodies[look].size_mm * px_mm)
    picture = np.full((120 * px_mm, 120 * px_mm, 3), 128, np.uint8)
    corner = at_mm * px_mm - side // 2
    face = cv2.resize(model.faces[look], (side, side), interpolation=cv2.INTER_AREA)
    picture[corner : corner + side, corner : corner + side] = cv2.rotate(face[..., :3], cv2.ROTATE_90_CLOCKWISE)
    pose = Pose(model, np.diag([px_mm, px_mm, 1.0]), picture.shape[1::-1])
    says = FaceReader(model).compare(picture, pose, (at_mm, at_mm), (look,))
    assert says.recognised
    assert says.drawn.period_deg == period_deg
    assert not period_deg or says.drawn.turn_deg % period_deg == pytest.approx(90, abs=5)
