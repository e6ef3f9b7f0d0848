"""The host corrects something while camels are thirsty: nobody ends up with less than no water."""

import pytest
from escape_positions import Table, at

from engines.casablanca_escape.actions import GiveRation, PlayRed
from engines.casablanca_escape.geography import MAP


def dry_rider() -> Table:
    """Articulated: red's camel drank its last ration by an event, and red has not moved yet."""
    red = at("Batna", water=1, red=(32,))
    return Table(25, version="articulated", red=red, blue=at("Warsaw", red=(39, 4)))


@pytest.mark.legal("camel.dry", "articulated.camels", "edit.facts")
def test_a_dry_rider_walks_from_the_next_card_on_even_if_its_turn_is_left_out() -> None:
    table = dry_rider()
    assert table["red"].mounted
    table.edit(turn="blue").ends("blue")
    assert (table.asked, table["red"].mounted) == (("blue", "red_card"), False)


@pytest.mark.legal("camel.thirst", "edit.facts")
def test_thirst_takes_no_water_from_a_rider_whose_turn_was_left_out() -> None:
    table = dry_rider().edit(turn="blue").ends("blue").go("blue", PlayRed(39))
    assert (table["red"].rations, table.asked) == (0, ("red", "turn"))


@pytest.mark.legal("edit.facts")
def test_a_ration_that_the_host_took_away_meanwhile_cannot_be_drunk() -> None:
    table = Table(25, red=at("Batna", water=1, green=["money"]), blue=at("Warsaw"))
    assert table.asked == ("red", "thirst")
    table.edit(red_mounted=False, red_rations=0).go("red", GiveRation())
    assert (table["red"].rations, table["red"].mounted) == (0, False)


@pytest.mark.legal("edit.facts")
def test_a_rider_brought_to_europe_while_it_is_asked_for_water_owes_none() -> None:
    table = Table(25, red=at("Batna", water=2, green=["money"]), blue=at("Warsaw"))
    table.edit(red_mounted=False, red_rations=0, red_fugitive=MAP.board.named("Rome")).go("red", GiveRation())
    assert table["red"].fugitive == MAP.board.named("Rome")
