"""How each piece goes, over the ends of the board and round washers."""

from __future__ import annotations

import pytest
from fifth_positions import GAME, HUNTERS, Table

from engines.fifth_column.actions import Play, Walk
from engines.fifth_column.ground import Ground


@pytest.mark.legal("move.king")
def test_a_king_goes_one_step_any_way_over_the_ends_of_the_board_too() -> None:
    assert Table(spot="12").targets("king") == {"6", "7", "8", "11", "13", "16", "17", "18"}
    assert Table(spot="5").targets("king") == {"90", "89", "86", "4", "1", "10", "9", "6"}


@pytest.mark.illegal("move.king")
def test_a_king_may_not_go_two_steps() -> None:
    table = Table(spot="12")
    assert table.why_not("red", table.way("king", "13", "14")) == {"move.king"}


@pytest.mark.legal("move.rook")
def test_a_rook_goes_along_its_ray_and_ring_until_a_washer() -> None:
    targets = Table(spot="12").targets("rook")
    assert {"13", "14", "15", "11"} <= targets, "the whole ray"
    assert {"7", "2", "87", "17", "57"} <= targets, "the ring both ways, up to the washers on 62 and 82"
    assert "62" not in targets
    assert "82" not in targets
    assert "18" not in targets


def test_a_rook_reaches_the_same_house_of_its_ray_by_two_ways() -> None:
    table = Table(spot="12")
    assert table.may("red", table.way("rook", "13", "14"))
    assert table.may("red", table.way("rook", "11", "15", "14")), "over the rim and in again past the middle"


@pytest.mark.illegal("move.rook")
def test_a_rook_may_not_go_aslant() -> None:
    table = Table(spot="12")
    assert table.why_not("red", table.way("rook", "18")) == {"move.rook"}


@pytest.mark.legal("move.bishop")
def test_a_bishop_goes_aslant_until_a_washer() -> None:
    table = Table(spot="12", hand=("bishop", "bishop", "king"))
    assert table.may("red", table.way("bishop", "18", "24", "30", "31"))
    assert "13" not in table.targets("bishop")


@pytest.mark.illegal("move.bishop")
def test_a_bishop_may_not_leave_out_a_house_that_it_slides_over() -> None:
    table = Table(spot="12", hand=("bishop", "bishop", "king"))
    assert table.why_not("red", table.way("bishop", "24")) == {"move.bishop"}


@pytest.mark.legal("move.queen", "spy.must_move")
def test_a_queen_goes_as_rook_and_bishop_and_chooses_her_way() -> None:
    table = Table(spot="12", hand=("queen", "rook", "bishop"))
    assert table.targets("queen") == table.targets("rook") | table.targets("bishop")
    ways = [action for action in GAME.legal(table.state, "red") if isinstance(action, Play)]
    to_14 = [way.path for way in ways if way.card == table.card("queen") and way.path[-1] == "14"]
    assert {("13", "14"), ("11", "15", "14")} <= set(to_14)


@pytest.mark.illegal("move.queen")
def test_a_queen_may_not_leap() -> None:
    table = Table(spot="12", hand=("queen", "rook", "bishop"))
    assert table.why_not("red", table.way("queen", "19")) == {"move.queen"}


@pytest.mark.legal("move.knight")
def test_a_knight_leaps_over_washers_and_enters_only_where_it_lands() -> None:
    around = tuple(str(number) for number in (6, 7, 8, 11, 13, 16, 17, 18))
    washers = (*around, *map(str, range(61, 77)))
    table = Table(spot="12", washers=washers)
    assert table.targets("knight") == {"1", "3", "21", "23", "10", "20", "9", "19"}
    table.play("knight", "23")
    assert table.hunt.passed == ("1", "12", "23")


@pytest.mark.illegal("move.knight")
def test_a_knight_may_not_go_straight() -> None:
    table = Table(spot="12")
    assert table.why_not("red", table.way("knight", "14")) == {"move.knight"}


@pytest.mark.legal("move.pawn")
def test_a_pawn_goes_one_step_inwards_and_from_the_inmost_ring_out_to_the_rim() -> None:
    assert Table(spot="12", hand=("pawn", "king", "king")).targets("pawn") == {"13"}
    assert Table(spot="15", hand=("pawn", "king", "king")).targets("pawn") == {"11"}


@pytest.mark.illegal("move.pawn")
def test_a_pawn_may_not_go_outwards() -> None:
    table = Table(spot="12", hand=("pawn", "king", "king"))
    assert table.why_not("red", table.way("pawn", "11")) == {"move.pawn"}


@pytest.mark.legal("map.ends")
def test_across_the_middle_one_comes_out_on_the_opposite_ray_with_that_option() -> None:
    table = Table(spot="5", wrap="centre", hand=("rook", "pawn", "king"))
    assert table.targets("pawn") == {"50"}
    assert table.may("red", table.way("rook", "50", "49", "48", "47", "46", "1", "2", "3", "4"))
    assert table.targets("king") == {"90", "89", "4", "9", "10", "45", "50", "55"}


@pytest.mark.illegal("map.ends")
def test_each_kind_of_ends_forbids_the_other() -> None:
    across, round_ = Table(spot="5", wrap="centre"), Table(spot="5")
    assert across.why_not("red", across.way("king", "1")) == {"move.king"}
    assert round_.why_not("red", round_.way("king", "50")) == {"move.king"}


def test_a_diagonal_passes_every_house_of_an_empty_board() -> None:
    slides = Ground("ray", frozenset()).paths("bishop", "1")
    assert max(len(way) for way in slides) == 89


@pytest.mark.illegal("spy.must_move")
def test_the_spy_may_not_end_where_the_move_began() -> None:
    table = Table(spot="12")
    assert table.why_not("red", Play(table.card("king"), ())) == {"spy.must_move"}
    assert table.why_not("red", table.way("rook", "13", "12")) == {"spy.must_move"}


@pytest.mark.legal("spy.passes")
def test_hunters_and_refuges_are_no_obstacle_to_the_spy() -> None:
    table = Table(spot="48", hand=("rook", "king", "king"), must_return=True)
    assert table.may("red", table.way("rook", "53", "58")), "over a refuge onto another"
    assert table.may("red", table.way("rook", "49", "50")), "over a hunter onto another"


@pytest.mark.legal("map.washers")
def test_a_hunter_and_the_spy_go_round_washers() -> None:
    table = Table(spot="59")
    assert "64" not in table.targets("king")
    assert table.targets("king")


@pytest.mark.illegal("map.washers")
def test_nobody_enters_or_crosses_a_washer() -> None:
    table = Table(spot="59", hand=("rook", "king", "king"))
    assert table.why_not("red", table.way("rook", "64")) == {"map.washers"}
    assert Table(hunters=("59", *HUNTERS[1:]), hunters_turn=True).why_not("blue", Walk(1, "64")) == {"map.washers"}
