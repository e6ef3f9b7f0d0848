"""Striking: into the desert with an agent."""

import pytest
from agent_positions import GAME, Table, bribe, move, strike

from engines.casablanca_agents.actions import Bid, LetStand, Object, Pass


def together(**given: object) -> Table:
    """Bleu and Gray are both in house 12."""
    return Table(**({"red": {"bleu": 1500, "gray": 300}, "blue": {"gray": 700}, "bleu": "12", "gray": "12"} | given))


@pytest.mark.legal("strike.same_house")
def test_an_agent_strikes_another_in_the_same_building() -> None:
    table = together().go("red", strike("bleu", "gray")).lets("blue")
    assert table.at("gray") == "desert"
    assert table.told("struck", agent="bleu", agent2="gray")


@pytest.mark.illegal("strike.same_house")
@pytest.mark.parametrize("victim", ["sheela", "bleu", "blanco"])
def test_nobody_is_struck_in_another_building_nor_by_itself(victim: str) -> None:
    assert together().why_not("red", strike("bleu", victim)) == {"strike.same_house"}


@pytest.mark.legal("strike.fee")
def test_a_thousand_on_the_striking_agent_is_enough() -> None:
    assert together(red={"bleu": 1000}).may("red", strike("bleu", "gray"))


@pytest.mark.illegal("strike.fee")
def test_less_than_a_thousand_is_too_little() -> None:
    table = together(red={"bleu": 900, "gray": 5000})
    assert table.why_not("red", strike("bleu", "gray")) == {"strike.fee"}


def test_only_the_player_hears_that_the_money_is_lacking() -> None:
    violations = GAME.judge(together(red={}).state, "red", strike("bleu", "gray"))
    assert [violation.audience for violation in violations] == [("red",)]


@pytest.mark.legal("strike.paid")
def test_the_fee_is_taken_off_the_striking_agents_bribe() -> None:
    table = together().go("red", strike("bleu", "gray"))
    assert table.on("red", "bleu") == 1500, "not before it stands"
    table.lets("blue")
    assert (table.on("red", "bleu"), table["red"].fees) == (500, 1000)


@pytest.mark.legal("strike.paid")
def test_a_strike_that_does_not_stand_costs_nothing() -> None:
    table = together(blue={"bleu": 1600}).go("red", strike("bleu", "gray"))
    table.duel("red", "blue", 1600).go("red", Pass())
    assert (table.on("red", "bleu"), table["red"].fees, table.at("gray")) == (1500, 0, "12")


@pytest.mark.legal("strike.any_briber")
def test_who_is_not_the_highest_briber_may_strike() -> None:
    table = together(blue={"bleu": 9000}).go("red", strike("bleu", "gray")).lets("blue")
    assert table.at("gray") == "desert"


@pytest.mark.legal("strike.gone")
def test_a_struck_agent_is_gone() -> None:
    table = together(gray="desert")
    assert "agent:gray" not in [look for looks in GAME.placement(table.state).cells.values() for look in looks]
    assert table.may("red", move("bleu", "13"))


@pytest.mark.illegal("strike.gone")
@pytest.mark.parametrize(
    "action", [move("gray", "13"), strike("gray", "bleu"), strike("bleu", "gray"), bribe("gray", 100)]
)
def test_a_struck_agent_does_nothing_any_more(action: object) -> None:
    assert together(gray="desert", red={"bleu": 1500}, blue={}).why_not("red", action) == {"strike.gone"}


@pytest.mark.legal("strike.told")
def test_everybody_tells_what_lay_on_the_victim_and_loses_it() -> None:
    table = together(green={}).go("red", strike("bleu", "gray")).lets("blue", "green")
    told = {news.facts["seat"]: news.facts["amount"] for news in table.news if news.key == "had_put"}
    assert told == {"red": 300, "blue": 700, "green": 0}
    assert all(table.on(seat, "gray") == 0 for seat in ("red", "blue", "green"))
    assert table["blue"].lost[7] == 700


@pytest.mark.legal("objection.actor")
def test_in_an_objection_to_a_strike_the_money_on_the_striker_counts() -> None:
    table = together(blue={"bleu": 1600, "gray": 100}).go("red", strike("bleu", "gray"))
    table.duel("red", "blue", 1600).go("red", Pass())
    assert table.told("objection_won", seat="blue")


def test_money_on_the_victim_is_worth_nothing_in_the_duel() -> None:
    table = together(blue={"gray": 9000}).go("red", strike("bleu", "gray"))
    table.duel("red", "blue")
    assert table.why_not("blue", Bid(100)) == {"duel.truthful"}


def test_all_know_that_who_announces_a_strike_has_paid_a_thousand() -> None:
    table = together().go("red", strike("bleu", "gray"))
    assert table.shown("red", "bleu") == 1000
    assert table.lets("blue").shown("red", "bleu") == 0


def test_who_objects_to_a_strike_may_do_so_in_vain() -> None:
    table = together().go("red", strike("bleu", "gray")).duel("red", "blue")
    table.go("blue", Pass())
    assert table.at("gray") == "desert"
    assert not table.may("blue", Object())
    assert not table.may("blue", LetStand())
