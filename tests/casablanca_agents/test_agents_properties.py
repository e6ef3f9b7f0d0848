"""What holds in every game of the agents, whatever is played."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engines.casablanca_agents.actions import Move, Pass, Strike, Withdraw
from engines.game import Act, IllegalAction, Over, replay
from engines.physical import Change
from engines.simulation import play_random
from tests.casablanca_agents.random_agents import GAME, RULES, decisions, moments, options

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
    for state, _ in decisions(rules, 4, 1, 4000, every=7):
        for seat in state.seats:
            offered = list(GAME.legal(state, seat))
            for action in offered if len(offered) < 200 else offered[::17]:
                assert GAME.judge(state, seat, action) == ()


@rule_sets
def test_what_is_not_offered_is_objected_to_and_refused(rules: str) -> None:
    rng = random.Random(rules)
    seen: list[Any] = []
    refused = 0
    for state, _ in decisions(rules, 4, 2, 4000, every=29):
        for seat in state.seats:
            legal = list(GAME.legal(state, seat))
            seen += rng.sample(legal, min(3, len(legal)))
            for action in rng.sample(seen, min(12, len(seen))):
                if action in legal:
                    continue
                violations = GAME.judge(state, seat, action)
                assert violations, f"{action} of {seat} is not offered, yet nothing is wrong with it"
                assert all(violation.rule in GAME.rulebook for violation in violations)
                for violation in violations:
                    for lang in ("en", "it", "de"):
                        assert GAME.texts.say(lang, f"violation.{violation.key}", violation.facts)
                        assert GAME.texts.say(lang, f"needed.{violation.key}", violation.facts)
                with pytest.raises(IllegalAction):
                    GAME.apply(state, Act(seat, action))
                refused += 1
    assert refused > 300


@rule_sets
def test_everything_that_is_told_has_words(rules: str) -> None:
    keys = set()
    for moment in moments(rules, 4, 2, 4000):
        for news in GAME.apply(moment.state, moment.entry).news:
            keys.add(news.key)
            assert GAME.texts.say("de", f"news.{news.key}", news.facts)
        if isinstance(moment.entry, Act):
            key, facts = GAME.describe(moment.entry.action)
            assert GAME.texts.say("it", key, facts)
    assert len(keys) > 12


@rule_sets
def test_states_and_entries_survive_json(rules: str) -> None:
    for moment in moments(rules, 3, 3, 3000)[::23]:
        state = msgspec.json.decode(msgspec.json.encode(moment.state), type=GAME.state_type)
        entry = msgspec.json.decode(msgspec.json.encode(moment.entry), type=GAME.entry_type)
        assert state == moment.state
        assert entry == moment.entry
        assert GAME.apply(state, entry) == GAME.apply(moment.state, moment.entry)


@rule_sets
def test_a_log_replays_to_the_same_state(rules: str) -> None:
    kept = moments(rules, 4, 4, 2500)
    state = replay(GAME, options(rules), GAME.seats[:4], [moment.entry for moment in kept[:-1]])
    assert state == kept[-1].state


@rule_sets
def test_every_announcement_can_be_read_from_the_board(rules: str) -> None:
    read = 0
    for state, seats in decisions(rules, 4, 5, 4000, every=5):
        before = GAME.placement(state).cells
        for seat in seats:
            for action in GAME.legal(state, seat):
                if not isinstance(action, Move | Strike | Withdraw | Pass):
                    continue
                after = GAME.placement(GAME.apply(state, Act(seat, action)).state).cells
                change = Change.between(before, after)
                if change:
                    meant = GAME.interpret(state, change)
                    assert any(intent.seat == seat and intent.action == action for intent in meant), f"{action}"
                    read += 1
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
    for moment in moments(rules, 4, 6, 4000)[20::9]:
        for knower in (*moment.state.seats, None):
            other = _bribed_otherwise(moment.state, knower, rng)
            differing += other != moment.state
            assert GAME.view(other, knower) == GAME.view(moment.state, knower)
            assert GAME.placement(other) == GAME.placement(moment.state)
            assert GAME.public_facts(other) == GAME.public_facts(moment.state)
            assert GAME.pending(other) == GAME.pending(moment.state)
            if knower is not None:
                assert list(GAME.legal(other, knower)) == list(GAME.legal(moment.state, knower))
    assert differing > 500


@rule_sets
def test_what_others_hear_of_an_action_does_not_tell_the_accounts(rules: str) -> None:
    rng = random.Random(rules)
    heard = 0
    for moment in moments(rules, 4, 7, 4000)[20::5]:
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
