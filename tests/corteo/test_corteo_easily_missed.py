"""Clauses that are easily missed: what stands between the lines of the rulebook, or in a decision for its gaps."""

from __future__ import annotations

import pytest
from corteo_positions import Table, at

from engines.corteo.actions import Confine, EndMovement, Jam, Place, Throw
from engines.corteo.city import BARRACKS_CELLS, CITY
from engines.corteo.sequence import arrested_points
from engines.corteo.sites import opening_cells
from engines.corteo.state import GONE, PRISON, Absence

AP = 1
"""The attacker panics at one to one."""
R2 = 3
"""Two hexes back at five to one."""

FORCE = ("carabinieri",) * 10 + ("gas",) * 10 + ("guards",) * 10 + ("armoured",) * 5 + ("riot",)
"""As many police as barracks hold."""


def crowded(places: int, **more: str) -> dict[str, tuple[str, str]]:
    """Police in all places of barracks but the last ones, `places` in number being taken, and a march far away."""
    rooms = sorted(BARRACKS_CELLS * 2)
    inside = {f"p{number}": (kind, rooms[number]) for number, kind in enumerate(FORCE[:places])}
    return inside | {"A": ("mov-4-4", "2512")} | {letter: ("riot", cell) for letter, cell in more.items()}


def test_neither_barricades_nor_jams_between_them_stop_a_throw() -> None:
    """Decision 16: they bar the way of units, and nothing else."""
    units = at("A . x", "2412", A="mov-6-6", x="riot")
    barred = Table(units, advanced=True, barricades=("2512",), barricade_age=(1,), barricades_left=9)
    assert barred.may(Throw(barred.unit["A"], "2612"))
    jammed = Table(units, advanced=True, options={"jams": "yes"}, jams=("2512",))
    assert jammed.may(Throw(jammed.unit["A"], "2612"))


def test_a_target_that_cannot_go_two_hexes_goes_one() -> None:
    """Decision 18: as far as possible."""
    walls = {*CITY.near["2512"], *CITY.near["2612"]} - {"2412", "2512", "2612"}
    shut = {"barricades": tuple(sorted(walls)), "barricade_age": (1,) * len(walls)}
    table = Table(at("x A", "2412", x="gas", A="mov-4-1"), "power", **shut).throw("x", "2512").roll(R2)
    assert table.retreats("A") == {"2612"}


def test_all_cars_of_a_column_panic_together() -> None:
    table = Table(at("x y\n. A", "2412", x="armoured", y="armoured", A="mov-6-6"), "power", combat=True).roll(AP)
    assert table.asked == ("march", "confine")
    assert table.may(Confine(table.unit["x"], "1503"))
    assert table.may(Confine(table.unit["y"], "1503"))


def test_popular_housing_doubles_and_a_crowded_place_halves_those_who_attack_out_of_it_too() -> None:
    """Decision 48."""
    assert Table({"A": ("mov-4-4", "0111"), "x": ("riot", "0210")}, combat=True).odds == (8, 4, "2-1")
    assert Table({"A": ("mov-4-1", "1023"), "x": ("riot", "0923")}, combat=True).odds == (0.5, 4, "1-5")


def test_one_that_lies_face_down_leaves_room_for_one_that_is_brought_up() -> None:
    units = {"A": ("mov-4-4", "0505"), "y": ("riot", "1503")}
    table = Table(units, hand=2, down="y").end()
    table.do(Place("armoured", "1503"))
    assert table.why_not(Place("armoured", "1503")) == {"stack.barracks"}


def test_police_for_whom_no_barracks_have_room_wait_beside_the_board_until_one_place_is_free() -> None:
    """Decision 21: the power then says where; one place takes one of them."""
    routed = Table(crowded(36, x="2412"), "power", combat=True).roll(AP)
    assert routed.spot("x") == ""
    assert routed.told("police_waits")
    assert len(routed.state.down) == 1
    still_full = Table(crowded(36, x=""), hand=4, down="x", down_since=3).end()
    assert [fright.unit for fright in still_full.state.down] == [still_full.unit["x"]]
    one_place = Table(crowded(35, x="", y=""), hand=4, down="xy", down_since=3).end()
    assert {(action.kind, action.to) for action in one_place.choices(Place)} == {("riot", sorted(BARRACKS_CELLS)[-1])}
    one_place.do(*one_place.choices(Place))
    assert [fright.unit for fright in one_place.state.down] == [one_place.unit["y"]]
    assert one_place.spot("y") == ""


def test_who_comes_out_of_the_metro_runs_with_the_others() -> None:
    """Decision 28."""
    walking, running = (Table({"A": ("mov-4-2", "1004")}, running=runs) for runs in (False, True))
    assert max(walking.cost("A", cell) or 0 for cell in walking.reach("A")) == 4
    assert max(running.cost("A", cell) or 0 for cell in running.reach("A")) == 8


def test_who_was_pushed_off_the_map_or_sits_in_prison_is_not_caught_at_the_end() -> None:
    """Decisions 29 and 45: the first is safe, the second counts once."""
    off = Absence(Table({"A": ("mov-6-6", "0505")}).unit["A"], "N2", 9)
    units = {"A": ("mov-6-6", GONE), "B": ("autop-6-6", PRISON), "C": ("mov-6-4", "0505")}
    before = Table(units, "power", hand=10, advanced=True, absent=(off,))
    arrested = arrested_points(before.state)
    after = before.do(EndMovement())
    assert (after.spot("A"), after.spot("C")) == (GONE, PRISON)
    assert arrested_points(after.state) == arrested + 4


@pytest.mark.parametrize("part", ["W", "E"])
def test_over_the_western_and_the_eastern_border_one_comes_back_anywhere_along_it(part: str) -> None:
    off = (Absence(Table({"A": ("mov-4-4", "0505")}).unit["A"], part, 3),)
    table = Table({"A": ("mov-4-4", GONE)}, hand=6, advanced=True, absent=off)
    edge = {cell for cell, border in CITY.border.items() if border == part}
    assert len(edge) > 1
    assert edge <= table.reach("A")


def test_a_jam_needs_a_street_that_nobody_holds_bars_or_controls() -> None:
    """Decision 41: one street alone joins hex 4530 to a crossing."""
    jams = {"jams": "yes"}
    march = {"A": ("mov-4-2", "0505")}
    assert Table(march, options=jams).may(Jam("4530"))
    barred = Table(march, options=jams, barricades=("4630",), barricade_age=(1,), barricades_left=9)
    assert barred.why_not(Jam("4530")) == {"jam.where"}
    controlled = Table({**march, "x": ("riot", "4730")}, options=jams)
    assert controlled.why_not(Jam("4530")) == {"jam.where"}
    held = Table({**march, "B": ("mov-4-2", "4630")}, options=jams)
    assert held.why_not(Jam("4530")) == {"jam.where"}


def test_wardens_never_begin_in_popular_housing_nor_where_only_the_march_goes() -> None:
    """Decision 43."""
    terrain = {CITY.terrain[cell] for cell in opening_cells("wardens")}
    assert terrain.isdisjoint({"popular", "crowded", "metro", "block", "river"})
