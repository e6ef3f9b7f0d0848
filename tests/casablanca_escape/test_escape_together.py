"""Gestapo and fugitive in one hex: who stayed there since the turn before, and who has only just come."""

import pytest
from escape_positions import Table, at, fugitive_to, restart_at

SPARED = {"walking_in": "spared"}


@pytest.mark.legal("interception.standing", "interception.reach")
def test_spared_for_walking_in_it_stays_spared_until_the_turn_is_over() -> None:
    table = Table(15, blue=at("Berlin", "2606"), red=at("2506"), **SPARED)
    table.ends("blue").go("red", fugitive_to("2606")).ends("red")
    assert table["red"].level == 0


@pytest.mark.legal("interception.standing")
def test_spared_for_walking_in_it_is_not_struck_when_the_hunter_ends_its_turn_later() -> None:
    table = Table(15, red=at("2506"), blue=at("Berlin", "2606"), **SPARED)
    table.go("red", fugitive_to("2606")).ends("red", "blue")
    assert table["red"].level == 0


@pytest.mark.legal("interception.standing")
def test_spared_for_walking_in_it_is_struck_if_it_stays_for_the_next_turn() -> None:
    table = Table(15, blue=at("2606", "2606"), red=at("2606"), **SPARED)
    assert table.ends("blue", "red")["red"].level == 2


@pytest.mark.legal("interception.standing", "capture.europe")
def test_starting_again_beside_a_gestapo_does_not_count_in_the_turn_of_the_capture() -> None:
    red, blue = at("Krakow", level=10, red=(1,)), at("Rome", "2602", red=(2,))
    table = Table(26, version="articulated", red=red, blue=blue)
    table.go("red", restart_at(1)).ends("red", "blue")
    assert table["red"].level == 0
