"""Bribes: what is pencilled, what is settled, and who learns of it."""

import msgspec
import pytest
from agent_positions import GAME, Table, bribe, move, strike

from engines.casablanca_agents.actions import RubOut, Settle
from engines.entries import Act


@pytest.mark.legal("bribe.any")
def test_any_number_of_agents_is_bribed_in_one_turn() -> None:
    table = Table(red={"gray": 100}, blue={}).pays("red", sheela=1300, greenwood=500, gray=400)
    assert [table.on("red", agent) for agent in ("sheela", "greenwood", "gray")] == [1300, 500, 500]
    assert table["red"].capital == 10_000 - 100 - 2200
    assert table.told("bribed", seat="red")


@pytest.mark.legal("bribe.any")
def test_pencilled_amounts_for_one_agent_add_up() -> None:
    table = Table(red={}, blue={}).go("red", bribe("bleu", 1000), bribe("bleu", 300), Settle())
    assert table.on("red", "bleu") == 1300


@pytest.mark.legal("bribe.first_turn")
def test_the_first_turn_bribes_three_agents_or_more() -> None:
    table = Table(opening=True, red={}, blue={}).pays("red", bleu=100, gray=100, sheela=100)
    assert table.mover == "blue"
    four = Table(opening=True, red={}, blue={}).pays("red", bleu=100, gray=100, sheela=100, blanco=9700)
    assert four["red"].capital == 0


@pytest.mark.illegal("bribe.first_turn")
def test_two_agents_are_too_few_in_the_first_turn() -> None:
    table = Table(opening=True, red={}, blue={}).go("red", bribe("bleu", 100), bribe("gray", 5000))
    assert table.why_not("red", Settle()) == {"bribe.first_turn"}


@pytest.mark.illegal("bribe.first_turn")
@pytest.mark.parametrize("action", [move("bleu", "22"), strike("bleu", "blanco")])
def test_the_first_turn_is_no_move_and_no_strike(action: object) -> None:
    assert Table(opening=True, red={}, blue={}).why_not("red", action) == {"bribe.first_turn"}


def test_the_second_turn_is_free() -> None:
    table = Table(opening=True, red={}, blue={})
    table.pays("red", bleu=100, gray=100, sheela=100).pays("blue", bleu=100, gray=100, sheela=100)
    assert table.may("red", move("bleu", "22"))


def test_the_first_turn_asks_for_bribes_and_names_no_move_that_nobody_may_make_yet() -> None:
    table = Table(opening=True, red={}, blue={})
    assert table.asked == (("red",), "opening")
    assert GAME.texts.say("en", "decision.opening") == "bribe at least three agents"
    table.pays("red", bleu=100, gray=100, sheela=100).pays("blue", bleu=100, gray=100, sheela=100)
    assert table.asked == (("red",), "turn")


@pytest.mark.legal("bribe.capital")
def test_all_that_is_left_may_be_given() -> None:
    assert Table(red={"gray": 3000}, blue={}).pays("red", bleu=7000)["red"].capital == 0


@pytest.mark.illegal("bribe.capital")
def test_more_than_is_left_cannot_be_given() -> None:
    table = Table(red={"gray": 3000}, blue={})
    assert table.why_not("red", bribe("bleu", 7100)) == {"bribe.capital"}
    table.go("red", bribe("bleu", 6000))
    assert table.why_not("red", bribe("sheela", 1100)) == {"bribe.capital"}
    (violation,) = GAME.judge(table.state, "red", bribe("sheela", 1100))
    assert violation.facts["left"] == 1000, "what is pencilled already is told as spent"


@pytest.mark.legal("bribe.step")
def test_the_least_bribe_is_a_hundred() -> None:
    assert Table(red={}, blue={}).pays("red", bleu=100).on("red", "bleu") == 100


@pytest.mark.illegal("bribe.step")
@pytest.mark.parametrize("amount", [0, 50, 99, 150, -100, 10**9 + 1])
def test_other_amounts_than_hundreds_are_refused(amount: int) -> None:
    assert Table(red={}, blue={}).why_not("red", bribe("bleu", amount)) == {"bribe.step"}


@pytest.mark.legal("bribe.settled")
def test_what_is_pencilled_can_be_rubbed_out() -> None:
    table = Table(red={}, blue={}).go("red", bribe("bleu", 5000), RubOut())
    assert table["red"].capital == 10_000
    assert table.may("red", bribe("gray", 10_000))


@pytest.mark.illegal("bribe.settled")
def test_what_is_settled_cannot_be_rubbed_out() -> None:
    table = Table(red={}, blue={}).pays("red", bleu=100).pays("blue", gray=100)
    assert table.why_not("red", RubOut()) == {"bribe.settled"}
    assert table.step.reveals, "a settled bribe cannot be undone either"


def test_announcing_an_action_rubs_out_what_is_pencilled() -> None:
    table = Table(red={}, blue={}).go("red", bribe("bleu", 5000), move("gray", "24")).lets("blue")
    assert table["red"].capital == 10_000
    assert table.on("red", "bleu") == 0


@pytest.mark.legal("bribe.secret")
def test_others_hear_only_that_somebody_bribes() -> None:
    few, many = (Table(red={}, blue={}, green={}) for _ in range(2))
    few.go("red", bribe("bleu", 100))
    for agent in ("gray", "bleu", "sheela"):
        many.go("red", bribe(agent, 2000))
    for seat in ("blue", "green", None):
        assert GAME.view(few.state, seat) == GAME.view(many.state, seat)
    few.go("red", Settle())
    many.go("red", Settle())
    heard = [[news for news in table.news if news.audience is None] for table in (few, many)]
    assert heard[0] == heard[1]
    for seat in ("blue", "green"):
        views = [msgspec.to_builtins(GAME.view(table.state, seat)) for table in (few, many)]
        for view in views:
            view.pop("chain")
            for player in view["players"]:
                player.pop("seal")
        assert views[0] == views[1]


def test_pencilling_is_never_in_the_public_log() -> None:
    state = Table(red={}, blue={}).state
    assert not GAME.is_open(state, Act("red", bribe("bleu", 100)))
    assert not GAME.is_open(state, Act("red", RubOut()))
    assert GAME.is_open(state, Act("red", Settle()))
