"""Which tests show each rule of a game kept and broken, read from the tests' marks without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engines import registry
from engines.game import Game
from engines.rulebook import Rule


class RuleCoverage(msgspec.Struct, frozen=True):
    """A rule with the tests (``file::function``) that show it kept and broken; `excluded` as in the rulebook file."""

    id: str
    section: str
    text: str
    legal_tests: tuple[str, ...]
    illegal_tests: tuple[str, ...]
    excluded: dict[str, str]

    @property
    def gaps(self) -> tuple[str, ...]:
        """Kinds (``legal``, ``illegal``) that neither a test nor an exclusion covers."""
        tests = {"legal": self.legal_tests, "illegal": self.illegal_tests}
        return tuple(kind for kind, found in tests.items() if not found and kind not in self.excluded)


def coverage(game: Game[Any, Any], tests: Path, lang: str = "en") -> list[RuleCoverage]:
    """Every rule of `game` with the tests below folder `tests` that carry its id in a ``legal`` or ``illegal`` mark.

    Games may name rules alike, so what lies in a folder named after another game shows nothing about this one.
    """
    marks = list(_marks_about(game, tests))

    def covered(rule: Rule) -> RuleCoverage:
        found = {
            kind: tuple(dict.fromkeys(test for test, mark, rule_id in marks if mark == kind and rule_id == rule.id))
            for kind in ("legal", "illegal")
        }
        excluded = {str(kind): reason for kind, reason in rule.excluded.items()}
        return RuleCoverage(rule.id, rule.section, rule.text(lang), found["legal"], found["illegal"], excluded)

    return [covered(rule) for rule in game.rulebook]


def unknown_marks(game: Game[Any, Any], tests: Path) -> list[str]:
    """Marks in `tests` (other games' folders apart) that name a rule which `game` does not have, as ``test: rule``."""
    return [f"{test}: {rule_id}" for test, _, rule_id in _marks_about(game, tests) if rule_id not in game.rulebook]


def _marks_about(game: Game[Any, Any], tests: Path) -> Iterator[tuple[str, str, str]]:
    others = set(registry.names()) - {game.id}
    for path in sorted(tests.rglob("test_*.py")):
        if others.isdisjoint(path.relative_to(tests).parts):
            yield from _marks(path, tests)


@cache
def _marks(path: Path, root: Path) -> tuple[tuple[str, str, str], ...]:
    """(test, ``legal`` or ``illegal``, rule id) of every mark ``@pytest.mark.legal("…", …)`` in the file."""
    return tuple(_marks_in(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix()))


def _marks_in(source: str, file: str) -> Iterator[tuple[str, str, str]]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute):
                for argument in mark.args if mark.func.attr in ("legal", "illegal") else ():
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield f"{file}::{node.name}", mark.func.attr, argument.value
