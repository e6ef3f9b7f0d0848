"""The rules of a game as data: what each says, in our words and three languages, and where the original says it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from engines.data import DataError, load_toml


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One clause: `id` is cited by violations, `section` is where the original rulebook has it.

    `source` is ``given`` (printed there), ``decision`` (the rulebook leaves it open; decided here) or
    ``data`` (reconstructed). `excluded` is the reason why no test can show the rule kept or broken:
    keys ``legal`` and ``illegal``.
    """

    id: str
    section: str
    source: Literal["given", "decision", "data"] = "given"
    en: str
    it: str
    de: str
    excluded: dict[Literal["legal", "illegal"], str] = {}

    def text(self, lang: str) -> str:
        """The rule in `lang`, English where it is none of ours."""
        return {"it": self.it, "de": self.de}.get(lang, self.en)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    rule: list[Rule]


class Rulebook:
    """All rules of one game, by id."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self._rules = {rule.id: rule for rule in rules}

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        """Reads a ``rulebook.toml`` (``[[rule]]`` tables); raises `DataError` for a bad or doubled rule."""
        rules = load_toml(path, _File).rule
        seen: set[str] = set()
        for rule in rules:
            if rule.id in seen:
                raise DataError(path, rule.id, "stands twice; ids of rules must differ")
            if not all((rule.id, rule.section, rule.en, rule.it, rule.de)):
                raise DataError(path, rule.id or "id", "id, section, en, it and de must not be empty")
            seen.add(rule.id)
        return cls(tuple(rules))

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)
