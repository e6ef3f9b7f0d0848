"""What holds in every game of Corteo, whatever is played."""

from __future__ import annotations

import random

import msgspec
import pytest

from companion.journal import advance
from engines.corteo.actions import Advance, Build, Clear, Confine, Move, Place, Retreat
from engines.corteo.agenda import AskComponent, Item, Movement, Placing
from engines.corteo.city import CITY
from engines.corteo.game import GAME
from engines.corteo.roster import FIRST_POLICE, UNIT_ID, Unit
from engines.entries import BadEntry, Edit
from engines.pending import Over
from engines.simulation import play_random
from tests.corteo.eager_games import SEATS, VERSIONS, decisions, moments, options
from tests.games import properties
from tests.games.corrected import look_at
from tests.games.played import played

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


@versions
def test_whoever_the_host_takes_out_of_a_combat_or_throw_play_goes_on(version: str) -> None:
    rng = random.Random(version)
    midst = [m.state for m in moments(version) if not isinstance(m.state.asked, Movement | Placing | AskComponent)]
    done = 0
    for state in rng.sample(midst, 60):
        unit = rng.choice(_named_in(state.asked) or tuple(range(FIRST_POLICE)))
        beside = sorted(CITY.near.get(state.spot(unit), ())) or [""]
        to = rng.choice(["prison" if unit < FIRST_POLICE else None, None, rng.choice(beside), rng.choice(beside)])
        try:
            after = advance(GAME, state, Edit({f"unit.{UNIT_ID[unit]}": to})).state
        except BadEntry:
            continue
        done += 1
        look_at(GAME, after)
        for moment in played(GAME, options(version), SEATS, rng, 12, audit_every=1, state=after):
            GAME.view(moment.state, None)
    assert done > 15


def _named_in(item: Item) -> tuple[Unit, ...]:
    """The units that something is going on with."""
    groups = (*getattr(item, "groups", ()), *filter(None, (getattr(item, "group", None),)))
    fighting = (unit for group in groups for unit in (*group.attackers, *group.defenders))
    return (*getattr(item, "units", ()), *fighting)
