"""The Gestapo: how it moves, whom it intercepts, and what comes of it."""

import pytest
from escape_positions import Table, at, fugitive_to, gestapo_to, restart_at

from engines.casablanca_escape.actions import EndTurn, PlayGreen, Restart, Suffer


def hunt(fugitive: str = "2502", gestapo: str = "2402", **blue) -> Table:
    """Red's Gestapo one hex from blue's fugitive, red to move."""
    return Table(3, red=at("Madrid", gestapo), blue=at(fugitive, "Rome", **blue))


@pytest.mark.legal("gestapo.move")
@pytest.mark.parametrize("to", ["2108", "2208", "1907"])
def test_a_gestapo_moves_one_or_two_hexes(to: str) -> None:
    assert Table(red=at("Warsaw"), blue=at("Warsaw")).may("red", gestapo_to(to))


@pytest.mark.legal("gestapo.move")
def test_a_gestapo_in_africa_crosses_ochre_without_a_camel() -> None:
    assert Table(red=at("Warsaw", "Oujda"), blue=at("Warsaw")).may("red", gestapo_to("0725"))


@pytest.mark.illegal("gestapo.move")
def test_a_gestapo_may_not_move_three_hexes() -> None:
    assert Table(red=at("Warsaw"), blue=at("Warsaw")).why_not("red", gestapo_to("2308")) == {"gestapo.move"}


@pytest.mark.legal("gestapo.once")
def test_a_gestapo_moves_once() -> None:
    table = Table(red=at("Warsaw"), blue=at("Warsaw")).go("red", gestapo_to("2108"))
    assert table["red"].gestapo == "2108"


@pytest.mark.illegal("gestapo.once")
def test_a_gestapo_may_not_move_twice() -> None:
    table = Table(red=at("Warsaw"), blue=at("Warsaw")).go("red", gestapo_to("2108"))
    assert table.why_not("red", gestapo_to("2208")) == {"gestapo.once"}


@pytest.mark.legal("turn.gestapo_first")
def test_gestapo_first_then_fugitive() -> None:
    table = Table(red=at("Warsaw"), blue=at("Warsaw")).go("red", gestapo_to("2108"), fugitive_to("2602"))
    assert (table["red"].gestapo, table["red"].fugitive) == ("2108", "2602")


@pytest.mark.illegal("turn.gestapo_first")
def test_the_gestapo_may_not_move_after_the_fugitive() -> None:
    table = Table(red=at("Warsaw"), blue=at("Warsaw")).go("red", fugitive_to("2602"))
    assert table.why_not("red", gestapo_to("2108")) == {"turn.gestapo_first"}


def test_the_turn_passes_by_itself_when_both_pieces_moved_and_no_card_is_left_to_play() -> None:
    table = Table(red=at("Warsaw"), blue=at("Warsaw")).go("red", gestapo_to("2108"), fugitive_to("2602"))
    assert table.asked == ("blue", "turn")


def test_the_turn_stays_open_while_forged_papers_could_still_be_played() -> None:
    table = Table(red=at("Warsaw", green=["money"], level=2), blue=at("Warsaw"))
    table.go("red", gestapo_to("2108"), fugitive_to("2602"))
    assert table.asked == ("red", "turn")


# --- interception ----------------------------------------


@pytest.mark.legal("interception.reach", "interception.two")
def test_a_gestapo_that_reaches_a_fugitive_moves_its_marker_two_up() -> None:
    table = hunt().go("red", gestapo_to("2502"))
    assert table.told("intercepted")
    assert table["blue"].level == 2


@pytest.mark.legal("interception.reach")
def test_a_fugitive_that_walks_into_a_gestapo_is_intercepted() -> None:
    table = hunt().ends("red").go("blue", fugitive_to("2402"))
    assert table["blue"].level == 2


@pytest.mark.legal("interception.standing")
def test_a_fugitive_that_stays_beside_a_gestapo_is_intercepted_at_the_end_of_its_turn() -> None:
    table = hunt(gestapo="2502").ends("red")
    assert table["blue"].level == 0
    table.ends("blue")
    assert table["blue"].level == 2


@pytest.mark.legal("interception.standing")
def test_a_fugitive_that_leaves_the_gestapo_it_stood_beside_is_not_intercepted() -> None:
    table = hunt(gestapo="2502").ends("red").go("blue", fugitive_to("2202")).ends("blue")
    assert table["blue"].level == 0


@pytest.mark.legal("interception.standing")
def test_a_gestapo_that_moves_later_may_stay_to_intercept_who_stayed() -> None:
    table = Table(3, blue=at("2502", "Rome"), red=at("Madrid", "2502")).ends("blue")
    assert table["blue"].level == 0
    table.ends("red")
    assert table["blue"].level == 2


@pytest.mark.legal("interception.passing")
def test_passing_through_intercepts_nobody() -> None:
    table = hunt().go("red", gestapo_to("2602"))
    assert table["blue"].level == 0
    table = hunt("2602", "2502").ends("red").go("blue", fugitive_to("2402"))
    assert table["blue"].level == 0


@pytest.mark.legal("interception.own")
def test_a_gestapo_never_intercepts_its_own_fugitive() -> None:
    table = Table(red=at("2502", "2402"), blue=at("Madrid")).go("red", gestapo_to("2502")).ends("red", "blue")
    assert table["red"].level == 0
    both_stay = Table(red=at("2502", "2502"), blue=at("Madrid")).ends("red", "blue")
    assert both_stay["red"].level == 0


@pytest.mark.legal("interception.safe")
@pytest.mark.parametrize(
    ("place", "beside"),
    [
        ("Athens", "2920"),
        ("Naples", "2116"),
        ("Barcelona", "1115"),
        ("Zurich", "1808"),
        ("Madrid", "0618"),
        ("Touggourt", "1327"),
        ("Ghardaia", "1327"),
        ("Ghadames", "1631"),
    ],
)
def test_nobody_is_intercepted_in_a_safe_hex(place: str, beside: str) -> None:
    table = Table(red=at("Warsaw", beside), blue=at(place, "Rome")).go("red", gestapo_to(place))
    assert table["blue"].level == 0


@pytest.mark.legal("africa.sahara")
def test_the_sahara_hides_a_rider() -> None:
    table = Table(red=at("Warsaw", "1331"), blue=at("1330", "Rome", water=1)).go("red", gestapo_to("1330"))
    assert table["blue"].level == 0


@pytest.mark.legal("africa.sahara")
def test_the_sahara_does_not_hide_who_walks() -> None:
    table = Table(red=at("Warsaw", "1331"), blue=at("1330", "Rome")).go("red", gestapo_to("1330"))
    assert table["blue"].level == 2


@pytest.mark.legal("interception.once")
def test_three_gestapo_in_one_turn_intercept_a_fugitive_once() -> None:
    table = Table(
        3,
        next_card=27,
        red=at("Madrid", "2402"),
        green=at("Madrid", "2402"),
        yellow=at("Madrid", "2402"),
        blue=at("2502", "Rome"),
    )
    for seat in ("red", "green", "yellow"):
        table.go(seat, gestapo_to("2502")).ends(seat)
    table.ends("blue")
    assert table["blue"].level == 2


@pytest.mark.legal("interception.once")
def test_in_the_next_turn_it_counts_again() -> None:
    table = hunt(gestapo="2502").ends("red", "blue")
    assert table["blue"].level == 2
    while table.asked[1] != "turn":
        table.go(table.asked[0], Suffer())
    table.ends("red", "blue")
    assert table["blue"].level == 4


# --- weapons ----------------------------------------


@pytest.mark.legal("green.weapons")
def test_weapons_cancel_an_interception() -> None:
    table = hunt(green=["weapons"]).go("red", gestapo_to("2502"))
    assert table.asked == ("blue", "weapons")
    table.go("blue", PlayGreen("weapons"))
    assert (table["blue"].level, table.green("blue")) == (0, [])
    assert table.asked == ("red", "turn")


@pytest.mark.legal("green.weapons")
def test_who_holds_other_cards_is_asked_too_so_that_the_question_tells_nothing() -> None:
    table = hunt(green=["money"]).go("red", gestapo_to("2502"))
    assert table.asked == ("blue", "weapons")
    table.go("blue", Suffer())
    assert table["blue"].level == 2


@pytest.mark.illegal("green.weapons")
def test_weapons_that_are_not_held_cannot_be_shown() -> None:
    table = hunt(green=["money"]).go("red", gestapo_to("2502"))
    assert table.why_not("blue", PlayGreen("weapons")) == {"green.weapons"}
    assert Table(red=at("Warsaw", green=["weapons"]), blue=at("Warsaw")).why_not("red", PlayGreen("weapons")) == {
        "green.weapons"
    }


@pytest.mark.legal("turn.asked")
def test_the_turn_goes_on_after_the_question_is_answered() -> None:
    table = hunt(green=["money"]).go("red", gestapo_to("2502")).go("blue", Suffer())
    assert table.may("red", EndTurn())


@pytest.mark.illegal("turn.asked")
def test_while_weapons_are_asked_for_nobody_moves() -> None:
    table = hunt(green=["money"]).go("red", gestapo_to("2502"))
    assert table.why_not("blue", fugitive_to("2602")) == {"turn.asked"}
    assert table.why_not("red", EndTurn()) == {"turn.order"}


# --- capture ----------------------------------------


@pytest.mark.legal("capture.limit", "capture.europe")
def test_the_sixth_interception_captures_and_the_fugitive_starts_again() -> None:
    table = hunt(level=8).go("red", gestapo_to("2502"))
    assert table["blue"].level == 10
    table = hunt(level=10).go("red", gestapo_to("2502"))
    assert table.asked == ("blue", "restart")
    table.go("blue", restart_at(7))
    assert table["blue"].fugitive == "2801"


@pytest.mark.illegal("capture.europe")
def test_a_captured_fugitive_may_not_start_again_elsewhere() -> None:
    table = hunt(level=10).go("red", gestapo_to("2502"))
    assert table.why_not("blue", Restart("2702")) == {"capture.europe"}


@pytest.mark.legal("capture.cards")
def test_after_a_capture_the_marker_is_on_zero_and_the_cards_are_kept() -> None:
    table = hunt(level=10, green=["papers"]).go("red", gestapo_to("2502")).go("blue", Suffer(), restart_at(1))
    assert (table["blue"].level, table.green("blue")) == (0, ["papers"])


@pytest.mark.illegal("capture.cards")
def test_a_captured_fugitive_does_not_move_again_that_turn() -> None:
    table = hunt(level=10).go("red", gestapo_to("2502")).go("blue", restart_at(1)).ends("red")
    assert table.why_not("blue", fugitive_to("2502")) == {"capture.cards"}
    assert table.may("blue", gestapo_to("2015"))


def test_a_house_may_take_the_cards_of_the_captured() -> None:
    table = Table(3, capture_cards="lose", red=at("Madrid", "2402"), blue=at("2502", level=10, green=["papers"]))
    table.go("red", gestapo_to("2502")).go("blue", Suffer(), restart_at(1))
    assert table.green("blue") == []


@pytest.mark.legal("capture.africa", "capture.landing", "capture.goods")
@pytest.mark.parametrize("place", ["Tunis", "1723"])
def test_who_is_captured_in_africa_is_out_and_loses_all_goods(place: str) -> None:
    table = Table(red=at("Madrid", "1823"), blue=at(place, level=10, green=["money"], gold=1, water=2))
    table.go("red", gestapo_to(place)).go("blue", Suffer())
    blue = table["blue"]
    assert (blue.fugitive, blue.fate, sum(blue.hand), blue.gold, blue.rations) == (None, "captured", 0, 0, 0)


@pytest.mark.legal("capture.africa")
def test_who_is_out_still_moves_the_gestapo() -> None:
    table = Table(red=at("Madrid", "1823"), blue=at("Tunis", level=10)).go("red", gestapo_to("Tunis")).ends("red")
    assert table.may("blue", gestapo_to("2108"))


@pytest.mark.illegal("capture.africa")
def test_a_fugitive_captured_in_africa_moves_no_more() -> None:
    table = Table(red=at("Madrid", "1823"), blue=at("Tunis", level=10)).go("red", gestapo_to("Tunis")).ends("red")
    assert table.why_not("blue", fugitive_to("1723")) == {"capture.africa"}


# --- house rules ----------------------------------------


def test_a_house_may_spare_who_walks_into_a_gestapo() -> None:
    table = Table(3, walking_in="spared", red=at("Madrid", "2402"), blue=at("2502", "Rome"))
    table.ends("red").go("blue", fugitive_to("2402"))
    assert table["blue"].level == 0


def test_a_house_may_spare_who_stands_beside_a_gestapo() -> None:
    table = Table(3, standing="spared", red=at("Madrid", "2502"), blue=at("2502", "Rome")).ends("red", "blue")
    assert table["blue"].level == 0


@pytest.mark.parametrize(("casablanca", "level"), [("hunted", 2), ("safe", 0)])
def test_a_house_decides_whether_casablanca_is_safe(casablanca: str, level: int) -> None:
    table = Table(casablanca=casablanca, red=at("Madrid", "0526"), blue=at("Casablanca", "Rome"))
    table.go("red", gestapo_to("Casablanca"))
    assert table["blue"].level == level
    elsewhere = Table(casablanca=casablanca, red=at("Madrid", "2402"), blue=at("2502", "Rome"))
    assert elsewhere.go("red", gestapo_to("2502"))["blue"].level == 2
