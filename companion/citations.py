"""How a rule is cited to players: the original's own name of the section, the rest in their language."""

from __future__ import annotations

import re
from typing import Protocol

from engines.rulebook import Rule
from engines.texts import Facts

MAKERS_NOTE = re.compile(r",?\s*\(?\b(?:decisions? \d+(?:(?:, | and )\d+)*|open|data|house)\b\)?")
"""What a rulebook file notes beside a section for its makers; players see the rule's source in words instead."""
NOWHERE = {"", "Open", "Ours", "House", "decision"}
"""Sections of rules that the original does not have."""
CARD = re.compile(r"\b(cards?) ([\d–]+)")
PART = re.compile(r"\((advanced|special|experimental)\)")


class Sayer(Protocol):
    """Who has the words."""

    def say(self, key: str, facts: Facts | None = None) -> str:
        """The sentence for `key`."""
        ...


def section_of(rule: Rule, words: Sayer) -> str:
    """Where the original has a rule.

    >>> section_of(rule, Words(game, board, "de"))  # its section: "§3 In Africa, card 25"
    '§3 In Africa, Karte 25'
    """
    section = MAKERS_NOTE.sub("", rule.section).strip()
    if section in NOWHERE:
        return words.say("section.nowhere")
    section = CARD.sub(lambda found: words.say(f"section.{found[1]}", {"number": found[2]}), section)
    return PART.sub(lambda found: f"({words.say(f'section.{found[1]}')})", section)
