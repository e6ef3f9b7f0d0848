"""The event cards that apply themselves or let a player choose; African aids have their own file."""

import msgspec
import pytest
from escape_positions import Table, at, fugitive_to, gestapo_to

from engines.casablanca_escape.actions import Choose, Decline, PlayGreen, Stay, Suffer


def event(card: int, place: str, **red) -> Table:
    """Event `card` with red's fugitive in `place`, blue in the safety of Madrid; movement card 3 follows."""
    return Table(card, next_card=3, red=at(place, **red), blue=at("Madrid"))


@pytest.mark.legal("turn.event")
def test_when_all_have_moved_an_event_follows_and_then_a_movement() -> None:
    table = Table(3, next_card=27, red=at("Warsaw"), blue=at("Warsaw")).ends("red", "blue")
    assert table.state.red_played[-2] == 27  # it touched nobody, so the movement after it is turned up already
    assert table.state.card <= 20
    assert table.asked == ("red", "turn")


@pytest.mark.legal("turn.rebuild")
def test_a_used_up_red_deck_is_built_anew_with_a_movement_first() -> None:
    table = Table(40, red=at("Warsaw"), blue=at("Warsaw"))
    played = (*table.state.red_played, *table.state.red_deck)
    table.state = msgspec.structs.replace(table.state, red_deck=(), red_played=played)
    table.ends("red", "blue").shuffle().shuffle()
    assert (table.state.card, len(table.state.red_deck)) == (1, 39)
    assert table.state.red_deck[0] == 21


@pytest.mark.legal("events.order")
def test_an_event_asks_the_players_in_turn_order() -> None:
    table = Table(24, red=at("Rome", level=3), blue=at("Vienna", level=3))
    assert table.asked == ("red", "help")
    table.go("red", Decline())
    assert table.asked == ("blue", "help")


@pytest.mark.legal("event.24", "events.cities")
@pytest.mark.parametrize("place", ["Rome", "Naples"])
def test_card_24_gives_two_green_cards_or_three_spaces_in_a_city(place: str) -> None:
    table = event(24, place, level=4).go("red", Choose("draw"))
    assert (len(table.green("red")), table["red"].level) == (2, 4)
    table = event(24, place, level=4).go("red", Choose("marker"))
    assert (len(table.green("red")), table["red"].level) == (0, 1)


@pytest.mark.legal("event.24")
def test_who_stands_on_the_first_space_may_still_go_down_and_who_stands_below_it_may_not() -> None:
    assert event(24, "Rome", level=1).go("red", Choose("marker"))["red"].level == 0
    assert not event(24, "Rome", level=0).may("red", Choose("marker"))


@pytest.mark.illegal("event.24")
def test_card_24_gives_no_gold() -> None:
    assert event(24, "Rome", level=4).why_not("red", Choose("gold")) == {"event.24"}


@pytest.mark.legal("event.24")
@pytest.mark.parametrize(("face", "fate"), [(1, "dead"), (2, "free"), (6, "free")])
@pytest.mark.parametrize("place", ["Berlin", "Hamburg", "Frankfurt", "Cologne"])
def test_bombs_kill_on_a_one(place: str, face: int, fate: str) -> None:
    table = event(24, place)
    assert table.dice == ("red", "bombing")
    assert table.roll(face)["red"].fate == fate


@pytest.mark.parametrize("place", ["Krakow", "3005", "Tunis"])
def test_card_24_leaves_others_alone(place: str) -> None:
    assert event(24, place).asked == ("red", "turn")


@pytest.mark.legal("event.26")
def test_a_round_up_catches_fugitives_in_towns_of_europe() -> None:
    assert event(26, "Krakow")["red"].level == 2
    assert event(26, "Rome")["red"].level == 0
    assert event(26, "Tunis")["red"].level == 0


@pytest.mark.legal("event.26", "green.weapons")
def test_weapons_cancel_a_round_up() -> None:
    table = event(26, "Krakow", green=["weapons"]).go("red", PlayGreen("weapons"))
    assert table["red"].level == 0


@pytest.mark.legal("event.27")
def test_denunciation_touches_who_holds_five_green_cards() -> None:
    assert event(27, "Warsaw", money=5)["red"].level == 1
    assert event(27, "Warsaw", money=4)["red"].level == 0


@pytest.mark.legal("capture.event")
def test_an_event_that_pushes_beyond_ten_captures() -> None:
    table = event(27, "Warsaw", money=5, level=10)
    assert table.asked == ("red", "restart")


def test_a_house_may_let_events_stop_at_ten() -> None:
    table = Table(27, event_capture="no", red=at("Warsaw", money=5, level=10), blue=at("Madrid"))
    assert table["red"].level == 10


def test_there_too_papers_help_and_the_gestapo_captures() -> None:
    red, blue = at("2502", green=["papers"], level=6), at("Madrid", "2402")
    assert Table(3, event_capture="no", red=red, blue=blue).go("red", PlayGreen("papers"))["red"].level == 4
    hunted = (
        Table(3, event_capture="no", red=at("2502", level=10), blue=blue).ends("red").go("blue", gestapo_to("2502"))
    )
    assert hunted.asked == ("red", "restart")


@pytest.mark.legal("capture.event", "event.40", "events.cities")
@pytest.mark.parametrize(("level", "left"), [(5, 3), (1, 0), (0, 0)])
def test_the_consulate_helps_in_ports_and_no_marker_falls_below_zero(level: int, left: int) -> None:
    assert event(40, "Athens", level=level)["red"].level == left
    assert event(40, "Rome", level=level)["red"].level == level


@pytest.mark.legal("event.28", "setup.supply", "events.cities")
@pytest.mark.parametrize(("place", "gold"), [("Milan", 1), ("Paris", 1), ("Marseille", 1), ("Lyon", 0)])
def test_the_smuggler_gives_gold(place: str, gold: int) -> None:
    table = event(28, place)
    assert (table["red"].gold, table.state.gold) == (gold, 8 - gold)


def test_there_is_no_more_gold_than_in_the_box() -> None:
    table = Table(28, red=at("Milan"), blue=at("Madrid", gold=8))
    assert table["red"].gold == 0
    assert table.told("no_gold")


@pytest.mark.legal("event.29")
@pytest.mark.parametrize(("face", "fate", "level"), [(1, "dead", 0), (2, "free", 2), (3, "free", 2), (4, "free", 0)])
def test_sabotage_on_a_railway_hex(face: int, fate: str, level: int) -> None:
    table = event(29, "2502")
    assert table.dice == ("red", "sabotage")
    table.roll(face)
    assert (table["red"].fate, table["red"].level) == (fate, level)


def test_sabotage_leaves_cities_on_the_railway_alone() -> None:
    assert event(29, "Berlin").asked == ("red", "turn")


@pytest.mark.legal("event.30")
def test_an_alert_lets_every_gestapo_move_two_more_in_turn_order() -> None:
    table = event(30, "Warsaw")
    assert table.asked == ("red", "alert")
    table.go("red", gestapo_to("2208"))
    assert table.asked == ("blue", "alert")
    table.go("blue", Stay())
    assert table.asked == ("red", "turn")


@pytest.mark.illegal("event.30")
def test_an_alert_is_no_leave_for_three_hexes() -> None:
    table = event(30, "Warsaw")
    assert table.why_not("red", gestapo_to("2308")) == {"event.30"}
    assert table.why_not("red", fugitive_to("2602")) == {"turn.asked"}


def test_a_gestapo_on_alert_intercepts() -> None:
    table = Table(30, red=at("Warsaw", "2402"), blue=at("2502", "Rome")).go("red", gestapo_to("2502"))
    assert table["blue"].level == 2


@pytest.mark.legal("event.31")
def test_the_sahara_takes_five_off_and_the_open_ochre_may_kill() -> None:
    assert event(31, "1330", level=7)["red"].level == 2
    table = event(31, "0825")
    assert table.dice == ("red", "sandstorm")
    assert table.roll(1)["red"].fate == "dead"
    assert event(31, "0825").roll(2)["red"].fate == "free"


@pytest.mark.legal("event.33")
def test_partisans_give_a_card_in_open_country() -> None:
    assert len(event(33, "3005").green("red")) == 1
    assert event(33, "2502").green("red") == []
    assert event(33, "Warsaw").green("red") == []


@pytest.mark.legal("event.36")
@pytest.mark.parametrize(("face", "gold"), [(4, 0), (5, 1), (6, 1)])
def test_the_caravan_gives_gold_on_five_and_six(face: int, gold: int) -> None:
    table = event(36, "Tunis")
    assert table.dice == ("red", "caravan")
    assert table.roll(face)["red"].gold == gold


@pytest.mark.legal("event.37")
def test_after_floods_a_river_counts_as_countryside() -> None:
    table = Table(37, next_card=20, red=at("3012"), blue=at("Madrid"))
    assert table.may("red", fugitive_to("2909"))
    table = Table(37, next_card=16, red=at("2402"), blue=at("Madrid"))
    assert table.may("red", fugitive_to("2102"))  # the railway still runs


@pytest.mark.legal("event.37")
def test_after_floods_a_railway_by_a_river_is_followed_or_left_for_the_country() -> None:
    table = Table(37, next_card=16, red=at("1609"), blue=at("Madrid"))  # rail 3, country 2
    assert table.may("red", fugitive_to("1510"))
    assert table.may("red", fugitive_to("1511"))
    dry = Table(16, red=at("1609"), blue=at("Madrid"))
    assert dry.why_not("red", fugitive_to("1511")) == {"fugitive.one_any_way"}


@pytest.mark.illegal("event.37")
def test_after_floods_the_country_by_a_railway_ends_where_the_card_says() -> None:
    table = Table(37, next_card=16, red=at("1609"), blue=at("Madrid"))
    assert table.why_not("red", fugitive_to("1512")) == {"event.37"}


@pytest.mark.illegal("event.37")
def test_after_floods_nobody_drifts_down_a_river() -> None:
    table = Table(37, next_card=2, red=at("3012"), blue=at("Madrid"))
    assert table.why_not("red", fugitive_to("2812")) == {"event.37"}


@pytest.mark.legal("event.37")
def test_floods_last_for_one_movement_turn() -> None:
    table = Table(37, next_card=2, red=at("3012"), blue=at("Madrid")).ends("red", "blue")
    assert not table.state.flood


# --- green cards drawn and played ----------------------------------------------------------------------------------


@pytest.mark.legal("cards.under_pile")
def test_a_played_card_goes_under_the_pile() -> None:
    table = Table(red=at("Warsaw", green=["papers"], level=4), blue=at("Madrid"), pile=["money"])
    before = table.state.pile
    table.go("red", PlayGreen("papers"))
    assert table.state.pile == (*before, 3)


@pytest.mark.legal("green.papers")
@pytest.mark.parametrize(("level", "left"), [(5, 3), (1, 0)])
def test_forged_papers_take_two_off(level: int, left: int) -> None:
    table = Table(red=at("Warsaw", green=["papers"], level=level), blue=at("Madrid")).go("red", PlayGreen("papers"))
    assert table["red"].level == left


@pytest.mark.legal("green.papers")
def test_forged_papers_may_be_shown_after_moving() -> None:
    table = Table(red=at("Warsaw", green=["papers"], level=4), blue=at("Madrid")).go("red", fugitive_to("2602"))
    assert table.may("red", PlayGreen("papers"))


@pytest.mark.illegal("green.papers")
def test_forged_papers_are_not_played_at_zero_nor_when_not_held() -> None:
    assert Table(red=at("Warsaw", green=["papers"]), blue=at("Madrid")).why_not("red", PlayGreen("papers")) == {
        "green.papers"
    }
    assert Table(red=at("Warsaw", level=4), blue=at("Madrid")).why_not("red", PlayGreen("papers")) == {"green.papers"}


@pytest.mark.legal("green.fast")
def test_a_fast_move_is_four_hexes_over_any_land_in_europe() -> None:
    table = Table(15, red=at("3005", green=["fast"]), blue=at("Madrid")).go("red", PlayGreen("fast"))
    assert table.may("red", fugitive_to("Krakow"))


@pytest.mark.legal("green.fast")
def test_a_fast_move_is_one_yellow_hex_more_in_africa() -> None:
    on_foot = Table(red=at("Tunis", green=["fast"]), blue=at("Madrid")).go("red", PlayGreen("fast"))
    assert on_foot.may("red", fugitive_to("1724"))
    riding = Table(red=at("0825", green=["fast"], water=1), blue=at("Madrid")).go("red", PlayGreen("fast"))
    assert {"0725", "0625", "1125"} <= riding.reach("red")


@pytest.mark.illegal("green.fast")
def test_a_fast_move_is_four_hexes_and_one_a_turn_and_before_moving() -> None:
    table = Table(15, red=at("3005", green=["fast", "fast"]), blue=at("Madrid")).go("red", PlayGreen("fast"))
    assert table.why_not("red", fugitive_to("2505")) == {"green.fast"}
    assert table.why_not("red", PlayGreen("fast")) == {"green.fast"}
    table = Table(15, red=at("3005", green=["fast"]), blue=at("Madrid")).go("red", fugitive_to("2905"))
    assert table.why_not("red", PlayGreen("fast")) == {"turn.once"}
    assert Table(red=at("Warsaw"), blue=at("Madrid")).why_not("red", PlayGreen("fast")) == {"green.fast"}


@pytest.mark.legal("green.money")
def test_money_stays_in_the_hand_until_it_pays() -> None:
    table = Table(red=at("Warsaw", money=1), blue=at("Madrid")).ends("red", "blue")
    assert table.green("red") == ["money"]


@pytest.mark.illegal("green.money")
def test_money_is_not_played_for_nothing() -> None:
    assert Table(red=at("Warsaw", money=1), blue=at("Madrid")).why_not("red", PlayGreen("money")) == {"green.money"}
    table = Table(26, red=at("Krakow", money=1), blue=at("Madrid"))
    assert table.why_not("red", PlayGreen("money")) == {"green.money"}
    assert table.go("red", Suffer())["red"].level == 2
