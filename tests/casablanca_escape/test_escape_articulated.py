"""The articulated version: red cards in hands, events that let all move, camels as they were."""

import msgspec
import pytest
from escape_positions import GAME, Table, at, fugitive_to, gestapo_to, restart_at

from engines.casablanca_escape.actions import BuyCamel, Choose, PlayRed, TakeCard


def hands(red: tuple[int, ...] = (3, 25), blue: tuple[int, ...] = (4, 27), **places) -> Table:
    """Nobody has played a card yet."""
    players = {"red": at("Warsaw", red=red), "blue": at("Warsaw", red=blue)}
    return Table(0, version="articulated", **(players | places))


def after(card: int, **players) -> Table:
    """Articulated, with `card` just played."""
    return Table(card, version="articulated", **players)


@pytest.mark.legal("articulated.hands", "articulated.play")
def test_the_first_player_plays_any_card_of_the_hand_and_it_holds_for_all() -> None:
    table = hands().go("red", PlayRed(3))
    assert (table.state.card, table["red"].red) == (3, (25,))
    assert table.ends("red").asked == ("blue", "turn")


@pytest.mark.illegal("articulated.hands")
@pytest.mark.parametrize("card", [4, 5, 99, -1])
def test_a_card_that_is_not_in_the_hand_cannot_be_played(card: int) -> None:
    assert hands().why_not("red", PlayRed(card)) == {"articulated.hands"}


@pytest.mark.legal("articulated.play")
def test_in_the_second_turn_the_second_player_plays_a_card() -> None:
    assert hands().go("red", PlayRed(3)).ends("red", "blue").asked == ("blue", "red_card")


@pytest.mark.illegal("articulated.play")
def test_the_second_player_does_not_play_the_first_card() -> None:
    assert hands().why_not("blue", PlayRed(4)) == {"articulated.play"}


@pytest.mark.legal("articulated.order")
def test_all_move_in_the_fixed_order_whoever_played_the_card() -> None:
    table = hands().go("red", PlayRed(3)).ends("red", "blue").go("blue", PlayRed(4))
    assert table.asked == ("red", "turn")


@pytest.mark.illegal("articulated.order")
def test_who_played_the_card_does_not_move_first_for_it() -> None:
    table = hands().go("red", PlayRed(3)).ends("red", "blue").go("blue", PlayRed(4))
    assert table.why_not("blue", gestapo_to("2108")) == {"articulated.order"}


def test_who_was_caught_in_a_round_up_starts_again_while_the_event_is_still_on() -> None:
    table = after(26, red=at("Warsaw"), blue=at("Krakow", level=10))
    assert (table.asked, GAME.view(table.state, "red").phase) == (("blue", "restart"), "event")
    assert GAME.view(table.go("blue", restart_at(8)).state, "red").phase == "movement"


@pytest.mark.legal("articulated.events_move")
def test_an_event_is_applied_and_then_all_move() -> None:
    table = after(40, red=at("Athens", level=4), blue=at("Warsaw"))
    assert (table["red"].level, table.asked) == (2, ("red", "turn"))
    assert table.may("red", gestapo_to("2108"))


@pytest.mark.legal("articulated.on_foot")
def test_after_an_event_everybody_in_europe_walks_one_hex() -> None:
    assert after(40, red=at("2502"), blue=at("Warsaw")).may("red", fugitive_to("2402"))


@pytest.mark.illegal("articulated.on_foot")
def test_after_an_event_nobody_rides_a_train() -> None:
    assert after(40, red=at("2502"), blue=at("Warsaw")).why_not("red", fugitive_to("2302")) == {"articulated.on_foot"}


@pytest.mark.legal("articulated.camels")
def test_thirst_in_this_turns_event_makes_the_rider_walk_only_after_its_move() -> None:
    table = after(25, red=at("Oujda", water=1), blue=at("Warsaw"))
    assert table["red"].mounted
    table.go("red", fugitive_to("0825"))
    assert table["red"].mounted
    table.ends("red")
    assert not table["red"].mounted


@pytest.mark.illegal("articulated.camels")
def test_a_camel_bought_after_an_event_is_ridden_from_the_next_turn_on() -> None:
    table = after(40, red=at("Oujda", money=1), blue=at("Warsaw")).go("red", BuyCamel())
    assert table.why_not("red", fugitive_to("1125")) == {"articulated.camels"}


@pytest.mark.legal("articulated.camels")
def test_a_camel_bought_under_a_movement_card_is_ridden_at_once() -> None:
    table = after(3, red=at("Oujda", money=1), blue=at("Warsaw")).go("red", BuyCamel())
    assert table.may("red", fugitive_to("0825"))


def test_a_camel_won_by_this_turns_aid_waits_too() -> None:
    table = after(21, red=at("Oujda", money=1), blue=at("Warsaw")).go("red", Choose("camel")).shuffle()
    table.go("blue", TakeCard(0))
    assert table["red"].mounted
    assert table.may("red", fugitive_to("1025"))
    assert not table.may("red", fugitive_to("1125"))


@pytest.mark.legal("articulated.again")
def test_when_all_hands_are_played_the_forty_cards_are_dealt_anew() -> None:
    table = hands(red=(3,), blue=(4,))
    table.state = msgspec.structs.replace(table.state, turn=0)
    table.go("red", PlayRed(3)).ends("red", "blue").go("blue", PlayRed(4)).ends("red", "blue").shuffle()
    assert (len(table["red"].red), len(table["blue"].red), table.asked) == (16, 16, ("red", "red_card"))


def test_floods_wait_for_the_next_movement_card() -> None:
    table = hands(red=(37, 2), blue=(40, 5)).go("red", PlayRed(37)).ends("red", "blue")
    table.go("blue", PlayRed(40)).ends("red", "blue")
    assert table.state.flood
    table.go("red", PlayRed(2)).ends("red", "blue")
    assert not table.state.flood
