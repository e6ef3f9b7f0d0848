"""The rulebook and the sentences of this game, loaded."""

from __future__ import annotations

from pathlib import Path

from engines.casablanca_escape.cards import DATA
from engines.rulebook import Rulebook
from engines.texts import Texts

RULEBOOK = Rulebook.load(DATA / "rulebook.toml")
TEXTS = Texts.load(Path(__file__).parent / "texts")
