"""What the board should look like, what a change on it means, and what a host may correct."""

from __future__ import annotations

import msgspec
import pytest
from corteo_positions import CITY, GAME, PRISON, Table, at

from engines.corteo.actions import Advance, Build, Clear, Confine, EndMovement, Move, Place, Retreat
from engines.corteo.agenda import CombatRoll, Group
from engines.corteo.roster import FIRST_POLICE, KIND_OF, UNIT_ID
from engines.corteo.sites import DOCK
from engines.corteo.state import Rally
from engines.entries import BadEntry
from engines.physical import Change, Lying


def moved(look: str, start: str, to: str) -> Change:
    """A counter went from one hex to another."""
    return Change((Lying(start, look),), (Lying(to, look),))


def read(table: Table, change: Change) -> list[object]:
    return [intent.action for intent in GAME.interpret(table.state, change)]


def test_two_counters_in_a_hex_lie_there_both() -> None:
    table = Table({"A": ("mov-4-2", "2512"), "B": ("ml-4-2", "2512"), "x": ("riot", "2712")})
    placement = GAME.placement(table.state)
    assert placement.contents("2512") == ("counter:ml-4-2", "counter:mov-4-2")
    assert placement.contents("2712") == ("counter:riot",)


def test_the_arrested_lie_in_the_prison_whichever_of_its_hexes_holds_them() -> None:
    table = Table({"A": ("mov-4-2", "2512")})
    board = GAME.board({})
    assert board.home("PRISON") in CITY.prison
    held = GAME.placement(table.state).contents(board.home("PRISON"))
    assert len(held) == 32, "where the box beside the map is seen to be"


def test_reactionaries_in_hospital_lie_in_the_clinic_and_the_accused_fill_the_dock() -> None:
    table = Table({"A": ("mov-4-2", "2512")}, options={"scenario": "antifascist"}, plot=Rally())
    units = tuple(unit for unit, kind in enumerate(KIND_OF) if kind.family == "reactionary")
    spots = tuple("clinic" if unit + FIRST_POLICE in units else spot for unit, spot in enumerate(table.state.power))
    ill = GAME.placement(msgspec.structs.replace(table.state, power=spots))
    assert ill.contents(GAME.board({}).home("CLINIC")) == ("counter:reactionary",) * 10
    accused = tuple("trial" if unit in (3, 4, 5) else spot for unit, spot in enumerate(table.state.march))
    held = GAME.placement(msgspec.structs.replace(table.state, march=accused))
    assert sorted(len(held.contents(cell)) for cell in DOCK) == [1, 2], "two in a hex at most, as everywhere"


def test_a_counter_that_went_from_hex_to_hex_moved() -> None:
    table = Table({"A": ("mov-4-2", "2512")})
    assert read(table, moved("counter:mov-4-2", "2512", "2612")) == [Move(table.unit["A"], "2612")]


def test_of_two_equal_counters_in_a_hex_the_one_that_has_not_moved_is_meant() -> None:
    table = Table({"A": ("mov-4-2", "2412"), "B": ("mov-4-2", "2512")}).move("A", "2512")
    table.do(Move(table.unit["A"], "2612")).move("B", "2513")
    back = Table({"A": ("mov-4-2", "2412"), "B": ("mov-4-2", "2513"), "C": ("mov-4-1", "0505")})
    back.move("A", "2513").move("C", "0605")
    first = read(back, moved("counter:mov-4-2", "2513", "2613"))[0]
    assert first == Move(back.unit["B"], "2613"), "A has finished"


def test_a_counter_from_the_supply_is_placed() -> None:
    fresh = Table({"A": ("mov-4-2", "0505")})
    fresh.state = GAME.new({}, ("march", "power"))
    change = Change((), (Lying("0505", "counter:mov-6-6"),))
    assert read(fresh, change) == [Place("mov-6-6", "0505")]


def test_a_barricade_that_arrived_was_put_up_and_one_that_left_was_cleared() -> None:
    table = Table(at("A . B", "2412", A="mov-4-2", B="mov-4-1"))
    change = Change((), (Lying("2512", "counter:barricade"),))
    assert set(read(table, change)) == {Build(table.unit["A"], "2512"), Build(table.unit["B"], "2512")}
    gone = Table({"A": ("mov-4-2", "2412")}, advanced=True, barricades=("2512",), barricade_age=(1,))
    assert read(gone, Change((Lying("2512", "counter:barricade"),), ())) == [Clear(gone.unit["A"], "2512")]


def test_a_retreat_an_advance_and_a_panic_are_read_as_what_is_due() -> None:
    units = at("x A", "2412", x="riot", A="mov-4-4")
    table = Table(units, "power", combat=True, advanced=True).roll(4)
    assert read(table, moved("counter:mov-4-4", "2512", "2612")) == [Retreat(table.unit["A"], "2612")]
    table.back("A", "2612")
    assert read(table, moved("counter:riot", "2412", "2512")) == [Advance(table.unit["x"], "2512")]
    panic = Table(units, "power", combat=True).roll(1)
    change = Change((Lying("2412", "counter:riot"),), (Lying("1603", "counter:riot:back"),))
    assert read(panic, change) == [Confine(panic.unit["x"], "1603")]
    unturned = moved("counter:riot", "2412", "1603")
    assert read(panic, unturned) == [Confine(panic.unit["x"], "1603")], "it is still to be turned over"


# --- corrections -----------------------------------------------------------------------------------------


def correct(table: Table, **units: str | int | None) -> Table:
    """Puts units elsewhere, as the host may."""
    return table.edit(**{f"unit.{UNIT_ID[table.unit[letter]]}": spot for letter, spot in units.items()})


def test_the_host_puts_units_where_they_stand_on_the_table() -> None:
    table = correct(Table({"A": ("mov-4-2", "2412"), "x": ("riot", "2712")}), A="2612", x="1603")
    assert (table.spot("A"), table.spot("x")) == ("2612", "1603")
    assert correct(table, A="prison").spot("A") == PRISON


def test_a_fact_set_to_what_it_is_changes_nothing() -> None:
    table = Table(at("A . x", "2412", A="mov-4-2", x="riot"), barricades=("2513",), barricade_age=(2,))
    before = table.state
    table.edit(**GAME.public_facts(before))
    assert table.state == before


@pytest.mark.parametrize("spot", ["3306", "9999", "nowhere", 7])
def test_no_unit_is_put_where_it_cannot_stand(spot: str | int) -> None:
    table = Table({"A": ("mov-4-2", "2412"), "x": ("riot", "2712")})
    with pytest.raises(BadEntry):
        correct(table, A=spot)


def test_no_third_unit_and_no_foe_in_a_hex() -> None:
    table = Table({"A": ("mov-4-2", "2412"), "B": ("mov-4-1", "2512"), "C": ("ml-4-2", "2512"), "x": ("riot", "2712")})
    with pytest.raises(BadEntry, match=r"3 counters of the march stand on .*2512.*; 2 may"):
        correct(table, A="2512")
    with pytest.raises(BadEntry, match="Both sides stand on"):
        correct(table, A="2712")


def test_barricades_and_their_number_are_corrected() -> None:
    table = Table({"A": ("mov-4-2", "2412")}).edit(barricades="2513 2612", barricades_left=8)
    assert table.state.barricades == ("2513", "2612")
    with pytest.raises(BadEntry, match="barricades"):
        table.edit(barricades="3306")
    with pytest.raises(BadEntry, match="Run tokens left”"):
        table.edit(runs=9)
    with pytest.raises(BadEntry, match="“weather” cannot be corrected now"):
        table.edit(weather="rain")


def test_after_a_correction_in_the_combat_phase_who_touches_whom_is_asked_anew() -> None:
    units = at("A x . y B", "2412", A="mov-4-4", x="riot", y="riot", B="mov-4-2")
    table = Table(units, "power", combat=True)
    assert table.asked == ("power", "fight")
    correct(table, B="0505")
    assert table.state.asked == CombatRoll("power", Group((table.unit["x"],), (table.unit["A"],)))
    assert table.die == "combat"


def test_a_unit_taken_away_while_it_moves_moves_no_more() -> None:
    table = Table({"A": ("mov-4-2", "2412"), "B": ("mov-4-1", "0505")}).move("A", "2512")
    correct(table, A="prison")
    assert table.may(EndMovement())
    assert table.may_move("B", "0605")


def test_who_moves_sees_where_each_unit_may_go_and_at_what_cost() -> None:
    table = Table({"A": ("mov-4-2", "1005"), "x": ("riot", "2712")})
    (reach,) = GAME.view(table.state, "march").reach
    assert reach.unit == table.unit["A"]
    assert dict(reach.cells)["1202"] == 7, "three points and a half"
    assert GAME.view(table.state, "power").reach == GAME.view(table.state, None).reach == ()
