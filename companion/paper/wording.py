"""The words on printed sheets, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engines.game import Game
from engines.texts import Texts


@cache
def print_texts() -> Texts:
    """Every sentence of printed sheets."""
    return Texts.load(Path(__file__).parent / "texts")


class PrintWords(msgspec.Struct, frozen=True):
    """What sheets of one game say in one language."""

    game: Game[Any, Any]
    lang: str

    def say(self, key: str, facts: Mapping[str, Any] | None = None) -> str:
        """The sentence ``print.<key>``."""
        return print_texts().say(self.lang, f"print.{key}", {name: str(fact) for name, fact in (facts or {}).items()})

    def of_game(self, key: str, facts: Mapping[str, Any] | None = None) -> str:
        """A sentence of the game's own."""
        return self.game.texts.say(self.lang, key, facts)

    def millimetres(self, length: float) -> str:
        """A length without needless digits, as the language writes it: ``841``, ``13.8``, ``13,8``."""
        return f"{length:.1f}".removesuffix(".0").replace(".", self.say("decimal"))

    @property
    def title(self) -> str:
        """The game's name; its id where it tells none."""
        return self.of_game("game.name") if self.game.texts.has("game.name") else self.game.id
