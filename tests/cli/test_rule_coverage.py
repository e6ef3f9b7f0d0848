"""Which tests cover a rule is read from their marks."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.rule_coverage import coverage, unknown_marks
from engines import registry
from engines.game import Game
from engines.rulebook import Rule, Rulebook

TESTS_OF_THE_GAMES = Path(__file__).parents[1]

TESTS = """
@pytest.mark.legal("move", "stay")
def test_a_piece_moves(): ...

@pytest.mark.illegal("move")
def test_a_piece_may_not_fly(): ...

@pytest.mark.legal("flown")
def test_a_rule_that_is_gone(): ...
"""


def game(*rules: Rule) -> Game[Any, Any]:
    return cast("Game[Any, Any]", SimpleNamespace(id="toy", rulebook=Rulebook(rules)))


def rule(rule_id: str, **excluded: str) -> Rule:
    return Rule(id=rule_id, section="§1", en="x", it="x", de="x", excluded=cast("Any", excluded))


def test_a_rule_without_an_illegal_test_is_a_gap_unless_excluded(tmp_path: Path) -> None:
    (tmp_path / "test_moves.py").write_text(TESTS, encoding="utf-8")
    move, stay, setup = coverage(
        game(rule("move"), rule("stay"), rule("setup", legal="drawn by chance", illegal="no action can break it")),
        tmp_path,
    )
    assert move.legal_tests == ("test_moves.py::test_a_piece_moves",)
    assert move.illegal_tests == ("test_moves.py::test_a_piece_may_not_fly",)
    assert move.gaps == ()
    assert stay.gaps == ("illegal",)
    assert setup.gaps == ()


def test_a_mark_for_a_rule_that_is_not_in_the_book_is_found(tmp_path: Path) -> None:
    (tmp_path / "test_moves.py").write_text(TESTS, encoding="utf-8")
    assert unknown_marks(game(rule("move"), rule("stay")), tmp_path) == [
        "test_moves.py::test_a_rule_that_is_gone: flown"
    ]


def test_a_test_of_another_game_does_not_cover_a_rule_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "corteo").mkdir()
    (tmp_path / "corteo" / "test_moves.py").write_text(TESTS, encoding="utf-8")
    (move,) = coverage(game(rule("move")), tmp_path)
    assert move.gaps == ("legal", "illegal")
    assert unknown_marks(game(rule("move")), tmp_path) == []


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_of_every_game_is_shown_kept_and_broken(name: str) -> None:
    found = coverage(registry.find(name), TESTS_OF_THE_GAMES)
    assert {rule.id: rule.gaps for rule in found if rule.gaps} == {}


@pytest.mark.parametrize("name", registry.names())
def test_no_test_shows_a_rule_that_its_game_does_not_have(name: str) -> None:
    assert unknown_marks(registry.find(name), TESTS_OF_THE_GAMES / name) == []
