"""The special rules: smoke and wind, short throws, traffic jams, the national march and the finance police."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from corteo_positions import GAME, Table, at

from engines.corteo.actions import Clear, Confine, EndMovement, Jam, Move, Place
from engines.corteo.agenda import ArrivalRoll
from engines.corteo.city import CITY
from engines.corteo.roster import COUNTERS, KIND_OF
from engines.corteo.state import State
from engines.corteo.tables import RATIOS, throw_column
from engines.corteo.throwing import falls_short
from engines.entries import Outcome
from engines.pending import Dice

SMOKE = {"smoke": "yes"}


def gassed(*dice: int, rows: str = "x . A", **more: Any) -> Table:
    """A gas car at 2412 throws at a 4-4 in 2612, which goes back to the right; then `dice` fall for the smoke."""
    units = at(rows, "2412", x="gas", A="mov-4-4")
    table = Table(units, "power", options=SMOKE, **more).throw("x", "2612").roll(4)
    table.back("A", "2712")
    for die in dice:
        table.roll(die)
    return table


@pytest.mark.legal("smoke.wind")
def test_a_five_leaves_the_smoke_on_the_target() -> None:
    table = gassed(5)
    assert table.state.lingering == ("2612",)
    assert GAME.placement(table.state).contents("2612") == ("counter:smoke",)


@pytest.mark.legal("smoke.wind")
def test_a_six_blows_it_away_and_a_throw_without_effect_makes_none() -> None:
    table = gassed(6)
    assert (table.state.smoke, table.state.lingering) == ((), ())
    nothing = Table(at("x . A", "2412", x="gas", A="mov-4-4"), "power", options=SMOKE).throw("x", "2612").roll(1)
    assert nothing.asked == ("power", "movement")


@pytest.mark.legal("smoke.drift")
def test_wind_carries_it_one_hex_and_strong_wind_two_but_not_into_houses() -> None:
    assert gassed(1, 5).state.smoke == ("2512",)
    assert gassed(4, 1).state.smoke == ("2710",)
    assert gassed(4, 2).state.smoke == ("2812",)
    assert CITY.terrain["2409"] == "objective"


def test_smoke_that_drifts_two_hexes_is_told_from_smoke_that_drifts_one() -> None:
    near, far = gassed(1).state, gassed(4).state
    again = gassed(1).state
    assert GAME.alike(near) == GAME.alike(msgspec.structs.replace(again, fell=near.fell))
    assert GAME.alike(near) != GAME.alike(msgspec.structs.replace(far, fell=near.fell))


@pytest.mark.legal("smoke.blocks")
def test_whoever_stands_where_it_settles_steps_aside() -> None:
    table = gassed(1, 2)
    assert table.state.smoke == ("2712",)
    assert table.asked == ("march", "retreat")
    assert "2612" in table.retreats("A")


@pytest.mark.illegal("smoke.blocks")
def test_nobody_enters_smoke() -> None:
    table = Table({"A": ("mov-4-2", "2512")}, options=SMOKE, smoke=("2612",))
    assert table.no_move("A", "2612") == {"smoke.blocks"}


@pytest.mark.legal("smoke.end")
def test_smoke_goes_at_the_end_of_the_hand_what_stayed_after_the_next_turn_of_the_march() -> None:
    units = {"A": ("mov-4-2", "0505")}
    table = Table(units, "power", hand=8, options=SMOKE, smoke=("2612",), lingering=("2613",)).do(EndMovement())
    assert (table.state.smoke, table.state.lingering) == ((), ("2613",))
    table.end()
    assert table.state.lingering == ()


# --- short throws ----------------------------------------------------------------------------------------


@pytest.mark.legal("short.throw")
def test_one_die_of_each_useful_column_is_a_short_throw() -> None:
    short = {column: [die for die in range(1, 7) if falls_short(column, die)] for column in RATIOS}
    assert [short[column] for column in ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1")] == [[4], [3], [2], [2], [1], [1]]
    assert all(not short[column] for column in ("1-5", "1-4", "1-3"))
    assert throw_column("1-1")[3] == "R1"


@pytest.mark.legal("short.throw")
def test_it_hits_a_friend_in_the_hex_before_with_a_new_ratio_and_die() -> None:
    units = at("A B x", "2412", A="mov-6-6", B="mov-4-2", x="riot")
    table = Table(units, options={"short_throws": "yes"}).throw("A", "2612").roll(3)
    assert table.die == "throw"
    assert GAME.view(table.state, None).throw.ratio == "3-1"
    table.roll(6)
    assert table.asked == ("march", "retreat")
    assert table.retreats("B")


@pytest.mark.legal("short.throw")
def test_where_nobody_stands_and_at_one_hex_it_is_a_dud() -> None:
    empty = Table(at("A . x", "2412", A="mov-6-6", x="riot"), options={"short_throws": "yes"}).throw("A", "2612")
    assert empty.roll(3).asked == ("march", "movement")
    close = Table(at("A x", "2412", A="mov-6-6", x="riot"), options={"short_throws": "yes"}).throw("A", "2512")
    assert close.roll(3).asked == ("march", "movement")


# --- jams ------------------------------------------------------------------------------------------------

JAMS = {"jams": "yes"}


@pytest.mark.legal("jam.where")
def test_an_odd_die_jams_a_free_avenue_and_an_even_one_does_not() -> None:
    table = Table({"A": ("mov-4-2", "0505")}, options=JAMS).do(Jam("2605")).roll(3)
    assert table.state.jams == ("2605",)
    assert GAME.placement(table.state).contents("2605") == ("counter:jam",)
    assert Table({"A": ("mov-4-2", "0505")}, options=JAMS).do(Jam("2605")).roll(4).state.jams == ()
    assert Table({"A": ("mov-4-2", "0505")}, options=JAMS).may(Jam("4530")), "a street joins it to avenues that cross"


@pytest.mark.illegal("jam.option", "jam.where", "jam.once", "jam.pieces", "jam.apart")
def test_not_without_the_rule_nor_on_streets_nor_under_control_nor_twice_nor_side_by_side() -> None:
    units = {"A": ("mov-4-2", "0505")}
    assert Table(units).why_not(Jam("2605")) == {"jam.option"}
    table = Table(units, options=JAMS, jams=("2605",))
    assert table.why_not(Jam("2606")) == {"jam.apart"}
    assert table.why_not(Jam("1702")) == {"jam.where"}
    assert table.why_not(Jam("0605")) == {"jam.where"}
    assert Table(units, options=JAMS, jam_tried=True).why_not(Jam("2605")) == {"jam.once"}
    eight = tuple(f"14{row:02d}" for row in range(0, 16, 2))
    assert Table(units, options=JAMS, jams=eight).why_not(Jam("2605")) == {"jam.pieces"}


@pytest.mark.illegal("jam.blocks")
def test_nobody_enters_a_jam() -> None:
    table = Table({"A": ("mov-4-2", "2505")}, options=JAMS, jams=("2605",))
    assert table.no_move("A", "2605") == {"jam.blocks"}


@pytest.mark.legal("jam.clear")
def test_wardens_clear_a_jam_for_nothing() -> None:
    table = Table({"x": ("wardens", "2505"), "A": ("mov-4-2", "0505")}, "power", options=JAMS, jams=("2605",))
    clear = Clear(table.unit["x"], "2605")
    assert GAME.rule_of(table.state, clear) == "jam.clear"
    table.do(clear)
    assert table.state.jams == ()
    assert table.points_left == 2


@pytest.mark.illegal("jam.clear")
def test_nobody_but_wardens_clears_a_jam_nor_they_from_afar() -> None:
    units = {"x": ("riot", "2505"), "y": ("wardens", "2005"), "A": ("mov-4-2", "0505")}
    table = Table(units, "power", options=JAMS, jams=("2605",))
    assert table.why_not(Clear(table.unit["x"], "2605")) == {"jam.clear"}
    assert table.why_not(Clear(table.unit["y"], "2605")) == {"jam.clear"}


# --- newcomers -------------------------------------------------------------------------------------------


def hand_four() -> Table:
    """The beginning of hand 4 of a game with the national march."""
    units = {"A": ("mov-4-4", "0505"), "B": ("mov-4-2", "1004")}
    return Table(units, "power", hand=3, options={"national": "yes"}).do(EndMovement())


def strangers(state: State) -> list[int]:
    return [counter.unit for counter in COUNTERS if counter.set == "strangers" and state.spot(counter.unit)]


@pytest.mark.legal("national.where")
def test_four_units_from_other_cities_come_into_the_metro_with_none_but_each_other() -> None:
    table = hand_four()
    assert table.asked == ("march", "placing")
    for _ in range(3):
        table.do(Place("mov-4-2", "0720" if table.state.march.count("0720") < 2 else "2211"))
    assert table.may(Place("mov-4-4", "2211"))


@pytest.mark.illegal("national.where")
def test_not_into_the_street_nor_beside_others() -> None:
    table = hand_four()
    assert table.why_not(Place("mov-4-2", "0505")) == {"national.where"}
    assert table.why_not(Place("mov-4-2", "1004")) == {"stack.two"}


@pytest.mark.illegal("barricade.blocks")
def test_newcomers_do_not_come_into_a_station_that_is_barred() -> None:
    units = {"A": ("mov-4-2", "0505"), "x": ("riot", "2712")}
    table = Table(units, "power", hand=3, options={"national": "yes"}, barricades=("1004",), barricade_age=(1,))
    table.do(EndMovement())
    assert table.why_not(Place("mov-4-2", "1004")) == {"barricade.blocks"}
    assert "1004" not in {action.to for action in table.choices(Place)}


@pytest.mark.illegal("stack.two")
def test_newcomers_do_not_come_into_a_station_where_a_reactionary_hides() -> None:
    units = {"A": ("mov-4-2", "0505"), "x": ("riot", "2712"), "y": ("reactionary", "2211")}
    table = Table(units, "power", hand=3, options={"national": "yes"}).do(EndMovement())
    assert table.why_not(Place("mov-4-2", "2211")) == {"stack.two"}
    assert "2211" not in {action.to for action in table.choices(Place)}


@pytest.mark.legal("national.wait")
def test_an_even_die_brings_each_of_them_under_way() -> None:
    table = hand_four()
    while not isinstance(table.state.asked, ArrivalRoll):
        table.do(table.choices(Place)[-1])
    dice = (2, 1, 4, 3)
    table.enter(Outcome("arrival", dice, "seeded"))
    waiting = [unit in table.state.waiting for unit in strangers(table.state)]
    assert waiting == [False, True, False, True]
    assert sum(KIND_OF[unit].power for unit in strangers(table.state)) == 10


def test_each_die_says_which_of_the_newcomers_it_is_for() -> None:
    table = hand_four()
    while not isinstance(table.state.asked, ArrivalRoll):
        table.do(table.choices(Place)[-1])
    dice = GAME.pending(table.state)
    assert isinstance(dice, Dice)
    assert [facts["place"] for facts in dice.each] == [table.state.spot(unit) for unit in strangers(table.state)]
    said = [GAME.texts.say("en", f"die.{dice.name}", facts) for facts in dice.each]
    names = [GAME.texts.say("en", f"unit.{KIND_OF[unit].id}") for unit in strangers(table.state)]
    assert [each.partition(" on ")[0] for each in said] == names


@pytest.mark.illegal("stack.barracks")
def test_no_panicked_unit_is_put_beside_finance_police_that_wait() -> None:
    units = {"A": ("mov-6-6", "2412"), "x": ("riot", "2512"), "y": ("finance", "1503"), "z": ("finance", "1603")}
    table = Table(units, "power", combat=True, hand=5, options={"national": "yes"})
    table.state = msgspec.structs.replace(table.state, waiting=table.units("y"))
    table.roll(1)
    assert table.asked == ("march", "confine")
    assert table.why_not(Confine(table.unit["x"], "1503")) == {"stack.barracks"}
    assert table.may(Confine(table.unit["x"], "1603")), "who is under way shares a hex like others"


@pytest.mark.illegal("national.wait")
def test_who_waits_does_not_move() -> None:
    waiting = next(counter.unit for counter in COUNTERS if counter.set == "strangers")
    table = Table({"A": ("mov-4-2", "0505")}, hand=5, options={"national": "yes"})
    spots = list(table.state.march)
    spots[waiting] = "1004"
    table.state = msgspec.structs.replace(table.state, march=tuple(spots), waiting=(waiting,))
    assert table.why_not(Move(waiting, "0904")) == {"national.wait"}
