"""Moving through the city: costs of terrain, zones of control, stacks, the metro, running."""

from __future__ import annotations

import pytest
from corteo_positions import CITY, Table, at

from engines.corteo.actions import Build, EndMovement, Move, Run

# Piazza Fontana is grey from 2411 to 2712 and round it; Via Roto and the streets west of it cost a point a hex.


def lone(cell: str, kind: str = "mov-4-2", **more: object) -> Table:
    """One unit of the march alone in the city."""
    return Table({"A": (kind, cell)}, **more)


@pytest.mark.legal("terrain.avenue", "terrain.street", "move.points")
def test_four_avenue_hexes_and_two_streets_cost_four_points() -> None:
    # The rulebook's first example of a path: from the avenue out into a side street.
    table = lone("1405")
    assert table.cost("A", "1205") == 1
    assert table.cost("A", "1005") == 2
    assert table.cost("A", "1007") is None
    assert table.cost("A", "0907") == 4


@pytest.mark.legal("move.points")
def test_half_an_avenue_hex_and_three_streets_use_four_points_up() -> None:
    # The second example: the half point left over is lost.
    table = lone("1205")
    assert table.cost("A", "1202") == 3
    table = lone("1005")
    assert table.cost("A", "1202") == 3.5
    assert table.cost("A", "1201") is None


@pytest.mark.illegal("move.points")
def test_a_unit_of_speed_four_may_not_spend_four_and_a_half() -> None:
    assert lone("1005").no_move("A", "1201") == {"move.points"}


@pytest.mark.legal("terrain.slope")
def test_a_slope_costs_two_points_uphill_half_a_point_downhill_and_one_sideways() -> None:
    # 2317 is a slope between 2318 in the south and 2316 in the north.
    assert lone("2318").cost("A", "2317") == 2
    assert lone("2316").cost("A", "2317") == 0.5
    assert CITY.cost("1913", "1913") == 2


@pytest.mark.legal("terrain.others")
def test_objectives_and_popular_housing_cost_a_point() -> None:
    assert lone("0911").cost("A", "0812") == 2
    assert lone("0210").cost("A", "0111") == 1


@pytest.mark.illegal("terrain.solid")
def test_nobody_enters_a_block_or_the_river() -> None:
    table = lone("3206")
    assert table.no_move("A", "3306") == {"terrain.solid"}
    assert table.no_move("A", "3207") == {"terrain.solid"}


@pytest.mark.legal("terrain.wall")
def test_the_wall_parts_neighbours_and_a_gate_joins_them() -> None:
    table = lone("1308")
    assert CITY.board.distance("1302", "1402") == 1
    assert lone("1302").cost("A", "1402") != 0.5
    assert lone("1310").cost("A", "1410") == 0.5
    assert table.cost("A", "1408") is None


@pytest.mark.legal("terrain.popular", "terrain.crowded")
def test_the_march_may_enter_popular_housing_and_crowded_places() -> None:
    assert lone("0210").may_move("A", "0111")
    assert lone("0922").may_move("A", "1023")


def police(kind: str, cell: str, **more: object) -> Table:
    """One police unit alone in the city, to move."""
    return Table({"x": (kind, cell)}, "power", **more)


@pytest.mark.illegal("terrain.popular", "terrain.crowded", "metro.police", "barracks.closed")
def test_police_keep_out_of_housing_crowds_metro_and_do_not_walk_into_barracks() -> None:
    assert police("riot", "0210").no_move("x", "0111") == {"terrain.popular"}
    assert police("riot", "0922").no_move("x", "1023") == {"terrain.crowded"}
    assert police("riot", "0904").no_move("x", "1004") == {"metro.police"}
    assert police("riot", "1502").no_move("x", "1503") == {"barracks.closed"}


@pytest.mark.legal("terrain.motor_garden", "terrain.motor_stairs", "terrain.motor_objective")
def test_police_on_foot_cross_gardens_stairs_and_objectives() -> None:
    assert police("riot", "0121").cost("x", "0221") is None
    assert police("riot", "0222").may_move("x", "0221")
    assert police("riot", "2910").may_move("x", "3010")
    assert police("riot", "0911").may_move("x", "0812")


@pytest.mark.illegal("terrain.motor_garden", "terrain.motor_stairs", "terrain.motor_objective")
@pytest.mark.parametrize("kind", ["armoured", "gas"])
def test_vehicles_cross_neither_gardens_stairs_nor_objectives(kind: str) -> None:
    assert police(kind, "0122").no_move("x", "0222") == {"terrain.motor_garden"}
    assert police(kind, "2910").no_move("x", "3010") == {"terrain.motor_stairs"}
    assert police(kind, "0911").no_move("x", "0812") == {"terrain.motor_objective"}


@pytest.mark.legal("move.optional")
def test_a_phase_may_end_with_nobody_moved() -> None:
    assert lone("1405").may(EndMovement())


@pytest.mark.illegal("move.optional")
def test_staying_is_no_move() -> None:
    assert lone("1405").no_move("A", "1405") == {"move.optional"}


@pytest.mark.illegal("map.hexes", "move.way")
def test_there_is_no_move_off_the_map_or_to_where_no_way_leads() -> None:
    table = lone("1405")
    assert table.no_move("A", "9999") == {"map.hexes"}
    walled_in = Table({"A": ("mov-4-2", "0505")}, barricades=("0405", "0605", "0504", "0604", "0506", "0606"),
                      barricade_age=(1,) * 6)  # fmt: skip
    assert walled_in.no_move("A", "0707") == {"move.way"}


@pytest.mark.legal("move.way")
def test_a_move_goes_step_by_step_round_what_is_in_the_way() -> None:
    table = Table({"A": ("mov-4-2", "1405")}, barricades=("1505",), barricade_age=(1,))
    assert lone("1405").cost("A", "1605") == 1
    assert table.cost("A", "1605") == 2.5


@pytest.mark.legal("map.hexes")
def test_units_stand_on_hexes() -> None:
    assert lone("1405").may_move("A", "1505")


@pytest.mark.legal("move.once")
def test_a_unit_may_stop_and_go_on_until_another_moves() -> None:
    table = lone("1405").move("A", "1305")
    assert table.cost("A", "1205") == 0.5
    assert table.cost("A", "1202") == 3.5


@pytest.mark.illegal("move.once")
def test_whoever_was_left_for_another_has_finished() -> None:
    table = Table({"A": ("mov-4-2", "1405"), "B": ("mov-4-1", "0505")})
    table.move("A", "1305").move("B", "0605")
    assert table.no_move("A", "1205") == {"move.once"}


@pytest.mark.legal("unit.own")
def test_each_side_moves_its_own() -> None:
    assert police("riot", "1505").may_move("x", "1405")


@pytest.mark.illegal("unit.own", "turn.order")
def test_nobody_moves_the_others_units_or_out_of_turn() -> None:
    table = Table({"A": ("mov-4-2", "1405"), "x": ("riot", "2612")})
    assert table.no_move("x", "2613") == {"unit.own"}
    assert table.why_not(Move(999, "2613")) == {"unit.own"}
    assert table.why_not(Move(table.unit["x"], "2613"), by="power") == {"turn.order"}


@pytest.mark.legal("turn.order", "turn.phases")
def test_after_the_movement_of_the_march_comes_its_combat_and_then_the_power() -> None:
    table = Table({"A": ("mov-4-2", "1405"), "x": ("riot", "2612")}, hand=1).end()
    assert table.asked == ("power", "movement")


@pytest.mark.illegal("turn.phases")
def test_a_phase_over_is_over() -> None:
    table = Table({"A": ("mov-6-6", "2512"), "x": ("riot", "2612"), "y": ("riot", "2712"), "B": ("mov-6-6", "2812")},
                  combat=True)  # fmt: skip
    assert table.asked == ("march", "fight")
    assert table.why_not(EndMovement()) == {"turn.phases"}


# --- friends, foes, stacks -------------------------------------------------------------------------------


@pytest.mark.legal("move.friends", "stack.two")
def test_a_unit_passes_through_a_stack_and_joins_a_single_one() -> None:
    table = Table(at("A B C", "2412", A="mov-4-2", B="mov-4-1", C="ml-4-2"))
    assert table.cost("A", "2612") == 1
    table.move("A", "2512")
    assert table.state.march.count("2512") == 2


@pytest.mark.illegal("stack.two")
def test_a_third_unit_finds_no_room() -> None:
    units = {**at("A B", "2412", A="mov-4-2", B="mov-4-1"), "C": ("ml-4-2", "2512")}
    table = Table(units)
    assert table.no_move("A", "2512") == {"stack.two"}
    assert table.cost("A", "2612") == 1


@pytest.mark.illegal("stack.armoured")
def test_armoured_cars_stand_alone_in_the_advanced_game() -> None:
    units = at("x y z", "2412", x="armoured", y="riot", z="carabinieri")
    assert Table(units, "power").may_move("x", "2512")
    table = Table(units, "power", advanced=True)
    assert table.no_move("x", "2512") == {"stack.armoured"}
    assert table.no_move("y", "2412") == {"stack.armoured"}
    assert table.may_move("z", "2512")


@pytest.mark.illegal("move.foe")
def test_nobody_walks_onto_a_foe() -> None:
    assert Table(at("A x", "2412", A="mov-4-2", x="riot")).no_move("A", "2512") == {"move.foe"}


# --- zones of control ------------------------------------------------------------------------------------


@pytest.mark.legal("zoc.six")
def test_a_unit_controls_the_six_hexes_round_it() -> None:
    around = {"2511", "2611", "2512", "2712", "2513", "2613"}
    assert set(CITY.zone["march"]["2612"]) == set(CITY.zone["power"]["2612"]) == around


@pytest.mark.legal("zoc.stop")
def test_a_move_may_end_under_control() -> None:
    table = Table(at("A . . x", "2412", A="mov-4-2", x="riot"))
    assert table.may_move("A", "2612")
    table.move("A", "2612")
    assert table.reach("A") == set()


@pytest.mark.illegal("zoc.stop")
def test_it_goes_no_further_neither_there_nor_through() -> None:
    table = Table(at("A . . x", "2412", A="mov-4-2", x="riot"))
    assert table.cost("A", "2712") is None
    table.move("A", "2612")
    assert table.no_move("A", "2512") == {"zoc.stop"}
    corridor = Table({"A": ("mov-6-6", "1700"), "x": ("riot", "1703")})
    assert corridor.no_move("A", "1704") == {"zoc.stop"}


@pytest.mark.legal("zoc.terrain", "zoc.barracks", "zoc.metro")
def test_control_ends_at_blocks_river_stairs_walls_barracks_and_metro() -> None:
    assert "3010" not in CITY.zone["march"]["2910"]
    assert CITY.zone["march"]["3010"] == ()
    assert "3306" not in CITY.zone["march"]["3206"]
    assert "1402" not in CITY.zone["power"]["1302"]
    assert "1503" not in CITY.zone["march"]["1502"]
    assert "1503" in CITY.zone["power"]["1502"]
    assert "1004" not in CITY.zone["power"]["0904"]
    assert "1004" in CITY.zone["march"]["0904"]


@pytest.mark.legal("break.free", "break.out")
def test_the_march_breaks_off_and_may_come_back_into_the_same_zone() -> None:
    table = Table(at("A x", "2512", A="mov-4-2", x="riot"))
    assert table.cost("A", "2412") == 0.5
    assert {"2510", "2410", "2611", "2613"} <= table.reach("A")


@pytest.mark.illegal("break.out")
def test_in_the_advanced_game_the_first_step_leads_out_of_that_zone() -> None:
    behind = ("2411", "2412", "2413")
    units = at("A x", "2512", A="mov-4-2", x="riot")
    table = Table(units, barricades=behind, barricade_age=(1, 1, 1), advanced=True)
    assert table.reach("A") == set()
    assert table.no_move("A", "2511") == {"break.out"}


@pytest.mark.legal("break.free")
def test_in_the_base_game_who_breaks_off_may_step_from_zone_to_zone_and_stops_there() -> None:
    behind = ("2411", "2412", "2413")
    table = Table(at("A x", "2512", A="mov-4-2", x="riot"), barricades=behind, barricade_age=(1, 1, 1))
    assert table.cost("A", "2511") == 0.5
    assert table.move("A", "2511").reach("A") == set()


@pytest.mark.legal("break.cost")
def test_in_the_advanced_game_breaking_off_costs_a_point_more() -> None:
    units = at("A x", "2512", A="mov-4-2", x="riot")
    assert Table(units, advanced=True).cost("A", "2412") == 1.5


@pytest.mark.legal("power.held")
def test_police_out_of_contact_move() -> None:
    assert police("riot", "1505").may_move("x", "1605")


@pytest.mark.illegal("power.held")
def test_police_in_contact_stay() -> None:
    table = Table(at("A x", "2512", A="mov-4-2", x="riot"), "power")
    assert table.no_move("x", "2712") == {"power.held"}


# --- garrisons, barracks ---------------------------------------------------------------------------------


@pytest.mark.legal("garrison.bound")
def test_guards_step_to_the_next_objective_and_in_the_base_game_go_where_they_like() -> None:
    assert police("guards", "2409", advanced=True).reach("x") == {"2408", "2509"}
    assert police("guards", "2409").may_move("x", "2410")


@pytest.mark.illegal("garrison.bound")
def test_guards_of_the_advanced_game_do_not_leave_their_objective() -> None:
    assert police("guards", "2409", advanced=True).no_move("x", "2410") == {"garrison.bound"}


@pytest.mark.legal("barracks.exit")
def test_out_of_barracks_by_the_numbered_street_for_a_point() -> None:
    table = police("riot", "1604")
    assert table.cost("x", "1602") == table.cost("x", "1502") == 1
    full = Table({"x": ("riot", "1603"), "a": ("riot", "1602"), "b": ("riot", "1602")}, "power")
    assert full.cost("x", "1502") == 1


@pytest.mark.illegal("barracks.exit")
def test_not_through_a_wall_of_the_barracks() -> None:
    walled = Table({"x": ("guards", "1604"), "a": ("riot", "1602"), "b": ("riot", "1602"), "c": ("riot", "1502"),
                    "d": ("riot", "1502")}, "power")  # fmt: skip
    assert walled.reach("x") == set()
    assert walled.no_move("x", "1702") <= {"barracks.exit", "move.points", "move.way"}


@pytest.mark.illegal("metro.stop")
def test_who_has_gone_into_the_metro_puts_up_no_barricade_before_its_entrance() -> None:
    table = Table({"A": ("mov-4-2", "0904")}, advanced=True)
    assert table.choices(Build)
    table.move("A", "1004")
    assert not table.choices(Build)
    assert table.why_not(Build(table.unit["A"], "0904")) == {"metro.stop"}


# --- the metro -------------------------------------------------------------------------------------------


@pytest.mark.legal("metro.travel")
def test_from_the_metro_a_unit_comes_out_at_any_station() -> None:
    table = Table({"A": ("mov-4-2", "1004")})
    assert table.cost("A", "0904") == 1
    assert table.cost("A", "0719") == 0.5
    assert table.cost("A", "4407") == 1


def test_nobody_comes_out_of_a_station_that_is_barred() -> None:
    unit = {"A": ("mov-4-2", "0720")}
    assert "0904" in Table(unit).reach("A"), "from Viale Ovaliani to Corso Storico"
    assert "0904" not in Table(unit, barricades=("1004",), barricade_age=(1,)).reach("A")


@pytest.mark.legal("metro.stop")
def test_a_unit_stops_in_the_metro() -> None:
    table = lone("0904").move("A", "1004")
    assert table.reach("A") == set()


@pytest.mark.illegal("metro.stop")
def test_nobody_enters_and_leaves_the_metro_in_one_phase() -> None:
    table = lone("0905", "mov-6-6").move("A", "1004")
    assert table.no_move("A", "0904") == {"metro.stop"}


# --- running ---------------------------------------------------------------------------------------------


@pytest.mark.legal("run.double")
def test_running_doubles_the_speed_and_costs_a_token() -> None:
    table = lone("1405", runs=5).do(Run())
    assert table.cost("A", "1201") == 5
    assert table.state.runs == 4
    assert not table.end().state.running


@pytest.mark.illegal("run.first_hand", "run.once", "run.before", "run.five", "run.march")
def test_no_run_in_the_first_hand_nor_twice_nor_late_nor_a_sixth_nor_by_police() -> None:
    assert lone("1405", hand=1).why_not(Run()) == {"run.first_hand"}
    assert lone("1405").do(Run()).why_not(Run()) == {"run.once"}
    assert lone("1405").move("A", "1305").why_not(Run()) == {"run.before"}
    assert lone("1405", runs=0).why_not(Run()) == {"run.five"}
    assert police("riot", "1505").why_not(Run()) == {"run.march"}
