"""Evenings that a path tracer rendered, in light with which no eye was made: mirrored lamps, coloured shadows, sheets.

`tests/path_traced` holds parts of recordings made by `companion.measures.path_traced`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.seeing import score, see

EVENINGS = Path(__file__).parent.parent / "path_traced"


@cache
def seen(name: str) -> tuple[Mapping[str, Any], ...]:
    """What the eye says of every frame of an evening."""
    return tuple(see(EVENINGS / name))


def scored(name: str) -> Mapping[str, int]:
    return score(EVENINGS / name, seen(name))


def assert_all_is_right(name: str) -> None:
    """Every frame of an evening is wholly right."""
    told = scored(name)
    assert told["right_frames"] == told["frames"]


def test_nothing_is_said_wrongly_and_no_board_is_lost() -> None:
    for evening in sorted(EVENINGS.iterdir()):
        told = scored(evening.name)
        assert told["wrong"] == told["lost"] == 0, evening.name


def test_two_pieces_side_by_side_are_no_arm_because_a_sheet_lies_on_a_corner() -> None:
    assert not {"1106", "1107"} & set(seen("sheet_on_a_corner")[-1]["unsure"])


def test_places_in_which_a_lamp_is_mirrored_are_judged_once_they_were_seen_empty() -> None:
    first, after_an_arm = seen("mirrored_lamp")[1], seen("mirrored_lamp")[-1]
    assert not first["unsure"]
    assert not after_an_arm["unsure"]


def test_what_lies_in_the_blue_shadow_that_an_arm_casts_under_a_warm_lamp_is_seen() -> None:
    told = scored("warm_lamp")
    assert told["abstained"] == 0
    assert told["empty_abstained"] <= 14


def test_a_yellow_square_in_an_arms_shade_is_the_one_that_lay_there() -> None:
    assert_all_is_right("arm_in_a_window")


def test_a_black_piece_is_seen_beside_an_arm_though_a_lamp_was_mirrored_in_what_taught_its_colour() -> None:
    assert seen("lamp_on_black")[-1]["cells"]["0205"]["looks"] == ["square:black"]


def test_a_tall_pieces_shadow_as_dark_as_a_black_disc_is_none() -> None:
    assert_all_is_right("one_lamp")


def test_what_is_known_and_looks_as_it_did_stays_known_once_an_arm_has_left_though_a_lamp_is_mirrored_in_it() -> None:
    assert seen("mirrored_pieces")[-1]["cells"]["0306"]["looks"] == ["square:green"]
    assert not seen("mirrored_pieces")[-1]["unsure"]


def test_a_piece_of_which_no_part_is_plainly_its_own_is_found_once() -> None:
    assert_all_is_right("blue_on_blue")


def test_a_piece_in_an_arms_dark_shade_that_is_not_found_is_not_said_to_be_gone_for_that() -> None:
    assert "0302" not in seen("mirrored_pieces")[-2]["unsure"]


def test_floor_that_a_piece_left_is_bare_though_the_light_was_measured_beside_that_piece() -> None:
    assert_all_is_right("yellow_on_blue")


def test_nor_is_it_a_pale_piece_once_the_arm_has_left_that_took_away_a_darker_one() -> None:
    assert "0910" not in seen("floor_that_was_below_blue")[-1]["cells"]


def test_a_counter_of_its_floors_colour_that_is_missed_elsewhere_is_not_overlooked() -> None:
    assert "1836" in seen("pink_on_brown")[-1]["unsure"]


def test_what_a_fingertip_was_taken_for_does_not_lie_below_what_it_hid() -> None:
    assert seen("a_fingertip")[-1]["cells"]["0710"]["looks"] == ["square:blue"]


def test_the_round_shadow_of_a_finger_is_no_black_disc() -> None:
    assert "0004" not in seen("shadows_of_fingers")[-1]["unsure"]


def test_in_the_shadow_of_a_mug_beside_the_board_places_are_seen_to_be_empty_though_it_is_nearly_black() -> None:
    in_shadow = {"1200", "1401", "1403", "1500", "1501", "1502", "1503", "1601", "1602", "1604", "1703", "1802"}
    assert not in_shadow & set(seen("harsh_lamp")[-1]["unsure"])


def test_what_lies_in_an_arms_shadow_is_seen_though_that_is_nearly_black_and_noise_drowns_the_lines_in_it() -> None:
    in_shadow = {"0517", "0519", "0818", "0821", "0919", "1019", "1120"}
    assert not in_shadow & set(seen("harsh_lamp")[-1]["unsure"])


def test_the_shadow_of_a_tall_square_that_falls_as_others_do_is_no_black_disc_in_the_next_place() -> None:
    assert_all_is_right("long_shadows")


def test_a_disc_that_nobody_touched_is_one_disc_beside_another_that_came() -> None:
    assert_all_is_right("newcomer_beside_a_disc")


def test_a_tall_square_is_one_piece_and_no_low_ones_upon_each_other_though_its_side_is_brighter_than_its_top() -> None:
    told = seen("tall_squares")[-1]
    assert told["cells"]["1807"]["looks"] == ["square:red"]
    assert "1010" not in told["unsure"]


def test_floor_beside_yellow_pieces_is_floor() -> None:
    """Light that was measured on tiles of which they take a part was too yellow for what lies bare beside them."""
    told = scored("light_beside_yellow")
    assert told["empty_abstained"] == 0
    assert told["right_frames"] == told["frames"]


def test_a_black_piece_beside_fingers_is_no_tagged_one_whose_tag_nobody_reads() -> None:
    assert seen("black_beside_fingers")[-1]["cells"]["2106"]["looks"] == ["square:black"]


def test_blue_and_orange_pieces_are_known_though_a_window_is_mirrored_in_others_of_their_colours() -> None:
    told = seen("window_in_pieces")[-1]
    assert told["cells"]["1918"]["looks"] == ["disc:blue"]
    assert told["cells"]["1307"]["looks"] == ["disc:orange"]
    assert not told["unsure"]


def test_a_violet_piece_moved_by_one_place_in_an_arms_deep_shade_is_in_the_next_place_and_not_in_two() -> None:
    assert_all_is_right("violet_in_deep_shade")


def test_a_white_piece_is_seen_on_grey_floor_that_hardly_differs_from_it() -> None:
    assert_all_is_right("white_on_grey")


def test_a_tall_white_piece_stands_where_its_foot_is_and_not_on_the_print_that_its_top_hides() -> None:
    told = seen("tall_pieces_on_sand")[-1]["cells"]
    assert told["0902"]["looks"] == ["disc:white"]
    assert "0803" not in told


def test_what_sticks_out_from_below_fingers_where_it_stood_stands_there_still() -> None:
    below_fingers = seen("tall_pieces_on_sand")[2]
    assert not {"0316", "1020"} & set(below_fingers["unsure"])
    assert below_fingers["cells"]["0316"]["looks"] == below_fingers["cells"]["1020"]["looks"] == ["disc:violet"]


def test_a_red_disc_beside_an_arm_in_whose_shade_it_is_nearly_black_stands_there_still() -> None:
    assert_all_is_right("red_in_dark_shade")


def test_a_blue_square_in_an_arms_brown_shade_stands_there_still() -> None:
    assert_all_is_right("blue_in_brown_shade")


def test_a_blue_disc_of_which_a_fingertip_hides_half_stands_there_still() -> None:
    below_fingers = seen("blue_between_fingers")[-1]
    assert below_fingers["cells"]["1101"]["looks"] == ["disc:blue"]
    assert "1101" not in below_fingers["unsure"]


def test_a_tall_disc_that_an_arm_moved_between_the_bars_of_its_shadow_is_not_said_to_stand_there_still() -> None:
    assert "2208" in seen("bars_of_one_lamp")[-1]["unsure"]


def test_that_disc_is_seen_where_it_was_put_for_in_deep_shade_dark_red_loses_less_light_than_pale_floor() -> None:
    assert seen("bars_of_one_lamp")[-1]["cells"]["2209"]["looks"] == ["disc:red"]


def test_a_green_disc_on_green_ground_in_whose_top_a_lamp_is_mirrored_is_told_by_its_outline() -> None:
    assert_all_is_right("lamp_in_a_green_top")


def test_strips_of_light_between_a_sleeve_and_its_shadow_are_no_four_white_squares() -> None:
    beside_it = seen("strips_beside_a_sleeve")[2]
    assert {"0414", "0614", "0713", "0913"} <= set(beside_it["unsure"])


def test_a_white_square_whose_shadow_an_arms_shade_swallowed_stands_there_still() -> None:
    below_it, after = seen("strips_beside_a_sleeve")[2:]
    assert "1710" in below_it["unsure"]
    assert after["cells"]["1710"]["looks"] == ["square:white"]


def test_a_red_disc_is_known_in_the_dark_that_a_hand_makes_in_a_mugs_shade() -> None:
    last = seen("faces_in_the_dark")[-1]
    assert last["cells"]["0201"]["looks"] == ["disc:red"]
    assert "0201" not in last["unsure"]


def test_in_the_black_shadow_of_an_arm_under_one_lamp_the_map_is_seen_though_no_line_of_it_is() -> None:
    assert len(seen("black_shadow_of_an_arm")[-1]["unsure"]) < 140, (
        "the arm alone hides 100 of them, and did with its shadow 186"
    )


def test_the_dark_side_of_a_piece_and_its_shadow_are_no_black_piece_once_an_arm_makes_them_darker() -> None:
    assert not {"0710", "0711"} & set(seen("darker_beside_an_arm")[-1]["unsure"])


def test_a_black_square_and_a_black_disc_that_came_are_told_by_the_outlines_of_faces_and_sides() -> None:
    came = seen("darker_beside_an_arm")[2]["cells"]
    assert came["1405"]["looks"] == ["square:black"]
    assert came["1610"]["looks"] == ["disc:black"]


def test_a_white_square_beside_its_bluish_shadow_is_no_disc_because_one_came_to_the_next_place_below_an_arm() -> None:
    assert_all_is_right("shadow_beside_white")


def test_floor_that_lay_in_a_tall_pieces_long_shadow_is_no_pale_piece_once_that_has_gone() -> None:
    assert_all_is_right("long_shadow_gone")


def test_the_bluish_shadow_of_a_tall_piece_under_a_warm_lamp_is_no_black_disc_on_dark_green() -> None:
    assert_all_is_right("bluish_shadows")


def test_pieces_of_which_a_part_sticks_out_below_a_forearm_stand_there_still() -> None:
    assert_all_is_right("yellow_below_a_forearm")


def test_a_tag_of_which_a_fingertip_hides_half_is_the_one_that_is_missed() -> None:
    assert seen("tag_below_a_fingertip")[-1]["cells"]["1103"]["looks"] == ["tag:8"]


def test_floor_that_a_yellow_disc_left_is_no_white_square_in_the_light_that_was_measured_beside_it() -> None:
    assert_all_is_right("floor_that_was_below_yellow")


def test_a_piece_beside_a_shadow_that_passed_for_it_is_not_two_because_its_neighbour_is_judged_anew() -> None:
    """A window is mirrored in all tops; an arm takes that away, and goes."""
    after_an_arm, after_a_move = seen("window_in_all_tops")[-2:]
    assert not after_an_arm["unsure"]
    assert not after_a_move["unsure"]
    assert after_a_move["cells"]["0308"]["looks"] == ["square:blue"]


def test_a_red_disc_in_which_the_room_is_mirrored_is_seen_though_a_thumb_hides_a_part_of_it() -> None:
    assert_all_is_right("red_beside_a_thumb")
