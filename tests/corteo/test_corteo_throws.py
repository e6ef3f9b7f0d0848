"""Throws: who may throw at whom, over what, and what comes of it."""

from __future__ import annotations

import pytest
from corteo_positions import CITY, Table, at

from engines.corteo.actions import Move, Retreat, Throw

# The middle row of Piazza Fontana runs from 2412 to 2812, all of it grey.


def duel(rows: str = "A x", thrower: str = "mov-6-6", target: str = "riot", **more: object) -> Table:
    """A thrower of the march and a target of the police in the square."""
    return Table(at(rows, "2412", A=thrower, x=target), **more)


def gas(rows: str = "x A", target: str = "mov-4-4", **more: object) -> Table:
    """A gas car and a target of the march in the square, the police to move."""
    return Table(at(rows, "2412", x="gas", A=target), "power", **more)


@pytest.mark.legal("throw.march", "throw.line", "throw.range_march", "throw.target")
@pytest.mark.parametrize("rows", ["A x", "A . x", "A . . x", ". A\nx"])
def test_a_shock_group_throws_one_to_three_hexes_in_a_straight_line(rows: str) -> None:
    table = duel(rows)
    assert table.may(Throw(table.unit["A"], table.spot("x")))


@pytest.mark.illegal("throw.march")
def test_others_of_the_march_do_not_throw() -> None:
    table = duel(thrower="mov-4-4")
    assert table.why_not(Throw(table.unit["A"], "2512")) == {"throw.march"}


@pytest.mark.illegal("throw.line")
def test_nobody_throws_round_a_corner() -> None:
    # The rulebook's example: the carabinieri stand in line, the riot squad does not.
    table = Table(at("A . . c\n. . x", "2412", A="mov-6-6", c="carabinieri", x="riot"))
    assert table.may(Throw(table.unit["A"], "2712"))
    assert table.why_not(Throw(table.unit["A"], "2613")) == {"throw.line"}


@pytest.mark.illegal("throw.range_march")
def test_four_hexes_are_too_far_for_the_march() -> None:
    table = duel("A . . . x")
    assert table.why_not(Throw(table.unit["A"], "2812")) == {"throw.range_march"}


@pytest.mark.legal("throw.power", "throw.range_power")
def test_gas_cars_throw_four_hexes() -> None:
    table = gas("x . . . A")
    assert table.may(Throw(table.unit["x"], "2812"))


@pytest.mark.illegal("throw.power", "throw.range_power")
def test_other_police_do_not_throw_and_five_hexes_are_too_far() -> None:
    table = Table(at("y A", "2412", y="carabinieri", A="mov-4-4"), "power")
    assert table.why_not(Throw(table.unit["y"], "2512")) == {"throw.power"}
    far = Table({"x": ("gas", "2019"), "A": ("mov-4-4", "2519")}, "power")
    assert far.why_not(Throw(far.unit["x"], "2519")) == {"throw.range_power"}


@pytest.mark.illegal("throw.target")
def test_nobody_throws_at_an_empty_hex() -> None:
    table = duel()
    assert table.why_not(Throw(table.unit["A"], "2612")) == {"throw.target"}


@pytest.mark.legal("throw.terrain")
def test_stairs_and_slopes_downhill_let_throws_pass() -> None:
    assert "3110" in CITY.throws["2910"]
    assert CITY.throws["2316"]["2418"] == 2
    assert "2316" not in CITY.throws["2418"]


@pytest.mark.illegal("throw.terrain")
def test_objectives_walls_and_slopes_uphill_stop_them() -> None:
    assert "2807" in CITY.throws["2907"]
    table = Table({"A": ("mov-6-6", "2910"), "x": ("riot", "2907")})
    assert table.why_not(Throw(table.unit["A"], "2907")) <= {"throw.terrain", "throw.line"}
    wall = Table({"A": ("mov-6-6", "1402"), "x": ("riot", "1202")})
    assert wall.why_not(Throw(wall.unit["A"], "1202")) == {"throw.terrain"}


@pytest.mark.legal("throw.over_units")
def test_units_between_do_not_stop_a_throw() -> None:
    table = Table(at("A B y x", "2412", A="mov-6-6", B="mov-4-4", y="riot", x="carabinieri"))
    assert table.may(Throw(table.unit["A"], "2712"))


@pytest.mark.illegal("throw.barracks", "throw.at_metro", "throw.metro")
def test_barracks_and_metro_are_safe_and_nobody_throws_out_of_the_metro() -> None:
    table = Table({"A": ("mov-6-6", "1502"), "x": ("riot", "1503")})
    assert table.why_not(Throw(table.unit["A"], "1503")) == {"throw.barracks"}
    table = Table({"x": ("gas", "0904"), "A": ("mov-4-4", "1004")}, "power")
    assert table.why_not(Throw(table.unit["x"], "1004")) == {"throw.at_metro"}
    table = Table({"A": ("mov-6-6", "1004"), "x": ("riot", "0904")})
    assert table.why_not(Throw(table.unit["A"], "0904")) == {"throw.metro"}


@pytest.mark.legal("throw.once", "throw.cost", "throw.finish")
def test_a_throw_costs_half_the_points_and_the_rest_may_be_walked_before_or_after() -> None:
    table = Table(at("A . . x", "2412", A="mov-6-6", x="riot")).throw("A", "2712").roll(1)
    assert table.points_left == 3
    table = Table(at(". A . x", "2412", A="mov-6-6", x="riot")).move("A", "2412").throw("A", "2712").roll(1)
    assert table.asked == ("march", "movement")


@pytest.mark.illegal("throw.once")
def test_nobody_throws_twice_in_a_phase() -> None:
    table = duel().throw("A", "2512").roll(1)
    assert table.why_not(Throw(table.unit["A"], "2512")) == {"throw.once"}


@pytest.mark.illegal("throw.cost")
def test_whoever_has_walked_too_far_does_not_throw() -> None:
    table = Table({"A": ("mov-6-6", "1902"), "x": ("riot", "1806")}).move("A", "1705")
    assert table.why_not(Throw(table.unit["A"], "1806")) == {"throw.cost"}


@pytest.mark.illegal("dice.first")
def test_the_die_of_a_throw_falls_before_anything_else() -> None:
    table = duel().throw("A", "2512")
    assert table.die == "throw"
    assert table.why_not(Move(table.unit["A"], "2413"), by="march") == {"dice.first"}


@pytest.mark.legal("dice.first")
def test_then_the_game_goes_on() -> None:
    assert duel().throw("A", "2512").roll(1).asked == ("march", "movement")


# --- what comes of it ------------------------------------------------------------------------------------


@pytest.mark.legal("throw.away")
def test_a_six_six_throws_at_a_four_four_and_rolls_a_four() -> None:
    # The rulebook's example: one hex back, onto one of three hexes that lead away.
    table = duel(advanced=True).throw("A", "2512").roll(4)
    assert table.asked == ("power", "retreat")
    assert table.retreats("x") == {"2612", "2511", "2513"}


@pytest.mark.illegal("throw.away")
def test_a_retreat_does_not_lead_past_the_thrower() -> None:
    table = duel(advanced=True).throw("A", "2512").roll(4)
    assert table.why_not(Retreat(table.unit["x"], "2411")) == {"throw.away"}


@pytest.mark.legal("throw.r1")
def test_in_the_base_game_any_hex_beside_it_will_do() -> None:
    table = duel().throw("A", "2512").roll(4)
    assert table.retreats("x") == {"2612", "2511", "2513", "2411", "2413"}
    assert table.back("x", "2411").asked == ("march", "movement")


@pytest.mark.illegal("throw.r1", "throw.r2")
def test_it_goes_back_by_as_much_as_the_table_says() -> None:
    table = duel().throw("A", "2512").roll(4)
    assert table.why_not(Retreat(table.unit["x"], "2712")) == {"throw.r1"}
    table = duel(". A x").throw("A", "2612").roll(6)
    assert table.why_not(Retreat(table.unit["x"], "2812")) <= {"throw.r2"}
    assert table.why_not(Retreat(table.unit["x"], "2712")) <= {"throw.r2"}


@pytest.mark.legal("throw.r2", "throw.zone")
def test_r2_leads_two_hexes_back_or_ends_under_control() -> None:
    units = {**at("A x", "2412", A="mov-6-6", x="riot"), "B": ("mov-4-4", "2712")}
    table = Table(units, advanced=True).throw("A", "2512").roll(6)
    assert "2612" in table.retreats("x"), "B controls it"
    assert "2610" in table.retreats("x")
    assert "2511" not in table.retreats("x"), "one hex, and nobody controls it"


@pytest.mark.legal("throw.panic")
def test_p2_of_police_is_led_by_the_thrower() -> None:
    table = duel(target="guards").throw("A", "2512").roll(6)
    assert table.asked == ("march", "retreat")
    assert table.back("x", "2712").spot("x") == "2712"


@pytest.mark.legal("throw.panic")
def test_gas_panics_everybody_linked_to_the_target() -> None:
    units = {**at("x A B . C", "2412", x="gas", A="mov-4-2", B="mov-4-1", C="ml-4-2")}
    table = Table(units, "power").throw("x", "2512").roll(6)
    assert table.asked == ("power", "retreat")
    assert table.retreats("B")
    assert table.retreats("A")
    assert not table.retreats("C"), "a gap parts it from them"


@pytest.mark.legal("throw.vacated")
@pytest.mark.illegal("throw.vacated")
def test_nobody_linked_goes_into_the_hex_that_gas_has_cleared() -> None:
    units = at("x . A B", "2412", x="gas", A="mov-4-1", B="mov-4-2")
    table = Table(units, "power", advanced=True).throw("x", "2612").roll(6)
    table.back("A", min(table.retreats("A")))
    assert table.retreats("B")
    assert table.why_not(Retreat(table.unit["B"], "2612")) == {"throw.vacated"}


@pytest.mark.legal("throw.zone", "objective.stop")
def test_r2_ends_on_an_objective_of_the_way_as_moves_do() -> None:
    units = {"x": ("gas", "1502"), "A": ("mov-4-1", "1702")}
    table = Table(units, "power", advanced=True, own=(("1802", 7),)).throw("x", "1702").roll(3)
    assert table.retreats("A") == {"1802"}


@pytest.mark.legal("throw.stuck")
def test_who_cannot_go_back_stays_and_is_not_arrested() -> None:
    walls = ("2411", "2511", "2612", "2413", "2513")
    table = Table(at("x A", "2412", x="gas", A="mov-4-4"), "power", barricades=walls, barricade_age=(1,) * 5)
    table.throw("x", "2512").roll(6)
    assert table.spot("A") == "2512"
    assert table.asked == ("power", "movement")


@pytest.mark.legal("throw.target")
def test_both_units_of_a_stack_are_hit_with_the_sum_of_their_powers() -> None:
    units = {"A": ("mov-6-6", "2412"), "x": ("guards", "2512"), "y": ("guards", "2512")}
    table = Table(units).throw("A", "2512")
    assert table.news[0].facts["ratio"] == "1-1"
    table.roll(4)
    assert table.retreats("x")
    assert table.retreats("y")


@pytest.mark.legal("stack.throw")
def test_two_stacked_throwers_may_throw_together_in_the_advanced_game() -> None:
    units = {"A": ("mov-6-6", "2412"), "B": ("autop-6-6", "2412"), "x": ("riot", "2512")}
    table = Table(units, advanced=True).throw("A", "2512", joined=True)
    assert table.news[0].facts["ratio"] == "3-1"
    table.roll(1)
    assert table.reach("B"), "the companion may go on with what it has left"
    assert table.why_not(Throw(table.unit["B"], "2512")) == {"throw.once"}


@pytest.mark.illegal("stack.throw")
def test_alone_or_in_the_base_game_nobody_throws_together() -> None:
    table = duel(advanced=True)
    assert table.why_not(Throw(table.unit["A"], "2512", joined=True)) == {"stack.throw"}
    units = {"A": ("mov-6-6", "2412"), "B": ("autop-6-6", "2412"), "x": ("riot", "2512")}
    assert Table(units).why_not(Throw(0, "2512", joined=True)) == {"stack.throw"}
