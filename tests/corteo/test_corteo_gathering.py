"""The social scenario: the secret place, the beginning, forming and dispersing, going home, the walk of heads."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from corteo_positions import GAME, Table
from scenario_games import begun, opened, options, score_reasons, step

from engines.corteo import gathering
from engines.corteo.actions import (
    Advance,
    Build,
    ChoosePlace,
    Clear,
    EndMovement,
    Hold,
    Leave,
    Move,
    Place,
    Retreat,
)
from engines.corteo.city import CITY
from engines.corteo.draft import Draft
from engines.corteo.ground import ANYWHERE
from engines.corteo.marching import linked
from engines.corteo.reach import BACK_AFTER
from engines.corteo.roster import KIND_OF, Side
from engines.corteo.sites import grey_places, site_cells, to_edge
from engines.corteo.state import AWAY, GONE, Absence, Gathering, State
from engines.corteo.views import View
from engines.entries import Act, Outcome

SOCIAL = {"scenario": "social"}
STREET = "street-2"
"""Corso Storico, row 5."""


def table(units: dict[str, tuple[str, str]], side: Side = "march", **more: Any) -> Table:
    plot = more.pop("plot", Gathering(STREET))
    return Table(units, side, options=SOCIAL, plot=plot, **more)


def column(count: int, first: int = 6) -> dict[str, tuple[str, str]]:
    """`count` units two by two along Corso Storico from column `first` on, as letters from ``A``."""
    kinds = (
        ["mov-6-4"] * 4 + ["mov-4-4"] * 4 + ["mov-4-2"] * 3 + ["mov-4-1"] * 4 + ["autop-6-6"] * 3 + ["anarchists-6-6"]
    )
    kinds += ["ml-4-2"] * 2 + ["lc-6-4", "lc-4-4"]
    return {chr(65 + number): (kinds[number], f"{first + number // 2:02d}05") for number in range(count)}


# --- set-up ----------------------------------------------------------------------------------------------


@pytest.mark.legal("social.start", "social.police", "social.enter")
def test_sixteen_shock_groups_begin_in_the_city_and_the_others_come_over_any_border() -> None:
    state, _ = opened("social", random.Random(4))
    there = [(unit, spot) for unit, spot in enumerate(state.march) if spot in CITY.terrain]
    assert all(KIND_OF[unit].shock for unit, _ in there)
    terrain = [CITY.terrain[spot] for _, spot in there]
    assert [terrain.count(kind) for kind in ("crowded", "metro", "popular")] == [4, 4, 8]
    outside = [unit for unit, spot in enumerate(state.march) if spot == GONE]
    assert len(outside) == 24
    moves = [action for action in GAME.legal(state, "march") if isinstance(action, Move) and action.unit == outside[0]]
    assert {CITY.border[move.to][0] for move in moves if move.to in CITY.border} == {"N", "S", "E", "W"}
    assert GAME.judge(state, "march", EndMovement()) == (), "nobody has to come at once"
    assert sum(spot in CITY.terrain for spot in state.power) == 50


@pytest.mark.illegal("social.start", "social.police")
def test_no_others_begin_in_the_city_and_nobody_elsewhere() -> None:
    crowd = begun("social", until="crowded")
    assert crowd.why_not(Place("mov-4-4", crowd.free())) == {"social.start"}
    assert crowd.why_not(Place("mov-6-4", "0505")) == {"social.start"}
    police = begun("social", until="within")
    assert police.why_not(Place("guards", "0505")) == {"social.police"}
    mento = set(site_cells("within", "riot", "")) & CITY.start
    assert not mento, "nobody of the police begins in Piazza Mento (decision 64)"


# --- the secret ------------------------------------------------------------------------------------------


@pytest.mark.legal("social.place")
def test_the_march_writes_down_a_street_or_square_with_eleven_grey_hexes() -> None:
    game = begun("social")
    named = {GAME.texts.say("en", "action.choose_place", {"grey": action.grey}) for action in game.choices(ChoosePlace)}
    assert any("Viale Billikid" in name for name in named)
    assert min(map(len, grey_places().values())) >= 11
    game.do(ChoosePlace(STREET))
    game.enter(Outcome("seal", tuple(range(58)), "seeded"))
    assert len(GAME.published(game.state)) == 64


@pytest.mark.illegal("social.place")
def test_no_place_without_eleven_grey_hexes_is_written_down() -> None:
    assert begun("social").why_not(ChoosePlace("piazza mento")) == {"social.place"}


def written(place: str) -> tuple[State, list[object]]:
    """A social game in which that place is written down, and the news of it for all."""
    state = GAME.new(options("social"), ("march", "power"))
    step = GAME.apply(state, Act("march", ChoosePlace(place)))
    return step.state, [news for news in step.news if news.audience is None]


def test_nobody_but_the_march_learns_the_place_by_any_page_or_news() -> None:
    one, other = written("street-0"), written("street-3")
    assert one[1] == other[1]
    states = [one[0], other[0]]
    rng = random.Random(8)
    assert not GAME.is_open(one[0], Act("march", ChoosePlace("street-0")))
    compared = 0
    while compared < 260:
        entry, _ = step(states[0], rng)
        steps = [GAME.apply(state, entry) for state in states]
        assert len({msgspec.json.encode([n for n in now.news if n.audience != ("march",)]) for now in steps}) == 1
        states = [now.state for now in steps]
        for seat in ("power", None):
            views = {msgspec.json.encode(_unsealed(GAME.view(state, seat))) for state in states}
            assert len(views) == 1
        assert GAME.placement(states[0]) == GAME.placement(states[1])
        compared += 1
    assert GAME.view(states[0], "march").story.place == "street-0"
    assert "street-0" not in msgspec.json.encode(GAME.view(states[0], "power")).decode()


def _unsealed(view: View) -> View:
    """Without the seal, which differs and tells nothing."""
    assert view.story is not msgspec.UNSET
    return msgspec.structs.replace(view, story=msgspec.structs.replace(view.story, seal=""))


# --- the march -------------------------------------------------------------------------------------------


@pytest.mark.legal("social.form", "social.in_place")
def test_twenty_one_linked_units_form_a_march_and_count_in_the_secret_place() -> None:
    formed = table(column(21), "power", hand=4).end()
    assert formed.state.plot == Gathering(STREET, formed=4, shown=True)
    assert score_reasons(formed.state) == {"in_place": 30}
    elsewhere = table(column(21), "power", hand=4, plot=Gathering("street-0")).end()
    assert score_reasons(elsewhere.state) == {}
    assert GAME.view(elsewhere.state, "power").story.place == ""
    few = table(column(20), "power", hand=4).end()
    assert few.state.plot == Gathering(STREET)


@pytest.mark.legal("social.in_place")
@pytest.mark.parametrize(("first", "won"), [(2, {"in_place": 30}), (3, {})])
def test_six_hexes_of_the_secret_place_are_enough_and_five_are_not(first: int, won: dict[str, int]) -> None:
    """Corso Storico crosses Piazza Mento in columns 2 to 7."""
    assert score_reasons(table(column(21, first), "power", hand=4, plot=Gathering("mento")).end().state) == won


@pytest.mark.legal("social.walk")
def test_hexes_that_the_better_head_walks_first_count_in_later_hands() -> None:
    units = column(22)
    walks = table(units, hand=5, heads="AB", plot=Gathering(STREET, formed=4)).move("A", "0405")
    walks.move("B", "0505").move("C", "0605")
    walks.end().end()
    assert score_reasons(walks.state) == {"walked": 2}
    same_hand = table(units, hand=4, heads="AB", plot=Gathering("street-0", formed=4)).move("A", "0505").end().end()
    assert score_reasons(same_hand.state) == {}


@pytest.mark.legal("social.walk")
@pytest.mark.parametrize("order", ["ABCDEFGHIJKLMNOPQRSTUV", "CDEFGHABIJKLMNOPQRSTUV"])
def test_it_counts_the_same_whoever_of_the_march_moves_first(order: str) -> None:
    units = column(22)
    west = table(units, hand=5, heads="AB", plot=Gathering(STREET, formed=4))
    for letter in order:
        west.move(letter, f"{int(units[letter][1][:2]) - 4:02d}05")
    assert score_reasons(west.end().end().state) == {"walked": 4}


@pytest.mark.legal("social.walk")
def test_hex_by_hex_a_head_walks_as_far_as_at_one_go() -> None:
    steps = []
    for ways in (["0205"], ["0405", "0305", "0205"]):
        walk = table(column(22), hand=5, heads="AB", plot=Gathering(STREET, formed=4))
        for to in ways:
            walk.move("A", to)
        assert isinstance(walk.state.plot, Gathering)
        steps.append(walk.state.plot.steps)
    assert steps[0] == steps[1] == ((walk.unit["A"], ("0505", "0405", "0305", "0205")),)


@pytest.mark.legal("social.walk")
def test_heads_that_run_away_from_the_march_walk_for_nothing() -> None:
    units = {**column(21), "y": ("mov-6-6", "2612"), "z": ("mov-6-6", "2612")}
    apart = table(units, hand=5, heads="yz", plot=Gathering(STREET, formed=4)).move("y", "2412")
    assert score_reasons(apart.end().end().state) == {}


def attacked(die: int) -> Table:
    """A formed march has attacked a riot squad at its tail with that die."""
    units = {**column(21), "x": ("riot", "1705")}
    fight = table(units, combat=True, hand=6, plot=Gathering(STREET, formed=4), heads="AB")
    gathering.stands_as_it_wants(draft := Draft(fight.state))
    fight.state = draft.now()
    return fight.roll(die)


@pytest.mark.legal("social.disperse")
def test_a_combat_of_its_own_that_goes_wrong_breaks_the_march_up_too() -> None:
    fled = attacked(die=1)
    while fled.asked == ("power", "retreat"):
        fled.do(fled.choices(Retreat)[-1])
    assert max(map(len, linked(fled.state))) < 21
    while fled.asked != ("power", "movement"):
        fled.do(fled.choices(Hold)[0])
    assert score_reasons(fled.state) == {"dispersed": -10}


@pytest.mark.legal("social.disperse")
def test_who_advances_of_their_own_will_have_not_been_broken_up() -> None:
    won = attacked(die=6)
    won.do(won.choices(Retreat)[-1]).do(won.choices(Advance)[0])
    while won.asked != ("power", "movement"):
        won.do(won.choices(Hold)[0])
    assert score_reasons(won.state) == {}
    assert won.spot("U") == "1705"


@pytest.mark.legal("social.disperse")
def test_breaking_it_up_is_worth_ten_once() -> None:
    units = column(21)
    whole = tuple(sorted(table(units).unit.values()))
    apart = {**units, "U": (units["U"][0], "2605")}
    broken = table(apart, "power", hand=6, plot=Gathering(STREET, formed=4, whole=whole)).end()
    assert score_reasons(broken.state) == {"dispersed": -10}
    again = table(apart, "power", hand=6, plot=Gathering(STREET, formed=4, whole=whole, dispersed=True)).end()
    assert score_reasons(again.state) == {}
    kept = table(units, "power", hand=6, plot=Gathering(STREET, formed=4, whole=whole)).end()
    assert score_reasons(kept.state) == {}


@pytest.mark.legal("social.home")
def test_without_a_march_by_hand_six_weak_units_go_home_and_turn_back_once_it_forms() -> None:
    late = table({"A": ("mov-4-2", "0605"), "B": ("mov-6-6", "0605"), "x": ("riot", "4038")}, "power", hand=5).end()
    plot = late.state.plot
    assert isinstance(plot, Gathering)
    assert plot.homesick
    assert all(to_edge(cell) < to_edge("0605") for cell in late.reach("A"))
    assert late.may_move("B", "0705")
    edge = table({"A": ("mov-4-2", "1400"), "B": ("mov-6-6", "0605")}, plot=Gathering(STREET, homesick=True))
    edge.do(Leave(edge.unit["A"]))
    assert edge.spot("A") == AWAY
    formed = table(column(21), "power", hand=7, plot=Gathering(STREET, homesick=True)).end().state.plot
    assert isinstance(formed, Gathering)
    assert not formed.homesick


@pytest.mark.illegal("social.home")
def test_they_may_neither_stay_nor_go_deeper_into_the_city() -> None:
    sick = table({"A": ("mov-4-2", "0805"), "B": ("mov-6-6", "0605")}, plot=Gathering(STREET, homesick=True))
    assert sick.no_move("A", "0905") == {"social.home"}
    assert sick.why_not(EndMovement()) == {"social.home"}
    assert sick.why_not(Leave(sick.unit["A"])) == {"social.home"}
    absent = (Absence(sick.unit["A"], ANYWHERE, 1 - BACK_AFTER),)
    away = table(
        {"A": ("mov-4-2", GONE), "B": ("mov-6-6", "0605")}, plot=Gathering(STREET, homesick=True), absent=absent
    )
    assert away.reach("A") == set(), "who has not come to the city yet stays away"
    assert away.may(EndMovement())


@pytest.mark.legal("social.barricades")
def test_a_barricade_that_was_cleared_may_be_put_up_again() -> None:
    again = table({"A": ("mov-4-4", "2412")}, barricades=("2512",), barricade_age=(1,), barricades_left=0)
    again.do(Clear(again.unit["A"], "2512"))
    assert again.state.barricades_left == 1
    assert again.may(Build(again.unit["A"], "2512"))
