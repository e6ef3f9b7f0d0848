"""The anti-repressive scenario: the accused, influence, the verdict, the storm and the helicopter."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from corteo_positions import GAME, Table
from scenario_games import begun, opened, score_reasons

from engines.corteo.actions import Accuse, Fly, Place, Storm
from engines.corteo.agenda import Placing, VerdictRoll
from engines.corteo.city import CITY
from engines.corteo.roster import KIND_OF, Side
from engines.corteo.sequence import arrested_points
from engines.corteo.sites import zone
from engines.corteo.state import OFF_BOARD, PRISON, SUPPLY, TRIAL, Trial
from engines.corteo.trial import accused_now
from engines.entries import Act, Outcome

COURT = {"scenario": "antirepressive"}


def table(units: dict[str, tuple[str, str]], side: Side = "march", accused: str = "", **more: Any) -> Table:
    plot = more.pop("plot", Trial())
    made = Table(units, side, options=COURT, plot=plot, **more)
    numbers = tuple(made.unit[letter] for letter in accused)
    made.state = msgspec.structs.replace(made.state, plot=msgspec.structs.replace(plot, accused=numbers))
    return made


def before_court(**more: Any) -> Table:
    """Radicals and a zombie head a march on Piazzale Odio; three units are on trial."""
    odio = sorted(zone("odio"))
    units = {"A": ("radicals-4-1", odio[0]), "B": ("zombies-4-1", odio[0]), "x": ("riot", "0202")}
    units |= dict.fromkeys("PQR", ("mov-4-4", TRIAL))
    return table(units, "power", accused="PQR", heads="AB", **more)


@pytest.mark.legal("antirepressive.army", "antirepressive.accused", "antirepressive.police")
def test_forty_units_for_132_points_three_of_them_on_trial() -> None:
    state, done = opened("antirepressive", random.Random(6))
    units = [unit for unit, spot in enumerate(state.march) if spot]
    assert len(units) == 40
    assert sum(KIND_OF[unit].power for unit in units) <= 132
    assert sum(spot == TRIAL for spot in state.march) == 3
    assert state.leading == {"radicals", "zombies", "groups"}
    assert sum(isinstance(action, Accuse) for action in done) == 3
    around = begun("antirepressive", until="around")
    assert around.may(Place("riot", min(zone("odio"))))


@pytest.mark.legal("antirepressive.army")
def test_all_forty_march_from_the_start_where_those_from_other_cities_come_later() -> None:
    table = begun("antirepressive", until="accused", national="yes")
    assert sum(bool(spot) for spot in table.state.march) == 40


@pytest.mark.illegal("antirepressive.army", "antirepressive.accused", "antirepressive.police")
def test_not_for_more_nobody_beside_the_board_and_police_not_in_the_square() -> None:
    dear = begun("antirepressive")
    for kind in (
        "mov-6-6",
        "autop-6-6",
        "mov-6-4",
        "anarchists-6-6",
        "autop-6-4",
        "lc-6-4",
        "anarchists-6-4",
        "mov-4-4",
    ):
        while dear.may(Place(kind, dear.free())):
            dear.do(Place(kind, dear.free()))
    assert dear.why_not(Place("mov-4-4", dear.free())) == {"antirepressive.army"}
    assert begun("antirepressive", until="accused").why_not(Accuse(99)) == {"antirepressive.accused"}
    assert begun("antirepressive", until="around").why_not(Place("riot", "2605")) == {"antirepressive.police"}


@pytest.mark.legal("antirepressive.influence")
def test_objectives_that_the_linked_march_controls_count_once_and_are_not_occupied() -> None:
    post = next(cell for cell, sign in CITY.category.items() if sign == "bar")
    beside = next(cell for cell in CITY.near[post] if CITY.terrain[cell] == "avenue")
    units = {"A": ("radicals-4-1", beside), "B": ("zombies-4-1", beside), "C": ("mov-4-4", post)}
    shown = table(units, "power", heads="AB").end()
    assert score_reasons(shown.state) == {"influence": 2}
    assert shown.state.taken == ()
    again = table(units, "power", heads="AB", plot=shown.state.plot).end()
    assert score_reasons(again.state) == {}, "it came under their influence in the hand before"
    storming = table(units, "power", heads="AB", plot=Trial(storming=True)).end()
    assert score_reasons(storming.state) == {}
    assert storming.state.taken == (post,)


@pytest.mark.legal("antirepressive.verdict", "antirepressive.freed")
def test_a_head_before_the_court_brings_a_verdict_and_four_frees() -> None:
    heard = before_court().end()
    assert heard.die == "verdict"
    heard.enter(Outcome("verdict", (4, 3, 6), "seeded"))
    assert score_reasons(heard.state)["freed"] == 8
    assert heard.spot("Q") == TRIAL
    assert heard.asked == ("march", "placing")
    heard.do(heard.choices(Place)[0])
    heard.do(heard.choices(Place)[0])
    assert sum(spot in zone("odio") for spot in heard.state.march) == 4


@pytest.mark.legal("antirepressive.verdict")
def test_who_was_never_chosen_for_the_march_does_not_join_with_those_set_free() -> None:
    state, _ = opened("antirepressive", random.Random(6))
    there = sum(spot not in OFF_BOARD for spot in state.march)
    assert any(state.march[unit] == SUPPLY for unit in state.house.cast("march"))
    ruled = msgspec.structs.replace(state, agenda=(VerdictRoll(accused_now(state)), *state.agenda))
    ruled = GAME.apply(ruled, Outcome("verdict", (6, 1, 1), "seeded")).state
    while isinstance(ruled.asked, Placing):
        ruled = GAME.apply(ruled, Act("march", next(iter(GAME.legal(ruled, "march"))))).state
    assert sum(spot not in OFF_BOARD for spot in ruled.march) == there + 1


def test_more_arrests_than_stand_trial_and_the_judges_do_not_listen() -> None:
    arrested = before_court()
    spots = list(arrested.state.march)
    for unit in range(12):
        spots[unit] = PRISON if spots[unit] != TRIAL else TRIAL
    arrested.state = msgspec.structs.replace(arrested.state, march=tuple(spots))
    assert arrested_points(arrested.state) > 12
    arrested.end()
    assert arrested.over is None
    assert arrested.asked[1] != "verdict"
    assert score_reasons(arrested.state).get("freed", 0) == 0


def quiet(**more: Any) -> Table:
    """The march before the court, nobody arrested, in its own turn."""
    odio = sorted(zone("odio"))
    units = {"A": ("radicals-4-1", odio[0]), "x": ("riot", "0202"), **dict.fromkeys("PQR", ("mov-4-4", TRIAL))}
    return table(units, accused="PQR", **more)


@pytest.mark.legal("antirepressive.storm")
def test_force_frees_the_accused_for_a_unit_before_the_court() -> None:
    court = next(cell for cell, sign in CITY.category.items() if sign == "court")
    units = {"A": ("mov-4-4", court), "x": ("riot", "0202"), "P": ("mov-4-4", TRIAL)}
    freed = table(units, accused="P").do(Storm()).end()
    assert score_reasons(freed.state) == {"freed": 4}


@pytest.mark.illegal("antirepressive.storm", "antirepressive.flight")
def test_not_twice_nor_in_other_games_and_the_helicopter_waits_for_it() -> None:
    calm = quiet()
    calm.do(Storm())
    assert calm.why_not(Storm()) == {"antirepressive.storm"}
    assert Table({"A": ("mov-4-4", "0505")}).why_not(Storm()) == {"antirepressive.storm"}
    peace = before_court()
    assert peace.why_not(Fly()) == {"antirepressive.flight"}


@pytest.mark.legal("antirepressive.flight")
def test_then_the_power_flies_them_to_prison_where_they_count_for_nothing() -> None:
    flown = before_court(plot=Trial(storming=True))
    before = arrested_points(flown.state)
    flown.do(Fly())
    assert flown.spot("P") == PRISON
    assert arrested_points(flown.state) == before
