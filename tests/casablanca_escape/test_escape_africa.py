"""Ships to Africa, walking and riding there, camels, water and thirst."""

import pytest
from escape_positions import GAME, Table, at, cell, fugitive_to, gestapo_to

from engines.casablanca_escape.actions import BuyCamel, GiveRation, PlayGreen, SailFugitive, SailGestapo
from engines.casablanca_escape.geography import MAP

LANDINGS = ["Misurata", "Tripoli", "Sfax", "Tunis", "Bône", "Algiers"]


def alone(fugitive: str, card: int = 15, **red) -> Table:
    """Red to move with its fugitive there, blue far away."""
    return Table(card, red=at(fugitive, **red), blue=at("Madrid"))


# --- ships ---------------------------------------------------------------------------------------------------


@pytest.mark.legal("ship.port", "ship.fare", "ship.landing")
@pytest.mark.parametrize(("port", "price"), [("Athens", 2), ("Naples", 1), ("Barcelona", 1)])
def test_a_fugitive_sails_from_each_port_for_its_price(port: str, price: int) -> None:
    table = alone(port, money=3).go("red", SailFugitive())
    assert table.dice == ("red", "landing")
    assert table.green("red") == ["money"] * (3 - price)
    table.roll(4)
    assert table["red"].fugitive == MAP.board.named("Tunis")


@pytest.mark.illegal("ship.port")
def test_nobody_sails_from_rome() -> None:
    table = alone("Rome", gestapo="Rome", money=3)
    assert table.why_not("red", SailFugitive()) == {"ship.port"}
    assert table.why_not("red", SailGestapo()) == {"ship.port"}
    assert table.why_not("red", fugitive_to("Tunis")) == {"ship.port"}


@pytest.mark.illegal("ship.port")
def test_who_only_enters_the_port_this_turn_does_not_sail() -> None:
    table = Table(30, red=at("Madrid", "2116"), blue=at("Madrid"), version="articulated")
    table.go("red", gestapo_to("Naples")).go("blue", *table.choices("blue", type(gestapo_to("Rome")))[:1])
    assert table["red"].gestapo == MAP.board.named("Naples")
    assert table.why_not("red", SailGestapo()) == {"ship.port"}


@pytest.mark.legal("ship.landing")
@pytest.mark.parametrize(("face", "place"), [*enumerate(LANDINGS, start=1)])
def test_the_die_says_where_the_ship_lands(face: int, place: str) -> None:
    table = alone("Naples", money=1).go("red", SailFugitive()).roll(face)
    assert table["red"].fugitive == MAP.board.named(place)


@pytest.mark.illegal("ship.landing")
def test_nobody_chooses_where_to_land() -> None:
    assert alone("Naples", money=1).why_not("red", fugitive_to("Algiers")) == {"ship.landing"}


@pytest.mark.illegal("ship.fare")
def test_who_cannot_pay_does_not_sail() -> None:
    assert alone("Athens", money=1).why_not("red", SailFugitive()) == {"ship.fare"}
    assert alone("Naples").why_not("red", SailFugitive()) == {"ship.fare"}


def test_only_the_player_learns_that_money_is_lacking() -> None:
    (violation,) = GAME.judge(alone("Naples").state, "red", SailFugitive())
    assert violation.audience == ("red",)


@pytest.mark.legal("ship.gold")
def test_gold_pays_the_ship() -> None:
    table = alone("Athens", money=1, gold=1).go("red", SailFugitive(gold=1)).roll(1)
    assert (table["red"].gold, table.green("red"), table.state.gold) == (0, [], 8)


@pytest.mark.illegal("ship.gold")
@pytest.mark.parametrize("gold", [-1, 1, 3])
def test_gold_that_one_does_not_have_pays_nothing(gold: int) -> None:
    assert alone("Athens", money=2).why_not("red", SailFugitive(gold)) == {"ship.gold"}


@pytest.mark.legal("ship.gestapo_free")
def test_the_gestapo_sails_free() -> None:
    table = alone("Warsaw", gestapo="Naples").go("red", SailGestapo()).roll(6)
    assert table["red"].gestapo == MAP.board.named("Algiers")


def test_a_gestapo_that_lands_on_a_fugitive_intercepts_it() -> None:
    table = Table(red=at("Warsaw", "Naples"), blue=at("Algiers")).go("red", SailGestapo()).roll(6)
    assert table["blue"].level == 2


def test_a_fugitive_that_lands_on_a_gestapo_is_intercepted() -> None:
    table = Table(red=at("Naples", money=1), blue=at("Madrid", "Algiers")).go("red", SailFugitive()).roll(6)
    assert table["red"].level == 2


@pytest.mark.legal("ship.whole_move")
def test_after_landing_the_turn_is_over_but_for_the_cards() -> None:
    table = alone("Naples", money=1).go("red", SailFugitive()).roll(4).ends("red")
    assert table.asked == ("blue", "turn")


@pytest.mark.illegal("ship.whole_move")
def test_nobody_walks_on_after_landing() -> None:
    table = alone("Naples", money=1).go("red", SailFugitive()).roll(4)
    assert table.why_not("red", fugitive_to("1723")) == {"ship.whole_move"}


@pytest.mark.illegal("ship.no_return")
def test_no_ship_returns_to_europe() -> None:
    table = alone("Tunis", gestapo="Tunis", money=3)
    assert table.why_not("red", SailFugitive()) == {"ship.no_return"}
    assert table.why_not("red", SailGestapo()) == {"ship.no_return"}
    assert table.why_not("red", fugitive_to("Naples")) == {"ship.no_return"}


# --- walking and riding ------------------------------------------------------------------------------------------


@pytest.mark.legal("africa.foot")
@pytest.mark.parametrize("card", [3, 12, 20])
def test_on_foot_one_yellow_hex_whatever_the_card(card: int) -> None:
    assert alone("Tunis", card).reach("red") == {"1722", "1723", "1823"}


@pytest.mark.illegal("africa.foot")
def test_on_foot_nobody_goes_two_yellow_hexes_or_onto_ochre() -> None:
    assert alone("Tunis").why_not("red", fugitive_to("1724")) == {"africa.foot"}
    assert alone("Oujda").why_not("red", fugitive_to("0825")) == {"africa.foot"}


@pytest.mark.legal("africa.camel")
def test_by_camel_two_yellow_hexes_or_one_ochre() -> None:
    reach = alone("Oujda", water=2).reach("red")
    assert {"1025", "1125", "0825"} <= reach
    assert "0725" not in reach


@pytest.mark.illegal("africa.camel")
def test_by_camel_nobody_goes_two_ochre_hexes_or_three_yellow_ones() -> None:
    table = alone("Oujda", water=2)
    assert table.why_not("red", fugitive_to("0725")) == {"africa.camel"}
    assert table.why_not("red", fugitive_to("1225")) == {"africa.camel"}


@pytest.mark.illegal("africa.camel")
def test_ochre_and_yellow_are_not_mixed_in_one_move() -> None:
    assert alone("1025", water=2).why_not("red", fugitive_to("0825")) == {"africa.camel"}


@pytest.mark.legal("africa.yellow_places")
def test_casablanca_and_towns_are_walked_into_like_yellow_hexes() -> None:
    assert alone("0526").may("red", fugitive_to("Casablanca"))
    assert alone("0525").may("red", fugitive_to("Tangier"))


@pytest.mark.legal("africa.stranded")
def test_without_a_camel_on_ochre_one_hex_towards_the_nearest_yellow() -> None:
    assert alone("1330").reach("red") == {"1229", "1329"}


@pytest.mark.legal("africa.stranded")
def test_from_an_oasis_that_only_ochre_surrounds_a_way_leads_out_on_foot() -> None:
    here, steps = cell("Ghadames"), 0
    while MAP.from_yellow[here]:
        here, steps = min(sorted(alone(here).reach("red")), key=MAP.from_yellow.__getitem__), steps + 1
    assert here in MAP.yellow
    assert steps == 3


@pytest.mark.illegal("africa.stranded")
def test_without_a_camel_nobody_walks_deeper_into_the_ochre() -> None:
    assert alone("1330").why_not("red", fugitive_to("1331")) == {"africa.stranded"}


# --- camels and water --------------------------------------------------------------------------------------------


@pytest.mark.legal("camel.buy", "money.worth")
def test_a_camel_costs_200_and_brings_two_rations() -> None:
    table = alone("Tunis", money=1).go("red", BuyCamel())
    red = table["red"]
    assert (red.mounted, red.rations, table.green("red"), table.state.water) == (True, 2, [], 18)


@pytest.mark.legal("camel.buy", "money.worth")
def test_a_gold_card_buys_a_camel_too() -> None:
    table = alone("Tunis", gold=1).go("red", BuyCamel(gold=1))
    assert (table["red"].mounted, table["red"].gold, table.state.gold) == (True, 0, 8)


@pytest.mark.illegal("camel.buy")
@pytest.mark.parametrize("place", ["1723", "Casablanca", "Naples", "Warsaw"])
def test_camels_are_sold_in_african_towns_only(place: str) -> None:
    assert alone(place, money=1).why_not("red", BuyCamel()) == {"camel.buy"}


@pytest.mark.illegal("camel.buy")
def test_without_money_there_is_no_camel() -> None:
    assert alone("Tunis").why_not("red", BuyCamel()) == {"camel.buy"}


@pytest.mark.illegal("money.worth")
def test_one_gold_card_is_enough_so_two_cannot_be_given() -> None:
    assert alone("Tunis", gold=2).why_not("red", BuyCamel(gold=2)) == {"money.worth"}


@pytest.mark.legal("camel.when")
def test_who_buys_a_camel_may_ride_at_once() -> None:
    table = alone("Tunis", money=1).go("red", BuyCamel(), fugitive_to("1724"))
    assert table["red"].fugitive == "1724"


@pytest.mark.illegal("turn.once")
def test_who_has_walked_in_africa_is_not_told_of_a_ship() -> None:
    table = alone("Tunis").go("red", fugitive_to("1722"))
    assert table.why_not("red", fugitive_to("1723")) == {"turn.once"}


@pytest.mark.illegal("camel.when")
def test_after_moving_nobody_buys_a_camel() -> None:
    table = alone("Tunis", money=1).go("red", fugitive_to("1722"))
    assert table.why_not("red", BuyCamel()) == {"camel.when"}


@pytest.mark.illegal("turn.gestapo_first")
def test_buying_a_camel_begins_the_fugitives_move() -> None:
    table = alone("Tunis", money=1).go("red", BuyCamel())
    assert table.why_not("red", gestapo_to("2108")) == {"turn.gestapo_first"}


@pytest.mark.legal("camel.one")
def test_on_foot_a_second_camel_may_be_bought_later() -> None:
    assert alone("Tunis", money=1).may("red", BuyCamel())


@pytest.mark.illegal("camel.one")
def test_who_rides_buys_no_camel() -> None:
    assert alone("Tunis", money=1, water=1).why_not("red", BuyCamel()) == {"camel.one"}


@pytest.mark.legal("camel.water")
def test_the_last_two_rations_still_make_a_camel() -> None:
    assert Table(red=at("Tunis", money=1), blue=at("Madrid"), water=2).may("red", BuyCamel())


@pytest.mark.illegal("camel.water")
def test_without_two_rations_in_the_box_no_camel_is_sold() -> None:
    table = Table(red=at("Tunis", money=1), blue=at("Madrid"), water=1)
    assert table.why_not("red", BuyCamel()) == {"camel.water"}


@pytest.mark.legal("camel.thirst", "event.25", "event.32", "event.39")
@pytest.mark.parametrize("card", [25, 32, 39])
def test_when_the_camels_drink_each_rider_gives_a_ration(card: int) -> None:
    table = Table(card, red=at("Tunis", water=2), blue=at("Sfax", water=2), green=at("Oran"))
    assert (table["red"].rations, table["blue"].rations, table["green"].rations) == (1, 1, 0)
    assert table["red"].mounted


def test_who_walks_is_not_asked_for_water() -> None:
    table = Table(25, next_card=3, red=at("Tunis", green=["money"]), blue=at("Madrid"))
    assert table.asked == ("red", "turn")


@pytest.mark.legal("camel.dry")
def test_without_water_the_rider_walks() -> None:
    table = Table(25, red=at("Tunis", water=1), blue=at("Madrid"))
    assert (table["red"].mounted, table["red"].rations) == (False, 0)
    assert table.told("dismounted")
    assert table.reach("red") == {"1722", "1723", "1823"}


@pytest.mark.legal("green.canteen")
def test_a_canteen_is_drunk_instead_of_a_ration() -> None:
    table = Table(25, red=at("Tunis", water=1, green=["canteen"]), blue=at("Madrid"))
    assert table.asked == ("red", "thirst")
    table.go("red", PlayGreen("canteen"))
    assert (table["red"].mounted, table["red"].rations, table.green("red")) == (True, 1, [])


@pytest.mark.legal("camel.thirst")
def test_the_canteen_may_be_saved() -> None:
    table = Table(25, red=at("Tunis", water=2, green=["canteen"]), blue=at("Madrid")).go("red", GiveRation())
    assert (table["red"].rations, table.green("red")) == (1, ["canteen"])


@pytest.mark.illegal("green.canteen")
def test_a_canteen_is_drunk_at_thirst_only() -> None:
    assert alone("Tunis", water=1, green=["canteen"]).why_not("red", PlayGreen("canteen")) == {"green.canteen"}
    table = Table(25, red=at("Tunis", water=1, green=["money"]), blue=at("Madrid"))
    assert table.why_not("red", PlayGreen("canteen")) == {"green.canteen"}
