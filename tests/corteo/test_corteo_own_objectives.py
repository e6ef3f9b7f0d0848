"""Objectives that the players agree on themselves (§12b): wished for before the game, played as those of the map."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from corteo_positions import GAME, Table

from engines.corteo.actions import Agree, Build, EndMovement, NoWish, Place, Refuse, Throw, Wish
from engines.corteo.agenda import AskWish, Placing
from engines.corteo.city import CITY
from engines.corteo.objectives import value
from engines.corteo.sequence import objective_points
from engines.corteo.sites import opening_cells, site_cells
from engines.corteo.state import State
from engines.entries import Act
from engines.options import chosen
from engines.pending import Decision, Over
from engines.physical import Change, Lying
from engines.simulation import play_random
from engines.texts import LANGUAGES
from tests.games import properties
from tests.games.played import Moment

SEATS = ("march", "power")
HOME, NEXT, BEYOND = "1802", "1702", "1902"
"""A street, and those on either side of it."""
WHITE = "counter:own"


def wishing(**options: str) -> State:
    """A game in which up to two objectives may be agreed on, before anybody is set up."""
    return GAME.new(chosen(GAME.options, {"own": "2", **options}), SEATS)


def told(state: State, *deeds: tuple[str, Any]) -> State:
    for seat, action in deeds:
        state = GAME.apply(state, Act(seat, action)).state
    return state


def agreed(units: dict[str, tuple[str, str]], side: Any = "march", **more: Any) -> Table:
    """A position in a game in which the street `HOME` is an objective worth 7."""
    return Table(units, side, own=((HOME, 7),), **{"advanced": True, **more})


@pytest.mark.legal("own.wish")
@pytest.mark.legal("own.consent")
def test_what_both_sides_want_is_an_objective_and_a_white_piece_lies_there() -> None:
    state = told(wishing(), ("march", Wish(HOME, 7)))
    assert GAME.pending(state) == Decision(("power",), "consent", default=Refuse())
    assert GAME.placement(state).contents(HOME) == (WHITE,)
    state = told(state, ("power", Agree()), ("march", Wish(NEXT, 1)), ("power", Agree()))
    assert GAME.view(state, None).own == ((NEXT, 1), (HOME, 7))
    assert GAME.placement(state).contents(NEXT) == (WHITE,)
    assert GAME.pending(state).kind == "placing", "there were two white pieces"


@pytest.mark.legal("own.consent")
def test_what_the_power_refuses_is_none_and_another_may_be_named_or_no_more() -> None:
    state = told(wishing(), ("march", Wish(HOME, 9)), ("power", Refuse()))
    assert state.own == ()
    assert GAME.placement(state).contents(HOME) == ()
    assert state.asked == AskWish(2), "no white piece was used up"
    assert GAME.pending(told(state, ("march", NoWish()))).kind == "placing"


@pytest.mark.legal("own.where")
@pytest.mark.illegal("own.where")
def test_it_is_a_street_that_is_no_exit_of_barracks_and_only_once() -> None:
    state = told(wishing(), ("march", Wish(HOME, 7)), ("power", Agree()))
    offered = {action.at for action in GAME.legal(state, "march") if isinstance(action, Wish)}
    assert {CITY.terrain[cell] for cell in offered} == {"street"}
    for cell in ("1012", next(iter(CITY.exits)), HOME):
        assert [wrong.rule for wrong in GAME.judge(state, "march", Wish(cell, 3))] == ["own.where"]
    assert [wrong.rule for wrong in GAME.judge(state, "march", Wish("9999", 3))] == ["map.hexes"]


@pytest.mark.legal("own.points")
@pytest.mark.illegal("own.points")
def test_it_brings_one_to_nine_points() -> None:
    state = wishing()
    offered = {action.points for action in GAME.legal(state, "march") if isinstance(action, Wish)}
    assert offered == set(range(1, 10))
    for points in (0, 10, -3):
        assert [wrong.rule for wrong in GAME.judge(state, "march", Wish(HOME, points))] == ["own.points"]


def test_it_is_not_the_power_that_wishes_nor_the_march_that_agrees() -> None:
    state = wishing()
    assert [wrong.rule for wrong in GAME.judge(state, "power", Wish(HOME, 3))] == ["setup.order"]
    state = told(state, ("march", Wish(HOME, 3)))
    assert [wrong.rule for wrong in GAME.judge(state, "march", Agree())] == ["setup.order"]


@pytest.mark.legal("own.objective")
def test_held_to_the_end_of_a_hand_it_brings_its_points_in_a_scenario_too() -> None:
    table = agreed({"A": ("mov-4-2", HOME)}, "power", hand=6).do(EndMovement())
    assert table.state.taken == (HOME,)
    assert objective_points(table.state) == 7
    fixed = GAME.new(chosen(GAME.options, {"scenario": "internationalist", "own": "1"}), SEATS)
    assert value(told(fixed, ("march", Wish(HOME, 7)), ("power", Agree())), HOME) == 7


@pytest.mark.legal("own.objective")
def test_left_it_is_closed_and_the_white_piece_stays() -> None:
    table = agreed({"A": ("mov-6-6", HOME), "B": ("mov-4-2", BEYOND)}, hand=7, taken=(HOME,)).move("A", NEXT)
    assert table.state.covered == (HOME,)
    assert table.told("closed")
    assert objective_points(table.state) == 7
    assert GAME.placement(table.state).contents(HOME) == (WHITE,)
    assert table.no_move("B", HOME) == {"objective.covered"}
    assert GAME.audit(table.state) == []


@pytest.mark.legal("own.objective")
def test_who_comes_onto_it_stops_and_must_leave_it_once_it_is_held() -> None:
    table = agreed({"A": ("mov-6-6", NEXT)}).move("A", HOME)
    assert table.no_move("A", BEYOND) == {"objective.stop"}
    held = agreed({"A": ("mov-6-6", HOME)}, hand=7, taken=(HOME,))
    assert "objective.leave" in held.why_not(EndMovement())
    base = agreed({"A": ("mov-6-6", NEXT)}, advanced=False).move("A", HOME)
    assert base.may_move("A", BEYOND), "in the base game nobody stops on objectives"


def test_cars_stay_out_and_go_round_it_while_police_on_foot_may_hold_it() -> None:
    table = agreed({"x": ("gas", NEXT), "y": ("riot", BEYOND)}, "power")
    assert table.no_move("x", HOME) == {"terrain.motor_objective"}
    assert table.may_move("y", HOME)


def test_no_barricade_stands_on_it_and_no_throw_goes_beyond() -> None:
    table = agreed({"A": ("mov-6-6", NEXT)})
    assert table.why_not(Build(table.unit["A"], HOME)) == {"barricade.terrain"}
    line = {"A": ("mov-6-6", NEXT), "x": ("riot", BEYOND)}
    assert Table(line, advanced=True).choices(Throw)
    assert not agreed(line).choices(Throw)
    for closed in ("covered", "smoke"):
        assert not agreed(line, **{closed: (HOME,)}).choices(Throw), "that opens no line"


def test_guards_may_begin_on_it_and_are_bound_to_it() -> None:
    state = told(wishing(version="advanced"), ("march", Wish(HOME, 7)), ("power", Agree()), ("march", NoWish()))
    while GAME.pending(state).seats == ("march",):
        state = told(state, ("march", next(iter(GAME.legal(state, "march")))))
    assert GAME.judge(state, "power", Place("guards", HOME)) == ()
    table = agreed({"x": ("guards", HOME)}, "power")
    assert table.no_move("x", NEXT) == {"garrison.bound"}


def test_wardens_and_in_the_social_scenario_all_police_may_begin_near_it() -> None:
    """Within 7 and 6 hexes, as of objectives of the map; but no car on it, and no warden in Piazza Mento."""
    corner, far, in_the_square = "0002", "0106", "0505"
    wardens = opening_cells("wardens", (corner,))
    assert {corner, far} & set(opening_cells("wardens")) == set()
    assert {corner, far} <= set(wardens)
    assert in_the_square not in wardens
    assert far not in site_cells("within", "gas", "")
    assert far in site_cells("within", "gas", "", (corner,))
    assert corner not in site_cells("within", "gas", "", (corner,))
    assert corner in site_cells("within", "guards", "", (corner,))
    state = told(wishing(scenario="social"), ("march", Wish(corner, 7)), ("power", Agree()))
    item = Placing("power", (("gas", 10), ("guards", 10)), where="within")
    state = msgspec.structs.replace(state, agenda=(item,))
    assert GAME.judge(state, "power", Place("gas", far)) == ()
    assert GAME.judge(state, "power", Place("guards", corner)) == ()
    assert [wrong.rule for wrong in GAME.judge(state, "power", Place("gas", corner))] == ["social.police"]


def test_it_stands_in_the_yellow_pages_with_its_street_and_points() -> None:
    options = chosen(GAME.options, {"own": "2"})
    blank = GAME.directory(options)[1]
    assert (blank.title, len(blank.listings)) == ("directory.own", 2), "on paper there is room to write them in"
    state = told(wishing(), ("march", Wish(BEYOND, 7)), ("power", Agree()))
    (own,) = GAME.directory(options, state)[1].listings
    assert (own.name("it"), own.cells, own.facts) == ("Via Veline", (BEYOND,), {"points": 7})
    assert "directory.own" not in [chapter.title for chapter in GAME.directory(chosen(GAME.options, {}))]


def test_a_white_piece_that_is_laid_on_a_street_is_read_as_a_wish_and_below_a_unit_it_may_be_left_out() -> None:
    state = wishing()
    laid = GAME.interpret(state, Change(arrived=(Lying(HOME, WHITE),)))
    assert {intent.action for intent in laid} == {Wish(HOME, points) for points in range(1, 10)}
    shown = GAME.placement(agreed({"A": ("mov-4-2", HOME)}).state)
    assert shown.contents(HOME) == ("counter:mov-4-2", WHITE)
    assert shown.allows(HOME, ("counter:mov-4-2",))


@pytest.mark.parametrize("version", ["base", "advanced"])
def test_games_with_objectives_of_their_own_end_and_nothing_is_lost(version: str) -> None:
    options = chosen(GAME.options, {"version": version, "own": "6"})
    over = play_random(GAME, options, SEATS, random.Random(3))
    assert isinstance(over.over, Over)
    assert len(over.state.own) > 1
    assert GAME.audit(over.state) == []


def test_what_is_wished_is_kept_and_can_be_said_in_every_language() -> None:
    moments, state = [], wishing()
    for seat, action in (
        ("march", Wish(HOME, 7)),
        ("power", Refuse()),
        ("march", Wish(HOME, 3)),
        ("power", Agree()),
        ("march", NoWish()),
    ):
        moments.append(Moment(state, Act(seat, action)))
        state = told(state, (seat, action))
    properties.check_json(GAME, moments)
    properties.check_words(GAME, moments)
    for lang in LANGUAGES:
        assert GAME.texts.say(lang, f"look.{WHITE}")


def test_a_game_without_them_asks_nobody() -> None:
    state = GAME.new(chosen(GAME.options, {}), SEATS)
    assert GAME.pending(state).kind == "placing"
    assert GAME.view(state, None).own is msgspec.UNSET
