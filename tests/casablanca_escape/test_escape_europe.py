"""How a fugitive moves in Europe: the kind of hex it starts on, lines, cards."""

import pytest
from escape_positions import GAME, Table, at, fugitive_to, gestapo_to

from engines.casablanca_escape.actions import EndTurn
from engines.casablanca_escape.geography import MAP

CARDS = {  # card: river, rail, city, town, country, as on the data page
    1: (1, 4, 1, 1, 1),
    2: (4, 1, 1, 1, 1),
    3: (4, 4, 1, 1, 1),
    4: (1, 1, 3, 1, 1),
    5: (1, 1, 1, 3, 1),
    6: (1, 1, 1, 1, 2),
    7: (3, 1, 1, 2, 1),
    8: (1, 3, 2, 1, 1),
    9: (1, 5, 1, 1, 1),
    10: (5, 1, 1, 1, 1),
    11: (1, 1, 3, 3, 1),
    12: (2, 2, 2, 2, 2),
    13: (1, 4, 3, 1, 1),
    14: (4, 1, 1, 3, 1),
    15: (1, 1, 1, 1, 1),
    16: (3, 3, 1, 1, 2),
    17: (1, 6, 1, 1, 1),
    18: (1, 1, 4, 2, 1),
    19: (2, 3, 1, 1, 1),
    20: (1, 1, 2, 2, 3),
}


def alone(fugitive: str, card: int) -> Table:
    """Red to move with its fugitive there, blue far away."""
    return Table(card, red=at(fugitive), blue=at("Madrid"))


def along(kind: str, start: str) -> dict[str, int]:
    """Steps along lines of that kind from `start`."""
    steps, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for near in MAP.board.along(kind, here):
            if near not in steps:
                steps[near] = steps[here] + 1
                edge.append(near)
    return steps


@pytest.mark.legal("fugitive.start_hex")
@pytest.mark.parametrize(("start", "farthest"), [("3012", 4), ("2502", 4), ("Warsaw", 1), ("Zagreb", 1), ("3005", 1)])
def test_card_3_carries_along_river_and_railway_and_lets_others_walk_one(start: str, farthest: int) -> None:
    table = alone(start, 3)
    here = table["red"].fugitive
    assert max(MAP.board.distance(here, to) for to in table.reach("red")) == farthest


@pytest.mark.legal("card.movement")
@pytest.mark.parametrize("card", CARDS)
def test_each_movement_card_lets_a_fugitive_go_as_far_as_it_says(card: int) -> None:
    river, rail, city, town, country = CARDS[card]
    for start, kind, most in [("3012", "river", river), ("2306", "rail", rail)]:
        table, steps = alone(start, card), along(kind, start)
        on_line = {to for to in table.reach("red") if to in steps}
        assert {to for to, far in steps.items() if 0 < far <= most} <= on_line
        assert all(steps[to] <= most or MAP.board.distance(start, to) == 1 for to in on_line)
    for start, most in [("Bucharest", city), ("Krakow", town), ("3005", country)]:
        table = alone(start, card)
        here = table["red"].fugitive
        assert max(MAP.board.distance(here, to) for to in table.reach("red")) == most


@pytest.mark.legal("fugitive.rail")
def test_a_fugitive_on_a_railway_rides_four_hexes_with_card_3() -> None:
    assert alone("2502", 3).may("red", fugitive_to("Berlin"))


@pytest.mark.illegal("fugitive.rail")
def test_a_fugitive_may_not_ride_five_hexes_with_card_3() -> None:
    assert alone("2602", 3).why_not("red", fugitive_to("Berlin")) == {"fugitive.rail"}


@pytest.mark.legal("fugitive.river")
def test_a_fugitive_on_a_river_drifts_four_hexes_with_card_2() -> None:
    assert alone("3012", 2).may("red", fugitive_to("2611"))


@pytest.mark.illegal("fugitive.river")
def test_a_fugitive_may_not_drift_five_hexes_with_card_2() -> None:
    assert alone("3012", 2).why_not("red", fugitive_to("2710")) == {"fugitive.river"}


@pytest.mark.legal("fugitive.city")
def test_a_fugitive_leaves_a_city_by_three_hexes_with_card_4() -> None:
    assert alone("Warsaw", 4).may("red", fugitive_to("3002"))


@pytest.mark.illegal("fugitive.city")
def test_a_fugitive_may_not_leave_a_city_by_two_hexes_with_card_3() -> None:
    assert alone("Warsaw", 3).why_not("red", fugitive_to("2902")) == {"fugitive.city"}


@pytest.mark.legal("fugitive.town")
def test_a_fugitive_leaves_a_town_by_three_hexes_with_card_5() -> None:
    assert alone("Krakow", 5).may("red", fugitive_to("2905"))


@pytest.mark.illegal("fugitive.town")
def test_a_fugitive_may_not_leave_a_town_by_two_hexes_with_card_3() -> None:
    assert alone("Krakow", 3).why_not("red", fugitive_to("2805")) == {"fugitive.town"}


@pytest.mark.legal("fugitive.country")
def test_a_fugitive_crosses_two_hexes_of_country_with_card_6() -> None:
    assert alone("3005", 6).may("red", fugitive_to("3205"))


@pytest.mark.illegal("fugitive.country")
def test_a_fugitive_may_not_cross_two_hexes_of_country_with_card_3() -> None:
    assert alone("3005", 3).why_not("red", fugitive_to("3205")) == {"fugitive.country"}


@pytest.mark.legal("fugitive.line")
def test_a_fugitive_changes_trains_in_vienna_and_in_prague() -> None:
    reach = alone("2206", 3).reach("red")
    assert {"2309", "2008"} <= reach


@pytest.mark.illegal("fugitive.line")
def test_a_fugitive_may_not_leave_the_tiber_for_the_railway_two_hexes_away() -> None:
    assert alone("1915", 2).why_not("red", fugitive_to("2013")) == {"fugitive.line"}


@pytest.mark.legal("fugitive.one_any_way")
def test_a_fugitive_on_a_railway_may_walk_one_hex_off_it() -> None:
    assert alone("2502", 15).may("red", fugitive_to("2501"))


@pytest.mark.illegal("fugitive.one_any_way")
def test_a_fugitive_on_a_railway_may_not_walk_two_hexes_off_it() -> None:
    assert alone("2502", 3).why_not("red", fugitive_to("2500")) == {"fugitive.one_any_way"}


def test_leaving_lines_is_told_in_italian_with_the_article_that_it_takes() -> None:
    (one,) = GAME.judge(alone("2502", 3).state, "red", fugitive_to("2500"))
    assert GAME.texts.say("it", f"violation.{one.key}", one.facts).startswith("Fuori dalla ferrovia si può")
    both = {**one.facts, "line": ("rail", "river")}
    assert GAME.texts.say("it", f"violation.{one.key}", both).startswith("Fuori dalla ferrovia")
    assert "dal fiume" in GAME.texts.say("it", f"violation.{one.key}", both)


@pytest.mark.legal("fugitive.both_lines")
def test_where_railway_and_river_meet_either_may_be_followed() -> None:
    assert {"2202", "2404"} <= alone("2402", 3).reach("red")


@pytest.mark.illegal("fugitive.both_lines")
def test_railway_and_river_are_not_mixed_in_one_move() -> None:
    assert alone("2402", 17).why_not("red", fugitive_to("1902")) == {"fugitive.both_lines"}


@pytest.mark.legal("fugitive.city_on_line")
def test_a_train_runs_through_berlin() -> None:
    assert alone("2202", 3).may("red", fugitive_to("2104"))


@pytest.mark.illegal("fugitive.city_on_line")
def test_who_starts_in_a_city_may_not_ride_its_railway() -> None:
    assert alone("Warsaw", 3).why_not("red", fugitive_to("2502")) == {"fugitive.city_on_line"}


@pytest.mark.legal("fugitive.start_is_country")
def test_start_hex_2_is_countryside() -> None:
    assert alone("2802", 6).may("red", fugitive_to("3002"))


@pytest.mark.legal("fugitive.start_is_country")
def test_start_hex_1_lies_on_the_railway_to_berlin() -> None:
    assert alone("2602", 3).may("red", fugitive_to("2202"))


@pytest.mark.illegal("fugitive.start_is_country")
def test_from_start_hex_2_nobody_goes_two_hexes_with_card_3() -> None:
    assert alone("2802", 3).why_not("red", fugitive_to("3002")) == {"fugitive.start_is_country"}


@pytest.mark.legal("port.city")
def test_naples_counts_as_a_city_for_the_cards() -> None:
    assert alone("Naples", 4).may("red", fugitive_to("2316"))


@pytest.mark.illegal("port.city")
def test_from_naples_nobody_goes_two_hexes_with_card_3() -> None:
    assert alone("Naples", 3).why_not("red", fugitive_to("2316")) == {"port.city"}


@pytest.mark.legal("turn.optional")
def test_a_player_may_leave_both_pieces_where_they_are() -> None:
    table = alone("Warsaw", 3)
    table.go("red", EndTurn())
    assert (table["red"].fugitive, table["red"].gestapo) == ("2702", "2008")


@pytest.mark.illegal("turn.optional")
def test_staying_is_no_move() -> None:
    assert alone("Warsaw", 3).why_not("red", fugitive_to("Warsaw")) == {"turn.optional"}


@pytest.mark.legal("turn.once")
def test_the_fugitive_moves_once() -> None:
    table = alone("Warsaw", 3).go("red", fugitive_to("2602"))
    assert table["red"].fugitive == "2602"


@pytest.mark.illegal("turn.once")
def test_the_fugitive_may_not_move_twice() -> None:
    table = alone("Warsaw", 3).go("red", fugitive_to("2602"))
    assert table.why_not("red", fugitive_to("2502")) == {"turn.once"}


@pytest.mark.legal("turn.order")
def test_the_second_player_acts_after_the_first() -> None:
    assert alone("Warsaw", 3).ends("red").may("blue", gestapo_to("2108"))


@pytest.mark.illegal("turn.order")
def test_the_second_player_may_not_act_before_the_first_is_done() -> None:
    table = alone("Warsaw", 3)
    assert table.why_not("blue", gestapo_to("2108")) == {"turn.order"}
    assert table.why_not("white", gestapo_to("2108")) == {"turn.order"}


@pytest.mark.legal("map.land")
def test_a_fugitive_may_walk_along_the_coast() -> None:
    assert alone("Athens", 15).may("red", fugitive_to("2920"))


@pytest.mark.illegal("map.land")
@pytest.mark.parametrize("nowhere", ["3021", "9999", "here", "", "27", "T0", "2008+"])
def test_nobody_walks_into_the_sea_or_off_the_board(nowhere: str) -> None:
    assert alone("Athens", 15).why_not("red", fugitive_to(nowhere)) == {"map.land"}


@pytest.mark.legal("friends.first")
def test_the_first_to_reach_max_takes_his_two_cards() -> None:
    table = alone("2202", 3).go("red", fugitive_to("Berlin"))
    assert sum(table["red"].hand) == 2
    assert table.told("friend")


@pytest.mark.legal("friends.first")
def test_the_second_to_reach_max_finds_nothing() -> None:
    table = Table(3, red=at("2202"), blue=at("2302")).go("red", fugitive_to("Berlin")).ends("red")
    table.go("blue", fugitive_to("Berlin"))
    assert sum(table["blue"].hand) == 0


@pytest.mark.legal("friends.stop")
def test_riding_through_berlin_does_not_reach_max() -> None:
    table = alone("2202", 3).go("red", fugitive_to("2104"))
    assert sum(table["red"].hand) == 0


@pytest.mark.legal("friends.order")
def test_of_two_who_arrive_in_one_turn_the_earlier_mover_is_first() -> None:
    table = Table(3, red=at("2202"), blue=at("2302")).go("red", fugitive_to("Berlin")).ends("red")
    table.go("blue", fugitive_to("Berlin"))
    assert (sum(table["red"].hand), sum(table["blue"].hand)) == (2, 0)
