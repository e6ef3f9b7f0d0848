"""What seems to lie half within a piece that is seen better is its rim or its shadow; what lies below it is a piece."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from engines.physical import Look
from vision.board_model import Body
from vision.bodies import Outline
from vision.found import Drawn, Found
from vision.pose import Pose
from vision.rims import AS_LOWER, AS_RIM, doubt
from vision.standing import foot_of

from .test_standing import HEIGHT_MM, slanting
from .toytable import model

BLUE_AT = (200.0, 140.0)


def seen(
    look: str, foot_mm: tuple[float, float], z_mm: float, pose: Pose, score: float, visible: float, size_mm: float = 17
) -> Found:
    """A disc that stands `z_mm` above the board."""
    lean = pose.lean_mm(foot_mm, z_mm + HEIGHT_MM)
    nothing = np.zeros((0, 0), np.float32)
    return Found(
        (foot_mm[0] + lean[0], foot_mm[1] + lean[1]), Outline(True, size_mm), HEIGHT_MM, score, {look: 12.0}, 5.0, 3.0,
        np.zeros(3), visible, visible, (0, 0, 0, 0), nothing, None,
    )  # fmt: skip


def stacked_bodies() -> Mapping[Look, Body]:
    """The toy table's pieces, two of which the rules let lie upon each other."""
    return {look: msgspec.structs.replace(body, stacking=2) for look, body in model().bodies.items()}


def is_rim(thing: Found, other: Found, pose: Pose) -> bool:
    return doubt(thing, [thing, other], model().bodies, pose) is not None


def test_a_crescent_on_the_far_side_of_a_piece_is_its_rim() -> None:
    pose = slanting()
    blue = seen("disc:blue", BLUE_AT, 0.0, pose, 150.0, 1.0)
    crescent = seen("disc:white", (BLUE_AT[0], BLUE_AT[1] - 6.0), 0.0, pose, 17.0, 0.3)
    assert is_rim(crescent, blue, pose)


def test_the_dark_side_of_a_piece_is_no_second_one_beside_it_as_that_would_have_a_bright_top() -> None:
    pose = slanting()
    bright, dark = np.full(3, 4.2), np.full(3, 3.4)
    blue = msgspec.structs.replace(seen("disc:blue", BLUE_AT, 0.0, pose, 150.0, 1.0), tone=bright)
    beside = seen("disc:blue", (BLUE_AT[0], BLUE_AT[1] - 14.0), 0.0, pose, 20.0, 0.6)
    upper = msgspec.structs.replace(seen("disc:blue", BLUE_AT, HEIGHT_MM, pose, 150.0, 1.0), tone=bright)
    below = seen("disc:blue", (BLUE_AT[0], BLUE_AT[1] - 2.0), 0.0, pose, 20.0, 0.6)
    assert is_rim(msgspec.structs.replace(beside, tone=dark), blue, pose)
    assert not is_rim(msgspec.structs.replace(beside, tone=bright), blue, pose)
    assert not is_rim(msgspec.structs.replace(beside, tone=dark, by_hand=True), blue, pose)
    assert not is_rim(msgspec.structs.replace(below, tone=dark), upper, pose)


def test_what_may_be_no_more_than_a_shadow_has_no_coloured_rim() -> None:
    pose = slanting()
    shadow = seen("disc:black", BLUE_AT, 0.0, pose, 30.0, 1.0).doubted(-1.5)
    crescent = (BLUE_AT[0], BLUE_AT[1] - 6.0)
    assert not is_rim(seen("disc:red", crescent, 0.0, pose, 17.0, 0.3), shadow, pose)
    assert is_rim(seen("disc:white", crescent, 0.0, pose, 17.0, 0.3), shadow, pose)


def test_a_tile_below_what_may_be_a_shadow_is_no_rim() -> None:
    pose = slanting()
    shadow = seen("disc:black", BLUE_AT, 0.0, pose, 30.0, 1.0).doubted(-1.5)
    tile = seen("tile:c:south", BLUE_AT, 0.0, pose, 17.0, 0.3)
    assert not is_rim(tile, shadow, pose)


def test_a_piece_below_another_is_no_rim() -> None:
    pose = slanting()
    upper = seen("disc:blue", BLUE_AT, HEIGHT_MM, pose, 150.0, 1.0)
    lower = seen("disc:white", (BLUE_AT[0] + 1.0, BLUE_AT[1]), 0.0, pose, 17.0, 0.3)
    assert not is_rim(lower, upper, pose)


def test_a_piece_upon_another_is_no_rim() -> None:
    pose = slanting()
    lower = seen("disc:blue", BLUE_AT, 0.0, pose, 150.0, 0.5)
    upper = seen("disc:white", (BLUE_AT[0], BLUE_AT[1] - 6.0), HEIGHT_MM, pose, 100.0, 1.0)
    assert not is_rim(upper, lower, pose)


def test_a_small_pale_piece_on_the_face_of_a_dark_one_is_no_rim_of_that() -> None:
    pose = slanting()
    dark, pale = np.full(3, 3.6), np.full(3, 5.2)
    washer = msgspec.structs.replace(seen("disc:blue", BLUE_AT, 0.0, pose, 62.0, 0.56), tone=dark)
    on_it = seen("disc:white", BLUE_AT, HEIGHT_MM / 2, pose, 36.0, 0.8, size_mm=9)
    assert not is_rim(msgspec.structs.replace(on_it, tone=pale), washer, pose)
    assert is_rim(msgspec.structs.replace(on_it, tone=dark), washer, pose)
    assert is_rim(msgspec.structs.replace(on_it, tone=np.full(3, np.nan)), washer, pose)


def test_what_stands_out_too_plainly_for_a_rim_is_left_open() -> None:
    pose = slanting()
    blue = seen("disc:blue", BLUE_AT, 0.0, pose, 150.0, 1.0)
    half_below = seen("disc:black", (BLUE_AT[0] + 8.0, BLUE_AT[1]), 0.0, pose, 60.0, 0.7)
    assert doubt(half_below, [half_below, blue], model().bodies, pose) == AS_LOWER
    below_a_hand = msgspec.structs.replace(half_below, edged=0.5, by_hand=True)
    assert doubt(below_a_hand, [below_a_hand, blue], model().bodies, pose) == AS_RIM


def test_what_has_a_colour_of_its_own_lies_half_below_another_where_pieces_are_heaped() -> None:
    pose = slanting()
    blue = seen("disc:blue", BLUE_AT, 0.0, pose, 150.0, 1.0)
    half_below = (BLUE_AT[0] + 8.0, BLUE_AT[1])
    assert not is_rim(seen("disc:red", half_below, 0.0, pose, 12.0, 0.45), blue, pose)
    for rim in ("disc:blue", "disc:white"):
        assert is_rim(seen(rim, half_below, 0.0, pose, 12.0, 0.45), blue, pose)


def test_what_seems_to_lie_half_below_another_beside_an_arm_is_left_open_if_it_has_a_colour_of_its_own() -> None:
    pose = slanting()
    blue = seen("disc:blue", BLUE_AT, 0.0, pose, 150.0, 1.0)
    plain, faint = (seen("disc:red", (BLUE_AT[0] + 8.0, BLUE_AT[1]), 0.0, pose, score, 0.6) for score in (50.0, 12.0))
    for red, doubted in ((plain, AS_LOWER), (faint, AS_RIM)):
        beside_an_arm = msgspec.structs.replace(red, edged=0.7, by_hand=True)
        assert doubt(beside_an_arm, [beside_an_arm, blue], model().bodies, pose) == doubted


def test_a_piece_that_stands_behind_another_is_no_rim() -> None:
    pose = slanting()
    before = seen("disc:blue", BLUE_AT, 0.0, pose, 150.0, 1.0)
    behind = seen("disc:white", (BLUE_AT[0], BLUE_AT[1] - 17.5), 0.0, pose, 60.0, 0.7)
    assert not is_rim(behind, before, pose)


def test_what_is_left_around_a_piece_that_was_fitted_too_small_is_its_rim() -> None:
    pose = slanting()
    own = seen("disc:blue", BLUE_AT, 0.0, pose, 80.0, 1.0, size_mm=15.0)
    foot = foot_of(own.face_mm, 2 * HEIGHT_MM, pose)
    around = seen("disc:white", foot, 0.0, pose, 25.0, 0.3, size_mm=19.0)
    assert is_rim(around, own, pose)


def test_a_counter_that_sticks_out_below_another_is_a_piece_where_counters_are_stacked() -> None:
    pose = slanting()
    upper = seen("disc:white", BLUE_AT, 0.0, pose, 90.0, 1.0)
    lower = seen("disc:yellow", (BLUE_AT[0] + 8.0, BLUE_AT[1]), 0.0, pose, 28.0, 0.6)
    assert doubt(lower, [lower, upper], stacked_bodies(), pose) is None


def test_what_sticks_out_in_the_upper_ones_colour_is_left_open_where_counters_are_stacked() -> None:
    pose = slanting()
    upper = seen("disc:white", BLUE_AT, 0.0, pose, 90.0, 1.0)
    either = seen("disc:white", (BLUE_AT[0] + 8.0, BLUE_AT[1]), 0.0, pose, 28.0, 0.6)
    assert doubt(either, [either, upper], stacked_bodies(), pose) == AS_LOWER


def test_what_sticks_out_in_the_upper_ones_colour_is_a_piece_if_that_one_s_drawing_says_where_its_edge_is() -> None:
    pose = slanting()
    coloured, grey = (
        msgspec.structs.replace(seen(look, BLUE_AT, 0.0, pose, 90.0, 1.0), drawn=Drawn((0.0, 0.0), 0.0))
        for look in ("disc:red", "disc:white")
    )
    for upper, doubted in ((coloured, None), (grey, AS_LOWER)):
        lower = seen(upper.best_look or "", (BLUE_AT[0] + 8.0, BLUE_AT[1]), 0.0, pose, 28.0, 0.6)
        assert doubt(lower, [lower, upper], stacked_bodies(), pose) == doubted


def test_far_from_the_hand_that_is_over_the_board_a_piece_half_below_another_is_one() -> None:
    pose = slanting()
    blue = seen("disc:blue", BLUE_AT, 0.0, pose, 150.0, 1.0)
    red = seen("disc:red", (BLUE_AT[0] + 8.0, BLUE_AT[1]), 0.0, pose, 12.0, 0.6)
    assert not is_rim(msgspec.structs.replace(red, edged=0.7, by_hand=False), blue, pose)
