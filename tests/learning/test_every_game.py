"""Every game can be learnt: no phase, no kind of action, no violation and no group of rules is left without words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, get_args

import pytest

from companion.fair_chance import SecretChain, commitment
from companion.journal import Journal
from companion.learning_service import Teacher
from companion.moment import Moment
from companion.store import GameRow, PlayerRow
from engines import registry
from engines.entries import Act
from engines.game import Game
from engines.pending import Decision, Dice, Over, seeded_outcome
from engines.texts import LANGUAGES

GAMES = registry.names()
SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
UNFILLED = re.compile(r"\b(learn|needed|whynot|violation|deed|can|refused)\.[a-z_]+\b|\{[a-z]+\}")
"""A text key shown instead of its sentence, or a place in it that no fact filled."""
STEPS = 400


def every_key(game: Game[Any, Any]) -> frozenset[str]:
    return game.texts.keys()


def keys(game: Game[Any, Any], table: str) -> set[str]:
    """The names in a table of the game's texts: ``decision`` → ``turn``, ``thirst`` …"""
    found = (key.partition(".") for key in every_key(game))
    return {rest for first, _, rest in found if first == table and "." not in rest}


def tags(game: Game[Any, Any]) -> set[str]:
    kinds = get_args(game.action_type) or (game.action_type,)
    return {str(kind.__struct_config__.tag) for kind in kinds}


@cache
def played(game_id: str, seed: int) -> tuple[tuple[Any, Any], ...]:
    """States of a random game with what is pending in each, at most `STEPS`."""
    return tuple(_play(registry.find(game_id), random.Random(seed)))


def _play(game: Game[Any, Any], rng: random.Random) -> Iterator[tuple[Any, Any]]:
    options = {option.key: rng.choice(option.choices) for option in game.options}
    state = game.new(options, game.seats[: max(game.min_seats, min(3, game.max_seats))])
    for _ in range(STEPS):
        now = game.pending(state)
        yield state, now
        if isinstance(now, Over):
            return
        if isinstance(now, Decision):
            seat = rng.choice(now.seats)
            entry: Any = Act(seat, rng.choice(list(game.legal(state, seat))))
        else:
            entry = seeded_outcome(now, rng)
        state = game.apply(state, entry).state


def moment_of(game: Game[Any, Any], state: Any) -> Moment:
    """A table that plays `game` and stands at `state`."""
    chain = SecretChain("11" * 32)
    promise = commitment(chain.secret())
    row = GameRow(1, game.id, "", 1, {}, state.seats, "playing", promise, chain.seed, 0, {}, 0.0)
    players = tuple(PlayerRow(seat, seat, "", "") for seat in state.seats)
    journal = Journal(game, {}, state.seats, state)
    return Moment(1, game, game.board({}), row, "playing", "advise", players, (), journal)


@pytest.mark.parametrize("game_id", GAMES)
def test_no_phase_of_a_game_lacks_its_explanation(game_id: str) -> None:
    game = registry.find(game_id)
    missing = [
        f"learn.{table}.{key}"
        for table in ("decision", "chance", "over")
        for key in sorted(keys(game, table))
        if not game.texts.has(f"learn.{table}.{key}")
    ]
    assert not missing, f"engines/{game_id}: texts for first-time players are missing: {missing}"


@pytest.mark.parametrize("game_id", GAMES)
def test_each_phase_is_explained_in_two_sentences(game_id: str) -> None:
    game = registry.find(game_id)
    for key in sorted(key for key in every_key(game) if key.startswith("learn.")):
        for lang in LANGUAGES:
            words = game.texts.say(lang, key)
            assert len(SENTENCE_END.findall(words)) == 2, f"{game_id}, {key} in {lang}: {words}"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_kind_of_action_has_a_name_and_says_what_it_does(game_id: str) -> None:
    game = registry.find(game_id)
    missing = [
        f"{table}.{tag}" for tag in sorted(tags(game)) for table in ("deed", "can") if tag not in keys(game, table)
    ]
    assert not missing, f"engines/{game_id}: {missing}"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_violation_says_what_would_be_needed(game_id: str) -> None:
    game = registry.find(game_id)
    missing = sorted(keys(game, "violation") - keys(game, "needed"))
    assert not missing, f"engines/{game_id}: needed.* is missing for {missing}"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_rule_stands_in_a_chapter_with_a_title(game_id: str) -> None:
    game = registry.find(game_id)
    missing = sorted({rule.id.split(".")[0] for rule in game.rulebook} - keys(game, "chapter"))
    assert not missing, f"engines/{game_id}: chapter.* is missing for {missing}"


@pytest.mark.parametrize("game_id", GAMES)
def test_what_may_be_done_is_done_by_a_rule_of_the_book(game_id: str) -> None:
    game = registry.find(game_id)
    for state, now in played(game_id, 3):
        if isinstance(now, Decision):
            for seat in now.seats:
                for action in list(game.legal(state, seat))[:40]:
                    assert game.rule_of(state, action) in game.rulebook, f"{game_id}: {action}"


@pytest.mark.parametrize("game_id", GAMES)
def test_whatever_a_learner_wonders_about_is_judged(game_id: str) -> None:
    game = registry.find(game_id)
    seats = game.seats[: max(game.min_seats, min(3, game.max_seats))]
    for state, now in played(game_id, 4):
        if isinstance(now, Decision | Dice):
            for seat in seats:
                for action in list(game.attempts(state, seat))[:40]:
                    for violation in game.judge(state, seat, action):
                        assert violation.rule in game.rulebook
                        assert game.texts.has(f"violation.{violation.key}")


@pytest.mark.parametrize("game_id", GAMES)
def test_help_and_why_not_answer_at_every_moment_in_every_language(game_id: str) -> None:
    game = registry.find(game_id)
    rng = random.Random(5)
    for state, _ in played(game_id, 5)[::40]:
        teacher = Teacher(partial(moment_of, game, state))
        cells = rng.sample(sorted(game.board({}).cells), 2)
        for seat in state.seats:
            for lang in LANGUAGES:
                told = teacher.help(seat, lang)
                words = [told.lesson.words, *(deed.name + deed.words for deed in told.possible)]
                for cell in cells:
                    answer = teacher.why_not_there(seat, cell, lang)
                    assert answer.allowed or answer.objections, f"{game_id}: {seat} at {cell}"
                    words += [one.words + one.needed for one in (*answer.objections, *told.not_now)]
                assert all(words), words
                assert not any(UNFILLED.search(text) for text in words), words
