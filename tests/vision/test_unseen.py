"""Evenings that nobody tuned to, and what they showed to be wrong with the eye."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path

from companion.measures.unseen import evenings
from companion.seeing import see
from engines.physical import Cell, Contents

VIOLET_IN_4, WASHERS_IN = 8851, 8897
"""An evening in whose fourth picture the violet agent stands alone in place 4, and one whose washers have shadows as
dark as they are."""


def test_a_violet_agent_is_not_the_grey_one_whose_drawing_resembles_its_own(tmp_path: Path) -> None:
    (evening,) = evenings("casablanca_agents", VIOLET_IN_4, 1, tmp_path)
    seen = list(see(evening.recording))[3]
    assert seen["cells"]["4"]["looks"] == ["agent:sheela"]
    assert "4" not in seen["unsure"]


def test_the_shadow_of_a_washer_takes_no_washer_away(tmp_path: Path) -> None:
    (evening,) = evenings("fifth_column", WASHERS_IN, 1, tmp_path)
    (first,) = islice(see(evening.recording), 1)
    for place in ("26", "34", "43", "53", "57"):
        assert first["cells"][place]["looks"] == ["washer:steel"]
        assert place not in first["unsure"]


def said(game: str, seed: int, number: int, folder: Path) -> Callable[[Cell], Contents | None]:
    """What is surely said to lie in each place in picture `number` of an evening, None where that is left open."""
    (evening,) = evenings(game, seed, 1, folder)
    frame = next(islice(see(evening.recording), number, None))
    return lambda cell: (
        None if cell in frame["unsure"] else tuple(frame["cells"][cell]["looks"]) if cell in frame["cells"] else ()
    )


def test_a_strip_of_blue_beside_a_green_counter_is_the_blue_one_that_came_along(tmp_path: Path) -> None:
    assert said("casablanca_escape", 8902, 4, tmp_path)("1907") == ("square:blue", "square:green")


def test_pieces_near_a_fingertip_are_no_fingers_for_a_few_pixels_of_their_colour(tmp_path: Path) -> None:
    there = said("casablanca_escape", 8911, 2, tmp_path)
    assert (there("1910"), there("2010")) == (("square:blue",), ("square:red",))


def test_an_arm_in_the_first_picture_of_all_leaves_no_cover_behind(tmp_path: Path) -> None:
    there = said("casablanca_escape", 8909, 1, tmp_path)
    assert [there(cell) for cell in ("1523", "1728", "1825", "1933")] == [()] * 4


def test_washers_beside_an_arm_are_seen_though_their_side_passes_for_a_part_of_their_face(tmp_path: Path) -> None:
    there = said("fifth_column", 8914, 0, tmp_path)
    assert [there(cell) for cell in ("6", "54", "76", "78", "81")] == [("washer:steel",)] * 5


def test_black_print_that_is_paler_than_it_should_be_bears_no_piece(tmp_path: Path) -> None:
    assert said("casablanca_agents", 8902, 0, tmp_path)("9") == ()


def test_a_shadow_beside_a_black_case_takes_no_case_away(tmp_path: Path) -> None:
    assert said("casablanca_agents", 8875, 1, tmp_path)("13") == ("case:black",)


def test_one_more_tile_comes_from_beside_the_board_though_a_station_is_hidden(tmp_path: Path) -> None:
    assert said("cape_horn", 8914, 4, tmp_path)("1205") == ("tile:b:south",)


def test_white_clues_that_a_hand_touches_are_not_said_to_be_missing(tmp_path: Path) -> None:
    assert said("fifth_column", 8951, 2, tmp_path / "beside_two_fingers")("77") != ()
    assert said("fifth_column", 8940, 4, tmp_path / "below_a_fingertip")("29") != ()


def test_a_clue_that_came_while_a_hand_was_over_the_board_is_known_once_that_has_left(tmp_path: Path) -> None:
    assert said("fifth_column", 8951, 4, tmp_path)("48") == ("clue:white",)


def test_a_clue_below_a_nut_that_nobody_touched_is_not_the_one_that_came_elsewhere(tmp_path: Path) -> None:
    assert said("fifth_column", 8952, 3, tmp_path)("49") == ("clue:white", "nut:red")


def test_a_white_clue_close_by_an_arm_is_no_part_of_it(tmp_path: Path) -> None:
    """It is hardly brighter than skin."""
    assert said("fifth_column", 9077, 2, tmp_path)("53") == ("clue:white",)


def test_a_tile_that_was_laid_where_another_lay_is_not_that_while_a_hand_is_over_the_board(tmp_path: Path) -> None:
    """Both have the same outline."""
    assert said("cape_horn", 9077, 2, tmp_path)("1403") == ("tile:a:south",)


def test_a_tile_on_sea_as_pale_as_its_paper_is_read(tmp_path: Path) -> None:
    """Of its edges hardly any is seen."""
    assert said("cape_horn", 9079, 2, tmp_path)("1203") == ("tile:b:south",)


def test_an_agent_of_whom_there_is_one_does_not_lie_below_himself(tmp_path: Path) -> None:
    """What is seen of the other one is as brown."""
    assert said("casablanca_agents", 9092, 0, tmp_path)("1") in (None, ("agent:astaire", "agent:brauninger"))


def test_five_cups_that_moved_at_once_are_seen_though_a_sixth_may_be_seen_elsewhere(tmp_path: Path) -> None:
    there = said("fifth_column", 9090, 4, tmp_path)
    assert [there(cell) for cell in ("9", "52", "75", "79")] == [("cup:gold",)] * 4
