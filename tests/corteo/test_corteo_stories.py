"""What holds in a game of every scenario, whatever is played: nothing is lost, offers are legal, moves can be read."""

from __future__ import annotations

import random

import pytest

from engines.corteo.actions import Advance, Build, Clear, Confine, Move, Place, Retreat
from engines.corteo.game import GAME
from engines.corteo.roster import GUESTS
from engines.corteo.state import OFF_BOARD
from tests.corteo.eager_games import SCENARIOS, SEATS, decisions, moments, options
from tests.games import properties

BY_HAND = (Place, Move, Build, Clear, Retreat, Confine, Advance)

scenarios = pytest.mark.parametrize("scenario", SCENARIOS)


@scenarios
def test_a_game_of_every_scenario_ends_and_replays(scenario: str) -> None:
    properties.check_replay(GAME, options(scenario), SEATS, moments(scenario))


@scenarios
def test_what_scenarios_offer_is_legal_and_what_they_do_not_is_refused(scenario: str) -> None:
    states = [state for state, _ in decisions(scenario, every=61)]
    rng = random.Random(scenario)
    assert properties.check_offers(GAME, states, rng, most=12) > 200
    assert properties.check_refusals(GAME, states, rng) > 100


@scenarios
def test_moves_of_scenarios_are_read_from_the_board(scenario: str) -> None:
    rng = random.Random(scenario)
    read = [
        properties.check_read_from_the_board(GAME, state, [seat], BY_HAND, rng, most=6)
        for state, seat in decisions(scenario, every=61)
    ]
    assert sum(read) > 60


@scenarios
def test_scenarios_come_back_from_the_store_and_are_told_in_every_language(scenario: str) -> None:
    properties.check_json(GAME, moments(scenario)[::29])
    assert "moved" in properties.check_words(GAME, moments(scenario)[::7])


def test_mobile_objectives_are_all_there_until_the_end() -> None:
    for scenario, count in (("internationalist", 5), ("antifascist", 10)):
        states = [moment.state for moment in moments(scenario) if moment.state.hand]
        for state in states[::60]:
            spots = [state.spot(unit) for unit in GUESTS if state.spot(unit)]
            assert len(spots) == count
            standing = [spot for spot in spots if spot not in OFF_BOARD]
            assert not set(standing) & set(state.march)
