"""Moving agents, and the black case."""

import pytest
from agent_positions import Table, move, strike

from engines.casablanca_agents.actions import Pass


@pytest.mark.legal("move.street")
def test_an_agent_goes_to_the_next_building_along_a_street() -> None:
    table = Table(red={}, blue={}).go("red", move("astaire", "2")).lets("blue")
    assert table.at("astaire") == "2"
    assert table.told("moved", agent="astaire", start="1", to="2")


@pytest.mark.illegal("move.street")
@pytest.mark.parametrize("to", ["7", "3", "1", "25", "99", "nowhere"])
def test_no_street_leads_from_the_airport_there(to: str) -> None:
    assert Table(red={}, blue={}).why_not("red", move("astaire", to)) == {"move.street"}


@pytest.mark.legal("move.together")
def test_all_agents_may_stand_in_one_building() -> None:
    crowd = dict.fromkeys(("greenwood", "sheela", "bleu", "blanco", "astaire", "brauninger", "gelbmann"), "7")
    table = Table(red={}, blue={}, gray="8", **crowd).go("red", move("gray", "7")).lets("blue")
    assert set(table.state.agents) == {"7"}


@pytest.mark.legal("move.enemy")
def test_an_agent_may_enter_the_headquarters_of_another() -> None:
    assert Table(red={}, blue={}, bleu="2").go("red", move("bleu", "1")).lets("blue").at("bleu") == "1"


@pytest.mark.legal("case.there")
def test_an_agent_takes_the_case_along() -> None:
    table = Table(red={}, blue={}, bleu="13").go("red", move("bleu", "14", case=True)).lets("blue")
    assert (table.at("bleu"), table.state.case) == ("14", "14")
    assert table.told("carried", agent="bleu")


@pytest.mark.illegal("case.there")
def test_an_agent_elsewhere_cannot_take_the_case() -> None:
    assert Table(red={}, blue={}, bleu="12").why_not("red", move("bleu", "13", case=True)) == {"case.there"}


@pytest.mark.legal("case.optional")
def test_an_agent_may_leave_the_case_behind() -> None:
    table = Table(red={}, blue={}, bleu="13").go("red", move("bleu", "14")).lets("blue")
    assert (table.at("bleu"), table.state.case) == ("14", "13")
    assert not any(table.state.carried)


@pytest.mark.legal("case.taken_over")
def test_another_agent_takes_the_case_away_without_a_strike() -> None:
    table = Table(red={}, blue={}, bleu="13", gray="13").go("red", move("bleu", "14", case=True)).lets("blue")
    table.go("blue", move("gray", "14")).lets("red").go("red", move("gray", "15", case=True)).lets("blue")
    assert table.state.case == "15"
    assert sum(table.state.carried) == 2


@pytest.mark.legal("case.two_agents")
def test_a_second_agent_may_bring_the_case_home() -> None:
    table = Table(red={"bleu": 100}, blue={}, bleu="16", case="16", carried=("gray",))
    assert table.may("red", move("bleu", "21", case=True))


@pytest.mark.legal("case.two_agents")
def test_the_only_carrier_may_enter_its_home_without_the_case() -> None:
    table = Table(red={"bleu": 100}, blue={}, bleu="16", case="16", carried=("bleu",))
    table.go("red", move("bleu", "21")).lets("blue")
    assert (table.at("bleu"), table.state.case, table.over) == ("21", "16", None)


@pytest.mark.illegal("case.two_agents")
@pytest.mark.parametrize("carried", [("bleu",), ()])
def test_the_only_carrier_cannot_bring_the_case_home(carried: tuple[str, ...]) -> None:
    table = Table(red={"bleu": 100}, blue={}, bleu="16", case="16", carried=carried)
    assert table.why_not("red", move("bleu", "21", case=True)) == {"case.two_agents"}


def test_a_house_may_let_one_agent_carry_it_all_the_way() -> None:
    table = Table(red={"bleu": 100}, blue={}, bleu="16", case="16", two_agents="no")
    table.go("red", move("bleu", "21", case=True)).lets("blue")
    assert table.over is not None
    assert table.over.winners == ("red",)


@pytest.mark.legal("case.undone")
def test_a_carry_that_was_undone_does_not_count() -> None:
    table = Table(red={}, blue={"bleu": 500}, bleu="13").go("red", move("bleu", "14", case=True))
    table.duel("red", "blue", 100)
    table.go("red", Pass())
    assert not any(table.state.carried)
    assert table.state.case == "13"


@pytest.mark.legal("case.abroad")
def test_the_case_in_a_foreign_headquarters_means_nothing() -> None:
    table = Table(red={"gray": 900}, blue={}, gray="16", case="16", carried=("bleu", "gray"))
    table.go("red", move("gray", "21", case=True)).lets("blue")
    assert table.over is None
    assert table.state.case == "21"


@pytest.mark.illegal("case.abroad")
def test_a_house_may_bar_the_case_from_foreign_headquarters() -> None:
    table = Table(red={"gray": 900}, blue={}, gray="16", case="16", carried=("bleu", "gray"), foreign="barred")
    assert table.why_not("red", move("gray", "21", case=True)) == {"case.abroad"}
    assert table.may("red", move("gray", "21"))
    assert table.may("red", move("gray", "17", case=True))


@pytest.mark.legal("case.abroad")
def test_where_it_is_barred_abroad_it_is_still_brought_home() -> None:
    table = Table(red={"bleu": 900}, blue={}, bleu="16", case="16", carried=("bleu", "gray"), foreign="barred")
    assert table.may("red", move("bleu", "21", case=True))


@pytest.mark.legal("case.abroad")
def test_from_a_foreign_headquarters_the_case_goes_on() -> None:
    table = Table(red={}, blue={}, gray="21", case="21", carried=("bleu", "gray"))
    assert table.may("red", move("gray", "22", case=True))


@pytest.mark.legal("case.unbribed")
def test_an_agent_that_nobody_has_bribed_comes_home_without_the_case() -> None:
    table = Table(red={"gray": 100}, blue={}, bleu="16", case="16", carried=("gray",))
    table.go("red", move("bleu", "21", case=True)).lets("blue")
    assert (table.at("bleu"), table.state.case, table.over) == ("21", "16", None)
    assert table.told("unbribed", agent="bleu")


@pytest.mark.legal("case.unbribed")
def test_by_house_rule_its_mover_wins() -> None:
    table = Table(red={}, blue={}, bleu="16", case="16", carried=("gray",), unbribed="mover")
    table.go("red", move("bleu", "21", case=True)).lets("blue")
    assert table.over is not None
    assert table.over.winners == ("red",)


@pytest.mark.legal("case.stays")
def test_the_case_stays_where_an_agent_was_struck() -> None:
    table = Table(red={"gray": 1000}, blue={}, bleu="13", gray="13").go("red", strike("gray", "bleu")).lets("blue")
    assert table.state.case == "13"
    assert table.at("bleu") == "desert"
