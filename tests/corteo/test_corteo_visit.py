"""The internationalist scenario, and what all scenarios share: heads, objectives that count, mobile objectives."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from corteo_positions import Table
from scenario_games import begun, opened, score_reasons

from engines.corteo.actions import Build, ChooseComponent, Clear, Jam, Leave, Place, Throw
from engines.corteo.agenda import Combat, Placing
from engines.corteo.bonus import objective_points
from engines.corteo.roster import FIRST_POLICE, KIND_OF, KINDS, Side
from engines.corteo.scenarios import playing
from engines.corteo.sites import beyond_river, beyond_wall, east_exits
from engines.corteo.state import AWAY, Visit
from engines.corteo.visit import COLUMN, EMBASSY, FRONT

VISIT = {"scenario": "internationalist"}
GUARD = {letter: ("riot", cell) for letter, cell in zip("vwxyz", ("2512", "2511", "2711", "2712", "2613"))}
ESCORTED = {"p": ("president", "2612"), **GUARD}


def table(units: dict[str, tuple[str, str]], side: Side = "power", **more: Any) -> Table:
    return Table(units, side, options=VISIT, plot=more.pop("plot", Visit()), **more)


# --- set-up ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["internationalist", "antifascist", "social", "antirepressive"])
def test_the_power_has_its_fifty_units_in_every_scenario(scenario: str) -> None:
    police = [unit for unit in playing(scenario, national=False) if unit >= FIRST_POLICE and KIND_OF[unit].power]
    assert (len(police), sum(KIND_OF[unit].power for unit in police)) == (50, 190)


@pytest.mark.legal("internationalist.army", "scenario.heads", "internationalist.column")
def test_the_march_chooses_33_units_for_100_points_and_its_two_components_may_lead() -> None:
    state, placed = opened("internationalist", random.Random(3))
    units = [unit for unit, spot in enumerate(state.march) if spot]
    assert len(units) == 33
    assert sum(KIND_OF[unit].power for unit in units) <= 100
    assert {action.component for action in placed if isinstance(action, ChooseComponent)} <= {"mov", "ml"}
    assert {state.spot(unit)[:2] for unit in COLUMN} <= {"24", "25", "26", "27", "28"}
    assert len({state.spot(unit) for unit in COLUMN}) == 5


@pytest.mark.illegal("internationalist.army", "scenario.heads", "internationalist.column")
def test_not_for_more_nor_led_by_others_nor_elsewhere() -> None:
    dear = begun("internationalist")
    for kind in ("mov-6-6", "autop-6-6", "mov-6-4", "mov-4-4"):
        while dear.may(Place(kind, dear.free())):
            dear.do(Place(kind, dear.free()))
    assert dear.why_not(Place("mov-4-4", dear.free())) == {"internationalist.army"}
    asks = begun("internationalist", until="component")
    assert asks.why_not(ChooseComponent("autop")) == {"scenario.heads"}
    column = begun("internationalist", until="fontana")
    assert column.why_not(Place("president", "1415")) == {"internationalist.column"}


@pytest.mark.legal("scenario.order")
def test_carabinieri_and_gas_cars_come_in_their_hands() -> None:
    later = {2: ("carabinieri", "gas"), 3: ("gas",), 4: ("gas",)}
    for hand, kinds in later.items():
        bare = Table({"A": ("mov-4-2", "0505")}, options=VISIT, plot=Visit(), hand=hand)
        waits = [number for number, kind in enumerate(KIND_OF[FIRST_POLICE:]) if kind.id in kinds]
        if hand == 4:
            waits = waits[:5]
        power = tuple("" if number in waits else AWAY for number in range(len(bare.state.power)))
        bare.state = msgspec.structs.replace(bare.state, power=power)
        bare.end()
        item = bare.state.asked
        assert isinstance(item, Placing)
        assert dict(item.due) == {"carabinieri": 10} if hand == 2 else {"gas": 5}


@pytest.mark.legal("scenario.objectives")
def test_only_the_named_kinds_of_objectives_count() -> None:
    held = Table({"A": ("mov-4-2", "0505")}, options=VISIT, plot=Visit(), covered=("2409", "1013"))
    assert objective_points(held.state) == 5
    assert objective_points(Table({"A": ("mov-4-2", "0505")}, covered=("2409", "1013")).state) == 7


# --- the column ------------------------------------------------------------------------------------------


@pytest.mark.legal("internationalist.escort")
def test_with_five_units_near_a_piece_drives_on_avenues() -> None:
    drives = table(ESCORTED)
    assert drives.may_move("p", "2713")
    assert drives.cost("p", "2713") == 1


@pytest.mark.illegal("internationalist.escort")
def test_with_four_it_does_not() -> None:
    four = {letter: unit for letter, unit in ESCORTED.items() if letter != "z"}
    assert table(four).no_move("p", "2713") == {"internationalist.escort"}
    far = {**four, "z": ("riot", "0505")}
    assert table(far).no_move("p", "2713") == {"internationalist.escort"}


@pytest.mark.legal("scenario.guests")
def test_the_march_beside_it_neither_holds_nor_fights_it() -> None:
    beside = table({**ESCORTED, "A": ("mov-4-4", "2713")}, down="vwxyz")
    assert beside.reach("p") == set(), "who lies face down is no escort"
    free = table({**ESCORTED, "A": ("mov-4-4", "2614")})
    assert free.reach("p")
    lone = Table({"p": ("president", "2612"), "A": ("mov-4-4", "2712")}, options=VISIT, plot=Visit())
    lone.end()
    assert not isinstance(lone.state.asked, Combat)
    assert lone.asked == ("power", "movement")


@pytest.mark.illegal("scenario.guests")
def test_it_does_not_clear_barricades_nor_is_it_thrown_at() -> None:
    barred = table(ESCORTED, barricades=("2713",), barricade_age=(1,))
    assert barred.why_not(Clear(barred.unit["p"], "2713")) == {"scenario.guests"}
    alone = Table({"p": ("president", "2612"), "A": ("mov-6-6", "2412")}, options=VISIT, plot=Visit())
    assert alone.why_not(Throw(alone.unit["A"], "2612")) == {"throw.target"}


@pytest.mark.legal("scenario.alone")
def test_a_piece_passes_through_others() -> None:
    crowd = table(ESCORTED)
    assert crowd.reach("p") - {"2512", "2711"} == crowd.reach("p")


@pytest.mark.illegal("scenario.alone")
def test_it_stops_with_nobody_and_nobody_with_it() -> None:
    crowd = table(ESCORTED)
    assert crowd.no_move("p", "2512") == {"scenario.alone"}
    assert crowd.no_move("v", "2612") == {"scenario.alone"}


@pytest.mark.legal("internationalist.way")
def test_farther_away_streets_are_barred() -> None:
    far = Table({"A": ("mov-6-4", "2006"), "p": ("president", "2612")}, options=VISIT, plot=Visit())
    assert far.may(Build(far.unit["A"], "2106"))


@pytest.mark.illegal("internationalist.way")
def test_no_barricade_nor_jam_within_four_hexes() -> None:
    near = {**VISIT, "jams": "yes"}
    close = Table({"A": ("mov-6-4", "2412"), "p": ("president", "2712")}, options=near, plot=Visit())
    assert close.why_not(Build(close.unit["A"], "2512")) == {"internationalist.way"}
    apart = Table({"A": ("mov-4-2", "0505"), "p": ("president", "2605")}, options=near, plot=Visit())
    assert apart.why_not(Jam("2606")) == {"internationalist.way"}


@pytest.mark.legal("internationalist.exit", "scenario.leave")
def test_it_leaves_by_a_street_at_the_eastern_edge() -> None:
    guard = {letter: ("riot", cell) for letter, cell in zip("vwxyz", ("4605", "4505", "4405", "4606", "4406"))}
    out = table({"p": ("president", "4705"), **guard})
    assert "4705" in east_exits()
    out.do(Leave(out.unit["p"]))
    assert out.spot("p") == AWAY


@pytest.mark.illegal("internationalist.exit", "scenario.leave")
def test_not_elsewhere_and_nobody_else() -> None:
    inside = table(ESCORTED)
    assert inside.why_not(Leave(inside.unit["p"])) == {"internationalist.exit"}
    march = Table({"A": ("mov-4-2", "4705")}, options=VISIT, plot=Visit())
    assert march.why_not(Leave(march.unit["A"])) == {"scenario.leave"}


# --- points ----------------------------------------------------------------------------------------------


@pytest.mark.legal("internationalist.seen")
def test_each_piece_in_reach_of_the_march_is_worth_five_at_the_end_of_every_turn() -> None:
    seen = Table(
        {"p": ("president", "2612"), "q": ("president", "2812"), "A": ("mov-4-4", "2712")}, options=VISIT, plot=Visit()
    )
    seen.end()
    assert score_reasons(seen.state) == {"president": 10}
    seen.end()
    assert score_reasons(seen.state)["president"] == 20


def test_a_house_may_count_them_once_a_hand() -> None:
    units = {"p": ("president", "2612"), "A": ("mov-4-4", "2712")}
    seen = Table(units, options={**VISIT, "president": "hand"}, plot=Visit()).end()
    assert score_reasons(seen.state) == {"president": 5}
    assert score_reasons(seen.end().state) == {"president": 5}


@pytest.mark.legal("internationalist.limits")
def test_a_march_of_seventeen_beyond_the_wall_has_twenty_points_once() -> None:
    cells = [f"{column:02d}05" for column in range(6, 15)]
    kinds = ["mov-4-1"] * 4 + ["mov-4-2"] * 3 + ["mov-4-4"] * 4 + ["mov-6-4"] * 4 + ["autop-6-6"] * 2
    units = {chr(65 + number): (kind, cells[number // 2]) for number, kind in enumerate(kinds)}
    walks = Table(units, options=VISIT, plot=Visit()).end()
    assert score_reasons(walks.state) == {"wall": 20}
    walks.end()
    assert score_reasons(walks.state) == {"wall": 20}
    few = Table(dict(list(units.items())[1:]), options=VISIT, plot=Visit()).end()
    assert score_reasons(few.state) == {}
    assert "1405" in beyond_wall() - beyond_river()
    assert {"3505", "3405"} <= beyond_river()
    assert "3305" not in beyond_river()


def stopped(hand: int, **plot: Any) -> Table:
    """The column before the embassy with its escort, at the end of the turn of the power."""
    front = dict(zip("pqrst", (("president", cell) for cell in sorted(FRONT))))
    guard = dict(zip("vwxyz", (("riot", cell) for cell in ("4009", "4010", "4016", "4017", "3914"))))
    begun_at = plot.pop("begun", tuple(sorted(FRONT)))
    units = {**front, **guard, "A": ("mov-4-2", "0505")}
    return table(units, hand=hand, plot=Visit(begun=begun_at, **plot)).end()


@pytest.mark.legal("internationalist.stop")
def test_a_wanted_stop_before_the_embassy_is_worth_ten_from_hand_seven_on() -> None:
    assert score_reasons(stopped(7).state) == {"stop": -10}
    assert score_reasons(stopped(6).state) == {}
    away = Table(
        {"p": ("president", "4011"), "A": ("mov-4-2", "0505")}, "power", hand=7, options=VISIT, plot=Visit()
    ).end()
    assert score_reasons(away.state) == {}


@pytest.mark.legal("internationalist.spoilt")
def test_a_stop_elsewhere_a_step_back_or_a_lost_embassy_spoils_it() -> None:
    assert score_reasons(stopped(7, spoilt=True).state) == {}

    def spoilt(now: str, then: str) -> bool:
        units = {"p": ("president", now), "A": ("mov-4-2", "0505")}
        plot = table(units, plot=Visit(begun=(then, *[AWAY] * 4))).end().state.plot
        assert isinstance(plot, Visit)
        return plot.spoilt

    assert spoilt("2612", "2612")
    assert spoilt("2612", "2812")
    assert not spoilt("2812", "2612")


@pytest.mark.legal("internationalist.spoilt")
def test_each_hand_is_judged_by_where_the_column_stood_when_it_began() -> None:
    units = {"p": ("president", "2812"), "A": ("mov-4-2", "0505")}
    driven = table(units, plot=Visit(begun=("2612", *[AWAY] * 4))).end()
    assert isinstance(driven.state.plot, Visit)
    assert not driven.state.plot.spoilt
    stood = driven.end().end()
    assert isinstance(stood.state.plot, Visit)
    assert stood.state.plot.spoilt


@pytest.mark.legal("internationalist.spoilt")
def test_an_embassy_is_lost_when_the_march_holds_it_to_the_end_of_a_hand() -> None:
    entered = Table({"p": ("president", "2612"), "A": ("mov-4-2", min(EMBASSY))}, options=VISIT, plot=Visit()).end()
    assert isinstance(entered.state.plot, Visit)
    assert not entered.state.plot.spoilt, "the police may still drive them out"
    front = dict(zip("pqrst", (("president", cell) for cell in sorted(FRONT))))
    held = table(
        {**front, "A": ("mov-4-2", min(EMBASSY))}, hand=8, plot=Visit(begun=("4011", *sorted(FRONT)[1:]))
    ).end()
    assert isinstance(held.state.plot, Visit)
    assert held.state.plot.spoilt
    assert "stop" not in score_reasons(held.state)


@pytest.mark.legal("scenario.end")
def test_shock_groups_in_the_street_are_not_caught_at_the_end() -> None:
    units = {"A": ("mov-6-6", "2412"), "x": ("riot", "0202")}
    late = Table(units, "power", hand=10, options=VISIT, plot=Visit()).end()
    assert late.over is not None
    assert late.spot("A") == "2412"
    assert Table(units, "power", hand=10, advanced=True).end().spot("A") == "prison"


def test_kinds_of_mobile_objectives_have_no_power() -> None:
    assert {KINDS["president"].power, KINDS["reactionary"].power} == {0}
