"""What holds in every game of the agents, whatever is played."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engines.casablanca_agents.actions import Move, Pass, Strike, Withdraw
from engines.entries import Act
from engines.pending import Over
from engines.simulation import play_random
from tests.casablanca_agents.random_agents import GAME, RULES, decisions, moments, options
from tests.games import properties

rule_sets = pytest.mark.parametrize("rules", RULES)


@pytest.mark.parametrize(("rules", "seats"), [("main", n) for n in range(2, 9)] + [("variant", n) for n in (2, 3, 4)])
def test_nothing_is_lost_or_doubled_in_a_random_game(rules: str, seats: int) -> None:
    played = play_random(GAME, options(rules), GAME.seats[:seats], random.Random(seats), 1500, audit=True)
    assert not played.dead_end


@pytest.mark.parametrize(("rules", "seats"), [("main", 2), ("main", 5), ("variant", 3)])
def test_a_random_game_comes_to_an_end(rules: str, seats: int) -> None:
    played = play_random(GAME, options(rules), GAME.seats[:seats], random.Random(seats))
    assert isinstance(played.over, Over)
    assert all(winner in GAME.seats[:seats] for winner in played.over.winners)


@rule_sets
def test_what_is_offered_is_never_objected_to(rules: str) -> None:
    states = [state for state, _ in decisions(rules, every=13)]
    assert properties.check_offers(GAME, states, random.Random(rules), most=12) > 1000


@rule_sets
def test_what_is_not_offered_is_objected_to_and_refused(rules: str) -> None:
    states = [state for state, _ in decisions(rules, every=67)]
    assert properties.check_refusals(GAME, states, random.Random(rules)) > 300


@rule_sets
def test_everything_that_is_done_and_told_has_words(rules: str) -> None:
    assert len(properties.check_words(GAME, moments(rules, 4, 1, 4000)[::3])) > 12


@rule_sets
def test_what_is_stored_comes_back_as_it_was(rules: str) -> None:
    properties.check_json(GAME, moments(rules, 4, 1, 4000)[::23])


@rule_sets
def test_a_log_replays_to_the_same_state(rules: str) -> None:
    properties.check_replay(GAME, options(rules), GAME.seats[:4], moments(rules, 4, 1, 4000))


@rule_sets
def test_every_announcement_can_be_read_from_the_board(rules: str) -> None:
    rng = random.Random(rules)
    by_hand = (Move, Strike, Withdraw, Pass)
    read = 0
    for state, seats in decisions(rules, every=7):
        read += properties.check_read_from_the_board(GAME, state, seats, by_hand, rng)
    assert read > 300


def _bribed_otherwise(state: Any, knower: str | None, rng: random.Random) -> Any:
    """The same game for `knower`: what others have put on agents, pencilled or said early differs, as far as it may.

    Only capital and bribes trade places, so that accounts stay whole; what was shown to lie on an agent still does.
    """
    players = []
    for seat, player in zip(state.seats, state.players):
        if seat != knower:
            capital, bribes = player.capital, list(player.bribes)
            for agent, cell in enumerate(state.agents):
                least = player.shown[agent]
                if cell and rng.random() < 0.5:
                    whole = capital + bribes[agent]
                    bribes[agent] = rng.randrange(least, whole + 1, 100)
                    capital = whole - bribes[agent]
            player = msgspec.structs.replace(player, capital=capital, bribes=tuple(bribes))
        players.append(player)
    agenda = []
    for item in state.agenda:
        if type(item).__name__ == "Window" and len(item.unheard) > 1:
            ahead = list(item.ahead)
            for number, who in enumerate(item.unheard):
                if number and state.seats[who] != knower:
                    ahead[number] = rng.choice(["", "let_stand", "object"])
            item = msgspec.structs.replace(item, ahead=tuple(ahead))
        if type(item).__name__ == "Turn" and state.seats[item.who] != knower:
            item = msgspec.structs.replace(item, pencil=(0,) * 8)
        agenda.append(item)
    return msgspec.structs.replace(state, players=tuple(players), agenda=tuple(agenda))


@rule_sets
@pytest.mark.legal("bribe.secret")
def test_nobody_sees_what_others_have_put_on_whom(rules: str) -> None:
    rng = random.Random(rules)
    differing = 0
    for moment in moments(rules, 4, 1, 4000)[20::9]:
        for knower in (*moment.state.seats, None):
            other = _bribed_otherwise(moment.state, knower, rng)
            differing += other != moment.state
            properties.check_looks_alike(GAME, moment.state, other, knower)
    assert differing > 500


@rule_sets
def test_what_others_hear_of_an_action_does_not_tell_the_accounts(rules: str) -> None:
    rng = random.Random(rules)
    heard = 0
    for moment in moments(rules, 4, 1, 4000)[20::3]:
        if not isinstance(moment.entry, Act) or moment.state.window is not None:
            continue
        actor = moment.entry.seat
        other = _bribed_otherwise(moment.state, actor, rng)
        assert GAME.judge(other, actor, moment.entry.action) == GAME.judge(moment.state, actor, moment.entry.action)
        here, there = GAME.apply(moment.state, moment.entry), GAME.apply(other, moment.entry)
        assert here.news == there.news
        assert here.reveals == there.reveals
        heard += bool(here.news)
    assert heard > 30
