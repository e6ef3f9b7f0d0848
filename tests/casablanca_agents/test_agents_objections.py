"""Objections: who is heard when, what an objection that wins undoes, and what follows."""

import pytest
from agent_positions import GAME, Table, bribe, move, strike

from engines.casablanca_agents.actions import Accept, GiveUp, Hold, LetStand, Object, Pass, Settle, Withdraw
from engines.entries import Act
from engines.pending import Decision


def announced(**given: object) -> Table:
    """Red announces that Bleu goes from the hotel to 22."""
    seats = {"red": {"bleu": 300}, "blue": {"bleu": 500}, "green": {}, "yellow": {}}
    return Table(**(seats | given)).go("red", move("bleu", "22"))


@pytest.mark.legal("objection.what")
def test_moves_and_strikes_may_be_objected_to() -> None:
    assert announced().may("blue", Object())
    table = Table(red={"bleu": 1000}, blue={}).go("red", strike("bleu", "blanco"))
    assert table.may("blue", Object())


@pytest.mark.illegal("objection.what")
def test_bribes_cannot_be_objected_to() -> None:
    table = Table(red={}, blue={}).pays("red", bleu=100)
    assert table.asked == (("blue",), "turn")
    assert table.why_not("blue", Object()) == {"objection.what"}


@pytest.mark.legal("objection.order")
def test_the_others_are_heard_clockwise_from_the_mover() -> None:
    table = Table(red={}, blue={}, green={}, yellow={}).pays("red", gray=100).go("blue", move("bleu", "22"))
    heard = []
    while table.state.window:
        seat = GAME.view(table.state, None).announced.asked
        heard.append(seat)
        table.lets(seat)
    assert heard == ["green", "yellow", "red"]


@pytest.mark.legal("objection.ahead")
def test_an_early_answer_counts_when_it_is_due() -> None:
    table = announced().go("green", Object()).go("yellow", LetStand())
    assert table.asked == (("blue", "green", "yellow"), "objection"), "nobody sees that two have answered"
    table.lets("blue")
    assert table.asked == (("red",), "challenge")
    assert table.told("objects", seat="green")


@pytest.mark.legal("objection.ahead")
def test_early_answers_count_each_for_who_gave_it_in_whatever_order_they_come() -> None:
    table = announced().go("yellow", Object()).go("green", LetStand()).lets("blue")
    assert table.asked == (("red",), "challenge")
    assert table.told("objects", seat="yellow")


@pytest.mark.legal("objection.ahead")
def test_an_early_answer_may_be_changed_until_it_is_due() -> None:
    table = announced().go("green", Object(), LetStand()).go("yellow", LetStand()).lets("blue")
    assert table.at("bleu") == "22"


@pytest.mark.legal("objection.ahead", "objection.failed")
def test_after_a_duel_who_is_left_thinks_again() -> None:
    """Yellow would have let it stand; then Red could not hold more than 300 $ on Bleu, which Yellow has outbid."""
    table = announced(blue={"bleu": 300}, yellow={"bleu": 400}).go("yellow", LetStand())
    table.duel("red", "blue", 200, 300).go("red", Hold()).go("blue", Pass()).lets("green")
    assert table.asked == (("yellow",), "objection")
    assert GAME.view(table.state, "yellow").own.answer == ""
    assert table.go("yellow", Object()).asked == (("red",), "challenge")


def test_nobody_learns_of_an_early_answer() -> None:
    before, after = announced(), announced().go("green", Object())
    for seat in ("red", "blue", "yellow", None):
        assert GAME.view(before.state, seat) == GAME.view(after.state, seat)
    assert after.news == []
    assert not after.step.reveals
    assert GAME.view(after.state, "green").own.answer == "object"
    assert not GAME.is_open(before.state, Act("green", Object()))
    assert GAME.is_open(before.state, Act("blue", Object()))


def test_an_early_answer_is_not_undone_but_changed() -> None:
    state = announced().state
    assert GAME.is_lasting(state, Act("green", LetStand()))
    assert not GAME.is_lasting(state, Act("blue", LetStand()))


@pytest.mark.legal("objection.once")
def test_everybody_is_heard_for_each_announcement() -> None:
    table = announced().duel("red", "blue", 500).go("red", Pass()).go("red", move("bleu", "16"))
    assert table.asked == (("blue", "green", "yellow"), "objection")


@pytest.mark.illegal("objection.once")
def test_nobody_is_heard_twice() -> None:
    table = announced().lets("blue")
    assert table.why_not("blue", Object()) == {"objection.once"}
    table.duel("red", "green").go("green", Pass())
    assert table.why_not("green", Object()) == {"objection.once"}


@pytest.mark.legal("objection.others")
def test_each_of_the_others_may_object() -> None:
    table = announced()
    assert all(table.may(seat, Object()) for seat in ("blue", "green", "yellow"))


@pytest.mark.illegal("objection.others")
def test_nobody_objects_to_the_own_announcement() -> None:
    assert announced().why_not("red", Object()) == {"objection.others"}
    assert announced().why_not("red", LetStand()) == {"objection.others"}


@pytest.mark.legal("objection.bluff")
def test_one_may_object_without_having_bribed_the_agent() -> None:
    table = announced(blue={})
    assert table.may("blue", Object())
    table.go("blue", Object()).go("red", Withdraw())
    assert table.told("objection_won", seat="blue")


@pytest.mark.legal("objection.challenge")
def test_the_mover_withdraws_as_if_the_objection_had_won() -> None:
    table = announced().go("blue", Object())
    assert table.asked == (("red",), "challenge")
    table.go("red", Withdraw())
    assert (table.at("bleu"), table.mover, table.asked[1]) == ("21", "red", "another")
    assert table.shown("blue", "bleu") == 0, "nobody had to show anything"


@pytest.mark.legal("objection.challenge")
def test_the_mover_takes_the_challenge_up() -> None:
    assert announced().go("blue", Object()).go("red", Accept()).asked == (("blue",), "bid")


@pytest.mark.illegal("objection.challenge")
@pytest.mark.parametrize("action", [Accept(), Withdraw()])
def test_nobody_else_answers_the_challenge(action: object) -> None:
    assert announced().go("blue", Object()).why_not("green", action) == {"objection.challenge"}


@pytest.mark.legal("objection.won")
def test_a_won_objection_undoes_the_move_and_something_else_may_be_tried() -> None:
    table = announced().duel("red", "blue", 500).go("red", Pass())
    assert table.at("bleu") == "21"
    assert table.may("red", move("gray", "24"))
    assert table.go("red", move("gray", "24")).lets("blue", "green", "yellow").at("gray") == "24"
    assert table.mover == "blue"


@pytest.mark.legal("objection.won")
def test_the_mover_may_give_the_turn_up() -> None:
    table = announced().duel("red", "blue", 500).go("red", Pass(), GiveUp())
    assert table.mover == "blue"


@pytest.mark.legal("objection.again")
def test_the_same_agent_may_try_another_way() -> None:
    table = announced().duel("red", "blue", 500).go("red", Pass())
    assert table.may("red", move("bleu", "16"))


@pytest.mark.legal("objection.again")
def test_with_the_case_is_another_attempt_than_without() -> None:
    table = Table(red={}, blue={"bleu": 500}, bleu="13").go("red", move("bleu", "14", case=True))
    table.duel("red", "blue", 100).go("red", Pass())
    assert table.may("red", move("bleu", "14"))


@pytest.mark.legal("objection.again")
def test_by_house_rule_one_other_attempt_is_all() -> None:
    table = announced(attempts="two").go("blue", Object()).go("red", Withdraw())
    assert table.mover == "red"
    table.go("red", move("gray", "24")).go("blue", Object()).go("red", Withdraw())
    assert table.mover == "blue"


@pytest.mark.illegal("objection.again")
def test_the_same_move_or_strike_is_not_tried_again() -> None:
    table = announced().go("blue", Object()).go("red", Withdraw())
    assert table.why_not("red", move("bleu", "22")) == {"objection.again"}
    table = Table(red={"bleu": 1000}, blue={}).go("red", strike("bleu", "blanco")).go("blue", Object())
    assert table.go("red", Withdraw()).why_not("red", strike("bleu", "blanco")) == {"objection.again"}


@pytest.mark.legal("objection.no_bribe")
def test_in_the_next_turn_one_may_bribe_again() -> None:
    table = announced().go("blue", Object()).go("red", Withdraw(), GiveUp())
    for seat in ("blue", "green", "yellow"):
        table.pays(seat, gray=100)
    assert table.may("red", bribe("bleu", 100))


@pytest.mark.illegal("objection.no_bribe")
@pytest.mark.parametrize("action", [bribe("bleu", 1000), Settle()])
def test_after_a_won_objection_nothing_is_bribed(action: object) -> None:
    table = announced().go("blue", Object()).go("red", Withdraw())
    assert table.why_not("red", action) == {"objection.no_bribe"}


@pytest.mark.legal("objection.final")
def test_nobody_is_asked_about_a_won_objection() -> None:
    table = announced().go("blue", Object()).go("red", Withdraw())
    assert table.asked == (("red",), "another")
    assert table.why_not("green", Object()) == {"turn.order"}


@pytest.mark.legal("objection.failed")
def test_after_a_failed_objection_those_not_yet_heard_may_object() -> None:
    table = announced()
    table.duel("red", "blue").go("blue", Pass())
    assert table.asked == (("green", "yellow"), "objection")
    assert table.may("green", Object())


@pytest.mark.legal("objection.failed")
def test_in_the_main_game_a_failed_objection_costs_nothing() -> None:
    table = announced().duel("red", "blue").go("blue", Pass()).lets("green", "yellow")
    assert table.mover == "blue"
    assert not table["blue"].down


def test_who_sleeps_lets_stand_withdraws_or_passes() -> None:
    table = announced()
    for expected in (LetStand(), Withdraw()):
        now = GAME.pending(table.state)
        assert isinstance(now, Decision)
        assert now.default == expected
        table.go("blue", Object()) if expected == LetStand() else table.go("red", Accept())
    now = GAME.pending(table.state)
    assert isinstance(now, Decision)
    assert now.default == Pass()
