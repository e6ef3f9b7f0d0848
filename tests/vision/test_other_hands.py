"""The eye sees boards that another renderer drew, and recordings whose frames were changed, as it sees its own."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from companion.accuracy import Tier
from companion.measures.changed_frames import changed
from companion.measures.other_hand import Pieces, evening, measure
from companion.seeing import score
from vision import recording as recordings

RECORDINGS = Path(__file__).parent.parent / "recordings"


def only_evening(game: str, seed: int, kind: str) -> Tier:
    [(_, tier, _)] = measure(game, seed, 1, "plain" if kind == "plain" else "drawn")
    return tier


@pytest.mark.parametrize(("game", "kind"), [("cape_horn", "drawn"), ("casablanca_agents", "plain")])
def test_what_another_hand_drew_is_seen_and_nothing_else(game: str, kind: str) -> None:
    seen = only_evening(game, 0, kind)
    assert seen.wrong == seen.lost == 0
    assert seen.cells > 25
    assert seen.abstained + seen.empty_abstained < 0.05 * seen.cells


def test_a_cup_that_an_arm_covers_for_the_most_part_is_not_said_to_be_gone() -> None:
    [(_, seen, _)] = measure("fifth_column", 9200, 1, "drawn", alone=True)
    assert seen.wrong == 0


@pytest.mark.parametrize(
    ("game", "seed", "kind"),
    [("fifth_column", 10805, "drawn"), ("casablanca_escape", 10800, "drawn"), ("fifth_column", 10800, "drawn")],
)
def test_what_lies_where_it_lay_is_seen_though_an_arm_shades_it_or_hides_a_part_of_it(
    game: str, seed: int, kind: Pieces
) -> None:
    [(_, seen, _)] = measure(game, seed, 1, kind, alone=True)
    assert seen.right_frames == seen.frames


def test_a_piece_that_came_and_that_an_arm_touches_is_seen_beside_floor_that_looks_as_it_did() -> None:
    [(_, seen, _)] = measure("cape_horn", 10802, 1, "plain", alone=True)
    assert seen.right_frames == seen.frames


def test_a_piece_that_came_and_of_which_an_arm_hides_the_half_is_not_overlooked() -> None:
    [(_, seen, _)] = measure("casablanca_agents", 10802, 1, "drawn", alone=True)
    assert seen.wrong == 0
    assert seen.abstained <= 1


def test_a_black_piece_on_grey_sea_and_what_lies_beside_arms_of_any_colour_are_seen() -> None:
    [(_, seen, _)] = measure("casablanca_escape", 9400, 1, "drawn", alone=True)
    assert seen.right_frames == seen.frames


def test_pieces_that_a_blurred_picture_makes_thicker_are_no_arm() -> None:
    [(_, seen, _)] = measure("casablanca_escape", 9601, 1, "plain", alone=True)
    assert seen.right_frames == seen.frames


def test_what_stands_out_beside_a_piece_that_is_plainly_seen_is_not_another_one_half_within_it() -> None:
    [(_, seen, _)] = measure("casablanca_escape", 10001, 1, "drawn", alone=True)
    assert seen.right_frames == seen.frames


def test_a_black_case_with_a_light_drawing_is_not_learnt_as_light() -> None:
    [(_, seen, _)] = measure("casablanca_agents", 10000, 1, "drawn", alone=True)
    assert seen.right_frames == seen.frames


def test_a_white_clue_on_overexposed_paper_is_seen() -> None:
    [(_, seen, _)] = measure("fifth_column", 10410, 1, "drawn", alone=True)
    assert seen.right_frames == seen.frames


@pytest.mark.parametrize(("game", "seed"), [("fifth_column", 10922), ("cape_horn", 10931)])
def test_a_white_piece_on_paper_that_looks_like_it_is_seen_by_the_shadow_it_casts(game: str, seed: int) -> None:
    [(_, seen, _)] = measure(game, seed, 1, "plain", alone=True)
    assert seen.right_frames == seen.frames


def test_a_white_piece_in_an_arms_shade_is_no_floor_that_nothing_shades() -> None:
    assert only_evening("fifth_column", 10772, "plain").wrong == 0


def test_a_dark_blue_counter_upon_a_pale_one_is_not_taken_for_it() -> None:
    assert only_evening("corteo", 10781, "plain").wrong == 0


def test_a_drawn_counter_that_looks_as_it_did_is_not_taken_for_two_once_an_arm_has_left() -> None:
    assert only_evening("corteo", 10781, "drawn").wrong == 0


def test_a_white_piece_that_stands_out_too_little_is_one_if_its_drawing_is_recognised() -> None:
    assert only_evening("fifth_column", 10770, "drawn").wrong == 0


def test_what_is_printed_on_tiles_is_no_piece_that_looks_like_its_floor() -> None:
    [(_, seen, _)] = measure("cape_horn", 10921, 1, "drawn", alone=True)
    assert seen.wrong == 0


def test_what_is_drawn_below_the_shadow_of_a_piece_need_not_be_recognised() -> None:
    [(_, seen, _)] = measure("casablanca_agents", 10923, 1, "plain", alone=True)
    assert seen.right_frames == seen.frames


def test_what_bears_a_drawing_that_is_read_is_no_shadow_of_its_own_dark_side() -> None:
    [(_, seen, _)] = measure("cape_horn", 10301, 1, "drawn", alone=True)
    assert seen.wrong == seen.abstained == 0


def test_a_piece_in_which_a_lamp_is_mirrored_is_seen_in_its_colour() -> None:
    [(_, seen, _)] = measure("casablanca_agents", 10002, 1, "drawn", alone=True)
    assert seen.right_frames == seen.frames


def test_on_tiles_that_are_burnt_out_no_white_ships_are_seen() -> None:
    [(_, seen, _)] = measure("cape_horn", 10400, 1, "drawn", alone=True)
    assert seen.wrong == 0


def test_white_pieces_on_pale_paper_are_seen_by_their_drawings() -> None:
    [(_, seen, _)] = measure("fifth_column", 10001, 1, "drawn", alone=True)
    assert seen.wrong == 0
    [(_, seen, _)] = measure("casablanca_escape", 10402, 1, "drawn", alone=True)
    assert seen.right_frames == seen.frames


def test_a_ship_that_came_and_is_as_thick_as_an_arm_is_seen_beside_floor_that_looks_as_it_did() -> None:
    [(_, seen, _)] = measure("cape_horn", 10993, 1, "plain", alone=True)
    assert seen.right_frames == seen.frames


def test_a_counter_that_lies_as_it_lay_is_not_two_each_of_half_its_drawn_face() -> None:
    [(_, seen, _)] = measure("corteo", 10993, 1, "drawn", alone=True)
    assert seen.right_frames == seen.frames


@pytest.mark.parametrize(("game", "seed", "kind"), [("casablanca_escape", 10993, "drawn"), ("corteo", 10994, "plain")])
def test_what_is_seen_to_lie_where_it_lay_though_an_arm_touches_it_is_no_part_of_the_arm(
    game: str, seed: int, kind: Pieces
) -> None:
    [(_, seen, _)] = measure(game, seed, 1, kind, alone=True)
    assert seen.right_frames == seen.frames


def test_where_an_arms_shadow_was_floor_is_seen_though_another_arm_came_meanwhile() -> None:
    [(_, seen, _)] = measure("cape_horn", 10991, 1, "drawn", alone=True)
    assert seen.right_frames == seen.frames


def test_a_white_piece_that_hardly_shows_but_covers_what_is_printed_on_its_pale_floor_is_seen() -> None:
    [(_, seen, _)] = measure("cape_horn", 10990, 1, "plain", alone=True)
    assert seen.right_frames == seen.frames


def test_an_evening_by_another_hand_is_a_recording_with_its_own_board(tmp_path: Path) -> None:
    written = recordings.read(evening("casablanca_escape", 0, "plain", tmp_path))
    assert written.board == "board"
    assert [frame.known is not None for frame in written.frames] == [True, True, False, False, False, False]
    placements = [frame.known or frame.truth or {} for frame in written.frames]
    looks = {look for placement in placements for there in placement.values() for look in there}
    assert looks
    assert not any(look.endswith(":back") for look in looks), "a plain piece looks alike on both sides"
    for one, other in pairwise(placements):
        assert one != other, "something moves between two pictures"


@pytest.mark.parametrize("change", ["warm", "upside_down"])
def test_a_changed_picture_of_a_recording_shows_the_same(change: str, tmp_path: Path) -> None:
    seen = score(changed(RECORDINGS / "clear", change, tmp_path))
    assert seen["wrong"] == seen["lost"] == 0
    assert seen["abstained"] + seen["empty_abstained"] <= 1


def test_a_black_piece_that_an_arm_touches_is_not_a_part_of_the_arm() -> None:
    [(_, seen, _)] = measure("casablanca_escape", 10401, 1, "plain", alone=True)
    assert seen.wrong == 0


def test_pieces_beside_a_sleeve_of_the_boards_colour_are_seen() -> None:
    [(_, seen, _)] = measure("fifth_column", 10400, 1, "plain", alone=True)
    assert seen.right_frames == seen.frames


@pytest.mark.parametrize(("seed", "kind"), [(11012, "plain"), (11012, "drawn"), (11014, "drawn"), (11018, "plain")])
def test_a_clue_that_is_put_upon_a_washer_is_not_explained_by_it(seed: int, kind: str) -> None:
    assert only_evening("fifth_column", seed, kind).wrong == 0


def test_a_nut_around_a_clue_that_looks_as_it_did_is_seen_to_lie_below_it() -> None:
    seen = only_evening("fifth_column", 11014, "plain")
    assert seen.right_frames == seen.frames


def test_a_white_ship_whose_place_is_seen_badly_is_not_two() -> None:
    assert only_evening("cape_horn", 11014, "plain").wrong == 0


def test_a_brown_agent_upon_a_pink_one_is_no_shadow() -> None:
    seen = only_evening("casablanca_agents", 11021, "plain")
    assert seen.right_frames == seen.frames


def test_the_second_of_two_green_discs_may_be_the_one_that_came_upon_a_white_square() -> None:
    assert only_evening("casablanca_escape", 11017, "plain").wrong == 0


def test_a_black_square_that_came_upon_a_stack_is_not_the_black_disc_at_its_bottom() -> None:
    assert only_evening("casablanca_escape", 11014, "plain").wrong == 0


def test_yellow_and_red_pieces_that_change_places_in_three_stacks_at_once_are_told_from_each_other() -> None:
    assert only_evening("casablanca_escape", 11016, "plain").abstained == 0


def test_a_piece_upon_one_of_which_it_is_the_other_side_was_not_turned_over_where_it_is_missed_elsewhere() -> None:
    assert only_evening("casablanca_escape", 11005, "drawn").abstained == 0


def test_a_stack_of_three_that_nobody_touched_stays_what_it_was_though_a_ship_is_missed_elsewhere() -> None:
    assert only_evening("cape_horn", 11019, "plain").abstained == 0


def test_two_violet_clues_that_touch_are_not_one_large_one() -> None:
    assert only_evening("fifth_column", 11024, "drawn").wrong == 0


def test_a_green_station_upon_a_white_ship_that_shows_around_it_did_not_take_its_place() -> None:
    assert only_evening("cape_horn", 11013, "plain").wrong == 0


@pytest.mark.parametrize(
    ("game", "seed", "kind"),
    [
        ("fifth_column", 11006, "drawn"),
        ("casablanca_escape", 11021, "plain"),
        ("casablanca_escape", 11007, "drawn"),
        ("cape_horn", 11006, "plain"),
    ],
)
def test_what_lies_unseen_below_another_is_told_by_how_far_their_shadow_reaches(
    game: str, seed: int, kind: str
) -> None:
    seen = only_evening(game, seed, kind)
    assert seen.right_frames == seen.frames


def test_a_counter_of_which_the_one_below_it_was_taken_casts_a_shorter_shadow() -> None:
    assert only_evening("corteo", 11017, "drawn").wrong == 0


@pytest.mark.parametrize(
    ("game", "seed", "kind"),
    [("cape_horn", 11048, "plain"), ("casablanca_agents", 11049, "plain"), ("casablanca_escape", 11088, "drawn")],
)
def test_another_piece_with_the_outline_of_the_one_that_stood_there_is_not_that_one_in_an_arms_shade(
    game: str, seed: int, kind: str
) -> None:
    """A black ship upon a violet one; the gray agent whom a white one left; a yellow square upon an orange one."""
    assert only_evening(game, seed, kind).wrong == 0


def test_floor_in_a_lamps_glare_is_seen_when_the_arm_has_gone_that_was_there_while_a_piece_left() -> None:
    assert only_evening("corteo", 11053, "plain").empty_abstained <= 1


def test_a_yellow_disc_that_comes_into_a_lamps_glare_beside_a_finger_and_a_square_of_its_colour_are_told_apart() -> (
    None
):
    seen = only_evening("casablanca_escape", 11051, "plain")
    assert seen.right_frames == seen.frames
