"""Objectives, the end of a hand and of the game, set-up and reinforcements."""

from __future__ import annotations

import random
from typing import Any

import pytest
from corteo_positions import GAME, PRISON, Table

from engines.corteo.actions import Build, ChooseComponent, EndMovement, Place
from engines.corteo.agenda import AskComponent, Movement, Placing
from engines.corteo.city import CITY
from engines.corteo.placing import completable
from engines.corteo.sequence import objective_points
from engines.corteo.standing import STACK
from engines.entries import Act

SHOP, BAR = "0812", "1013"


def held(advanced: bool = False, **more: Any) -> Table:
    """Hand 7: a unit stands on a shop that it has held since the last hand; another far away."""
    units = {"A": ("mov-6-6", SHOP), "B": ("mov-4-2", "0505")}
    return Table(units, hand=7, advanced=advanced, taken=(SHOP,), **more)


@pytest.mark.legal("objective.hold")
def test_an_objective_held_at_the_end_of_a_hand_brings_its_points() -> None:
    table = Table({"A": ("mov-4-2", SHOP)}, "power", hand=6).do(EndMovement())
    assert table.state.taken == (SHOP,)
    assert objective_points(table.state) == 1
    assert table.told("objective_taken")


@pytest.mark.legal("objective.hold")
def test_an_objective_that_the_police_cleared_in_time_brings_nothing() -> None:
    table = Table({"A": ("mov-4-2", SHOP), "x": ("carabinieri", "0912")}, "power", hand=6, combat=True)
    table.roll(6)
    if table.asked[1] == "retreat":
        table.back("A", sorted(table.retreats("A"))[0])
    assert table.state.taken == ()


@pytest.mark.legal("objective.covered")
def test_an_objective_that_is_left_is_covered() -> None:
    table = held().move("A", "0912")
    assert (table.state.taken, table.state.covered) == ((), (SHOP,))
    assert objective_points(table.state) == 1
    assert GAME.placement(table.state).contents(SHOP) == ("counter:cover-1",)


@pytest.mark.illegal("objective.covered")
def test_nobody_enters_a_covered_objective() -> None:
    table = Table({"B": ("mov-4-2", "0912")}, covered=(SHOP,))
    assert table.no_move("B", SHOP) == {"objective.covered"}


@pytest.mark.legal("objective.covered")
def test_of_two_units_the_last_to_leave_covers() -> None:
    units = {"A": ("mov-6-6", SHOP), "C": ("mov-4-1", SHOP)}
    table = Table(units, hand=7, taken=(SHOP,)).move("A", "0912")
    assert table.state.covered == ()
    assert table.move("C", "0911").state.covered == (SHOP,)


@pytest.mark.legal("objective.stop")
def test_in_the_base_game_a_unit_walks_on_over_an_objective_and_in_the_advanced_game_it_stops() -> None:
    assert Table({"A": ("mov-4-2", "0912")}).move("A", SHOP).reach("A")
    assert not Table({"A": ("mov-4-2", "0912")}, advanced=True).move("A", SHOP).reach("A")


@pytest.mark.illegal("objective.stop")
def test_it_does_not_go_on() -> None:
    table = Table({"A": ("mov-4-2", "0912")}, advanced=True).move("A", SHOP)
    assert table.no_move("A", "0912") == {"objective.stop"}


@pytest.mark.legal("objective.leave")
def test_in_the_base_game_it_may_stay() -> None:
    assert held().may(EndMovement())


@pytest.mark.illegal("objective.leave")
def test_in_the_advanced_game_it_must_leave_and_keeps_points_for_that_whatever_it_does_before() -> None:
    table = held(advanced=True)
    assert table.why_not(EndMovement()) == {"objective.leave"}
    assert table.why_not(Build(table.unit["A"], "0912")) == {"objective.leave"}, "its two points are all it has"
    table.move("A", "0912")
    assert table.may(EndMovement())


@pytest.mark.legal("objective.leave")
@pytest.mark.illegal("objective.leave")
def test_a_shock_group_may_throw_from_there_and_then_leaves_before_anybody_else_moves() -> None:
    units = {"A": ("mov-6-6", "0729"), "B": ("mov-4-2", "0505"), "x": ("riot", "0929")}
    table = Table(units, hand=7, advanced=True, taken=("0729",)).throw("A", "0929").roll(1)
    assert table.why_not(EndMovement()) == {"objective.leave"}
    assert table.no_move("B", "0605") == {"objective.leave"}
    assert table.reach("A")


@pytest.mark.illegal("objective.leave")
def test_it_does_not_bar_its_own_way_out() -> None:
    ways = [cell for cell in CITY.near[SHOP] if CITY.terrain[cell] in ("street", "avenue")]
    *shut, last = ways
    table = Table(
        {"A": ("mov-6-6", SHOP)},
        hand=7,
        advanced=True,
        taken=(SHOP,),
        barricades=tuple(shut),
        barricade_age=(1,) * len(shut),
    )
    assert table.reach("A")
    assert table.why_not(Build(table.unit["A"], last)) == {"objective.leave"}


@pytest.mark.illegal("objective.leave")
def test_nobody_takes_over_there_nor_do_two_take_turns_so_that_it_is_never_covered() -> None:
    units = {"A": ("mov-6-6", SHOP), "B": ("mov-4-2", SHOP), "C": ("mov-4-1", "0911")}
    table = Table(units, hand=7, advanced=True, taken=(SHOP,))
    table.move("A", "0912")
    assert table.no_move("A", SHOP) == {"objective.leave"}, "A does not come back while B still stands there"
    table.move("B", "0912")
    assert table.no_move("C", SHOP) == {"objective.covered"}
    alone = Table({"A": ("mov-6-6", SHOP), "C": ("mov-4-1", "0911")}, hand=7, advanced=True, taken=(SHOP,))
    assert alone.no_move("C", SHOP) == {"objective.leave"}


# --- the end ---------------------------------------------------------------------------------------------


@pytest.mark.legal("end.tenth", "turn.hands", "end.score")
def test_after_the_tenth_hand_arrests_are_taken_from_objectives() -> None:
    table = Table({"A": ("mov-4-2", SHOP)}, "power", hand=10, covered=("2409",)).do(EndMovement())
    assert table.over
    assert table.over.reason == "crushing_power"
    caught = 102 - 2
    assert GAME.view(table.state, None).score == 5 + 1 - caught


@pytest.mark.illegal("end.tenth")
def test_then_nothing_is_played_any_more() -> None:
    table = Table({"A": ("mov-4-2", SHOP)}, "power", hand=10).do(EndMovement())
    assert table.why_not(EndMovement(), by="power") == {"end.tenth"}


@pytest.mark.legal("turn.hands")
def test_before_that_a_new_hand_begins_with_the_march() -> None:
    table = Table({"A": ("mov-4-2", SHOP)}, "power", hand=9).do(EndMovement())
    assert (table.state.hand, table.asked) == (10, ("march", "movement"))


@pytest.mark.legal("end.shock")
def test_shock_groups_in_the_street_count_as_arrested_at_the_end_of_an_advanced_game() -> None:
    units = {"A": ("mov-6-6", "0505"), "B": ("mov-6-4", "0111"), "C": ("autop-6-6", "1004"), "D": ("mov-4-4", "0507")}
    table = Table(units, "power", hand=10, advanced=True).do(EndMovement())
    assert [table.spot(letter) == PRISON for letter in "ABCD"] == [True, False, False, False]
    assert Table(units, "power", hand=10).do(EndMovement()).spot("A") == "0505"


# --- set-up ----------------------------------------------------------------------------------------------


def opening(advanced: bool = False) -> Table:
    """A game before the first counter is placed."""
    table = Table({"A": ("mov-4-2", "0505")})
    table.state = GAME.new({"version": "advanced" if advanced else "base"}, ("march", "power"))
    return table


def filled(table: Table, until: type, rng: random.Random) -> Table:
    """Places at random until something else is asked."""
    while not isinstance(table.state.asked, until):
        side = table.asked[0]
        table.enter(Act(side, rng.choice(list(GAME.legal(table.state, side)))))
    return table


@pytest.mark.legal("setup.square", "setup.order", "players.sides")
def test_the_march_is_set_up_first_in_piazza_mento() -> None:
    table = opening()
    assert table.asked == ("march", "placing")
    assert table.may(Place("mov-4-2", "0505"))
    filled(table, AskComponent, random.Random(1))
    assert max(table.state.march.count(cell) for cell in table.state.march if cell) == STACK


@pytest.mark.illegal("setup.square", "setup.order", "setup.march")
def test_nowhere_else_and_the_police_wait() -> None:
    table = opening()
    assert table.why_not(Place("mov-4-2", "1005")) == {"setup.square"}
    assert table.why_not(Place("guards", "2409"), by="power") == {"setup.order"}
    for cell in ("0505", "0505", "0605"):
        table.do(Place("mov-4-2", cell))
    assert table.why_not(Place("mov-4-2", "0605")) == {"setup.march"}
    assert table.why_not(Place("mov-4-1", "0505")) == {"stack.two"}


@pytest.mark.legal("head.component_choice")
def test_then_it_chooses_the_component_that_leads() -> None:
    table = filled(opening(), AskComponent, random.Random(2)).do(ChooseComponent("zombies"))
    assert table.state.component == "zombies"
    assert table.asked == ("power", "placing")


@pytest.mark.illegal("head.component_choice")
def test_no_component_leads_that_marches() -> None:
    table = filled(opening(), AskComponent, random.Random(2))
    assert table.why_not(ChooseComponent("liberals")) == {"head.component_choice"}


def police_opening() -> Table:
    table = filled(opening(), AskComponent, random.Random(3)).do(ChooseComponent("mov"))
    assert isinstance(table.state.asked, Placing)
    return table


@pytest.mark.legal("setup.guards", "setup.barracks", "setup.power")
def test_guards_begin_on_objectives_and_riot_squads_in_barracks() -> None:
    table = police_opening()
    assert table.may(Place("guards", "2409"))
    assert table.may(Place("riot", "1603"))
    assert table.may(Place("wardens", "1005"))


@pytest.mark.illegal("setup.guards", "setup.barracks", "setup.wardens", "setup.no_police_in_square", "setup.power",
                     "stack.barracks")  # fmt: skip
def test_nowhere_else_and_no_others() -> None:
    table = police_opening()
    assert table.why_not(Place("guards", "2410")) == {"setup.guards"}
    assert table.why_not(Place("riot", "1005")) == {"setup.barracks"}
    assert table.why_not(Place("wardens", "0111")) == {"setup.wardens"}
    assert table.why_not(Place("wardens", "0505")) == {"setup.no_police_in_square"}
    assert table.why_not(Place("gas", "1603")) == {"setup.power"}
    table.do(Place("riot", "1603"), Place("riot", "1603"))
    assert table.why_not(Place("riot", "1603")) == {"stack.barracks"}


# --- reinforcements --------------------------------------------------------------------------------------


def arriving(hand: int, advanced: bool) -> Table:
    """A game whose power turn of `hand` has just begun, everything else placed at random and left alone."""
    table = filled(opening(advanced), Movement, random.Random(4))
    while table.asked != ("power", "placing") or table.state.hand < hand:
        if table.asked[1] == "placing":
            table.do(next(iter(GAME.legal(table.state, "power"))))
        elif table.asked[1] == "movement":
            table.do(EndMovement())
        else:
            table.do(next(iter(GAME.legal(table.state, table.asked[0]))))
    return table


@pytest.mark.legal("order.units", "order.barracks")
def test_in_hand_two_of_the_base_game_five_armoured_cars_come_into_barracks() -> None:
    table = arriving(2, advanced=False)
    assert {action.kind for action in table.choices(Place)} == {"armoured"}
    for _ in range(5):
        table.do(table.choices(Place)[-1])
    assert table.asked == ("power", "movement")


@pytest.mark.illegal("order.units", "order.barracks")
def test_nobody_else_and_nowhere_else() -> None:
    table = arriving(2, advanced=False)
    assert table.why_not(Place("gas", "3928")) == {"order.units"}
    assert table.why_not(Place("armoured", "2410")) == {"order.barracks"}


@pytest.mark.legal("order.points")
def test_in_the_advanced_game_twenty_points_are_chosen() -> None:
    table = arriving(2, advanced=True)
    assert {"armoured", "gas", "carabinieri"} == {action.kind for action in table.choices(Place)}
    for kind in ("gas", "gas", "carabinieri", "carabinieri"):
        table.do(next(action for action in table.choices(Place) if action.kind == kind))
    assert table.asked == ("power", "movement")


@pytest.mark.illegal("order.points")
def test_what_could_never_add_up_is_refused() -> None:
    table = arriving(2, advanced=True)
    for kind in ("gas", "gas"):
        table.do(next(action for action in table.choices(Place) if action.kind == kind))
    assert table.why_not(Place("gas", "3928")) == {"order.points"}, "two points would be left"


@pytest.mark.illegal("order.points")
@pytest.mark.parametrize(
    ("units", "hands", "adds_up"),
    [
        ({4: 2}, (4, 4), True),
        ({4: 1, 2: 2}, (4, 4), True),
        ({4: 2}, (4, 2), False),
        ({2: 3, 1: 1}, (2, 1, 2), True),
        ({2: 4}, (2, 1, 2), False),
        ({2: 2, 1: 1}, (2, 2, 2), False),
    ],
)
def test_what_comes_now_leaves_units_for_every_hand_to_come(
    units: dict[int, int], hands: tuple[int, ...], adds_up: bool
) -> None:
    """Powers of the units that are left with how many there are, and the points of this hand and those to come."""
    assert completable(tuple(sorted(units.items())), hands) is adds_up
