"""The anti-fascist scenario: the square, dissidents, the rally broken up or held, hospital, rescue, more hands."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from corteo_positions import Table
from scenario_games import begun, opened, score_reasons

from engines.corteo.actions import ChooseSquare, EndMovement, Move, Place, Prolong, Retreat, Rouse
from engines.corteo.agenda import Movement
from engines.corteo.city import CITY
from engines.corteo.ground import REACTIONARIES
from engines.corteo.rally import last_hand
from engines.corteo.roster import KIND_OF, Side
from engines.corteo.sites import beyond_wall, zone
from engines.corteo.state import CLINIC, Rally

RALLY = {"scenario": "antifascist"}


def table(units: dict[str, tuple[str, str]], side: Side = "march", **more: Any) -> Table:
    return Table(units, side, options=RALLY, plot=more.pop("plot", Rally("robba")), **more)


def speakers(count: int = 10) -> dict[str, tuple[str, str]]:
    """Reactionaries on Piazza della Robba, as the letters from ``k`` on."""
    return {chr(ord("k") + n): ("reactionary", cell) for n, cell in zip(range(count), sorted(zone("robba")))}


# --- set-up ----------------------------------------------------------------------------------------------


@pytest.mark.legal("antifascist.units", "antifascist.square", "antifascist.rally", "antifascist.dissidents")
def test_thirty_two_units_march_five_dissidents_stay_at_home_and_the_rally_fills_the_square() -> None:
    state, done = opened("antifascist", random.Random(1))
    marching = [unit for unit, spot in enumerate(state.march) if spot in CITY.start]
    assert len(marching) == 32
    assert sum(KIND_OF[unit].power for unit in marching) == 100
    named = next(action.square for action in done if isinstance(action, ChooseSquare))
    assert {state.spot(unit) for unit in REACTIONARIES} <= zone(named)
    assert {CITY.terrain[state.spot(unit)] for unit in state.waiting} == {"popular"}
    assert len(state.waiting) == 5


@pytest.mark.illegal("antifascist.square", "antifascist.rally", "antifascist.dissidents")
def test_no_other_square_and_nobody_elsewhere() -> None:
    assert begun("antifascist").why_not(ChooseSquare("fontana")) == {"antifascist.square"}
    assert begun("antifascist", until="rally").why_not(Place("reactionary", "1415")) == {"antifascist.rally"}
    assert begun("antifascist", until="popular").why_not(Place("poc-4-2", "0505")) == {"antifascist.dissidents"}


@pytest.mark.legal("antifascist.start")
def test_away_from_piazza_della_robba_armoured_cars_begin_anywhere_east_of_the_wall() -> None:
    bombe = begun("antifascist").do(ChooseSquare("bombe"))
    rng = random.Random(2)
    while getattr(bombe.state.asked, "where", "") != "order":
        bombe.do(rng.choice(bombe.choices(Place) or bombe.all()))
    assert bombe.may(Place("armoured", "2605"))
    assert "2605" in beyond_wall()


@pytest.mark.illegal("antifascist.start")
def test_elsewhere_armoured_cars_begin_in_barracks() -> None:
    robba = begun("antifascist").do(ChooseSquare("robba"))
    rng = random.Random(2)
    while getattr(robba.state.asked, "where", "") != "order":
        robba.do(rng.choice(robba.choices(Place) or robba.all()))
    assert robba.why_not(Place("armoured", "2605")) == {"antifascist.start"}


# --- dissidents ------------------------------------------------------------------------------------------


def calling(die: int, kind: str = "mov-4-4") -> Table:
    """A unit stands beside a dissident in popular housing and calls it."""
    popular = sorted(cell for cell, terrain in CITY.terrain.items() if terrain == "popular")
    near = {cell: [to for to in CITY.near[cell] if CITY.terrain[to] in ("street", "avenue")] for cell in popular}
    cell = next(cell for cell, streets in near.items() if streets)
    called = table({"A": (kind, near[cell][0]), "D": ("poc-4-2", cell)}, plot=Rally("robba"))
    return waiting(called, "D") if not die else waiting(called, "D").do(Rouse(called.unit["D"])).roll(die)


def waiting(of: Table, letter: str) -> Table:
    of.state = msgspec.structs.replace(of.state, waiting=(of.unit[letter],))
    return of


@pytest.mark.legal("antifascist.rouse", "antifascist.waits")
def test_an_odd_die_brings_a_dissident_along_at_once() -> None:
    joined = calling(3)
    assert joined.state.waiting == ()
    assert joined.reach("D")
    assert calling(4).state.waiting


@pytest.mark.legal("antifascist.apart")
@pytest.mark.illegal("antifascist.apart")
def test_nobody_stops_where_a_dissident_waits_until_it_has_joined() -> None:
    units = {"A": ("mov-4-4", "0210"), "D": ("poc-4-2", "0111")}
    assert waiting(table(units, plot=Rally("robba")), "D").no_move("A", "0111") == {"antifascist.apart"}
    assert table(units, plot=Rally("robba")).may_move("A", "0111")


@pytest.mark.illegal("antifascist.rouse", "antifascist.rouse_once", "antifascist.waits")
def test_not_from_afar_not_by_others_not_twice_and_it_does_not_move_before() -> None:
    far = waiting(table({"A": ("mov-4-4", "2412"), "D": ("poc-4-2", "0011")}), "D")
    assert far.why_not(Rouse(far.unit["D"])) == {"antifascist.rouse"}
    other = calling(0, kind="radicals-4-1")
    assert other.why_not(Rouse(other.unit["D"])) == {"antifascist.rouse"}
    again = calling(2)
    assert again.why_not(Rouse(again.unit["D"])) == {"antifascist.rouse_once"}
    assert again.why_not(Move(again.unit["D"], "0000")) == {"antifascist.waits"}


# --- the rally -------------------------------------------------------------------------------------------


@pytest.mark.legal("antifascist.break_up")
def test_it_breaks_up_when_one_has_left_and_is_held_when_none_has_by_hand_five() -> None:
    gone = {**speakers(9), "Z": ("reactionary", "2605"), "A": ("mov-4-2", "0505")}
    assert score_reasons(table(gone, hand=4).end().state) == {"broken_up": 30}
    assert score_reasons(table(gone, "power", hand=5).end().state) == {"held": -10}
    stays = {**speakers(), "A": ("mov-4-2", "0505")}
    assert score_reasons(table(stays, "power", hand=4).end().state) == {}
    assert score_reasons(table(stays, "power", hand=5).end().state) == {"held": -10}
    late = table(gone, "power", hand=5, plot=Rally("robba", dissolved=3)).end()
    assert score_reasons(late.state) == {}


@pytest.mark.legal("antifascist.hospital")
def test_who_is_reached_goes_to_hospital_and_counts_double_on_a_seat_of_theirs() -> None:
    street = table({"k": ("reactionary", "2612"), "A": ("mov-4-4", "2412")}).move("A", "2612")
    assert street.spot("k") == CLINIC
    assert score_reasons(street.state) == {"hospital": 7}
    item = street.state.asked
    assert isinstance(item, Movement)
    assert item.stopped
    seat = next(cell for cell, sign in CITY.category.items() if sign == "reactionary")
    beside = next(cell for cell in CITY.near[seat] if CITY.terrain[cell] in ("street", "avenue"))
    inside = table({"k": ("reactionary", seat), "A": ("mov-4-4", beside)}).move("A", seat)
    assert score_reasons(inside.state) == {"hospital": 14}


def test_nobody_goes_back_onto_a_reactionary() -> None:
    units = {"A": ("mov-4-2", "2512"), "x": ("riot", "2412"), "k": ("reactionary", "2612")}
    beaten = table(units, "power", combat=True).roll(6)
    assert beaten.choices(Retreat)
    assert "2612" not in beaten.retreats("A")


@pytest.mark.legal("antifascist.metro")
def test_they_may_take_the_metro() -> None:
    station = min(CITY.metro)
    beside = next(cell for cell in CITY.near[station] if CITY.terrain[cell] in ("street", "avenue"))
    rides = table({"k": ("reactionary", beside), "A": ("mov-4-2", "2412")}, "power").move("k", station)
    assert rides.spot("k") == station
    away = table({"k": ("reactionary", station), "A": ("mov-4-2", "2412")}, "power")
    far = max(CITY.metro)
    assert any(cell in away.reach("k") for cell in CITY.near[far])


@pytest.mark.legal("antifascist.safety", "antifascist.rescue")
def test_they_enter_barracks_by_an_exit_and_count_if_enough_come() -> None:
    door = next(cell for cell, number in CITY.exits.items() if number == "1")
    home = next(cell for cell, number in CITY.barracks.items() if number == "1")
    units = {"k": ("reactionary", door), "A": ("mov-4-2", "0505")}
    saved = table(units, "power", hand=6, plot=Rally("robba", dissolved=5)).move("k", home).end()
    assert score_reasons(saved.state) == {"rescued": -7}
    few = table(units, "power", hand=7, plot=Rally("robba", dissolved=5)).move("k", home).end()
    assert score_reasons(few.state) == {}


@pytest.mark.illegal("antifascist.safety")
def test_who_is_safe_stays() -> None:
    home = min(CITY.barracks)
    safe = table({"k": ("reactionary", home), "A": ("mov-4-2", "0505")}, "power")
    assert safe.no_move("k", "2605") == {"antifascist.safety"}


# --- more hands ------------------------------------------------------------------------------------------


@pytest.mark.legal("antifascist.prolong")
def test_both_sides_saying_the_same_number_prolong_the_game() -> None:
    game = table({**speakers(), "A": ("mov-4-2", "0505")}, hand=8).do(Prolong(2))
    assert last_hand(game.state) == 10
    game.end().do(Prolong(2))
    assert last_hand(game.state) == 12
    units = {"A": ("mov-4-2", "0505"), "x": ("riot", "0202")}
    agreed = table(units, "power", hand=10, plot=Rally("robba", dissolved=3, wishes=(1, 1), agreed=1)).do(EndMovement())
    assert agreed.over is None
    assert agreed.state.hand == 11


@pytest.mark.legal("antifascist.prolong")
def test_one_side_alone_does_not_take_back_what_both_agreed_on() -> None:
    units = {**speakers(), "A": ("mov-4-2", "0505")}
    game = table(units, "power", hand=6, plot=Rally("robba", wishes=(2, 2), agreed=2)).do(Prolong(0))
    assert last_hand(game.state) == 12
    while game.asked != ("march", "movement"):
        game.do(EndMovement())
    assert last_hand(game.do(Prolong(0)).state) == 10


@pytest.mark.illegal("antifascist.prolong")
def test_not_after_hand_eight_nor_the_same_again_nor_elsewhere() -> None:
    units = {"A": ("mov-4-2", "0505")}
    assert table(units, hand=9).why_not(Prolong(1)) == {"antifascist.prolong"}
    assert table(units).why_not(Prolong(0)) == {"antifascist.prolong"}
    assert table(units).why_not(Prolong(99)) == {"antifascist.prolong"}
    assert Table(units).why_not(Prolong(1)) == {"antifascist.prolong"}
