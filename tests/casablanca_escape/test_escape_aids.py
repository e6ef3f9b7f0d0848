"""African aids: what they give, and the cards that the previous player takes for them."""

import pytest
from escape_positions import Table, at, fugitive_to

from engines.casablanca_escape.actions import Choose, Decline, GiveBack, Stay, TakeCard
from engines.casablanca_escape.cards import Green
from engines.casablanca_escape.state import AidKeep


def offer(card: int, place: str, **red) -> Table:
    """Event `card` with red's fugitive in `place`; blue is the only other player, so the one who moved before."""
    return Table(card, next_card=3, red=at(place, **red), blue=at("Madrid"))


def paid(table: Table, help: str, back: Green = "money") -> Table:
    """Red buys `help`; blue takes the first cards as they lie and puts `back` under the pile, if asked."""
    table.go("red", Choose(help)).shuffle()
    position = 0
    while table.asked == ("blue", "aid_pick"):
        table.go("blue", TakeCard(position))
        position += 1
        if isinstance(keep := table.state.asked, AidKeep):
            table.go("blue", *[GiveBack(back)] * keep.back)
    return table


@pytest.mark.legal("aid.price", "event.34")
def test_card_34_takes_three_off_for_three_cards() -> None:
    table = paid(offer(34, "1024", money=4, level=5), "marker", "money")
    assert (table["red"].level, table.green("red")) == (2, ["money"])


@pytest.mark.illegal("event.34")
def test_card_34_gives_no_gold() -> None:
    assert offer(34, "1024", money=4, level=5).why_not("red", Choose("gold")) == {"event.34"}


@pytest.mark.parametrize(
    ("place", "level", "money"), [("Batna", 5, 3), ("1724", 5, 3), ("0825", 5, 3), ("1024", 0, 3), ("1024", 5, 2)]
)
def test_card_34_is_offered_only_west_of_batna_to_who_can_pay_and_gains_by_it(
    place: str, level: int, money: int
) -> None:
    assert offer(34, place, money=money, level=level).asked == ("red", "turn")


def test_an_aid_may_be_declined() -> None:
    table = offer(34, "1024", money=3, level=5).go("red", Decline())
    assert (table["red"].level, len(table.green("red"))) == (5, 3)


@pytest.mark.legal("aid.blind")
def test_the_previous_player_takes_cards_by_their_position_after_mixing() -> None:
    table = offer(34, "1024", green=["money", "weapons", "papers", "canteen"], level=5).go("red", Choose("marker"))
    table.shuffle([3, 2, 1, 0])
    assert table.asked == ("blue", "aid_pick")
    table.go("blue", TakeCard(0), TakeCard(1), TakeCard(3))
    assert table.green("red") == ["weapons"]


@pytest.mark.illegal("aid.blind")
@pytest.mark.parametrize("position", [0, 4, -1])
def test_no_card_is_taken_twice_or_from_nowhere(position: int) -> None:
    table = offer(34, "1024", money=4, level=5).go("red", Choose("marker")).shuffle().go("blue", TakeCard(0))
    assert table.why_not("blue", TakeCard(position)) == {"aid.blind"}


@pytest.mark.legal("aid.keep")
def test_of_three_cards_two_are_kept_and_one_of_choice_goes_under_the_pile() -> None:
    table = paid(offer(34, "1024", green=["money", "weapons", "papers"], level=5), "marker", "papers")
    assert table.green("blue") == ["money", "weapons"]
    assert table.state.pile[-1] == 3


@pytest.mark.illegal("aid.keep")
def test_only_a_card_that_was_taken_can_go_under_the_pile() -> None:
    table = offer(34, "1024", money=3, level=5).go("red", Choose("marker")).shuffle()
    table.go("blue", TakeCard(0), TakeCard(1), TakeCard(2))
    assert table.why_not("blue", GiveBack("weapons")) == {"aid.keep"}


@pytest.mark.legal("aid.other_prices")
@pytest.mark.parametrize(
    ("card", "place", "help", "kept"),
    [(21, "Tunis", "camel", 0), (22, "1724", "marker", 1), (34, "1024", "marker", 2), (38, "0526", "gold", 2)],
)
def test_of_any_price_all_but_one_are_kept_and_two_at_most(card: int, place: str, help: str, kept: int) -> None:
    table = paid(offer(card, place, money=4, level=5), help, "money")
    assert len(table.green("blue")) == kept


@pytest.mark.legal("aid.first_player")
def test_for_the_first_player_the_last_one_takes_the_cards() -> None:
    table = Table(34, red=at("1024", money=3, level=5), blue=at("Madrid"), green=at("Madrid"))
    assert table.go("red", Choose("marker")).shuffle().asked == ("green", "aid_pick")


@pytest.mark.legal("aid.first_player")
def test_for_the_second_player_the_first_one_takes_the_cards() -> None:
    table = Table(34, red=at("Madrid"), blue=at("1024", money=3, level=5), green=at("Madrid"))
    assert table.go("blue", Choose("marker")).shuffle().asked == ("red", "aid_pick")


def test_nobody_but_the_previous_player_takes_the_cards() -> None:
    table = offer(34, "1024", money=3, level=5).go("red", Choose("marker")).shuffle()
    assert table.why_not("red", TakeCard(0)) == {"turn.order"}


# --- each aid ------------------------------------------------------------------------------------------------------


@pytest.mark.legal("event.21")
def test_card_21_gives_a_camel_with_water() -> None:
    table = paid(offer(21, "Tunis", money=1), "camel")
    assert (table["red"].mounted, table["red"].rations) == (True, 2)


@pytest.mark.legal("event.21")
def test_card_21_gives_a_rider_one_ration_more() -> None:
    assert paid(offer(21, "Tunis", money=1, water=2), "camel")["red"].rations == 3


@pytest.mark.illegal("event.21")
def test_card_21_gives_no_gold() -> None:
    assert offer(21, "Tunis", money=1).why_not("red", Choose("gold")) == {"event.21"}


def test_card_21_offers_no_camel_without_water_in_the_box() -> None:
    table = Table(21, next_card=3, red=at("Tunis", money=1), blue=at("Madrid"), water=1)
    assert table.asked == ("red", "turn")


@pytest.mark.legal("event.22")
def test_card_22_takes_two_off_east_of_batna() -> None:
    assert paid(offer(22, "1724", money=2, level=5), "marker", "money")["red"].level == 3
    assert offer(22, "1024", money=2, level=5).asked == ("red", "turn")


@pytest.mark.illegal("event.22")
def test_card_22_gives_no_cards() -> None:
    assert offer(22, "1724", money=2, level=5).why_not("red", Choose("draw")) == {"event.22"}


@pytest.mark.legal("event.23")
def test_card_23_leads_three_yellow_hexes_on_from_an_oasis() -> None:
    table = paid(offer(23, "Laghouat", money=2), "ride", "money")
    assert table.asked == ("red", "aid_move")
    table.go("red", fugitive_to("0926"))
    assert table["red"].fugitive == "0926"


@pytest.mark.illegal("event.23")
def test_card_23_leads_neither_four_hexes_on_nor_over_ochre() -> None:
    table = paid(offer(23, "Laghouat", money=2), "ride", "money")
    assert table.why_not("red", fugitive_to("0825")) == {"event.23"}
    assert table.why_not("red", fugitive_to("1626")) == {"event.23"}
    assert table.why_not("red", fugitive_to("9999")) == {"map.land"}


def test_after_paying_for_card_23_one_may_still_stay() -> None:
    table = paid(offer(23, "Laghouat", money=2), "ride", "money").go("red", Stay())
    assert table["red"].fugitive == "1226"


@pytest.mark.legal("event.35")
def test_card_35_leads_to_another_african_town() -> None:
    table = paid(offer(35, "Oran", money=2), "travel", "money")
    table.go("red", fugitive_to("Fez"))
    assert table["red"].fugitive == "0626"


@pytest.mark.illegal("event.35")
def test_card_35_leads_to_no_town_farther_than_five_hexes_nor_into_the_desert() -> None:
    table = paid(offer(35, "Oran", money=2), "travel", "money")
    assert table.why_not("red", fugitive_to("Tripoli")) == {"event.35"}
    assert table.why_not("red", fugitive_to("1023")) == {"event.35"}


@pytest.mark.legal("event.38")
@pytest.mark.parametrize(("help", "gold", "level"), [("gold", 1, 6), ("marker", 0, 1)])
def test_card_38_gives_gold_or_five_spaces_in_the_far_west(help: str, gold: int, level: int) -> None:
    table = paid(offer(38, "0526", money=4, level=6), help, "money")
    assert (table["red"].gold, table["red"].level) == (gold, level)


@pytest.mark.illegal("event.38")
def test_card_38_gives_no_camel() -> None:
    assert offer(38, "0526", money=4, level=6).why_not("red", Choose("camel")) == {"event.38"}


def test_an_aid_may_bring_the_fugitive_to_casablanca_and_home() -> None:
    table = paid(offer(23, "1328", money=7), "ride", "money").go("red", Stay())
    assert table.over is None


def test_bought_gold_can_win_by_walking_in() -> None:
    table = paid(offer(38, "0526", money=4, gold=4, level=6), "gold", "money").go("red", fugitive_to("Casablanca"))
    assert table.over is not None
