"""What the host may set right, and what not."""

import pytest
from agent_positions import GAME, Table, bribe, move, strike

from engines.entries import BadEntry


def test_the_host_sees_places_and_turns_but_no_accounts() -> None:
    facts = GAME.public_facts(Table(red={"bleu": 700}, blue={}).state)
    assert facts["turn"] == "red"
    assert facts["bleu.house"] == "21"
    assert facts["case"] == "13"
    assert not any("bribe" in key or "capital" in key for key in facts)


def test_agents_and_case_are_put_where_they_stand() -> None:
    table = Table(red={}, blue={}).edit({"bleu.house": "7", "case": "7", "bleu.carried": True})
    assert (table.at("bleu"), table.state.case, table.state.carried[2]) == ("7", "7", True)
    assert table.may("red", move("bleu", "8", case=True))


def test_a_struck_agent_comes_back_without_its_money() -> None:
    table = Table(red={}, blue={}, gray="desert").edit({"gray.house": "25"})
    assert table.at("gray") == "25"
    assert table.on("red", "gray") == 0


def test_money_of_an_agent_that_is_struck_brought_back_and_struck_again_stays_accounted_for() -> None:
    table = Table(red={"bleu": 2000}, blue={"gray": 700}, bleu="12", gray="12")
    table = table.go("red", strike("bleu", "gray")).lets("blue").edit({"gray.house": "12", "turn": "red"})
    table = table.go("red", strike("bleu", "gray")).lets("blue")
    assert table.edit({"case": "7"}).state.case == "7"


@pytest.mark.parametrize(
    ("fact", "value", "named"),
    [
        ("bleu.house", "99", "Gordon Bleu: building .*, by its number from 1 to 25, not “99”"),
        ("bleu.house", None, "Gordon Bleu: building .* cannot be empty"),
        ("bleu.house", 7, "Gordon Bleu: building .*, by its number from 1 to 25, not “7”"),
        ("case", "nowhere", "Building with the case” is a building, .* not “nowhere”"),
        ("bleu.carried", "yes", "Gordon Bleu has carried the case” is yes or no, not “yes”"),
        ("turn", "white", "Whose turn it is” is one of: .*; “white” is none of them"),
        ("red.capital", 5, "“red.capital” cannot be corrected now"),
        ("pink.house", "1", "“pink.house” cannot be corrected now"),
    ],
)
def test_what_cannot_be_is_refused_by_name(fact: str, value: object, named: str) -> None:
    with pytest.raises(BadEntry, match=named):
        Table(red={}, blue={}).edit({fact: value})


def test_setting_the_turn_breaks_off_an_announcement() -> None:
    table = Table(red={}, blue={}, green={}).go("red", move("bleu", "22")).edit({"turn": "blue"})
    assert table.asked == (("blue",), "turn")
    assert table.at("bleu") == "21"


def test_breaking_off_gives_a_paid_fee_back() -> None:
    homes = {"red": "25", "blue": "1"}
    table = Table(rules="variant", homes=homes, red={"bleu": 1500}, blue={}).go("red", strike("bleu", "blanco"))
    table.edit({"turn": "red"})
    assert table.on("red", "bleu") == 1500
    assert table.shown("red", "bleu") == 1000, "all saw that this much lies there"


def test_while_something_is_announced_only_the_turn_may_be_set() -> None:
    assert set(GAME.public_facts(Table(red={}, blue={}).go("red", move("bleu", "22")).state)) == {"turn"}


def test_facts_do_not_tell_what_is_pencilled() -> None:
    before = GAME.public_facts(Table(red={}, blue={}).state)
    assert GAME.public_facts(Table(red={}, blue={}).go("red", bribe("bleu", 500)).state) == before
