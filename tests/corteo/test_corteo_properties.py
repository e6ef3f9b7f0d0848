"""What holds in every game of Corteo, whatever is played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from eager_games import SEATS, VERSIONS, decisions, moments, options

from engines.corteo.actions import Advance, Build, Clear, Confine, Move, Place, Retreat
from engines.corteo.game import GAME
from engines.game import Act, IllegalAction, Over, replay
from engines.physical import Change
from engines.simulation import play_random

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
        other = next(name for name in SEATS if name != seat)
        assert list(GAME.legal(state, other)) == []


@versions
def test_what_is_not_offered_is_objected_to_and_refused(version: str) -> None:
    rng = random.Random(version)
    seen: list[Any] = []
    refused = 0
    for state, _ in decisions(version, every=17):
        for seat in SEATS:
            legal = set(GAME.legal(state, seat))
            seen += rng.sample(sorted(legal, key=repr), min(3, len(legal)))
            for action in rng.sample(seen, min(12, len(seen))):
                if action in legal:
                    continue
                violations = GAME.judge(state, seat, action)
                assert violations, f"{action} of {seat} is not offered, yet nothing is wrong with it"
                for violation in violations:
                    assert violation.rule in GAME.rulebook
                    assert GAME.texts.say("it", f"violation.{violation.key}", violation.facts)
                with pytest.raises(IllegalAction):
                    GAME.apply(state, Act(seat, action))
                refused += 1
    assert refused > 300


@versions
def test_states_and_entries_survive_json(version: str) -> None:
    for moment in moments(version)[::19]:
        state = msgspec.json.decode(msgspec.json.encode(moment.state), type=GAME.state_type)
        entry = msgspec.json.decode(msgspec.json.encode(moment.entry), type=GAME.entry_type)
        assert state == moment.state
        assert entry == moment.entry
        assert GAME.apply(state, entry) == GAME.apply(moment.state, moment.entry)


@versions
def test_a_log_replays_to_the_same_state(version: str) -> None:
    kept = moments(version)
    assert replay(GAME, options(version), SEATS, [moment.entry for moment in kept[:-1]]) == kept[-1].state


@versions
def test_every_move_on_the_board_can_be_read_from_the_board(version: str) -> None:
    rng = random.Random(version)
    read = 0
    for state, seat in decisions(version, every=29):
        before = GAME.placement(state).cells
        legal = [action for action in GAME.legal(state, seat) if isinstance(action, BY_HAND)]
        for action in rng.sample(legal, min(12, len(legal))):
            later = GAME.apply(state, Act(seat, action)).state
            if isinstance(GAME.pending(later), Over):
                continue
            if change := Change.between(before, GAME.placement(later).cells):
                assert any(intent == (seat, action) for intent in _pairs(state, change)), action
                read += 1
    assert read > 200


def _pairs(state: Any, change: Change) -> Iterator[tuple[str, Any]]:
    return ((intent.seat, intent.action) for intent in GAME.interpret(state, change))


@versions
@pytest.mark.legal("players.sides")
def test_there_are_no_secrets(version: str) -> None:
    for moment in moments(version)[::41]:
        views = [GAME.view(moment.state, seat) for seat in (*SEATS, None)]
        bare = {msgspec.json.encode(msgspec.structs.replace(view, seat=None, reach=())) for view in views}
        assert len(bare) == 1


@versions
def test_every_news_and_action_can_be_said_in_every_language(version: str) -> None:
    for moment in moments(version)[::7]:
        news = GAME.apply(moment.state, moment.entry).news
        for lang in ("en", "it", "de"):
            assert all(GAME.texts.say(lang, f"news.{item.key}", item.facts) for item in news)
            if isinstance(moment.entry, Act):
                assert GAME.texts.say(lang, *GAME.describe(moment.entry.action))
