"""The variant for two to four: own headquarters, one bribe a turn, and objections that cost a turn."""

import pytest
from agent_positions import GAME, Table, bribe, move, strike

from engines.casablanca_agents.actions import (
    Accept,
    Bid,
    ChooseHeadquarters,
    Hold,
    LetStand,
    Object,
    Pass,
    RubOut,
    Withdraw,
)
from engines.entries import Act
from engines.options import OptionError
from engines.pending import Decision

HOMES = {"red": "25", "blue": "1", "green": "5", "yellow": "21"}
VARIANT = {"rules": "variant"}


def variant(**given: object) -> Table:
    seats: dict[str, object] = {"red": {}, "blue": {}, "green": {}}
    return Table(**({"rules": "variant", "homes": HOMES} | seats | given))


def begun(count: int) -> Table:
    """The variant before headquarters are chosen."""
    table = variant()
    table.state = GAME.new(VARIANT, GAME.seats[:count])
    return table


@pytest.mark.legal("variant.players")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_two_to_four_play_the_variant(count: int) -> None:
    assert len(GAME.new(VARIANT, GAME.seats[:count]).players) == count


@pytest.mark.illegal("variant.players")
@pytest.mark.parametrize("count", [5, 8])
def test_five_do_not_play_the_variant(count: int) -> None:
    with pytest.raises(OptionError, match="variant"):
        GAME.new(VARIANT, GAME.seats[:count])


@pytest.mark.legal("variant.headquarters")
def test_headquarters_are_chosen_one_after_the_other() -> None:
    table = begun(4).go("red", ChooseHeadquarters("5"))
    assert table.asked == (("blue",), "headquarters")
    table.go("blue", ChooseHeadquarters("25")).go("green", ChooseHeadquarters("1"))
    assert [table[seat].headquarters for seat in ("red", "blue", "green", "yellow")] == ["5", "25", "1", "21"]


@pytest.mark.illegal("variant.headquarters")
def test_a_headquarters_has_one_owner_and_is_a_corner() -> None:
    table = begun(4).go("red", ChooseHeadquarters("5"))
    assert table.why_not("blue", ChooseHeadquarters("5")) == {"variant.headquarters"}
    assert table.why_not("blue", ChooseHeadquarters("13")) == {"variant.headquarters"}
    assert table.why_not("green", ChooseHeadquarters("1")) == {"variant.headquarters"}


@pytest.mark.legal("variant.unowned")
@pytest.mark.parametrize(("count", "free"), [(4, {"1", "5", "21", "25"}), (3, {"1", "5", "25"}), (2, {"1", "25"})])
def test_as_many_headquarters_as_players_may_be_chosen(count: int, free: set[str]) -> None:
    assert {action.at for action in GAME.legal(begun(count).state, "red")} == free


@pytest.mark.illegal("variant.unowned")
@pytest.mark.parametrize(("count", "cell"), [(3, "21"), (2, "21"), (2, "5")])
def test_the_others_stay_without_an_owner(count: int, cell: str) -> None:
    assert begun(count).why_not("red", ChooseHeadquarters(cell)) == {"variant.unowned"}


@pytest.mark.legal("variant.first")
def test_the_owner_of_the_police_station_begins() -> None:
    table = begun(3).go("red", ChooseHeadquarters("5")).go("blue", ChooseHeadquarters("1"))
    assert table["green"].headquarters == "25"
    assert table.asked == (("green",), "turn")


@pytest.mark.legal("variant.bribe_one")
def test_one_agent_is_bribed_in_a_turn_and_more_later() -> None:
    table = variant().pays("red", bleu=500).pays("blue", gray=100).pays("green", gray=100).pays("red", bleu=300)
    assert table.on("red", "bleu") == 800


@pytest.mark.illegal("variant.bribe_one")
def test_a_second_agent_is_not_bribed_in_the_same_turn() -> None:
    table = variant().go("red", bribe("bleu", 500))
    assert table.why_not("red", bribe("gray", 100)) == {"variant.bribe_one"}
    assert table.go("red", RubOut()).may("red", bribe("gray", 100))


@pytest.mark.legal("variant.no_duty")
def test_the_first_turn_may_be_a_move() -> None:
    assert variant(opening=True).may("red", move("bleu", "22"))


@pytest.mark.legal("variant.win")
def test_with_any_agent_in_the_own_headquarters_the_mover_wins() -> None:
    table = variant(astaire="24", case="24", blue={"astaire": 9000}).go("red", move("astaire", "25", case=True))
    table.lets("blue", "green")
    assert table.over is not None
    assert (table.over.winners, table.over.reason) == (("red",), "own_headquarters")


def test_a_headquarters_where_the_agent_does_not_live_is_barred_in_the_main_game_only() -> None:
    assert variant(astaire="24", case="24", foreign="barred").may("red", move("astaire", "25", case=True))


@pytest.mark.legal("variant.win")
def test_an_objection_that_wins_stops_the_win() -> None:
    table = variant(astaire="24", case="24", blue={"astaire": 100}).go("red", move("astaire", "25", case=True))
    table.duel("red", "blue", 100).go("red", Pass())
    assert table.over is None
    assert table.state.case == "24"


@pytest.mark.legal("variant.brought_by_other")
def test_the_case_brought_by_an_opponent_must_come_out_and_in_again() -> None:
    table = variant(astaire="2", case="2").go("red", move("astaire", "1", case=True)).lets("blue", "green")
    assert table.over is None
    table.go("blue", move("astaire", "2", case=True)).lets("green", "red").pays("green", gray=100).pays("red", gray=100)
    table.go("blue", move("astaire", "1", case=True)).lets("green", "red")
    assert table.over is not None
    assert table.over.winners == ("blue",)


@pytest.mark.legal("variant.one_agent")
def test_one_agent_may_carry_the_case_all_the_way() -> None:
    table = variant(gray="24", case="24", carried=("gray",))
    assert table.may("red", move("gray", "25", case=True))


@pytest.mark.illegal("case.two_agents")
def test_a_house_may_ask_for_two_carriers_in_the_variant_too() -> None:
    table = variant(gray="24", case="24", carried=("gray",), two_agents="both")
    assert table.why_not("red", move("gray", "25", case=True)) == {"case.two_agents"}
    assert table.may("red", move("gray", "25"))
    assert variant(gray="24", case="24", carried=("bleu",), two_agents="both").may("red", move("gray", "25", case=True))
    assert variant(gray="4", case="4", two_agents="both").may("red", move("gray", "5", case=True)), "somebody else's"


@pytest.mark.legal("variant.won_objection")
def test_a_won_objection_ends_the_turn() -> None:
    table = variant(blue={"bleu": 500}).go("red", move("bleu", "22")).duel("red", "blue", 100).go("red", Pass())
    assert (table.at("bleu"), table.mover) == ("21", "blue")


@pytest.mark.legal("variant.refund")
def test_the_fee_of_a_strike_is_paid_at_once_and_comes_back() -> None:
    table = variant(red={"bleu": 1200}, blue={"bleu": 500}).go("red", strike("bleu", "blanco"))
    assert table.on("red", "bleu") == 200
    table.duel("red", "blue", 300).go("red", Pass())
    assert (table.on("red", "bleu"), table.at("blanco")) == (1200, "21")
    assert table.told("refunded", amount=1000)


@pytest.mark.legal("variant.refund")
def test_what_was_paid_does_not_count_in_the_duel() -> None:
    table = variant(red={"bleu": 1200}, blue={"bleu": 500}).go("red", strike("bleu", "blanco"))
    assert not table.duel("red", "blue", 300).may("red", Hold())


@pytest.mark.legal("variant.refund")
def test_by_house_rule_the_fee_is_paid_when_the_strike_stands() -> None:
    table = variant(fee="standing", red={"bleu": 1200}, blue={"bleu": 500}).go("red", strike("bleu", "blanco"))
    assert table.on("red", "bleu") == 1200
    table.duel("red", "blue", 300, 500).go("red", Hold()).go("blue", Pass()).lets("green")
    assert (table.on("red", "bleu"), table.at("blanco")) == (200, "desert")


@pytest.mark.legal("variant.lost_turn")
def test_a_failed_objection_costs_the_next_turn() -> None:
    table = variant().go("red", move("bleu", "22")).duel("red", "blue").go("blue", Pass())
    assert table["blue"].down
    table.lets("green")
    assert table.mover == "green"
    assert table.told("face_up", seat="blue")
    assert not table["blue"].down


@pytest.mark.legal("variant.no_objection")
def test_when_the_sheet_is_up_again_one_may_object() -> None:
    table = variant().go("red", move("bleu", "22")).duel("red", "blue").go("blue", Pass()).lets("green")
    table.go("green", move("bleu", "23"))
    assert table.asked == (("red", "blue"), "objection")


@pytest.mark.illegal("variant.no_objection")
@pytest.mark.parametrize("action", [Object(), LetStand()])
def test_with_the_sheet_face_down_nobody_objects(action: object) -> None:
    table = variant()
    table.go("red", move("bleu", "22")).lets("blue").duel("red", "green").go("green", Pass())
    assert table.mover == "blue"
    table.go("blue", move("bleu", "23"))
    assert table.asked == (("red",), "objection")
    assert table.why_not("green", action) == {"variant.no_objection"}


def test_after_a_failed_objection_the_others_may_still_object() -> None:
    table = variant(green={"bleu": 200}).go("red", move("bleu", "22")).duel("red", "blue").go("blue", Pass())
    table.duel("red", "green", 200).go("red", Pass())
    assert table.at("bleu") == "21"


@pytest.mark.legal("variant.duel_at_once")
def test_the_bidding_begins_at_once() -> None:
    table = variant(blue={"bleu": 500}).go("red", move("bleu", "22")).go("blue", Object())
    assert table.asked == (("blue",), "bid")
    assert table.may("blue", Bid(100))


@pytest.mark.legal("variant.duel_at_once")
def test_by_house_rule_one_may_withdraw_in_the_variant() -> None:
    table = variant(withdrawal="both").go("red", move("bleu", "22")).go("blue", Object())
    assert table.may("red", Withdraw())


@pytest.mark.illegal("variant.duel_at_once")
@pytest.mark.parametrize("action", [Withdraw(), Accept()])
def test_nobody_withdraws_in_the_variant(action: object) -> None:
    table = variant(blue={"bleu": 500}).go("red", move("bleu", "22")).go("blue", Object(), Bid(100))
    assert table.why_not("red", action) == {"variant.duel_at_once"}


def test_when_all_others_sheets_are_down_a_move_stands_at_once() -> None:
    table = Table(rules="variant", homes=HOMES, red={}, blue={})
    state = table.go("red", move("bleu", "22")).duel("red", "blue").go("blue", Pass()).state
    assert table.mover == "red", "blue only took the sheet up again"
    assert isinstance(GAME.pending(state), Decision)
    down = [player.down for player in state.players]
    assert down == [False, False]
    table.pays("red", gray=100).go("blue", move("bleu", "23")).go("red", Object(), Pass())
    assert table.mover == "blue"


def test_headquarters_are_public() -> None:
    state = GAME.apply(GAME.new(VARIANT, ("red", "blue")), Act("red", ChooseHeadquarters("1"))).state
    assert [player.headquarters for player in GAME.view(state, None).players] == ["1", "25"]
