"""After a combat: retreats, panic, arrests, police in barracks, and winners that follow."""

from __future__ import annotations

from typing import Any

import pytest
from corteo_positions import CITY, GAME, PRISON, Table, at

from engines.corteo.actions import Advance, Confine, EndMovement, Hold, Move, Retreat, Throw
from engines.corteo.roster import Side
from engines.corteo.state import GONE, Absence

AP, DR, DP = 1, 4, 6
"""Dice that bring these results at one to one."""


def beaten(die: int, side: Side = "power", **more: Any) -> Table:
    """A riot squad in 2412 and a 4-4 in 2512 fight at one to one; `side` attacks and rolls `die`."""
    return Table(at("x A", "2412", x="riot", A="mov-4-4"), side, combat=True, **more).roll(die)


@pytest.mark.legal("retreat.one", "retreat.who", "combat.results")
def test_a_beaten_unit_goes_back_one_hex_out_of_control() -> None:
    table = beaten(DR)
    assert table.asked == ("march", "retreat")
    assert table.retreats("A") == {"2511", "2612", "2513"}
    assert table.back("A", "2612").asked == ("march", "movement")


@pytest.mark.illegal("retreat.one", "retreat.zone", "retreat.terrain", "retreat.who")
def test_not_further_nor_under_control_nor_into_a_house_nor_somebody_else() -> None:
    table = beaten(DR)
    assert table.why_not(Retreat(table.unit["A"], "2712")) == {"retreat.one"}
    assert table.why_not(Retreat(table.unit["A"], "2411")) == {"retreat.zone"}
    assert table.why_not(Retreat(table.unit["A"], "2409")) <= {"retreat.terrain", "retreat.one"}
    assert table.why_not(Retreat(table.unit["x"], "2411")) == {"retreat.who"}
    walled = beaten(DR, barricades=("2612",), barricade_age=(1,))
    assert walled.why_not(Retreat(walled.unit["A"], "2612")) == {"retreat.terrain"}


@pytest.mark.legal("retreat.one")
def test_the_attacker_goes_back_where_it_loses() -> None:
    table = beaten(2)
    assert table.asked == ("power", "retreat")


@pytest.mark.legal("retreat.through")
def test_a_retreat_goes_on_through_full_hexes() -> None:
    friends = {letter: (kind, "2612") for letter, kind in (("B", "mov-4-1"), ("C", "ml-4-2"))}
    walls = ("2511", "2513")
    table = Table({**at("x A", "2412", x="riot", A="mov-4-4"), **friends}, "power", combat=True,
                  barricades=walls, barricade_age=(1, 1)).roll(DR)  # fmt: skip
    assert "2712" in table.retreats("A")
    assert "2612" not in table.retreats("A")


@pytest.mark.illegal("retreat.through")
def test_it_does_not_stop_where_there_is_no_room() -> None:
    friends = {letter: (kind, "2612") for letter, kind in (("B", "mov-4-1"), ("C", "ml-4-2"))}
    table = Table({**at("x A", "2412", x="riot", A="mov-4-4"), **friends}, "power", combat=True).roll(DR)
    assert table.why_not(Retreat(table.unit["A"], "2612")) == {"retreat.through"}


@pytest.mark.legal("arrest.stuck")
def test_who_cannot_go_back_is_arrested() -> None:
    # The rulebook's drawing of an impossible retreat: police control all that lies round the unit.
    table = Table(at("x A y", "2412", x="riot", A="mov-4-4", y="riot"), "power", combat=True).roll(DR)
    assert table.spot("A") == PRISON
    assert table.told("arrested")


# --- panic -----------------------------------------------------------------------------------------------


@pytest.mark.legal("panic.march")
def test_panic_runs_through_all_that_is_linked_and_the_power_chooses_the_hexes() -> None:
    table = Table(at("x A B C . D", "2412", x="riot", A="mov-4-4", B="mov-4-2", C="mov-4-1", D="ml-4-2"), "power",
                  combat=True).roll(DP)  # fmt: skip
    assert table.asked == ("power", "retreat")
    assert all(table.retreats(letter) for letter in "ABC")
    assert not table.retreats("D")
    for letter in "CBA":
        table.back(letter, sorted(table.retreats(letter))[0])
    assert table.asked == ("march", "movement")


@pytest.mark.illegal("panic.march")
def test_the_march_does_not_choose_them() -> None:
    table = beaten(DP)
    assert table.why_not(Retreat(table.unit["A"], "2612"), by="march") == {"retreat.who"}


@pytest.mark.legal("arrest.stuck")
def test_in_panic_those_who_find_no_hex_when_all_others_have_gone_are_arrested() -> None:
    walls = ("2511", "2513", "2611", "2613", "2712")
    table = Table(at("x A B", "2412", x="riot", A="mov-4-4", B="mov-4-2"), "power", combat=True,
                  barricades=walls, barricade_age=(1,) * 5).roll(DP)  # fmt: skip
    assert table.retreats("B") == set()
    assert table.retreats("A") == {"2612"}, "there is room for a second unit"
    table.back("A", "2612")
    assert table.spot("B") == PRISON


# --- police in panic -------------------------------------------------------------------------------------


@pytest.mark.legal("police.panic")
def test_the_march_puts_panicked_police_into_barracks_of_its_choice() -> None:
    table = beaten(AP)
    assert table.asked == ("march", "confine")
    table.confine("x", "3928")
    assert table.spot("x") == "3928"
    assert GAME.placement(table.state).contents("3928") == ("counter:riot:back",)


@pytest.mark.illegal("police.panic", "stack.barracks")
def test_nowhere_else_nor_in_a_full_barracks_hex() -> None:
    units = {**at("x A", "2412", x="riot", A="mov-4-4"), "y": ("riot", "1503"), "z": ("riot", "1503")}
    table = Table(units, "power", combat=True).roll(AP)
    assert table.why_not(Confine(table.unit["x"], "2411")) == {"police.panic"}
    assert table.why_not(Confine(table.unit["x"], "1503")) == {"stack.barracks"}
    assert table.why_not(Confine(table.unit["y"], "1603")) == {"police.panic"}


@pytest.mark.legal("police.stuck")
def test_police_that_cannot_retreat_panic() -> None:
    table = Table(at("A x B", "2412", A="mov-4-4", x="riot", B="mov-4-4"), "power", combat=True).roll(3)
    assert table.asked == ("march", "confine")


@pytest.mark.legal("police.recover")
def test_they_get_up_when_the_power_moves_in_the_next_hand() -> None:
    units = {"x": ("riot", "1503"), "A": ("mov-4-4", "0505")}
    same_hand = Table(units, hand=1, down="x").end()
    assert same_hand.no_move("x", "1502") == {"police.recover"}
    later = Table(units, hand=1, down="x", down_since=0).end()
    assert later.may_move("x", "1502")


@pytest.mark.illegal("police.recover")
def test_until_then_they_do_not_move() -> None:
    table = Table({"x": ("riot", "1503"), "A": ("mov-4-4", "0505")}, "power", down="x")
    assert table.why_not(Move(table.unit["x"], "1502")) == {"police.recover"}
    gas = Table({"x": ("gas", "1503"), "A": ("mov-6-6", "1502")}, "power", down="x")
    assert gas.why_not(Throw(gas.unit["x"], "1502")) == {"police.recover"}


# --- advance ---------------------------------------------------------------------------------------------


@pytest.mark.legal("advance.winner")
def test_winners_of_the_advanced_game_may_follow_even_under_control() -> None:
    units = {**at("x A", "2412", x="riot", A="mov-4-4"), "B": ("mov-4-4", "2713")}
    table = Table(units, "power", combat=True, advanced=True).roll(DR).back("A", "2511")
    assert table.asked == ("power", "advance")
    table.do(Advance(table.unit["x"], "2512"))
    assert table.spot("x") == "2512"


@pytest.mark.legal("advance.winner")
def test_they_need_not_and_in_the_base_game_nobody_does() -> None:
    table = beaten(DR, advanced=True).back("A", "2612")
    assert table.may(Hold())
    assert beaten(DR).back("A", "2612").asked == ("march", "movement")


@pytest.mark.illegal("advance.winner", "advance.hexes")
def test_only_winners_and_only_into_the_hexes_of_losers() -> None:
    table = beaten(DR, advanced=True).back("A", "2612")
    assert table.why_not(Advance(table.unit["A"], "2512")) == {"advance.winner"}
    assert table.why_not(Advance(table.unit["x"], "2411")) == {"advance.hexes"}


@pytest.mark.illegal("advance.together")
def test_a_stack_advances_together() -> None:
    units = {"x": ("riot", "2412"), "y": ("carabinieri", "2412"), "A": ("mov-4-4", "2512")}
    table = Table(units, "power", combat=True, advanced=True).roll(DR).back("A", "2612")
    table.do(Advance(table.unit["x"], "2512"))
    assert table.why_not(Hold()) == {"advance.together"}
    table.do(Advance(table.unit["y"], "2512"))
    assert table.spot("y") == "2512"


# --- off the map -----------------------------------------------------------------------------------------


def at_the_border(advanced: bool) -> Table:
    """A 4-4 on the northern end of Via Veline, police before it, a barricade at neither side: nowhere to go."""
    units = {"A": ("mov-4-4", "1900"), "x": ("riot", "1901")}
    return Table(units, "power", combat=True, advanced=advanced).roll(DR)


@pytest.mark.legal("off.leave")
def test_in_the_advanced_game_a_unit_at_the_border_leaves_the_map_instead_of_being_arrested() -> None:
    assert CITY.border["1900"] == "N2"
    assert at_the_border(advanced=False).spot("A") == PRISON
    table = at_the_border(advanced=True)
    assert table.spot("A") == GONE
    assert table.state.absent == (Absence(table.unit["A"], "N2", 3),)


@pytest.mark.legal("off.return")
def test_it_comes_back_in_the_third_hand_after_over_the_same_part() -> None:
    absent = (Absence(Table({"A": ("mov-4-4", "0505")}).unit["A"], "N2", 3),)
    gone = Table({"A": ("mov-4-4", GONE)}, hand=6, advanced=True, absent=absent)
    assert gone.cost("A", "1900") == 1
    assert gone.cost("A", "2600") == 0.5
    gone.move("A", "1900")
    assert gone.state.absent == ()


@pytest.mark.illegal("off.return")
def test_not_before_nor_elsewhere_and_it_must_if_it_can() -> None:
    absent = (Absence(Table({"A": ("mov-4-4", "0505")}).unit["A"], "N2", 3),)
    early = Table({"A": ("mov-4-4", GONE)}, hand=5, advanced=True, absent=absent)
    assert early.no_move("A", "1900") == {"off.return"}
    due = Table({"A": ("mov-4-4", GONE)}, hand=6, advanced=True, absent=absent)
    assert due.no_move("A", "0200") == {"off.return"}
    assert due.why_not(EndMovement()) == {"off.return"}
