"""What is believed of several places at once: a piece that is missed in one is the one that came to another."""

from __future__ import annotations

from copy import copy

import msgspec
import pytest

from engines.physical import Observation
from tests.vision import toytable
from tests.vision.test_beliefs import ABSENT, BLUE, RED, RED_ALONE
from vision.belief import Belief
from vision.board_model import BoardModel
from vision.evidence import CellEvidence, Thing
from vision.seeing import Seer
from vision.weighing import judged, shown

EITHER = Thing({"disc:red": 11.6, "square:red": 12.0}, unknown=7.0, foot_mm=(80.0, 50.0))
"""A red piece of which one cannot see whether it is round."""
NOTHING = CellEvidence("0101", (), ABSENT)


def told(placement: dict[str, tuple[str, ...]], *seen: CellEvidence) -> Seer:
    """A seer whom set-up told what lies where, as it was `seen`."""
    model = toytable.model()
    seer, empty = Seer(model), {cell: CellEvidence(cell, (), ABSENT) for cell in model.order}
    seer.know(placement, Observation(0.0, empty | {each.cell: each for each in seen}))
    return seer


def test_a_piece_that_comes_in_doubt_is_the_one_that_left() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    seer.revise(Observation(1.0, {"0101": NOTHING, "0102": CellEvidence("0102", (EITHER,), ABSENT)}))
    assert seer.seen["0102"].contents == ("disc:red",)


def test_a_cell_left_open_is_settled_when_the_piece_is_missed_elsewhere() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    both = Thing({"disc:red": 11.9, "square:red": 12.0}, unknown=7.0, foot_mm=(80.0, 50.0))
    seer.revise(Observation(1.0, {"0102": CellEvidence("0102", (both,), ABSENT)}))
    assert "0102" in seer.unsure
    seer.revise(Observation(2.0, {"0101": NOTHING}))
    assert seer.seen["0102"].contents == ("disc:red",)


def test_a_piece_that_left_from_under_an_arm_is_missed_where_it_would_hardly_be_seen() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    seer.revise(Observation(1.0, {"0102": CellEvidence("0102", (RED,), ABSENT)}, frozenset({"0101"})))
    seer.revise(Observation(2.0, {"0101": CellEvidence("0101", (), {**ABSENT, "disc:red": -3.5})}))
    assert seer.seen.keys() == {"0102"}
    assert "0101" not in seer.unsure


def test_a_patch_that_is_hardly_a_piece_takes_nothing_from_what_may_stand_under_an_arm() -> None:
    patch = Thing({"disc:white": -1.5}, unknown=-1.5, foot_mm=(58.0, 57.0))
    under_an_arm = {**ABSENT, "disc:red": -0.5}
    belief = judged(CellEvidence("0101", (patch,), under_an_arm), toytable.model(), RED_ALONE)
    assert belief.contents == ("disc:red",)


def test_two_pieces_that_come_in_doubt_are_told_by_the_one_that_is_plain() -> None:
    seer = told(
        {"0101": ("disc:red",), "0103": ("square:red",)},
        CellEvidence("0101", (RED,), ABSENT),
        CellEvidence("0103", (Thing({"square:red": 12.0}, 7.0, (110.0, 50.0)),), ABSENT),
    )
    round_one = Thing({"disc:red": 12.0, "square:red": 3.0}, unknown=7.0, foot_mm=(140.0, 50.0))
    moved = {
        "0101": NOTHING,
        "0102": CellEvidence("0102", (EITHER,), ABSENT),
        "0103": CellEvidence("0103", (), ABSENT),
        "0104": CellEvidence("0104", (round_one,), ABSENT),
    }
    seer.revise(Observation(1.0, moved))
    assert seer.seen["0104"].contents == ("disc:red",)
    assert seer.seen["0102"].contents == ("square:red",)


def test_a_newcomer_that_is_plain_is_believed_although_another_piece_is_missing() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    seer.revise(Observation(1.0, {"0101": NOTHING, "0102": CellEvidence("0102", (BLUE,), ABSENT)}))
    assert seer.seen["0102"].contents == ("square:blue",)


def test_pieces_that_come_from_beside_the_board_are_believed_although_another_is_missing() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    names = {"0102": "blue", "0103": "green", "0104": "violet"}
    came = {
        cell: CellEvidence(cell, (Thing({f"square:{name}": 9.0}, unknown=2.0, foot_mm=(80.0, 50.0)),), ABSENT)
        for cell, name in names.items()
    }
    seer.revise(Observation(1.0, {"0101": NOTHING, **came}))
    assert {cell: belief.contents for cell, belief in seer.seen.items()} == {
        cell: (f"square:{name}",) for cell, name in names.items()
    }


def test_a_piece_that_another_was_put_upon_is_not_said_to_be_gone() -> None:
    small = CellEvidence("0101", (RED,), ABSENT)
    seer = told({"0101": ("disc:red",), "0102": ("square:blue",)}, small, CellEvidence("0102", (BLUE,), ABSENT))
    upon = Thing({"square:blue": 12.0}, unknown=7.0, foot_mm=RED.foot_mm)
    seer.revise(
        Observation(1.0, {"0101": CellEvidence("0101", (upon,), ABSENT), "0102": CellEvidence("0102", (), ABSENT)})
    )
    assert seer.seen["0101"].contents == ("disc:red", "square:blue")


def test_a_piece_that_left_does_not_lie_below_one_that_nobody_touched() -> None:
    blue = Thing({"square:blue": 12.0}, unknown=7.0, foot_mm=(65.0, 50.0))
    seer = told({"0101": ("disc:red", "square:blue")}, CellEvidence("0101", (RED, blue), ABSENT))
    seer.revise(Observation(1.0, {"0101": CellEvidence("0101", (blue,), ABSENT)}))
    assert seer.seen["0101"].contents == ("square:blue",)
    assert "0101" not in seer.unsure


def smaller_blue() -> BoardModel:
    """The toy table, whose blue squares are a good deal smaller than its discs."""
    model = copy(toytable.model())
    small = msgspec.structs.replace(model.bodies["square:blue"], size_mm=9.0)
    model.bodies = {**model.bodies, "square:blue": small}
    return model


@pytest.mark.parametrize(("model", "hides"), [(toytable.model(), True), (smaller_blue(), False)])
def test_a_piece_hides_what_stood_in_its_place_only_if_that_is_not_much_larger(model: BoardModel, hides: bool) -> None:
    seer, start = Seer(model), {cell: CellEvidence(cell, (), ABSENT) for cell in model.order}
    start |= {"0101": CellEvidence("0101", (RED,), ABSENT), "0102": CellEvidence("0102", (BLUE,), ABSENT)}
    seer.know({"0101": ("disc:red",), "0102": ("square:blue",)}, Observation(0.0, start))
    upon = CellEvidence("0101", (Thing({"square:blue": 12.0}, 1.0, RED.foot_mm),), ABSENT)
    left = CellEvidence("0102", (), ABSENT)
    seer.revise(Observation(1.0, {"0101": upon, "0102": left}, frozenset({"0303"})))
    assert (seer.seen["0101"].contents == ("square:blue",)) != hides


def test_what_stood_well_aside_of_a_newcomer_and_does_not_stick_out_is_not_said_to_lie_below_it() -> None:
    aside, perhaps = (RED.foot_mm[0] + 4.0, RED.foot_mm[1]), Thing({"disc:red": -1.5}, -1.5, RED.foot_mm)
    for foot_mm, kept_mm2, others, sure in (
        (RED.foot_mm, 0.0, (), True),
        (aside, 20.0, (), True),
        (aside, 0.0, (perhaps,), True),
        (aside, 0.0, (), False),
    ):
        seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
        came = Thing({"square:blue": 12.0}, 7.0, foot_mm, kept_mm2=kept_mm2)
        seer.revise(Observation(1.0, {"0101": CellEvidence("0101", (came, *others), ABSENT)}))
        assert ("0101" not in seer.unsure) == sure
        if sure:
            assert seer.seen["0101"].contents == ("disc:red", "square:blue")


def test_what_would_lie_half_bare_beside_a_newcomer_is_gone_though_its_like_is_missed() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    aside = RED.foot_mm[0] + 8.0, RED.foot_mm[1]
    came = Thing({"square:blue": 12.0}, 7.0, aside)
    seer.revise(Observation(1.0, {"0101": CellEvidence("0101", (came,), ABSENT)}))
    assert seer.seen["0101"].contents == ("square:blue",)
    assert "0101" not in seer.unsure


def test_an_arm_over_another_place_takes_nothing_from_below_a_piece() -> None:
    small, there = CellEvidence("0101", (RED,), ABSENT), CellEvidence("0102", (BLUE,), ABSENT)
    seer = told({"0101": ("disc:red",), "0102": ("square:blue",)}, small, there)
    upon = CellEvidence("0101", (Thing({"square:blue": 12.0}, 7.0, RED.foot_mm),), ABSENT)
    gone = CellEvidence("0102", (), ABSENT)
    seer.revise(Observation(1.0, {"0101": upon, "0102": gone}, frozenset({"0303"})))
    assert "0101" not in seer.unsure
    assert seer.seen["0101"].contents == ("disc:red", "square:blue")


def test_what_lay_below_a_piece_that_left_is_seen_to_lie_there_alone() -> None:
    upon = CellEvidence("0101", (Thing({"square:blue": 12.0}, 7.0, RED.foot_mm),), ABSENT)
    seer = told({"0101": ("disc:red", "square:blue")}, upon, CellEvidence("0202", (), ABSENT))
    taken = Thing({"square:blue": 12.0}, unknown=7.0, foot_mm=(150.0, 150.0))
    there = CellEvidence("0202", (taken,), ABSENT)
    seer.revise(Observation(1.0, {"0101": CellEvidence("0101", (RED,), ABSENT), "0202": there}))
    assert seer.seen["0101"].contents == ("disc:red",)
    assert seer.seen["0202"].contents == ("square:blue",)


def test_a_piece_that_is_turned_over_is_neither_gone_nor_below() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    over = Thing({"disc:red:back": 12.0, "disc:red": -5.0}, unknown=7.0, foot_mm=RED.foot_mm)
    seer.revise(Observation(1.0, {"0101": CellEvidence("0101", (over,), ABSENT)}))
    assert seer.seen["0101"].contents == ("disc:red:back",)


LEAN = (0.0, 0.7)
"""What a camera from 55° above the table makes of a mm of height."""
HIGH_MM = 4.5
"""Height of the toy table's pieces."""


def red_at(height_mm: float) -> Thing:
    """A red disc whose face lies `height_mm` higher than on the board."""
    return Thing({"disc:red": 12.0}, 7.0, (50.0, 50.0 + LEAN[1] * height_mm), lean=LEAN)


def test_the_upper_of_two_equal_pieces_that_leaves_is_missed_by_its_height() -> None:
    seer = told({"0101": ("disc:red", "disc:red")}, CellEvidence("0101", (red_at(HIGH_MM),), ABSENT))
    there = Thing({"disc:red": 12.0}, 7.0, (150.0, 150.0), lean=LEAN)
    lower = CellEvidence("0101", (red_at(0.0),), ABSENT)
    seer.revise(Observation(1.0, {"0101": lower, "0202": CellEvidence("0202", (there,), ABSENT)}))
    assert seer.seen["0101"].contents == ("disc:red",)
    assert seer.seen["0202"].contents == ("disc:red",)


def test_a_piece_put_upon_one_like_it_is_seen_by_its_height() -> None:
    there = Thing({"disc:red": 12.0}, 7.0, (150.0, 150.0), lean=LEAN)
    seer = told(
        {"0101": ("disc:red",), "0202": ("disc:red",)},
        CellEvidence("0101", (red_at(0.0),), ABSENT),
        CellEvidence("0202", (there,), ABSENT),
    )
    upper = CellEvidence("0101", (red_at(HIGH_MM),), ABSENT)
    seer.revise(Observation(1.0, {"0101": upper, "0202": CellEvidence("0202", (), ABSENT)}))
    assert seer.seen["0101"].contents == ("disc:red", "disc:red")


def test_a_stack_that_nobody_touched_holds_what_it_held() -> None:
    seer = told({"0101": ("disc:red", "disc:red")}, CellEvidence("0101", (red_at(HIGH_MM),), ABSENT))
    seer.revise(Observation(1.0, {"0101": CellEvidence("0101", (red_at(HIGH_MM + 0.5),), ABSENT)}))
    assert seer.seen["0101"].contents == ("disc:red", "disc:red")


def test_equal_pieces_of_which_one_is_seen_elsewhere_are_doubted_where_no_height_tells() -> None:
    seer = told({"0101": ("disc:red", "disc:red")}, CellEvidence("0101", (RED,), ABSENT))
    there = Thing({"disc:red": 12.0}, 7.0, (150.0, 150.0))
    beside = msgspec.structs.replace(RED, foot_mm=(RED.foot_mm[0] + 0.2, RED.foot_mm[1]))
    pile = CellEvidence("0101", (beside,), ABSENT)
    seer.revise(Observation(1.0, {"0101": pile, "0202": CellEvidence("0202", (there,), ABSENT)}))
    assert "0101" in seer.unsure


def test_equal_pieces_of_which_one_seems_to_be_elsewhere_are_still_two_where_nothing_moved_by_a_hair() -> None:
    pile = CellEvidence("0101", (RED,), ABSENT)
    seer = told({"0101": ("disc:red", "disc:red")}, pile)
    there = Thing({"disc:red": 12.0}, 7.0, (150.0, 150.0))
    seer.revise(Observation(1.0, {"0101": pile, "0202": CellEvidence("0202", (there,), ABSENT)}))
    assert seer.seen["0101"].contents == ("disc:red", "disc:red")


def test_the_upper_piece_of_a_stack_that_makes_room_for_another_is_not_said_to_lie_below_it() -> None:
    upper = CellEvidence("0101", (Thing({"square:blue": 12.0}, 7.0, RED.foot_mm),), ABSENT)
    green = Thing({"square:green": 12.0}, 7.0, (100.0, 150.0))
    seer = told({"0101": ("disc:red", "square:blue"), "0102": ("square:green",)}, upper, CellEvidence("0102", (green,)))
    swapped = CellEvidence("0101", (Thing({"square:green": 12.0}, 7.0, RED.foot_mm),), ABSENT)
    taken = CellEvidence("0202", (Thing({"square:blue": 12.0}, 7.0, (150.0, 150.0)),), ABSENT)
    seer.revise(Observation(1.0, {"0101": swapped, "0102": CellEvidence("0102", (), ABSENT), "0202": taken}))
    assert "0101" not in seer.unsure
    assert seer.seen["0101"].contents == ("disc:red", "square:green")


def test_what_set_up_said_lies_below_a_newcomer_although_it_looked_otherwise() -> None:
    round_or_not = Thing({"disc:blue": 12.0, "square:blue": 11.2}, 7.0, RED.foot_mm)
    seer = told({"0101": ("square:blue",), "0102": ("disc:red",)}, CellEvidence("0101", (round_or_not,), ABSENT))
    upon = CellEvidence("0101", (RED,), ABSENT)
    seer.revise(Observation(1.0, {"0101": upon, "0102": CellEvidence("0102", (), ABSENT)}))
    assert seer.seen["0101"].contents == ("disc:red", "square:blue")


def test_a_patch_that_might_be_anything_takes_no_piece_from_below_a_newcomer() -> None:
    seer = told({"0101": ("disc:red",), "0102": ("square:blue",)}, CellEvidence("0101", (RED,), ABSENT))
    upon = CellEvidence("0101", (Thing({"square:blue": 12.0}, 7.0, RED.foot_mm),), ABSENT)
    patch = Thing({"disc:white": 5.0, "square:white": 4.8, "disc:red": 1.5}, 5.0, (150.0, 150.0))
    gone, open_ = CellEvidence("0102", (), ABSENT), CellEvidence("0202", (patch,), ABSENT)
    seer.revise(Observation(1.0, {"0101": upon, "0102": gone, "0202": open_}))
    assert "0202" in seer.unsure
    assert seer.seen["0101"].contents == ("disc:red", "square:blue")


PALE = {**ABSENT, "disc:white": -3.5}
"""Nothing seen where a white disc would hardly stand out, by its colour."""
WHITE = Thing({"disc:white": 12.0}, unknown=7.0, foot_mm=(50.0, 50.0))


def test_a_pale_piece_that_was_plainly_seen_on_pale_ground_is_gone_when_it_is_not_seen() -> None:
    seer = told({"0101": ("disc:white",)}, CellEvidence("0101", (WHITE,), PALE))
    seer.revise(Observation(1.0, {"0101": CellEvidence("0101", (), PALE)}))
    assert "0101" not in seer.seen
    assert "0101" not in seer.unsure


def test_what_an_arm_hides_stays_although_nothing_is_seen_of_it() -> None:
    seer = told({"0101": ("disc:white",)}, CellEvidence("0101", (WHITE,), PALE))
    veiled = dict.fromkeys(toytable.LOOKS, -0.7)
    seer.revise(Observation(1.0, {"0101": CellEvidence("0101", (), veiled)}))
    assert seer.seen["0101"].contents == ("disc:white",)


def test_what_came_unseen_and_was_only_presumed_is_not_said() -> None:
    faint = Thing({"disc:white": 4.0}, unknown=0.0, foot_mm=(50.0, 50.0))
    before = Belief(("disc:white",), 0.99, shown(CellEvidence("0101", (faint,), PALE), ("disc:white",)))
    nothing = CellEvidence("0101", (), {**ABSENT, "disc:white": -1.2})
    belief = judged(nothing, toytable.model(), before)
    assert belief.presumed
    assert not belief.sure


BLOT = Thing({}, unknown=5.0)
"""Something that looks like no piece."""


def test_something_strange_is_perhaps_the_piece_that_is_missed_until_that_is_seen() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    seer.revise(Observation(1.0, {"0101": NOTHING, "0102": CellEvidence("0102", (BLOT,), ABSENT)}))
    assert "0102" in seer.unsure
    red = Thing({"disc:red": 12.0}, unknown=7.0, foot_mm=(150.0, 150.0))
    seer.revise(Observation(2.0, {"0202": CellEvidence("0202", (red,), ABSENT)}))
    assert seer.seen["0202"].contents == ("disc:red",)
    assert "0102" not in seer.unsure


def test_the_piece_that_is_missed_is_believed_beside_something_strange() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    red = Thing({"disc:red": 12.0}, unknown=10.0, foot_mm=(150.0, 50.0))
    beside = Thing({}, unknown=5.4, elsewhere=-12.0)
    seer.revise(Observation(1.0, {"0101": NOTHING, "0102": CellEvidence("0102", (red, beside), ABSENT)}))
    assert seer.seen["0102"].contents == ("disc:red",)
    assert "0102" not in seer.unsure


def test_something_strange_where_no_piece_is_missed_is_none() -> None:
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT))
    seer.revise(Observation(1.0, {"0102": CellEvidence("0102", (BLOT,), ABSENT)}))
    assert "0102" not in seer.unsure


def test_what_a_piece_was_put_upon_is_not_forgotten_for_a_shadow_beside_them() -> None:
    upon = Thing({"square:blue": 12.0}, unknown=7.0, foot_mm=(50.3, 50.4))
    shadow = Thing({"disc:black": -1.5}, unknown=-1.5, foot_mm=(58.0, 56.0), elsewhere=-12.0)
    start = {"0101": ("disc:red",), "0202": ("square:blue",)}
    seer = told(start, CellEvidence("0101", (RED,), ABSENT), CellEvidence("0202", (BLUE,), ABSENT))
    moved = {"0101": CellEvidence("0101", (upon, shadow), ABSENT), "0202": CellEvidence("0202", (), ABSENT)}
    seer.revise(Observation(1.0, moved))
    assert seer.seen["0101"].contents == ("disc:red", "square:blue")


def test_a_piece_is_told_by_what_is_missed_though_many_of_its_colour_stand_elsewhere() -> None:
    order = toytable.model().order
    seer = told(dict.fromkeys(order[:12], ("disc:red",)), *(CellEvidence(cell, (RED,), ABSENT) for cell in order[:12]))
    left, came = order[0], order[20]
    both = {left: CellEvidence(left, (), ABSENT), came: CellEvidence(came, (EITHER,), ABSENT)}
    seen = both | {cell: CellEvidence(cell, (RED,), ABSENT) for cell in order[1:12]}
    seer.revise(Observation(1.0, seen))
    assert seer.seen[came].contents == ("disc:red",)


def test_a_patch_of_the_board_that_looks_like_a_disc_is_none_though_one_is_missed_and_a_hand_hid_it() -> None:
    patch = CellEvidence("0102", (Thing({"disc:red": 10.0}, 6.0, (100.0, 50.0)),), ABSENT)
    seer = told({"0101": ("disc:red",)}, CellEvidence("0101", (RED,), ABSENT), patch)
    below_a_hand = CellEvidence("0102", (), ABSENT)
    seer.revise(Observation(1.0, {"0101": NOTHING, "0102": below_a_hand}, frozenset({"0303"})))
    again = Thing({"disc:red": 10.0}, 6.0, (100.4, 50.0))
    seer.revise(Observation(2.0, {"0102": CellEvidence("0102", (again,), ABSENT)}))
    assert "0102" not in seer.seen
    assert "0102" not in seer.unsure


def test_below_a_piece_that_was_taken_while_an_arm_is_over_the_board_lies_what_lay_there() -> None:
    placement = {"0101": ("disc:blue", "disc:green", "disc:red")}
    green = Thing({"disc:green": 12.0}, 7.0, (50.0, 50.0 + LEAN[1] * HIGH_MM * 2), lean=LEAN)
    seer = told(placement, CellEvidence("0101", (green,), ABSENT))
    bared = CellEvidence("0101", (red_at(HIGH_MM),), ABSENT)
    there = Thing({"disc:green": 12.0}, 7.0, (150.0, 150.0), lean=LEAN)
    arm = frozenset({"0303"})
    seer.revise(Observation(1.0, {"0101": bared, "0202": CellEvidence("0202", (there,), ABSENT)}, arm))
    assert seer.seen["0101"].contents == ("disc:blue", "disc:red")


@pytest.mark.parametrize(("supply", "contents"), [(9, ("disc:blue",)), (1, None)])
def test_what_comes_is_what_it_looks_like_where_many_lie_beside_the_board_though_another_is_missed(
    supply: int, contents: tuple[str, ...] | None
) -> None:
    model = copy(toytable.model())
    model.supply = {"disc:red": 1, "disc:blue": supply}
    seer, start = Seer(model), {cell: CellEvidence(cell, (), ABSENT) for cell in model.order}
    seer.know({"0101": ("disc:red",)}, Observation(0.0, start | {"0101": CellEvidence("0101", (RED,), ABSENT)}))
    bluish = Thing({"disc:blue": 12.0, "disc:red": 2.0}, unknown=2.0, foot_mm=(80.0, 50.0))
    seer.revise(Observation(1.0, {"0101": NOTHING, "0102": CellEvidence("0102", (bluish,), ABSENT)}))
    assert (seer.seen["0102"].contents if "0102" in seer.seen else None) == contents
