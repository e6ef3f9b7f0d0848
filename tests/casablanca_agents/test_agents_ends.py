"""How a game of the agents ends."""

import msgspec
import pytest
from agent_positions import GAME, Table, move, strike

from engines.casablanca_agents.actions import Bid, Hold, Object, Pass, Settle
from engines.casablanca_agents.agents import LONGEST


def nearly_home(**given: object) -> Table:
    """Bleu is beside the hotel with the case, which Gray has carried before."""
    return Table(**({"bleu": "16", "case": "16", "carried": ("gray",)} | given))


HOME = move("bleu", "21", case=True)


@pytest.mark.legal("win.highest")
def test_the_highest_briber_of_the_agent_that_comes_home_wins() -> None:
    table = nearly_home(red={"bleu": 300}, blue={"bleu": 400}, green={}).go("red", HOME).lets("blue", "green")
    assert table.over is not None
    assert (table.over.winners, table.over.reason) == (("blue",), "brought")
    told = {news.facts["seat"]: news.facts["amount"] for news in table.news if news.key == "had_put"}
    assert told == {"red": 300, "blue": 400, "green": 0}


@pytest.mark.legal("win.tie")
@pytest.mark.parametrize(
    ("ties", "winners", "reason"), [("mover", ("red",), "mover_of_equals"), ("shared", ("red", "blue"), "shared")]
)
def test_among_equals_the_mover_wins_or_they_share(ties: str, winners: tuple[str, ...], reason: str) -> None:
    table = nearly_home(red={"bleu": 400}, blue={"bleu": 400}, ties=ties).go("red", HOME).lets("blue")
    assert table.over is not None
    assert (table.over.winners, table.over.reason) == (winners, reason)


@pytest.mark.legal("win.tie")
def test_equals_without_the_mover_share() -> None:
    table = nearly_home(red={}, blue={"bleu": 400}, green={"bleu": 400}).go("red", HOME).lets("blue", "green")
    assert table.over is not None
    assert (table.over.winners, table.over.reason) == (("blue", "green"), "shared")


@pytest.mark.legal("win.after_objections")
def test_an_objection_stops_the_winning_move() -> None:
    table = nearly_home(red={"bleu": 300}, blue={"bleu": 400}).go("red", HOME).duel("red", "blue", 400)
    table.go("red", Pass())
    assert table.over is None
    assert (table.at("bleu"), table.state.case) == ("16", "16")


@pytest.mark.legal("win.after_objections")
def test_a_failed_objection_lets_the_winning_move_win() -> None:
    table = nearly_home(red={"bleu": 300}, blue={}).go("red", HOME).duel("red", "blue").go("blue", Pass())
    assert table.over is not None
    assert table.over.winners == ("red",)


def test_the_mover_may_lose_by_bringing_the_case_home() -> None:
    table = nearly_home(red={"gray": 9000}, blue={"bleu": 100}).go("red", HOME).lets("blue")
    assert table.over is not None
    assert table.over.winners == ("blue",)


@pytest.mark.legal("end.over")
def test_when_the_game_is_over_all_sheets_are_open() -> None:
    table = nearly_home(red={"bleu": 300}, blue={"gray": 400}).go("red", HOME)
    assert all(player.account is None for player in GAME.view(table.state, None).players)
    table.lets("blue")
    accounts = [player.account for player in GAME.view(table.state, None).players]
    assert [account.bribes[2] if account else None for account in accounts] == [300, 0]
    assert [account.bribes[7] if account else None for account in accounts] == [0, 400]


@pytest.mark.illegal("end.over")
@pytest.mark.parametrize("action", [move("gray", "24"), Object(), Bid(100), Hold(), Settle()])
def test_when_the_game_is_over_nobody_acts(action: object) -> None:
    table = nearly_home(red={"bleu": 300}, blue={}).go("red", HOME).lets("blue")
    assert table.why_not("blue", action) == {"end.over"}


@pytest.mark.legal("end.long")
def test_after_400_turns_the_game_is_drawn() -> None:
    table = Table(red={}, blue={}, turn=LONGEST.turns - 2).pays("red", gray=100)
    assert table.over is None
    table.pays("blue", gray=100)
    assert table.over is not None
    assert (table.over.winners, table.over.reason) == ((), "long")


DESERT = dict.fromkeys(("greenwood", "sheela", "blanco", "astaire", "brauninger", "gelbmann"), "desert")


@pytest.mark.legal("end.stranded")
def test_the_only_agent_left_that_alone_has_carried_is_a_draw() -> None:
    table = Table(red={"bleu": 1000}, blue={}, bleu="13", gray="13", carried=("bleu",), **DESERT)
    table.go("red", strike("bleu", "gray")).lets("blue")
    assert table.over is not None
    assert (table.over.winners, table.over.reason) == ((), "stranded")


@pytest.mark.legal("end.stranded")
def test_the_only_agent_left_may_win_if_another_has_carried_before() -> None:
    table = Table(red={"bleu": 1100}, blue={}, bleu="13", gray="13", carried=("gray",), **DESERT)
    table.go("red", strike("bleu", "gray")).lets("blue")
    assert table.over is None


def test_in_the_variant_one_agent_left_is_no_draw() -> None:
    homes = {"red": "25", "blue": "1"}
    table = Table(rules="variant", homes=homes, red={"bleu": 1000}, blue={}, bleu="13", gray="13", **DESERT)
    table.go("red", strike("bleu", "gray")).lets("blue")
    assert table.over is None


def there_and_back(table: Table, times: int) -> Table:
    """Bleu goes out and comes back, over and over."""
    for _ in range(times):
        table.go("red", move("bleu", "22")).lets("blue").go("blue", move("bleu", "21")).lets("red")
    return table


@pytest.mark.legal("end.repetition")
def test_a_position_may_stand_twice() -> None:
    table = there_and_back(Table(red={"bleu": 100}, blue={}), 1)
    assert table.may("red", move("bleu", "22"))


@pytest.mark.illegal("end.repetition")
def test_a_position_does_not_stand_a_third_time() -> None:
    table = there_and_back(Table(red={"bleu": 100}, blue={}), 1).go("red", move("bleu", "22")).lets("blue")
    assert table.why_not("blue", move("bleu", "21")) == {"end.repetition"}
    assert table.may("blue", move("bleu", "23"))


@pytest.mark.legal("end.repetition")
@pytest.mark.parametrize("how", ["bribe", "duel"])
def test_a_bribe_or_a_duel_lets_the_position_stand_again(how: str) -> None:
    table = there_and_back(Table(red={"bleu": 100}, blue={}), 1).go("red", move("bleu", "22")).lets("blue")
    if how == "bribe":
        table.pays("blue", gray=100).pays("red", gray=100)
    else:
        table.go("blue", move("bleu", "23")).duel("blue", "red", 100).go("blue", Pass())
    assert table.may("blue", move("bleu", "21"))


@pytest.mark.legal("end.repetition")
def test_where_every_move_repeats_all_are_allowed() -> None:
    table = Table(red={}, blue={}, bleu="1", gray="desert", **DESERT)
    spots = ("13 - - 2 - - - - -", "13 - - 6 - - - - -")
    table.state = msgspec.structs.replace(table.state, positions=spots * 2)
    assert table.may("red", move("bleu", "2"))


@pytest.mark.legal("end.repetition")
def test_a_house_may_let_positions_repeat() -> None:
    table = there_and_back(Table(red={"bleu": 100}, blue={}, repetition="allowed"), 1)
    table.go("red", move("bleu", "22")).lets("blue")
    assert table.may("blue", move("bleu", "21"))
