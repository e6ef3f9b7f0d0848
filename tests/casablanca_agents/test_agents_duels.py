"""The bidding duel between the objector and the mover."""

import pytest
from agent_positions import GAME, Table, move

from engines.casablanca_agents.actions import Accept, Bid, Hold, Object, Pass


def duel(**given: object) -> Table:
    """Red has put 300 on Bleu, blue 500, green nothing; blue objects and red accepts."""
    seats = {"red": {"bleu": 300}, "blue": {"bleu": 500}, "green": {}}
    return Table(**(seats | given)).go("red", move("bleu", "22")).duel("red", "blue")


@pytest.mark.legal("duel.two")
def test_objector_and_mover_bid_in_turns() -> None:
    table = duel()
    assert table.asked == (("blue",), "bid")
    assert table.go("blue", Bid(100)).asked == (("red",), "hold")
    assert table.go("red", Hold()).asked == (("blue",), "bid")


@pytest.mark.illegal("duel.two")
@pytest.mark.parametrize("action", [Bid(200), Pass(), Hold()])
def test_nobody_else_bids_and_nobody_out_of_turn(action: object) -> None:
    table = duel()
    assert table.why_not("green", action) == {"duel.two"}
    assert table.why_not("red", action) == {"duel.two"}


@pytest.mark.legal("duel.objector_first")
def test_the_objector_names_the_first_amount() -> None:
    assert duel().may("blue", Bid(100))


@pytest.mark.illegal("duel.objector_first")
def test_there_is_nothing_to_hold_before_the_first_bid() -> None:
    assert duel().why_not("blue", Hold()) == {"duel.objector_first"}


@pytest.mark.legal("duel.hold")
def test_a_bid_is_held_with_as_much_money() -> None:
    table = duel().go("blue", Bid(300)).go("red", Hold())
    assert table.told("held", seat="red", amount=300)


@pytest.mark.illegal("duel.hold")
def test_the_mover_names_no_amount() -> None:
    assert duel().go("blue", Bid(100)).why_not("red", Bid(200)) == {"duel.hold"}


@pytest.mark.legal("duel.step")
@pytest.mark.parametrize("amount", [100, 200, 500])
def test_bids_are_hundreds(amount: int) -> None:
    assert duel().may("blue", Bid(amount))


@pytest.mark.illegal("duel.step")
@pytest.mark.parametrize("amount", [0, -100, 50, 150])
def test_other_bids_are_refused(amount: int) -> None:
    assert duel().why_not("blue", Bid(amount)) == {"duel.step"}


@pytest.mark.legal("duel.rising")
def test_the_example_of_the_rulebook() -> None:
    table = duel(red={"bleu": 400})
    table.go("blue", Bid(100)).go("red", Hold()).go("blue", Bid(200)).go("red", Hold())
    table.go("blue", Bid(500)).go("red", Pass())
    assert table.told("objection_won", seat="blue")
    assert table.at("bleu") == "21"


@pytest.mark.illegal("duel.rising")
@pytest.mark.parametrize("amount", [100, 200])
def test_a_bid_is_higher_than_the_one_before(amount: int) -> None:
    table = duel().go("blue", Bid(200)).go("red", Hold())
    assert table.why_not("blue", Bid(amount)) == {"duel.rising"}


@pytest.mark.legal("duel.truthful")
def test_all_that_was_put_on_the_agent_may_be_named() -> None:
    assert duel().may("blue", Bid(500))


@pytest.mark.illegal("duel.truthful")
def test_nobody_names_more_than_was_put_on_the_agent() -> None:
    assert duel().why_not("blue", Bid(600)) == {"duel.truthful"}


@pytest.mark.illegal("duel.truthful")
def test_nobody_holds_more_than_was_put_on_the_agent() -> None:
    table = duel().go("blue", Bid(400))
    assert table.why_not("red", Hold()) == {"duel.truthful"}
    violations = GAME.judge(table.state, "red", Hold())
    assert [violation.audience for violation in violations] == [("red",)]


@pytest.mark.legal("duel.pass")
def test_the_objector_may_pass_at_once_and_with_money_left() -> None:
    table = duel().go("blue", Pass())
    assert table.told("objection_failed", seat="blue")
    assert table.asked == (("green",), "objection")


@pytest.mark.legal("duel.pass")
def test_the_mover_may_pass_though_able_to_hold() -> None:
    table = duel().go("blue", Bid(100)).go("red", Pass())
    assert table.told("objection_won", seat="blue")
    assert table.shown("red", "bleu") == 0


@pytest.mark.legal("duel.tie")
def test_equal_bribes_favour_the_mover() -> None:
    table = duel(red={"bleu": 500}).go("blue", Bid(500)).go("red", Hold())
    assert list(GAME.legal(table.state, "blue")) == [Pass()]
    table.go("blue", Pass()).lets("green")
    assert table.at("bleu") == "22"


@pytest.mark.legal("duel.kept")
def test_money_that_is_shown_stays_and_is_known() -> None:
    table = duel().go("blue", Bid(200)).go("red", Hold()).go("blue", Bid(500)).go("red", Pass())
    assert (table.on("red", "bleu"), table.on("blue", "bleu")) == (300, 500)
    assert (table.shown("red", "bleu"), table.shown("blue", "bleu")) == (200, 500)
    assert GAME.view(table.state, "green").players[1].shown[2] == 500


def test_who_bluffs_with_nothing_can_only_pass() -> None:
    table = duel(blue={})
    assert list(GAME.legal(table.state, "blue")) == [Pass()]


def test_two_duels_may_follow_on_one_announcement() -> None:
    table = duel(green={"bleu": 900}).go("blue", Pass()).go("green", Object()).go("red", Accept())
    table.go("green", Bid(900)).go("red", Pass())
    assert table.told("objection_won", seat="green")
    assert table.at("bleu") == "21"
