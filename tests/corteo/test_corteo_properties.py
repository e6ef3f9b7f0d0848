"""What holds in every game of Corteo, whatever is played."""

from __future__ import annotations

import random

import msgspec
import pytest

from engines.corteo.actions import Advance, Build, Clear, Confine, Move, Place, Retreat
from engines.corteo.game import GAME
from engines.pending import Over
from engines.simulation import play_random
from tests.corteo.eager_games import SEATS, VERSIONS, decisions, moments, options
from tests.games import properties

BY_HAND = (Place, Move, Build, Clear, Retreat, Confine, Advance)
"""Actions that a hand does on the board."""

versions = pytest.mark.parametrize("version", VERSIONS)


@versions
def test_nothing_is_lost_or_doubled_in_a_game_that_ends(version: str) -> None:
    kept = moments(version)
    assert len(kept) > 800
    asked = {type(moment.state.asked).__name__ for moment in kept}
    assert {"Movement", "CombatRoll", "Retreating", "Confining", "ThrowRoll"} <= asked


def test_a_game_of_pure_chance_ends_too() -> None:
    played = play_random(GAME, options("base"), SEATS, random.Random(7))
    assert isinstance(played.over, Over)


@versions
def test_what_is_offered_is_never_objected_to_nor_offered_twice(version: str) -> None:
    rng = random.Random(version)
    for state, seat in decisions(version, every=23):
        legal = list(GAME.legal(state, seat))
        assert legal
        assert len(set(legal)) == len(legal)
        for action in rng.sample(legal, min(40, len(legal))):
            assert GAME.judge(state, seat, action) == ()
            assert GAME.allows(state, seat, action)
        other = next(name for name in SEATS if name != seat)
        assert list(GAME.legal(state, other)) == []


@versions
def test_what_a_random_player_picks_is_offered(version: str) -> None:
    rng = random.Random(version)
    kinds = set()
    for state, seat in decisions(version, every=23):
        legal = set(GAME.legal(state, seat))
        for _ in range(4):
            action = GAME.some(state, seat, rng.randrange)
            assert action in legal
            kinds.add(type(action))
        other = next(name for name in SEATS if name != seat)
        assert GAME.some(state, other, rng.randrange) is None
    assert {Move, Place} < kinds


@versions
def test_what_is_not_offered_is_objected_to_and_refused(version: str) -> None:
    states = [state for state, _ in decisions(version, every=31)]
    assert properties.check_refusals(GAME, states, random.Random(version)) > 300


@versions
def test_what_is_stored_comes_back_as_it_was(version: str) -> None:
    properties.check_json(GAME, moments(version)[::19])


@versions
def test_a_log_replays_to_the_same_state(version: str) -> None:
    properties.check_replay(GAME, options(version), SEATS, moments(version))


@versions
def test_every_move_on_the_board_can_be_read_from_the_board(version: str) -> None:
    rng = random.Random(version)
    read = 0
    for state, seat in decisions(version, every=29):
        read += properties.check_read_from_the_board(GAME, state, [seat], BY_HAND, rng, most=12)
    assert read > 200


@versions
@pytest.mark.legal("players.sides")
def test_there_are_no_secrets(version: str) -> None:
    for moment in moments(version)[::41]:
        views = [GAME.view(moment.state, seat) for seat in (*SEATS, None)]
        own = {"seat": None, "reach": (), "placing": (), "aims": ()}  # whose phone it is, and what it may do now
        bare = {msgspec.json.encode(msgspec.structs.replace(view, **own)) for view in views}
        assert len(bare) == 1


@versions
def test_every_news_and_action_can_be_said_in_every_language(version: str) -> None:
    assert properties.check_words(GAME, moments(version)[::7])
