"""Barricades: put up, in the way, and cleared in the advanced game."""

from __future__ import annotations

import pytest
from corteo_positions import Table, at

from engines.corteo.actions import Build, Clear


def builder(cell: str = "2512", **more: object) -> Table:
    return Table({"A": ("mov-4-2", cell)}, **more)


def build(table: Table, at: str, letter: str = "A") -> Build:
    return Build(table.unit[letter], at)


def clear(table: Table, at: str, letter: str = "A") -> Clear:
    return Clear(table.unit[letter], at)


def standing(cell: str, hand: int = 1, **more: object) -> Table:
    """A barricade put up in `hand` beside a unit, in hand 3 of the advanced game."""
    return builder(advanced=True, barricades=(cell,), barricade_age=(hand,), **more)


@pytest.mark.legal("barricade.march", "barricade.cost", "barricade.zone", "barricade.empty")
def test_a_unit_puts_a_barricade_beside_itself_even_under_control_and_walks_on() -> None:
    table = Table(at("A . x", "2412", A="mov-4-2", x="riot"))
    assert table.may(build(table, "2512"))
    table.do(build(table, "2411"))
    assert table.state.barricades == ("2411",)
    assert table.state.barricades_left == 9
    assert table.cost("A", "2512") == 0.5
    assert table.cost("A", "2211") == 2


@pytest.mark.illegal("barricade.march")
def test_police_put_up_none() -> None:
    table = Table({"x": ("riot", "2512")}, "power")
    assert table.why_not(build(table, "2612", "x")) == {"barricade.march"}


@pytest.mark.illegal("barricade.cost")
def test_two_points_must_be_left() -> None:
    table = builder("1105").move("A", "1202")
    assert table.why_not(build(table, "1201")) == {"barricade.cost"}


@pytest.mark.illegal("barricade.zone", "barricade.empty", "barricade.terrain", "barricade.exit")
def test_not_at_a_distance_nor_on_units_nor_where_one_stands_nor_on_an_exit() -> None:
    table = Table(at("A B", "2412", A="mov-4-2", B="mov-4-1"))
    assert table.why_not(build(table, "2612")) == {"barricade.zone"}
    assert table.why_not(build(table, "2512")) == {"barricade.empty"}
    doubled = builder(barricades=("2612",), barricade_age=(1,))
    assert doubled.why_not(build(doubled, "2612")) == {"barricade.terrain"}
    beside_barracks = builder("1402")
    assert beside_barracks.why_not(build(beside_barracks, "1502")) == {"barricade.exit"}


@pytest.mark.illegal("barricade.terrain")
def test_in_the_advanced_game_not_on_objectives() -> None:
    table = builder("0912")
    assert table.may(build(table, "0812"))
    table = builder("0912", advanced=True)
    assert table.why_not(build(table, "0812")) == {"barricade.terrain"}


@pytest.mark.illegal("barricade.one", "barricade.ten")
def test_one_a_turn_each_and_ten_in_all() -> None:
    table = builder().do(build(builder(), "2612"))
    assert table.why_not(build(table, "2412")) == {"barricade.one"}
    used_up = builder(barricades_left=0)
    assert used_up.why_not(build(used_up, "2612")) == {"barricade.ten"}


@pytest.mark.illegal("barricade.blocks")
def test_nobody_walks_onto_a_barricade() -> None:
    assert builder(barricades=("2612",), barricade_age=(1,)).no_move("A", "2612") == {"barricade.blocks"}


@pytest.mark.illegal("barricade.stays")
def test_in_the_base_game_they_stay() -> None:
    table = builder(barricades=("2612",), barricade_age=(1,))
    assert table.why_not(clear(table, "2612")) == {"barricade.stays"}


@pytest.mark.legal("barricade.clear")
def test_in_the_advanced_game_both_sides_clear_them_and_walk_on() -> None:
    table = standing("2612")
    table.do(clear(table, "2612"))
    assert table.state.barricades == ()
    assert table.cost("A", "2612") == 0.5
    police = Table({"x": ("carabinieri", "2512")}, "power", advanced=True, barricades=("2612",), barricade_age=(2,))
    assert police.may(clear(police, "2612", "x"))
    assert police.state.barricades_left == 10


@pytest.mark.illegal("barricade.clear", "barricade.clear_later", "barricade.clear_one", "barricade.clear_cost")
def test_not_from_afar_nor_in_the_same_hand_nor_two_nor_without_the_points() -> None:
    table = standing("2712")
    assert table.why_not(clear(table, "2712")) == {"barricade.clear"}
    assert table.why_not(clear(table, "2612")) == {"barricade.clear"}
    table = standing("2612", hand=3)
    assert table.why_not(clear(table, "2612")) == {"barricade.clear_later"}
    two = builder(advanced=True, barricades=("2412", "2612"), barricade_age=(1, 1))
    two.do(clear(two, "2412"))
    assert two.why_not(clear(two, "2612")) == {"barricade.clear_one"}
    tired = Table({"A": ("mov-4-2", "1105")}, advanced=True, barricades=("1201",), barricade_age=(1,)).move("A", "1202")
    assert tired.why_not(clear(tired, "1201")) == {"barricade.clear_cost"}
