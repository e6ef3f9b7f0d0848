"""The hunters: steps, questions with true answers, markers, arrests and their price."""

from __future__ import annotations

import pytest
from fifth_positions import GAME, HUNTERS, Table

from engines.fifth_column.actions import Arrest, Ask, Discard, Done, Play, Ready, Walk
from engines.fifth_column.state import Clue
from engines.pending import Decision


@pytest.fixture
def hunt() -> Table:
    """The hunters' turn: the spy has come from 12 along its ray to 14, so it has passed 12, 13 and 14."""
    return Table(spot="12", hunters=("18", "23", "48", "49", "50")).play("rook", "13", "14")


# --- whose turn it is ------------------------------------------------------------------------------------


@pytest.mark.legal("turn.order", "spy.first", "roles.spy")
def test_spy_and_hunters_take_turns() -> None:
    table = Table(spot="12")
    assert table.asked == (("red",), "spy")
    table.play("king", "13")
    assert table.asked == (("blue", "green"), "hunters")
    table.go("green", Done())
    assert table.asked == (("red",), "spy")


@pytest.mark.illegal("turn.order", "spy.first")
def test_hunters_do_not_act_in_the_spys_turn_nor_the_spy_in_theirs() -> None:
    table = Table(spot="12")
    assert table.why_not("blue", Walk(1, "41")) == {"turn.order"}
    card = table.way("king", "13")
    table.play("rook", "13")
    assert table.why_not("red", card) == {"turn.order"}


@pytest.mark.illegal("roles.spy")
def test_the_spy_leads_no_hunter_and_hunters_play_no_card(hunt: Table) -> None:
    assert hunt.why_not("red", Walk(1, "41")) == {"roles.spy"}
    assert hunt.why_not("blue", Play(7, ("13",))) == {"roles.spy"}
    assert hunt.why_not("blue", Discard(7)) == {"roles.spy"}


@pytest.mark.legal("turn.asked")
def test_what_is_asked_is_answered(hunt: Table) -> None:
    assert hunt.may("green", Done())


@pytest.mark.illegal("turn.asked")
def test_nothing_else_is_answered(hunt: Table) -> None:
    assert hunt.why_not("blue", Ready()) == {"turn.asked"}


# --- steps -----------------------------------------------------------------------------------------------


@pytest.mark.legal("hunters.steps", "hunters.five")
def test_each_of_five_hunters_walks_up_to_two_steps_turning_freely(hunt: Table) -> None:
    reach = {action.to for action in GAME.legal(hunt.state, "blue") if isinstance(action, Walk) and action.hunter == 1}
    assert {"17", "24", "28", "8", "26", "10"} <= reach
    for number, to in ((5, "40"), (1, "20"), (3, "46"), (2, "23"), (4, "39")):
        if to != hunt.hunt.hunters[number - 1]:
            hunt.go("blue", Walk(number, to))
    assert hunt.hunt.hunters == ("20", "23", "46", "39", "40")


@pytest.mark.illegal("hunters.steps")
def test_a_hunter_walks_no_three_steps_and_no_second_time(hunt: Table) -> None:
    assert hunt.why_not("blue", Walk(1, "33")) == {"hunters.steps"}
    hunt.go("blue", Walk(1, "19"))
    assert hunt.why_not("blue", Walk(1, "20")) == {"hunters.steps"}
    assert hunt.why_not("blue", Walk(2, "23")) == {"hunters.steps"}, "standing still is no walk"


@pytest.mark.illegal("hunters.five")
def test_there_is_no_sixth_hunter(hunt: Table) -> None:
    assert hunt.why_not("blue", Walk(6, "19")) == {"hunters.five"}
    assert hunt.why_not("blue", Ask(0, "19")) == {"hunters.five"}


@pytest.mark.legal("hunters.over")
def test_hunters_share_houses_with_refuges_and_with_each_other(hunt: Table) -> None:
    assert hunt.may("blue", Walk(3, "53"))
    assert hunt.may("blue", Walk(4, "48"))


@pytest.mark.legal("hunters.done")
def test_the_hunters_may_stop_before_all_have_acted(hunt: Table) -> None:
    assert hunt.go("blue", Ask(1, "13")).go("green", Done()).asked == (("red",), "spy")


# --- asking ----------------------------------------------------------------------------------------------


@pytest.mark.legal("ask.beside", "ask.truth", "ask.marker", "ask.passed")
def test_a_question_is_answered_truly_and_marked(hunt: Table) -> None:
    hunt.go("blue", Ask(1, "13"))
    assert hunt.told("passed_here", place="13")
    hunt.go("green", Ask(2, "22"))
    assert hunt.told("not_here", place="22")
    assert hunt.hunt.clues == (Clue("13", True), Clue("22", False))
    lying = GAME.placement(hunt.state)
    assert "clue:violet" in lying.contents("13")
    assert "clue:white" in lying.contents("22")


def test_a_hunter_asks_after_walking_about_a_house_beside_where_it_stopped(hunt: Table) -> None:
    hunt.go("blue", Walk(3, "39"))
    assert hunt.may("blue", Ask(3, "34"))
    assert not hunt.may("blue", Ask(3, "49"))


@pytest.mark.illegal("ask.beside")
def test_a_hunter_asks_about_no_house_farther_off_nor_under_a_washer(hunt: Table) -> None:
    assert hunt.why_not("blue", Ask(1, "27")) == {"ask.beside"}
    assert hunt.why_not("blue", Ask(1, "18")) == {"ask.beside"}, "its own house is not beside it"
    table = Table(hunters=("59", *HUNTERS[1:]), hunters_turn=True)
    assert table.why_not("blue", Ask(1, "64")) == {"ask.beside"}


@pytest.mark.legal("ask.one")
def test_every_hunter_gets_a_clue_and_then_the_spy_is_next(hunt: Table) -> None:
    for number, at in ((1, "13"), (2, "22"), (3, "47"), (4, "48"), (5, "49")):
        assert hunt.asked[1] == "hunters"
        hunt.go("blue", Ask(number, at))
    assert hunt.asked == (("red",), "spy")


@pytest.mark.illegal("ask.one")
def test_who_has_asked_does_nothing_more_in_this_turn(hunt: Table) -> None:
    hunt.go("blue", Ask(1, "13"))
    assert hunt.why_not("blue", Ask(1, "12")) == {"ask.one"}
    assert hunt.why_not("blue", Walk(1, "12")) == {"ask.one"}
    assert hunt.why_not("blue", Arrest(1, "18")) == {"ask.one"}


def test_a_white_marker_becomes_violet_when_the_spy_has_passed_since() -> None:
    table = Table(spot="12", hunters=("18", "23", "48", "49", "50"), hunters_turn=True)
    table.go("blue", Ask(1, "13"), Done()).play("king", "13").go("blue", Ask(1, "13"))
    assert table.hunt.clues == (Clue("13", True),)
    assert GAME.placement(table.state).contents("13") == ("clue:violet",)


def test_the_start_was_passed_and_a_way_slid_over_but_not_what_a_knight_leaps() -> None:
    table = Table(spot="12", hunters=("18", "23", "48", "49", "50")).play("knight", "1")
    assert table.hunt.passed == ("1", "12")
    assert "7" not in table.hunt.passed


@pytest.mark.legal("ask.passed")
def test_with_the_option_whoever_comes_home_has_passed_nowhere_else() -> None:
    for memory, passed in (("hunt", {"1", "2", "3"}), ("outing", {"1"})):
        table = Table(hideout="1", spot="2", hand=("king", "rook", "king"), memory=memory, passed=("2", "3"))
        assert set(table.play("king", "1").hunt.passed) == passed


@pytest.mark.legal("ask.passed")
def test_until_then_it_owns_up_to_all_that_it_passed_since_it_left() -> None:
    table = Table(hideout="1", spot="2", hand=("king", "rook", "king"), memory="outing", passed=("1", "2"))
    assert set(table.play("king", "3").hunt.passed) == {"1", "2", "3"}


def test_markers_may_be_kept_off_the_board() -> None:
    table = Table(spot="12", hunters=("18", "23", "48", "49", "50"), hunters_turn=True, clues="phone")
    table.go("blue", Ask(1, "13"))
    assert GAME.placement(table.state).contents("13") == ()
    assert GAME.view(table.state, None).clues


# --- arresting -------------------------------------------------------------------------------------------


@pytest.mark.legal("arrest.reach", "end.arrest")
def test_who_stands_where_the_spy_is_may_arrest_it(hunt: Table) -> None:
    hunt.go("blue", Walk(1, "14"), Arrest(1, "14"))
    assert hunt.over is not None
    assert (hunt.over.reason, hunt.over.winners) == ("arrested", ("blue", "green"))


@pytest.mark.illegal("arrest.reach")
def test_an_arrest_does_not_reach_the_next_house_unless_the_option_says_so(hunt: Table) -> None:
    hunt.go("blue", Walk(1, "13"))
    assert hunt.why_not("blue", Arrest(1, "14")) == {"arrest.reach"}
    table = Table(spot="14", hunters=("13", *HUNTERS[1:]), hunters_turn=True, arrest="beside")
    assert table.go("blue", Arrest(1, "14")).over is not None


@pytest.mark.legal("arrest.price")
def test_an_arrest_in_vain_costs_this_turn_and_the_next(hunt: Table) -> None:
    hunt.go("blue", Arrest(1, "18"))
    assert hunt.told("nobody_there", place="18")
    assert hunt.asked == (("red",), "spy")
    hunt.play("king", "15")
    assert hunt.told("hunters_miss")
    assert hunt.asked == (("red",), "spy")
    hunt.hold("king", "king", "king").play("king", "14")
    assert hunt.asked == (("blue", "green"), "hunters")


@pytest.mark.illegal("arrest.price")
def test_in_the_turn_that_is_lost_no_hunter_acts(hunt: Table) -> None:
    hunt.go("blue", Arrest(1, "18"))
    hunt.play("king", "15")
    assert hunt.why_not("blue", Walk(1, "19")) == {"turn.order"}


def test_with_the_option_it_costs_only_this_turn() -> None:
    table = Table(spot="12", hunters_turn=True, failed="this").go("blue", Arrest(1, "46"))
    assert table.play("king", "13").asked == (("blue", "green"), "hunters")


def test_the_spy_may_stand_beside_or_with_a_hunter_and_nobody_learns_of_it(hunt: Table) -> None:
    hunt.go("blue", Walk(1, "14"))
    assert [news.key for news in hunt.news] == ["walked"]
    assert isinstance(GAME.pending(hunt.state), Decision)


# --- options of the hunters ------------------------------------------------------------------------------


@pytest.mark.legal("hunters.before")
def test_a_hunter_walks_after_another_has_asked_unless_all_must_walk_before() -> None:
    table = Table(spot="12").play("king", "13").go("blue", Ask(1, "41"))
    assert table.may("blue", Walk(2, "42"))
    table = Table(spot="12", asking="after").play("king", "13").go("blue", Walk(2, "42"), Ask(1, "41"))
    assert table.may("blue", Ask(2, "43"))


@pytest.mark.illegal("hunters.before")
def test_with_the_option_nobody_walks_once_the_first_has_asked() -> None:
    table = Table(spot="12", asking="after").play("king", "13").go("blue", Ask(1, "41"))
    assert table.why_not("blue", Walk(2, "42")) == {"hunters.before"}


@pytest.mark.legal("map.ends")
def test_hunters_go_over_the_rim_unless_the_option_keeps_them_on_the_board() -> None:
    over = Table(spot="12").play("king", "13")
    assert over.may("blue", Walk(1, "50"))
    assert over.may("blue", Ask(1, "50"))


@pytest.mark.illegal("map.ends")
def test_with_the_option_only_the_spy_goes_over_the_rim() -> None:
    kept = Table(spot="11", edges="spy", hunters=("46", "41", "36", "31", "26"))
    assert kept.targets("king") >= {"15"}
    kept.play("king", "15")
    assert kept.why_not("blue", Walk(1, "45")) == {"hunters.steps"}
    assert kept.why_not("blue", Ask(1, "50")) == {"ask.beside"}
    assert kept.may("blue", Ask(1, "42"))


@pytest.mark.legal("ask.one")
def test_with_the_option_a_hunter_arrests_after_asking_and_the_turn_waits_for_it() -> None:
    table = Table(spot="12", arresting="also", hunters=("18", "23", "48", "49", "50")).play("king", "13")
    for number, at in enumerate(("17", "22", "47", "44", "45"), 1):
        table.go("blue", Ask(number, at))
    assert table.asked == (("blue", "green"), "hunters")
    assert table.may("blue", Arrest(3, "48"))
    assert table.why_not("blue", Ask(3, "47")) == {"ask.one"}
    table.go("blue", Done())
    assert table.asked == (("red",), "spy")
