"""What must hold in every game, whatever is played: each check takes moments of a game and fails where it does not.

A game's own test says which games are played and how often something must have come up at least; what is counted is
answered, so that a check that looked at nothing is noticed.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from engines.entries import Act, Seat
from engines.game import Game, IllegalAction
from engines.pending import Over
from engines.physical import Change
from tests.games.played import Moment, replay

LANGUAGES = ("en", "it", "de")


def check_offers(game: Game[Any, Any], states: Iterable[Any], rng: random.Random, most: int = 200) -> int:
    """What is offered is offered once and never objected to; of long offers `most` are tried. How many were."""
    tried = 0
    for state in states:
        for seat in state.seats:
            offered = list(game.legal(state, seat))
            assert len(set(offered)) == len(offered), f"something is offered twice to {seat}"
            some = game.some(state, seat, rng.randrange)
            assert some in offered if offered else some is None, f"{some} is picked for {seat}, yet not offered"
            for action in rng.sample(offered, min(most, len(offered))):
                assert game.judge(state, seat, action) == (), f"{action} of {seat} is offered, yet objected to"
                tried += 1
    return tried


def check_refusals(game: Game[Any, Any], states: Iterable[Any], rng: random.Random) -> int:
    """What is not offered is objected to, with a rule and in words, and refused. How many actions were.

    Tried are actions that were legal somewhere else in the game.
    """
    seen: list[Any] = []
    refused = 0
    for state in states:
        for seat in state.seats:
            legal = list(game.legal(state, seat))
            seen += rng.sample(legal, min(3, len(legal)))
            allowed = set(legal)
            for action in rng.sample(seen, min(12, len(seen))):
                if action not in allowed:
                    check_refusal(game, state, seat, action)
                    refused += 1
    return refused


def check_refusal(game: Game[Any, Any], state: Any, seat: Seat, action: Any) -> None:
    """`action` is objected to by rules of the rulebook, said in every language, and not applied."""
    assert not game.allows(state, seat, action)
    violations = game.judge(state, seat, action)
    assert violations, f"{action} of {seat} is not offered, yet nothing is wrong with it"
    for violation in violations:
        assert violation.rule in game.rulebook, f"{violation.rule} is no rule"
        for lang in LANGUAGES:
            assert game.texts.say(lang, f"violation.{violation.key}", violation.facts)
    with pytest.raises(IllegalAction):
        game.apply(state, Act(seat, action))


def check_words(game: Game[Any, Any], moments: Iterable[Moment]) -> set[str]:
    """Everything that is done or told can be said in every language. The keys of the news."""
    keys = set()
    for state, entry in moments:
        for news in game.apply(state, entry).news:
            keys.add(news.key)
            for lang in LANGUAGES:
                assert game.texts.say(lang, f"news.{news.key}", news.facts)
        if isinstance(entry, Act):
            for lang in LANGUAGES:
                assert game.texts.say(lang, *game.describe(entry.action))
    return keys


def check_json(game: Game[Any, Any], moments: Iterable[Moment]) -> None:
    """States and entries come back from JSON as they were, and lead on to the same."""
    for moment in moments:
        state = msgspec.json.decode(msgspec.json.encode(moment.state), type=game.state_type)
        entry = msgspec.json.decode(msgspec.json.encode(moment.entry), type=game.entry_type)
        assert state == moment.state
        assert entry == moment.entry
        assert game.apply(state, entry) == game.apply(moment.state, moment.entry)


def check_replay(
    game: Game[Any, Any], options: Mapping[str, str], seats: Sequence[Seat], moments: Sequence[Moment]
) -> None:
    """The entries of `moments`, from the first on, lead to the last of their states."""
    assert replay(game, options, seats, [moment.entry for moment in moments[:-1]]) == moments[-1].state


def check_read_from_the_board(
    game: Game[Any, Any],
    state: Any,
    seats: Collection[Seat],
    kinds: tuple[type, ...],
    rng: random.Random,
    most: int = 200,
) -> int:
    """What each legal action of `kinds` changes on the board is understood as that action too. How many were read.

    Actions that change nothing on the board are passed over, and those that end the game.
    """
    read = 0
    before = game.placement(state).cells
    for seat in seats:
        by_hand = [action for action in game.legal(state, seat) if isinstance(action, kinds)]
        for action in rng.sample(by_hand, min(most, len(by_hand))):
            later = game.apply(state, Act(seat, action)).state
            if isinstance(game.pending(later), Over):
                continue
            if change := Change.between(before, game.placement(later).cells):
                meant = game.interpret(state, change)
                assert any(intent.seat == seat and intent.action == action for intent in meant), f"{action} of {seat}"
                read += 1
    return read


def check_looks_alike(game: Game[Any, Any], state: Any, other: Any, knower: Seat | None) -> None:
    """Two states that differ only in what `knower` may not know are the same for it in everything it is shown."""
    assert game.view(other, knower) == game.view(state, knower)
    assert game.placement(other) == game.placement(state)
    assert game.public_facts(other) == game.public_facts(state)
    assert game.published(other) == game.published(state)
    assert game.pending(other) == game.pending(state)
    if knower is not None:
        assert list(game.legal(other, knower)) == list(game.legal(state, knower))
