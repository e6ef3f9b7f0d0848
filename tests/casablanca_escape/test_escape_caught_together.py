"""One Gestapo reaches two fugitives at once: who starts again first, and whose capture in Africa is the later."""

import pytest
from escape_positions import Table, at, gestapo_to

from engines.casablanca_escape.actions import EndTurn, Suffer
from engines.pending import Over


def all_but_green_lost(**blue) -> Table:
    """Red and blue stand in one hex near Batna, one space from capture; green, already dead, moves last."""
    table = Table(
        24, red=at("1324", level=10), blue=at("1324", level=10, **blue), green=at("Berlin", "1323"), next_card=15
    )
    return table.roll(1).ends("red", "blue").go("green", gestapo_to("1324"))


@pytest.mark.legal("win.ties", "win.nearest")
def test_of_two_captured_by_one_move_the_earlier_in_turn_order_wins() -> None:
    assert all_but_green_lost().over == Over(("red",), "nearest")


@pytest.mark.legal("win.ties")
def test_hesitating_over_weapons_does_not_make_the_same_capture_a_later_one() -> None:
    table = all_but_green_lost(green=["papers"])
    assert table.asked == ("blue", "weapons")
    assert table.go("blue", Suffer()).over == Over(("red",), "nearest")


@pytest.mark.legal("win.ties")
def test_of_two_captured_at_the_same_distance_by_two_moves_the_later_wins() -> None:
    red, blue = at("1324", "Berlin", level=10), at("1325", "1323", level=10)
    table = Table(24, red=red, blue=blue, green=at("Berlin", "1327")).roll(1)
    table.ends("red").go("blue", gestapo_to("1324"), EndTurn())
    assert table["red"].capture is not None
    assert table.go("green", gestapo_to("1325")).over == Over(("blue",), "nearest")


@pytest.mark.legal("turn.order", "capture.europe")
def test_two_captured_in_europe_at_once_choose_start_hexes_in_turn_order() -> None:
    table = Table(15, red=at("2506", level=10), blue=at("2506", level=10), green=at("Rome", "2406"))
    table.ends("red", "blue").go("green", gestapo_to("2506"))
    assert table.asked == ("red", "restart")
