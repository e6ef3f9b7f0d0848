"""How a game of the agents begins, who acts when, and which data the rulebook gives."""

import pytest
from agent_positions import GAME, Table, bribe, move, strike

from engines.casablanca_agents.actions import First, GiveUp, LetStand, Object, Settle
from engines.casablanca_agents.agents import AGENT, BOARD, HOMES, MONEY, OWNED
from engines.entries import Act, Outcome
from engines.options import OptionError
from engines.pending import Decision, Shuffle


def test_the_town_has_25_buildings_and_40_streets() -> None:
    assert len(BOARD.cells) == 25
    assert len(BOARD.edges) == 40


@pytest.mark.legal("setup.homes")
def test_agents_start_two_by_two_in_the_corners() -> None:
    state = GAME.new({}, ("red", "blue"))
    assert state.agents == ("5", "5", "21", "21", "1", "1", "25", "25")
    assert {BOARD.distance(home, "13") for home in HOMES} == {4}
    assert BOARD.distance("1", "25") == 8


@pytest.mark.legal("setup.case")
def test_the_case_starts_in_the_bazaar() -> None:
    assert GAME.new({}, ("red", "blue")).case == "13"
    assert BOARD.name("13") == "Bazaar"


def test_from_the_airport_streets_lead_to_2_and_6_but_not_to_7() -> None:
    assert BOARD.neighbours("1") == ("2", "6")


def test_the_eight_agents_are_those_of_the_rulebook() -> None:
    assert [agent.name for agent in AGENT] == [
        "Don Greenwood", "Lila Sheela", "Gordon Bleu", "Dr. R. Blanco", "Red Astaire", "F.J. Brauninger",
        "E.I. Gelbmann", "Michael Gray",
    ]  # fmt: skip
    assert len({agent.colour for agent in AGENT}) == 8


def test_everybody_has_ten_thousand() -> None:
    assert MONEY.capital == 10_000
    assert {player.capital for player in GAME.new({}, GAME.seats).players} == {10_000}


def test_headquarters_find_owners_in_the_order_of_the_rulebook() -> None:
    assert [BOARD.name(cell) for cell in OWNED.cells] == ["Police Station", "Airport", "Rick's Café", "Hotel"]


@pytest.mark.legal("players.number")
@pytest.mark.parametrize("count", range(2, 9))
def test_two_to_eight_play_the_main_game(count: int) -> None:
    assert len(GAME.new({}, GAME.seats[:count]).players) == count


@pytest.mark.illegal("players.number")
@pytest.mark.parametrize("seats", [("red",), (*GAME.seats, "pink"), ("red", "red")])
def test_nobody_plays_alone_or_twice(seats: tuple[str, ...]) -> None:
    with pytest.raises(OptionError):
        GAME.new({}, seats)


@pytest.mark.legal("agents.all")
def test_all_eight_agents_play_in_a_game_for_two() -> None:
    assert len(GAME.supply({}, ("red", "blue"))) == 9
    assert sum(len(looks) for looks in GAME.placement(GAME.new({}, ("red", "blue"))).cells.values()) == 9


@pytest.mark.legal("agents.any")
def test_an_agent_that_one_has_not_bribed_may_be_moved() -> None:
    table = Table(red={}, blue={"bleu": 1000})
    assert all(table.may("red", move(agent, to)) for agent, to in (("bleu", "22"), ("astaire", "2"), ("gray", "24")))


@pytest.mark.legal("setup.first")
def test_the_first_player_is_drawn() -> None:
    state = GAME.new({}, ("red", "blue", "green"))
    assert GAME.pending(state) == Shuffle("first", 3)
    state = GAME.apply(state, Outcome("first", (2, 0, 1), "seeded")).state
    now = GAME.pending(state)
    assert isinstance(now, Decision)
    assert now.seats == ("green",)


@pytest.mark.legal("setup.first")
def test_the_players_may_say_who_is_the_quietest() -> None:
    state = GAME.new({"first": "chosen"}, ("red", "blue", "green"))
    now = GAME.pending(state)
    assert isinstance(now, Decision)
    assert now.seats == ("red", "blue", "green")
    state = GAME.apply(state, Act("green", First("blue"))).state
    assert GAME.view(state, None).mover == "blue"


@pytest.mark.illegal("setup.first")
def test_somebody_who_does_not_play_cannot_begin() -> None:
    state = GAME.new({"first": "chosen"}, ("red", "blue"))
    assert {violation.rule for violation in GAME.judge(state, "red", First("white"))} == {"setup.first"}


@pytest.mark.illegal("chance.first")
def test_nobody_acts_before_the_lot_has_fallen() -> None:
    state = GAME.new({}, ("red", "blue"))
    for action in (move("bleu", "22"), Settle(), Object()):
        assert {violation.rule for violation in GAME.judge(state, "red", action)} == {"chance.first"}


@pytest.mark.legal("turn.order")
def test_turns_go_clockwise() -> None:
    table = Table(red={}, blue={}, green={})
    seen = []
    for _ in range(4):
        seen.append(table.mover)
        table.pays(table.mover, gray=100)
    assert seen == ["red", "blue", "green", "red"]


@pytest.mark.illegal("turn.order")
@pytest.mark.parametrize(
    "action", [move("bleu", "22"), bribe("bleu", 100), strike("bleu", "blanco"), Settle(), GiveUp()]
)
def test_nobody_acts_in_the_turn_of_another(action: object) -> None:
    assert Table(red={}, blue={"bleu": 2000}).why_not("blue", action) == {"turn.order"}


@pytest.mark.legal("turn.one")
@pytest.mark.parametrize("action", [move("bleu", "22"), strike("bleu", "blanco")])
def test_a_turn_is_a_move_or_a_strike_or_bribes(action: object) -> None:
    table = Table(red={"bleu": 1000}, blue={})
    assert table.may("red", action)
    assert table.go("red", action).lets("blue").mover == "blue"
    assert Table(red={}, blue={}).pays("red", bleu=100).mover == "blue"


@pytest.mark.illegal("turn.one")
def test_nobody_moves_to_an_agent_and_strikes_it_at_once() -> None:
    table = Table(red={"bleu": 2000}, blue={}, gray="22").go("red", move("bleu", "22"))
    assert table.why_not("red", strike("bleu", "gray")) == {"turn.one"}
    assert table.lets("blue").why_not("red", strike("bleu", "gray")) == {"turn.order"}


@pytest.mark.illegal("turn.one")
@pytest.mark.parametrize("action", [GiveUp(), Settle()])
def test_a_turn_cannot_be_left_out(action: object) -> None:
    assert Table(red={}, blue={}).why_not("red", action) == {"turn.one"}


@pytest.mark.illegal("turn.one")
def test_after_announcing_nothing_else_is_done() -> None:
    table = Table(red={}, blue={}).go("red", move("bleu", "22"))
    for action in (move("gray", "24"), bribe("bleu", 100), Settle(), GiveUp()):
        assert table.why_not("red", action) == {"turn.one"}


@pytest.mark.legal("turn.asked")
def test_a_question_that_is_answered_lets_the_game_go_on() -> None:
    table = Table(red={}, blue={}).go("red", move("bleu", "22"))
    assert table.asked == (("blue",), "objection")
    assert table.lets("blue").asked == (("blue",), "turn")


@pytest.mark.illegal("turn.asked")
def test_a_challenge_is_not_answered_by_letting_it_stand() -> None:
    table = Table(red={}, blue={}).go("red", move("bleu", "22")).go("blue", Object())
    assert table.why_not("red", First("red")) == {"turn.asked"}
    assert table.may("red", LetStand()) is False
