"""Pieces that their drawings alone tell, and what is none because it bears no drawing."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.vision.test_unseen import said
from vision.evidence import SUREST, identified


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


def test_which_of_many_it_is_counts_for_its_being_there() -> None:
    plainly = identified({"tile:a:south": 0.0, "tile:b:south": -11.0}, 32)
    assert plainly["tile:a:south"] == pytest.approx(SUREST + math.log(32), abs=0.01)
    assert plainly["tile:a:south"] - plainly["tile:b:south"] == pytest.approx(11.0)


def test_what_may_be_any_of_them_is_no_surer_for_being_read() -> None:
    looks = {f"tile:{name}:south": 0.0 for name in "abcdefgh"}
    assert identified(looks, 8) == pytest.approx(dict.fromkeys(looks, SUREST))
