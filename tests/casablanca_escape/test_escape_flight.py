"""Casablanca: the plane, the dice, the end of the game and who wins it."""

import pytest
from escape_positions import GAME, Table, at, fugitive_to, gestapo_to

from engines.casablanca_escape.actions import EndTurn, Fly, Suffer
from engines.pending import Over


def arriving(money: int, **given) -> Table:
    """Red one hex from Casablanca with that many money cards."""
    return Table(15, red=at("0526", money=money), blue=at("Madrid"), **given)


def waiting(money: int, gold: int = 0, **given) -> Table:
    """Red in Casablanca since last turn."""
    return Table(15, red=at("Casablanca", money=money, gold=gold), blue=at("Madrid"), **given)


@pytest.mark.legal("flight.fare", "win.flight")
def test_who_arrives_with_a_thousand_flies_the_same_turn_and_wins() -> None:
    assert arriving(5).go("red", fugitive_to("Casablanca")).over == Over(("red",), "flown")


@pytest.mark.legal("flight.before_gestapo")
def test_a_gestapo_in_casablanca_comes_too_late_for_who_has_the_fare() -> None:
    table = Table(15, red=at("0526", money=5), blue=at("Madrid", "Casablanca")).go("red", fugitive_to("Casablanca"))
    assert table.over == Over(("red",), "flown")


def test_without_the_fare_a_gestapo_in_casablanca_intercepts_on_arrival() -> None:
    table = Table(15, red=at("0526"), blue=at("Madrid", "Casablanca")).go("red", fugitive_to("Casablanca"))
    assert table["red"].level == 2


@pytest.mark.legal("flight.gold")
def test_gold_counts_for_the_plane() -> None:
    table = Table(15, red=at("0526", money=3, gold=2), blue=at("Madrid")).go("red", fugitive_to("Casablanca"))
    assert table.over == Over(("red",), "flown")


def test_a_house_may_not_count_gold_for_the_plane() -> None:
    table = Table(15, plane_gold="no", red=at("0526", money=3, gold=2), blue=at("Madrid"))
    assert table.go("red", fugitive_to("Casablanca")).over is None


@pytest.mark.legal("flight.dice")
@pytest.mark.parametrize(("money", "least"), [(4, 8), (3, 9), (2, 10), (1, 11), (0, 12)])
def test_with_less_the_dice_decide(money: int, least: int) -> None:
    low, high = (least - 1) // 2, least // 2
    missed = waiting(money).go("red", Fly()).roll(low, least - 1 - low)
    assert missed.over is None
    flown = waiting(money).go("red", Fly()).roll(high, least - high)
    assert flown.over == Over(("red",), "flown")


@pytest.mark.illegal("flight.dice")
def test_nobody_throws_twice_in_one_turn() -> None:
    table = waiting(2).go("red", Fly()).roll(1, 1)
    assert table.why_not("red", Fly()) == {"flight.dice"}


@pytest.mark.legal("flight.wait")
def test_a_failed_throw_costs_nothing() -> None:
    table = waiting(2, gold=1).go("red", Fly()).roll(1, 1)
    assert (table.green("red"), table["red"].gold, table["red"].fugitive) == (["money"] * 2, 1, "0426")


@pytest.mark.illegal("flight.wait")
def test_who_arrives_with_less_does_not_throw_the_same_turn() -> None:
    table = arriving(4)
    assert table.why_not("red", Fly()) == {"flight.wait"}
    table.go("red", fugitive_to("Casablanca"))
    assert not table.may("red", Fly())


@pytest.mark.legal("flight.later")
def test_who_waits_and_comes_to_a_thousand_leaves_without_dice() -> None:
    assert waiting(4, gold=1).go("red", Fly()).over == Over(("red",), "flown")


def test_instead_of_throwing_the_fugitive_may_walk_away() -> None:
    assert waiting(2).go("red", fugitive_to("0526"))["red"].fugitive == "0526"


@pytest.mark.illegal("win.flight")
def test_after_a_flight_nobody_acts() -> None:
    table = arriving(5).go("red", fugitive_to("Casablanca"))
    assert table.why_not("blue", gestapo_to("2108")) == {"win.flight"}
    assert list(GAME.legal(table.state, "blue")) == []


# --- nobody flies ---------------------------------------------------------------------------------------------------


def both_captured(first: str, second: str, beside_first: str, beside_second: str) -> Table:
    """Blue's fugitive is captured in `first`, then red's in `second`."""
    table = Table(
        15,
        red=at(second, beside_first, level=10),
        blue=at(first, beside_second, level=10),
    )
    table.go("red", gestapo_to(first)).ends("red")
    return table.go("blue", gestapo_to(second))


@pytest.mark.legal("win.nearest")
def test_if_nobody_flies_the_one_captured_nearest_to_casablanca_wins() -> None:
    assert both_captured("Fez", "Tunis", "0526", "1723").over == Over(("blue",), "nearest")
    assert both_captured("Tunis", "Fez", "1723", "0526").over == Over(("red",), "nearest")


@pytest.mark.illegal("win.nearest")
def test_after_the_last_capture_nobody_acts() -> None:
    assert both_captured("Fez", "Tunis", "0526", "1723").why_not("red", EndTurn()) == {"win.nearest"}


@pytest.mark.legal("win.ties")
def test_of_two_captured_equally_near_the_later_capture_wins() -> None:
    assert both_captured("Fez", "0428", "0526", "0528").over == Over(("red",), "nearest")
    assert both_captured("0428", "Fez", "0528", "0526").over == Over(("red",), "nearest")


@pytest.mark.legal("death.out", "death.goods", "event.24")
def test_a_fugitive_killed_by_bombs_is_out_and_its_goods_go_back() -> None:
    table = Table(24, red=at("Berlin", money=2, gold=1), blue=at("Madrid")).roll(1)
    red = table["red"]
    assert (red.fate, red.fugitive, sum(red.hand), red.gold, table.state.gold) == ("dead", None, 0, 0, 8)
    assert table.asked == ("red", "turn")
    assert table.may("red", gestapo_to("2108"))


@pytest.mark.illegal("death.out")
def test_a_killed_fugitive_moves_no_more() -> None:
    table = Table(24, red=at("Berlin"), blue=at("Madrid")).roll(1)
    assert table.why_not("red", fugitive_to("2202")) == {"death.out"}


@pytest.mark.legal("death.out")
def test_who_died_cannot_win_against_one_captured_far_away() -> None:
    table = Table(24, red=at("Berlin", "2128"), blue=at("Misurata", level=10)).roll(1)
    table.go("red", gestapo_to("Misurata"))
    assert table.over == Over(("blue",), "nearest")


@pytest.mark.legal("death.goods")
def test_if_all_are_dead_nobody_wins() -> None:
    table = Table(24, red=at("Berlin"), blue=at("Hamburg")).roll(1).roll(1)
    assert table.over == Over((), "nobody")


def test_a_captured_player_may_still_suffer_nothing() -> None:
    table = Table(15, red=at("Madrid", "1823"), blue=at("Tunis", level=10, green=["money"]))
    table.go("red", gestapo_to("Tunis")).go("blue", Suffer())
    assert table["blue"].fate == "captured"
